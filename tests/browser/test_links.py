"""Laws of links and dialogs: a link is the same game everywhere, a bad one says so, and every
dialog lets go again."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from builder.content.recordings import pool_deals
from engine import SharedGame, play
from engine.share import read as read_code
from engine.share import write as write_code
from tests.browser.test_pages import NARROW, address_of, violations
from tests.engine.games import variants
from tests.qr import read as read_qr
from tests.site import LANGUAGES

PRESETS = variants()
DEAL = pool_deals()[3]
OTHER = pool_deals()[8]
REFUSED = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError") } });
}"""


@contextmanager
def player(browser: Browser, **options: Any) -> Iterator[tuple[BrowserContext, list[str]]]:
    """A fresh profile, and what its pages complained about; that the site is kept for readers without
    a network is the matter of other tests."""
    context = browser.new_context(service_workers="block", **options)
    noise: list[str] = []
    context.on("weberror", lambda error: noise.append(str(error.error)))
    context.on("console", lambda said: noise.append(said.text) if said.type == "error" else None)
    yield context, noise
    context.close()


def opened(context: BrowserContext, url: str) -> Page:
    """A page whose board is ready to play."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#board[data-live]")
    return page


def link(variant: str, battle: int | None = None, deal: str = DEAL) -> str:
    return "#g=" + write_code(SharedGame(variant, PRESETS[variant], 2, deal, battle), PRESETS)


def table(page: Page) -> dict[str, Any]:
    """What lies on the table, without its words."""
    return {
        "deal": (page.text_content("#board-deal") or "").strip(),
        "battle": page.get_attribute("#board", "data-battle"),
        "battles": page.get_attribute("#board-time", "max"),
        "counts": [
            int(re.sub(r"\D", "", text))
            for text in page.locator("#board-lanes .count").all_text_contents()
        ],
        "cards": page.locator("#board-lanes .stack .card").evaluate_all(
            "cards => cards.map(card => `${card.className} ${card.querySelectorAll('use').length}`)"
        ),
    }


def dealt(page: Page, deal: str) -> None:
    """Waits until this deal lies on the table."""
    page.wait_for_function(
        "deal => document.querySelector('#board-deal').textContent.replace('-', '').trim() ==="
        " deal",
        arg=deal,
    )


def shown(page: Page, battle: int) -> None:
    page.wait_for_selector(f"#board[data-battle='{battle}']")


def press(page: Page, *keys: str) -> None:
    page.focus("#board [data-do=turn]")
    for key in keys:
        page.keyboard.press(key)


def share(page: Page, form: str) -> str:
    """The link that the share sheet gives in one of its forms."""
    press(page, "t")
    page.wait_for_selector("#share:modal .qr")
    before = page.input_value("#share-link")
    if not page.is_checked(f"#share input[value={form}]"):
        page.check(f"#share input[value={form}]")
        page.wait_for_function(
            "before => document.querySelector('#share-link').value !== before", arg=before
        )
    return page.input_value("#share-link")


def drawn(page: Page) -> tuple[set[tuple[int, int]], int]:
    """The dark modules of the code in the sheet, and how many lie side by side with the quiet zone,
    all on white."""
    picture = unquote((page.get_attribute("#share img.qr", "src") or "").partition(",")[2])
    box = re.search(r'viewBox="(\S+) (\S+) (\d+) (\d+)"', picture)
    assert box
    left, top, width, height = map(int, box.groups())
    assert (left, top, width) == (-4, -4, height)
    assert f'<path fill="#fff" d="M-4 -4h{width}v{width}h-{width}z"/><path fill="#000"' in picture
    return {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", picture)}, width


# --- the same game --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["peace", "last-stand"])
def test_a_shared_game_is_the_same_game_elsewhere(
    browser: Browser, host: str, variant: str
) -> None:
    """A link of the share sheet shows a fresh profile, also in another language, that very game at
    that battle."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of(variant, "en") + link(variant))
        dealt(page, DEAL)
        press(page, *["ArrowRight"] * 12)
        shown(page, 12)
        mine, sent = table(page), share(page, "battle")
    assert noise == []
    assert sent == host + address_of(variant, "en") + link(variant, 12)
    game = play(PRESETS[variant], 2, DEAL)
    assert mine["counts"] == list(game.counts()[12])
    assert mine["battles"] == str(len(game.battles))
    for language in ("en", "da"):
        with player(browser, locale=language) as (context, noise):
            page = opened(
                context, sent.replace(address_of(variant, "en"), address_of(variant, language))
            )
            shown(page, 12)
            assert table(page) == mine
        assert noise == []


