"""Showing the built site on this machine: the right types, the 404 page, no listings, the policy of a real host."""

from __future__ import annotations

import re
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from posixpath import splitext
from urllib.parse import unquote, urlsplit

from builder.headers import ANY_TYPE, HEADERS, TYPES
from builder.write import MANIFEST

LOCAL = ("localhost", "127.0.0.1", "[::1]")
"""The names by which this machine asks itself."""


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the files of one folder below one base path."""

    protocol_version = "HTTP/1.1"
    server: ThreadingHTTPServer
    folder: Path
    base_path: str

    def do_GET(self) -> None:
        self._admit(with_body=True)

    def do_HEAD(self) -> None:
        self._admit(with_body=False)

    def _admit(self, *, with_body: bool) -> None:
        """Answers, unless another site has led its own name to this machine and asks by that."""
        bound, host = str(self.server.server_address[0]), self.headers.get("Host", "")
        names = (*LOCAL, bound)
        if ip_address(bound).is_loopback and re.sub(r":\d+$", "", host).lower() not in names:
            said = f"Host {host!r} is not this machine: use {', '.join(LOCAL)}, or serve with --host for other names.\n"
            self._send(HTTPStatus.MISDIRECTED_REQUEST, said.encode(), ".txt", with_body, {})
        else:
            self._answer(with_body=with_body)

    def _answer(self, *, with_body: bool) -> None:
        url = urlsplit(self.path)
        path = unquote(url.path)
        if self._lacks_slash(path):
            location = f"{url.path}/?{url.query}" if url.query else f"{url.path}/"
            self._send(HTTPStatus.MOVED_PERMANENTLY, b"", ".txt", with_body, {"Location": location})
            return
        file = self._file(path)
        if file:
            self._send(HTTPStatus.OK, file.read_bytes(), file.suffix, with_body, {})
            return
        missing = self.folder / "404.html"
        body = missing.read_bytes() if missing.is_file() else b"not found\n"
        self._send(HTTPStatus.NOT_FOUND, body, ".html" if missing.is_file() else ".txt", with_body, {})

    def _file(self, path: str) -> Path | None:
        """The file at a path, if it is one of the site's own."""
        if not path.startswith(self.base_path):
            return None
        name = path.removeprefix(self.base_path)
        *above, last = name.split("/")
        if not all(above) or any(part.startswith(".") or "\\" in part or "\0" in part for part in (*above, last)):
            return None
        file = self.folder / (name if last else name + "index.html")
        with suppress(OSError):  # a name that no file could have
            if file.is_file() and file.resolve().is_relative_to(self.folder.resolve()):
                return file
        return None

    def _lacks_slash(self, path: str) -> bool:
        if path + "/" == self.base_path:
            return True
        last = path.rpartition("/")[2]
        return bool(last) and not splitext(last)[1] and self._file(path + "/") is not None

    def _send(self, status: HTTPStatus, body: bytes, suffix: str, with_body: bool, more: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in (HEADERS | more).items():
            self.send_header(name, value)
        self.send_header("Content-Type", TYPES.get(suffix, ANY_TYPE))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of http.server
        """Say nothing; a browser shows what it asked for."""


def make_server(folder: Path, host: str, port: int, base_path: str) -> ThreadingHTTPServer:
    """A server for a built site; the caller runs and closes it. Port 0 takes any free one."""
    handler = type("SiteHandler", (Handler,), {"folder": folder, "base_path": base_path})
    return ThreadingHTTPServer((host, port), handler)


assert MANIFEST.startswith("."), "the handler keeps files with a dot to itself"
