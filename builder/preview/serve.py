"""Showing the built site on this machine: the right types, the 404 page, no listings, the policy of
a real host."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import suppress
from errno import EADDRNOTAVAIL, EAFNOSUPPORT
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from posixpath import splitext
from socketserver import TCPServer
from urllib.parse import SplitResult, unquote, urlsplit

from builder.output.writing import MANIFEST
from builder.values.headers import ANY_TYPE, HEADERS, TYPES

LOCAL = ("localhost", "127.0.0.1", "[::1]")
"""The names by which this machine asks itself."""
IDLE = 60.0
"""Seconds after which a connection on which nobody asks anything more is closed."""


class PlaceError(Exception):
    """Nobody can listen at the host and port that were given: why, and what to do."""


class Server(ThreadingHTTPServer):
    """Listens at an address of either kind, and says nothing when somebody hangs up."""

    daemon_threads = True

    def __init__(
        self, family: socket.AddressFamily, address: tuple[str, int], handler: type[Handler]
    ) -> None:
        self.address_family = family
        super().__init__(address, handler)

    def serve_forever(self, poll_interval: float = 0.5) -> None:
        """Answers until it is shut down, which may be before its thread has got a turn."""
        try:
            super().serve_forever(poll_interval)
        except ValueError:
            if self.fileno() >= 0:  # a closed one has no number, which no selector takes
                raise

    def server_bind(self) -> None:
        """Binds; http.server would ask the network for the name of this machine, which may take
        long."""
        # "::" is then every address of either kind, as with other servers.
        if self.address_family == socket.AF_INET6:
            with suppress(OSError):
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        TCPServer.server_bind(self)
        self.server_name = str(self.server_address[0])
        self.server_port = int(self.server_address[1])

    @property
    def address(self) -> str:
        """What a browser on this machine calls the server: a host that stands for all of them is
        the loopback."""
        bound = ip_address(str(self.server_address[0]).partition("%")[0])
        if bound.is_unspecified:
            return f"{'127.0.0.1' if bound.version == 4 else '[::1]'}:{self.server_port}"
        return f"{bound if bound.version == 4 else f'[{bound}]'}:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes on to another page hangs up; what is our own fault is said in one
        line."""
        error = sys.exception()
        if not isinstance(error, (ConnectionError, TimeoutError)):
            sys.stderr.write(
                f"error: a request was not answered: {type(error).__name__}: {error}\n"
            )


def listen(host: str, port: int, handler: type[Handler]) -> Server:
    """A server at a host, by name or number, and a port, of which 0 is any free one.

    Raises PlaceError for a host that is none of this machine, OSError for a port that nobody may
    take.
    """
    name = host.strip().removeprefix("[").removesuffix("]")
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM) if name else []
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise PlaceError(
            f"--host {host!r} is no name of this machine — give 127.0.0.1, ::1, or 0.0.0.0 for all"
        )
    handler.names = (*LOCAL, host.lower(), f"[{name}]" if ":" in name else name.lower())
    # By the number of their kind, which puts IPv4 in front.
    addresses = sorted((family, (str(address[0]), port)) for family, _, _, _, address in found)
    # A name may have addresses of both kinds, of which one is in use.
    for family, address in addresses[:-1]:
        with suppress(OSError):
            return Server(family, address, handler)
    family, address = addresses[-1]
    try:
        return Server(family, address, handler)
    except OSError as error:
        if error.errno not in (EADDRNOTAVAIL, EAFNOSUPPORT):
            raise
        message = f"--host {host!r} is another machine, or not connected"
        raise PlaceError(f"{message} — give 127.0.0.1, or 0.0.0.0 for all") from None


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the files of one folder below one base path.

    `names` are those by which this machine may be asked, in small letters, numbers of IPv6 in
    brackets.
    """

    # A connection stays for the next request, so each answer says how long it is.
    protocol_version = "HTTP/1.1"
    server: ThreadingHTTPServer
    timeout = IDLE
    folder: Path
    base_path: str
    names: tuple[str, ...] = LOCAL

    def do_GET(self) -> None:
        self._admit(with_body=True)

    def do_HEAD(self) -> None:
        self._admit(with_body=False)

    def _admit(self, *, with_body: bool) -> None:
        """Answers, unless another site has led its own name to this machine and asks by that."""
        bound = str(self.server.server_address[0])
        host = self.headers.get("Host", "")
        names = (*self.names, bound)
        # A browser lets a page read what comes from its own host: a site whose name leads here
        # could read this one (DNS rebinding). Whoever binds elsewhere wants to be seen by others.
        if ip_address(bound).is_loopback and re.sub(r":\d+$", "", host).lower() not in names:
            said = (
                f"Host {host!r} is not this machine: use {', '.join(LOCAL)}, or serve with --host"
                " for other names.\n"
            )
            self._send(HTTPStatus.MISDIRECTED_REQUEST, said.encode(), ".txt", with_body, {})
        else:
            self._answer(with_body=with_body)

    def _answer(self, *, with_body: bool) -> None:
        """Sends a file, the way to a folder's page, or the page for what is missing."""
        url = self.asked()
        path = unquote(url.path)
        if self._lacks_slash(path):
            location = f"{url.path}/?{url.query}" if url.query else f"{url.path}/"
            self._send(HTTPStatus.MOVED_PERMANENTLY, b"", ".txt", with_body, {"Location": location})
            return
        file = self._file(path)
        if file:
            # A build may have taken it away in this moment.
            with suppress(FileNotFoundError):
                self._send(HTTPStatus.OK, file.read_bytes(), file.suffix, with_body, {})
                return
        missing = self.folder / "404.html"
        body = missing.read_bytes() if missing.is_file() else b"not found\n"
        self._send(
            HTTPStatus.NOT_FOUND, body, ".html" if missing.is_file() else ".txt", with_body, {}
        )

    def asked(self) -> SplitResult:
        """The address that is asked for; one that is none has no page."""
        try:
            return urlsplit(self.path)
        except ValueError:
            return urlsplit("/")._replace(path="")

    def _file(self, path: str) -> Path | None:
        """The file at a path, if it is one of the site's own."""
        if not path.startswith(self.base_path):
            return None
        name = path.removeprefix(self.base_path)
        *above, last = name.split("/")
        # After an empty name, as in //etc/passwd, the rest would be a path from the root of the
        # machine.
        if not all(above) or any(
            part.startswith(".") or "\\" in part or "\0" in part for part in (*above, last)
        ):
            return None
        file = self.folder / (name if last else name + "index.html")
        # OSError of a name that no file could have; a link may lead out of the folder.
        with suppress(OSError):
            if file.is_file() and file.resolve().is_relative_to(self.folder.resolve()):
                return file
        return None

    def _lacks_slash(self, path: str) -> bool:
        """Whether a path is that of a folder with a page, but for its end: links of that page are
        relative, and would lead elsewhere."""
        if path + "/" == self.base_path:
            return True
        last = path.rpartition("/")[2]
        return bool(last) and not splitext(last)[1] and self._file(path + "/") is not None

    def _send(
        self, status: HTTPStatus, body: bytes, suffix: str, with_body: bool, more: dict[str, str]
    ) -> None:
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


assert MANIFEST.startswith("."), "the handler keeps files with a dot to itself"
