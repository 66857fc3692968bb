"""A small host for the engine alone: the strict policy of the site, and faults that a test
orders."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from posixpath import splitext
from urllib.parse import urlsplit

from builder.assets.asset_files import read_assets
from builder.assets.bundle import WORKER
from builder.runtime.pyodide import make_runtime
from builder.values.headers import HEADERS, TYPES
from builder.values.project_folder import HOME

PAGE = b'<!doctype html><html lang="en"><title>Engine</title><script type="module" src="page.js"></script>'
SCRIPT = """
import { Engine } from "./client.js";
const files = %s;
window.news = [];
window.make = (more) => {
  const engine = new Engine({ ...files, ...more });
  engine.addEventListener("state", () => news.push(engine.state));
  engine.addEventListener("progress", ({ detail }) => news.push(detail));
  return engine;
};
const Plain = Worker;
window.Worker = class extends Plain {
  constructor(...given) {
    super(...given);
    window.thread = this;
  }
};
window.reason = (promise) => promise.then(() => "none", (error) => error.reason);
window.game = { do: "play", rules: { best: "low" }, players: 3, deal: "7K3Q9F2A" };
"""


@dataclass
class Host:
    """Files by path, and what is wrong: "missing", "type", "cut" or "stall", by the path's last
    part or its suffix.

    `instead` has other bytes for a file, by the path's last part.
    """

    files: dict[str, bytes]
    address: str = ""
    faults: dict[str, str] = field(default_factory=dict)
    instead: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    going_on: threading.Event = field(default_factory=threading.Event)

    def anew(self) -> None:
        self.faults.clear()
        self.instead.clear()
        self.asked.clear()
        self.headers = dict(HEADERS)
        self.going_on.set()

    def fault(self, path: str) -> str:
        name = path.rpartition("/")[2]
        return self.faults.get(name) or self.faults.get(splitext(name)[1]) or ""


def engine_files() -> dict[str, bytes]:
    """A page that starts nothing by itself, and all that the engine needs."""
    assets, runtime = read_assets(HOME / "assets"), make_runtime()
    files = {
        "worker": assets.path(WORKER),
        "runtime": runtime.folder,
        "bytes": runtime.loaded,
        **runtime.start,
    }
    own = {"": PAGE, "page.js": (SCRIPT % json.dumps(files)).encode()}
    own["client.js"] = (HOME / "assets/js/engine/client.js").read_bytes()
    return own | assets.files | runtime.site_files()


@contextmanager
def hosted(files: dict[str, bytes]) -> Iterator[Host]:
    host = Host(files)
    host.anew()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path.removeprefix("/")
            host.asked.append(path)
            fault = host.fault(path)
            body = host.instead.get(path.rpartition("/")[2], host.files.get(path))
            self.send_response(200 if body is not None and fault != "missing" else 404)
            body = body if body is not None and fault != "missing" else b"not found"
            kind = TYPES.get(
                splitext(path)[1], "application/octet-stream" if path else TYPES[".html"]
            )
            for name, value in host.headers.items():
                self.send_header(name, value)
            self.send_header(
                "Content-Type", "application/octet-stream" if fault == "type" else kind
            )
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):
                if fault in ("cut", "stall"):
                    self.wfile.write(body[: len(body) // 2])
                    self.wfile.flush()
                    if fault == "cut":
                        self.close_connection = True
                        return
                    host.going_on.wait(60)
                    body = body[len(body) // 2 :]
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host.address = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield host
    finally:
        host.going_on.set()
        server.shutdown()
        server.server_close()
