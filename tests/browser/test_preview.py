"""What a writer sees in the browser while editing: the edit at once, the error where it is wrong,
the page again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.builder.small_project import Workshop
from tests.preview import previewed, project

WAIT = 30_000
BLOG, CSS = "content/pages/blog/en.md", "assets/css/site.css"


class Writer:
    """A project under preview and a browser that shows a page of it."""

    def __init__(self, shop: Workshop, page: Page, address: str) -> None:
        self.shop, self.page, self.address = shop, page, address
        self.blocked: list[str] = []
        page.on(
            "console",
            lambda message: self.blocked.append(message.text) if message.type == "error" else None,
        )

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text, timeout=WAIT)


@pytest.fixture(params=["/", "/games/war/"])
def writer(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Writer]:
    shop = project(tmp_path)
    with previewed(shop, request.param) as (address, _):
        page = browser.new_page()
        yield Writer(shop, page, address)
        page.close()


def test_edit_shows_error_shows_mending_shows(writer: Writer) -> None:
    """A Markdown file: edited, broken, mended, with nobody touching the browser."""
    writer.open("en/blog-en/")
    writer.sees("Once upon a time.")
    writer.shop.edit(BLOG, "Once upon a time.", "Long ago.")
    writer.sees("Long ago.")
    assert writer.blocked == []
    line = writer.shop.edit(BLOG, "Long ago.", "Long <b>ago.")
    writer.sees(f"{BLOG}:{line}")
    writer.sees("raw HTML '<b>'")
    writer.sees("write Markdown")
    expect(writer.page.locator(".wrong")).to_have_text("Long <b>ago.")
    writer.shop.edit(BLOG, "Long <b>ago.", "Soon.")
    writer.sees("Soon.")
    expect(writer.page.locator("#preview-error")).to_have_count(0)


def test_template_and_message_show(writer: Writer) -> None:
    """An edit of a template, a fault in it, and an edit of a translation."""
    writer.open("de/")
    writer.shop.edit(
        "templates/parts/footer.html",
        '<div class="promise">',
        '<div class="promise">From the footer',
    )
    writer.sees("From the footer")
    writer.shop.edit("locales/de.po", 'msgstr "Zum Inhalt springen"', 'msgstr "Hier entlang"')
    writer.sees("Hier entlang")
    line = writer.shop.edit("templates/parts/footer.html", "From the footer", "{{ nothing }}")
    writer.sees(f"templates/parts/footer.html:{line}")
    writer.shop.edit("templates/parts/footer.html", "{{ nothing }}", "The footer again")
    writer.sees("The footer again")


def test_style_and_scripts_show(writer: Writer) -> None:
    """A stylesheet, a script as it is, and a module that esbuild bundles."""
    writer.open("en/war-en/")
    css = (writer.shop.root / CSS).read_text("utf-8")
    writer.shop.write(CSS, css + "\nbody { outline: 3px solid rgb(1, 2, 3); }\n")
    expect(writer.page.locator("body")).to_have_css("outline-color", "rgb(1, 2, 3)", timeout=WAIT)
    for path, name in (
        ("assets/js/theme.js", "plain"),
        ("assets/js/board/first/main.js", "bundled"),
    ):
        script = (writer.shop.root / path).read_text("utf-8")
        writer.shop.write(
            path, f'{script}\ndocument.documentElement.setAttribute("data-{name}", "new");\n'
        )
        expect(writer.page.locator("html")).to_have_attribute(f"data-{name}", "new", timeout=WAIT)


def test_module_that_cannot_be_bundled_is_an_error(writer: Writer) -> None:
    """What esbuild says stands in the browser, with its file."""
    path = "assets/js/board/first/main.js"
    script = (writer.shop.root / path).read_text("utf-8")
    writer.open("en/war-en/")
    writer.shop.write(path, f"{script}\nconst = 1;\n")
    writer.sees("main.js:")
    writer.shop.write(path, script)
    expect(writer.page.locator("#board")).to_be_visible(timeout=WAIT)


def test_missing_page_comes_when_it_is_written(writer: Writer) -> None:
    """The 404 page waits as well."""
    writer.open("de/blog-de/")
    expect(writer.page.locator("main.not-found")).to_be_visible()
    writer.shop.page("blog", "de", body={"one": "Es war einmal."})
    writer.sees("Es war einmal.")
