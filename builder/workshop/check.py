"""What a build cannot notice by itself: unfinished translations, dead links, false tables, stale
figures.

Each check yields lines, one a fault; no line means that all is well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

from builder.assets import asset_files
from builder.content import catalogs
from builder.content.coverage import message_faults, stray_catalogs
from builder.content.documents import kind_of, texts, titles
from builder.content.load import SITE, Content, read_settings, source_documents
from builder.content.model import Document, Language, Settings
from builder.markdown.lookalikes import lookalikes, plain_lookalikes
from builder.output.site import Site, build_site
from builder.pages.plan import NOT_FOUND, ROOT
from builder.runtime.pyodide import Runtime
from builder.runtime.snapshot import SNAPSHOT
from builder.tracking.sources import Sources, scan, strays
from builder.values.numbers import formats
from builder.values.site_paths import ASSETS
from builder.values.toml import read_text
from builder.values.urls import file_of
from builder.workshop import budgets, proofread, record, translate
from builder.workshop.html_page import HtmlPage, read_page
from builder.workshop.status import Progress, all_progress
from builder.workshop.style import read_style
from engine.describe import ROWS, difference, rows
from engine.rules import STANDARD

CHECK_BASE = "https://example.org/base/"
"""Where the site is taken to stand while it is checked."""
STAND_IN = Runtime("assets/engine-0123456789ab/", {SNAPSHOT: bytes(7_000_000)})
"""In the place of the engine, which pages name but do not load; with a size to name and a snapshot,
as a real one."""
PLAIN_FIELDS = ("title", "head_title", "description", "action")
"""Texts of the front matter that are no Markdown."""
WORDS = 40
"""Characters of a text that a finding repeats."""
_SPACES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def check(root: Path, fail_under: int | None = None) -> tuple[list[Completeness], list[str]]:
    """Every check of the project below `root`: the table of translations, and what is wrong.

    `fail_under` replaces the thresholds of site.toml, in per cent. Raises ContentError for what no
    build would do.
    """
    # A language that lacks messages, at which a build ends, is a finding beside the others here.
    site = build_site(root, CHECK_BASE, "", STAND_IN, whole=False)
    pages = {
        path: read_page(data.decode())
        for path, data in site.files.items()
        if path.endswith(".html")
    }
    content = site.plan.content
    # With the drafts that the site leaves out.
    settings = read_settings(root)
    table = completeness(root, content, settings)
    findings = [
        *unfinished(table, settings, fail_under),
        *catalog_faults(root, content.settings, settings, fail_under),
        *draft_faults(content.settings),
        *template_faults(root),
        *text_faults(root, settings),
        *link_faults(site, pages),
        *markup_faults(pages),
        *translation_faults(site, pages),
        *unread(root),
        *rule_faults(content),
        *budgets.budget_faults(site.files, budgets.read_measured(root), urlsplit(CHECK_BASE).path),
        *(
            f"content/recorded/{v.id}.json: stale — run: python build.py record"
            for v in record.stale(content.variants, content.recorded)
        ),
    ]
    return table, findings


# --- completeness --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Completeness:
    """How far a language is translated."""

    lang: str
    pages: int
    """Those that are there and translated; stale ones too."""
    all_pages: int
    messages: int
    all_messages: int
    slugs: int
    """Addresses that the texts say themselves; that of any other page is made of its title."""
    all_slugs: int
    stale: int
    fuzzy: int
    """Messages whose translation somebody doubts."""
    open_pages: tuple[str, ...] = ()
    """The files that somebody has to look at, each with what is the matter."""

    def shares(self) -> dict[str, float]:
        """Per cent done of pages, messages and slugs; a stale page is not done."""
        return {
            "pages": 100 * (self.pages - self.stale) / max(1, self.all_pages),
            "messages": 100 * self.messages / max(1, self.all_messages),
            "slugs": 100 * self.slugs / max(1, self.all_slugs),
        }


def completeness(root: Path, content: Content, settings: Settings) -> list[Completeness]:
    """Each language in numbers, unpublished ones too."""
    template = translate.extract(root)
    states = all_progress(
        root, settings, template, (language.code for language in settings.languages)
    )
    # Not those of all texts: the legal notice is no page where nobody is named as publisher.
    ids = {page for page, _ in content.documents}
    written = source_documents(root, settings).values()
    done = [document for document in written if document.id in ids and not document.untranslated]
    return [_completeness(ids, done, settings, state, len(template)) for state in states]


def _completeness(
    ids: set[str], done: Iterable[Document], settings: Settings, state: Progress, messages: int
) -> Completeness:
    """One language in numbers; the source is always there."""
    documents = [document for document in done if document.lang == state.lang]
    addressed = [document for document in documents if document.slug]
    is_source = state.lang == settings.source
    return Completeness(
        lang=state.lang,
        pages=len(documents),
        all_pages=len(ids),
        messages=messages
        - (0 if catalogs.is_source(state.lang) else len(state.missing) + len(state.fuzzy)),
        all_messages=messages,
        slugs=sum("slug" in document.lines for document in addressed),
        all_slugs=sum(not_fixed(page) for page in ids),
        stale=0
        if is_source
        else sum(page.is_stale for page in state.pages if Path(page.path).parent.name in ids),
        fuzzy=0 if catalogs.is_source(state.lang) else len(state.fuzzy),
        open_pages=()
        if is_source
        else tuple(f"{page.path}: {page.state}" for page in state.open_pages),
    )


def not_fixed(page: str) -> bool:
    """Whether a page has a slug of its own."""
    return kind_of("pages", page).has_slug


def unfinished(
    table: list[Completeness], settings: Settings, fail_under: int | None = None
) -> Iterator[str]:
    """Languages below their threshold with all that is open in them, and every doubtful message;
    drafts may be both."""
    for line in table:
        language: Language = settings.language(line.lang)
        threshold = language.threshold if fail_under is None else fail_under
        if language.draft:
            continue
        below = {what: share for what, share in line.shares().items() if share < threshold}
        for what, share in below.items():
            yield f"{line.lang}: {what} {share:.1f} % done, below the threshold of {threshold} %"
        if "pages" in below:
            yield from (
                f"{page} — run: python build.py translate status {line.lang}"
                for page in line.open_pages
            )
        if line.fuzzy:
            yield (
                f"{catalogs.catalog_path(line.lang)}: {line.fuzzy} fuzzy messages — look at each,"
                " take off the mark"
            )


def catalog_faults(
    root: Path, shown: Settings, everything: Settings, fail_under: int | None = None
) -> Iterator[str]:
    """Languages that would speak English, and catalogs that nobody reads."""
    sources = Sources(root)
    languages = shown.languages
    if fail_under is not None:
        languages = tuple(replace(language, threshold=fail_under) for language in languages)
    yield from map(str, message_faults(sources, languages))
    yield from stray_catalogs(sources, everything.languages)


def draft_faults(settings: Settings) -> Iterator[str]:
    """A language that is out should stay out: as a draft it would go again with the next message
    that is new."""
    for language in settings.languages:
        if language.draft:
            yield (
                f"{SITE}: {language.code} is published — take out draft = true, or a new message"
                " takes it back"
            )


def template_faults(root: Path) -> Iterator[str]:
    """The template must hold what the code says."""
    if not translate.is_current(root):
        yield (
            f"{translate.TEMPLATE}: not the messages of the code — run: python build.py translate"
            " update"
        )


def text_faults(root: Path, settings: Settings) -> Iterator[str]:
    """What a proofreader would mark in the messages, the catalogs and the Markdown texts; raises
    ContentError for a style sheet that cannot be read."""
    sheets = {language.code: read_style(root, language.code) for language in settings.languages}
    template = catalogs.read_file(root, translate.TEMPLATE, settings.source)
    if template:
        source = settings.source
        yield from map(
            str,
            proofread.template_findings(template, translate.TEMPLATE, source, sheets[source]),
        )
    for language in settings.languages:
        path = catalogs.catalog_path(language.code)
        catalog = catalogs.read_catalog(root, language.code)
        sheet = sheets[language.code]
        if catalog:
            yield from map(str, proofread.catalog_findings(catalog, path, language.code, sheet))
    written = source_documents(root, settings)
    for (page, lang), document in written.items():
        if not document.untranslated:
            original = written.get((page, settings.source))
            beside = (
                read_text(root / original.path, original.path)
                if original and lang != settings.source
                else ""
            )
            text = read_text(root / document.path, document.path)
            sheet = sheets[lang]
            yield from map(
                str, proofread.document_findings(text, document.path, lang, beside, sheet)
            )
            yield from map(str, lookalike_faults(document))


def lookalike_faults(document: Document) -> Iterator[proofread.Finding]:
    """Markdown that looks right and is not, in the texts of a document and in what it shows as it
    is."""
    read_as_it_is = [
        (getattr(document, field), document.lines.get(field, 1)) for field in PLAIN_FIELDS
    ]
    read_as_it_is += [
        *titles(document),
        # On the cards of the language chooser the lead is shown as it is.
        *([(document.lead, document.lines["lead"])] if document.id == ROOT else []),
    ]
    found = [(text, line, each) for text, line, _ in texts(document) for each in lookalikes(text)]
    found += [(text, line, each) for text, line in read_as_it_is for each in plain_lookalikes(text)]
    for text, line, each in found:
        words = text[each.at :].partition("\n")[0].strip()
        at = line + text.count("\n", 0, each.at)
        yield proofread.Finding(document.path, at, words[:WORDS], each.comes_out, each.write)


def table_text(table: list[Completeness]) -> str:
    """The table for people."""
    lines = [f"{'':8}{'pages':>12}{'messages':>12}{'slugs':>12}{'stale':>8}{'fuzzy':>8}"]
    for line in table:
        cells = (
            f"{line.pages}/{line.all_pages}",
            f"{line.messages}/{line.all_messages}",
            f"{line.slugs}/{line.all_slugs}",
        )
        lines.append(
            f"{line.lang:8}{''.join(f'{cell:>12}' for cell in cells)}{line.stale:>8}{line.fuzzy:>8}"
        )
    return "\n".join(lines)


def table_json(table: list[Completeness], findings: list[str], left: list[str]) -> str:
    """Table, findings and what is left out, for programs."""
    said = {"languages": [asdict(line) for line in table], "findings": findings, "left_out": left}
    # All ASCII: no terminal changes it.
    return json.dumps(said)


# --- what is left out ----------------------------------------------------------------------------

_READ = re.compile(
    r"assets/.*"
    r"|content/(site\.toml|variants/[^/]+/rules\.toml|(pages|variants)/[^/]+/[^/]+\.md|recorded/([^/]+/)?[^/]+\.json)"
    r"|locales/([^/]+\.(po|mo)|messages\.pot|sources/[^/]+\.txt|style/[^/]+\.toml)"
    r"|templates/.*\.(html|svg)"
)
"""The files that somebody reads, or names as a fault."""


def unread(root: Path) -> Iterator[str]:
    """Files among the assets that somebody may think are published."""
    for path in Sources(root).below(ASSETS):
        if not (asset_files.is_published(path) or path.endswith(asset_files.TYPES)):
            yield f"{path}:1: kind: not published — use one of {', '.join(asset_files.KINDS)}"


def left_out(root: Path) -> list[str]:
    """Each file that nothing is made from, and why; that is no fault."""
    others = (path for path in scan(root) if not _READ.fullmatch(path))
    found = [*strays(root), *((path, "nothing reads files of this name here") for path in others)]
    return [f"{path}: left out — {why}" for path, why in sorted(found)]


# --- links ---------------------------------------------------------------------------------------


def link_faults(site: Site, pages: Mapping[str, HtmlPage]) -> Iterator[str]:
    """Each address inside the site leads to a file, and its fragment to an id there."""
    base = site.plan.content.settings.base_url
    for path, page in pages.items():
        # A page is asked for by its folder, from which its addresses are read.
        own = base + path.removesuffix("index.html")
        for reference, line in page.references:
            url = urlsplit(urljoin(own, reference))
            # Other sites are not looked at, but what is on this host and not in the site's folder
            # was meant to lead there.
            if reference.startswith(("data:", "mailto:")) or not url.geturl().startswith(base):
                if url.netloc == urlsplit(base).netloc:
                    yield f"{path}:{line}: {reference!r} leads out of the site"
                continue
            yield from _link_fault(base, f"{path}:{line}: {reference!r}", url.geturl(), site, pages)


def _link_fault(
    base: str, where: str, url: str, site: Site, pages: Mapping[str, HtmlPage]
) -> Iterator[str]:
    target, _, fragment = url.removeprefix(base).partition("#")
    file = file_of(unquote(target.partition("?")[0]))
    if file not in site.files:
        yield f"{where} leads to {file}, which is not there"
    elif fragment and file in pages and unquote(fragment) not in pages[file].ids:
        yield f"{where}: {file} has no part #{fragment}"


# --- markup --------------------------------------------------------------------------------------


def markup_faults(pages: Mapping[str, HtmlPage]) -> Iterator[str]:
    """What the policy blocks, ids that stand twice, and headings out of order."""
    for path, page in pages.items():
        yield from (f"{path}:{line}: {fault}" for line, fault in page.faults)
        yield from (
            f"{path}: id {id_!r} stands twice" for id_ in set(page.ids) if page.ids.count(id_) > 1
        )
        if page.headings.count(1) != 1:
            yield f"{path}: {page.headings.count(1)} headings of level 1"
        for above, below in pairwise(page.headings):
            if below > above + 1:
                yield f"{path}: a heading of level {below} follows one of level {above}"


# --- translations --------------------------------------------------------------------------------


def translation_faults(site: Site, pages: Mapping[str, HtmlPage]) -> Iterator[str]:
    """Head, menu, sitemap and JSON-LD name the same languages, each of them answers, and all
    exist."""
    base = site.plan.content.settings.base_url
    listed = _listed(site)
    for planned in site.plan.pages.values():
        path = file_of(planned.path)
        page = pages[path]
        if planned.kind == NOT_FOUND:
            continue
        own = base + planned.path
        if page.canonical != own:
            yield f"{path}: canonical is {page.canonical!r}, not {own!r}"
        if listed.get(own) != page.alternates:
            yield f"{path}: head and sitemap.xml name different alternates"
        if page.menu and {lang: urljoin(own, href) for lang, href in page.menu.items()} != _real(
            page.alternates
        ):
            yield f"{path}: head and language menu name different alternates"
        if not _agrees(page, own):
            yield f"{path}: head and JSON-LD name different translations"
        yield from _answers(path, page, base, pages)


def _answers(path: str, page: HtmlPage, base: str, pages: Mapping[str, HtmlPage]) -> Iterator[str]:
    for lang, url in page.alternates.items():
        other = pages.get(file_of(url.removeprefix(base)))
        if other is None:
            yield f"{path}: hreflang {lang} leads to {url}, which is not there"
        # Search engines trust a pair of pages only if each names the other.
        elif other.alternates != page.alternates:
            yield f"{path}: hreflang {lang} leads to {url}, which does not answer"
        elif lang != "x-default" and other.lang != lang:
            yield f"{path}: hreflang {lang} leads to a page in {other.lang}"


def _real(alternates: dict[str, str]) -> dict[str, str]:
    return {lang: url for lang, url in alternates.items() if lang != "x-default"}


def _agrees(page: HtmlPage, own: str) -> bool:
    """Whether JSON-LD names the page at its own address, and all others of the head."""
    data = json.loads(page.json_ld or "{}")
    named = {other["inLanguage"]: other["@id"] for other in data.get("workTranslation", ())}
    others = {lang: url for lang, url in _real(page.alternates).items() if url != own}
    return data.get("url") == own and named == others


def _listed(site: Site) -> dict[str, dict[str, str]]:
    """The alternates of each address in the sitemap."""
    tree = ElementTree.fromstring(site.files["sitemap.xml"])
    return {
        entry.findtext("s:loc", "", _SPACES): {
            link.get("hreflang", ""): link.get("href", "")
            for link in entry.findall("x:link", _SPACES)
        }
        for entry in tree.findall("s:url", _SPACES)
    }


# --- rules ---------------------------------------------------------------------------------------


def rule_faults(content: Content) -> Iterator[str]:
    """Each difference between two rule sets has a row that shows it, and no row shows one that is
    not there."""
    for language in content.settings.languages:
        words = content.words[language.code]
        number = formats(language.code).number
        for before in content.variants:
            for after in content.variants:
                where = f"rules of {before.id} and {after.id} in {language.code}"
                one = before.rules
                other = after.rules
                changed = {name for name in vars(one) if getattr(one, name) != getattr(other, name)}
                # The row of the other options follows from the rules, and is none of them.
                found = [
                    row for row in difference(one, other, words, number) if row.key != "options"
                ]
                shown = {name for row in found for name in ROWS[row.key]}
                yield from (
                    f"{where}: {name} differs, but no row says so"
                    for name in sorted(changed - shown)
                )
                for row in found:
                    if row.before == row.after or not changed.intersection(ROWS[row.key]):
                        yield f"{where}: the row {row.key!r} shows a difference that is not there"
        yield from _table_faults(content, language)


def _table_faults(content: Content, language: Language) -> Iterator[str]:
    """The two columns of a variant's table must be what the rule sets themselves say."""
    words = content.words[language.code]
    number = formats(language.code).number
    standard = {row.key: row.text for row in rows(STANDARD, words, number)}
    for variant in content.variants:
        own = {row.key: row.text for row in rows(variant.rules, words, number)}
        for row in difference(STANDARD, variant.rules, words, number):
            if row.key != "options" and (row.before, row.after) != (
                standard.get(row.key, ""),
                own.get(row.key, ""),
            ):
                yield f"rules of {variant.id} in {language.code}: the row {row.key!r} is false"
