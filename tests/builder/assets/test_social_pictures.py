"""Laws of the pictures that social networks show, of the tags that name them, and of the icons."""

import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from builder.assets.icons import SOURCE, icons
from builder.assets.raster import png
from builder.assets.social_pictures import (
    BOTTOM,
    TEXT_WIDTH,
    TINTS,
    TOP,
    Layout,
    layout,
    picture,
    social_template,
    warnings,
)
from builder.assets.typeface import BOLD, REGULAR, fit, typeface
from builder.content.load import load
from builder.pages.plan import NOT_FOUND, Plan, make_plan
from builder.pages.social_tags import HEIGHT, WIDTH, locale_of, plain
from builder.values.errors import ContentError
from builder.values.site_paths import FAVICON
from tests.builder.small_project import Workshop
from tests.site import LANGUAGES, ROOT, addresses, pages

BASE = "https://example.org/"
LONG = (
    "Die allerletzte Karte bleibt ausnahmsweise Höchstgeschwindigkeitsbegrenzungstafel liegen jää"
    " pöytään"
)
DRAWS = """
from pathlib import Path
from hashlib import sha256
from builder.assets.raster import png
text = '<text y="60" font-size="60" font-family="Gelasio">Ægä</text>'
svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 90">{{text}}</svg>'
print(sha256(png(svg, 600, Path({folder!r}))).hexdigest())
"""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(load(ROOT, BASE))


def drawn(plan: Plan, templates: Path, cache: Path) -> dict[tuple[str, str], dict[str, bytes]]:
    """The picture of each page that networks can name, drawn anew."""
    template = social_template(templates)
    pages = {key: page for key, page in plan.pages.items() if page.kind != NOT_FOUND}
    return {key: picture(plan, page, template, cache) for key, page in pages.items()}


@pytest.fixture(scope="module")
def heads(site: Path) -> dict[str, html.HtmlElement]:
    """Each page by its address, but for the page of the missing address."""
    return {
        path: html.parse(str(file)).getroot()
        for path, file in pages(site).items()
        if path != "404.html"
    }


def tag(page: html.HtmlElement, name: str) -> list[str]:
    return [
        str(value)
        for value in page.xpath(f"//head/meta[@property='{name}' or @name='{name}']/@content")
    ]


def size(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG, after a look at its end."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[-8:-4] == b"IEND"
    return struct.unpack(">2I", picture[16:24])


# --- pictures ------------------------------------------------------------------------------------


def test_each_page_has_a_picture_of_its_own_language(
    site: Path, heads: dict[str, html.HtmlElement]
) -> None:
    named = {}
    for path, page in heads.items():
        (address,) = tag(page, "og:image")
        assert address.startswith(BASE)
        named[path] = address.removeprefix(BASE)
        assert (1200, 630) == size((site / named[path]).read_bytes()), path
        assert re.search(rf"-{page.get('lang')}\.[0-9a-f]{{8}}\.png$", address), path
    assert {path for path in addresses().values() if path != "404.html"} == set(named)
    assert len(named) == len(set(named.values()))
    assert set(named.values()) == {
        str(file.relative_to(site)) for file in site.glob("assets/social/*")
    }


def test_pictures_are_small_enough_for_every_network(site: Path) -> None:
    assert 100_000 > max(file.stat().st_size for file in site.glob("assets/social/*"))


def test_a_picture_drawn_anew_has_the_same_bytes(plan: Plan, site: Path, tmp_path: Path) -> None:
    made = drawn(plan, ROOT / "templates", tmp_path)
    files = {path: data for found in made.values() for path, data in found.items()}
    assert {path: (site / path).read_bytes() for path in files} == files
    assert list(warnings(plan, [key for key, found in made.items() if not found])) == []


def test_two_processes_draw_the_same_bytes(tmp_path: Path) -> None:
    def run(folder: str, zone: str) -> str:
        command = [sys.executable, "-c", DRAWS.format(folder=str(tmp_path / folder))]
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True, env={"LANG": zone}
        )
        return done.stdout

    assert run("one", "C") == run("two", "de_DE.UTF-8")