def test_the_share_sheet_has_three_forms(browser: Browser, host: str) -> None:
    """From the start, at this battle, and the rules alone with cards that nobody has seen."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("peace", "de") + link("peace", 5))
        shown(page, 5)
        forms = {}
        for form in ("start", "battle", "rules"):
            forms[form] = read_code(share(page, form).partition("#g=")[2], PRESETS)
            page.keyboard.press("Escape")
        page.wait_for_selector("#share", state="detached")
        press(page, "Home")
        shown(page, 0)
        share(page, "start")
        assert page.locator("#share input[type=radio]").count() == 2
    assert noise == []
    same = SharedGame("peace", PRESETS["peace"], 2, DEAL)
    assert forms["start"] == same
    assert forms["battle"] == SharedGame("peace", PRESETS["peace"], 2, DEAL, 5)
    assert forms["rules"].deal not in (DEAL, *pool_deals())
    assert (forms["rules"].rules, forms["rules"].battle) == (same.rules, None)


def test_a_link_to_another_variant_leads_to_its_page(browser: Browser, host: str) -> None:
    """Where path and fragment disagree, the fragment wins, in the language of the page."""
    with player(browser) as (context, noise):
        page = context.new_page()
        page.goto(host + address_of("peace", "fi") + link("rank-war", 4))
        page.wait_for_url(host + address_of("rank-war", "fi") + "*")
        page.wait_for_selector("#board[data-live]")
        shown(page, 4)
        dealt(page, DEAL)
        assert table(page)["counts"] == list(play(PRESETS["rank-war"], 2, DEAL).counts()[4])
    assert noise == []


def test_a_link_that_a_messenger_escaped_is_read(browser: Browser, host: str) -> None:
    """Percent signs, lower case, and O for 0 are the same game."""
    code = link("war", 7)[3:]
    changed = code.lower().replace("0", "o").replace("-", "%2D").replace(".", "%2E")
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "da") + "#g=" + changed)
        shown(page, 7)
        dealt(page, DEAL)
    assert noise == []


def test_a_new_fragment_is_followed(browser: Browser, host: str) -> None:
    """Another link pasted into the address of an open page deals its cards; a bad one says so and
    deals others."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "en") + link("war", 7))
        shown(page, 7)
        page.evaluate("hash => { location.hash = hash }", link("war", 3, OTHER))
        dealt(page, OTHER)
        shown(page, 3)
        page.evaluate("location.hash = 'g=1.war.2.nonsense'")
        page.wait_for_selector("#board-message:visible")
        page.wait_for_function("() => !location.hash.includes('nonsense')")
        assert read_code(page.url.partition("#g=")[2], PRESETS).variant == "war"
        shown(page, 0)
    assert noise == []


TAILS = (
    ".",
    ")",
    "&fbclid=x-y",
    "?utm_source=mail",
    "%29",
    "%E2%80%8B",
    "%20und%20mehr",
    "”",
    "’.",
    "…",
    "/",
    "%22%3E",
)


def test_a_link_with_a_tail_is_the_same_game(browser: Browser, host: str) -> None:
    """What a messenger puts behind it, around it, or escapes in it does not count, and the address
    is clean again."""
    code = link("war", 7)[3:]
    wrapped = f"{code[:9]}%0A{code[9:]}"
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "de"))
        for place, fragment in enumerate(
            [*(f"#g={code}{tail}" for tail in TAILS), f"#g={wrapped}", f"#g%3D{code}"]
        ):
            page.evaluate(
                "to => { location.hash = to }",
                fragment if place % 2 else fragment.replace(".7-", ".6-"),
            )
            if place % 2:
                dealt(page, DEAL)
                shown(page, 7)
                page.wait_for_function("code => location.hash === '#g=' + code", arg=code)
            else:
                page.wait_for_selector("#board-message[data-reason=check]")
        page.goto(host + address_of("war", "de") + f"%23g={code}")
        page.wait_for_selector("#board[data-live]")
        dealt(page, DEAL)
        shown(page, 7)
    assert [text for text in noise if "404" not in text] == []


# --- bad links ------------------------------------------------------------------------------------


def signed(body: str) -> str:
    from engine.share import _check

    return f"{body}-{_check(body.upper())}"


