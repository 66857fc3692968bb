"""Laws of the address of a site: one form, whatever was typed, or one sentence that says what to
type."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import build
from builder.output.hosts import HOSTS, for_host
from builder.values.base_url import AddressError, site_address, site_path
from builder.values.errors import ContentError
from tests.builder.small_project import Workshop

GOOD = {
    "https://example.org/war": ("https://example.org/war/", "/war/"),
    "https://example.org": ("https://example.org/", "/"),
    " HTTPS://Example.ORG/War/ ": ("https://example.org/War/", "/War/"),
    "https://example.org:443/": ("https://example.org/", "/"),
    "http://example.org:80": ("http://example.org/", "/"),
    "https://example.org:8443/a/b": ("https://example.org:8443/a/b/", "/a/b/"),
    "https://example.org:/": ("https://example.org/", "/"),
    "https://example.org//a//b/": ("https://example.org/a/b/", "/a/b/"),
    "https://müller.example/": ("https://xn--mller-kva.example/", "/"),
    "https://MÜLLER.example/": ("https://xn--mller-kva.example/", "/"),
    "https://xn--mller-kva.example/": ("https://xn--mller-kva.example/", "/"),
    "http://localhost:8000/": ("http://localhost:8000/", "/"),
    "http://127.0.0.1:8000/~me/": ("http://127.0.0.1:8000/~me/", "/~me/"),
    "http://[::1]:8000/war": ("http://[::1]:8000/war/", "/war/"),
    "http://[2001:DB8:0:0::1]/": ("http://[2001:db8::1]/", "/"),
    "/war": ("", "/war/"),
    "/": ("", "/"),
    "": ("", "/"),
    "  ": ("", "/"),
}
BAD = {
    "https://example.org/my site/": "/my-site/",
    "https://example.org/my%20site/": "/my-site/",
    "https://example.org/größe/": "would have to be quoted",
    "https://example.org/.hidden/": "begins with a dot",
    "https://example.org/a/../b/": "/a/b/",
    "https://example.org/'\"><script>": "would have to be quoted",
    "https://example.org/war/index.html": "give the folder that it lies in, as in /war/",
    "https://[::1/": "its host is none",
    "https://[::x]/": "",
    "https://[fe80::1%25eth0]/": "no name of a host",
    "ftp://example.org/": "browsers do not open pages by ftp://",
    "javascript:alert(1)": "does not begin with https://",
    "example.org/war": "write https://example.org/war/",
    "//example.org/": "write https://example.org/",
    "www.example.org": "write https://www.example.org/",
    "https:/example.org/": "does not begin with https://",
    "https://example.org/?a=1": "a part after ? or #",
    "https://example.org/#top": "a part after ? or #",
    "https://example.org/?": "a part after ? or #",
    "https://me:secret@example.org/": "it names a user",
    "https://example.org:99999/": "its port is none",
    "https://example.org:0/": "its port is none",
    "https://example.org:http/": "its port is none",
    "https://": "it names no host",
    "https:///war/": "it names no host",
    "https://exa mple.org/": "its host cannot have spaces",
    "https://exa\nmple.org/": "its host cannot have spaces",
    "https://example.org\\war/": "its host cannot have spaces",
    "https://example..org/": "no name of a host",
    "https://-example.org/": "no name of a host",
    "https://%65xample.org/": "no name of a host",
    "https://straße.example/": "xn--",
    "https://256.1.1.1/": "no number of a host",
    f"https://{'a' * 64}.org/": "no name of a host",
    "/a b/": "would have to be quoted",
    "/../": "would have to be quoted",
    "war": "does not begin with https://",
}


@pytest.mark.parametrize("given", GOOD)
def test_an_address_is_brought_into_one_form(given: str) -> None:
    """Small letters, no default port, a slash at the end; and the form is one that stays."""
    assert GOOD[given] == site_address(given)
    url, path = GOOD[given]
    assert GOOD[given] == site_address(url or path)


@pytest.mark.parametrize("given", BAD)
def test_what_is_no_address_is_refused_in_one_sentence(given: str) -> None:
    """It says what was typed, what is wrong, and what to type."""
    with pytest.raises(AddressError) as caught:
        site_address(given)
    said = str(caught.value)
    assert re.match(f"{re.escape(repr(given))} is not the (address|path) of a site: ", said)
    assert BAD[given] in said
    assert [1, 1] == [said.count(" — "), len(said.splitlines())]


@given(
    st.text(
        st.sampled_from("htps:/.?#@[]%-_~ \\\"'<>{}$;ÄßŁ\u200d\n09axAX") | st.characters(),
        max_size=40,
    )
)
def test_whatever_is_typed_comes_out_plain_or_is_refused(typed: str) -> None:
    """Nothing that would have to be quoted in a page, in XML or in a host's settings, and never a
    traceback."""
    for text in (typed, f"https://example.org/{typed}", f"https://{typed}/", f"/{typed}"):
        try:
            url, path = site_address(text)
        except AddressError:
            continue
        assert re.fullmatch(r"/([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*", path)
        assert not url or re.fullmatch(
            r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]*)?", url.removesuffix(path)
        )
        assert not url or path == urlsplit(url).path
        assert (url, path) == site_address(url or path)


@pytest.mark.parametrize(
    ("given", "path"),
    [("war", "/war/"), ("//x", "/x/"), ("/a/b", "/a/b/"), ("", "/"), ("/", "/"), (" /x ", "/x/")],
)
def test_a_path_needs_no_slashes(given: str, path: str) -> None:
    assert path == site_path(given)


@pytest.mark.parametrize(
    "given", ["/a b/", "/ä/", "/../", "https://example.org/", "/a?b/", "/.x/", '/"/']
)
def test_serve_refuses_a_path_in_one_line(given: str) -> None:
    found = CliRunner().invoke(build.main, ["serve", "--base-path", given])
    assert (1, 1) == (found.exit_code, len(found.output.splitlines()))
    assert f"Error: --base-path: {given!r} is not the path of a site: " in found.output


@pytest.mark.parametrize(
    "given", ["https://example.org/my site/", "https://[::1/", "example.org/war"]
)
def test_an_address_is_refused_where_it_was_typed(
    given: str, workshop: Workshop, tmp_path: Path
) -> None:
    """On the command line without a file, in site.toml with its line; nothing is written."""
    out = tmp_path / "out"
    found = CliRunner().invoke(build.main, ["build", "--base-url", given, "--out", str(out)])
    assert (1, 1, False) == (found.exit_code, len(found.output.splitlines()), out.exists())
    assert f"Error: --base-url: {given!r} is not the address of a site: " in found.output
    line = workshop.edit("content/site.toml", 'base_url = ""', f'base_url = "{given}"')
    with pytest.raises(ContentError) as caught:
        workshop.build(None)
    assert ("content/site.toml", line, "base_url") == (
        caught.value.path,
        caught.value.line,
        caught.value.field,
    )
    assert caught.value.hint.endswith(', or "" for none')


@pytest.mark.parametrize("given", ["HTTPS://Example.org:443/War", "https://müller.example/a/b"])
def test_every_reader_of_the_address_gets_its_one_form(given: str, workshop: Workshop) -> None:
    """Canonical addresses, the sitemap, robots and the settings of hosts; from site.toml as from
    the command line."""
    url, _ = site_address(given)
    site = workshop.build(given)
    workshop.edit("content/site.toml", 'base_url = ""', f'base_url = "{given}"')
    assert site.files == workshop.build(None).files == workshop.build(url).files
    assert f"<loc>{url}en/</loc>".encode() in site.files["sitemap.xml"]
    assert f"{url}sitemap.xml".encode() in site.files["robots.txt"]
    assert f'<link rel="canonical" href="{url}en/">'.encode() in site.files["en/index.html"]
    assert all(for_host(host, site.files, url) for host in HOSTS)
