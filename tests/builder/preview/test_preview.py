"""The live preview answers as a host does, tells who listens what is new, and shows errors in place
of pages."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

import build
from builder.preview.preview import OWN, Preview
from tests.builder.output.test_writing import tree
from tests.builder.preview.test_serve import get
from tests.builder.small_project import Workshop
from tests.preview import previewed, project

BLOG = "content/pages/blog/en.md"


class Host:
    """A project under preview, and a connection to it."""

    def __init__(self, shop: Workshop, address: str, preview: Preview) -> None:
        self.shop, self.preview = shop, preview
        url = urlsplit(address)
        self.base = url.path
        self.connection = HTTPConnection(str(url.hostname), url.port, timeout=20)

    def get(self, path: str) -> tuple[int, str, str]:
        """Status, type and text of what is at a path below the site's."""
        response, body = get(self.connection, self.base + path)
        return response.status, response.getheader("Content-Type") or "", body.decode()

    def edited(self, path: str, old: str, new: str) -> None:
        """An edit, and the preview's answer to it."""
        before = self.preview.revision
        self.shop.edit(path, old, new)
        assert self.preview.wait(before, 20) != before


@pytest.fixture(params=["/", "/sub/"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    shop = project(tmp_path)
    with previewed(shop, request.param) as (address, preview):
        yield Host(shop, address, preview)


def test_script_is_in_the_answer_and_not_in_the_file(host: Host) -> None:
    """What lies in the folder is what a host would get."""
    script = (
        f'<script src="{host.base}{OWN}reload.js?{host.preview.revision}" defer></script>\n</head>'
    )
    file = (host.preview.publisher.out / "en/blog-en/index.html").read_text("utf-8")
    status, kind, text = host.get("en/blog-en/")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert text == file.replace("</head>", script)
    assert OWN not in file


@pytest.mark.parametrize(
    "path", ["nothing", "en/nothing/", ".build.json", "../project/content/site.toml", ".preview/x"]
)
def test_what_is_not_there_is_missing(host: Host, path: str) -> None:
    """The 404 page with its status, and nothing but what is the site's or the preview's own."""
    status, _, text = host.get(path)
    assert status == 404
    assert "[publisher]" not in text


def test_own_files_have_their_types(host: Host) -> None:
    """The policy lets a browser run a script only as a script."""
    assert host.get(".preview/reload.js")[:2] == (200, "text/javascript; charset=utf-8")
    assert host.get(".preview/error.css")[:2] == (200, "text/css; charset=utf-8")


def test_edit_is_in_the_file_and_in_the_answer(host: Host) -> None:
    """Only the page that it concerns is written."""
    host.edited(BLOG, "Once upon a time.", "Long ago.")
    assert "Long ago." in host.get("en/blog-en/")[2]
    assert "Long ago." in (host.preview.publisher.out / "en/blog-en/index.html").read_text("utf-8")


def test_listener_is_told_the_revision_and_the_next(host: Host) -> None:
    """A browser that comes late learns what it should be showing at once."""
    host.connection.request("GET", host.base + ".preview/events")
    events = host.connection.getresponse()
    assert events.getheader("Content-Type") == "text/event-stream"
    first = host.preview.revision
    assert events.readline() == f"data: {first}\n".encode()
    assert events.readline() == b"\n"
    host.edited(BLOG, "Once", "Twice")
    assert events.readline() == f"data: {host.preview.revision}\n".encode()
    assert host.preview.revision != first


def test_error_stands_in_place_of_each_page_until_it_is_mended(host: Host) -> None:
    """File, line, hint and the line itself; the folder stays as it was."""
    before = tree(host.preview.publisher.out)
    host.edited(BLOG, "Once upon a time.", "[Nowhere](page:nowhere)")
    line = (host.shop.root / BLOG).read_text("utf-8").split("\n").index(
        "[Nowhere](page:nowhere)"
    ) + 1
    for path in ("en/", "en/nothing/"):
        status, _, text = host.get(path)
        assert status == 500
        assert f"{BLOG}:{line}" in text
        assert "dead key &#39;page:nowhere&#39;" in text
        assert '<p class="hint">use one of: ' in text
        assert "<code>[Nowhere](page:nowhere)</code>" in text
    assert host.get(next(path for path in before if path.endswith(".css")))[0] == 200
    assert tree(host.preview.publisher.out) == before
    host.edited(BLOG, "[Nowhere](page:nowhere)", "Once upon a time.")
    assert host.get("en/")[0] == 200
    assert tree(host.preview.publisher.out) == before


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("{{ 1 + 'a' }}", "TypeError: "),
        ("{{ 1 // 0 }}", "ZeroDivisionError: "),
        ("{{ page() }}", "TypeError: "),
    ],
)
def test_code_of_a_template_that_fails_is_an_error_with_its_line(
    host: Host, code: str, said: str
) -> None:
    """Not only what Jinja itself refuses: the preview goes on, and the mended template shows."""
    path = "templates/prose.html"
    host.edited(path, "{% block content %}", f"{{% block content %}}{code}")
    lines = (host.shop.root / path).read_text("utf-8").split("\n")
    line = next(number for number, text in enumerate(lines, 1) if code in text)
    status, _, text = host.get("en/")
    assert status == 500
    assert f"{path}:{line}" in text
    assert "template: " in text and said in text
    host.edited(path, code, "Mended. ")
    assert "Mended." in host.get("en/blog-en/")[2]


