"""The engine in a thread of Chromium, started and asked by a page that has nothing else: whatever
breaks, a promise settles and the state says what happened."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from builder.runtime.pyodide import make_runtime
from engine import Rules, play
from tests.engine.games import variants
from tests.engine.test_golden_deals import golden_deals
from tests.runtime.host import Host

WITHOUT_SNAPSHOT = "() => { window.engine = make({ patience: 20000, snapshot: undefined }) }"
GAME = play(Rules(best="low"), 3, "7K3Q9F2A")


@pytest.fixture
def page(browser: Browser, kept: Host) -> Iterator[Page]:
    """A reader who was never here: nothing in the cache."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(kept.address)
    page.wait_for_function("() => Boolean(window.reason)")
    page.evaluate("() => { window.engine = make({ patience: 20000 }) }")
    yield page
    context.close()


def set_to_work(page: Page) -> None:
    """Start the engine and ask for more than it can do at once; what becomes of it is in
    `called`."""
    page.evaluate("engine.start()")
    page.evaluate("""() => {
        window.called = reason(engine.call({ do: "simulate", rules: {}, players: 2, first: 0, games: 10000, seed: 1 }));
    }""")


def state(page: Page) -> str:
    return str(page.evaluate("engine.state"))


def news(page: Page) -> list[str]:
    """The states that the engine went through."""
    return [each for each in page.evaluate("news") if isinstance(each, str)]


def plays(page: Page) -> bool:
    """Whether the engine plays the game as CPython does."""
    answer: dict[str, Any] = page.evaluate("engine.call(game)")
    return bool(
        answer["recording"] == json.loads(GAME.to_json()) and answer["digest"] == GAME.digest()
    )


def reason(page: Page, promise: str) -> str:
    return str(page.evaluate(f"reason({promise})"))


def test_nothing_is_loaded_before_somebody_starts_it(page: Page, kept: Host) -> None:
    """A page with an engine asks for nothing of it."""
    assert state(page) == "absent"
    assert [path for path in kept.asked if path.startswith("assets/")] == []


def test_it_starts_shows_how_far_it_is_and_plays(page: Page, kept: Host) -> None:
    """Bytes only grow and end at what was announced; the game is the one that CPython plays;
    nothing is asked twice."""
    assert plays(page)
    assert news(page) == ["loading", "ready"]
    steps = [each for each in page.evaluate("news") if not isinstance(each, str)]
    loaded = [step["loaded"] for step in steps]
    assert len(loaded) >= 5 and loaded == sorted(loaded)
    assert loaded[-1] == steps[-1]["total"] == make_runtime().loaded
    assert len(kept.asked) == len(set(kept.asked))
    assert plays(page) and page.evaluate("engine.start()") is None
    assert news(page) == ["loading", "ready"]


def test_golden_deals_are_the_same_games_in_the_page(page: Page) -> None:
    """The browser plays the games that must never change."""
    rules = {name: each.changes() for name, each in variants().items()}
    requests = [
        {"do": "play", "rules": rules[variant], "players": int(n), "deal": deal}
        for variant, n, deal, *_ in golden_deals()
    ]
    script = (
        "requests => Promise.all(requests.map((each) => engine.call(each).then(({ digest }) =>"
        " digest)))"
    )
    assert page.evaluate(script, requests) == [deal[-1] for deal in golden_deals()]


def test_many_games_come_in_pieces_that_add_up(page: Page) -> None:
    """A simulation asked for in two pieces is the same as in one."""
    script = """async () => {
        const ask = (first, games, tally) =>
            engine.call({ do: "simulate", rules: {}, players: 2, first, games, seed: 1, tally });
        const half = await ask(0, 40);
        return [(await ask(40, 60, half.tally)).summary, (await ask(0, 100)).summary];
    }"""
    pieces, whole = page.evaluate(script)
    assert pieces == whole and whole["games"] == 100


def test_what_the_engine_refuses_comes_with_a_reason(page: Page) -> None:
    """An answer that is an error rejects; the engine goes on."""
    assert reason(page, 'engine.call({ ...game, deal: "short" })') == "deal"
    assert reason(page, "engine.call({ ...game, players: 7 })") == "rules"
    assert reason(page, 'engine.call({ do: "dance" })') == "request"
    assert plays(page)


