"""Laws about the project itself: what README says is true, settings name no address, the engine
stands alone."""

import ast
import doctest
import importlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.site import ROOT

README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MADE = {".cache", ".git", ".venv", "node_modules", "site", "dist", "release", "__pycache__"}
CACHES = {".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
SETTINGS = (
    "Makefile",
    "pyproject.toml",
    "package.json",
    "package-lock.json",
    "biome.jsonc",
    ".npmrc",
    ".ci/run",
)
ADDRESS = re.compile(
    r"""https?://[^"\s]*(registry|/simple|\.tgz|\.whl)|"resolved"|(?<!no-emit-)(index-url|find-links)"""
)
SCRIPTS, WIDTH = (".js", ".mjs", ".css", ".d.ts"), 100
MESSAGE = re.compile(r' *"[^"]*",')
PLACES = re.compile(r"(?<![\w./-])/(home|root|Users|work|mnt|private)/\w")


def sources() -> Iterator[tuple[str, str]]:
    """The project's own text files: path and text."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - MADE - CACHES)
        for name in sorted(set(files) - MADE):  # .git is a file in a worktree
            file = Path(folder, name)
            if file.suffix not in (".png", ".mo", ".ttf", ".woff2", ".ico"):
                yield str(file.relative_to(ROOT)), file.read_text("utf-8")


def targets() -> list[str]:
    return re.findall(r"^([a-z]+):.*##", MAKEFILE, re.MULTILINE)


def commands() -> Iterator[str]:
    """Every command of build.py, as it is typed: "record", "translate extract"."""

    def below(group: click.Group, path: str) -> Iterator[str]:
        for name, command in group.commands.items():
            if isinstance(command, click.Group):
                yield from below(command, f"{path}{name} ")
            else:
                yield path + name

    module = importlib.import_module("build")
    yield from below(
        next(each for each in vars(module).values() if isinstance(each, click.Group)), ""
    )


def test_the_session_in_readme_runs() -> None:
    """Whoever types what README shows sees what README shows."""
    session = "\n\n".join(re.findall(r"^```pycon\n(.*?)^```", README, re.DOTALL | re.MULTILINE))
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert len(example.examples) >= 5
    assert doctest.DocTestRunner().run(example).failed == 0


def test_readme_types_only_commands_that_exist() -> None:
    """Each `make` and each `build.py` command of README and CONTRIBUTING is one."""
    known = set(commands())
    for text in (README, CONTRIBUTING):
        assert set(re.findall(r"\bmake ([a-z]+)\b", code(text))) <= set(targets())
        for typed in re.findall(r"build\.py ([a-z]+(?: [a-z]+)?)", code(text)):
            assert typed in known or typed.split()[0] in known, typed


def code(text: str) -> str:
    """What stands in code blocks and between backquotes."""
    found = re.findall(r"^```.*?\n(.*?)^```|`([^`\n]+)`", text, re.DOTALL | re.MULTILINE)
    return "\n".join(block or inline for block, inline in found)


def test_every_command_is_documented() -> None:
    """README or CONTRIBUTING names each target of the Makefile and each command of build.py."""
    documented = code(README) + code(CONTRIBUTING)
    missing = [f"make {target}" for target in targets() if f"make {target}" not in documented]
    missing += [f"build.py {name}" for name in commands() if f"build.py {name}" not in documented]
    assert missing == []


def test_links_of_the_documents_lead_to_files() -> None:
    """Each relative link and picture of README and CONTRIBUTING is there."""
    for text in (README, CONTRIBUTING):
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / target).exists(), target


def test_links_into_the_documents_lead_to_headings() -> None:
    """README.md#add-a-language is a heading of README."""
    known = {"README.md": README, "CONTRIBUTING.md": CONTRIBUTING}
    for text in known.values():
        for file, anchor in re.findall(r"\]\((\w+\.md)#([\w-]+)\)", text):
            headings = re.findall(r"^#+ (.+)$", known[file], re.MULTILINE)
            assert anchor in [heading.lower().replace(" ", "-") for heading in headings], (
                file,
                anchor,
            )


def test_make_brings_the_programs_that_tests_call() -> None:
    """A machine has none of them before; what is not Debian's smallest is looked for, and
    installed."""
    (looked_for,) = re.findall(r"for program in ([\w \n-]+);", MAKEFILE)
    call = re.compile(r'subprocess\.(?:run|Popen)\(\s*\["([\w-]+)"')
    called = {name for _, text in sources() for name in call.findall(text)}
    assert "git" in called
    assert called - {"sh", "pdfinfo"} <= set(looked_for.split())


def test_no_settings_file_names_a_download_address() -> None:
    """Packages are named, never addresses: each machine has its own way to them."""
    files = [ROOT / name for name in SETTINGS] + sorted(ROOT.glob("requirements*"))
    assert [
        f"{file.name}: {found[0]}"
        for file in files
        for found in ADDRESS.finditer(file.read_text("utf-8"))
    ] == []


def test_lines_of_scripts_and_styles_are_short() -> None:
    """At most a hundred columns, in comments too, where no formatter breaks them; a message stays
    whole."""
    lines = (
        (name, line)
        for name, text in sources()
        if name.endswith(SCRIPTS)
        for line in text.splitlines()
    )
    assert [
        (name, line) for name, line in lines if len(line) > WIDTH and not MESSAGE.fullmatch(line)
    ] == []


def test_no_file_names_a_place_of_the_machine_it_was_written_on() -> None:
    """No path into anybody's home or working folder."""
    lines = ((name, line) for name, text in sources() for line in text.splitlines())
    assert [(name, line) for name, line in lines if PLACES.search(line)] == []


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))


