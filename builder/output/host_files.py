"""What nginx and Caddy have to be told: settings that the block of a site takes in.

Both expect the files below the document root where their address says, those of /war/ in its folder
war/, and both answer only for addresses below the base path. What begins with a dot is hidden, but
for the folder .well-known in the root of a host, where others put what proves whose it is, and whom
to write to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import indent

from builder.values.headers import ANY_TYPE, GUARDS, IMMUTABLE, NO_CACHE, TYPES

BROTLI = "brotli_static on;\n"
"""A file of its own for nginx, which does not start if it finds a word of a module that it
lacks."""


def _root(base: str) -> str:
    return "the files of the site" + ("" if base == "/" else f" in its folder {base[1:]}")


def _block(head: str, *parts: str) -> str:
    """Lines in braces."""
    return f"{head} {{\n{indent(''.join(parts), '    ')}}}\n"


def _lines(lines: Iterator[str] | Sequence[str]) -> str:
    """Each on a line of its own."""
    return "".join(f"{line}\n" for line in lines)


# --- nginx ---------------------------------------------------------------------------------------


def nginx(base: str, kept: Sequence[str], place: str, moved: Mapping[str, str]) -> str:
    """Locations for the block `server`; `place` is the folder of this file below that of
    nginx.conf.

    `moved` leads from addresses that pages had before to those that they have now.
    """
    head = f"# include {place}/site.conf; in the block server whose root holds {_root(base)}.\n"
    whole = _block(
        # With ^~ no pattern of the server around it is tried for what lies below.
        f"location {base}" if base == "/" else f"location ^~ {base}",
        "index index.html;\nautoindex off;\nabsolute_redirect off;\n",
        # 403 is what nginx says of a folder that has no page and may not be listed.
        f"error_page 404 {base}404.html;\nerror_page 403 =404 {base}404.html;\n",
        "gzip off;\ngzip_static on;\ngzip_proxied any;\ngzip_vary on;\n",
        # A pattern that fits no file is no error for nginx, as the name of one that is missing
        # would be.
        f"include {place}/brotli.con[f];  # read if it is there\n",
        f"default_type {ANY_TYPE};\n",
        _block("types", _lines([f'"{kind}" {suffix[1:]};' for suffix, kind in TYPES.items()])),
        _nginx_headers(NO_CACHE, " always"),
        # Not "always": what is missing today may be there tomorrow.
        *(_block(f"location {base}{folder}/", _nginx_headers(IMMUTABLE, "")) for folder in kept),
        *(
            _block(f"location = {before}", f"return 301 {now}$is_args$args;\n")
            for before, now in moved.items()
        ),
        # Below a path the folder .well-known is somebody else's.
        _block(r"location ~ /\." + (r"(?!well-known/)" if base == "/" else ""), "return 404;\n"),
    )
    if base == "/":
        return head + whole
    return (
        head
        + _block(
            f"location = {base[:-1]}", f"absolute_redirect off;\nreturn 301 {base}$is_args$args;\n"
        )
        + whole
    )


def _nginx_headers(caching: str, always: str) -> str:
    """All of them in every block: where one add_header stands, those of the block around it are
    gone."""
    guards = [f'add_header {name} "{value}" always;' for name, value in GUARDS.items()]
    return _lines([*guards, f'add_header Cache-Control "{caching}"{always};'])


# --- Caddy ---------------------------------------------------------------------------------------


def caddy(base: str, kept: Sequence[str], moved: Mapping[str, str]) -> str:
    """Directives for the block of a site; `moved` leads from addresses that pages had before to
    those of now."""
    folders = " ".join(f"{base}{folder}/*" for folder in kept)
    # A folder is answered with its page, though its address has no end of a name.
    paths = {suffix: "*/ *.html" if suffix == ".html" else f"*{suffix}" for suffix in TYPES}
    types = {f"@{suffix[1:]}": (f"path {path}", TYPES[suffix]) for suffix, path in paths.items()}
    # For the rest Caddy would look at what this or that machine knows.
    types["@other"] = (f"not path {' '.join(paths.values())}", ANY_TYPE)
    head = f"# import this file in the block of the site whose root holds {_root(base)}.\n"
    return head + "".join(
        (
            _ASKED,
            "" if base == "/" else f"redir {base[:-1]} {base}{{asked}} 301\n",
            *(f"redir {before} {now}{{asked}} 301\n" for before, now in moved.items()),
            _block(
                f"handle {base}*",
                _block("@hidden", "path_regexp /\\.\n", _WELL_KNOWN if base == "/" else ""),
                "error @hidden 404\n",
                # A folder without its slash; file_server would lead on as well, but forget what
                # stands after ?.
                _block(
                    "@bare",
                    "path_regexp bare ^(/[^/].*)$\nnot path */\nnot path_regexp /\\.\n",
                    _FOLDER,
                ),
                "redir @bare {re.bare.1}/{asked} 301\n",
                _caddy_headers("", {**GUARDS, "Vary": "Accept-Encoding"}),
                f"@kept path {folders}\n@fresh not path {folders}\n",
                _caddy_headers("@kept", {"Cache-Control": IMMUTABLE}),
                _caddy_headers("@fresh", {"Cache-Control": NO_CACHE}),
                *(f"{name} {which}\n" for name, (which, _) in types.items()),
                *(
                    _caddy_headers(name, {"Content-Type": kind})
                    for name, (_, kind) in types.items()
                ),
                _block("file_server", "precompressed br gzip\n"),
            ),
            _block(
                "handle_errors",
                _block("@lost", f"path {base}*\nexpression {{http.error.status_code}} == 404\n"),
                _block(
                    "handle @lost",
                    f"rewrite * {base}404.html\n",
                    _caddy_headers("", _LOST),
                    _block("file_server", "precompressed br gzip\nstatus 404\n"),
                ),
            ),
        )
    )


_FOLDER = _block("file", "try_files {path}/\n")
_ASKED = _block("map {query} {asked}", '~(.+) "?${1}"\n', 'default ""\n')
"""What stands after ? in an address, with the mark itself: redirects hand it on."""
_WELL_KNOWN = "not path_regexp ^/\\.well-known(/[^.][^/]*)*/?$\n"
_LOST = {
    **GUARDS,
    "Cache-Control": NO_CACHE,
    "Content-Type": TYPES[".html"],
    "Vary": "Accept-Encoding",
}


def _caddy_headers(matcher: str, headers: dict[str, str]) -> str:
    """Set when the answer is sent (`defer`), over what the file server set, and not if a page for
    an error takes its place."""
    return _block(
        f"header {matcher}".strip(),
        _lines([f'{name} "{value}"' for name, value in headers.items()]),
        "defer\n",
    )