WHOLE = link("peace", 9)[3:]
BAD = {
    "empty": [""],
    "malformed": [
        "hello",
        "<img src=x onerror=alert(1)>",
        "%",
        "%E0%A4%A",
        "null",
        "__proto__",
        "javascript:alert(1)",
    ],
    "version": ["2" + WHOLE[1:], "0" + WHOLE[1:]],
    "incomplete": [WHOLE[:7], WHOLE[:-1], WHOLE[:-3], WHOLE + "und", WHOLE.replace(".9", "~")],
    "deal": [signed("1.peace.2.7K3Q9F2"), signed("1.peace.2.7K3Q9F2U")],
    "check": [
        WHOLE[:-1] + "%3F",
        WHOLE.replace("peace", "peaec"),
        WHOLE.replace(".2.", ".3."),
        WHOLE + WHOLE[-3:],
    ],
    "variant": [signed("1.chess.2.7K3Q9F2A"), signed("1.toString.2.7K3Q9F2A")],
    "players": [signed("1.peace.9.7K3Q9F2A")],
    "battle": [signed("1.peace.2.7K3Q9F2A.x")],
    "rules": [signed("1.peace.4.7K3Q9F2A~000000T00000"), signed("1.peace.2.7K3Q9F2A~ZZZZZZZZZZZZ")],
    "long": [WHOLE * 9, "1." + "9" * 5_000],
}


@pytest.mark.parametrize("reason", BAD)
def test_a_bad_link_says_so_and_the_game_goes_on(browser: Browser, host: str, reason: str) -> None:
    """Whatever is broken: a message with its reason, a deal to play, a good address, and no
    exception."""
    with player(browser) as (context, noise):
        page = context.new_page()
        for place, code in enumerate(BAD[reason]):
            language = LANGUAGES[place % len(LANGUAGES)]
            page.goto("about:blank")  # so that the page is loaded, and not led to another fragment
            page.goto(host + address_of("peace", language) + "#g=" + code)
            page.wait_for_selector("#board[data-live]")
            page.wait_for_selector("#board-message:visible")
            assert page.get_attribute("#board-message", "data-reason") == reason, code
            assert page.locator("#board img").count() == 0, code
            press(page, "ArrowRight")
            shown(page, 1)
            page.wait_for_function("code => !location.href.endsWith('#g=' + code)", arg=code)
            now = read_code(page.url.partition("#g=")[2], PRESETS)
            assert (now.variant, now.rules, now.players) == ("peace", PRESETS["peace"], 2), code
            assert noise == [], code


MESSAGE = """([code, reason]) => new Promise((done) => {
    const look = () => {
        const text = document.querySelector(`#board-message[data-reason=${reason}] p`)?.textContent;
        if (!text) return;
        seen.disconnect();
        done(text);
    };
    const seen = new MutationObserver(look);
    seen.observe(document.body, { attributes: true, childList: true, subtree: true });
    location.hash = `#g=${code}`;
})"""
"""Follows a bad link to its message."""


def test_a_bad_link_speaks_the_language_of_the_page(browser: Browser, host: str) -> None:
    """Each message is in every language, and none of them is another's."""
    texts: dict[str, set[str]] = {reason: set() for reason in BAD}
    with player(browser) as (context, _):
        page = context.new_page()
        for language in LANGUAGES:
            page.goto(host + address_of("peace", language))
            page.wait_for_selector("#board[data-live]")
            for reason, (code, *_) in BAD.items():
                texts[reason].add(page.evaluate(MESSAGE, [code, reason]))
    assert {reason: len(LANGUAGES) for reason in BAD} == {
        reason: len(found) for reason, found in texts.items()
    }


def test_a_new_game_has_other_cards(browser: Browser, host: str) -> None:
    """Whatever the draw of a recorded deal says: never those that lie on the table already."""
    with player(browser) as (context, noise):
        context.add_init_script("Math.random = () => 0")
        for deal in pool_deals()[:3]:
            page = opened(context, host + address_of("war", "en") + link("war", 1, deal))
            dealt(page, deal)
            shown(page, 1)
            press(page, "n")
            shown(page, 0)
            assert table(page)["deal"].replace("-", "") != deal
            page.close()
    assert noise == []


# --- the share sheet ------------------------------------------------------------------------------


