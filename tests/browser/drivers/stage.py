"""A host for the built site that a test can stop, hold up and listen to, and that slips a script
into each page."""

import gzip
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR, socket
from urllib.parse import urlsplit

from builder.preview.serve import Handler

PROBE = Path(__file__).with_name("probe.js").read_text("utf-8")
PROBE_PATH = "/probe.js"
IDLE = b"addEventListener('install', () => skipWaiting());"
"""A service worker that is there, and keeps nothing."""
PORTAL = b"<!doctype html><title>Free WiFi</title><form><button>Log in</button></form>"


@dataclass(frozen=True)
class Lie:
    """What somebody answers in place of the host: other bytes, another status, the type of another
    file, a detour."""

    change: Callable[[bytes], bytes] = lambda body: body
    status: HTTPStatus = HTTPStatus.OK
    suffix: str = ""
    location: str = ""


LIES = {
    "a portal's page": Lie(lambda _: PORTAL, suffix=".html"),
    "a portal's page of the right type": Lie(lambda _: PORTAL),
    "half": Lie(lambda body: body[: len(body) // 2]),
    "nothing": Lie(lambda _: b""),
    "still packed": Lie(gzip.compress),
    "one bit wrong": Lie(lambda body: body[:-1] + bytes([body[-1] ^ 1])),
    "a part": Lie(lambda body: body[: len(body) // 2], HTTPStatus.PARTIAL_CONTENT),
    "a detour": Lie(lambda _: b"", HTTPStatus.FOUND, location=PROBE_PATH),
    "an error": Lie(lambda _: PORTAL, HTTPStatus.BAD_GATEWAY, ".html"),
}
"""Wrong answers by what they are."""


class Stage:
    """The host, with the types, the policy and the 404 page of `build.py serve`."""

    def __init__(self, folder: Path, base_path: str = "/") -> None:
        self.folder = folder
        self.base_path = base_path
        self.slips = True
        """Whether the probe is slipped into pages; those that a service worker keeps have to do
        without."""
        self.keeps = True
        """Whether the service worker is the site's own, which loads some two hundred files with the
        first page; else it is one that does nothing."""
        self.service_stub = ""
        """Script that runs in the service worker before its own."""
        self.stub = ""
        """Script that runs in each page before all others."""
        self.asked: list[str] = []
        """The paths that were asked for."""
        self.held = ""
        """While not empty, requests whose path contains this text get no answer."""
        self.lie: Lie | None = None
        """What scripts get that fetch a file, as often as `times` says for each path."""
        self.times = 0
        self.portal = False
        """Whether every page is a portal's that wants a login."""
        self.lied: Counter[str] = Counter()
        self.connections: set[socket] = set()
        self.changed = threading.Condition()
        self.server: ThreadingHTTPServer | None = None
        self.port = 0
        self.start()
        self.address = f"http://127.0.0.1:{self.port}{base_path}"

    def start(self) -> None:
        """Answer, on the same port as before."""
        if self.server:
            return
        handler = type(
            "StageHandler",
            (_Handler,),
            {"folder": self.folder, "base_path": self.base_path, "stage": self},
        )
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    def stop(self) -> None:
        """Be gone, as a host is for a reader who is offline: connections that were open break
        too."""
        if not self.server:
            return
        self.server.shutdown()
        self.server.server_close()
        self.server = None
        for connection in list(self.connections):
            with suppress(OSError):
                connection.shutdown(SHUT_RDWR)
        self.hold("")

    def show(self, folder: Path) -> None:
        """Be the host of another build of the site from now on."""
        self.stop()
        self.folder = folder
        self.start()

    def hold(self, part: str) -> None:
        """Let requests whose path contains `part` wait; with "" let all go on."""
        with self.changed:
            self.held = part
            self.changed.notify_all()

    def deceive(self, lie: Lie | None, times: int = 1) -> None:
        """Answer scripts wrongly that fetch a file, at first; with None be honest again."""
        self.lie, self.times = lie, times
        self.lied.clear()

    def slipped(self, page: bytes) -> bytes:
        """A page with the probe in it."""
        return page.replace(b"<head>", f'<head><script src="{PROBE_PATH}"></script>'.encode(), 1)

    def service_worker(self, code: bytes) -> bytes:
        """The service worker of a site whose pages have the probe in them."""
        first, _, rest = code.partition(b"\n")
        site = json.loads(first.removeprefix(b"self.site=").removesuffix(b";"))
        digits = site.get("digits", 0)
        for part, paths in site["parts"].items() if digits else ():
            found = [
                site["digests"][part][at : at + digits]
                for at in range(0, digits * len(paths), digits)
            ]
            for place, path in enumerate(paths):
                if not path or path.endswith("/"):
                    page = (self.folder / path / "index.html").read_bytes()
                    found[place] = sha256(self.slipped(page)).hexdigest()[:digits]
            site["digests"][part] = "".join(found)
        return b"self.site=" + json.dumps(site).encode() + b";\n" + rest

    def anew(self) -> None:
        """Forget what one test asked for."""
        self.start()
        self.hold("")
        self.deceive(None)
        self.portal = False
        self.keeps = True
        self.stub = self.service_stub = ""
        self.asked.clear()


class _Handler(Handler):
    stage: Stage

    def setup(self) -> None:
        super().setup()
        self.stage.connections.add(self.connection)

    def finish(self) -> None:
        self.stage.connections.discard(self.connection)
        with suppress(OSError):
            super().finish()

    def handle(self) -> None:
        with suppress(OSError):  # a browser that goes on to another page hangs up
            super().handle()

    def _answer(self, *, with_body: bool) -> None:
        path = urlsplit(self.path).path
        self.stage.asked.append(path)
        with self.stage.changed:
            self.stage.changed.wait_for(lambda: not self.stage.held or self.stage.held not in path)
        if path == PROBE_PATH:
            self._send(HTTPStatus.OK, (PROBE + self.stage.stub).encode(), ".js", with_body, {})
        else:
            super()._answer(with_body=with_body)

    def _send(
        self, status: HTTPStatus, body: bytes, suffix: str, with_body: bool, more: dict[str, str]
    ) -> None:
        path = urlsplit(self.path).path
        if path.endswith("/sw.js") and not self.stage.keeps:
            body = IDLE
        elif path.endswith("/sw.js"):
            body = self.stage.service_worker(body) if self.stage.slips else body
            body = self.stage.service_stub.encode() + body
        if suffix == ".html" and self.stage.slips:
            body = self.stage.slipped(body)
        if self.stage.portal and suffix == ".html":
            body = PORTAL
        lie = self._lie(path)
        if lie:
            status, body, suffix = lie.status, lie.change(body), lie.suffix or suffix
            more = more | ({"Location": lie.location} if lie.location else {})
        super()._send(status, body, suffix, with_body, more)

    def _lie(self, path: str) -> Lie | None:
        """What is answered in place of a file, if a script fetches it."""
        if not self.stage.lie or self.headers.get("Sec-Fetch-Dest") != "empty":
            return None
        self.stage.lied[path] += 1
        return self.stage.lie if self.stage.lied[path] <= self.stage.times else None


@contextmanager
def staged(folder: Path, base_path: str = "/") -> Iterator[Stage]:
    stage = Stage(folder, base_path)
    try:
        yield stage
    finally:
        stage.stop()
