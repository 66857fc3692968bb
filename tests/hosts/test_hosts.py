"""What the build makes for each host: no file too many, each file's headers, the same bytes
twice."""

import gzip
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import brotli
import pytest

from builder.output.compress import beside
from builder.output.hosts import (
    CLOUDFLARE_FILE,
    CLOUDFLARE_FILES,
    CLOUDFLARE_LINE,
    CLOUDFLARE_RULES,
    HOSTS,
    KEPT,
    HostError,
    for_host,
    hashed_folders,
    read_release,
    with_kept,
)
from builder.output.writing import write
from builder.values.headers import GUARDS, IMMUTABLE, NO_CACHE, POLICY, content_type, is_hashed
from tests.site import ROOT

TEXT = b"the quick brown fox jumps over the lazy dog\n" * 20
FILES = {
    "404.html": TEXT + b"missing",
    "index.html": TEXT,
    "robots.txt": b"User-agent: *\n",
    "sw.js": TEXT,
    "en/index.html": TEXT,
    "en/app.webmanifest": TEXT,
    "pictures/en.png": b"\x89PNG" + os.urandom(400),
    "assets/css/site.0a1b2c3d.css": TEXT,
    "assets/js/main-ABCD2345.js": TEXT,
    "assets/engine-0123456789ab/a.wasm": TEXT * 9,
    "assets/engine-0123456789ab/a.mjs": TEXT,
    "recordings/war.0a1b2c3d.json": TEXT,
}
EXAMPLES = ("https://example.org/", "https://example.org/war/", "https://example.org/a/b/")
ADDRESSES = {
    ("github-pages", "https://example.org/a/b/"): "b/",
    ("netlify", "https://example.org/war/"): "war/",
    ("netlify", "https://example.org/a/b/"): "a/b/",
    ("cloudflare-pages", "https://example.org/war/"): "war/",
    ("cloudflare-pages", "https://example.org/a/b/"): "a/b/",
}
"""Where the site does not lie at the top of what is sent to the host."""
PACKED = sorted(set(FILES) - {"robots.txt", "pictures/en.png"})
OWN = {
    "github-pages": {".nojekyll"},
    "netlify": {"_headers"},
    "cloudflare-pages": {"_headers"},
    "nginx": {".host/site.conf", ".host/brotli.conf"}
    | {f"{path}{end}" for path in PACKED for end in (".br", ".gz")},
    "caddy": {".host/Caddyfile"} | {f"{path}{end}" for path in PACKED for end in (".br", ".gz")},
    "s3": {".host/upload.sh", ".host/website.json", ".host/response-headers.json"}
    | {f".host/gzip/{path}" for path in PACKED}
    | {f".host/plain/{path}" for path in set(FILES) - set(PACKED)},
}

every_host = pytest.mark.parametrize("host", HOSTS)
every_address = pytest.mark.parametrize("address", EXAMPLES)


@every_host
@every_address
def test_a_host_gets_the_site_and_what_it_needs_and_nothing_else(host: str, address: str) -> None:
    """Every file of the site, unchanged, where the address wants it; the page for what is missing
    on top as well."""
    folder = ADDRESSES.get((host, address), "")
    made = for_host(host, FILES, address)
    assert FILES == {path: made[folder + path] for path in FILES}
    on_top = {"404.html"} if folder else set()
    assert OWN[host] | on_top == set(made) - {folder + path for path in FILES}
    assert FILES["404.html"] == made["404.html"]


@every_host
def test_same_site_same_bytes(host: str) -> None:
    """Whatever the order of the files."""
    again = for_host(host, dict(reversed(FILES.items())), EXAMPLES[1])
    assert list(for_host(host, FILES, EXAMPLES[1]).items()) == list(again.items())


