"""Markdown that looks right and is not: what comes out is what the finding says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.content.documents import document_of
from builder.markdown.lookalikes import ROWS, lookalikes, plain_lookalikes
from builder.markdown.prose import read
from builder.workshop import check
from tests.builder.small_project import ROOT, Workshop

EXAMPLES: list[tuple[str, int, str, str]] = [
    ("Text:\n- a\n- b", 2, "no list:", "<p>Text:\n- a\n- b</p>"),
    ("Text:\n* a", 2, "no list:", "<p>Text:\n* a</p>"),
    ("Text:\n+ a", 2, "no list:", "<p>Text:\n+ a</p>"),
    ("Text:\n1. a\n2. b", 2, "no list:", "<p>Text:\n1. a\n2. b</p>"),
    ("**Text**\n- a", 2, "no list:", "<p><strong>Text</strong>\n- a</p>"),
    ("- a\n        - b", 2, "no list:", "<li>a\n        - b</li>"),
    ("- a\n  - b", 2, "the list stays on the same level", "<li>a</li>\n<li>b</li>"),
    ("1. a\n   - b", 2, "the list stays on the same level", "<li>a</li>\n<li>b</li>"),
    ("- a\n\n  - b", 3, "the list stays on the same level", "<p>a</p>\n</li>\n<li>\n<p>b</p>"),
    ("- x\n- a\nb\n - c", 4, "the list stays on the same level", "<li>c</li>\n</ul>"),
    ("- a\n    - b\n      - c", 3, "the list stays on the same level", "<li>b</li>\n<li>c</li>"),
    ("- a\n\n  more", 3, "the list ends before this paragraph", "</ul>\n<p>more</p>"),
    ("3. a\n4. b", 1, "the list begins with 1", "<ol>\n<li>a</li>"),
    ("Text.\n\n1996. Then", 3, "the list begins with 1", "<ol>\n<li>Then</li>"),
    ("1. a\n\nText\n\n2. b", 5, "the list begins with 1", "<p>Text</p>\n<ol>\n<li>b</li>"),
    ("- a\n\n1. b", 3, "the list above goes on", "</li>\n<li>\n<p>b</p>\n</li>\n</ul>"),
    ("- a\n1. b", 2, "the list above goes on", "<li>a</li>\n<li>b</li>\n</ul>"),
    ("1. a\n- b", 2, "the list above goes on", "<li>a</li>\n<li>b</li>\n</ol>"),
    ("1) a\n2) b", 1, "no list:", "<p>1) a\n2) b</p>"),
    ("Text:\n1) a", 2, "no list:", "<p>Text:\n1) a</p>"),
    ("a) x\nb) y", 1, "no list:", "<p>a) x\nb) y</p>"),
    ("• a\n• b", 1, "no list:", "<p>• a\n• b</p>"),
    ("– a\n– b", 1, "no list:", "<p>– a\n– b</p>"),
    ("-a\n-b", 1, "no list:", "<p>-a\n-b</p>"),
    ("1.a\n2.b", 1, "no list:", "<p>1.a\n2.b</p>"),
    ("- [ ] a\n- [x] b", 1, "no box to tick", "<li>[ ] a</li>\n<li>[x] b</li>"),
    ("Text\n| a | b |\n|---|---|\n| c | d |", 2, "no table", "<p>Text\n| a | b |"),
    ("| a | b |\n|---|\n| c | d |", 1, "no table", "<p>| a | b |\n|---|"),
    ("| a | b |\n| c | d |", 1, "no table", "<p>| a | b |\n| c | d |</p>"),
    ("| a | b |\n|---|---|\n\n| c | d |", 4, "no table", "<p>| c | d |</p>"),
    (
        "| a | b |\n|---|---|\n| c | lost | lost |",
        3,
        "the cells that are too many are lost",
        "<td>lost</td>\n</tr>",
    ),
    ("| a | b |\n|---|---|\n| c |", 3, "the row ends with empty cells", "<td></td>"),
    (
        "|a|b|\n|-|-|\n|c|d|\ntext",
        4,
        "the row ends with empty cells",
        '<th scope="row">text</th>\n<td></td>',
    ),
    ("```\ncode\n```", 1, "code in one line", "<p><code>code</code></p>"),
    ("```py\nx\n\ny\n```", 1, "code in one line", "<p>```py\nx</p>"),
    ("~~~\ncode\n~~~", 1, "no block of code", "<p>~~~\ncode\n~~~</p>"),
    (
        "Text.\n\n    code",
        3,
        "code, for the line begins with four spaces",
        "<pre><code>code\n</code></pre>",
    ),
    ("\ttext", 1, "code, for the line begins with four spaces", "<pre><code>text\n</code></pre>"),
    ("a ` b", 1, "no code", "<p>a ` b</p>"),
    ("word[^1]\n\n[^1]: A note.", 1, "no note", "<p>word[^1]</p>\n<p>[^1]: A note.</p>"),
    ("~~x~~", 1, "nothing is struck out", "<p>~~x~~</p>"),
    ("==x==", 1, "nothing is marked", "<p>==x==</p>"),
    ("++x++", 1, "nothing is underlined", "<p>++x++</p>"),
    ("x^2^", 1, "nothing is raised", "<p>x^2^</p>"),
    ("H~2~O", 1, "nothing is lowered", "<p>H~2~O</p>"),
    ("$x + y$", 1, "no formula", "<p>$x + y$</p>"),
    ("a :smile: b", 1, "no picture", "<p>a :smile: b</p>"),
    ("**good** and\n**bad **", 2, "nothing is bold", "<strong>good</strong> and\n**bad **</p>"),
    ("** bad**", 1, "nothing is bold", "<p>** bad**</p>"),
    ("**a\n\nb**", 1, "nothing is bold", "<p>**a</p>\n<p>b**</p>"),
    ("*x *", 1, "the star is shown", "<p>*x *</p>"),
    ("word* and", 1, "the star is shown", "<p>word* and</p>"),
    ("__x __", 1, "nothing is bold", "<p>__x __</p>"),
    ("a\\\nb", 1, "no break", "<p>a\\\nb</p>"),
    ("a\n\n#Heading", 3, "a heading of the page", "<h1>Heading</h1>"),
    ("##Heading", 1, "a heading of the page", "<h2>Heading</h2>"),
    ("Heading\n===", 1, "a heading of the page", "<h1>Heading</h1>"),
    ("Heading\n---", 1, "a heading of the page", "<h2>Heading</h2>"),
    ("####### x", 1, "a heading that begins with #", "<h6># x</h6>"),
    ("a\n\n###\n\nb", 3, "a heading without words", "<h3></h3>"),
    ("Term\n: what it is", 2, "no definition", "<p>Term\n: what it is</p>"),
    ("HTML\n\n*[HTML]: words", 3, "no abbreviation", "<p>*[HTML]: words</p>"),
    ("!!! note\n    x", 1, "no box", "<p>!!! note\n    x</p>"),
    ("::: note\nx\n:::", 1, "no box", "<p>::: note\nx\n:::</p>"),
    ("> [!NOTE]\n> x", 1, "no box", "<p>[!NOTE]\nx</p>"),
    ("[x] (page:y)", 1, "no link", "<p>[x] (page:y)</p>"),
    ("(x)[page:y]", 1, "no link", "<p>(x)[page:y]</p>"),
    ("[x][q]", 1, "no link", "<p>[x][q]</p>"),
    ("[x](page:y 'z", 1, "no link", "<p>[x](page:y 'z</p>"),
    ("[[Peace]]", 1, "no link", "<p>[[Peace]]</p>"),
    ("Text\n\n[x]: two words", 3, "no reference is defined", "<p>[x]: two words</p>"),
    (
        "see https://example.org/x.",
        1,
        "no link: the address is shown",
        "<p>see https://example.org/x.</p>",
    ),
    ("www.example.org", 1, "no link: the address is shown", "<p>www.example.org</p>"),
    ("Text\n\n[x]: page:y", 3, "nothing: no link uses this reference", "<p>Text</p>"),
    ("*word* {: lang=fr }", 1, "no attribute", "<em>word</em> {: lang=fr }"),
    ("word{: lang=fr }", 1, "no attribute", "<p>word{: lang=fr }</p>"),
]
"""A text, the line of its fault, what the finding says of it, and a piece of what Markdown
gives."""

NEIGHBOURS = [
    "Text:\n\n- a\n- b",
    "Text:\n\n1. a\n2. b",
    "1. a\n1. b",
    "1. a\n\n2. b",
    "1. a\n\n    more\n\n2. b",
    "- a\n    - b\n        - c",
    "1. a\n    - b\n    - c\n2. d",
    " - a\n - b",
    "- a\n\n    more",
    "- a\n\nText\n\n1. b",
    "- a\ngoes on",
    "In\n1996. Then",
    "1996\\. Then",
    "Text\n– and more",
    "– Hei, hän sanoi.",
    "- 5 degrees, and -5",
    "A well-known 1-2.",
    "| a | b |\n|---|---|\n| c | d |\n\nText",
    "a | b\n--|--\nc | d",
    "| a \\| b | `c|d` |\n|:--|--:|\n| e |  |",
    "a | b",
    "`code`, ``a ` b``, `**x**`, `[x](y)`, `https://a.b`, `- [ ]`, `{: x }`, `a\\`",
    "\\*a, a\\*, \\[x\\](y), \\`a, \\#5, \\~\\~a\\~\\~, \\{: x }",
    "2 * 3 * 4, 2*3, M*A*S*H",
    "*a*, **b**, ***c***, _d_, __e__, *f **g** h*, a*b*c, **i**j",
    "snake_case and a__b__c",
    "a = b == c, C++ and C++, 5^2, ~5 or ~6, $5 and $6, $5–$6",
    "12:30:45, a: b, page :x, http:",
    "a  \nb",
    "Text\n> quote\n> more",
    "### A\n\ntext\n\n#### B {#c}\n\ntext",
    "a\n### b",
    "---\n\na\n\n***",
    "[sic] and [x] and [a] (b)",
    "[x](page:y), [x][p], [p], [P][]\n\n[p]: page:y",
    "[https://a.b](https://a.b) and <https://a.b> and <a@b.org>",
    "*word*{: lang=fr } and [x](page:y){: hreflang=de }",
    "A heading\n{: lang=fr }",
    "{games} and {median:peace:2}",
    "AT&T, a < b > c, 5 > 3, &nbsp;",
    "1, 2, 3) and (a) b",
    "“Text”: ‘more’, …",
]


def said(text: str) -> list[tuple[int, str]]:
    """The line of each finding and what it says comes out."""
    return [(1 + text.count("\n", 0, each.at), each.comes_out) for each in lookalikes(text)]


@pytest.mark.parametrize(
    ("text", "line", "comes_out", "html"), EXAMPLES, ids=[text for text, *_ in EXAMPLES]
)
def test_what_comes_out_is_what_the_finding_says(
    text: str, line: int, comes_out: str, html: str
) -> None:
    """Each example is found, in its line; Markdown itself proves what the row says of it."""
    assert html in read(text).html
    assert [(line, comes_out)] == [(at, words[: len(comes_out)]) for at, words in said(text)][:1]


@pytest.mark.parametrize(
    ("text", "line", "comes_out", "html"), EXAMPLES, ids=[text for text, *_ in EXAMPLES]
)
def test_it_is_found_among_other_texts(text: str, line: int, comes_out: str, html: str) -> None:
    """Between paragraphs that are right, and in which the same signs stand."""
    before = "*A*, **b** and `c`: [d](page:e).\n\n> 1\n\n"
    found = said(f"{before}{text}\n\nMore *a*.\n")
    assert (line + 4, comes_out) in [(at, words[: len(comes_out)]) for at, words in found]


def test_every_row_has_an_example() -> None:
    """None of them is there for nothing."""
    parsed = [(text, read(text)) for text, *_ in EXAMPLES]
    assert [] == [
        row.comes_out for row in ROWS if not any(list(row.find(*each)) for each in parsed)
    ]


@pytest.mark.parametrize("text", NEIGHBOURS)
def test_what_is_right_is_not_named(text: str) -> None:
    assert [] == said(text)


WORD = st.sampled_from(
    [
        "a",
        "B.",
        "c,",
        "*d*",
        "**e f**",
        "`g`",
        "[h](page:i)",
        "j-k",
        "5",
        "1996.",
        "(l)",
        "–",
        "ä:",
        "{games}",
    ]
)
WORDS = st.lists(WORD, min_size=1, max_size=6).map(lambda words: "w " + " ".join(words))
LISTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=3).map(
        lambda items: "\n".join(f"- {item}" for item in items)
    ),
    st.lists(WORDS, min_size=1, max_size=3).map(
        lambda items: "\n".join(f"{at}. {x}" for at, x in enumerate(items, 1))
    ),
    st.tuples(WORDS, WORDS).map(lambda pair: f"- {pair[0]}\n    - {pair[1]}"),
)
TABLE = st.tuples(WORDS, WORDS).map(lambda pair: f"| {pair[0]} | x |\n|---|---:|\n| {pair[1]} | |")
BLOCK = st.one_of(
    WORDS, WORDS.map("### {}".format), TABLE, st.lists(WORDS, min_size=2, max_size=3).map("\n".join)
)


@given(st.lists(st.tuples(BLOCK, LISTS), max_size=3))
def test_texts_of_sound_blocks_are_not_named(pairs: list[tuple[str, str]]) -> None:
    """Paragraphs, headings, tables and lists with blank lines between them, whatever their
    words."""
    text = "\n\n".join(block for pair in pairs for block in pair)
    assert [] == said(text)


def test_no_page_of_the_site_is_named() -> None:
    files = sorted((ROOT / "content").glob("*/*/*.md"))
    documents = [
        document_of(file.relative_to(ROOT).as_posix(), file.read_bytes())[1] for file in files
    ]
    assert [] == [
        str(found) for document in documents for found in check.lookalike_faults(document)
    ]


@pytest.mark.parametrize(
    "text",
    ["*a* b", "**a**", "a `b`", "[a](page:b)", "a _b_", "a{: lang=fr }", "a &amp; b", "a <b>"],
)
def test_marks_in_a_text_that_is_no_markdown_are_named(text: str) -> None:
    """Titles, descriptions and headings of sections are shown as they are."""
    found = [each.comes_out for each in plain_lookalikes(text)]
    assert ["the signs are shown as they are: this is no Markdown"] == found


@pytest.mark.parametrize("text", ["2 * 3", "a_b", "AT&T", "“a”", "5 < 6", "[a]", "{games}", "a: b"])
def test_signs_in_a_text_that_is_no_markdown_are_not(text: str) -> None:
    assert [] == list(plain_lookalikes(text))


def test_check_names_file_and_line(workshop: Workshop) -> None:
    """In sections, in steps and their titles, in fields and remarks."""
    body = {"what": "Text:\n- a", "steps": "### *One*\n\nText.\n\n### Two\n\nText:\n- a\n"}
    path = workshop.page(
        "peace", "en", folder="variants", body=body, lead="see https://a.b", title="*Peace*"
    )
    text = (workshop.root / path).read_text("utf-8")
    found = [str(each) for each in check.lookalike_faults(document_of(path, text.encode())[1])]
    lines = text.split("\n")
    steps = [number for number, line in enumerate(lines, 1) if line == "- a"]
    wanted = [*steps, lines.index("### *One*") + 1]
    wanted += [number for number, line in enumerate(lines, 1) if line.startswith(("lead", "title"))]
    assert sorted(wanted) == sorted(int(each.split(":")[1]) for each in found)
    assert (
        f"{path}:{steps[0]}: '- a': no list: it goes on with the line above — leave a blank line"
        " above it" in found
    )
