"""Laws that hold for the HTML of every built page."""

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from lxml import html
from lxml.html import HtmlElement

from tests.site import (
    CONTENT,
    LANGUAGES,
    ROOT,
    addresses,
    aliases,
    front_matter,
    html_files,
    pages,
)

Law = Callable[[HtmlElement], Iterator[str]]

VALIDATOR = ROOT / "node_modules/vnu-jar/build/dist/vnu.jar"
VOID = (
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "track",
    "wbr",
)
DATA = ("application/json", "application/ld+json")
LANGUAGE_TAG = "[a-z]{2,3}(-[A-Za-z0-9]+)*"
LONGEST_TITLE = 62
"""Characters: what a search shows of one, give or take the width of its letters."""
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "headers")


def faults(site: Path, law: Law) -> list[str]:
    """What all pages together have against a law."""
    return [
        f"/{address}: {fault}"
        for address, file in pages(site).items()
        for fault in law(html.document_fromstring(file.read_text("utf-8")))
    ]


def test_every_page_is_made_and_no_other(site: Path) -> None:
    """Each id and language has its page at the address that its front matter says, and something
    at each address that it had before."""
    assert sorted([*addresses().values(), *aliases()]) == sorted(html_files(site))


@pytest.mark.skipif(
    not shutil.which("java"),
    reason="the validator needs Java: apt-get install default-jre-headless",
)
def test_the_validator_finds_no_fault(site: Path) -> None:
    """The Nu Html Checker accepts every page."""
    command = [
        "java",
        "-jar",
        str(VALIDATOR),
        "--errors-only",
        "--format",
        "json",
        "--skip-non-html",
        str(site),
    ]
    messages = json.loads(subprocess.run(command, capture_output=True, text=True).stderr)[
        "messages"
    ]
    assert [
        f"{each.get('url')}:{each.get('lastLine')}: {each['message']}" for each in messages
    ] == []


class Balance(HTMLParser):
    """Notes end tags that do not close what is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        repeated = [name for name, times in Counter(name for name, _ in attrs).items() if times > 1]
        self.faults += [f"line {self.getpos()[0]}: <{tag}> has {name} twice" for name in repeated]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"line {self.getpos()[0]}: </{tag}> closes nothing")


def test_every_tag_is_closed_in_order(site: Path) -> None:
    """Without the validator too: tags nest, no attribute stands twice, and the document type comes
    first."""
    found = []
    for address, file in pages(site).items():
        text, balance = file.read_text("utf-8"), Balance()
        balance.feed(text)
        found += [
            f"/{address}: {fault}"
            for fault in balance.faults + [f"<{tag}> stays open" for tag in balance.open]
        ]
        if not text.lower().startswith("<!doctype html>"):
            found.append(f"/{address}: no document type")
    assert found == []


def test_one_first_heading_and_no_level_left_out(site: Path) -> None:
    """Each page has one h1, it comes first, and no heading is more than one level below the one
    before it."""

    def law(page: HtmlElement) -> Iterator[str]:
        levels = [int(heading.tag[1]) for heading in page.xpath("//h1|//h2|//h3|//h4|//h5|//h6")]
        if levels[:1] != [1] or levels.count(1) != 1:
            yield f"levels {levels}"
        yield from (
            f"h{lower} after h{upper}" for upper, lower in pairwise(levels) if lower > upper + 1
        )

    assert faults(site, law) == []


def test_one_skip_link_first_of_all(site: Path) -> None:
    """Where there is a header, the first link leads past it to the main part, and no second one
    does."""

    def law(page: HtmlElement) -> Iterator[str]:
        if page.xpath("//body/header"):
            first = page.xpath("(//a|//button|//summary|//input)[1]")[0].get("href")
            mains = [f"#{name}" for name in page.xpath("//main/@id")]
            if [first] != mains or page.xpath("count(//a[@href=$main])", main=first) != 1:
                yield f"the first link leads to {first}, the main part is {mains}"

    assert faults(site, law) == []


def test_ids_are_unique_and_what_points_to_them_is_right(site: Path) -> None:
    """No id twice, and each fragment, label and described-by names an id of the page."""

    def law(page: HtmlElement) -> Iterator[str]:
        ids = Counter(page.xpath("//@id"))
        yield from (f"id {name} {times} times" for name, times in ids.items() if times > 1)
        pointed = {target[1:] for target in page.xpath("//*/@href") if target.startswith("#")}
        for attribute in REFERENCES:
            pointed.update(
                name for names in page.xpath(f"//@{attribute}") for name in names.split()
            )
        yield from (f"nothing has the id {name}" for name in sorted(pointed - set(ids) - {""}))

    assert faults(site, law) == []


def test_the_language_is_said_and_true(site: Path) -> None:
    """The html element names the language of the address; every lang is a well-formed tag and never
    empty."""

    def law(page: HtmlElement) -> Iterator[str]:
        yield from (
            f"lang={code!r}"
            for code in page.xpath("//@lang")
            if not re.fullmatch(LANGUAGE_TAG, code)
        )
        if page.get("lang") not in LANGUAGES:
            yield f"lang={page.get('lang')!r} on <html>"

    assert faults(site, law) == []
    for address, file in pages(site).items():
        first = address.split("/")[0]
        if first in LANGUAGES:
            assert html.document_fromstring(file.read_text("utf-8")).get("lang") == first, address


def test_the_policy_blocks_nothing(site: Path) -> None:
    """No style attribute, style element, handler or inline script: only data blocks stand in the
    page."""

    def law(page: HtmlElement) -> Iterator[str]:
        yield from (f"<{each.tag} style>" for each in page.xpath("//*[@style]"))
        yield from ("<style>" for _ in page.xpath("//style"))
        yield from (f"{name}=" for name in page.xpath("//@*[starts-with(name(), 'on')]"))
        yield from (
            f"inline script: {(script.text or '').strip()[:40]}"
            for script in page.xpath("//script[not(@src)]")
            if script.get("type") not in DATA
        )

    assert faults(site, law) == []


def test_data_blocks_are_json(site: Path) -> None:
    """What stands in a data block can be read."""

    def law(page: HtmlElement) -> Iterator[str]:
        for script in page.xpath("//script[not(@src)]"):
            try:
                json.loads(script.text)
            except ValueError as error:
                yield str(error)

    assert faults(site, law) == []


def test_every_picture_has_text_or_is_hidden(site: Path) -> None:
    """A picture is named, or it stands where screen readers do not look."""

    def law(page: HtmlElement) -> Iterator[str]:
        yield from (
            f"<img src={each.get('src')}> without alt" for each in page.xpath("//img[not(@alt)]")
        )
        for picture in page.xpath("//svg[not(ancestor::svg)] | //*[@role='img']"):
            hidden = picture.xpath("ancestor-or-self::*[@aria-hidden='true' or @hidden]")
            within = picture.xpath("ancestor::*[@role='img']")
            named = (
                picture.get("aria-label")
                or picture.get("aria-labelledby")
                or picture.xpath("./title")
            )
            if not (hidden or within or (picture.get("role") == "img" and named)):
                yield f"{html.tostring(picture, with_tail=False)[:90]!r}"

    assert faults(site, law) == []


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    """Scripts, styles, icons and pictures are the site's own."""

    def law(page: HtmlElement) -> Iterator[str]:
        loaded = page.xpath("//@src | //@srcset | //@data | //@poster")
        loaded += page.xpath(
            "//link[contains('stylesheet icon preload modulepreload manifest', @rel)]/@href"
        )
        yield from (url for url in loaded if urlsplit(url).netloc)

    assert faults(site, law) == []