def test_error_that_nobody_foresaw_does_not_end_the_preview(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in the browser until an edit builds again."""

    def fails() -> None:
        raise LookupError("no <such> thing")

    with monkeypatch.context() as broken:
        broken.setattr(host.preview.publisher, "publish", fails)
        host.edited(BLOG, "Once", "Twice")
    status, _, text = host.get("en/")
    assert status == 500
    assert "LookupError: no &lt;such&gt; thing" in text
    assert "Undo what was edited last" in text
    host.edited(BLOG, "Twice", "Thrice")
    assert "Thrice upon a time." in host.get("en/blog-en/")[2]


def test_folder_that_is_renamed_is_another_page(host: Host) -> None:
    """Also what the system reports as a folder and not as files."""
    (host.shop.root / "content/pages/blog").rename(host.shop.root / "content/pages/diary")
    host.edited("content/pages/diary/en.md", "Once", "Twice")
    assert "Twice upon a time." in host.get("en/blog-en/")[2]
    assert "page diary en" in host.preview.publisher.last.parts
    assert "page blog en" not in host.preview.publisher.last.parts


def test_folder_that_comes_later_is_watched_too(tmp_path: Path) -> None:
    """A project may begin without catalogs, if it says that none of a language needs to be
    there."""
    shop = project(tmp_path)
    settings = (shop.root / "content/site.toml").read_text("utf-8")
    shop.write("content/site.toml", settings.replace('\nname = "', '\nthreshold = 0\nname = "'))
    (shop.root / "locales").rename(tmp_path / "locales")
    with previewed(shop) as (address, preview):
        host = Host(shop, address, preview)
        assert "Zum Inhalt springen" not in host.get("de/")[2]
        before = preview.revision
        (tmp_path / "locales").rename(shop.root / "locales")
        assert preview.wait(before, 20) != before
        assert "Zum Inhalt springen" in host.get("de/")[2]
        host.edited("locales/de.po", "Zum Inhalt springen", "Weiter zum Inhalt")
        assert "Weiter zum Inhalt" in host.get("de/")[2]


def test_edit_that_changes_nothing_tells_nobody(host: Host) -> None:
    """A file saved as it was is no news."""
    before = host.preview.revision
    host.shop.write(BLOG, (host.shop.root / BLOG).read_text("utf-8"))
    assert host.preview.wait(before, 1.5) == before


def test_edit_is_shown_in_the_languages_that_nobody_speaks(tmp_path: Path) -> None:
    """The copy is made anew with each edit; a fault is that of the project, and the site stays
    meanwhile."""
    shop = project(tmp_path)
    with previewed(shop, pseudo=True) as (address, preview):
        host = Host(shop, address, preview)
        assert "Öñçé ûþöñ å ţîḿé." in host.get("sl/blog-sl/")[2]
        host.edited(BLOG, "Once upon a time.", "Long ago.")
        assert "Łöñĝ åĝö." in host.get("sl/blog-sl/")[2]
        assert "Long ago." in host.get("en/blog-en/")[2]
        host.edited(BLOG, "+++\ntitle", "title")
        status, _, text = host.get("sl/blog-sl/")
        assert (500, True) == (status, f"{BLOG}:1" in text)
        assert '<li value="1" class="wrong" aria-current="true"><code>title = ' in text
        host.edited(BLOG, "title =", "+++\ntitle =")
        assert host.get("sl/blog-sl/")[0] == 200


@pytest.mark.parametrize("kind", ["file", "folder", "all"])
def test_edit_behind_a_link_is_shown(tmp_path: Path, kind: str) -> None:
    """What lies elsewhere is watched as what lies here: files that are links, and what is in
    folders that are."""
    shop = project(tmp_path)
    linked = {"file": BLOG, "folder": "content/pages/blog", "all": "content"}[kind]
    elsewhere = tmp_path / "elsewhere" / Path(linked).name
    elsewhere.parent.mkdir()
    (shop.root / linked).rename(elsewhere)
    (shop.root / linked).symlink_to(elsewhere)
    text = elsewhere / Path(BLOG).relative_to(linked)
    with previewed(shop) as (address, preview):
        host = Host(shop, address, preview)
        assert "Once upon a time." in host.get("en/blog-en/")[2]
        for old, new in (("Once upon a time.", "Long ago."), ("Long ago.", "Yesterday.")):
            before = preview.revision
            fresh = text.with_name("fresh.tmp")  # as editors do it: another file takes the place
            fresh.write_text(text.read_text("utf-8").replace(old, new), "utf-8")
            fresh.replace(text)
            assert before != preview.wait(before, 20)
            assert new in host.get("en/blog-en/")[2]
        if kind != "file":
            before = preview.revision
            text.with_name("de.md").write_text(
                text.read_text("utf-8").replace("Yesterday", "Gestern"), "utf-8"
            )
            assert before != preview.wait(before, 20)
        assert "/elsewhere" not in str(preview.fault)


def test_locks_of_editors_do_not_stop_the_preview(tmp_path: Path) -> None:
    """Emacs makes a link to nowhere beside a file that is being edited, also where two languages
    are added."""
    shop = project(tmp_path)
    with previewed(shop, pseudo=True) as (address, preview):
        host = Host(shop, address, preview)
        lock = shop.root / BLOG.replace("en.md", ".#en.md")
        lock.symlink_to("somebody@host.1234:567890")
        host.edited(BLOG, "Once upon a time.", "Long ago.")
        assert None is preview.fault
        lock.unlink()
        host.edited(BLOG, "Long ago.", "Yesterday.")
        assert "Yesterday." in host.get("en/blog-en/")[2]


def test_a_warning_is_said_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after each edit; and again when it has been away."""
    shop = project(tmp_path)
    shop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true')
    edits = [
        (BLOG, "Once", "Twice"),
        (BLOG, "Twice", "[Thrice](page:nowhere)"),
        (BLOG, "[Thrice](page:nowhere)", "Thrice"),
        ("content/site.toml", "draft = true", "draft = false"),
        ("content/site.toml", "draft = false", "draft = true"),
        (BLOG, "Thrice", "Once"),
    ]

    def edited(preview: Preview, _: object) -> Iterator[object]:
        for edit in edits:
            shop.edit(*edit)
            yield preview.build()

    monkeypatch.setattr(build, "ROOT", shop.root)
    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr(Preview, "watch", edited)
    found = CliRunner().invoke(
        build.main, ["serve", "--no-engine", "--port", "0"], catch_exceptions=False
    )
    said = [line.split(":")[0] for line in found.stderr.splitlines()]
    assert ["warning", "error", "warning"] == said
