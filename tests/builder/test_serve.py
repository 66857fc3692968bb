"""The server for this machine behaves like a good host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from builder.serve import make_server
from builder.write import write

FILES = {
    "index.html": b"root",
    "404.html": b"missing",
    "en/index.html": b"home",
    "a.css": b"css",
    "r/x.json": b"{}",
    "app.wasm": b"\0asm",
}


@contextmanager
def hosted(folder: Path, base_path: str) -> Iterator[HTTPConnection]:
    server = make_server(folder, "127.0.0.1", 0, base_path)
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
def test_files_come_with_their_types(host: tuple[HTTPConnection, str], path: str, kind: str, body: bytes) -> None:
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
def test_folder_without_slash_is_led_to_its_page(host: tuple[HTTPConnection, str], query: str) -> None:
    """Relative links need the slash; what was asked beside the path is asked there too."""
    response, _ = get(host[0], f"{host[1]}en{query}")
    assert (response.status, response.getheader("Location")) == (301, f"{host[1]}en/{query}")


def test_head_has_no_body(host: tuple[HTTPConnection, str]) -> None:
    """HEAD answers with the length alone."""
    host[0].request("HEAD", host[1])
    response = host[0].getresponse()
    assert (response.getheader("Content-Length"), response.read()) == ("4", b"")