@every_host
@pytest.mark.parametrize("address", ["", "/war/"])
def test_a_host_demands_the_whole_address(host: str, address: str, tmp_path: Path) -> None:
    """Without it there would be no canonical addresses and no language links; the build says so
    before all else."""
    command = [
        sys.executable,
        "build.py",
        "build",
        "--host",
        host,
        "--base-url",
        address,
        "--out",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    said = (
        f"error: --host {host}: the whole address of the site is needed"
        " — set base_url in content/site.toml, or give --base-url https://example.org/war/\n"
    )
    assert (1, said, []) == (done.returncode, done.stderr, list(tmp_path.iterdir()))


def test_keeping_files_needs_a_host(tmp_path: Path) -> None:
    """Where the files lie depends on it."""
    command = [
        sys.executable,
        "build.py",
        "build",
        "--keep",
        "release/live",
        "--out",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (2, "Error: --keep needs --host") == (done.returncode, done.stderr.splitlines()[-1])


@pytest.mark.parametrize(
    "path", ["/a b/", "/a%20b/", '/a"b/', "/a{b}/", "/.hidden/", "/$a/", "/a;b/", "/a/../b/"]
)
def test_no_address_breaks_the_settings(path: str) -> None:
    """What would have to be quoted is refused, with what to do."""
    with pytest.raises(
        HostError, match=r"^--host nginx: .* in the base URL needs quoting .* — use letters"
    ):
        for_host("nginx", FILES, f"https://example.org{path}")


@pytest.mark.parametrize("host", HOSTS)
def test_caching_never_depends_on_one_name(host: str) -> None:
    """A name without a digest among those that are kept is refused; it changes the rules of no
    other file."""
    assert ["assets", "recordings"] == hashed_folders(FILES)
    assert ["assets", "recordings"] == hashed_folders([*FILES, "assets/plain.css~"])
    with pytest.raises(HostError, match=r"^assets/plain\.css~: lies where browsers keep all files"):
        for_host(host, {**FILES, "assets/plain.css~": TEXT}, EXAMPLES[0])


def test_hashed_names_lie_in_hashed_folders_of_the_real_site(site: Path) -> None:
    """Every file whose name changes with its content gets the rule that keeps it, and pages never
    do."""
    paths = [file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()]
    kept = hashed_folders(paths)
    assert {"assets", "recordings"} <= set(kept)
    assert [] == [path for path in paths if is_hashed(path) and path.partition("/")[0] not in kept]
    assert [] == [path for path in paths if not is_hashed(path) and path.partition("/")[0] in kept]
    assert [] == [
        path
        for path in paths
        if is_hashed(path) and path.endswith((".html", "sw.js", ".webmanifest"))
    ]


# --- _headers ------------------------------------------------------------------------------------


def rules(text: str) -> list[tuple[str, dict[str, str]]]:
    """The rules of a _headers file; a small reader that takes nothing but what both hosts take."""
    found: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("  "):
            name, value = re.fullmatch(r"  ([A-Z][A-Za-z-]+): (\S.*)", line).groups()
            assert name not in found[-1][1]
            found[-1][1][name] = value
        else:
            assert re.fullmatch(r"/[A-Za-z0-9._/-]*\*?", line), line
            found.append((line, {}))
    return found


def said(found: list[tuple[str, dict[str, str]]], path: str) -> dict[str, list[str]]:
    """Every value of every header that the rules say for an address."""
    all_said: dict[str, list[str]] = {}
    for pattern, headers in found:
        if fnmatchcase(path, pattern):
            for name, value in headers.items():
                all_said.setdefault(name, []).append(value)
    return all_said


@pytest.mark.parametrize("host", ["netlify", "cloudflare-pages"])
@every_address
def test_rules_say_each_header_once_for_every_file(host: str, address: str) -> None:
    """Policy for all; the hashed stay for ever, the rest is asked for anew; types where a host
    might not know them."""
    base = "/" + address.split("/", 3)[3]
    found = rules(for_host(host, FILES, address)["_headers"].decode())
    for path in FILES:
        for place in {base + path, base + path.removesuffix("index.html")}:
            caching = IMMUTABLE if is_hashed(path) else NO_CACHE
            wanted = {**GUARDS, "Cache-Control": caching}
            if path.endswith((".wasm", ".mjs", ".webmanifest")):
                wanted["Content-Type"] = content_type(path)
            assert {name: [value] for name, value in wanted.items()} == said(found, place), place


def test_rules_cover_what_is_missing() -> None:
    """The page for what is missing is sent with the policy, at any depth."""
    found = rules(for_host("netlify", FILES, EXAMPLES[0])["_headers"].decode())
    for path in ("/nothing", "/en/nothing/at/all"):
        assert {name: [value] for name, value in GUARDS.items()}.items() <= said(
            found, path
        ).items()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            {f"{number}.txt": b"" for number in range(CLOUDFLARE_RULES)},
            "_headers has 113 rules, at most 100",
        ),
        (
            {f"{'a' * CLOUDFLARE_LINE}.txt": b""},
            "a line of _headers has 2005 characters, at most 2000",
        ),
        (
            {"assets/x.0a1b2c3d.bin": bytes(CLOUDFLARE_FILE + 1)},
            r"assets/x.0a1b2c3d.bin has 26214401 bytes, at most",
        ),
        (
            {f"en/{number}": b"" for number in range(CLOUDFLARE_FILES)},
            "the site has 20013 files, at most 20000",
        ),
    ],
)
def test_limits_of_cloudflare_pages_are_kept(more: Mapping[str, bytes], sentence: str) -> None:
    """Beyond them the build fails, not the site."""
    with pytest.raises(HostError, match=f"^--host cloudflare-pages: {sentence}.* — "):
        for_host("cloudflare-pages", {**FILES, **more}, EXAMPLES[0])


