"""A reader who comes with an old address is led to the new one, with the part or the deal that the
link names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from builder.output.site import build_site
from builder.output.writing import write
from tests.builder.small_project import Workshop
from tests.site import hosted

OLD = ("de/frieden/", "games/peace/old.html", "en/a/b/c/")
NEW = "de/variants-de/peace-de/"


@pytest.fixture(scope="module", params=["/", "/games/war/"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a small site in which a page has moved three times."""
    shop = Workshop(tmp_path_factory.mktemp("moved") / "project")
    aliases = ", ".join(f'"{path}"' for path in OLD)
    shop.edit("content/variants/peace/de.md", "+++\ntitle", f"+++\naliases = [{aliases}]\ntitle")
    out = tmp_path_factory.mktemp("out") / "site"
    write(build_site(shop.root, request.param, "").files, out)
    with hosted(out, request.param) as address:
        yield address


@pytest.mark.parametrize("path", OLD)
@pytest.mark.parametrize("fragment", ["", "#steps", "?a=1", "?a=%C3%A4&b=/x#g=peace.2.7K3Q-9F2A"])
def test_query_and_fragment_survive(
    browser: Browser, address: str, path: str, fragment: str
) -> None:
    """And the old address is not left behind in the history; the policy of the site lets the script
    run."""
    noise: list[str] = []
    page = browser.new_page()
    page.on("console", lambda said: noise.append(said.text) if said.type == "error" else None)
    page.goto(f"{address}en/")
    page.evaluate(f"location.assign({address + path + fragment!r})")
    page.wait_for_url(f"{address}{NEW}{fragment}")
    expect(page.locator("h1")).to_have_text("title of peace de")
    page.go_back()
    page.wait_for_url(f"{address}en/")
    assert noise == []
    page.close()


@pytest.mark.parametrize("path", OLD)
def test_reader_without_script_is_led_as_well(browser: Browser, address: str, path: str) -> None:
    """By the refresh that only browsers without scripts read."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + path)
    page.wait_for_url(address + NEW)
    context.close()