def test_a_start_can_be_cancelled_and_begun_again(page: Page, kept: Host) -> None:
    """Cancelling rejects what waits, and a new start plays."""
    kept.going_on.clear()
    kept.faults[".wasm"] = "stall"
    page.evaluate(
        "() => { window.started = reason(engine.start()); window.called = reason(engine.call(game))"
        " }"
    )
    page.wait_for_function("() => news.some(({ loaded }) => loaded > 1e6)")
    page.evaluate("engine.cancel()")
    assert page.evaluate("Promise.all([started, called])") == ["cancelled", "cancelled"]
    assert state(page) == "absent"
    kept.anew()
    assert plays(page)


@pytest.mark.parametrize(
    "name", [".wasm", ".zip", ".whl", "pyodide-lock.json", "pyodide.mjs", "pyodide.asm.mjs"]
)
def test_a_missing_file_ends_in_failed_and_a_retry_plays(page: Page, kept: Host, name: str) -> None:
    """No file can keep a start hanging."""
    page.evaluate(WITHOUT_SNAPSHOT)
    kept.faults[name] = "missing"
    assert reason(page, "engine.call(game)") == "failed"
    assert state(page) == "failed"
    kept.anew()
    assert plays(page)
    assert news(page) == ["loading", "failed", "loading", "ready"]


@pytest.mark.parametrize("name", [".wasm", ".zip"])
def test_a_connection_that_breaks_off_ends_in_failed(page: Page, kept: Host, name: str) -> None:
    """Half a file is as good as none."""
    page.evaluate(WITHOUT_SNAPSHOT)
    kept.faults[name] = "cut"
    assert reason(page, "engine.start()") == "failed"
    kept.anew()
    assert plays(page)


def test_a_connection_that_falls_silent_ends_in_failed(page: Page, kept: Host) -> None:
    """After some patience without a byte the start is given up."""
    kept.going_on.clear()
    kept.faults[".wasm"] = "stall"
    page.evaluate("() => { window.engine = make({ patience: 1500 }) }")
    assert reason(page, "engine.start()") == "timeout"
    assert state(page) == "failed"


def test_a_missing_thread_ends_in_failed(page: Page, kept: Host) -> None:
    """So does a worker that is not there."""
    worker = next(path for path in kept.files if path.startswith("assets/js/worker"))
    kept.faults[worker.rpartition("/")[2]] = "missing"
    assert reason(page, "engine.start()") == "failed"
    kept.anew()
    assert plays(page)


def test_a_host_that_gives_wasm_a_wrong_type_does_no_harm(page: Page, kept: Host) -> None:
    """What cannot be compiled while it streams is compiled when it is there."""
    kept.faults[".wasm"] = "type"
    assert plays(page)


def test_a_policy_without_wasm_ends_in_failed(page: Page, kept: Host) -> None:
    """A host whose policy forbids WebAssembly cannot keep the page waiting."""
    policy = kept.headers["Content-Security-Policy"]
    kept.headers["Content-Security-Policy"] = policy.replace(" 'wasm-unsafe-eval'", "")
    assert kept.headers["Content-Security-Policy"] != policy
    assert reason(page, "engine.start()") in ("failed", "unsupported")
    assert state(page) in ("failed", "unsupported")


def test_without_webassembly_it_is_unsupported(page: Page) -> None:
    """The page knows at once and loads nothing."""
    page.evaluate("() => { delete window.WebAssembly }")
    assert reason(page, "engine.call(game)") == "unsupported"
    assert state(page) == "unsupported"


def test_offline_before_the_first_start_says_so(page: Page) -> None:
    """Without a net the start fails and says why; with it, it goes."""
    page.context.set_offline(True)
    assert reason(page, "engine.start()") == "offline"
    assert state(page) == "failed"
    page.context.set_offline(False)
    assert plays(page)


def test_a_thread_killed_at_work_ends_in_crashed_at_once(page: Page) -> None:
    """What was asked is rejected long before patience ends, and the next call starts anew."""
    set_to_work(page)
    page.wait_for_timeout(100)
    page.evaluate("() => { window.killed = performance.now(); thread.terminate() }")
    assert page.evaluate("called") == "crashed"
    assert page.evaluate("performance.now() - killed") < 5000
    assert state(page) == "crashed"
    assert plays(page)


def test_stop_gives_up_what_was_asked(page: Page) -> None:
    """After stop there is no thread and no hanging promise."""
    set_to_work(page)
    page.wait_for_timeout(50)
    page.evaluate("engine.stop()")
    assert page.evaluate("called") == "cancelled"
    assert state(page) == "absent"
