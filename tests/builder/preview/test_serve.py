"""The server for this machine behaves like a good host."""

from __future__ import annotations

import os
import re
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EADDRINUSE
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from signal import SIGINT, SIGTERM
from socket import AF_INET, AF_INET6, SHUT_WR, SO_LINGER, SOL_SOCKET, create_connection, socket
from subprocess import PIPE, Popen
from time import monotonic, sleep
from typing import Any, NoReturn
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

import build
from builder.output.writing import write
from builder.preview.preview import make_preview
from builder.preview.serve import Handler, PlaceError, Server, listen

FILES = {
    "index.html": b"root",
    "404.html": b"missing",
    "en/index.html": b"home",
    "a.css": b"css",
    "r/x.json": b"{}",
    "app.wasm": b"\0asm",
}


def make_server(folder: Path, host: str, port: int, base_path: str) -> Server:
    """A server for a built site; port 0 takes any free one."""
    return listen(
        host, port, type("SiteHandler", (Handler,), {"folder": folder, "base_path": base_path})
    )


@contextmanager
def hosted(folder: Path, base_path: str, bound: str = "127.0.0.1") -> Iterator[HTTPConnection]:
    server = make_server(folder, bound, 0, base_path)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield HTTPConnection("127.0.0.1", server.server_port, timeout=5)
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(params=["/", "/sub/"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[HTTPConnection, str]]:
    write(FILES, tmp_path / "site")
    (tmp_path / "secret.txt").write_text("secret")
    with hosted(tmp_path / "site", request.param) as connection:
        yield connection, request.param


def get(connection: HTTPConnection, path: str) -> tuple[HTTPResponse, bytes]:
    connection.request("GET", path)
    response = connection.getresponse()
    return response, response.read()


@pytest.mark.parametrize(
    ("path", "kind", "body"),
    [
        ("", "text/html; charset=utf-8", b"root"),
        ("en/", "text/html; charset=utf-8", b"home"),
        ("en/?x=1", "text/html; charset=utf-8", b"home"),
        ("a.css", "text/css; charset=utf-8", b"css"),
        ("r/x.json", "application/json; charset=utf-8", b"{}"),
        ("app.wasm", "application/wasm", b"\0asm"),
    ],
)
def test_files_come_with_their_types(
    host: tuple[HTTPConnection, str], path: str, kind: str, body: bytes
) -> None:
    """A browser runs nothing of the wrong type."""
    response, content = get(host[0], host[1] + path)
    assert (response.status, response.getheader("Content-Type"), content) == (200, kind, body)
    assert "default-src 'none'" in (response.getheader("Content-Security-Policy") or "")


@pytest.mark.parametrize(
    "path",
    [
        "nothing", "en/nothing/", "r/", "r/x.json/", "en//", ".build.json", "../secret.txt", "%2e%2e/secret.txt",
        "..%2fsecret.txt", "en/..%2f..%2fsecret.txt", "..%5csecret.txt", "a.css%00", "%ff", "x" * 5000,
    ],
)  # fmt: skip
def test_what_is_not_there_is_the_404_page(host: tuple[HTTPConnection, str], path: str) -> None:
    """No listing, no hidden file, nothing above the folder."""
    response, content = get(host[0], host[1] + path)
    assert (response.status, content) == (404, b"missing")


@pytest.mark.parametrize("start", ["/", "%2f", "%2F/", "en//"])
def test_no_path_from_the_root_of_the_machine_is_served(
    host: tuple[HTTPConnection, str], tmp_path: Path, start: str
) -> None:
    """An empty part of an address would make an absolute path of what follows."""
    response, content = get(host[0], f"{host[1]}{start}{tmp_path.as_posix()[1:]}/secret.txt")
    assert (response.status, content) == (404, b"missing")


def test_no_link_leads_out_of_the_folder(host: tuple[HTTPConnection, str], tmp_path: Path) -> None:
    """Whatever somebody puts into the folder."""
    (tmp_path / "site/link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "site/above").symlink_to(tmp_path)
    for path in ("link.txt", "above/secret.txt"):
        response, content = get(host[0], host[1] + path)
        assert (response.status, content) == (404, b"missing")


@pytest.mark.parametrize("query", ["", "?a=1&b=%C3%A4"])
def test_folder_without_slash_is_led_to_its_page(
    host: tuple[HTTPConnection, str], query: str
) -> None:
    """Relative links need the slash; what was asked beside the path is asked there too."""
    response, _ = get(host[0], f"{host[1]}en{query}")
    assert (response.status, response.getheader("Location")) == (301, f"{host[1]}en/{query}")


def test_head_has_no_body(host: tuple[HTTPConnection, str]) -> None:
    """HEAD answers with the length alone."""
    host[0].request("HEAD", host[1])
    response = host[0].getresponse()
    assert (response.getheader("Content-Length"), response.read()) == ("4", b"")


def asked_as(connection: HTTPConnection, host: str) -> tuple[int, str]:
    """Status and text of the root, asked for by this name."""
    connection.request("GET", "/", headers={"Host": host})
    response = connection.getresponse()
    return response.status, response.read().decode()


def test_this_machine_may_ask_by_any_of_its_names(tmp_path: Path) -> None:
    """A tunnel may lead from another port."""
    write(FILES, tmp_path / "site")
    with hosted(tmp_path / "site", "/") as connection:
        for name in ("localhost", "LOCALHOST", "127.0.0.1", "[::1]"):
            for port in ("", ":80", ":8000"):
                assert asked_as(connection, name + port) == (200, "root")


STRANGE = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "[::1",
)


def test_a_name_led_to_this_machine_from_outside_gets_nothing(tmp_path: Path) -> None:
    """A page of another site could else read this one through the reader's browser (DNS
    rebinding)."""
    write(FILES, tmp_path / "site")
    said = (
        "is not this machine: use localhost, 127.0.0.1, [::1], or serve with --host for other"
        " names."
    )
    with hosted(tmp_path / "site", "/") as connection:
        for name in (*STRANGE, ""):
            assert asked_as(connection, name) == (421, f"Host {name!r} {said}\n")


def test_a_server_for_others_answers_to_any_name(tmp_path: Path) -> None:
    """Whoever binds to another address wants to be seen by others."""
    write(FILES, tmp_path / "site")
    with hosted(tmp_path / "site", "/", "0.0.0.0") as connection:
        assert asked_as(connection, "my-machine.example:8000") == (200, "root")


@pytest.mark.parametrize(
    ("options", "bound"), [((), "127.0.0.1"), (("--host", "0.0.0.0"), "0.0.0.0")]
)
def test_serve_binds_to_loopback_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], bound: str
) -> None:
    """Nobody else on the network sees what is being written."""
    found: list[str] = []

    def made(*given: Any) -> NoReturn:
        with make_preview(*given) as server:
            found.append(server.server_address[0])
        raise OSError(EADDRINUSE, "seen enough")

    monkeypatch.setattr("builder.preview.preview.make_preview", made)
    command = ["serve", "--no-engine", "--port", "0", "--out", str(tmp_path / "site"), *options]
    assert "seen enough" in CliRunner().invoke(build.main, command).output
    assert found == [bound]


