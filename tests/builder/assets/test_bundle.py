"""Scripts as the browser gets them: few files, small, under names that change with what is in
them."""

import json
import re
from pathlib import Path

import pytest

from builder.assets import bundle
from builder.assets.asset_files import read_assets
from builder.assets.bundle import (
    CORE,
    ENTRIES,
    REST,
    WORKER,
    is_module,
    is_part,
    make_bundles,
    make_small,
)
from builder.output.site import Site, build_site
from builder.runtime.pyodide import Runtime
from builder.system.node import NodeError
from builder.values.project_folder import HOME

FIRST = HOME / "assets/js/board/first"
MODULES = {
    "js/board/first/main.js": (
        b'import { words } from "./words.js";\nwords(() => import("../later/later.js"));\n'
    ),
    "js/board/later/rest.js": (
        b'import "../first/main.js";\nimport { words } from "../first/words.js";\nwords("");\n'
    ),
    "js/board/first/words.js": b"export const words = () => document.title;\n",
    "js/board/later/later.js": b'export default "later";\n',
    "js/engine/worker.js": b"onmessage = () => postMessage(1);\n",
}
RUNTIME = Runtime(
    "assets/engine-0123456789ab/", {"pyodide.mjs": b"1234", "python_stdlib.zip": b"12"}
)


def engine_of(site: Site) -> dict[str, object] | None:
    """What the boards of Peace are told of the engine."""
    page = site.files["en/variants/peace/index.html"]
    found = re.search(
        rb'<script type="application/json" id="board-data">(.*?)</script>', page, re.DOTALL
    )
    assert found
    later = json.loads(found[1])["rest"]["data"].removeprefix("../../../")
    engine: dict[str, object] | None = json.loads(site.files[later])["engine"]
    return engine


def test_modules_are_those_in_folders() -> None:
    """Scripts directly in js/ are sent as they are."""
    assert is_module("js/board/first/main.js") and is_module("js/engine/worker.js")
    assert not is_module("js/theme.js") and not is_module("css/site.css")


def test_each_entry_is_a_file_and_what_is_imported_late_another(tmp_path: Path) -> None:
    """Shared code is there once; every file is a script by its name, with a digest in it."""
    bundles = make_bundles(MODULES, tmp_path)
    paths, files = bundles.paths, bundles.files
    assert set(paths) == set(ENTRIES) & set(MODULES) and set(paths.values()) <= set(files)
    assert all(re.fullmatch(r"js/[\w-]+-[0-9A-Z]{8}\.js", name) for name in files)
    assert sum(b"document.title" in data for data in files.values()) == 1
    assert b"document.title" not in files[paths[WORKER]]
    later = next(data for name, data in files.items() if name.startswith("js/later-"))
    assert b'"later"' in later and b'"later"' not in files[paths["js/board/first/main.js"]]


def test_all_that_a_page_loads_first_is_one_file(tmp_path: Path) -> None:
    """The first script asks for no other, is known by its modules, and what comes later uses the
    very same code."""
    bundles = make_bundles(MODULES, tmp_path)
    first = bundles.paths[CORE]
    assert b"import" not in bundles.files[first].replace(b"import(", b"")
    assert bundles.modules[CORE] == ("js/board/first/main.js", "js/board/first/words.js")
    assert bundles.modules[REST] == ("js/board/later/rest.js",)
    assert Path(first).name.encode() in bundles.files[bundles.paths[REST]]
    assert not [
        name for name, data in bundles.files.items() if len(data) < 40 and b"import" in data
    ]


def test_what_lies_in_first_is_what_a_page_loads_first() -> None:
    """Nothing there imports from `later` before it is needed, and nothing lies there that main.js
    does not reach."""
    lying = {
        path.relative_to(HOME / "assets").as_posix(): path.read_text("utf-8")
        for path in FIRST.glob("*.js")
    }
    assert set(lying) == set(read_assets(HOME / "assets").modules[CORE])
    assert [
        name for name, text in lying.items() if re.search(r'(from|import) "\.\./later/', text)
    ] == []


