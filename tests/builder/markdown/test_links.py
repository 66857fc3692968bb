"""Links of texts: each is seen, in whatever form Markdown has it, and leads where a page may
lead."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.content.documents import DRAWN, SHARED_IDS, VIEW_IDS
from builder.content.load import load
from builder.markdown import links, prose
from builder.pages.plan import make_plan
from builder.values.errors import ContentError
from builder.values.urls import KEYED
from tests.builder.small_project import Workshop, pages, text_of

FORMS = [
    "[a]({})",
    "[a](<{}>)",
    '[a]({} "title")',
    "[a]({} 'title')",
    "[a]( {} )",
    "[a]({}){{: lang=fr }}",
    "[a](https://a.org){{: href={} }}",
    "[*a*]({})",
    "[`a`]({})",
    "[a [b] c]({})",
    "*a [b]({}) c*",
    "**[b]({})**",
    "[a][p]\n\n[p]: {}",
    "[a] [p]\n\n[p]: {}",
    "[p][]\n\n[p]: {}",
    "[p]\n\n[p]: {}",
    "[a][P]\n\n[p]: {} 'title'",
    "[a][p]\n\n[p]: <{}>",
    "[a][p]\n\n[p]:\n    {}",
    "[a][1]\n\n   [1]: {} (title)",
    "- a\n- [b]({})",
    "- a\n    - [b]({})",
    "1. [b]({})",
    "> [b]({})",
    "### [b]({})\n\ntext",
    "| a | b |\n|---|---|\n| c | [d]({}) |",
    "a\\\n[b]({})",
    "a  \n[b]({})",
    "`x` [b]({}) `y`",
    "\\[a\\] [b]({})",
]
"""How a link can be written; its address stands in the braces."""


def one_page(workshop: Workshop, text: str) -> str:
    """A page with a part of this text, which begins in its tenth line."""
    path = workshop.page("blog", "en", body={"one": text, "two": "Text."})
    assert (workshop.root / path).read_text("utf-8").split("\n")[9] == text.split("\n")[0]
    return path


def fault(workshop: Workshop) -> ContentError:
    with pytest.raises(ContentError) as caught:
        make_plan(load(workshop.root))
    return caught.value


@pytest.mark.parametrize("form", FORMS)
def test_a_dead_key_is_named_in_every_form_of_a_link(workshop: Workshop, form: str) -> None:
    """With file, line and the key that is most like it."""
    text = form.format("variant:peece")
    path, line = one_page(workshop, text), 10 + text.count("\n", 0, text.index("variant:"))
    error = fault(workshop)
    assert (path, line, "link") == (error.path, error.line, error.field)
    assert "dead key 'variant:peece' (do you mean variant:peace?)" == error.message
    assert error.hint.startswith("use one of: page:blog, ")


@pytest.mark.parametrize("form", FORMS)
def test_a_live_key_is_filled_in_in_every_form_of_a_link(form: str) -> None:
    html = prose.render(
        form.format("variant:peace#history"),
        lambda page, part: prose.Target(f"../{page}-en/#{part}"),
    )
    assert '<a href="../peace-en/#history"' in html
    assert "variant:" not in html


def test_a_page_leads_where_its_references_do(workshop: Workshop) -> None:
    """All the way to the page."""
    one_page(workshop, "[a][p]\n\n[p]: <variant:peace#history> 'title'")
    assert 'href="../variants-en/peace-en/#history"' in text_of(workshop.build(), "en/blog-en/")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("address", ["varient:peace", "JavaScript:x"])
def test_what_no_text_may_lead_to_is_named_in_every_form_of_a_link(
    workshop: Workshop, form: str, address: str
) -> None:
    text = form.format(address)
    path, line = one_page(workshop, text), 10 + text.count("\n", 0, text.index(address))
    error = fault(workshop)
    assert (path, line, "body") == (error.path, error.line, error.field)
    assert error.message.startswith(f"'{address}' is no address that a text may lead to")
    assert links.WRITE == error.hint


@pytest.mark.parametrize(
    ("address", "todo"),
    [
        ("varient:peace", " (do you mean variant:peace?)"),
        ("Variant:peace", " (do you mean variant:peace?)"),
        ("pages:sources", " (do you mean page:sources?)"),
        ("htps://example.org", " (do you mean https://example.org?)"),
        ("www.example.org", " (do you mean https://www.example.org?)"),
        ("//example.org/x", " (do you mean https://example.org/x?)"),
        ("../peace/", ""),
        ("/en/", ""),
        ("?a=b", ""),
        ("javascript&#58;alert(1)", ""),
        ("java&#x73;cript:alert(1)", ""),
        ("&#1;javascript:x", ""),
        ("vbscript:x", ""),
        ("blob:x", ""),
        ("file:///etc/passwd", ""),
        ("ftp://example.org", ""),
        ("tel:112", ""),
        ("data:text/html,x", ""),
        ("https:", ""),
        ("https://", ""),
        ("https:/example.org", ""),
        ("https:example.org", ""),
        ("https:\\\\example.org", ""),
        ("https://example.org\\x", ""),
        ("https://a@example.org", ""),
        ("<https://example.org/a b>", ""),
        ("mailto:", ""),
    ],
)
def test_an_address_that_leads_nowhere_is_named_with_what_to_write(
    workshop: Workshop, address: str, todo: str
) -> None:
    """Relative ones too: pages are led to by key."""
    path = one_page(workshop, f"Text.\n\nA [link]({address}).")
    error = fault(workshop)
    assert (path, "body") == (error.path, error.field)
    assert "is no address that a text may lead to" in error.message
    assert error.message.endswith(todo)


@pytest.mark.parametrize(
    "text",
    ["[x]()", "[x](#three)", "[x](#)", "[x](variant&#58;peace)", "[x](page:blog#three)", "[x](variant:)", "[x](page:)",
     "[x](variant:peace#)", "[x](variant:Peace)", "[x](page:peace)", "[x](variant:blog)", "[x](page:root)"],
)  # fmt: skip
def test_other_dead_links_are_named(workshop: Workshop, text: str) -> None:
    path = one_page(workshop, text)
    error = fault(workshop)
    assert (path, 10) == (error.path, error.line)


@pytest.mark.parametrize(
    "text", ["![a](b.png)", "![a][p]\n\n[p]: b.png", "![p]\n\n[p]: https://x.org/b", "![](data:,)"]
)
def test_a_picture_is_named(workshop: Workshop, text: str) -> None:
    """The site has no way to show one from a text."""
    one_page(workshop, text)
    assert "leave it out: a text shows no pictures" == fault(workshop).hint


@pytest.mark.parametrize(
    "text",
    ["<b>x</b>", "a <b\nclass=x>b</b>", "a ` b\n c ` <b>x</b> ` d", "<!-- x -->", "<?php x ?>", "<![CDATA[x]]>", "</p>",
     "<variant:peace> <b>", "<script>\nx\n</script>", "<div>\n\nx\n\n</div>",
     "- <i>x</i>", "| <i>x</i> |\n|---|\n| b |"],
)  # fmt: skip
def test_html_is_named_wherever_it_stands(workshop: Workshop, text: str) -> None:
    """Also over several lines, and where a line alone looks like code."""
    one_page(workshop, text)
    error = fault(workshop)
    assert "body" == error.field
    assert "write Markdown" == error.hint


@pytest.mark.parametrize("field", ["lead", "summary", "paragraph", "changes_caption"])
@pytest.mark.parametrize(
    "text",
    [
        "a <b>c</b>",
        "[a](varient:b)",
        "[a](javascript:b)",
        "[a](variant:peece)",
        "*a*{: onclick=b }",
    ],
)
def test_fields_are_read_as_sections_are(workshop: Workshop, field: str, text: str) -> None:
    path = workshop.page("peace", "en", folder="variants", **{field: text})
    error = fault(workshop)
    line = (workshop.root / path).read_text("utf-8").split("\n")[error.line - 1]
    assert (path, field) == (error.path, error.field)
    assert line.startswith(field)


@pytest.mark.parametrize("text", ["a <b>c</b>", "[a](varient:b)", "[a](variant:peece)"])
def test_remarks_and_steps_are_read_as_sections_are(workshop: Workshop, text: str) -> None:
    """A step is a text of its own: a reference that is defined in another one is none."""
    path = workshop.page(
        "peace", "en", folder="variants", body={"steps": f"### A\n\nb\n\n### C\n\n{text}\n"}
    )
    line = (workshop.root / path).read_text("utf-8").split("\n").index(text) + 1
    assert (path, line) == (fault(workshop).path, fault(workshop).line)
    workshop.page("peace", "en", folder="variants")
    line = workshop.edit(path, "\n+++\n\n", f'\n[remarks]\nbest = "{text}"\n+++\n\n') + 2
    assert (path, line, "remarks.best") == (
        fault(workshop).path,
        fault(workshop).line,
        fault(workshop).field,
    )


@pytest.mark.parametrize(
    "text",
    ["`[x](varient:y)`", "    [x](varient:y)", "\\[x](varient:y)", "`<b>`", "a < b > c", "1 <2", "&lt;b&gt;",
     "[x] (y:z)", "`` ` href=\"variant:x\" ` ``", 'a href="variant:x" b', "<https://example.org/a?b=c&d=e#f>",
     "<me@example.org>", "[x](https://example.org/a_(b))", "[x](HTTPS://Example.org)", "[x](http://localhost:8000/)",
     "[x](mailto:a@b.org)", "[x](#two)", "[x](#one)", "[x](#content)", "### A {#here}\n\n[x](#here)", "*a*{: lang=fr }",
     "[x](https://müller.de/ä)"],
)  # fmt: skip
def test_what_is_no_dead_link_passes(workshop: Workshop, text: str) -> None:
    """Code, escapes, signs of arithmetic, addresses of the web and of mail, parts of the same
    page."""
    one_page(workshop, text)
    assert ("blog", "en") in make_plan(load(workshop.root)).pages


@pytest.mark.parametrize(
    "attribute", ["onclick=x", "style=x", "target=x", "src=x", 'data-x="y"', "hidden"]
)
@pytest.mark.parametrize(
    "text",
    [
        "*a*{{: {} }}",
        "[a](https://b.org){{: {} }}",
        "### A {{: {} }}",
        "| a {{: {} }} |\n|---|\n| b |",
    ],
)
def test_attributes_are_those_that_texts_need(
    workshop: Workshop, text: str, attribute: str
) -> None:
    one_page(workshop, text.format(attribute))
    assert "use title, lang, dir, id, class" == fault(workshop).hint


@pytest.mark.parametrize("id_", ["two", "menu", "content", "languages", "back", "Q"])
def test_an_id_of_a_text_stands_once_on_its_page(workshop: Workshop, id_: str) -> None:
    path = one_page(workshop, f"Text.\n\n### A {{#{id_}}}")
    error = fault(workshop)
    assert (path, 12, f"#{id_}") == (error.path, error.line, error.field)


def test_the_ids_that_templates_give_are_known(workshop: Workshop) -> None:
    """To every page, and to one of a variant."""
    one_page(workshop, "Text.")
    found = pages(workshop.build())
    given = [id_ for id_ in found["en/blog-en/"].ids if not DRAWN.fullmatch(id_)]
    assert sorted([*SHARED_IDS, "one", "two"]) == sorted(given)
    assert {"changes", "others"} <= set(VIEW_IDS)


def test_a_text_before_the_first_step_is_named(workshop: Workshop) -> None:
    """No page would show it."""
    path = workshop.page(
        "peace", "en", folder="variants", body={"steps": "Lost.\n\n### A\n\nb\n\n### C\n\nd\n"}
    )
    error = fault(workshop)
    assert (path, "#steps", "text before the first step") == (
        error.path,
        error.field,
        error.message,
    )


def test_a_publisher_says_no_markdown(workshop: Workshop) -> None:
    """Figures are written into texts that were checked without them."""
    workshop.settings('[publisher]\nname = "[x](javascript:y)"\n')
    error = fault(workshop)
    assert ("content/site.toml", 4, "name") == (error.path, error.line, error.field)


# --- whatever is written -------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *"*_`[]()<>!&\\#|-\n:{}\"' ",
        "variant:peace", "page:x#y", "javascript:z", "javascript&#58;z", "https://a.org", "[a]", "[p]",
        "](", "\n\n[p]: ", "<a ", "{: ", " href=", ' title="', "![", "\n\n", "\n- ", "a", "<b>", "onclick=x", "\t",
        "\x02", "&#58;", "mailto:", "a@b.c",
    ]
)  # fmt: skip


class Reader(HTMLParser):
    """What a browser would find."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, name, value or "") for name, value in attrs]


def attributes(html: str) -> list[tuple[str, str, str]]:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader.found


@given(st.lists(PIECES, max_size=25))
def test_nothing_passes_that_a_browser_would_follow(pieces: list[str]) -> None:
    """In any text: each address is allowed, a key, or named; a text without faults keeps no key
    when it is rendered."""
    parsed = prose.read("".join(pieces))
    found = list(links.elements(parsed.html))
    said = [*links.html_faults(parsed), *links.faults(found, ["y"])]
    seen = attributes(parsed.html)
    if said:
        return
    keys = links.keys(found)
    for tag, name, value in seen:
        assert name in links.ATTRIBUTES or (tag in ("td", "th") and name == "style"), (tag, name)
        if name == "href":
            assert value in keys or value.lower().startswith(
                ("https://", "http://", "mailto:", "#y")
            ), value
    if all(map(KEYED.fullmatch, keys)):
        html = prose.render("".join(pieces), lambda page, part: prose.Target("./"))
        assert [] == [
            value for _, name, value in attributes(html) if name == "href" and value in keys
        ]