def test_copying_puts_the_link_on_the_clipboard(browser: Browser, host: str) -> None:
    """One press, and the sheet says so."""
    with player(browser, permissions=["clipboard-read", "clipboard-write"]) as (context, noise):
        page = opened(context, host + address_of("war", "en") + link("war", 3))
        shown(page, 3)
        sent = share(page, "battle")
        page.click("#share [data-do=copy]")
        page.wait_for_function(
            "() => document.querySelector('#share [aria-live]').textContent !== ''"
        )
        assert page.evaluate("navigator.clipboard.readText()") == sent
    assert noise == []


@pytest.mark.parametrize("works", [True, False])
def test_copying_without_a_clipboard(browser: Browser, host: str, works: bool) -> None:
    """Old browsers copy what is selected; where that fails too, the link is selected and a sentence
    says what to do."""
    with player(browser) as (context, noise):
        context.add_init_script(
            f"""Object.defineProperty(navigator, "clipboard", {{ value: undefined }});
            document.execCommand = () => {{
                const {{ value, selectionStart, selectionEnd }} = document.activeElement;
                window.copied = value.slice(selectionStart, selectionEnd);
                return {str(works).lower()};
            }};"""
        )
        page = opened(context, host + address_of("war", "en"))
        sent = share(page, "start")
        page.click("#share [data-do=copy]")
        page.wait_for_function(
            "() => document.querySelector('#share [aria-live]').textContent !== ''"
        )
        assert page.evaluate("window.copied") == sent
        focused = page.evaluate("document.activeElement.dataset.do ?? document.activeElement.id")
        assert focused == ("copy" if works else "share-link")
    assert noise == []


def test_sending_uses_what_the_device_has(browser: Browser, host: str) -> None:
    """A button to send where the browser can send; closing the device's sheet is no mistake."""
    with player(browser) as (context, noise):
        context.add_init_script(
            """navigator.share = async (what) => {
                window.sent = what;
                throw new DOMException("closed", "AbortError");
            };"""
        )
        page = opened(context, host + address_of("war", "en"))
        sent = share(page, "start")
        page.click("#share [data-do=send]")
        assert page.evaluate("window.sent.url") == sent
    assert noise == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_qr_code_is_the_link(browser: Browser, host: str, scheme: str) -> None:
    """Read module by module it is the link of the field, dark on light with a quiet zone, in each
    form."""
    with player(browser, color_scheme=scheme) as (context, noise):
        page = opened(context, host + address_of("last-stand", "de") + link("last-stand", 31))
        shown(page, 31)
        for form in ("start", "battle"):
            sent = share(page, form)
            page.wait_for_timeout(100)
            dark, width = drawn(page)
            assert sent == read_qr(dark, width - 8)
            page.keyboard.press("Escape")
            page.wait_for_selector("#share", state="detached")
    assert noise == []


def test_a_shared_address_has_no_query(browser: Browser, host: str) -> None:
    """Trackers that came with an address are not passed on: not in the field, in the QR code, in a
    language's link."""
    with player(browser) as (context, noise):
        address = host + address_of("war", "en")
        page = opened(context, address + "?fbclid=x&utm_source=mail#g=" + link("war", 4)[3:])
        shown(page, 4)
        assert share(page, "battle") == address + link("war", 4)
        dark, width = drawn(page)
        assert read_qr(dark, width - 8) == address + link("war", 4)
        links = page.locator("#languages a").evaluate_all("links => links.map(link => link.href)")
        assert [text for text in links if "?" in text] == []
    assert noise == []


