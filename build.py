"""The command line of the site: build · serve · check · record · translate."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from errno import EPIPE
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

import click

from builder.output.hosts import HOSTS

if TYPE_CHECKING:
    from builder.output.folder import Published
    from builder.output.site import Builder, Site
    from builder.output.writing import Written
    from builder.runtime.pyodide import Runtime
    from builder.workshop.pseudo import Copy

ROOT = Path(__file__).resolve().parent
P = ParamSpec("P")


class DefaultGroup(click.Group):
    """Commands, of which `build` runs when none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["build", *args]
        return super().parse_args(ctx, args)


def one_line_errors(command: Callable[P, None]) -> Callable[P, None]:
    """Wrong content, or a disk that does not do as it is told, ends a command with one line and
    exit code 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        from builder.output.hosts import HostError
        from builder.system.files import said
        from builder.system.lock import FolderError
        from builder.system.node import NodeError
        from builder.values.errors import ContentError

        try:
            command(*args, **kwargs)
        except (ContentError, FolderError, HostError, NodeError, ChildProcessError) as error:
            click.echo(f"error: {error}", err=True)
            raise SystemExit(1) from None
        except OSError as error:
            if error.errno == EPIPE:  # who reads what is printed has seen enough
                raise
            click.echo(f"error: {said(error, ROOT)}", err=True)
            raise SystemExit(1) from None

    return run


def _address(_: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """What was given as an address of the site, or as the path of one, if it can be one."""
    from builder.values.base_url import AddressError, site_address, site_path

    try:
        if given is None:
            return None
        return (
            site_path(given)
            if parameter.name == "base_path"
            else next(filter(None, site_address(given)))
        )
    except AddressError as error:
        raise click.ClickException(f"{parameter.opts[0]}: {error}") from None


base_url_option = click.option(
    "--base-url",
    callback=_address,
    help="Address of the site, or a path like /war/, instead of site.toml's.",
)
commit_option = click.option("--commit", help="Commit to name in the footer, instead of git's.")


@click.group(cls=DefaultGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build, serve and check the site; build is what happens without a command."""
    import sys

    from builder.system.progress_line import shown

    click.get_current_context().with_resource(shown(sys.stderr))


def _engine() -> Runtime:
    from builder.runtime.pyodide import make_runtime
    from builder.system.files import named

    with named(ROOT / ".cache"):
        return make_runtime()


@main.command()
@base_url_option
@commit_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=ROOT / "site",
    help="Folder of the site.  [site]",
)
@click.option("--clean", is_flag=True, help="Write every file anew.")
@click.option(
    "--no-engine", is_flag=True, help="Leave the engine out: pages play recorded deals only."
)
@click.option(
    "--host", type=click.Choice(tuple(HOSTS)), help="Add what this host needs (docs/hosting/)."
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    help="Folder of the release before, whose tabs are still open.",
)
@one_line_errors
def build(
    base_url: str | None,
    commit: str | None,
    out: Path,
    clean: bool,
    no_engine: bool,
    host: str | None,
    keep: Path | None,
) -> None:
    """Build the site."""
    import gc

    gc.disable()  # thousands of pages are read and written, and all but none of it is garbage
    from time import perf_counter

    from builder.output.site import Builder
    from builder.output.writing import owned
    from builder.system.kept_files import sweep
    from builder.tracking.cache import Cache
    from builder.values.project_folder import CACHE

    if keep and not host:
        raise click.UsageError("--keep needs --host")
    start = perf_counter()
    owned(out)
    builder = Builder(ROOT, base_url, commit, None if no_engine else _engine(), Cache(ROOT))
    site, written = (
        _for_host(builder, out, clean, host, keep) if host else _publish(builder, out, clean)
    )
    _warn(site.warnings)
    click.echo(
        f"{len(site.plan.pages)} pages in {perf_counter() - start:.2f} s: {len(written.changed)}"
        f" files written, {len(written.removed)} removed, {written.unchanged} unchanged"
    )
    sweep(CACHE)
    gc.freeze()  # or Python would look through all that was read once more before it ends