# --- where it listens ----------------------------------------------------------------------------

HOSTS = {
    "127.0.0.1": "127.0.0.1",
    "::1": "[::1]",
    "[::1]": "[::1]",
    "localhost": "127.0.0.1",
    "LOCALHOST": "127.0.0.1",
    "0.0.0.0": "127.0.0.1",
    "::": "[::1]",
    "127.0.0.2": "127.0.0.2",
}


def with_ipv6() -> bool:
    """Whether there is a loopback of the newer kind."""
    with suppress(OSError), socket(AF_INET6) as tried:
        tried.bind(("::1", 0))
        return True
    return False


@pytest.mark.parametrize("host", HOSTS)
def test_the_address_that_is_said_is_one_that_answers(host: str, tmp_path: Path) -> None:
    """By number of either kind and by name; a browser is told what it can open, with brackets where
    they belong."""
    if ":" in host and not with_ipv6():
        pytest.skip("this machine has no IPv6")
    write(FILES, tmp_path / "site")
    with running(make_server(tmp_path / "site", host, 0, "/")) as server:
        assert f"{HOSTS[host]}:{server.server_port}" == server.address
        with urlopen(f"http://{server.address}/", timeout=5) as answer:
            assert b"root" == answer.read()


@pytest.mark.skipif("not with_ipv6()", reason="this machine has no IPv6")
def test_all_addresses_are_those_of_either_kind(tmp_path: Path) -> None:
    """Who asks for :: is seen by IPv4 too, as with other servers."""
    write(FILES, tmp_path / "site")
    with running(make_server(tmp_path / "site", "::", 0, "/")) as server:
        assert (200, "root") == asked_as(
            HTTPConnection("127.0.0.1", server.server_port, timeout=5), "any.example"
        )


