"""The frame of pages is made once for a folder, and each page shows what would have been made for
it alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from markupsafe import Markup

from builder.output.folder import OutputFolder
from builder.output.site import Builder, Site, build_site
from builder.pages.frame import Frame
from builder.pages.views import Views
from builder.runtime.pyodide import make_runtime
from builder.tracking.cache import Cache
from builder.values.errors import ContentError
from tests.builder.small_project import BASE, ROOT, Workshop
from tests.site import COMMIT

Make = Callable[[str, Views], Markup]
PART = "templates/parts/menu.html"


@pytest.fixture
def project(workshop: Workshop) -> Workshop:
    """A workshop whose templates can be edited."""
    (workshop.root / "templates").unlink()
    shutil.copytree(ROOT / "templates", workshop.root / "templates")
    return workshop


def own(_: Frame, views: Views, make: Make) -> Callable[[str], Markup]:
    """Each part for the page itself."""
    return lambda template: make(template, views)


def html(site: Site) -> dict[str, bytes]:
    return {path: data for path, data in site.files.items() if path.endswith(".html")}


@pytest.mark.parametrize(
    ("built", "base_url"),
    [("site", "https://example.org/"), ("site_below", "https://example.org/games/war/")],
)
def test_each_page_shows_the_frame_that_is_its_own(
    built: str, base_url: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All pages of the site: those that the menu leads to, those above and below them, and the one
    at no address."""
    folder: Path = request.getfixturevalue(built)
    shared = {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.html")
    }
    monkeypatch.setattr(Frame, "of", own)
    assert html(build_site(ROOT, base_url, COMMIT, make_runtime())) == shared


def test_a_part_is_made_once_for_a_folder(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of ten pages side by side, to which the menu does not lead, none asks for its own."""
    made: list[str] = []
    real = Frame.of
    monkeypatch.setattr(
        Frame,
        "of",
        lambda frame, views, make: real(
            frame, views, lambda *given: made.append(given[0]) or make(*given)
        ),
    )

    def times() -> int:
        made.clear()
        build_site(workshop.root, BASE, "")
        return made.count("parts/menu.html")

    workshop.page("first", "de")
    before = times()
    for number in range(9):
        workshop.page(f"page-{number}", "de")
    assert before == times()


def test_a_part_that_asks_for_the_page_itself_is_a_fault(project: Workshop) -> None:
    """One page's title can never stand on another page."""
    line = project.edit(PART, "{{ site.mark }}", "{{ page.title }}")
    with pytest.raises(ContentError, match=r"'page' is undefined") as fault:
        build_site(project.root, BASE, "")
    assert (fault.value.path, fault.value.line) == (PART, line)


def test_every_page_of_a_folder_depends_on_what_its_frame_shows(project: Workshop) -> None:
    """A page that was given what another had made is made again with it."""
    for lang in ("en", "de"):
        for page in ("sources", "first", "second"):
            project.page(page, lang)
    out = project.root.parent / "out"

    def made() -> set[str]:
        publisher = OutputFolder(Builder(project.root, BASE, "", cache=Cache(project.root)), out)
        found = publisher.publish().site.made
        publisher.save()
        return found

    made()
    project.page("sources", "de", title="Quellen")  # the footer's link
    folder = {
        f"de/{name}-de/index.html" for name in ("sources", "first", "second", "variants", "war")
    }
    assert folder <= made()
    assert all("Quellen</a>" in (out / path).read_text("utf-8") for path in folder)