def test_a_sheet_that_was_just_closed_opens_again(browser: Browser, host: str) -> None:
    """Escape and the key at once after it, before the browser has told that the sheet is closed: it
    is there again."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "en"))
        share(page, "start")
        page.evaluate(
            """() => {
                document.querySelector("#share").close();
                document.querySelector("[data-do=share]").click();
            }"""
        )
        page.wait_for_timeout(200)
        page.wait_for_selector("#share:modal .qr", timeout=5_000)
    assert noise == []


# --- dialogs --------------------------------------------------------------------------------------

DIALOGS = ("share", "settings", "help")


def test_a_dialog_is_labelled_and_gives_the_focus_back(browser: Browser, host: str) -> None:
    """Escape, the close button and a press beside it close it; the focus is back on what opened
    it."""
    with player(browser, viewport=NARROW) as (context, noise):
        page = opened(context, host + address_of("peace", "da"))
        for dialog, closing in product(DIALOGS, ("Escape", "button", "outside")):
            button = page.locator(f"[data-do={dialog}]").first
            button.press("Enter")
            page.wait_for_selector(f"#{dialog}:modal")
            assert page.get_attribute(f"#{dialog}", "aria-labelledby") == f"{dialog}-title"
            assert page.text_content(f"#{dialog}-title")
            assert page.evaluate("document.activeElement.closest('dialog')?.id") == dialog
            match closing:
                case "Escape":
                    page.keyboard.press("Escape")
                case "button":
                    page.click(f"#{dialog} .dialog-close")
                case "outside":
                    page.mouse.click(4, 4)
            page.wait_for_selector(f"#{dialog}", state="detached")
            assert button.evaluate("button => button === document.activeElement"), (
                dialog,
                closing,
            )
    assert noise == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dialog_can_be_read_and_hit(browser: Browser, host: str, scheme: str) -> None:
    """axe finds nothing, whatever is pressed measures 44 px, and nothing is wider than the
    narrowest screen."""
    with player(browser, viewport={"width": 320, "height": 640}, color_scheme=scheme) as (
        context,
        _,
    ):
        page = opened(context, host + address_of("war", "fi"))
        for dialog in DIALOGS:
            page.locator(f"[data-do={dialog}]").first.press("Enter")
            page.wait_for_selector(f"#{dialog}:modal")
            assert violations(page) == [], dialog
            low = (
                "parts => parts.map(part => part.getBoundingClientRect().height).filter(height =>"
                " height < 44)"
            )
            pressed = page.locator(f"#{dialog} :is(button, label.pick, input[type=text])")
            assert pressed.evaluate_all(low) == [], dialog
            assert page.evaluate(
                f"(box => box.scrollWidth <= box.clientWidth)(document.querySelector('#{dialog}'))"
            ), dialog
            page.keyboard.press("Escape")
            page.wait_for_selector(f"#{dialog}", state="detached")


def test_nobody_loads_a_dialog_before_it_is_opened(browser: Browser, host: str) -> None:
    """Share sheet, its style and QR code are asked for when they are opened, and from this host
    alone."""
    with player(browser) as (context, _):
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = opened(context, host + address_of("war", "en"))
        page.wait_for_load_state("networkidle")
        before = list(asked)
        share(page, "start")
        for part in ("js/rest-", "js/qr-", "css/board-rest."):
            assert not any(part in url for url in before)
            assert any(part in url for url in asked)
        assert all(url.startswith(host) for url in asked)


# --- settings -------------------------------------------------------------------------------------


def open_settings(page: Page) -> None:
    page.locator("[data-do=settings]").first.press("Enter")
    page.wait_for_selector("#settings:modal")


def test_settings_hold_at_once_and_stay(browser: Browser, host: str) -> None:
    """Colours, motion and letters change as they are chosen, and are there again in another
    language's page."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "da"))
        open_settings(page)
        for name, value in (
            ("suits", "four"),
            ("motion", "none"),
            ("letters", "international"),
            ("tempo", "10"),
        ):
            page.check(f"#settings input[name=set-{name}][value='{value}']")
        page.check("#settings input[name=phases]")
        root = page.evaluate("({ ...document.documentElement.dataset })")
        assert (root["suits"], root["motion"]) == ("four", "none")
        page.keyboard.press("Escape")
        assert "Es" not in page.locator("#board-lanes").inner_text()
        page.goto(host + address_of("peace", "de"))
        page.wait_for_selector("#board[data-live]")
        assert page.get_attribute("html", "data-suits") == "four"
        assert page.is_checked("#board input[name=tempo][value='10']")
        open_settings(page)
        for name, value in (
            ("suits", "four"),
            ("motion", "none"),
            ("letters", "international"),
            ("tempo", "10"),
        ):
            assert page.is_checked(f"#settings input[name=set-{name}][value='{value}']"), name
        assert page.is_checked("#settings input[name=phases]")
    assert noise == []


def test_settings_are_never_in_a_link(browser: Browser, host: str) -> None:
    """What one reader likes to see is nobody else's business."""
    with player(browser) as (context, _):
        page = opened(context, host + address_of("war", "en") + link("war", 3))
        shown(page, 3)
        open_settings(page)
        page.check("#settings input[name=set-suits][value=four]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#settings", state="detached")
        assert share(page, "battle") == host + address_of("war", "en") + link("war", 3)


