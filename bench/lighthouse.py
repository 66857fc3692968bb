"""What Lighthouse measures on one page of each kind, as on a slow phone, the site being sent by nginx."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench import results
from builder.npm import package_version
from tests.browser.conftest import CHROMIUM
from tests.browser.drivers.lighthouse import kinds, report
from tests.hosts.servers import nginx
from tests.site import build

ROUNDS = 3
HEAD = ("", "performance", "accessibility", "best practices", "SEO", "LCP, ms", "TBT, ms", "CLS")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = ("largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")


def row(reports: list[dict[str, Any]]) -> list[str]:
    """The medians of a page."""
    scores = [median(100 * each["categories"][name]["score"] for each in reports) for name in CATEGORIES]
    lcp, tbt, cls = (median(each["audits"][name]["numericValue"] for each in reports) for name in AUDITS)
    return [*(f"{score:.0f}" for score in scores), f"{lcp:,.0f}", f"{tbt:,.0f}", f"{cls:.3f}"]


def main() -> None:
    with TemporaryDirectory() as folder:
        work = Path(folder) / "work"
        work.mkdir()
        root = build(Path(folder) / "www", "https://example.org/", "--host", "nginx")
        with nginx(root, "/", work) as server:
            found = {
                kind: [report(CHROMIUM, server.address + path) for _ in range(ROUNDS)] for kind, path in kinds().items()
            }
    text = (
        f"{results.machine()} Lighthouse {package_version('lighthouse')} as on a phone (slow 4G, a processor four times"
        f" as slow), nginx with brotli on the same machine, median of {ROUNDS} rounds.\n\n"
    )
    text += results.table(HEAD, ([kind, *row(reports)] for kind, reports in found.items()))
    print(text)
    results.write("Lighthouse", text)


if __name__ == "__main__":
    main()