def _warn(warnings: Iterable[str]) -> None:
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)


def _publish(builder: Builder, out: Path, clean: bool) -> tuple[Site, Written]:
    """Renders and writes what is new."""
    from builder.output.folder import OutputFolder
    from builder.system.files import named

    publisher = OutputFolder(builder, out, clean=clean)
    with named(out):
        published = publisher.publish()
    publisher.save()
    return published.site, published.written


def _for_host(
    builder: Builder, out: Path, clean: bool, host: str, keep: Path | None
) -> tuple[Site, Written]:
    """The whole site as one host wants it."""
    from builder.output.hosts import base_of, for_host, release_before, with_kept
    from builder.output.writing import write
    from builder.system.files import named

    address = builder.address
    base_of(host, address)
    earlier = release_before(keep, out, host, address) if keep else {}
    site = builder.build()
    files = with_kept(site.files, earlier)
    moved = {before: site.plan.pages[page].path for before, page in site.plan.moved.items()}
    with named(out):
        return site, write(for_host(host, files, address, moved), out, clean=clean)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 takes any free port.",
)
@click.option(
    "--base-path",
    callback=_address,
    default="/",
    show_default=True,
    help="Serve below this path, as in /war/.",
)
@click.option(
    "--no-engine", is_flag=True, help="Leave the engine out: pages play recorded deals only."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder of the site.  [one below .cache/preview]"
)
@click.option(
    "--pseudo", is_flag=True, help="Add two languages that nobody speaks, in a folder of their own."
)
@one_line_errors
def serve(
    host: str, port: int, base_path: str, no_engine: bool, out: Path | None, pseudo: bool
) -> None:
    """Build the site and show it on this machine; each edit is shown at once."""
    import sys
    from tempfile import TemporaryDirectory

    from builder.preview.preview import stoppable
    from builder.workshop.pseudo import Copy

    with stoppable(), TemporaryDirectory() as aside:
        copy = Copy(ROOT, Path(aside) / "project") if pseudo else None
        place = out or (Path(aside) / "site" if pseudo or not port else _preview_folder(host, port))
        _preview(copy, place, host, port, base_path, no_engine)
    if sys.stdout.isatty():
        click.echo()  # after ^C


def _preview_folder(host: str, port: int) -> Path:
    """Where a preview builds: not where releases lie, and not where another one builds that is
    running beside it."""
    import re

    return ROOT / ".cache/preview" / f"{re.sub('[^A-Za-z0-9.]+', '-', host)}-{port}"


def _preview(
    copy: Copy | None, out: Path, host: str, port: int, path: str, no_engine: bool
) -> None:
    import gc
    from threading import Event, Thread

    from builder.output.folder import OutputFolder
    from builder.output.site import Builder
    from builder.output.writing import owned
    from builder.preview.preview import Preview, make_preview
    from builder.preview.serve import PlaceError
    from builder.system.kept_files import sweep
    from builder.tracking.cache import Cache
    from builder.values.project_folder import CACHE

    owned(out)
    if copy:
        copy.renew()
    root = copy.out if copy else ROOT
    engine = None if no_engine else _engine()
    preview = Preview(
        OutputFolder(Builder(root, path, engine=engine, cache=Cache(root)), out), copy
    )
    try:
        server = make_preview(preview, host, port, path)
    except PlaceError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(
            f"port {port}: {error.strerror} — give another with --port"
        ) from None
    said = _say(preview.build(), preview.fault, ())
    preview.publisher.save()
    sweep(CACHE)
    gc.collect()
    gc.freeze()  # what a large site keeps in memory need not be looked through after each edit
    click.echo(f"http://{server.address}{path}  (Ctrl+C ends)")
    with server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            for published in preview.watch(Event()):
                said = _say(published, preview.fault, said)
        finally:
            server.shutdown()


