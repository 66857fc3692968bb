"""What each common host of static files needs beside the site: settings, headers, packed files, and
nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import splitext
from urllib.parse import urlsplit

from builder.output import host_files, s3
from builder.output.compress import beside
from builder.values.base_url import PLAIN_PATH
from builder.values.headers import FOR_EVER, GUARDS, IMMUTABLE, NO_CACHE, content_type, is_hashed

OWN = ".host/"
"""Folder of what is for the host alone; like every name with a dot in front it is never served."""
KEPT = ".kept"
"""Lists the files that stay from the release before."""
NGINX_PLACE = "snippets/war"
"""Where the files for nginx are put, below the folder of nginx.conf."""
_EXPLICIT = (".wasm", ".mjs", ".webmanifest")
"""Types that a host's own list may lack or say otherwise."""


class HostError(Exception):
    """The site cannot be prepared for the host: what is wrong, and what to do."""


@dataclass(frozen=True)
class Release:
    """A built site by path, the path that its address ends in, and the new address of each page
    that has moved.

    `Release({"en/index.html": b"…"}, "/war/", {"/war/en/old/": "/war/en/new/"})`
    """

    files: Mapping[str, bytes]
    base: str
    moved: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The base path as a folder: "war/", or nothing."""
        return self.base[1:]


def base_of(host: str, base_url: str) -> str:
    """The base path of the address that a host needs to know; raises HostError."""
    if not base_url:
        todo = "set base_url in content/site.toml, or give --base-url https://example.org/war/"
        raise HostError(f"--host {host}: the whole address of the site is needed — {todo}")
    path = urlsplit(base_url).path or "/"
    if not PLAIN_PATH.fullmatch(path):
        todo = (
            "use letters, digits, hyphens, dots and underscores, and no name that begins with a dot"
        )
        raise HostError(
            f"--host {host}: {path!r} in the base URL needs quoting in the host's settings — {todo}"
        )
    return path


def for_host(
    host: str, files: Mapping[str, bytes], base_url: str, moved: Mapping[str, str] = {}
) -> dict[str, bytes]:
    """All files for this host, a name in HOSTS: the site where it must lie, and what it needs.

    Raises HostError for an address or a file that the host cannot be told of, and for a site beyond
    its limits.

    `moved` has the paths below the root that pages had before, each with the one that it has now.
    """
    base = base_of(host, base_url)
    _check_names(files)
    led = {base + before: base + now for before, now in sorted(moved.items())}
    made = HOSTS[host](Release(files, base, led))
    return dict(sorted(made.items()))


def hashed_folders(files: Iterable[str]) -> list[str]:
    """The folders of this site whose files change their names with their content."""
    folders = {path.partition("/")[0] for path in files if "/" in path}
    # A folder that this site lacks needs no rule.
    return sorted(folders.intersection(FOR_EVER))


def _check_names(files: Iterable[str]) -> None:
    """One file under a fixed name would be kept for ever with the others, or the others asked for
    anew with it. Raises HostError for such a one."""
    for path in files:
        if path.partition("/")[0] in FOR_EVER and not is_hashed(path):
            todo = "leave it out: no build puts it there"
            raise HostError(
                f"{path}: lies where browsers keep all files, and has no digest in its name —"
                f" {todo}"
            )


# --- hosts that take a folder --------------------------------------------------------------------


def github_pages(release: Release) -> dict[str, bytes]:
    """Says nothing but the files, as they are; the first name in the path is that of the
    repository."""
    # Without .nojekyll GitHub runs the files through Jekyll.
    return _moved(release, "/".join(release.folder.split("/")[1:])) | {".nojekyll": b""}


def netlify(release: Release) -> dict[str, bytes]:
    """Headers in a file; all of a site is published from its root."""
    own = {"_headers": _headers(release).encode(), **_redirects(release, "301!")}
    return _moved(release, release.folder) | own


def cloudflare_pages(release: Release) -> dict[str, bytes]:
    """As Netlify, with limits of its own."""
    rules = _headers(release)
    files = _moved(release, release.folder) | {
        "_headers": rules.encode(),
        **_redirects(release, "301"),
    }
    _check_cloudflare(files, rules, len(release.moved))
    return files


def _moved(release: Release, folder: str) -> dict[str, bytes]:
    """The files in a folder, and the page for what is missing at the top as well, where these hosts
    look for it."""
    moved = {folder + path: data for path, data in release.files.items()}
    return (
        moved
        if "404.html" in moved or "404.html" not in release.files
        else moved | {"404.html": release.files["404.html"]}
    )


def _redirects(release: Release, status: str) -> dict[str, bytes]:
    """The pages that have moved, if there are any; Netlify has to be told that a rule goes before a
    file ("301!")."""
    lines = (f"{before} {now} {status}\n" for before, now in release.moved.items())
    return {"_redirects": "".join(lines).encode()} if release.moved else {}


def _headers(release: Release) -> str:
    """Rules for addresses. No two of them say the same header for one address: hosts would send
    both values."""
    rules = [("/*", GUARDS), *_caching(release), *_types(release)]
    return "".join(
        f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in said.items())
        for path, said in rules
    )


def _caching(release: Release) -> Iterator[tuple[str, dict[str, str]]]:
    """A rule for each folder and each file beside them: one for /* would reach into the folders
    that have another, and their files would get both values."""
    kept = hashed_folders(release.files)
    folders = sorted({path.partition("/")[0] for path in release.files if "/" in path})
    yield release.base, {"Cache-Control": NO_CACHE}
    for folder in folders:
        yield (
            f"{release.base}{folder}/*",
            {"Cache-Control": IMMUTABLE if folder in kept else NO_CACHE},
        )
    for path in sorted(release.files):
        if "/" not in path and not path.startswith("."):
            yield release.base + path, {"Cache-Control": NO_CACHE}


def _types(release: Release) -> Iterator[tuple[str, dict[str, str]]]:
    """A rule for each file of a type that has to be said."""
    for path in sorted(release.files):
        if splitext(path)[1] in _EXPLICIT:
            yield release.base + path, {"Content-Type": content_type(path)}


CLOUDFLARE_RULES = 100
"""Rules in _headers that are read."""
CLOUDFLARE_LINE = 2_000
"""Characters of a line of it."""
CLOUDFLARE_FILE = 25 * 2**20
"""Bytes of a file."""
CLOUDFLARE_FILES = 20_000
"""Files of a site, without charge."""
CLOUDFLARE_REDIRECTS = 2_000
"""Lines of _redirects that are read."""


def _check_cloudflare(files: Mapping[str, bytes], rules: str, moved: int) -> None:
    """Raises HostError where a limit is passed, so that the build fails and not the site."""
    lines = rules.splitlines()
    # A rule begins with an address; its headers are indented.
    count = sum(not line.startswith(" ") for line in lines)
    longest = max(map(len, lines))
    largest = max(files, key=lambda path: len(files[path]))
    limits = (
        (count, CLOUDFLARE_RULES, f"_headers has {count} rules", "have fewer files in the root"),
        (longest, CLOUDFLARE_LINE, f"a line of _headers has {longest} characters", "shorten it"),
        (moved, CLOUDFLARE_REDIRECTS, f"{moved} pages have moved", "take old aliases out"),
        (
            len(files[largest]),
            CLOUDFLARE_FILE,
            f"{largest} has {len(files[largest])} bytes",
            "make it smaller",
        ),
        (len(files), CLOUDFLARE_FILES, f"the site has {len(files)} files", "take another host"),
    )
    for found, limit, what, todo in limits:
        if found > limit:
            raise HostError(
                f"--host cloudflare-pages: {what}, at most {limit} are allowed — {todo}"
            )


# --- servers of one's own, and S3 ----------------------------------------------------------------


def nginx(release: Release) -> dict[str, bytes]:
    """Settings for the block `server` to take in, and packed files beside the others."""
    settings = host_files.nginx(
        release.base, hashed_folders(release.files), NGINX_PLACE, release.moved
    )
    own = {f"{OWN}site.conf": settings.encode(), f"{OWN}brotli.conf": host_files.BROTLI.encode()}
    return {**release.files, **beside(_served(release)), **own}


def caddy(release: Release) -> dict[str, bytes]:
    """Settings for the block of the site to take in, and packed files beside the others."""
    settings = host_files.caddy(release.base, hashed_folders(release.files), release.moved)
    return {**release.files, **beside(_served(release)), f"{OWN}Caddyfile": settings.encode()}


def s3_bucket(release: Release) -> dict[str, bytes]:
    """A script that uploads, and the files as it uploads them."""
    own = s3.own_files(_served(release), release.base, hashed_folders(release.files))
    return {**release.files, **{OWN + path: data for path, data in own.items()}}


def _served(release: Release) -> dict[str, bytes]:
    """All but the files that begin with a dot."""
    return {path: data for path, data in release.files.items() if not path.startswith(".")}


HOSTS: Mapping[str, Callable[[Release], dict[str, bytes]]] = {
    "github-pages": github_pages,
    "netlify": netlify,
    "cloudflare-pages": cloudflare_pages,
    "nginx": nginx,
    "caddy": caddy,
    "s3": s3_bucket,
}
"""What makes the files for each host, by the name that --host is given."""


# --- the release before --------------------------------------------------------------------------


def with_kept(files: Mapping[str, bytes], earlier: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files and those of an earlier release that tabs opened then may still ask for, with a
    list of these.

    What that release kept of the one before it goes, or nothing would ever go.
    """
    old = set(earlier.get(KEPT, b"").decode().splitlines())
    stay = {
        path: data
        for path, data in earlier.items()
        # Pages do not stay, nor does anything under a fixed name: of that the new release has its
        # own.
        if is_hashed(path) and path not in files and path not in old
    }
    listed = {KEPT: "".join(f"{path}\n" for path in sorted(stay)).encode()} if stay else {}
    return {**files, **stay, **listed}


def release_before(folder: Path, out: Path, host: str, base_url: str) -> dict[str, bytes]:
    """What is kept of the release in a folder, when the next one goes into `out`, by path in the
    site; raises HostError if there is none, or if one folder lies in the other."""
    said = f"--keep {folder}"
    if not folder.exists():
        raise HostError(f"{said}: there is no such folder — leave --keep out for the first release")
    if not folder.is_dir():
        raise HostError(f"{said}: this is a file — give the folder of the release before")
    here = folder.resolve()
    there = out.resolve()
    if here.is_relative_to(there) or there.is_relative_to(here):
        todo = (
            "copy the release before to a folder of its own, as make released does, and give that"
        )
        raise HostError(f"{said}: --out writes into the same folder — {todo}")
    found = read_release(folder, host, base_url)
    # Another host or another path has its files elsewhere in the folder: nothing would be kept.
    if not any(map(is_hashed, found)):
        todo = (
            f"give the folder of one, built with --host {host} for the same path, or take it away"
            " and leave --keep out"
        )
        raise HostError(f"{said}: here is no release — {todo}")
    return found


def read_release(folder: Path, host: str, base_url: str) -> dict[str, bytes]:
    """The hashed files of a release made for this host, by their paths in the site, and its list of
    kept ones."""
    # Where `github_pages` and the others have put the site below what is uploaded.
    places = {
        "github-pages": "/".join(base_of(host, base_url).split("/")[2:]),
        "netlify": base_of(host, base_url)[1:],
    }
    places["cloudflare-pages"] = places["netlify"]
    below = folder / places.get(host, "")
    files = {
        file.relative_to(below).as_posix(): file
        for file in sorted(below.rglob("*"))
        if file.is_file()
    }
    # Packed files are made anew beside those that stay.
    packed = {
        path for path in files if splitext(path)[1] in (".br", ".gz") and splitext(path)[0] in files
    }
    # Settings of the release before are none of the site's files.
    wanted = [
        path for path in files if path == KEPT or (is_hashed(path) and not path.startswith("."))
    ]
    return {path: files[path].read_bytes() for path in wanted if path not in packed}