def test_style_sheets_and_plain_scripts_are_made_small(tmp_path: Path) -> None:
    """Comments and spaces go; names that pages and other scripts may use stay."""
    sources = {
        "css/a.css": b"/* a */\na { color: red }\n",
        "js/a.js": b"// a\nconst one = 1;\nfunction two() {}\n",
    }
    small = make_small(sources, tmp_path)
    assert small["css/a.css"] == b"a{color:red}\n"
    assert small["js/a.js"] == b"const one=1;function two(){}\n"
    assert make_small({}, tmp_path) == {}


def test_a_style_sheet_is_sent_with_its_parts(tmp_path: Path) -> None:
    """They are no files of their own, and an address in one is read from where the sheet lies."""
    sheet = b'@import "./a/one.css";\n@import "./a/two.css";\nc { color: red }\n'
    sources = {
        "css/a.css": sheet,
        "css/a/one.css": b'a { background: url("../icons/i.svg") }',
        "css/a/two.css": b"b { color: red }",
    }
    assert is_part("css/a/one.css") and not is_part("css/a.css") and not is_part("js/a/one.js")
    small = make_small(sources, tmp_path)
    assert small == {"css/a.css": b"a{background:url(../icons/i.svg)}b{color:red}c{color:red}\n"}


def test_the_same_modules_give_the_same_files_and_others_other_names(tmp_path: Path) -> None:
    """Nothing depends on where they lie; a change of a late part changes its name and that of who
    asks for it."""
    first = make_bundles(MODULES, tmp_path / "here")
    assert make_bundles(MODULES, tmp_path / "there") == first
    changed = MODULES | {"js/board/later/later.js": b'export default "much later";\n'}
    bundles = make_bundles(changed, tmp_path / "here")
    assert bundles.paths[CORE] != first.paths[CORE]
    assert bundles.paths[WORKER] == first.paths[WORKER]
    assert not {name for name in bundles.files if name.startswith("js/later-")} & set(first.files)


def test_what_is_in_the_cache_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build after which no script changed runs no esbuild."""
    first = make_bundles(MODULES, tmp_path)
    monkeypatch.setattr(bundle, "_build", lambda *_: pytest.fail("made again"))
    assert make_bundles(MODULES, tmp_path) == first


def test_a_fault_of_a_module_names_file_and_line(tmp_path: Path) -> None:
    """The build stops with what esbuild says, and keeps nothing half made."""
    with pytest.raises(NodeError, match=r"js/board/first/words\.js:2:"):
        make_bundles(
            MODULES | {"js/board/first/words.js": b"export const words = 1;\nexport const = 2;\n"},
            tmp_path,
        )
    assert list((tmp_path / "bundles").iterdir()) == []


def test_scripts_of_the_site_are_found_under_their_own_names() -> None:
    """A template asks for "js/board/first/main.js" or "js/theme.js" and gets what the browser can
    load."""
    assets = read_assets(HOME / "assets")
    for name in (*ENTRIES, "js/theme.js", "js/languages.js"):
        assert assets.path(name) in assets.files
    assert [
        path for path in assets.files if path.startswith("assets/js/") and not path.endswith(".js")
    ] == []


def test_boards_learn_where_the_engine_is_and_how_big() -> None:
    """From the file that says it, relative to that; the folder's files are part of the site."""
    site = build_site(HOME, "https://example.org/", "", RUNTIME)
    engine = engine_of(site)
    assert engine and engine["runtime"] == "../assets/engine-0123456789ab/" and engine["bytes"] == 6
    assert str(engine["worker"]).removeprefix("../") in site.files
    assert site.files["assets/engine-0123456789ab/pyodide.mjs"] == b"1234"


def test_without_an_engine_boards_learn_that_there_is_none() -> None:
    """--no-engine: the site is complete but for new deals."""
    site = build_site(HOME, "https://example.org/", "")
    assert engine_of(site) is None
    assert [path for path in site.files if "engine-" in path] == []