def test_two_tabs_keep_each_other_s_settings(browser: Browser, host: str) -> None:
    """What is chosen in one tab holds at once in the other, takes back nothing chosen there, and
    stays."""
    with player(browser) as (context, noise):
        one = opened(context, host + address_of("war", "en"))
        two = opened(context, host + address_of("peace", "da"))
        for page in (one, two):
            open_settings(page)
        one.check("#settings input[name=set-tempo][value='3']")
        two.wait_for_selector("#settings input[name=set-tempo][value='3']:checked")
        two.check("#settings input[name=set-suits][value=four]")
        one.wait_for_selector("html[data-suits=four]")
        one.check("#settings input[name=phases]")
        two.wait_for_selector("#settings input[name=phases]:checked")
        one.keyboard.press("Escape")
        one.wait_for_selector("#settings", state="detached")
        one.click("[data-theme-button]")
        two.wait_for_selector("html[data-theme=dark]")
        three = opened(context, host + address_of("quick", "fi"))
        assert three.get_attribute("html", "data-suits") == "four"
        assert three.is_checked("#board input[name=tempo][value='3']")
    assert noise == []


def test_settings_of_earlier_versions_are_kept(browser: Browser, host: str) -> None:
    """They were one object; each of them still holds, what is no setting does no harm, and a later
    choice counts."""
    old = '{"tempo":10,"motion":"none","suits":"four","letters":"purple","sound":false,"keys":true,"more":1}'
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "da"))
        page.evaluate("old => localStorage.setItem('war-and-peace.settings', old)", old)
        for suits in ("four", "two"):
            page.reload()
            page.wait_for_selector("#board[data-live]")
            assert page.evaluate("({ ...document.documentElement.dataset })")["suits"] == suits
            assert page.is_checked("#board input[name=tempo][value='10']")
            open_settings(page)
            page.check("#settings input[name=set-suits][value=two]")
    assert noise == []


def test_the_end_is_not_told_before_its_cards(browser: Browser, host: str) -> None:
    """While the last war is being shown, line, slider, count of wars, log and keys tell of the
    battle before."""
    deal = next(
        deal for deal in pool_deals() if len(play(PRESETS["war"], 2, deal).battles[-1].rounds) > 1
    )
    game = play(PRESETS["war"], 2, deal)
    last = len(game.battles)
    told = """() => [
        document.querySelector("#board-time").getAttribute("aria-valuetext").replace(/\\d+/, "N"),
        document.querySelector("#board-course .line").getAttribute("d"),
        document.querySelector("#board-course .ticks").getAttribute("d"),
        document.querySelector("#board-wars").textContent,
        document.querySelector("#board-log li").textContent,
        document.querySelector("#board-headline").textContent,
        document.querySelector("#board-status").textContent,
    ]"""
    with player(browser, reduced_motion="no-preference") as (context, noise):
        page = opened(context, host + address_of("war", "en") + link("war", last - 1, deal))
        shown(page, last - 1)
        dealt(page, deal)
        open_settings(page)
        page.check("#settings input[name=phases]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#settings", state="detached")
        before = page.evaluate(told)
        page.click("#board [data-do=turn]")
        page.wait_for_selector("#board[data-state=war]")
        during = page.evaluate(told)
        assert before[:5] == during[:5]
        press(page, "c")
        counts = game.counts()[last - 1]
        assert re.findall(r"\d+", page.text_content("#board-status") or "") == [
            str(count) for count in counts
        ]
        press(page, "l")
        assert "wins this game" not in (page.text_content("#board-status") or "")
        assert page.locator("#board-lanes .taker").count() == 0
        while page.get_attribute("#board", "data-state") == "war":
            page.click("#board [data-do=turn]")
        page.wait_for_selector("#board[data-state=over]")
        assert page.evaluate(told)[1] != during[1]
    assert noise == []


