"""What the service worker is told: files that exist, each in one part, under a version that follows
their content."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from posixpath import splitext
from typing import Any
from urllib.parse import urljoin

import pytest

from builder.output.site import Site, build_site
from builder.runtime.pyodide import make_runtime
from builder.runtime.snapshot import SNAPSHOT
from builder.values.headers import ANY_TYPE, content_type
from builder.values.urls import file_of
from tests.builder.small_project import BASE, ROOT, Change, Workshop, pages, text_of

NAMED = re.compile(r'"((?:\.\.?/)*(?:assets|recordings|words)/[\w./-]+\.(?:css|js|json))"')
"""A file that a page names."""


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    workshop = Workshop(tmp_path / "project")
    for lang in workshop.languages:
        workshop.page("offline", lang)
    return workshop


@pytest.fixture(scope="module")
def whole() -> Site:
    """The project's own site, with the engine."""
    return build_site(ROOT, BASE, "", make_runtime())


def told(site: Site) -> dict[str, Any]:
    """The list above the code of the service worker."""
    first = site.files["sw.js"].decode().partition("\n")[0]
    assert first.startswith("self.site=") and first.endswith(";")
    return dict(json.loads(first[len("self.site=") : -1]))


def listed(site: Site) -> list[str]:
    return [path for paths in told(site)["parts"].values() for path in paths]


def test_exactly_files_that_exist_are_listed_each_once(whole: Site) -> None:
    """One name that is not there would keep a browser from keeping anything."""
    paths = listed(whole)
    assert [path for path in paths if file_of(path) not in whole.files] == []
    assert len(paths) == len(set(paths))


def test_every_page_is_in_the_part_of_its_language(whole: Site) -> None:
    """The language chooser and the pages that say what is missing are in every reader's part; 404
    is the host's."""
    parts = told(whole)["parts"]
    for page in whole.plan.pages.values():
        expected = "shell" if page.id in ("root", "offline") else page.lang
        assert [part for part, paths in parts.items() if page.path in paths] == (
            [] if page.id == "not-found" else [expected]
        )


def test_what_a_page_names_is_kept_with_it(whole: Site) -> None:
    """Styles, scripts, deals and words of a page are in the shell, its language or the engine."""
    parts = told(whole)["parts"]
    for page in whole.plan.pages.values():
        if page.id == "not-found":
            continue
        kept = {*parts["shell"], *parts["engine"], *parts[page.lang]}
        named = NAMED.findall(text_of(whole, page.path))
        assert {urljoin(BASE + page.path, name).removeprefix(BASE) for name in named} <= kept
        assert len(named) >= 3


def test_all_of_the_engine_is_one_part(whole: Site) -> None:
    """Its folder and its thread's script, with the bytes of each."""
    site = told(whole)
    engine = site["parts"]["engine"]
    assert set(make_runtime().site_files()) == {path for path in engine if "/js/" not in path}
    assert [path for path in engine if "/js/" in path] == [
        path for path in whole.files if path.startswith("assets/js/worker-")
    ]
    assert site["bytes"] == {path: len(whole.files[path]) for path in engine}


def test_each_file_is_listed_with_its_digest_and_type(whole: Site) -> None:
    """So that the service worker can tell what is ours, of pages too: as they are once a browser
    has unpacked them."""
    site = told(whole)
    for part, paths in site["parts"].items():
        assert len(paths) * site["digits"] == len(site["digests"][part])
        for place, path in enumerate(paths):
            digest = site["digests"][part][place * site["digits"] : (place + 1) * site["digits"]]
            assert sha256(whole.files[file_of(path)]).hexdigest()[: site["digits"]] == digest
            end = splitext(file_of(path))[1]
            assert site["types"].get(end, ANY_TYPE) == content_type(file_of(path))


def test_the_page_knows_the_digest_of_each_file_of_the_engine(whole: Site) -> None:
    """What a start loads is compared with it, whoever answered for the host."""
    runtime = make_runtime()
    (data,) = {path for path in whole.files if re.fullmatch(r"recordings/war\.\w+\.json", path)}
    engine = json.loads(whole.files[data])["engine"]
    expected = {
        name: sha256(file).hexdigest() for name, file in runtime.files.items() if name != SNAPSHOT
    }
    assert expected == engine["digests"]


