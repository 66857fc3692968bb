"""Laws of counting what a page costs: all that a browser loads by itself, nothing twice, nothing
that comes later."""

import gzip
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from builder.output.site import Site, build_site
from builder.runtime.pyodide import make_runtime
from builder.values.urls import file_of
from builder.workshop import budgets
from builder.workshop.budgets import (
    BYTES,
    REQUESTS,
    Cost,
    budget_faults,
    cost,
    costs,
    loads,
    measured_text,
)
from builder.workshop.check import CHECK_BASE, STAND_IN
from tests.builder.small_project import ROOT, Workshop

BOARD = '<script type="application/json" id="board-data">{"words":{}}</script>'
PAGE = f"""<html><head><link rel="canonical" href="https://example.org/"><link rel="icon" href="../i.svg">
<link rel="alternate" href="../de/"><script src="../a/theme.js"></script>
<link rel="stylesheet" href="../a/s.css"></head>
<body><a href="../more/">more</a>{BOARD}<script type="module" src="../a/main.js"></script></body></html>"""
FILES = {
    "en/index.html": PAGE.encode(),
    "i.svg": b"<svg/>",
    "more/index.html": b"<p>more</p>",
    "a/theme.js": b"(()=>{})()",
    "a/s.css": (
        b'@import "t.css";a{background:url(../p.png)}b{background:url(data:image/png;base64,AA==)}'
    ),
    "a/t.css": b"b{}",
    "p.png": b"png",
    "a/main.js": b'import{a as b}from"./shared.js";import"./side.js";b(()=>import("./later.js"));',
    "a/shared.js": b'import"./side.js";export{a}',
    "a/side.js": b"",
    "a/later.js": b"later",
}
LOADED = {
    "en/index.html",
    "i.svg",
    "a/theme.js",
    "a/s.css",
    "a/t.css",
    "p.png",
    "a/main.js",
    "a/shared.js",
    "a/side.js",
}


def packed(*names: str) -> int:
    return sum(len(gzip.compress(FILES[name], 9, mtime=0)) for name in names)


def test_what_is_loaded_is_what_is_named_and_what_that_names() -> None:
    """Links that lead elsewhere, data in place and late imports ask for nothing; what is named
    twice is loaded once."""
    found = loads("en/index.html", FILES)
    assert found[0] == "en/index.html"
    assert sorted(found) == sorted(LOADED)


def test_a_page_costs_the_sum_of_its_files() -> None:
    """Parts by kind, with the board's data counted by itself, add up to all files with gzip."""
    found = cost("en/index.html", FILES)
    assert found.requests == len(LOADED)
    assert found.total == packed(*LOADED)
    assert found.parts["js"] == packed("a/theme.js", "a/main.js", "a/shared.js", "a/side.js")
    assert found.parts["css"] == packed("a/s.css", "a/t.css")
    assert 0 < found.parts["board data"] < found.parts["html"]


def test_every_page_has_a_budget() -> None:
    """With a board or without; what has no board has no data of one."""
    assert [each.page for each in costs(FILES)] == ["en/index.html", "more/index.html"]
    assert set(cost("more/index.html", FILES).parts) == {"html"}


@pytest.mark.parametrize("base", ["/", "/base/", "/a/b/"])
def test_addresses_below_the_base_path_are_followed(base: str) -> None:
    """The page of the missing address is shown anywhere, so it says where the site lies."""
    files = FILES | {"404.html": FILES["en/index.html"].replace(b'"../', f'"{base}'.encode())}
    assert sorted(loads("404.html", files, base)) == sorted(
        {*LOADED, "404.html"} - {"en/index.html"}
    )


@pytest.fixture(scope="module")
def stood_in() -> Site:
    """The site as the check builds it."""
    return build_site(ROOT, CHECK_BASE, "", STAND_IN)


def test_every_page_of_the_site_is_counted_with_its_style_and_script(stood_in: Site) -> None:
    """The language chooser, prose, the page of the missing address, what stands where a page was:
    none is forgotten, none is counted alone."""
    found = {each.page: each for each in costs(stood_in.files, urlsplit(CHECK_BASE).path)}
    paths = [*(page.path for page in stood_in.plan.pages.values()), *stood_in.plan.moved]
    assert set(found) == set(map(file_of, paths))
    assert [
        page for page, each in found.items() if not {"html", "css", "js"} <= set(each.parts)
    ] == []


def test_the_stand_in_for_the_engine_costs_what_the_engine_costs(stood_in: Site) -> None:
    """So the check counts the bytes of a real build; only digests pack a little differently."""
    engine = make_runtime()
    assert STAND_IN.start.keys() == engine.start.keys()
    counted, real = (
        {each.page: each for each in costs(site.files, urlsplit(CHECK_BASE).path)}
        for site in (stood_in, build_site(ROOT, CHECK_BASE, "", engine))
    )
    assert counted.keys() == real.keys()
    for page, each in real.items():
        assert counted[page].requests == each.requests
        assert abs(counted[page].total - each.total) <= 8, page


def test_addresses_of_before_have_a_budget_too(workshop: Workshop) -> None:
    """What a page that has moved costs itself; the page that it leads to has a budget of its
    own."""
    workshop.edit(
        "content/variants/peace/de.md", "+++\ntitle", '+++\naliases = ["old/", "old.html"]\ntitle'
    )
    found = {each.page: each for each in costs(workshop.build().files)}
    for page in ("old/index.html", "old.html"):
        assert found[page].requests == 3  # with style and script


def noise(size: int) -> bytes:
    """Bytes that no packer makes fewer."""
    numbers, value = bytearray(), 1
    for _ in range(size):
        value = value * 69069 % 4294967291
        numbers.append(value >> 24)
    return bytes(numbers)


def test_a_page_within_its_budget_is_not_spoken_of() -> None:
    few = {
        name: data for name, data in FILES.items() if name not in ("a/t.css", "p.png", "a/side.js")
    }
    assert len(loads("en/index.html", few)) == REQUESTS
    assert list(budget_faults(few, {})) == []


def test_a_page_that_costs_too_much_is_named_with_its_parts() -> None:
    """Too many bytes or too many requests; without an earlier measure the largest part is to
    blame."""
    assert "9 requests" in next(budget_faults(FILES, {}))
    heavy = FILES | {"a/side.js": noise(BYTES)}
    found = cost("en/index.html", heavy)
    said = next(budget_faults(heavy, {}))
    assert said.startswith(f"site/en/index.html: {found.total:,} bytes in 9 requests")
    assert all(f"{name} {size:,}" in said for name, size in found.parts.items())
    assert "30,000 in 6 allowed" in said and "make js smaller" in said


def test_the_part_that_grew_most_is_to_blame() -> None:
    """Compared with the parts as they were last measured, which the command writes as JSON."""
    heavy = FILES | {"a/side.js": noise(BYTES), "a/t.css": noise(2_000)}
    before = json.loads(measured_text(costs(heavy)))
    assert before == {
        page: dict(cost(page, heavy).parts) for page in ("en/index.html", "more/index.html")
    }
    before["en/index.html"]["css"] -= 1_500
    said = next(budget_faults(heavy, before))
    assert "css grew most, by 1,500" in said


def test_a_cost_is_the_sum_of_its_parts() -> None:
    assert Cost("a.html", {"html": 3, "js": 4}, 2).total == 7


def test_what_was_never_measured_is_compared_with_nothing(tmp_path: Path) -> None:
    assert budgets.read_measured(tmp_path) == {}
