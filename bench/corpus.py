"""A site of any size in four languages, the same every time: for our build, and the same texts for
its peers.

Each page has about 350 words in four parts, a table, and links to other pages. The words are drawn
from a small vocabulary by a fixed seed; nobody should read them.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = {"en": "English", "de": "Deutsch", "da": "Dansk", "fi": "Suomi"}
FIXED = ("root", "home", "not-found")
SYLLABLES = (
    "ba",
    "de",
    "fi",
    "go",
    "hu",
    "ka",
    "le",
    "mi",
    "no",
    "pu",
    "ra",
    "se",
    "ti",
    "vo",
    "wu",
)
PARTS = ("rules", "cards", "history", "numbers")
WORDS = 350
"""Words of a page, its table not counted."""


@dataclass(frozen=True)
class Text:
    """A page in one language."""

    number: int
    lang: str
    title: str
    description: str
    parts: tuple[tuple[str, str, str], ...]  # id, heading, Markdown
    table: str

    @property
    def id(self) -> str:
        """The page's name in all languages."""
        return f"page-{self.number:04}"


def texts(pages: int) -> Iterator[Text]:
    """So many pages in each of the languages."""
    random = Random(1)
    vocabulary = ["".join(random.choices(SYLLABLES, k=random.randint(1, 4))) for _ in range(2_000)]
    for number in range(pages):
        for lang in LANGUAGES:
            yield _text(Random(f"{number} {lang}"), vocabulary, number, lang)


def _text(random: Random, vocabulary: list[str], number: int, lang: str) -> Text:
    def sentence(words: int) -> str:
        found = random.choices(vocabulary, k=words)
        return " ".join(found).capitalize() + "."

    def paragraph() -> str:
        words = " ".join(sentence(random.randint(8, 16)) for _ in range(3)).split(" ")
        words[2], words[6] = f"*{words[2]}*", f"**{words[6]}**"
        return " ".join(words)

    parts = tuple(
        (
            part,
            sentence(3)[:-1],
            "\n\n".join(paragraph() for _ in range(WORDS // 36 // len(PARTS) + (not index))),
        )
        for index, part in enumerate(PARTS)
    )
    rows = (f"| {sentence(2)} | {random.randint(1, 999)} | {sentence(3)} |" for _ in range(6))
    table = "\n".join(["| Card | Games | Remark |", "|---|---|---|", *rows])
    return Text(number, lang, f"{sentence(3)[:-1]} {number}", sentence(12), parts, table)


def body(text: Text, heading: str, link: str) -> str:
    """A page's Markdown; `heading` and `link` say how a heading with an id and a link to the next
    page are written."""
    blocks = [
        f"{heading.format(title=title, id=id_)}\n\n{markdown}"
        for id_, title, markdown in text.parts
    ]
    return "\n\n".join([*blocks, text.table, f"See also [{text.title}]({link})."]) + "\n"


def write_project(folder: Path, pages: int) -> None:
    """The corpus as a project of ours: no game, no pictures for networks, and the frame of the
    pages in English."""
    blocks = "".join(
        f'\n[[languages]]\ncode = "{code}"\nname = "{name}"\nthreshold = 0\n'
        for code, name in LANGUAGES.items()
    )
    _put(folder / "content/site.toml", f'source = "en"\nbase_url = ""\n{blocks}')
    for page in FIXED:
        for lang in LANGUAGES:
            _put(folder / f"content/pages/{page}/{lang}.md", _fixed(page, lang))
    for text in texts(pages):
        front = (
            f'title = "{text.title}"\nslug = "{text.id}-{text.lang}"\ndescription ='
            f' "{text.description}"\n'
        )
        front += f'lead = "{text.description}"\n'
        link = f"page:page-{(text.number + 1) % pages:04}#rules"
        whole = f"+++\n{front}+++\n\n{body(text, '## {title} {{#{id}}}', link)}"
        _put(folder / f"content/pages/{text.id}/{text.lang}.md", whole)
    shutil.copytree(ROOT / "templates", folder / "templates")
    for name in ("builder", "engine"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "build.py", folder)
    shutil.copytree(ROOT / "assets", folder / "assets")


def _fixed(page: str, lang: str) -> str:
    said = "".join(f'{field} = "{field} {lang}"\n' for field in ("title", "description", "lead"))
    said += f'action = "Read {lang}"\n' if page != "home" else ""
    sections = "\n## What {#what}\n\nText.\n\n## More {#more}\n\nText.\n" if page == "home" else ""
    return f"+++\n{said}+++\n{sections}"


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
