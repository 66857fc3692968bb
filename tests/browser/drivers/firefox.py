"""Firefox, driven by WebDriver BiDi: JSON commands through a web socket, without geckodriver."""

import base64
import json
import os
import re
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from websocket import create_connection

from tests.browser.drivers.reader import PageError, Reader

ANSWER = 60.0
ENDED_WORKER = re.compile(r"uncaught exception: undefined|.*The worker is shutting down")
"""What Firefox itself writes down when a worker is ended in the middle of something. What goes wrong
in a page is heard by its probe as well, whatever it is."""
PREFERENCES: dict[str, object] = {
    # Talk to nobody.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.http.speculative-parallel-limit": 0,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
    # Show nothing but the page.
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "dom.disable_open_during_load": False,
    "privacy.userContext.enabled": True,
    # A single page is enough of a process for each tab.
    "dom.ipc.processCount": 2,
    "browser.tabs.remote.separatePrivilegedContentProcess": False,
    "fission.autostart": False,
}


class Firefox(Reader):
    name = "firefox"

    def __init__(
        self, binary: str, profile: Path, preferences: Mapping[str, object] | None = None
    ) -> None:
        profile.mkdir(parents=True, exist_ok=True)
        chosen = PREFERENCES | dict(preferences or {})
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in chosen.items()
        ]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        self.process = subprocess.Popen(
            [
                binary,
                "--headless",
                "--no-remote",
                "--profile",
                str(profile),
                "--remote-debugging-port",
                "0",
            ],
            env=os.environ | {"HOME": str(profile)},  # root is refused in a home of somebody else's
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.socket = create_connection(
            f"{self._address(profile)}/session", timeout=ANSWER, suppress_origin=True
        )
        self.number = 0
        self.heard: list[str] = []
        self.person = self.tab = ""
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def _address(self, profile: Path) -> str:
        """The address that Firefox writes into its profile once it listens."""
        file = profile / "WebDriverBiDiServer.json"
        end = time.monotonic() + ANSWER
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(OSError, ValueError):
                said = json.loads(file.read_text("utf-8"))
                return f"ws://{said['ws_host']}:{said['ws_port']}"
            time.sleep(0.05)
        raise RuntimeError("Firefox did not start")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its answer; what Firefox says in between is kept."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("type") == "event":
                self._hear(message)
            elif message.get("id") == self.number:
                if message["type"] == "error":
                    raise PageError(f"{method}: {message['error']}: {message['message']}")
                return dict(message["result"])

    def _hear(self, event: dict[str, Any]) -> None:
        entry = event["params"]
        ours = entry.get("source", {}).get("context") in (self.tab, None)
        is_error = event["method"] == "log.entryAdded" and entry["level"] == "error"
        if is_error and ours and not ENDED_WORKER.fullmatch(entry["text"] or ""):
            self.heard.append(entry["text"])

    def noise(self) -> list[str]:
        self.send("session.status")
        return self.heard

    def fresh(self) -> None:
        self.leave()
        self.person = self.send("browser.createUserContext")["userContext"]
        self.tab = self.send("browsingContext.create", type="tab", userContext=self.person)[
            "context"
        ]
        self.heard = []

    def leave(self) -> None:
        if self.person:
            self.send("browser.removeUserContext", userContext=self.person)
            self.person = ""

    def open(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.tab, url="about:blank", wait="complete")
        self.send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def reload(self) -> None:
        self.send("browsingContext.reload", context=self.tab, wait="complete")

    def back(self) -> None:
        self.send("browsingContext.traverseHistory", context=self.tab, delta=-1)

    def forward(self) -> None:
        self.send("browsingContext.traverseHistory", context=self.tab, delta=1)

    def raw(self, script: str) -> Any:
        answer = self.send(
            "script.evaluate",
            expression=f"(async () => {{ {script} }})()",
            target={"context": self.tab},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise PageError(f"{answer['exceptionDetails']['text']} in {script}")
        return answer["result"].get("value")

    def act(self, keys: list[tuple[bool, str]]) -> None:
        actions = [{"type": "keyDown" if down else "keyUp", "value": code} for down, code in keys]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.send("input.performActions", context=self.tab, actions=[source])

    def point(self, x: int, y: int) -> None:
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": actions}
        self.send("input.performActions", context=self.tab, actions=[source])

    def resize(self, width: int, height: int) -> None:
        self.send(
            "browsingContext.setViewport",
            context=self.tab,
            viewport={"width": width, "height": height},
        )

    def screenshot(self, path: Path) -> None:
        data = self.send("browsingContext.captureScreenshot", context=self.tab)["data"]
        path.write_bytes(base64.b64decode(data))

    def print(self, place: Path, width: float, height: float) -> None:
        """What the page is on paper of this size in inches, across where it is wider than high."""
        across = width > height
        size = sorted((2.54 * width, 2.54 * height))
        data = self.send(
            "browsingContext.print",
            context=self.tab,
            page={"width": size[0], "height": size[1]},
            orientation="landscape" if across else "portrait",
            shrinkToFit=False,
        )["data"]
        place.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        with suppress(Exception):
            self.send("browser.close")
        with suppress(Exception):
            self.socket.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
