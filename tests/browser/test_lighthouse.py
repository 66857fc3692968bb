"""Lighthouse on one page of each kind, as nginx sends it. Times are no tests: `make bench` measures them."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import CHROMIUM
from tests.browser.drivers.lighthouse import kinds, report
from tests.hosts.servers import Server, nginx
from tests.site import build

STEADY = ("accessibility", "best-practices", "seo")
SHIFT = "cumulative-layout-shift"
OPTIONS = (f"--only-categories={','.join(STEADY)}", f"--only-audits={SHIFT}", "--throttling-method=provided")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = build(tmp_path_factory.mktemp("root") / "www", "https://example.org/", "--host", "nginx")
    with nginx(root, "/", tmp_path_factory.mktemp("work")) as server:
        yield server


@pytest.mark.parametrize("kind", kinds())
def test_lighthouse_finds_nothing_to_do(server: Server, kind: str) -> None:
    """A hundred of a hundred for accessibility, best practices and search engines; nothing moves while loading."""
    found = report(CHROMIUM, server.address + kinds()[kind], *OPTIONS)
    audits = found["audits"]
    weighty = {each["id"] for name in STEADY for each in found["categories"][name]["auditRefs"] if each["weight"]}
    faults = {name: audits[name]["title"] for name in sorted(weighty) if audits[name]["score"] not in (1, None)}
    assert {} == faults
    assert dict.fromkeys(STEADY, 1) == {name: found["categories"][name]["score"] for name in STEADY}
    assert audits[SHIFT]["numericValue"] <= 0.01
