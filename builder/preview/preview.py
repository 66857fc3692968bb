"""The live preview: each edit is built into the folder and shown at once in every browser that
looks at it.

The preview adds one script to the pages that it sends, never to the files, and keeps its own files
below a path that no page can have. While the content is wrong, pages are the error instead; the
last good site stays in its folder.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote

from markupsafe import Markup, escape

from builder.output.folder import OutputFolder, Published
from builder.preview.serve import Handler, Server, listen
from builder.system.files import named, said
from builder.system.lock import FolderError
from builder.system.node import NodeError
from builder.tracking.sources import FOLDERS, is_source, linked
from builder.values.errors import ContentError
from builder.values.site_paths import SERVICE_WORKER
from builder.workshop.pseudo import Copy

OWN = ".preview/"
"""Below the base path: the preview's own files. No name of a page begins with a dot."""
FILES = Path(__file__).parent / "files"
CONTEXT = 3
"""Lines of a file that are shown before and after the one that is wrong."""
PING = 15.0
"""Seconds of silence after which a connection shows that it is still there."""


class Preview:
    """A site that is built again with each edit, and who waits for it.

    `fault` is what is wrong with it now. `copy`, if there is one, is what is built in place of the
    project: its texts in languages that nobody speaks.
    """

    def __init__(self, publisher: OutputFolder, copy: Copy | None = None) -> None:
        self.publisher = publisher
        self.copy = copy
        self.fault: Exception | None = None
        self._revision = 0
        self._changed = threading.Condition()

    @property
    def root(self) -> Path:
        """Of the project that is edited; what is built may be a copy of it."""
        return self.copy.root if self.copy else self.publisher.builder.root

    @property
    def revision(self) -> str:
        """What the browsers should be showing, as "4711-3"; another one after a restart."""
        return f"{os.getpid()}-{self._revision}"

    def build(self, paths: Iterable[str] | None = None) -> Published | None:
        """Builds what these files, or any, have changed; None if something is wrong with them:
        `fault` says it then, and nothing is raised."""
        published = None
        before = self.fault
        # Looking through a large site for garbage takes a quarter of a build.
        gc.disable()
        try:
            if self.copy:
                self.copy.renew()
            self.publisher.builder.sources.refresh(None if self.copy else paths)
            with named(self.publisher.out):
                published = self.publisher.publish()
                self.fault = None
        except (ContentError, FolderError, NodeError) as fault:
            self.fault = fault
        except OSError as fault:
            self.fault = RuntimeError(said(fault, self.root))
        except Exception as fault:  # no edit may end the preview
            self.fault = unforeseen(fault)
        finally:
            gc.enable()
        # After a fault too: pages stand in its place again, though no file may be another one.
        if (
            before
            or self.fault
            or (published and (published.written.changed or published.written.removed))
        ):
            self._tell()
        return published

    def wait(self, revision: str, seconds: float) -> str:
        """The revision, as soon as it is another one, or after this many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self.revision != revision, seconds)
            return self.revision

    def watch(self, stop: threading.Event) -> Iterator[Published | None]:
        """Builds after each edit, until it is told to stop."""
        for edited in self._edits(stop):
            yield self.build(self._known(edited) if edited else None)
            self.publisher.save()

    def _edits(self, stop: threading.Event) -> Iterator[set[Path]]:
        """The files of each edit; an empty set where it may be any, since nobody was watching
        yet."""
        from watchfiles import watch

        behind_links = linked(self.root)
        while True:
            folders = self._folders()
            early = True
            # In milliseconds: edits within 50 are one, and twice a second it goes round without
            # any, to look behind links and for new folders.
            for edits in watch(
                *folders,
                debounce=50,
                step=5,
                stop_event=stop,
                rust_timeout=500,
                yield_on_timeout=True,
            ):
                # Not every system reports what lies behind a link, so whether that has changed is
                # looked at as well.
                seen = behind_links
                behind_links = linked(self.root)
                if early or seen != behind_links:
                    yield set()
                elif edits:
                    yield {Path(path) for _, path in edits}
                early = False
                # watchfiles takes its folders at the start: those that came need a new watch.
                if self._folders() != folders:
                    break
            else:
                return

    def _folders(self) -> list[Path]:
        """Those of the folders that a site is made from that are there."""
        return [folder for name in FOLDERS if (folder := self.root / name).is_dir()]

    def _known(self, paths: set[Path]) -> list[str] | None:
        """The edited files by their names in the project; None if folders came, went or were
        renamed."""
        root = self.root
        sources = self.publisher.builder.sources
        # A folder that is a link is reported by its real name.
        if not all(path.is_relative_to(root) for path in paths):
            return None
        names = {path.relative_to(root).as_posix(): path for path in paths}
        is_plain = all(
            path.is_file() or (name in sources and not path.exists())
            for name, path in names.items()
        )
        return [name for name in names if is_source(name)] if is_plain else None

    def _tell(self) -> None:
        """Lets all who wait have the next revision."""
        with self._changed:
            self._revision += 1
            self._changed.notify_all()


# --- its end -------------------------------------------------------------------------------------

STOP = (signal.SIGINT, signal.SIGTERM)
"""Ctrl+C, and what a system sends to a process that is to end."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Either way ends the block, and what cleans up after it is not disturbed: who presses twice
    means the same."""
    if threading.current_thread() is not threading.main_thread():
        yield  # nobody else may say what signals do
        return
    before = [(number, signal.signal(number, _stop)) for number in STOP]
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _stop(*_: object) -> NoReturn:
    # The next press would else interrupt what cleans up.
    for number in STOP:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


# --- what a browser gets -------------------------------------------------------------------------


class PreviewHandler(Handler):
    """Serves the folder as a host would, the preview's own files, and errors in place of pages."""

    preview: Preview

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(self.asked().path)
        if path.startswith(self.base_path + OWN):
            self._own(path.removeprefix(self.base_path + OWN), with_body)
        else:
            super()._answer(with_body=with_body)

    def _send(
        self, status: HTTPStatus, body: bytes, suffix: str, with_body: bool, more: dict[str, str]
    ) -> None:
        if suffix == ".html":
            # In place of every page, for what is in the folder is not what was edited.
            fault = self.preview.fault
            if fault:
                status = HTTPStatus.INTERNAL_SERVER_ERROR
                body = error_page(fault, self.preview.root, self.base_path + OWN).encode()
            script = (
                f'<script src="{self.base_path}{OWN}reload.js?{self.preview.revision}"'
                " defer></script>\n</head>"
            )
            body = body.replace(b"</head>", script.encode(), 1)
        super()._send(status, body, suffix, with_body, more)

    def _file(self, path: str) -> Path | None:
        """The service worker is answered by one that goes away again: it would go on showing
        yesterday's pages."""
        is_worker = path == self.base_path + SERVICE_WORKER
        return FILES / "no-worker.js" if is_worker else super()._file(path)

    def _own(self, name: str, with_body: bool) -> None:
        if name == "events":
            self._events(with_body)
        elif name in ("reload.js", "error.css"):
            super()._send(
                HTTPStatus.OK, (FILES / name).read_bytes(), Path(name).suffix, with_body, {}
            )
        else:
            super()._send(HTTPStatus.NOT_FOUND, b"not found\n", ".txt", with_body, {})

    def _events(self, with_body: bool) -> None:
        """Each new revision as a server-sent event, until the browser goes away."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        # How long the answer is nobody knows, so only its end can tell that it is over.
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        revision = ""
        with suppress(OSError):
            while with_body:
                now = self.preview.wait(revision, PING)
                # A line with a colon says nothing to a browser; to one that has gone away it cannot
                # be sent, and that ends the block.
                self.wfile.write(b":\n\n" if now == revision else f"data: {now}\n\n".encode())
                self.wfile.flush()
                revision = now


def unforeseen(fault: Exception) -> Exception:
    """An error that is no fault of content by its kind."""
    said = f"{type(fault).__name__}: {fault}"
    return RuntimeError(
        f"{said}\nUndo what was edited last; if that is right, the fault is in the builder."
    )


def error_page(fault: Exception, root: Path, own: str) -> str:
    """The error as a page: where, what, what to do, and the lines around it."""
    if isinstance(fault, ContentError):
        title = f"{fault.field}: {fault.message}"
        where = f"{fault.path}:{fault.line}"
        hint = fault.hint
        lines = _lines(root / fault.path, fault.line)
    else:
        title, _, hint = str(fault).partition("\n")
        where = "esbuild, Node" if isinstance(fault, NodeError) else "the build"
        lines = Markup("")
    return Markup(
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<title>{title}</title>\n<link rel="stylesheet" href="{own}error.css">\n</head>\n'
        '<body>\n<main id="preview-error">\n<p class="where">{where}</p>\n<h1>{title}</h1>\n'
        '<p class="hint">{hint}</p>\n{lines}'
        "<p>The page comes back by itself once this is mended; the site in its folder is as it"
        " was.</p>\n"
        "</main>\n</body>\n</html>\n"
    ).format(title=title, where=where, hint=hint, lines=lines, own=own)


def _lines(file: Path, line: int) -> Markup:
    """The lines around one as a list; nothing of a file that is no text or not there."""
    try:
        text = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return Markup("")
    first = max(1, line - CONTEXT)
    shown = text[first - 1 : line + CONTEXT]
    rows = (_line(number, content, number == line) for number, content in enumerate(shown, first))
    return Markup('<ol class="lines" start="{}">\n{}</ol>\n').format(first, Markup("").join(rows))


def _line(number: int, content: str, is_wrong: bool) -> Markup:
    mark = Markup(' class="wrong" aria-current="true"') if is_wrong else ""
    return Markup('<li value="{}"{}><code>{}</code></li>\n').format(
        number, mark, escape(content) or " "
    )


def make_preview(preview: Preview, host: str, port: int, base_path: str) -> Server:
    """A server for a preview; the caller runs and closes it. Port 0 takes any free one; raises
    PlaceError."""
    shared = {"folder": preview.publisher.out, "base_path": base_path, "preview": preview}
    # http.server makes a handler for each request, so what they share stands in a class.
    return listen(host, port, type("SitePreview", (PreviewHandler,), shared))
