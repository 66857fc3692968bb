"""What a built page says about itself and where it points, read back from its HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_REFERENCES = ("href", "src", "data-worker", "action")
"""Attributes that hold an address."""


@dataclass
class HtmlPage:
    """The facts that checks need from one page."""

    lang: str = ""
    ids: list[str] = field(default_factory=list)
    references: list[tuple[str, int]] = field(default_factory=list)
    """Addresses as they are written, each with its line."""
    alternates: dict[str, str] = field(default_factory=dict)
    """Those of the head by hreflang: {"de": "https://…", "x-default": "https://…"}."""
    canonical: str = ""
    menu: dict[str, str] = field(default_factory=dict)
    """The addresses in the menu of languages by hreflang."""
    json_ld: str = ""
    headings: list[int] = field(default_factory=list)
    """Their levels in the order of the page."""
    faults: list[tuple[int, str]] = field(default_factory=list)
    """What the policy would block, each with its line."""


class _Reader(HTMLParser):
    """Gathers the facts of a page while its tags go by."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = HtmlPage()
        self.in_json = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        line = self.getpos()[0]
        page = self.page
        if "id" in values:
            page.ids.append(values["id"])
        page.references += [(values[name], line) for name in _REFERENCES if name in values]
        if tag == "html":
            page.lang = values.get("lang", "")
        elif tag == "link":
            self._link(values)
        elif tag == "a" and "hreflang" in values and "lang" in values:
            page.menu[values["hreflang"]] = values.get("href", "")
        elif len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            page.headings.append(int(tag[1]))
        self._inline(tag, values, line)
        self.in_json = tag == "script" and values.get("type") == "application/ld+json"

    def _link(self, values: dict[str, str]) -> None:
        if values.get("rel") == "canonical":
            self.page.canonical = values["href"]
        elif values.get("rel") == "alternate" and "hreflang" in values:
            self.page.alternates[values["hreflang"]] = values["href"]

    def _inline(self, tag: str, values: dict[str, str], line: int) -> None:
        """What the site's policy would block."""
        # A script that holds data does not run, so the policy lets it pass.
        is_data = values.get("type", "").endswith("json")
        if tag == "style" or (tag == "script" and "src" not in values and not is_data):
            self.page.faults.append((line, f"inline <{tag}>"))
        for name in values:
            if name == "style" or name.startswith("on"):
                self.page.faults.append((line, f"attribute {name} of <{tag}>"))

    def handle_data(self, data: str) -> None:
        if self.in_json:
            self.page.json_ld += data

    def handle_endtag(self, tag: str) -> None:
        self.in_json = False


def read_page(text: str) -> HtmlPage:
    """Read a page's HTML."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page