def wanted(name: str) -> set[str]:
    return {
        each.lower()
        for each in re.findall(r"^([\w.-]+)>=", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    }


def test_every_requirement_is_pinned_once() -> None:
    """What is asked for is pinned with its digest, and the site is tested with the versions that
    build it."""
    site, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    assert wanted("requirements.in") <= set(site)
    assert wanted("requirements-dev.in") <= set(dev)
    assert site.items() <= dev.items()
    for name in ("requirements.txt", "requirements-dev.txt"):
        for block in re.split(r"\n(?=\w)", (ROOT / name).read_text("utf-8").strip()):
            assert "--hash=sha256:" in block, block


def imports(package: str) -> Iterator[tuple[str, str]]:
    """Every top-level name that a package's modules import: file and name."""
    for file in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((file.name, alias.name.split(".")[0]) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield file.name, package if node.level else (node.module or "").split(".")[0]


def test_the_engine_needs_nothing_but_python() -> None:
    """engine/ imports the standard library and itself: the same files run in a browser."""
    allowed = sys.stdlib_module_names | {"engine"}
    assert [found for found in imports("engine") if found[1] not in allowed] == []


def test_nothing_imports_the_command_line() -> None:
    """engine ← builder ← build.py, and never the other way."""
    found = [*imports("engine"), *imports("builder")]
    assert [(file, name) for file, name in found if name in ("build", "tests")] == []


def test_the_wheel_holds_the_engine_and_nothing_else(tmp_path: Path) -> None:
    """`make wheel` packs engine/, without downloading anything. (-P: the package build, not
    build.py.)"""
    command = [
        sys.executable,
        "-P",
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob(f"war_and_peace-{PROJECT['version']}-*.whl")
    folders = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert folders == {"engine", f"war_and_peace-{PROJECT['version']}.dist-info"}


def test_the_changelog_tells_of_this_version() -> None:
    """The version of pyproject.toml has its own heading."""
    assert f"\n## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("path", ["--help", "build --help", "check --help"])
def test_help_is_quick_to_load(path: str) -> None:
    """--help answers without importing what only a build needs."""
    program = (
        "import sys, runpy; sys.argv = ['build.py', *sys.argv[1:]]\n"
        "try: runpy.run_path('build.py')['main']()\n"
        "except SystemExit: pass\n"
        "print(sorted({'jinja2', 'babel', 'markdown'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *path.split()], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1:] == ["[]"], done.stdout + done.stderr