def test_tables_say_what_they_show(site: Path) -> None:
    """Each table has header cells, and a caption or the heading of its section, so that it can be
    read aloud."""

    def law(page: HtmlElement) -> Iterator[str]:
        for table in page.xpath("//table"):
            name = " ".join(table.text_content().split())[:40]
            if not table.xpath("./caption | ancestor::section[@aria-labelledby]"):
                yield f"no caption: {name}"
            if not table.xpath(".//thead//th") or table.xpath(".//tbody//th[not(@scope='row')]"):
                yield f"header cells: {name}"

    assert faults(site, law) == []


def test_the_head_is_complete(site: Path) -> None:
    """What a search shows: each page has a title and a description of its own, long enough to say
    what it is about and short enough to be shown whole; none is named as the site alone. The view
    follows the screen."""
    seen = Counter()
    for address, file in pages(site).items():
        page = html.document_fromstring(file.read_text("utf-8"))
        lang = page.get("lang")
        title = page.findtext(".//title")
        seen[lang, title] += 1
        name = page.xpath("string(//meta[@property='og:site_name']/@content)")
        # The site's name after it may be cut off.
        own = title.removesuffix(f" · {name}")
        assert page.xpath("//meta[@name='viewport']/@content"), address
        assert len(own) <= LONGEST_TITLE, (address, len(own), own)
        if address != "404.html":
            assert own != name, address
            (description,) = page.xpath("//meta[@name='description']/@content")
            seen[lang, description] += 1
            assert 70 <= len(description) <= 155, (address, len(description))
    assert [] == [text for text, times in seen.items() if times > 1]


def test_the_root_says_each_name_once(site: Path) -> None:
    """Languages that share the game's name share it in the heading too; each has a card of its own
    below."""
    names = [
        str(front_matter(CONTENT / f"pages/root/{language}.md")["title"]) for language in LANGUAGES
    ]
    page = html.document_fromstring((site / "index.html").read_text("utf-8"))
    assert page.xpath("//h1/span[@lang]/text()") == list(dict.fromkeys(names))
    assert page.xpath("//main//li//strong/text()") == names