def test_a_host_may_be_asked_for_by_the_name_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many a machine gives its own name a number of the loopback."""
    write(FILES, tmp_path / "site")
    with monkeypatch.context() as named:
        named.setattr(
            "socket.getaddrinfo", lambda *_, **__: [(AF_INET, 0, 0, "", ("127.0.1.1", 0))]
        )
        made = make_server(tmp_path / "site", "My-Machine", 0, "/")
    with running(made) as server:
        connection = HTTPConnection("127.0.1.1", server.server_port, timeout=5)
        connection.connect()
        assert (200, "root") == asked_as(connection, "my-machine:8000")
        assert 421 == asked_as(connection, "another")[0]


@pytest.mark.parametrize(
    "host",
    ["nowhere.invalid", "a..b", "x" * 70, "", " ", "203.0.113.7", "2001:db8::1", "1.2.3.400"],
)
def test_a_host_that_is_none_of_this_machine_is_one_sentence(host: str, tmp_path: Path) -> None:
    """It says what to give."""
    with pytest.raises(
        PlaceError, match=f"^--host {re.escape(repr(host))} .* — give 127.0.0.1"
    ) as caught:
        make_server(tmp_path, host, 0, "/").server_close()
    assert 1 == len(str(caught.value).splitlines())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--port", "70000"), "70000 is not in the range 0<=x<=65535"),
        (("--port", "-1"), "-1 is not in the range 0<=x<=65535"),
        (("--port", "abc"), "'abc' is not a valid"),
        (
            ("--host", "nowhere.invalid"),
            "Error: --host 'nowhere.invalid' is no name of this machine",
        ),
    ],
)
def test_a_place_that_is_none_ends_in_a_sentence(
    options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    found = CliRunner().invoke(
        build.main, ["serve", "--no-engine", "--out", str(tmp_path / "site"), *options]
    )
    assert said in found.output.splitlines()[-1]
    assert isinstance(found.exception, SystemExit)
    assert not (tmp_path / "site").exists()


def test_a_port_that_somebody_has_is_one_sentence(tmp_path: Path) -> None:
    with socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        found = CliRunner().invoke(
            build.main, ["serve", "--no-engine", "--out", str(tmp_path / "site"), "--port", port]
        )
    assert (
        f"Error: port {port}: Address already in use — give another with --port\n" == found.output
    )


# --- what it prints ------------------------------------------------------------------------------


@contextmanager
def running(server: Server) -> Iterator[Server]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


REQUESTS = {
    "nothing": b"",
    "half a request": b"GET / HT",
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "garbage": bytes(range(256)) * 4,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200) + b"\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n",
    "old": b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "no address": b"GET http://[x/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "whole address": (
        b"GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    ),
    "star": b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "options": b"OPTIONS / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "post": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na=1",
    "bad length": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    "bad version": b"GET / HTTP/x\r\n\r\n",
    "long line": b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
    "many heads": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n",
    "odd head": b"GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\xff\r\n\r\n",
    "odd host": b"GET / HTTP/1.1\r\nHost: \xff\xfe[\r\n\r\n",
    "expect": (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
    ),
    "large": b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.parametrize("reset", [True, False])
@pytest.mark.parametrize("request_", REQUESTS)
def test_nothing_that_is_sent_prints_anything(
    request_: str, reset: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Browsers hang up at any moment, and others speak other languages; the next one is
    answered."""
    write({**FILES, "large.bin": bytes(20_000_000)}, tmp_path / "site")
    server = make_server(tmp_path / "site", "127.0.0.1", 0, "/")
    threads = threading.active_count()
    with running(server):
        with create_connection(("127.0.0.1", server.server_port), 5) as other:
            other.sendall(REQUESTS[request_])
            if reset:
                other.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
            else:
                other.shutdown(SHUT_WR)
                with suppress(ConnectionError):
                    other.recv(100)
        until = monotonic() + 10
        while threading.active_count() > threads + 1 and monotonic() < until:
            sleep(0.01)
        assert (200, "root") == asked_as(
            HTTPConnection("127.0.0.1", server.server_port, timeout=5), "localhost"
        )
    assert ("", "") == capfd.readouterr()


def test_a_fault_of_our_own_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody needs to read more of it."""
    write(FILES, tmp_path / "site")
    monkeypatch.setattr("builder.preview.serve.Handler._file", lambda *_: 1 / 0)
    with hosted(tmp_path / "site", "/") as connection, suppress(ConnectionError, HTTPException):
        asked_as(connection, "localhost")
    assert (
        "error: a request was not answered: ZeroDivisionError: division by zero\n"
        == capfd.readouterr().err
    )


def test_a_file_that_goes_in_this_moment_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build takes away what is no longer made."""
    write(FILES, tmp_path / "site")
    monkeypatch.setattr(
        "builder.preview.serve.Handler._file", lambda self, _: self.folder / "gone.html"
    )
    with hosted(tmp_path / "site", "/") as connection:
        assert (404, "missing") == asked_as(connection, "localhost")


def test_a_server_that_is_closed_before_its_turn_has_nobody_to_answer(tmp_path: Path) -> None:
    """Its thread may begin after the signal that ends it."""
    server = make_server(tmp_path, "127.0.0.1", 0, "/")
    server.server_close()
    server.serve_forever()


@pytest.mark.parametrize("number", [SIGINT, SIGTERM])
def test_who_stops_it_twice_stops_it_once(number: int, tmp_path: Path) -> None:
    """Quietly, with what it made for itself taken away; a process of its own, as at a prompt."""
    words = ["serve", "--no-engine", "--pseudo", "--port", "0"]
    settings = os.environ | {"TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with Popen(
        [sys.executable, "build.py", *words],
        cwd=build.ROOT,
        stdout=PIPE,
        stderr=PIPE,
        env=settings,
        text=True,
    ) as process:
        assert process.stdout and process.stderr
        while "Ctrl+C" not in process.stdout.readline():
            assert process.poll() is None, process.stderr.read()
        for _ in range(3):
            process.send_signal(number)
            sleep(0.05)
        rest, errors = process.communicate(timeout=30)
    assert (0, "", "") == (process.returncode, rest, re.sub(r"(?m)^warning: .*\n", "", errors))
    assert [] == list(tmp_path.iterdir())
