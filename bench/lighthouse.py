"""What Lighthouse measures on one page of each kind, as on a slow phone, sent by nginx; over
budget, it fails."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import results
from builder.system.node import package_version
from tests.browser.conftest import CHROMIUM
from tests.browser.drivers.lighthouse import LEAST, MOST, excesses, kinds, medians, reports
from tests.hosts.servers import nginx
from tests.site import build

ROUNDS = 3
HEAD = ("", "performance", "accessibility", "best practices", "SEO", "LCP, ms", "TBT, ms", "CLS")


def row(found: Mapping[str, float]) -> list[str]:
    """What was measured on a page."""
    lcp, tbt, cls = (found[name] for name in MOST)
    return [*(f"{found[name]:.0f}" for name in LEAST), f"{lcp:,.0f}", f"{tbt:,.0f}", f"{cls:.3f}"]


def alone(address: str) -> dict[str, Any]:
    """What Lighthouse says of a page in a Chromium that was started for it."""
    return reports(CHROMIUM, [address])[0]


def main() -> None:
    with TemporaryDirectory() as folder:
        work = Path(folder) / "work"
        work.mkdir()
        root = build(Path(folder) / "www", "https://example.org/", "--host", "nginx")
        with nginx(root, "/", work) as server:
            found = {
                kind: medians([alone(server.address + path) for _ in range(ROUNDS)])
                for kind, path in kinds().items()
            }
    text = (
        f"{results.machine()} Lighthouse {package_version('lighthouse')} as on a phone (slow 4G, a"
        " processor four times"
        f" as slow), nginx with brotli on the same machine, median of {ROUNDS} rounds.\n\n"
    )
    text += results.table(HEAD, ([kind, *row(measures)] for kind, measures in found.items()))
    print(text)
    results.write("Lighthouse", text)
    judge(found)


def judge(found: Mapping[str, Mapping[str, float]]) -> None:
    """Ends with exit code 1 and a sentence for each measure of a page that is not within its
    budget."""
    said = [sentence for page, measures in found.items() for sentence in excesses(page, measures)]
    if said:
        raise SystemExit(
            "\n".join([*said, "Make these pages lighter; if the machine was busy, measure again."])
        )


if __name__ == "__main__":
    main()