def _say(
    published: Published | None, fault: Exception | None, said: Iterable[str]
) -> Iterable[str]:
    """What an edit has led to, in one line, and the warnings that were not `said` before; returns
    those of now.

    A preview needs no base URL.
    """
    from builder.output.site import NO_BASE

    if fault:
        click.echo(f"error: {fault}", err=True)
    if fault or not published:
        return said
    if published.written.changed or published.written.removed:
        click.echo(
            f"{len(published.written.changed)} files written, {len(published.written.removed)}"
            " removed"
        )
    warnings = [warning for warning in published.site.warnings if warning != NO_BASE]
    _warn(warning for warning in warnings if warning not in said)
    return warnings


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print table and findings as JSON.")
@click.option(
    "--fail-under",
    type=click.IntRange(0, 100),
    help="Per cent that must be done, instead of site.toml's.",
)
@one_line_errors
def check(as_json: bool, fail_under: int | None) -> None:
    """Check translations, links, rule tables, recorded figures and markup."""
    from builder.system.progress_line import step
    from builder.workshop import check as checks

    with step("reading everything over"):
        table, findings = checks.check(ROOT, fail_under)
    if as_json:
        click.echo(checks.table_json(table, findings, checks.left_out(ROOT)))
    else:
        click.echo(checks.table_text(table))
        for line in checks.left_out(ROOT):
            click.echo(line, err=True)
        for finding in findings:
            click.echo(finding, err=True)
        click.echo(f"{len(findings)} findings" if findings else "all is well")
    raise SystemExit(1 if findings else 0)


@main.command()
@click.argument("variants", nargs=-1)
@click.option("--force", is_flag=True, help="Simulate also what is not stale.")
@one_line_errors
def record(variants: tuple[str, ...], force: bool) -> None:
    """Simulate 20,000 games for each variant and number of players, and record deals, where
    something is stale."""
    from builder.content.load import read_variants
    from builder.workshop import record as recording

    known = read_variants(ROOT)
    if unknown := set(variants) - {variant.id for variant in known}:
        raise click.ClickException(f"unknown variants: {', '.join(sorted(unknown))}")
    asked = [variant for variant in known if not variants or variant.id in variants]
    found = {} if force else recording.read_all(ROOT, known)
    todo = list(recording.stale(asked, found))
    recording.record(ROOT, todo, click.echo, found)
    click.echo(f"recorded: {len(todo)}, fresh: {len(asked) - len(todo)}")


@main.group()
def new() -> None:
    """Begin a new variant."""


@new.command()
@click.argument("name", metavar="ID")
@one_line_errors
def variant(name: str) -> None:
    """Make the folder of a variant: its rules, and a page in each language, to be filled in."""
    from builder.workshop import scaffold

    for path in scaffold.new_variant(ROOT, name):
        click.echo(path)
    click.echo(
        "Write rules.toml and the page in the source language; build.py build says what is missing."
    )
    click.echo(f"Then run: python build.py record {name}")


@main.group()
def translate() -> None:
    """What is left to translate, and the tools for it."""


@translate.command()
@click.argument("language")
@click.option(
    "--letters",
    default="A K Q J",
    show_default=True,
    help="Index letters of ace, king, queen and jack.",
)
@one_line_errors
def init(language: str, letters: str) -> None:
    """Begin a language: its line in site.toml, a catalog, and each page with the source text,
    marked as untranslated.

    The language stays unpublished until it reaches its threshold. Run again, this adds what is
    missing.
    """
    from builder.workshop import scaffold

    for path in scaffold.init_language(ROOT, language, letters):
        click.echo(path)
    click.echo(f"What is left to do: python build.py translate status {language}")


@translate.command()
@one_line_errors
def extract() -> None:
    """Write locales/messages.pot from engine, builder, templates and scripts."""
    from builder.workshop import translate as translating

    click.echo(f"{translating.TEMPLATE}: {translating.write_template(ROOT)} messages")


@translate.command()
@click.argument("languages", nargs=-1)
@one_line_errors
def update(languages: tuple[str, ...]) -> None:
    """Bring the catalogs up to the code: of these languages, or of all in site.toml but English."""
    from builder.content.catalogs import is_source
    from builder.content.load import read_settings
    from builder.workshop import translate as translating

    settings = read_settings(ROOT)
    spoken = [language.code for language in settings.languages if not is_source(language.code)]
    known = _known(spoken, languages)
    for code, catalog in translating.update_all(ROOT, languages or known).items():
        click.echo(f"{code}: {translating.progress(catalog)}")