def test_refused_storage_refuses_nothing_else(browser: Browser, host: str) -> None:
    """Game, settings and links work without storage, and the settings say that they are not
    kept."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("peace", "en"))
        open_settings(page)
        kept = page.text_content("#settings .dialog-note")
        page.close()
        context.add_init_script(REFUSED)
        page = opened(context, host + address_of("peace", "en") + link("peace", 2))
        shown(page, 2)
        press(page, "ArrowRight")
        shown(page, 3)
        open_settings(page)
        assert page.text_content("#settings .dialog-note") not in ("", kept)
        page.check("#settings input[name=set-suits][value=four]")
        assert page.get_attribute("html", "data-suits") == "four"
        page.keyboard.press("Escape")
        page.wait_for_selector("#settings", state="detached")
        assert share(page, "battle") == host + address_of("peace", "en") + link("peace", 3)
    assert noise == []


def test_keys_are_listed_and_can_be_switched_off(browser: Browser, host: str) -> None:
    """The list names every key of the board; once off, single keys do nothing, and the buttons
    still work."""
    with player(browser) as (context, noise):
        page = opened(context, host + address_of("war", "en"))
        press(page, "?")
        page.wait_for_selector("#help:modal")
        listed = set(page.locator("#help kbd").all_text_contents())
        assert listed >= {"Space", "Enter", "←", "→", "Shift", "Home", "End", *"ASERNLCTM?"}
        page.uncheck("#help input[name=keys]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#help", state="detached")
        press(page, "t")
        press(page, "ArrowRight")
        page.wait_for_timeout(150)
        assert page.locator("dialog").count() == 0
        assert page.get_attribute("#board", "data-battle") == "0"
        page.click("#board [data-do=turn]")
        shown(page, 1)
        page.reload()
        page.wait_for_selector("#board[data-live]")
        battle = page.get_attribute("#board", "data-battle")
        press(page, "ArrowRight")
        page.wait_for_timeout(150)
        assert page.get_attribute("#board", "data-battle") == battle
    assert noise == []


INTERRUPTED = """window.heard = 0;
window.contexts = [];
for (const { prototype } of [AudioBufferSourceNode, OscillatorNode]) {
    const { start } = prototype;
    prototype.start = function (...when) {
        heard += 1;
        return start.apply(this, when);
    };
}
window.AudioContext = class extends AudioContext {
    constructor() {
        super();
        contexts.push(this);
    }
    get state() {
        return this.told ?? super.state;
    }
    resume() {
        if (this.deaf) return new Promise(() => {});
        this.told = undefined;
        return super.resume();
    }
};"""
"""A phone that stops sounds for a call."""


def press_until_heard(page: Page) -> None:
    """Turn cards until one is heard: on a busy machine the first may come too late to be."""
    for _ in range(5):
        press(page, "ArrowRight")
        with suppress(PlaywrightTimeout):
            page.wait_for_function("() => heard > 0", timeout=2_000)
            return
    pytest.fail("no card was heard")


@pytest.mark.parametrize("state", ["interrupted", "suspended"])
def test_sound_comes_back_with_the_next_press(browser: Browser, host: str, state: str) -> None:
    """Whatever stopped it; what a press does not wake is given up for another with the one
    after."""
    with player(browser) as (context, noise):
        context.add_init_script(INTERRUPTED)
        page = opened(context, host + address_of("war", "en"))
        press(page, "m")
        page.wait_for_function("() => localStorage['war-and-peace.settings.sound'] === 'true'")
        press_until_heard(page)
        for deaf in (False, True):
            told = json.dumps({"told": state, "deaf": deaf})
            page.evaluate(f"() => {{ heard = 0; Object.assign(contexts.at(-1), {told}) }}")
            if deaf:
                press(page, "ArrowRight")
                page.wait_for_timeout(700)
                assert 0 == page.evaluate("heard")
            press_until_heard(page)
            assert "running" == page.evaluate("contexts.at(-1).state")
        assert 2 == page.evaluate("contexts.length")
    assert noise == []


def test_sound_is_off_until_it_is_asked_for(browser: Browser, host: str) -> None:
    """No sound is made before the switch is on; then a card is heard, without a file."""
    with player(browser) as (context, noise):
        context.add_init_script(
            """window.heard = 0;
            for (const { prototype } of [AudioBufferSourceNode, OscillatorNode]) {
                const { start } = prototype;
                prototype.start = function (...when) {
                    heard += 1;
                    return start.apply(this, when);
                };
            }"""
        )
        page = opened(context, host + address_of("war", "en"))
        press(page, "ArrowRight")
        shown(page, 1)
        assert page.evaluate("heard") == 0
        open_settings(page)
        page.check("#settings input[name=sound]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#settings", state="detached")
        page.wait_for_timeout(200)
        press(page, "ArrowRight")
        shown(page, 2)
        page.wait_for_function("() => heard > 0")
    assert noise == []
