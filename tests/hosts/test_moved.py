"""What hosts do with the old addresses of pages: they lead on for good, before anybody sees the
page that does so."""

from pathlib import Path

import pytest

from builder.output.hosts import CLOUDFLARE_REDIRECTS, HostError, for_host
from builder.output.writing import write
from tests.hosts.servers import caddy, nginx

FILES = {
    "404.html": b"missing",
    "index.html": b"root",
    "en/index.html": b"home",
    "en/old/index.html": b"moved",
    "old.html": b"moved",
    "assets/a.0a1b2c3d.css": b"a",
}
MOVED = {"en/old/": "en/", "old.html": "en/"}
addresses = pytest.mark.parametrize("base", ["/", "/games/war/"])


@addresses
@pytest.mark.parametrize(("host", "status"), [("netlify", "301!"), ("cloudflare-pages", "301")])
def test_redirects_are_rules_where_a_host_reads_them(host: str, status: str, base: str) -> None:
    """Netlify would send the file that is there unless the status says otherwise."""
    made = for_host(host, FILES, f"https://example.org{base}", MOVED)
    expected = f"{base}en/old/ {base}en/ {status}\n{base}old.html {base}en/ {status}\n"
    assert expected == made["_redirects"].decode()


@pytest.mark.parametrize("host", ["netlify", "cloudflare-pages"])
def test_a_site_where_nothing_has_moved_has_no_redirects(host: str) -> None:
    """No empty file."""
    assert "_redirects" not in for_host(host, FILES, "https://example.org/")


def test_cloudflare_reads_so_many_redirects() -> None:
    """More are an error and not a surprise."""
    moved = {f"{number}/": "en/" for number in range(CLOUDFLARE_REDIRECTS + 1)}
    with pytest.raises(HostError, match="2001 pages have moved, at most 2000 are allowed"):
        for_host("cloudflare-pages", FILES, "https://example.org/", moved)


@addresses
@pytest.mark.parametrize("host", ["nginx", "caddy"])
def test_servers_lead_on_for_good(host: str, base: str, tmp_path: Path) -> None:
    """The answer names no server, for the server may stand behind another, and keeps what stands
    after ?."""
    root = tmp_path / "www"
    write(for_host(host, FILES, f"https://example.org{base}", MOVED), root / base.strip("/"))
    work = tmp_path / "work"
    work.mkdir()
    with {"nginx": nginx, "caddy": caddy}[host](root, base, work) as server:
        for asked in ("", "?a=1", "?a=%C3%A4&b=/x?y&c=$1", "?a={path}", "?a=%22%20{"):
            for path in (*MOVED, "en"):
                answer = server.ask(base + path + asked)
                assert (301, f"{base}en/{asked}") == (answer.status, answer.headers["location"])
            if base != "/":
                answer = server.ask(base[:-1] + asked)
                assert (301, base + asked) == (answer.status, answer.headers["location"])
            assert not server.ask(f"//en{asked}").headers.get("location", "").startswith("//")
        assert b"home" == server.ask(f"{base}en/").body
