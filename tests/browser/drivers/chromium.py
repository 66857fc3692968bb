"""Chromium, driven by Playwright."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.drivers.reader import KEYS, Reader

NAMES = {code: name for name, code in KEYS.items()}


class Chromium(Reader):
    name = "chromium"

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.context: BrowserContext | None = None
        self.page: Page
        self.heard: list[str] = []

    def fresh(self) -> None:
        self.leave()
        self.heard = []
        self.context = self.browser.new_context()
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(f"{message.text} {message.location.get('url', '')}")

    def noise(self) -> list[str]:
        return self.heard

    def open(self, url: str) -> None:
        self.page.goto("about:blank")  # so that another fragment of the same page is loaded too
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def back(self) -> None:
        self.page.go_back(wait_until="commit")

    def forward(self) -> None:
        self.page.go_forward(wait_until="commit")

    def raw(self, script: str) -> Any:
        return self.page.evaluate(f"async () => {{ {script} }}")

    def act(self, keys: list[tuple[bool, str]]) -> None:
        for down, code in keys:
            key = NAMES.get(code, code)
            (self.page.keyboard.down if down else self.page.keyboard.up)(key)

    def point(self, x: int, y: int) -> None:
        self.page.mouse.click(x, y)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def leave(self) -> None:
        if self.context:
            self.context.close()
            self.context = None

    def close(self) -> None:
        self.leave()  # who started the browser ends it
