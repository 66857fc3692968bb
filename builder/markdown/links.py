"""Where a text leads, and what it says of its elements, read from the HTML that a browser gets.

Markdown has many ways to write a link: with a reference, an address in angle brackets, a title, an
attribute, entities for some of its letters. What comes out of it has one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from html import unescape

from builder.values.slugs import shown
from builder.values.urls import KEYS

ATTRIBUTES = ("href", "title", "lang", "dir", "id", "class", "scope")
"""What an element of a text may say of itself; the policy of the site, or a reader, could not bear
more."""
SCHEMES = (*KEYS, "https", "http", "mailto")
"""What may stand before the colon of an address."""
WRITE = "write variant:…, page:…, #part, https://… or mailto:…"
_TAG = re.compile(r'<([a-z][a-z0-9]*)((?:[^<>"]|"[^"]*")*)>')
"""An opening tag of the HTML that Markdown writes: its name, and all that it says of itself."""
_ATTRIBUTE = re.compile(r'([^\s="]+)(?:="([^"]*)")?')
_ALIGNED = re.compile(r"t[dh] style text-align: [a-z]+;")
"""What tables say of their columns."""
_WEB = re.compile(
    r"https?://[^\x00-\x20\x7f\\/?#@:]+(:\d+)?([/?#][^\x00-\x20\x7f\\]*)?", re.IGNORECASE
)
"""An address on the web without a user's name, spaces, and the backslash, which browsers read as a
slash."""
_MAIL = re.compile(r"mailto:[^\x00-\x20\x7f\\:]+", re.IGNORECASE)
_OUTSIDE = re.compile(r"//|www\.|[\w.-]+\.[a-z]{2,}(/|$)", re.IGNORECASE)
"""What is meant as an address on the web, and lacks the scheme: "www.example.org"."""


@dataclass(frozen=True)
class Parsed:
    """What Markdown made of a text: its HTML, HTML that stood in it, and references that it defines
    in vain."""

    html: str
    raw: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fault:
    """A fault in a text: the words to look for in it, what is wrong and what to do."""

    words: str
    wrong: str
    todo: str


@dataclass(frozen=True)
class Element:
    """An element of a text with its attributes as they stand in the HTML, entities and all."""

    tag: str
    attributes: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str | None:
        """The value of an attribute, as a browser understands it."""
        return next((unescape(value) for found, value in self.attributes if found == name), None)


def elements(html: str) -> Iterator[Element]:
    """The elements that say something of themselves."""
    for tag, said in _TAG.findall(html):
        # What stands in <hr /> says nothing.
        if said.strip(" /"):
            yield Element(tag, tuple(_ATTRIBUTE.findall(said.strip(" /"))))


def html_faults(parsed: Parsed) -> Iterator[Fault]:
    """HTML in a text."""
    for html in parsed.raw:
        yield Fault(html, f"raw HTML {shown(html)}", "write Markdown")


def keys(found: Collection[Element]) -> list[str]:
    """The links by key: what they say, dead or not."""
    addresses = (element.get("href") for element in found)
    return [
        address
        for address in addresses
        if address and address.startswith(tuple(f"{key}:" for key in KEYS))
    ]


def ids(found: Collection[Element]) -> list[str]:
    """The ids that a text gives to its parts."""
    return [id_ for element in found if (id_ := element.get("id")) is not None]


def faults(found: Collection[Element], parts: Collection[str]) -> Iterator[Fault]:
    """What is wrong with the elements of a text; `parts` are the ids on its page, to which "#part"
    may lead."""
    for element in found:
        if element.tag == "img":
            source = element.get("src") or ""
            yield Fault(
                source or "![",
                f"the picture {shown(source)}",
                "leave it out: a text shows no pictures",
            )
            continue
        for name, value in element.attributes:
            if name not in ATTRIBUTES and not _ALIGNED.fullmatch(f"{element.tag} {name} {value}"):
                yield Fault(
                    f"{name}={value}",
                    f"the attribute {shown(name)}",
                    f"use {', '.join(ATTRIBUTES[1:-1])}",
                )
        for name, value in element.attributes:
            if name == "href" and (fault := _address_fault(value, parts)):
                yield Fault(unescape(value), *fault)


def _address_fault(written: str, parts: Collection[str]) -> tuple[str, str] | None:
    """What is wrong with an address as it stands in the HTML, and what to do; dead keys are the
    plan's business."""
    address = unescape(written)
    scheme, _, rest = address.partition(":")
    # Links by key are looked for in the HTML as it is written (prose.py), where entities would hide
    # them.
    if scheme in KEYS:
        return (
            None
            if written == address
            else (f"{shown(address)} is written with entities", f"write {address}")
        )
    if (
        _WEB.fullmatch(address)
        or _MAIL.fullmatch(address)
        or (address[:1] == "#" and address[1:] in parts)
    ):
        return None
    if address.startswith("#"):
        parts_near = near(address, [f"#{part}" for part in parts])
        return f"this page has no part {shown(address)}{parts_near}", WRITE
    if not address:
        return "the link leads nowhere", WRITE
    meant = (
        [f"{name}:{rest}" for name in get_close_matches(scheme.strip().lower(), SCHEMES, 1)]
        if rest
        else []
    )
    if not meant and _OUTSIDE.match(address):
        meant = [f"https://{address.lstrip('/')}"]
    return f"{shown(address)} is no address that a text may lead to{_asked(meant)}", WRITE


def near(name: str, names: Collection[str]) -> str:
    """A question after an unknown name: for the known one that is most like it, if any is."""
    return _asked(get_close_matches(name, names, 1))


def _asked(meant: list[str]) -> str:
    return f" (do you mean {meant[0]}?)" if meant else ""