@translate.command()
@click.argument("languages", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@one_line_errors
def status(languages: tuple[str, ...], as_json: bool) -> None:
    """Show what is missing, stale or fuzzy in these languages or in all, with what has changed in
    the source."""
    from builder.content.load import read_settings
    from builder.workshop import status as progressing
    from builder.workshop import translate as translating

    settings = read_settings(ROOT)
    translated = [
        language.code for language in settings.languages if language.code != settings.source
    ]
    known = _known(translated, languages)
    template = translating.extract(ROOT)
    found = progressing.all_progress(ROOT, settings, template, languages or known)
    if as_json:
        click.echo(progressing.report_json(found))
    else:
        click.echo("\n".join(line for each in found for line in progressing.report(each)))


def _known(known: list[str], asked: Iterable[str]) -> list[str]:
    """These languages; none may be asked for that is not among them."""
    if unknown := set(asked) - set(known):
        raise click.ClickException(
            f"unknown languages: {', '.join(sorted(unknown))} — there are {', '.join(known)}"
        )
    return known


@translate.command()
@click.argument("paths", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every translation that there is.")
@one_line_errors
def accept(paths: tuple[str, ...], everything: bool) -> None:
    """Mark translated files as made from the source text as it is now."""
    from builder.content.load import read_settings, source_documents
    from builder.workshop import staleness

    settings = read_settings(ROOT)
    if everything:
        written = source_documents(ROOT, settings).values()
        paths = tuple(
            each.path for each in written if each.lang != settings.source and not each.untranslated
        )
    if not paths:
        raise click.ClickException(
            "nothing to accept — give the paths that `translate status` shows, or --all"
        )
    for path in staleness.accept(ROOT, settings, [_below_root(path) for path in paths]):
        click.echo(f"{path}: current")


@translate.command()
@click.argument("path")
@click.option(
    "--since",
    default="HEAD",
    show_default=True,
    help="The commit that holds the text before the change.",
)
@one_line_errors
def trivial(path: str, since: str) -> None:
    """Mark a change of a source text as one that asks nothing of translators: a comma, a link, a
    misprint."""
    from builder.content.load import read_settings
    from builder.system.git import GitError, committed
    from builder.workshop import staleness

    path = _below_root(path)
    try:
        before = committed(ROOT, path, since)
    except GitError as error:
        raise click.ClickException(str(error)) from None
    marked = staleness.trivial(ROOT, read_settings(ROOT), path, before)
    click.echo(f"{path}: still current: {', '.join(marked) or 'none'}")


def _below_root(path: str) -> str:
    """A path as somebody typed it, as the project names it."""
    full = Path(os.path.realpath(path))
    return (
        full.relative_to(ROOT).as_posix() if full.is_file() and full.is_relative_to(ROOT) else path
    )


@translate.command(name="compile")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=ROOT / "locales",
    help="Folder of the .mo files.",
)
@one_line_errors
def compile_(out: Path) -> None:
    """Write .mo files; the build reads the .po files itself and needs none."""
    from builder.content.load import read_settings
    from builder.workshop import translate as translating

    for file in translating.compile_catalogs(ROOT, read_settings(ROOT), out):
        click.echo(str(file))


def _run() -> None:
    """Ends without taking apart what is in memory, which after thousands of pages takes a while."""
    import sys
    from io import TextIOWrapper

    code = 1
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # what a terminal cannot show is no reason to end
        elif stream is None:  # closed by who has started this
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - until the end
    try:
        main()
    except OSError as error:  # of printing, since commands tell their own
        from builder.system.files import said

        click.echo(f"error: {said(error, ROOT)}", err=True)
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        code = end.code
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # what was printed has not come where it was to go
        code = code or 1
    os._exit(code)


if __name__ == "__main__":
    _run()
