"""A small project in a folder of its own: enough content for a site, which tests then change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType

from jinja2 import Environment

from builder.content.catalogs import is_source
from builder.content.documents import kind_of
from builder.output.site import Site, build_site
from builder.pages.render import _Environment
from builder.values.plurals import plural_forms
from builder.workshop.html_page import HtmlPage, read_page

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"en": "English", "de": "Deutsch", "da": "Dansk", "fi": "Suomi"}
BASE = "https://example.org/"
RULES = {
    "war": (
        'order = 1\ntop_level = true\ntint = "brass"\nemblem = ["As"]\nsteps = ["deal"]\n[rules]\n'
    ),
    "peace": (
        'order = 2\ntint = "sky"\nemblem = ["As", "Kd", "2h"]\nsteps = ["deal", "turn"]\n'
        '[rules]\nbest = "low"\nface_down = 5\nbattle_limit = 1000\n'
    ),
}


def _compiled_once(
    environment: _Environment,
    source: str,
    name: str | None = None,
    filename: str | None = None,
) -> CodeType:
    """What a template is compiled to, which hangs on nothing but its text, name and file."""
    key = source, name, filename
    if key not in _compiled:
        _compiled[key] = Environment.compile(environment, *key)
    return _compiled[key]


_compiled: dict[tuple[str, str | None, str | None], CodeType] = {}
# Half the time of building a small project goes into compiling the templates of the real one, and
# hundreds of tests build one.
_Environment.compile = _compiled_once


def header(code: str) -> str:
    """The beginning of a language's catalog."""
    return (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {plural_forms(code)};\\n"\n\n'
    )


class Workshop:
    """The project; every method changes its files, `build` builds it in memory."""

    def __init__(self, root: Path, languages: Mapping[str, str] = NAMES) -> None:
        self.root = root
        self.languages = languages
        (root / "content").mkdir(parents=True)
        (root / "templates").symlink_to(ROOT / "templates")
        (root / "assets").symlink_to(ROOT / "assets")
        for folder in ("engine", "builder"):
            (root / folder).symlink_to(ROOT / folder)
        self.settings()
        for code in languages:
            if not is_source(code):
                self.catalog(code)
            for page in ("root", "home", "not-found", "variants"):
                self.page(page, code)
        for name, rules in RULES.items():
            self.write(f"content/variants/{name}/rules.toml", rules)
            for code in languages:
                self.page(name, code, folder="variants")

    def settings(self, more: str = "") -> None:
        """site.toml with the project's languages."""
        blocks = (
            f'[[languages]]\ncode = "{code}"\nname = "{name}"\n'
            for code, name in self.languages.items()
        )
        source = next(iter(self.languages))
        self.write(
            "content/site.toml", f'source = "{source}"\nbase_url = ""\n{more}\n{"".join(blocks)}'
        )

    def catalog(self, code: str, text: str = "") -> str:
        """A catalog that begins as those of the language do; without a text it has one message,
        which no page shows."""
        text = text or 'msgid "a message of the workshop"\nmsgstr "a message"\n'
        return self.write(f"locales/{code}.po", header(code) + text)

    def page(
        self,
        page: str,
        lang: str,
        folder: str = "pages",
        body: Mapping[str, str] = {},
        **fields: str,
    ) -> str:
        """A complete page: what it must say is made up unless given; returns the file's path."""
        kind = kind_of(folder, page)
        said = {name: f"{name} of {page} {lang}" for name in kind.required} | fields
        if kind.has_slug:
            said.setdefault("slug", f"{page}-{lang.lower()}")
        front = "".join(
            f"{name} = {json.dumps(text, ensure_ascii=False)}\n"
            for name, text in said.items()
            if text
        )
        steps = (
            "### One\n\nText.\n\n### Two\n\nText.\n" if page == "peace" else "### One\n\nText.\n"
        )
        texts = {"steps": steps} | dict(body)
        ids = body if kind.sections is None else kind.sections
        sections = "".join(f"\n## Heading {{#{id_}}}\n\n{texts.get(id_, 'Text.')}\n" for id_ in ids)
        return self.write(f"content/{folder}/{page}/{lang}.md", f"+++\n{front}+++\n{sections}")

    def write(self, path: str, text: str) -> str:
        """A file of the project."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return path

    def edit(self, path: str, old: str, new: str) -> int:
        """Replace a text that stands there once; returns its line."""
        text = (self.root / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old, text)
        self.write(path, text.replace(old, new))
        return text.count("\n", 0, text.index(old)) + 1

    def remove(self, path: str) -> None:
        """Take a file away."""
        (self.root / path).unlink()

    def build(self, base_url: str | None = BASE) -> Site:
        """The site as it is now."""
        return build_site(self.root, base_url, "")


def pages(site: Site) -> dict[str, HtmlPage]:
    """The built pages by their path: "en/", "" for the root, "404.html"."""
    return {
        path.removesuffix("index.html"): read_page(data.decode())
        for path, data in site.files.items()
        if path.endswith(".html")
    }


def text_of(site: Site, path: str) -> str:
    """The HTML of one page."""
    return site.files[path if path.endswith(".html") else f"{path}index.html"].decode()


def words_of(html: str) -> str:
    """What a reader reads."""
    without = re.sub(r"<(svg|script)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", without).split())


Change = Callable[[Workshop], object]
