"""Random edits of a small project: after each one the folder must hold what a clean build would put
there.

`python -m tests.builder.edits 1000` runs so many sequences, each from its own seed; the number
after it is the first.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, suppress
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from builder.output import folder as output_folder
from builder.output import writing
from builder.output.folder import OutputFolder
from builder.output.site import Builder
from builder.pages.render import Renderer
from builder.tracking import cache, sources
from builder.tracking.cache import Cache, Shelf
from builder.values.errors import ContentError
from engine.game import play
from engine.rules import STANDARD
from engine.simulate import simulate
from tests.builder.small_project import ROOT, Workshop

LANGUAGES = {"en": "English", "de": "Deutsch"}
STEPS = 8
TICK = 0.02
"""Seconds: what the tests take for the tick of a file system's clock, so that they see young files
and old ones."""
ASSETS = ("css/site.css", "js/theme.js", "js/languages.js", "js/board/first/main.js")
TOUCHES = {"crash", "hand", "hand_beside", "builder_beside"}
"""The edits after which the folder may hold anything."""
MESSAGES = (
    "Variants",
    "Skip to content",
    "Rule",
    "Licence",
    "%(count)s battle",
    "Typical",
    "seven of hearts",
)


class Edited:
    """A project, the folder that is built again after each edit, and the dice that choose the
    edits."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.shop = Workshop(folder / "project", LANGUAGES)
        self.root, self.out = self.shop.root, folder / "out"
        self.compiled: dict[bytes, Shelf] = {}
        for name in ("templates", "assets"):
            (self.root / name).unlink()
            shutil.copytree(ROOT / name, self.root / name)
        shutil.copy(ROOT / "locales/de.po", self.root / "locales/de.po")
        for lang in LANGUAGES:
            self.shop.page("blog", lang, body={"one": "Text about [Peace](variant:peace#steps)."})
            self.shop.page("sources", lang)
        self.summary(1)
        self.version = "1"
        self.publisher = self.open()

    def open(self) -> OutputFolder:
        """A builder that knows nothing but what the last one left on the disk."""
        with patch.object(cache, "version", lambda: self.version):
            return OutputFolder(Builder(self.root, None, "", cache=Cache(self.root)), self.out)

    def clean(self) -> dict[str, bytes] | str:
        """What a build without any memory makes; or what is wrong.

        Compiling the templates takes a third of its time, so clean builds share it, but only while
        every template is as it was: one that was compiled before an edit is never used after it.
        """
        builder = Builder(self.root, None, "")
        texts = b"".join(
            str(file).encode() + data
            for file, data in self.files().items()
            if file.suffix == ".html"
        )
        compiled = self.compiled.setdefault(texts, Shelf(self.root / "nowhere"))
        builder.__dict__["_renderer"] = Renderer(builder.sources, compiled)
        try:
            return dict(builder.build().files)
        except ContentError as error:
            return str(error)

    def build(self) -> dict[str, bytes] | str:
        """What is in the folder after a build with memory; or what is wrong."""
        try:
            self.publisher.publish()
        except ContentError as error:
            return str(error)
        self.publisher.save()
        return self.tree()

    def tree(self) -> dict[str, bytes]:
        found = {
            file.relative_to(self.out).as_posix(): file
            for file in self.out.rglob("*")
            if file.is_file()
        }
        return {
            path: file.read_bytes()
            for path, file in sorted(found.items())
            if path != writing.MANIFEST
        }

    def summary(self, seed: int) -> None:
        """New figures and a new first deal of War."""
        players = {"2": simulate(STANDARD, 2, 40, seed).to_dict()}
        text = json.dumps({"stamp": "x", "games": 40, "players": players})
        self.shop.write("content/recorded/war.json", text)
        self.shop.write("content/recorded/war-2.json", play(STANDARD, 2, "7K3Q-9F2A").to_json())

    def files(self) -> dict[Path, bytes]:
        """Everything that an edit may change."""
        below = (self.root / "content", self.root / "locales", self.root / "templates")
        return {
            file: file.read_bytes()
            for folder in below
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }

    def mend(self, files: dict[Path, bytes]) -> None:
        """Everything as it was."""
        for file in self.files().keys() - files.keys():
            file.unlink()
            if not any(file.parent.iterdir()):
                file.parent.rmdir()
        for file, data in files.items():
            if not file.exists() or file.read_bytes() != data:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)

    # --- edits -----------------------------------------------------------------------------------

    def document(self) -> Path:
        return self.random.choice(sorted((self.root / "content").glob("*/*/*.md")))

    def substitute(self, file: Path, pattern: str, text: str) -> None:
        old = file.read_text("utf-8")
        found = list(re.finditer(pattern, old, re.MULTILINE))
        if found:
            at = self.random.choice(found)
            file.write_text(old[: at.start()] + at.expand(text) + old[at.end() :], "utf-8")

    def word(self) -> str:
        return self.random.choice(("ace", "king", "two", "Größe", "½ & <b", "seven"))

    def body(self) -> None:
        more = (
            "[Peace](variant:peace)",
            "{median:war:2}",
            "[blog](page:blog#one)",
            "| a |\n|---|\n| b |",
            self.word(),
        )
        self.substitute(
            self.document(), r"^Text\b", f"Text {self.random.choice(more)}".replace("\\", "")
        )

    def title(self) -> None:
        self.substitute(
            self.document(), r"^(title|description|lead|summary) = .*", rf'\1 = "{self.word()}"'
        )

    def slug(self) -> None:
        self.substitute(self.document(), r"^slug = .*", f'slug = "{self.random.choice("abc")}"')

    def moved(self) -> None:
        """A page had another address once, or never had."""
        old = self.random.choice(("old/", "de/a/", "en/blog-en/", "x.html"))
        edits = ((r"^slug = ", f'aliases = ["{old}"]\nslug = '), (r"^aliases = .*\n", ""))
        self.substitute(self.document(), *self.random.choice(edits))

    def untranslated(self) -> None:
        """A page is still in the source language, or no longer."""
        edits = ((r"\A\+\+\+\n", "+++\nuntranslated = true\n"), (r"^untranslated = .*\n", ""))
        self.substitute(self.document(), *self.random.choice(edits))

    def draft(self) -> None:
        """A language comes or goes as a whole."""
        threshold = self.random.choice((0, 50, 100))
        edits = (
            (r'^name = "Deutsch"', f'name = "Deutsch"\ndraft = true\nthreshold = {threshold}'),
            (r"^draft = .*\nthreshold = .*\n", ""),
        )
        self.substitute(self.root / "content/site.toml", *self.random.choice(edits))

    def translation(self) -> None:
        page = self.random.choice(("blog", "sources", "variants", "compare"))
        lang = self.random.choice(list(LANGUAGES))
        file = self.root / f"content/pages/{page}/{lang}.md"
        if file.exists():
            file.unlink()
        else:
            self.shop.page(page, lang, body={"one": "Text."} if page == "blog" else {})

    def message(self) -> None:
        file, text = self.root / "locales/de.po", re.escape(self.random.choice(MESSAGES))
        self.substitute(
            file,
            rf'^(msgid "{text}"\n(?:msgid_plural .*\nmsgstr\[0\] .*\n)?msgstr(?:\[1\])? ")',
            rf"\1{self.word()[0]}",
        )

    def template(self) -> None:
        file = self.random.choice(sorted((self.root / "templates").rglob("*.html")))
        self.substitute(file, r"^</(div|ul|p|html|main)>", r"<i>{{ _('Rule') }}</i></\1>")

    def part(self) -> None:
        """A template that is not there at first."""
        self.shop.write("templates/parts/new.html", f"<p>{self.random.randint(1, 9)}</p>\n")
        self.substitute(
            self.root / "templates/prose.html", r"^</div>", '{% include "parts/new.html" %}</div>'
        )

    def setting(self) -> None:
        edits = (
            (
                r"^base_url = .*",
                f'base_url = "https://example.org/{self.random.choice(("", "a/", "en/"))}"',
            ),
            (r"^base_url = .*", 'base_url = ""'),
            (r'^name = "Deutsch"', 'name = "Deutsch"\nletters = "A K D B"\nthreshold = 90'),
            (r'^name = "Deutsch"\nletters.*\nthreshold.*', 'name = "Deutsch"'),
            (r"\A", 'repository = "https://example.org/code"\n'),
            (r"^repository.*\n", ""),
            (r"^source = .*", f'source = "{self.random.choice(list(LANGUAGES))}"'),
            (r"^\[\[languages\]\]", '[publisher]\nname = "A & B"\n[[languages]]'),
            (r"^\[publisher\]\n.*\n", ""),
        )
        self.substitute(self.root / "content/site.toml", *self.random.choice(edits))

    def rule(self) -> None:
        file = self.root / self.random.choice(
            ("content/variants/peace/rules.toml", "content/variants/war/rules.toml")
        )
        edits = (
            (r"^face_down = .*", f"face_down = {self.random.randint(0, 9)}"),
            (r"^tint = .*", f'tint = "{self.random.choice(("sky", "plum", "moss"))}"'),
            (r"^order = .*", f"order = {self.random.randint(1, 3)}"),
            (r"^best = .*", f'best = "{self.random.choice(("low", "high", "none"))}"'),
        )
        if file.exists():
            self.substitute(file, *self.random.choice(edits))

    def figures(self) -> None:
        self.summary(self.random.randint(1, 5))

    def asset(self) -> None:
        name = self.random.choice(ASSETS)
        file = self.root / "assets" / name
        file.write_text(file.read_text("utf-8") + f"/* {self.word()} */\n", "utf-8")

    def rename(self) -> None:
        """A folder gets another name, and so does the page in every link."""
        before, after = self.random.choice((("blog", "diary"), ("diary", "blog")))
        if (self.root / f"content/pages/{before}").exists():
            (self.root / f"content/pages/{before}").rename(self.root / f"content/pages/{after}")
            for file in (self.root / "content").glob("*/*/*.md"):
                text = file.read_text("utf-8")
                if f"page:{before}" in text:
                    file.write_text(text.replace(f"page:{before}", f"page:{after}"), "utf-8")

    def variant(self) -> None:
        """A variant is renamed; the links to it die or come to life."""
        before, after = self.random.choice((("peace", "quiet"), ("quiet", "peace")))
        if (self.root / f"content/variants/{before}").exists():
            (self.root / f"content/variants/{before}").rename(
                self.root / f"content/variants/{after}"
            )

    # --- what happens to the builder and its folders ----------------------------------------------

    def restart(self) -> None:
        self.publisher = self.open()

    def other_version(self) -> None:
        self.version = str(self.random.randint(1, 3))
        self.publisher = self.open()

    def hand(self) -> None:
        """Somebody edits or deletes what was built."""
        files = sorted(
            file
            for file in self.out.rglob("*.*")
            if file.is_file() and file.name != writing.MANIFEST
        )
        if files:
            file = self.random.choice(files)
            if self.random.random() < 0.5:
                file.unlink()
            else:
                file.write_bytes(file.read_bytes() + b"x")
        self.publisher = self.open()

    def meddle(self) -> None:
        """Somebody edits, replaces or deletes one of the site's files; the new bytes may be as many
        as the old."""
        files = sorted(
            file for file in self.out.rglob("*") if file.is_file() and not file.name.startswith(".")
        )
        if not files:
            return
        file = self.random.choice(files)
        data = bytes(byte ^ 1 for byte in file.read_bytes()) + self.random.choice((b"", b"", b"x"))
        how = self.random.choice(("edit", "replace", "delete"))
        if how == "edit":
            file.write_bytes(data)
        elif how == "replace":
            (self.out.parent / "fresh").write_bytes(data)
            (self.out.parent / "fresh").rename(file)
        else:
            file.unlink()

    def hand_beside(self) -> None:
        """Somebody meddles while a build writes, between any two of its steps."""
        left = self.random.randint(1, 80)

        def moment(real: Callable[..., Any]) -> Callable[..., Any]:
            def step(*given: Any) -> Any:
                nonlocal left
                left -= 1
                if not left:
                    self.meddle()
                return real(*given)

            return step

        steps = (
            (writing, "_put"),
            (writing, "_same"),
            (writing.os, "replace"),
            (output_folder, "signature"),
            (output_folder, "holds"),
        )
        with ExitStack() as moments:
            for module, name in steps:
                moments.enter_context(patch.object(module, name, moment(getattr(module, name))))
            self.beside(0)

    def builder_beside(self) -> None:
        """Another process builds at the same time, perhaps for another address, and is perhaps
        killed while it does."""
        address = self.random.choice((None, "https://other.example/"))
        patience = self.random.choice((None, 0.0, 0.05, 0.2, 0.5))
        child = os.fork()
        if not child:
            with suppress(BaseException), redirect_stderr(StringIO()):
                other = OutputFolder(
                    Builder(self.root, address, "", cache=Cache(self.root)), self.out
                )
                other.publish()
                other.save()
            os._exit(0)
        self.beside(self.random.choice((0, 0.05, 0.2)))
        if patience is not None:
            time.sleep(patience)
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)

    def beside(self, seconds: float) -> None:
        """A build beside something else; what it leaves in the folder is anybody's guess."""
        self.body()
        time.sleep(seconds)
        self.publisher.builder.sources.refresh()
        with suppress(ContentError, FileNotFoundError), redirect_stderr(StringIO()):
            self.publisher.publish()
            self.publisher.save()
        if self.random.random() < 0.5:
            self.publisher = self.open()

    def crash(self) -> None:
        """The build ends while it moves files into place, or before it has noted anything."""
        left = self.random.randint(0, 6)
        real = writing.os.replace

        def replace(*paths: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            real(*paths)  # type: ignore[arg-type]

        self.body()
        self.publisher.builder.sources.refresh()
        try:
            with patch.object(writing.os, "replace", replace):
                self.publisher.publish()
        except (KeyboardInterrupt, ContentError):
            pass
        self.publisher = self.open()

    def spoil(self) -> None:
        """Bytes of the cache rot, or a file is cut off."""
        files = sorted(file for file in (self.root / ".cache/build").rglob("*") if file.is_file())
        for file in self.random.sample(files, min(len(files), 6)):
            data = bytearray(file.read_bytes())
            for _ in range(3):
                data[self.random.randrange(len(data))] ^= 1 + self.random.randrange(255)
            file.write_bytes(
                data if self.random.random() < 0.6 else data[: self.random.randrange(len(data))]
            )
        self.publisher = self.open()


EDITS: tuple[Callable[[Edited], None], ...] = (
    *(Edited.body,) * 3,
    *(Edited.title,) * 2,
    *(Edited.slug,) * 2,
    *(Edited.translation,) * 2,
    *(Edited.message,) * 2,
    *(Edited.template,) * 2,
    *(Edited.setting,) * 3,
    *(Edited.rule,) * 2,
    Edited.moved,
    Edited.untranslated,
    Edited.draft,
    Edited.part,
    Edited.figures,
    Edited.asset,
    Edited.rename,
    Edited.variant,
    Edited.restart,
    Edited.other_version,
    Edited.hand,
    Edited.crash,
    Edited.spoil,
    *(Edited.hand_beside,) * 4,
    *(Edited.builder_beside,) * 2,
)


def run(seed: int, folder: Path) -> Iterator[str]:
    """One sequence; yields each step in words and raises AssertionError where memory and clean
    build disagree."""
    edited = Edited(folder, seed)
    said, good, sound = ["first build"], dict[str, bytes](), edited.files()
    for _ in range(STEPS):
        edited.publisher.builder.sources.refresh()
        found, expected = edited.build(), edited.clean()
        if isinstance(expected, str):
            assert found == expected, (seed, said)
            found, expected = edited.tree(), good
            touched = TOUCHES.intersection(said)  # which stays while nothing can be built
            assert touched or found == expected, (seed, said, differences(found, expected))
        else:
            assert isinstance(found, dict), (seed, said, found)
            assert found == expected, (seed, said, differences(found, expected))
            good, sound = found, edited.files()
        if edited.random.random() < 0.5:
            time.sleep(2 * TICK)
        if found is not good and edited.random.random() < 0.8:
            edited.mend(sound)
            said.append("mend")
        else:
            edit = edited.random.choice(EDITS)
            edit(edited)
            said.append(edit.__name__)
        yield said[-1]


def differences(found: dict[str, bytes], expected: dict[str, bytes]) -> list[str]:
    return sorted(
        path for path in found.keys() | expected.keys() if found.get(path) != expected.get(path)
    )


@contextmanager
def fast_clock() -> Iterator[None]:
    with patch.object(sources, "TICK", int(TICK * 1e9)):
        yield


def main(sequences: int, first: int = 0) -> None:
    with fast_clock():
        for seed in range(first, first + sequences):
            with TemporaryDirectory() as folder:
                list(run(seed, Path(folder)))
            if seed % 20 == 19:
                sys.stdout.write(f"{seed + 1 - first} sequences of {STEPS} edits: no difference\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
