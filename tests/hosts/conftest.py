"""The site on real servers: each at its root and below a path."""

import gzip
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import brotli
import pytest

from builder.output import compress, hosts
from builder.output.compress import Packer
from builder.output.writing import write
from tests.hosts.servers import Server, caddy, nginx
from tests.once import once

WELL_KNOWN = {
    "security.txt": "Contact: mailto:a@example.org\n",
    "acme-challenge/dG9rZW4": "a key",
    ".hidden": "hidden",
}
"""Files in the folder that certificates and the like are asked from."""
LIGHT: Mapping[str, Packer] = {
    ".gz": partial(gzip.compress, compresslevel=1, mtime=0),
    ".br": partial(brotli.compress, quality=4),
}
"""Packers for which a server is the same, and which take a second where the best take half a
minute."""


@pytest.fixture(
    scope="session", params=["nginx /", "nginx /games/war/", "caddy /", "caddy /games/war/"]
)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    host, base = request.param.split()
    site: Path = request.getfixturevalue("site" if base == "/" else "site_below")
    root = made(tmp_path_factory, site, host, base)
    with {"nginx": nginx, "caddy": caddy}[host](
        root, base, tmp_path_factory.mktemp("work")
    ) as server:
        yield server


@pytest.fixture(scope="session")
def plain_nginx(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """nginx without the module for brotli."""
    root = made(tmp_path_factory, site, "nginx", "/")
    with nginx(root, "/", tmp_path_factory.mktemp("work"), brotli=False) as server:
        yield server


def made(factory: pytest.TempPathFactory, site: Path, host: str, base: str) -> Path:
    """A document root with the site in it, what others put beside it, and a file that is none of
    the site's."""
    root = once(
        factory, f"{host}{base.replace('/', '-')}", lambda place: fill(place, site, host, base)
    )
    return root / "www"


def fill(place: Path, site: Path, host: str, base: str) -> None:
    """Writes the document root, and that file beside it, into a folder."""
    root = place / "www"
    write(for_server(host, site, base, place / "packed"), root / base.strip("/"))
    (place / "secret.txt").write_text("secret")
    for path, text in WELL_KNOWN.items():
        file = root / ".well-known" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def for_server(host: str, site: Path, base: str, cache: Path) -> dict[str, bytes]:
    """A built site as the build makes it for a host, but lightly packed."""
    files = {
        file.relative_to(site).as_posix(): file.read_bytes()
        for file in site.rglob("*")
        if file.is_file()
    }
    own = {path: data for path, data in files.items() if not path.startswith(".")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compress, "PACKERS", LIGHT)
        # What is kept for builds is packed at its best.
        patch.setattr(hosts, "beside", partial(compress.beside, cache=cache))
        return hosts.for_host(host, own, f"https://example.org{base}")
