"""The built site as the tests see it: which addresses it must have, and a small host that serves
it."""

import mimetypes
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent
CONTENT = ROOT / "content"
SETTINGS = tomllib.loads((CONTENT / "site.toml").read_text("utf-8"))
LANGUAGES = tuple(language["code"] for language in SETTINGS["languages"])
COMMIT = "abc1234"
"""What footers name, so that the site is the same while somebody commits."""


def front_matter(file: Path) -> dict[str, object]:
    """What stands between the two +++ lines at the head of a content file."""
    return tomllib.loads(file.read_text("utf-8").split("+++", 2)[1])


def slug(folder: str, language: str) -> str:
    return str(front_matter(CONTENT / folder / f"{language}.md")["slug"])


def addresses() -> dict[tuple[str, str], str]:
    """Where each page must be, by (id, language); the root and the page of the missing address have
    no language."""
    found = {("root", ""): "", ("not-found", ""): "404.html"}
    for language in LANGUAGES:
        found["home", language] = f"{language}/"
        for page in ("variants", "compare", "sources", "accessibility", "offline"):
            found[page, language] = f"{language}/{slug(f'pages/{page}', language)}/"
        for folder in sorted((CONTENT / "variants").iterdir()):
            rules = tomllib.loads((folder / "rules.toml").read_text("utf-8"))
            above = f"{language}/" if rules.get("top_level") else found["variants", language]
            found[folder.name, language] = f"{above}{slug(f'variants/{folder.name}', language)}/"
    return found


def build(out: Path, base_url: str, *more: str) -> Path:
    """Builds the site as anybody does, at the command line; returns its folder."""
    command = [
        sys.executable,
        "build.py",
        "build",
        "--out",
        str(out),
        "--base-url",
        base_url,
        *more,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def aliases() -> set[str]:
    """The addresses that pages had before, where a page says where they are now."""
    return {
        alias
        for file in CONTENT.glob("*/*/*.md")
        for alias in front_matter(file).get("aliases", ())
    }


def html_files(site: Path) -> dict[str, Path]:
    """The HTML files of a built site by address: "en/rules/", "404.html"."""
    return {
        str(file.relative_to(site)).removesuffix("index.html"): file
        for file in sorted(site.rglob("*.html"))
    }


def pages(site: Path) -> dict[str, Path]:
    """Those that are pages themselves, and do not only say where one is now."""
    moved = aliases()
    return {address: file for address, file in html_files(site).items() if address not in moved}


@contextmanager
def hosted(site: Path, prefix: str = "/") -> Iterator[str]:
    """Serves a folder under a path of a host of its own, as static hosts do; yields the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            file = self.file()
            body = (file or site / "404.html").read_bytes()
            self.send_response(200 if file else 404)
            kind = mimetypes.guess_type(file or "404.html")[0] or "application/octet-stream"
            self.send_header(
                "Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
            )
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # a browser that goes on to another page hangs up
                self.wfile.write(body)

        def file(self) -> Path | None:
            path = unquote(urlsplit(self.path).path)
            if not path.startswith(prefix):
                return None
            file = site / path.removeprefix(prefix)
            file = file / "index.html" if file.is_dir() else file
            return file if file.is_file() else None

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