def test_the_policy_of_the_page_is_that_of_the_host(site: Path) -> None:
    """GitHub Pages says no headers: each page brings the policy, all but the part that only a
    header can say."""
    said_in_page = POLICY.replace("; frame-ancestors 'none'", "")
    for file in site.rglob("*.html"):
        assert (
            f'<meta http-equiv="Content-Security-Policy" content="{said_in_page}">'
            in file.read_text("utf-8")
        ), file


# --- packed files --------------------------------------------------------------------------------


def test_packed_files_unpack_to_the_file(tmp_path: Path) -> None:
    """Both or none, smaller by a twentieth at least, without a time in the head, and the same from
    the cache."""
    first = beside(FILES, tmp_path)
    assert [f"{path}{end}" for path in PACKED for end in (".br", ".gz")] == sorted(first)
    assert {path: FILES[path] for path in PACKED} == {
        p[:-3]: brotli.decompress(first[p]) for p in first if p[-2:] == "br"
    }
    assert {path: FILES[path] for path in PACKED} == {
        p[:-3]: gzip.decompress(first[p]) for p in first if p[-2:] == "gz"
    }
    assert {bytes(4)} == {data[4:8] for path, data in first.items() if path.endswith(".gz")}
    assert first == beside(FILES, tmp_path)
    assert first == beside(FILES, tmp_path / "another")


# --- S3 ------------------------------------------------------------------------------------------

AWS = """\
#!{python}
# Does to a list of objects what `aws s3 sync` would do to a bucket.
import fnmatch, json, pathlib, sys
arguments = sys.argv[1:]
assert arguments[:2] == ["s3", "sync"], arguments
source, target = pathlib.Path(arguments[2]), arguments[3]
options, filters, rest = {{}}, [], arguments[4:]
while rest:
    name = rest.pop(0)
    if name in ("--size-only", "--delete"):
        options[name] = True
    elif name in ("--include", "--exclude"):
        filters.append((name, rest.pop(0)))
    else:
        options[name] = rest.pop(0)

def wanted(path):
    state = "--include"
    for name, pattern in filters:
        state = name if fnmatch.fnmatchcase(path, pattern) else state
    return state == "--include"

bucket = pathlib.Path({bucket!r})
objects = json.loads(bucket.read_text())
here = {{p.relative_to(source).as_posix(): p for p in sorted(source.rglob("*")) if p.is_file()}}
for key in [key for key in objects if key.startswith(target) and "--delete" in options]:
    if wanted(key.removeprefix(target)) and key.removeprefix(target) not in here:
        del objects[key]
for path, file in here.items():
    if wanted(path):
        data = file.read_bytes().hex()
        asked = {{k: v for k, v in options.items() if k not in ("--size-only", "--delete")}}
        times = objects.get(target + path, {{"times": 0}})["times"] + 1
        objects[target + path] = {{"data": data, "times": times, **asked}}
bucket.write_text(json.dumps(objects))
"""


def upload(folder: Path, *more: str) -> dict[str, dict[str, str]]:
    """Runs the script with an `aws` that writes down what a bucket would hold."""
    bucket, program = folder.parent / "bucket.json", folder.parent / "aws"
    if not program.exists():
        bucket.write_text("{}")
        program.write_text(AWS.format(python=sys.executable, bucket=str(bucket)))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    path = f"{folder.parent}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", str(folder / ".host/upload.sh"), "example.org", *more],
        check=True,
        env=os.environ | {"PATH": path},
    )
    return json.loads(bucket.read_text())