def test_a_part_of_the_same_paths_with_other_bytes_is_another_version(workshop: Workshop) -> None:
    """What was kept of a page under its address is not what it is now."""
    before = told(workshop.build())
    workshop.page("peace", "fi", folder="variants", lead="Another lead.")
    after = told(workshop.build())
    assert before["parts"] == after["parts"]
    assert before["digests"]["fi"] != after["digests"]["fi"]
    assert before["version"] != after["version"]


def test_without_the_engine_its_part_is_empty(workshop: Workshop) -> None:
    """A site of recorded deals only is kept all the same."""
    assert told(workshop.build())["parts"]["engine"] == []


def test_two_builds_give_the_same_bytes(workshop: Workshop) -> None:
    """No clock, no order of folders."""
    assert workshop.build().files == workshop.build().files


CHANGES: dict[str, Change] = {
    "a page more": lambda w: w.page("sources", "de"),
    "a page less": lambda w: w.remove("content/pages/offline/da.md"),
    "a word of a page": lambda w: w.page("peace", "fi", folder="variants", lead="Another lead."),
    "a slug": lambda w: w.page("peace", "fi", folder="variants", slug="rauha"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_version_follows_the_content(
    workshop: Workshop, change: Callable[[Workshop], object]
) -> None:
    """What is listed has changed: so has the version."""
    before = told(workshop.build())["version"]
    change(workshop)
    assert told(workshop.build())["version"] != before


def test_the_version_follows_nothing_else(workshop: Workshop) -> None:
    """A file that nobody is told to keep asks no reader to load anything."""
    before = told(workshop.build())["version"]
    workshop.page("not-found", "de", lead="Another lead.")
    assert told(workshop.build())["version"] == before


def test_the_offline_page_of_each_language_is_named(workshop: Workshop) -> None:
    """By the first segment of the addresses in that language."""
    assert told(workshop.build())["offline"] == {
        lang: f"{lang}/offline-{lang}/" for lang in workshop.languages
    }
    workshop.remove("content/pages/offline/da.md")
    assert "da" not in told(workshop.build())["offline"]


def test_nothing_of_it_is_loaded_with_a_page(whole: Site) -> None:
    """Service worker and script are addresses in attributes; only the browser itself looks at the
    manifest."""
    script = next(path for path in whole.files if path.startswith("assets/js/visit-"))
    for page in whole.plan.pages.values():
        text = text_of(whole, page.path)
        assert re.findall(rf'<(\w+)[^>]*{re.escape(script)}"', text) in (["span"], [])
        assert text.count("sw.js") == text.count('data-worker="')


@pytest.mark.parametrize(
    "base", [BASE, "https://example.org/games/war/", "https://example.org/en/", "/war/", ""]
)
def test_the_manifest_is_one_app_in_every_language(workshop: Workshop, base: str) -> None:
    """Same id and scope, own words, own start; wherever the site lies."""
    site = workshop.build(base)
    path = base.removeprefix("https://example.org") or "/"
    for lang in workshop.languages:
        manifest = json.loads(site.files[f"manifest.{lang}.webmanifest"])
        assert (manifest["id"], manifest["scope"], manifest["start_url"]) == (
            path,
            "./",
            f"{lang}/",
        )
        assert (manifest["lang"], manifest["dir"], manifest["display"]) == (
            lang,
            "ltr",
            "standalone",
        )
        assert manifest["name"] and manifest["short_name"] and manifest["description"]
        assert [icon["src"] for icon in manifest["icons"] if icon["src"] not in site.files] == []
        sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
        assert sizes == {
            ("192x192", "any"),
            ("512x512", "any"),
            ("512x512", "maskable"),
            ("any", "any"),
        }


def test_each_page_names_the_manifest_of_its_language(workshop: Workshop) -> None:
    """Where it really lies, at any depth."""
    site = workshop.build()
    for path, page in pages(site).items():
        if path not in ("", "404.html"):
            (href,) = re.findall(r'<link rel="manifest" href="([^"]*)"', text_of(site, path))
            assert urljoin(BASE + path, href) == f"{BASE}manifest.{page.lang}.webmanifest"
