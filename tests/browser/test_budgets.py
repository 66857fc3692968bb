"""What a browser really loads until three cards are turned is what is counted on the built files,
and within budget."""

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Response

from builder.workshop import budgets
from builder.workshop.budgets import BYTES, LEVEL, REQUESTS
from tests.engine.games import variants
from tests.site import LANGUAGES, addresses

PAGES = ("home", *variants())


def path_of(response: Response) -> str:
    """The file that answered."""
    path = urlsplit(response.url).path.removeprefix("/")
    return f"{path}index.html" if not path or path.endswith("/") else path


def three_cards(browser: Browser, url: str) -> dict[str, bytes]:
    """What a new reader's browser gets until three cards are turned by mouse, by the files that
    answered."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(
        "requestIdleCallback = () => 0"
    )  # when a page has come to rest, more may come
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(url)
    page.wait_for_selector("#board[data-live]")
    for battle in (1, 2, 3):
        page.click("[data-do=turn]")
        page.wait_for_selector(f"#board[data-battle='{battle}']")
    page.wait_for_load_state("networkidle")
    bodies = {path_of(answer): answer.body() for answer in answers}
    assert len(bodies) == len(answers)
    context.close()
    return bodies


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_and_three_cards_keep_the_budget(
    browser: Browser, host: str, site: Path, language: str
) -> None:
    """Pressing the button three times loads nothing that was not counted; bytes and requests agree,
    and are few."""
    files = {
        file.relative_to(site).as_posix(): file.read_bytes()
        for file in site.rglob("*")
        if file.is_file()
    }
    for name in PAGES:
        bodies = three_cards(browser, host + addresses()[name, language])
        counted = budgets.loads(f"{addresses()[name, language]}index.html", files)
        icons = {path for path in counted if "/icons/" in path}  # not every window shows them
        assert set(bodies) | icons == set(counted)
        cost = budgets.cost(counted[0], files)
        unseen = sum(budgets.packed(files[path]) for path in icons - set(bodies))
        assert (
            sum(len(gzip.compress(body, LEVEL, mtime=0)) for body in bodies.values()) + unseen
            == cost.total
        )
        assert cost.total <= BYTES and cost.requests <= REQUESTS, cost
