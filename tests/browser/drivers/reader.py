"""A reader at a browser: what the tests may do, whatever the engine. Each driver fills in the few
methods on top."""

import json
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

KEYS = {
    "Shift": "\ue008",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "Space": " ",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Home": "\ue011",
    "End": "\ue010",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
}
"""The code points that WebDriver gives to keys without a character."""
PATIENCE = 30.0
"""Seconds that a condition may take to come true: this many only where something is broken."""
CENTRE = """(async () => {
    const found = [...document.querySelectorAll(%s)];
    const element = found.find((each) => each.getBoundingClientRect().width > 0) ?? found[0];
    const place = () => {
        const box = element.getBoundingClientRect();
        return [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
    };
    let last;
    do {  // until nothing moves any more
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        last = String(place());
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
    } while (String(place()) !== last);
    return place();
})()"""


class PageError(Exception):
    """A script of a test failed in the page."""


class Reader(ABC):
    """One tab of one engine, in a profile that knows nothing yet."""

    name: str

    @abstractmethod
    def fresh(self) -> None:
        """Begin anew as somebody who was never here: an empty profile, one empty tab."""

    @abstractmethod
    def leave(self) -> None:
        """Let go of the tab and the profile; `fresh` begins anew."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to an address and wait until it has loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page once more."""

    @abstractmethod
    def back(self) -> None:
        """Go back in the history."""

    @abstractmethod
    def forward(self) -> None:
        """Go forward in the history."""

    @abstractmethod
    def raw(self, script: str) -> Any:
        """Run the body of an async function that returns text."""

    @abstractmethod
    def act(self, keys: list[tuple[bool, str]]) -> None:
        """Press (True) and release (False) keys, given by the code points of WebDriver."""

    @abstractmethod
    def point(self, x: int, y: int) -> None:
        """Click at a place of the window."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page so many pixels, until the next `fresh`."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Write a PNG of what the window shows."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    @abstractmethod
    def noise(self) -> list[str]:
        """Errors that the engine itself wrote to the console since `fresh`, where it tells."""

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; of a promise, what it comes to."""
        answer = json.loads(
            self.raw(
                f"try {{ return JSON.stringify([await ({script}\n) ?? null]) }}"
                " catch (error) { return JSON.stringify(String(error)) }"
            )
        )
        if isinstance(answer, str):
            raise PageError(f"{answer} in {script}")
        return answer[0]

    def wait(self, script: str, timeout: float = PATIENCE) -> Any:
        """The value of an expression as soon as it is true, over loads of new pages too."""
        end = time.monotonic() + timeout
        last: object = None
        pause = 0.01  # longer and longer, for each look costs the page as much as it costs us
        while time.monotonic() < end:
            try:
                last = self.evaluate(script)
                if last:
                    return last
            except Exception as error:  # a page in the middle of being left has no answer
                last = error
            time.sleep(pause)
            pause = min(1.5 * pause, 0.1)
        raise TimeoutError(f"{self.name}: never true: {script}; last {last!r}; {self.situation()}")

    def situation(self) -> str:
        """Where the page stands, for a message about what went wrong."""
        try:
            return str(
                self.evaluate(
                    "[location.href, JSON.stringify(document.querySelector('#board')?.dataset ??"
                    " null),"
                    " document.querySelector('#board-message')?.innerText ?? '',"
                    " JSON.stringify(window.probe ?? null)]"
                    ".map(each => each.slice(0, 600)).join(' · ')"
                )
            )
        except Exception as error:
            return f"no answer from the page: {error}"

    def press(self, *keys: str) -> None:
        """Press keys one after the other: "a", "Enter", "Shift+ArrowLeft"."""
        strokes: list[tuple[bool, str]] = []
        for combination in keys:
            codes = [KEYS.get(key, key) for key in combination.split("+")]
            strokes += [(True, code) for code in codes] + [
                (False, code) for code in reversed(codes)
            ]
        self.act(strokes)

    def click(self, selector: str) -> None:
        """Click in the middle of the first such element that is shown, as a mouse does."""
        self.point(*self.evaluate(CENTRE % json.dumps(selector)))

    def focus(self, selector: str) -> None:
        """Put the focus on an element, as if the reader had come there by Tab."""
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")

    def text(self, selector: str) -> str:
        """The text of an element as it is shown."""
        return str(
            self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText.trim()")
        )

    @property
    def url(self) -> str:
        return str(self.evaluate("location.href"))
