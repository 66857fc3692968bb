"""Somebody at Chromium who was never here before.

A new tab costs a second or more of work, most of it for a process that has not seen the site's
scripts, styles and fonts yet. So a tab is kept for all who come with the same options: whoever is
next finds nothing stored, no script and no route of another's, and an empty document.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, CDPSession, Page

NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
"""A page at rest fetches its whole language for readers without a network: none of this is about
that."""
MEDIA = {"color_scheme": "light", "reduced_motion": "no-preference", "forced_colors": "none"}
VIEWPORT = {"width": 1280, "height": 720}
EMPTY = "empty-document-of-the-tests"
FORGET = "sessionStorage.clear(); localStorage.clear()"


@dataclass
class Tab:
    page: Page
    session: CDPSession


_idle: WeakKeyDictionary[Browser, dict[str, Tab]] = WeakKeyDictionary()


@contextmanager
def visitor(browser: Browser, url: str, *scripts: str, **options: Any) -> Iterator[Page]:
    """An empty tab in which nothing is stored for the host of this address. Each script runs at
    the head of whatever is opened, before the page's own."""
    media = {name: options.pop(name, usual) for name, usual in MEDIA.items()}
    viewport = options.pop("viewport", VIEWPORT)
    idle = _idle.setdefault(browser, {})
    key = json.dumps(options, sort_keys=True)
    tab = idle.pop(key, None) or _tab(browser, options)
    try:
        _empty(tab, "{0.scheme}://{0.netloc}/".format(urlsplit(url)))
        tab.page.emulate_media(media="null", **media)
        tab.page.set_viewport_size(viewport)
        added = [
            tab.session.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
            for script in scripts
        ]
        yield tab.page
        for script in added:
            tab.session.send("Page.removeScriptToEvaluateOnNewDocument", script)
        tab.page.unroute_all()
        tab.page.context.set_offline(False)
    except BaseException:
        tab.page.context.close()  # nobody else is to find what went wrong here
        raise
    idle[key] = tab


def _tab(browser: Browser, options: dict[str, Any]) -> Tab:
    context = browser.new_context(**options)
    context.add_init_script(NO_WORKER)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Page.enable")
    return Tab(page, session)


def _empty(tab: Tab, origin: str) -> None:
    """Leaves what was open for an empty document of this host, and has all forgotten there."""
    tab.page.route(origin + EMPTY, lambda route: route.fulfill(content_type="text/html", body=""))
    tab.page.goto(origin + EMPTY)
    tab.page.unroute_all()
    tab.page.evaluate(FORGET)
    tab.session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    tab.page.mouse.move(0, 0)
