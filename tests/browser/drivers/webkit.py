"""WebKitGTK's MiniBrowser, driven by WebDriver: JSON over HTTP, on a screen of its own that nobody
sees."""

import base64
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.browser.drivers.reader import PageError, Reader

ANSWER = 60.0
START = 15.0
"""Seconds that a session may take to start: it takes half of one, but once in a while it hangs for
ever."""
TRIES = 4
SURROUNDINGS = {
    "GDK_BACKEND": "x11",
    "NO_AT_BRIDGE": "1",
    # Paint without the graphics card that such a screen lacks: a frame takes 16 ms instead of 100.
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Webkit(Reader):
    """Each session is a process of its own with an empty profile that is never written to disk."""

    name = "webkit"

    def __init__(
        self,
        driver: str,
        browser: str,
        screen: str,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.driver = driver
        self.browser = browser
        self.settings = dict(settings or {})
        self.session = ""
        self.screen, self.display = start_screen(screen)
        self._start()

    def _start(self) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            [self.driver, f"--port={self.port}"],
            env=os.environ | SURROUNDINGS | self.settings | {"DISPLAY": self.display},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + ANSWER
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(OSError):
                self.call("GET", "/status")
                return
            time.sleep(0.05)
        raise RuntimeError("WebKitWebDriver did not start")

    def _stop(self) -> None:
        """End the driver and the browser that it started, which a driver that hangs would leave
        behind."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, timeout: float = ANSWER
    ) -> Any:
        """One command and its answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            text = None if method == "GET" else json.dumps(body or {})
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        if answer.status != 200:
            raise PageError(f"{path}: {value['error']}: {value['message']}")
        return value

    def send(self, method: str, path: str, **body: Any) -> Any:
        return self.call(method, f"/session/{self.session}/{path}", body)

    def noise(self) -> list[str]:
        return []  # WebDriver has no word for it; what `probe.js` hears has to do

    def fresh(self) -> None:
        self.leave()
        options = {"binary": self.browser, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        for _ in range(TRIES):
            try:
                self.session = self.call("POST", "/session", wanted, START)["sessionId"]
                return
            except (OSError, PageError):
                self._stop()
                self._start()
        raise RuntimeError("MiniBrowser did not start")

    def leave(self) -> None:
        if self.session:
            self.call("DELETE", f"/session/{self.session}")
            self.session = ""

    def open(self, url: str) -> None:
        self.send("POST", "url", url="about:blank")
        self.send("POST", "url", url=url)

    def reload(self) -> None:
        self.send("POST", "refresh")

    def back(self) -> None:
        self.send("POST", "back")

    def forward(self) -> None:
        self.send("POST", "forward")

    def raw(self, script: str) -> Any:
        return self.send(
            "POST", "execute/sync", script=f"return (async () => {{ {script} }})()", args=[]
        )

    def act(self, keys: list[tuple[bool, str]]) -> None:
        actions = [{"type": "keyDown" if down else "keyUp", "value": code} for down, code in keys]
        self.send(
            "POST", "actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}]
        )

    def point(self, x: int, y: int) -> None:
        actions = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.send(
            "POST", "actions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}]
        )

    def resize(self, width: int, height: int) -> None:
        frame = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
        self.send("POST", "window/rect", width=width + frame[0], height=height + frame[1])

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("GET", "screenshot")))

    def close(self) -> None:
        with suppress(Exception):
            self.leave()
        self._stop()
        self.screen.terminate()
        self.screen.wait(10)


def start_screen(binary: str) -> tuple[subprocess.Popen[str], str]:
    """A screen in memory and its name, chosen by itself so that others are not disturbed."""
    process = subprocess.Popen(
        [binary, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    number = process.stdout.readline().strip()
    if not number:
        raise RuntimeError("Xvfb did not start")
    return process, f":{number}"
