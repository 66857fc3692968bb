"""The files that a site is made from, as editors, systems and git leave them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.content.load import load
from builder.tracking.sources import signature
from builder.values.errors import ContentError
from builder.values.toml import decoded, parse
from tests.builder.small_project import ROOT, Workshop

WAR = "content/variants/war/en.md"
DIFF = ("<<<<<<< HEAD", "one", "=======", "two", ">>>>>>> topic")
DIFF3 = ("<<<<<<< ours", "one", "||||||| 1a2b3c4", "none", "=======", "two", ">>>>>>> theirs")
FILES = (
    WAR,
    "content/variants/war/rules.toml",
    "content/site.toml",
    "content/recorded/war.json",
    "content/recorded/war-2.json",
    "content/recorded/war/{pool}.json",
    "locales/de.po",
    "locales/messages.pot",
    "templates/base.html",
    "templates/social.svg",
    "assets/css/site.css",
    "assets/js/theme.js",
    "assets/js/board/first/main.js",
    "assets/icons/icon.svg",
    "pyproject.toml",
)


@pytest.fixture
def owned(workshop: Workshop) -> Workshop:
    """A project whose every file is its own, and may be spoiled."""
    for name in ("templates", "assets"):
        (workshop.root / name).unlink()
        shutil.copytree(ROOT / name, workshop.root / name)
    shutil.copytree(ROOT / "content/recorded", workshop.root / "content/recorded")
    shutil.copytree(ROOT / "locales", workshop.root / "locales", dirs_exist_ok=True)
    shutil.copy(ROOT / "pyproject.toml", workshop.root)
    return workshop


def inserted(file: Path, lines: Iterable[str], after: int) -> None:
    text = file.read_text("utf-8").split("\n")
    file.write_text("\n".join([*text[:after], *lines, *text[after:]]), "utf-8")


@pytest.mark.parametrize("path", FILES)
def test_merge_that_nobody_finished_is_found_wherever_it_is(owned: Workshop, path: str) -> None:
    """Named with the first line of git's marks, and with nothing that comes of it."""
    pool = sorted((owned.root / "content/recorded/war").iterdir())[0].stem
    file = owned.root / path.format(pool=pool)
    after = min(2, file.read_text("utf-8").count("\n"))
    inserted(file, DIFF, after)
    with pytest.raises(ContentError) as caught:
        owned.build()
    said = f"{path.format(pool=pool)}:{after + 1}: text: git's conflict markers — finish the merge"
    assert said == str(caught.value)


@pytest.mark.parametrize(
    "lines", [DIFF, DIFF3, DIFF[:1], DIFF[-1:], ("<<<<<<<",), (">>>>>>>",), DIFF3[2:3]]
)
def test_marks_of_git_are_told_in_any_style_and_one_is_enough(lines: tuple[str, ...]) -> None:
    for end in ("\n", "\r\n", "\r"):
        data = end.join(["text", "", *lines, "more"]).encode()
        for path in ("x.md", "x.toml"):
            with pytest.raises(ContentError, match="finish the merge") as caught:
                decoded(data, path)
            assert 3 == caught.value.line


def test_seven_equals_signs_alone_are_no_text_but_in_markdown() -> None:
    """There they stand below a heading; elsewhere they are what is left of a merge."""
    assert decoded(b"Heading\n=======\n", "x.md")
    with pytest.raises(ContentError, match=r"x\.html:2: text: git's conflict markers"):
        decoded(b"Heading\n=======\n", "x.html")


@pytest.mark.parametrize(
    "text",
    [
        "<<<<<< six",
        "<<<<<<<< eight",
        " <<<<<<< HEAD",
        "> quoted >>>>>>> ",
        "| a |||||||",
        "|||||||",
        "========",
    ],
)
def test_what_only_looks_like_a_mark_is_text(text: str) -> None:
    assert text == decoded(text.encode(), "x.md")
    assert text == decoded(text.encode(), "x.css")


@pytest.mark.parametrize(
    "path", [WAR, "content/variants/war/rules.toml", "content/site.toml", "locales/de.po"]
)
def test_mark_of_the_encoding_is_no_text(owned: Workshop, path: str) -> None:
    """Editors of Windows put it before a file; the site is the same."""
    before = dict(owned.build().files)
    file = owned.root / path
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert before == dict(owned.build().files)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_other_encodings_are_named(owned: Workshop, encoding: str) -> None:
    (owned.root / WAR).write_bytes("+++\ntitle = 'Kö'\n".encode(encoding))
    with pytest.raises(ContentError, match=r"war/en\.md:\d: encoding: not UTF-8"):
        owned.build()


@pytest.mark.parametrize("sign", ["\x00", "\x0b", "\x0c", "\x1c", "\x1f", "\x7f", "\x85", "\uffff"])
def test_control_characters_are_named_with_their_line(workshop: Workshop, sign: str) -> None:
    """No page can hold them, and some would count as ends of lines."""
    line = workshop.edit(WAR, "### One", f"### \u2028 One{sign}")
    with pytest.raises(ContentError) as caught:
        load(workshop.root)
    assert (WAR, line) == (caught.value.path, caught.value.line)
    assert f"the control character U+{ord(sign):04X}" == caught.value.message


def test_control_characters_that_toml_spells_out_are_named(workshop: Workshop) -> None:
    line = workshop.edit(WAR, 'title = "title of war en"', r'title = "a\u0007b"')
    with pytest.raises(ContentError, match=f"{WAR}:{line}: title: the control character U\\+0007"):
        load(workshop.root)


@given(st.text(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_are_those_of_an_editor(text: str, end: str) -> None:
    """U+2028 and its like end no line: a fault below them is named in its own."""
    data = f"# {text}".replace("\r", "").replace("\n", "") + f"{end}wrong"
    with pytest.raises(ContentError) as caught:
        parse(decoded(data.encode(errors="replace"), "x.toml"), "x.toml")
    assert caught.value.line == (
        1 if caught.value.field == "text" or "Illegal" in caught.value.message else 2
    )


def test_nothing_lies_below_a_file(tmp_path: Path) -> None:
    """Where a folder was and a file is now, what was in the folder is gone."""
    (tmp_path / "a").write_text("")
    assert signature(tmp_path / "a" / "b") is None
