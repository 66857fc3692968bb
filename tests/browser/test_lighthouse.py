"""Lighthouse on one page of each kind, as nginx sends it. Times are no tests: `make bench` measures
and judges them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.lighthouse import judge
from tests.browser.conftest import CHROMIUM
from tests.browser.drivers.lighthouse import LEAST, MOST, kinds, medians, reports
from tests.hosts.conftest import made
from tests.hosts.servers import nginx

STEADY = tuple(name for name in LEAST if name != "performance")
SHIFT = "cumulative-layout-shift"
OPTIONS = {
    "onlyCategories": STEADY,
    "onlyAudits": (SHIFT,),
    "throttlingMethod": "provided",
    "disableFullPageScreenshot": True,
}


@pytest.fixture(scope="module")
def found(
    site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, dict[str, Any]]]:
    """What Lighthouse says of one page of each kind."""
    root = made(tmp_path_factory, site, "nginx", "/")
    with nginx(root, "/", tmp_path_factory.mktemp("work")) as server:
        pages = [server.address + path for path in kinds().values()]
        yield dict(zip(kinds(), reports(CHROMIUM, pages, **OPTIONS), strict=True))


@pytest.mark.parametrize("kind", kinds())
def test_lighthouse_finds_nothing_to_do(found: dict[str, dict[str, Any]], kind: str) -> None:
    """A hundred of a hundred for accessibility, best practices and search engines; nothing moves
    while loading."""
    report = found[kind]
    audits = report["audits"]
    weighty = {
        each["id"]
        for name in STEADY
        for each in report["categories"][name]["auditRefs"]
        if each["weight"]
    }
    faults = {
        name: audits[name]["title"]
        for name in sorted(weighty)
        if audits[name]["score"] not in (1, None)
    }
    assert {} == faults
    assert {name: LEAST[name] for name in STEADY} == {
        name: 100 * report["categories"][name]["score"] for name in STEADY
    }
    assert audits[SHIFT]["numericValue"] <= MOST[SHIFT]


def said(**more: float | None) -> dict[str, Any]:
    """What Lighthouse says of a page that just keeps its budget, but for these measures; hyphens
    are underscores."""
    changed = {name.replace("_", "-"): value for name, value in more.items()}
    scores = {name: {"score": changed.get(name, least / 100)} for name, least in LEAST.items()}
    return {
        "categories": scores,
        "audits": {name: {"numericValue": changed.get(name, MOST[name])} for name in MOST},
    }


def test_a_page_that_just_keeps_its_budget_is_not_spoken_of() -> None:
    """Nor one that missed it in one round of three."""
    judge({"root": medians([said()]), "home": medians([said(), said(performance=0.5), said()])})


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"performance": 0.98}, "performance is 98, at least 99 is wanted"),
        ({"performance": None}, "performance is 0, at least 99 is wanted"),
        ({"accessibility": 0.99}, "accessibility is 99, at least 100 is wanted"),
        ({"best_practices": 0.57}, "best-practices is 57, at least 100 is wanted"),
        ({"seo": 0.92}, "seo is 92, at least 100 is wanted"),
        (
            {"largest_contentful_paint": 1312.4},
            "largest-contentful-paint is 1,312.4, at most 1,200 is allowed",
        ),
        ({"total_blocking_time": 50.5}, "total-blocking-time is 50.5, at most 50 is allowed"),
        (
            {"cumulative_layout_shift": 0.0112},
            "cumulative-layout-shift is 0.0112, at most 0.01 is allowed",
        ),
    ],
)
def test_a_page_over_its_budget_ends_the_benchmark(
    more: dict[str, float | None], sentence: str
) -> None:
    """With page, measure, value and budget, and nothing about pages and measures that are well."""
    with pytest.raises(SystemExit) as ended:
        judge({"root": medians([said()]), "variant": medians([said(**more)])})
    assert str(ended.value).splitlines()[:-1] == [f"variant: {sentence}"]