def test_a_picture_is_drawn_once(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h5v5z"/></svg>'
    assert (9, 9) == size(png(svg, 9, tmp_path))
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"kept")
    assert b"kept" == png(svg, 9, tmp_path)
    assert b"kept" != png(svg, 10, tmp_path) != png(svg.replace("5", "6"), 10, tmp_path)


def test_fonts_of_the_machine_are_not_used(tmp_path: Path) -> None:
    """A font that only a machine may have draws nothing at all."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 9"><text y="8"{}>word</text></svg>'
    )
    nothing = png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 9"/>', 99, tmp_path)
    assert nothing != png(svg.format(' font-family="Gelasio"'), 99, tmp_path)
    assert nothing == png(svg.format(' font-family="DejaVu Sans"'), 99, tmp_path)


def test_the_tints_are_those_of_the_stylesheet() -> None:
    styles = "".join(
        file.read_text("utf-8") for file in sorted((ROOT / "assets/css").rglob("*.css"))
    )
    light = dict(re.findall(r"\.tint-(\w+) \{\s+--tint: light-dark\((#\w+)", styles))
    assert light | {"brass": "#f2c14e"} == TINTS


@pytest.mark.parametrize(
    ("template", "line", "said"),
    [
        ("\n{{ nothing }}", 2, "nothing"),
        ("\n{% if %}", 2, "Expected"),
        ("\n\n{{ 1 + 'a' }}", 3, "TypeError: unsupported operand"),
        ("<p>", 1, "ValueError: "),
        ("{% include 'no.svg' %}", 1, "no.svg:1: file: missing"),
    ],
)
def test_a_fault_of_the_template_is_named(
    plan: Plan, tmp_path: Path, template: str, line: int, said: str
) -> None:
    """Whatever kind of error it is, the line that was running is told."""
    (tmp_path / "social.svg").write_text(template, "utf-8")
    with pytest.raises(ContentError, match=said) as caught:
        drawn(plan, tmp_path, tmp_path)
    assert f"templates/{'no' if 'no.svg' in said else 'social'}.svg" == caught.value.path
    assert line == caught.value.line


# --- words in pictures ---------------------------------------------------------------------------


def inside(laid: Layout) -> bool:
    """Whether every line of the picture stays in its column."""
    bold, regular = typeface(BOLD), typeface(REGULAR)
    return (
        all(bold.width(line, laid.title.size) <= TEXT_WIDTH for line in laid.title.lines)
        and all(regular.width(line, laid.lead.size) <= TEXT_WIDTH for line in laid.lead.lines)
        and TOP <= laid.title_top
        and laid.lead_top + laid.lead.height <= BOTTOM + 1e-6
    )


def test_the_words_of_every_page_fit_whole(plan: Plan) -> None:
    for page in plan.pages.values():
        document = page.document
        laid = layout("War & Peace", document.title, plain(document.lead))
        assert inside(laid), document.path
        assert document.title == " ".join(laid.title.lines), document.path
        assert plain(document.lead) == " ".join(laid.lead.lines), document.path


def test_titles_a_third_longer_fit_whole(plan: Plan) -> None:
    """What a translation into another language may need."""
    for page in plan.pages.values():
        title = page.document.title
        longer = f"{title} {title[: len(title) // 3 + 1].strip()}"
        laid = layout("War & Peace", longer, plain(page.document.lead))
        assert inside(laid) and longer == " ".join(laid.title.lines), longer


@given(st.text("abcdefghijWMäöß –", max_size=400), st.text("abcdefghijWMäöß –", max_size=900))
def test_no_words_leave_the_picture(title: str, lead: str) -> None:
    assert inside(layout("War & Peace", title, lead))


def test_words_that_do_not_fit_end_in_an_ellipsis() -> None:
    laid = layout("War & Peace", LONG * 3, LONG * 9)
    assert inside(laid)
    assert ("…", "…") == (laid.title.lines[-1][-1], laid.lead.lines[-1][-1])


def test_words_are_drawn_where_they_were_measured(plan: Plan, tmp_path: Path) -> None:
    """To the right of the measured width there is nothing but ground; kerning may make a line
    narrower."""
    for text in (LONG, "Viimeinen kortti jää pöytään", "AVATAR To Ty LYT", "fi fl ff ffi"):
        for file, weight in ((BOLD, 700), (REGULAR, 400)):
            width = round(typeface(file).width(text, 40)) + 2
            drawing = (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 300} 60">'
                '<rect width="9999" height="60" fill="#fff"/>'
                f'<text y="40" font-size="40" font-weight="{weight}"'
                f' font-family="Gelasio">{text}</text></svg>'
            )
            rows = pixels(png(drawing, width + 300, tmp_path))
            right = max(x for row in rows for x in range(width + 300) if row[4 * x] < 200)
            assert width * 0.93 < right <= width, text


def pixels(picture: bytes) -> list[bytearray]:
    """The rows of an RGBA PNG."""
    width, height = size(picture)
    at, packed = 8, b""
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        packed += picture[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    data, rows, above = zlib.decompress(packed), [], bytearray(4 * width)
    for y in range(height):
        start = y * (4 * width + 1)
        row = bytearray(data[start + 1 : start + 1 + 4 * width])
        undo(data[start], row, above)
        rows.append(row)
        above = row
    return rows


def undo(kind: int, row: bytearray, above: bytearray) -> None:
    """Takes back the filter of a PNG's row."""
    for i in range(len(row)):
        left, up, corner = (row[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
        near = left + up - corner
        paeth = min(
            (abs(near - left), 0, left), (abs(near - up), 1, up), (abs(near - corner), 2, corner)
        )[2]
        row[i] = row[i] + (0, left, up, (left + up) // 2, paeth)[kind] & 255


@given(st.text("abc äöß", max_size=60), st.integers(60, 400))
def test_lines_say_all_the_words_in_order(text: str, width: int) -> None:
    """With room enough nothing is lost and nothing is added but breaks."""
    block = fit(text, typeface(REGULAR), (20,), width, 10_000, 1_000)
    assert "".join(text.split()) == "".join("".join(block.lines).split())


def test_the_fonts_have_the_letters_of_the_languages() -> None:
    for file in (REGULAR, BOLD):
        assert "" == typeface(file).missing("äöåøæßéńüÄÖÅØÆÜ–„“”»«’·…& \N{NO-BREAK SPACE}")
        assert "漢Ж" == typeface(file).missing("Wa漢rЖ漢")


def test_the_fonts_keep_their_licence() -> None:
    folder = ROOT / "builder/assets/fonts"
    assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / "OFL.txt").read_text("utf-8")
    assert 250_000 > sum(file.stat().st_size for file in folder.glob("*.ttf"))


def test_a_language_whose_letters_the_font_lacks_goes_without_pictures(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path / "project", {"en": "English", "el": "Ελληνικά"})
    workshop.page("war", "el", folder="variants", title="Πόλεμος", slug="polemos")
    site = workshop.build()
    page = html.fromstring(site.files["el/polemos/index.html"])
    assert ([], ["el_GR"]) == (tag(page, "og:image"), tag(page, "og:locale"))
    assert tag(html.fromstring(site.files["en/war-en/index.html"]), "og:image")
    (warning,) = site.warnings
    assert (
        warning.startswith("social images: Gelasio has no '")
        and "pages in el go without" in warning
    )


# --- tags ----------------------------------------------------------------------------------------


def test_tags_agree_with_the_head(heads: dict[str, html.HtmlElement]) -> None:
    for path, page in heads.items():
        own = page.get("lang")
        languages = page.xpath(
            "//head/link[@rel='alternate' and @hreflang != 'x-default']/@hreflang"
        )
        assert page.xpath("//head/link[@rel='canonical']/@href") == tag(page, "og:url"), path
        assert page.xpath("//head/meta[@name='description']/@content") == tag(
            page, "og:description"
        ), path
        assert page.xpath("string(//head/title)").startswith(tag(page, "og:title")[0]), path
        assert [locale_of(own)] == tag(page, "og:locale"), path
        assert [locale_of(code) for code in languages if code != own] == tag(
            page, "og:locale:alternate"
        ), path
        assert ["website"] == tag(page, "og:type")
        assert ["summary_large_image"] == tag(page, "twitter:card")
        assert [str(WIDTH), str(HEIGHT)] == tag(page, "og:image:width") + tag(
            page, "og:image:height"
        )
        assert not path or tag(page, "og:image:alt")[0].startswith(
            page.xpath("string(//h1)").strip()
        ), path


def test_addresses_in_tags_are_absolute_below_a_path(site_below: Path) -> None:
    for file in (site_below / f"{language}/index.html" for language in LANGUAGES):
        page = html.parse(str(file)).getroot()
        for name in ("og:url", "og:image"):
            (address,) = tag(page, name)
            assert address.startswith("https://example.org/games/war/")
            place = site_below / urlsplit(address).path.removeprefix("/games/war/")
            assert place.exists()


def test_without_a_base_url_there_are_no_tags_and_no_pictures(workshop: Workshop) -> None:
    for base in ("", "/war/"):
        site = workshop.build(base)
        assert not [path for path in site.files if "social" in path]
        assert all(
            b"og:" not in data for path, data in site.files.items() if path.endswith(".html")
        )


def test_a_translation_that_is_missing_is_in_no_tag(workshop: Workshop) -> None:
    workshop.remove("content/variants/peace/fi.md")
    page = html.fromstring(workshop.build().files["en/variants-en/peace-en/index.html"])
    assert ["de_DE", "da_DK"] == tag(page, "og:locale:alternate")


@pytest.mark.parametrize(
    ("code", "locale"),
    [
        *(
            ("en", "en_US"),
            ("de", "de_DE"),
            ("da", "da_DK"),
            ("fi", "fi_FI"),
            ("sv", "sv_SE"),
            ("nb", "nb_NO"),
        ),
        *(("en-GB", "en_GB"), ("pt-BR", "pt_BR"), ("zh-Hans", "zh_CN"), ("ar", "ar_EG")),
    ],
)
def test_locales_are_written_with_the_country_of_most_readers(code: str, locale: str) -> None:
    assert locale == locale_of(code)


# --- icons ---------------------------------------------------------------------------------------


def test_icons_have_the_sizes_that_systems_ask_for() -> None:
    made = icons((ROOT / "assets" / SOURCE).read_bytes())
    favicon = made.pop(FAVICON)
    assert {
        "icons/icon-192.png": (192, 192),
        "icons/icon-512.png": (512, 512),
        "icons/maskable-512.png": (512, 512),
        "icons/apple-touch-icon.png": (180, 180),
    } == {name: size(data) for name, data in made.items()}
    kind, count, width, height = struct.unpack("<2xHH2B", favicon[:8])
    length, offset = struct.unpack("<2I", favicon[14:22])
    assert (1, 1, 32, 32) == (kind, count, width, height)
    assert (32, 32) == size(favicon[offset : offset + length])
    assert len(favicon) == offset + length


@pytest.mark.parametrize(("name", "safe"), [("maskable-512", 0.4), ("apple-touch-icon", 0.5)])
def test_icons_that_are_cut_fill_their_square_and_keep_clear_of_the_edge(
    name: str, safe: float
) -> None:
    """Outside the circle that every mask leaves there is only the ground."""
    rows = pixels(icons((ROOT / "assets" / SOURCE).read_bytes())[f"icons/{name}.png"])
    side = len(rows)
    ground = bytes((0x17, 0x49, 0x3C, 255))
    for y, row in enumerate(rows):
        for x in range(side):
            if (x - side / 2) ** 2 + (y - side / 2) ** 2 > (safe * side) ** 2:
                assert ground == bytes(row[4 * x : 4 * x + 4]), (x, y)


def test_the_head_links_icons_that_are_there(
    site: Path, heads: dict[str, html.HtmlElement]
) -> None:
    assert (site / FAVICON).is_file()
    for path, page in heads.items():
        links = page.xpath("//head/link[@rel='icon' or @rel='apple-touch-icon']/@href")
        assert 3 == len(links), path
        for link in links:
            assert (site / path / link).is_file(), (path, link)
