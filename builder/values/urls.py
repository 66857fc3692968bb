"""Addresses: relative from page to page, absolute for machines."""

from __future__ import annotations

import re

KEYS = ("variant", "page")
"""How a link by key begins."""
# The key, and the section after #: "variant:open-war#war".
KEYED = re.compile(r"(variant|page):([a-z0-9-]+)(?:#([a-z0-9-]+))?")


def relative(page: str, target: str) -> str:
    """The address of `target` on `page`; both are paths below the site's root.

    >>> relative("en/variants/peace/", "en/rules/"), relative("en/", ""), relative("en/", "en/")
    ('../../rules/', '../', './')
    """
    here = page[: page.rfind("/") + 1]
    above = ""
    while not target.startswith(here):
        here = here[: here.rfind("/", 0, -1) + 1]
        above = above + "../"
    # An empty address would be the page itself, whatever its path; this is its folder.
    return above + target[len(here) :] or "./"


def file_of(page: str) -> str:
    """The file that serves a page's path: "en/index.html" for "en/", "404.html" for itself."""
    return page if page and not page.endswith("/") else page + "index.html"
