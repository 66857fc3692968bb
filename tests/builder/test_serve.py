"""The server for this machine behaves like a good host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EADDRINUSE
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

import build
from builder.preview import make_preview
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


STRANGE = ("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::1")


def test_a_name_led_to_this_machine_from_outside_gets_nothing(tmp_path: Path) -> None:
    """A page of another site could else read this one through the reader's browser (DNS rebinding)."""
    write(FILES, tmp_path / "site")
    said = "is not this machine: use localhost, 127.0.0.1, [::1], or serve with --host for other names."
    with hosted(tmp_path / "site", "/") as connection:
        for name in (*STRANGE, ""):
            assert asked_as(connection, name) == (421, f"Host {name!r} {said}\n")


def test_a_server_for_others_answers_to_any_name(tmp_path: Path) -> None:
    """Whoever binds to another address wants to be seen by others."""
    write(FILES, tmp_path / "site")
    with hosted(tmp_path / "site", "/", "0.0.0.0") as connection:
        assert asked_as(connection, "my-machine.example:8000") == (200, "root")


@pytest.mark.parametrize(("options", "bound"), [((), "127.0.0.1"), (("--host", "0.0.0.0"), "0.0.0.0")])
def test_serve_binds_to_loopback_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], bound: str
) -> None:
    """Nobody else on the network sees what is being written."""
    found: list[str] = []

    def made(*given: Any) -> NoReturn:
        with make_preview(*given) as server:
            found.append(server.server_address[0])
        raise OSError(EADDRINUSE, "seen enough")

    monkeypatch.setattr("builder.preview.make_preview", made)
    command = ["serve", "--no-engine", "--port", "0", "--out", str(tmp_path / "site"), *options]
    assert "seen enough" in CliRunner().invoke(build.main, command).output
    assert found == [bound]
