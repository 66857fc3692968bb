"""The site on real servers: each at its root and below a path."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosts.servers import Server, caddy, nginx
from tests.site import build

WELL_KNOWN = {
    "security.txt": "Contact: mailto:a@example.org\n",
    "acme-challenge/dG9rZW4": "a key",
    ".hidden": "hidden",
}
"""Files in the folder that certificates and the like are asked from."""


@pytest.fixture(
    scope="session", params=["nginx /", "nginx /games/war/", "caddy /", "caddy /games/war/"]
)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    host, base = request.param.split()
    root = made(tmp_path_factory, host, base)
    with {"nginx": nginx, "caddy": caddy}[host](
        root, base, tmp_path_factory.mktemp("work")
    ) as server:
        yield server


@pytest.fixture(scope="session")
def plain_nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """nginx without the module for brotli."""
    root = made(tmp_path_factory, "nginx", "/")
    with nginx(root, "/", tmp_path_factory.mktemp("work"), brotli=False) as server:
        yield server


def made(tmp_path_factory: pytest.TempPathFactory, host: str, base: str) -> Path:
    """A document root with the site in it, what others put beside it, and a file that is none of
    the site's."""
    root = tmp_path_factory.mktemp("root") / "www"
    build(root / base.strip("/"), f"https://example.org{base}", "--host", host)
    (root.parent / "secret.txt").write_text("secret")
    for path, text in WELL_KNOWN.items():
        file = root / ".well-known" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root
