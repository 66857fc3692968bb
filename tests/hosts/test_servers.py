"""What nginx and Caddy answer with the settings that the build makes for them."""

import gzip
from pathlib import Path

import brotli
import pytest

from builder.values.headers import GUARDS, IMMUTABLE, NO_CACHE, content_type, is_hashed
from tests.hosts.conftest import WELL_KNOWN
from tests.hosts.servers import Answer, Server

UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}
MISSING = [
    "nothing",
    "en/nothing/at/all",
    "fi/nothing.html",
    "assets/nothing.12345678.js",
    "assets/",
    "en/.hidden",
]
HIDDEN = [
    ".build.json",
    "%2ebuild.json",
    ".host/site.conf",
    ".host/Caddyfile",
    "en/../.build.json",
    ".host",
]
HIDDEN += [
    f".well-known{path}"
    for path in ("", "/", "/.hidden", "/nothing", "/../.build.json", "/a/../../.build.json")
]

PASSING = ("date", "content-length", "transfer-encoding")


def own(server: Server) -> list[str]:
    """The files of the site itself, by path."""
    files = (
        file
        for file in server.site.rglob("*")
        if file.is_file() and file.suffix not in (".br", ".gz")
    )
    paths = sorted(file.relative_to(server.site).as_posix() for file in files)
    return [path for path in paths if not path.startswith(".")]


def packed(server: Server) -> list[str]:
    """One file of each kind that lies there packed, and the page of the missing address."""
    kinds = {
        Path(path).suffix: path for path in own(server) if (server.site / f"{path}.br").exists()
    }
    return sorted(kinds.values())


def test_every_file_comes_as_it_is(server: Server) -> None:
    """Type, policy, caching and bytes of every file of the site, and of every page at its
    address."""
    for path in own(server):
        for address in {path, path.removesuffix("index.html")}:
            answer = server.ask(server.base + address)
            assert (200, content_type(path)) == (answer.status, answer.headers["content-type"]), (
                address
            )
            assert (
                GUARDS.items()
                <= {name: answer.headers.get(name.lower()) for name in GUARDS}.items()
            ), address
            assert (IMMUTABLE if is_hashed(path) else NO_CACHE) == answer.headers[
                "cache-control"
            ], address
            assert (server.site / path).read_bytes() == answer.body, address


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [
        ("br, gzip", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_files_come_packed_as_a_browser_accepts(
    server: Server, accepted: str | None, wanted: str
) -> None:
    """Unpacked they are the file, and caches are told what the answer depends on."""
    asked = {} if accepted is None else {"Accept_Encoding": accepted}
    for path in packed(server):
        answer = server.ask(server.base + path, **asked)
        encoding = answer.headers.get("content-encoding", "")
        assert (wanted if wanted in server.encodings else ("gzip" if wanted else "")) == encoding, (
            path
        )
        assert "Accept-Encoding" == answer.headers.get("vary"), path
        assert content_type(path) == answer.headers["content-type"]
        assert (server.site / path).read_bytes() == UNPACK.get(encoding, bytes)(answer.body), path


def test_nginx_without_the_module_sends_gzip(plain_nginx: Server) -> None:
    """The settings hold for a server that has never heard of brotli."""
    for path in packed(plain_nginx):
        answer = plain_nginx.ask(f"/{path}", Accept_Encoding="gzip, br")
        assert "gzip" == answer.headers["content-encoding"]
        assert (plain_nginx.site / path).read_bytes() == gzip.decompress(answer.body)


@pytest.mark.parametrize("path", MISSING + HIDDEN)
def test_what_is_not_there_is_the_404_page(server: Server, path: str) -> None:
    """At any depth; no listing, no hidden file; and nobody keeps the answer, for it may be there
    tomorrow."""
    answer = server.ask(server.base + path)
    assert 404 == answer.status
    assert (server.site / "404.html").read_bytes() == answer.body
    assert "text/html; charset=utf-8" == answer.headers["content-type"]
    assert NO_CACHE == answer.headers["cache-control"]
    assert GUARDS.items() <= {name: answer.headers.get(name.lower()) for name in GUARDS}.items()
    small = server.ask(server.base + path, Accept_Encoding="gzip")
    assert (404, answer.body) == (small.status, gzip.decompress(small.body))


def test_what_lies_in_the_well_known_folder_is_sent(server: Server) -> None:
    """Certificates and reports of faults need it, at the root of a host; below a path it is
    somebody else's."""
    for path in ("security.txt", "acme-challenge/dG9rZW4"):
        found = server.ask(f"/.well-known/{path}")
        if server.base == "/":
            assert (200, WELL_KNOWN[path]) == (found.status, found.body.decode())
            assert (content_type(path), NO_CACHE) == (
                found.headers["content-type"],
                found.headers["cache-control"],
            )
        assert 404 == server.ask(f"{server.base}en/.well-known/{path}").status


@pytest.mark.parametrize("path", ["", "en", "en/rules"])
def test_folder_without_slash_is_led_to_its_page(server: Server, path: str) -> None:
    """Relative links need the slash. The answer names no server, which may stand behind another."""
    address = server.base + path if path else server.base[:-1]
    if address:
        answer = server.ask(address)
        assert (True, f"{address}/") == (answer.status in (301, 308), answer.headers["location"])


def test_head_answers_as_get_without_a_body(server: Server) -> None:
    """Status and headers are the same, for pages, packed ones and missing ones."""
    for path in ("", "nothing", *packed(server)):
        for accepted in ("identity", "gzip"):
            get = server.ask(server.base + path, Accept_Encoding=accepted)
            head = server.ask(server.base + path, "HEAD", Accept_Encoding=accepted)
            assert (get.status, b"") == (head.status, head.body)
            assert lasting(get) == lasting(head)


def lasting(answer: Answer) -> dict[str, str]:
    """The headers but those that say when and how the bytes came."""
    return {name: value for name, value in answer.headers.items() if name not in PASSING}


def test_a_page_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    """no-cache asks each time, and the answer is short."""
    for accepted in ("identity", "gzip", "br"):
        first = server.ask(f"{server.base}en/", Accept_Encoding=accepted)
        again = server.ask(
            f"{server.base}en/", Accept_Encoding=accepted, If_None_Match=first.headers["etag"]
        )
        assert (304, b"") == (again.status, again.body)


@pytest.mark.parametrize(
    "path", ["../secret.txt", "%2e%2e/secret.txt", "../../secret.txt", "..%2fsecret.txt"]
)
def test_nothing_above_the_folder_is_sent(server: Server, path: str) -> None:
    """No way leads out of the document root."""
    answer = server.ask(server.base + path)
    assert (True, False) == (answer.status >= 400, b"secret" in answer.body)


def test_addresses_outside_the_base_path_are_left_alone(server: Server) -> None:
    """Below a path, the rest of the host is somebody else's."""
    if server.base != "/":
        for path in ("/", "/nothing", "/games/", "/games/warts"):
            answer = server.ask(path)
            assert b"lost-words" not in answer.body
            assert "content-security-policy" not in answer.headers