@every_address
def test_the_script_uploads_every_file_once_with_its_headers(address: str, tmp_path: Path) -> None:
    """And nothing else; unpacked as it says, each object is the file."""
    write(for_host("s3", FILES, address), tmp_path / "site")
    objects = upload(tmp_path / "site")
    base = "s3://example.org/" + address.split("/", 3)[3]
    assert {base + path for path in FILES} == set(objects)
    for path, data in FILES.items():
        found = objects[base + path]
        assert (1, content_type(path)) == (found["times"], found["--content-type"])
        assert (IMMUTABLE if is_hashed(path) else NO_CACHE) == found["--cache-control"]
        assert ("gzip" if path in PACKED else None) == found.get("--content-encoding")
        sent = bytes.fromhex(found["data"])
        assert data == (gzip.decompress(sent) if path in PACKED else sent)


def test_pictures_are_uploaded_as_they_are() -> None:
    """A bucket sends what it has to whoever asks, and not all who show a preview of a link
    unpack."""
    made = for_host("s3", {**FILES, "pictures/en.png": TEXT}, EXAMPLES[0])
    assert TEXT == made[".host/plain/pictures/en.png"]
    assert ".host/gzip/pictures/en.png" not in made


def test_a_second_release_takes_the_old_one_away(tmp_path: Path) -> None:
    """With --delete, and it never touches what lies elsewhere in the bucket."""
    first = {**FILES, "de/index.html": TEXT, "assets/js/play-ABCD2345.js": TEXT}
    write(for_host("s3", first, EXAMPLES[1]), tmp_path / "site")
    objects = upload(tmp_path / "site")
    (tmp_path / "bucket.json").write_text(json.dumps(objects | {"s3://example.org/other.html": {}}))
    write(for_host("s3", FILES, EXAMPLES[1]), tmp_path / "site")
    after = upload(tmp_path / "site", "--delete")
    assert {f"s3://example.org/war/{path}" for path in FILES} | {
        "s3://example.org/other.html"
    } == set(after)


def test_the_bucket_answers_with_the_404_page_of_the_site() -> None:
    """Its settings name the page below the path, and the headers are those of every host."""
    made = for_host("s3", FILES, EXAMPLES[2])
    website = json.loads(made[".host/website.json"])
    assert {
        "IndexDocument": {"Suffix": "index.html"},
        "ErrorDocument": {"Key": "a/b/404.html"},
    } == website
    assert POLICY in json.dumps(json.loads(made[".host/response-headers.json"]))


# --- the release before --------------------------------------------------------------------------


@every_host
@every_address
def test_hashed_files_of_the_release_before_stay_for_one_release(
    host: str, address: str, tmp_path: Path
) -> None:
    """What open tabs may ask for stays; pages do not, nor what that release had kept itself."""
    names = [
        "assets/css/site.11111111.css",
        "assets/css/site.22222222.css",
        "assets/css/site.33333333.css",
    ]
    common = {"404.html": TEXT, "index.html": TEXT}
    releases = [
        {**common, f"page{n}.html": TEXT, name: TEXT * (n + 1)} for n, name in enumerate(names)
    ]
    folders = [tmp_path / str(number) for number in range(3)]
    live: dict[str, bytes] = {}
    for release, folder in zip(releases, folders, strict=True):
        kept = with_kept(release, live)
        write(for_host(host, kept, address), folder)
        live = read_release(folder, host, address)
    assert {*releases[2], names[1], KEPT} == set(kept)
    assert f"{names[1]}\n".encode() == kept[KEPT]
    assert releases[2] == {path: kept[path] for path in releases[2]}


def test_the_first_release_keeps_nothing(tmp_path: Path) -> None:
    """There is no folder yet, and no list in the site."""
    assert FILES == with_kept(FILES, read_release(tmp_path / "none", "nginx", EXAMPLES[0]))


def test_the_same_release_again_keeps_the_same(tmp_path: Path) -> None:
    """A second try of a deploy does not forget the release before."""
    old = {"index.html": TEXT, "assets/a.11111111.css": TEXT}
    new = {"index.html": TEXT, "assets/a.22222222.css": TEXT}
    write(for_host("caddy", old, EXAMPLES[0]), tmp_path)
    live = read_release(tmp_path, "caddy", EXAMPLES[0])
    assert with_kept(new, live) == with_kept(new, read_release(tmp_path, "caddy", EXAMPLES[0]))
    assert "assets/a.11111111.css" in with_kept(new, live)
