"""What a bucket of S3 has to be told: type, encoding and caching of each object, when it is
uploaded."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from posixpath import splitext

from builder.output.compress import WORTH, pack
from builder.values.headers import ANY_TYPE, GUARDS, IMMUTABLE, NO_CACHE, POLICY, TYPES

PACKED = "gzip"
PLAIN = "plain"
"""Folders of what is uploaded, packed and as it is. A bucket does not choose, and over plain HTTP
browsers take no brotli: it is gzip."""
PICTURE = ".png"
"""Never packed: who shows a preview of a link fetches it with a program that may unpack nothing,
and gzip saves 5 %."""

_HEAD = """\
#!/bin/sh
# Uploads the site: sh upload.sh BUCKET [more for aws s3 sync, as --delete or --dryrun]
# Hashed files go first, pages last, so that no page asks for what is not there yet.
set -eu
bucket=${1:?which bucket? sh upload.sh example.org}
shift
cd "$(dirname "$0")"
"""


def own_files(files: Mapping[str, bytes], base: str, kept: Sequence[str]) -> dict[str, bytes]:
    """The script, the settings that it does not make, and the objects, by path below the folder of
    what is for the host alone."""
    packed = packed_suffixes(files)
    objects = {
        f"{PACKED}/{path}": pack(data, ".gz")
        for path, data in files.items()
        if _suffix(path) in packed
    }
    objects |= {
        f"{PLAIN}/{path}": data for path, data in files.items() if _suffix(path) not in packed
    }
    return {
        **objects,
        "upload.sh": (_HEAD + "\n".join(_commands(files, base, kept, packed)) + "\n").encode(),
        "website.json": _json(_website(base)),
        "response-headers.json": _json(response_headers()),
    }


def packed_suffixes(files: Mapping[str, bytes]) -> set[str]:
    """The ends of names whose files are worth packing, all together: encoding and type are said
    once for each call of `aws s3 sync`, which takes files by the end of their names."""
    raw = dict[str, int]()
    small = dict[str, int]()
    for path, data in files.items():
        raw[_suffix(path)] = raw.get(_suffix(path), 0) + len(data)
        small[_suffix(path)] = small.get(_suffix(path), 0) + len(pack(data, ".gz"))
    return {
        suffix
        for suffix, size in raw.items()
        if suffix not in ("", PICTURE) and small[suffix] <= WORTH * size
    }


def _suffix(path: str) -> str:
    return splitext(path)[1]


def _commands(
    files: Mapping[str, bytes], base: str, kept: Sequence[str], packed: set[str]
) -> Iterator[str]:
    """One for each folder, end of name and encoding."""
    hashed = [
        (path.partition("/")[0], _suffix(path)) for path in files if path.partition("/")[0] in kept
    ]
    # With a digest in its name a file never changes, so its size is enough to know it by; by its
    # time it would go up again whenever a build has written it anew.
    for folder, suffix in sorted(set(hashed)):
        filters = f"--include '{folder}/*{suffix}'"
        yield _sync(
            base, suffix, suffix in packed, filters, f"--cache-control '{IMMUTABLE}' --size-only"
        )
    others = {_suffix(path) for path in files if path.partition("/")[0] not in kept}
    # The last filter that fits counts, so hashed files do not go up again with the others.
    without = "".join(f" --exclude '{folder}/*'" for folder in kept)
    # Pages last: what they ask for is there by then.
    for suffix in sorted(others, key=lambda suffix: (suffix == ".html", suffix)):
        yield _sync(
            base,
            suffix,
            suffix in packed,
            f"--include '*{suffix}'{without}",
            f"--cache-control {NO_CACHE}",
        )


def _sync(base: str, suffix: str, is_packed: bool, filters: str, caching: str) -> str:
    encoding = " --content-encoding gzip" if is_packed else ""
    source = PACKED if is_packed else PLAIN
    kind = TYPES.get(suffix, ANY_TYPE)
    options = f"--exclude '*' {filters} {caching} --content-type '{kind}'{encoding}"
    return f'aws s3 sync {source} "s3://$bucket{base}" {options} "$@"'


def _website(base: str) -> dict[str, object]:
    """For `aws s3api put-bucket-website`."""
    return {
        "IndexDocument": {"Suffix": "index.html"},
        # The key of an object has no slash in front.
        "ErrorDocument": {"Key": f"{base[1:]}404.html"},
    }


def response_headers() -> dict[str, object]:
    """For `aws cloudfront create-response-headers-policy`: a bucket cannot say these itself."""
    return {
        "Name": "war-and-peace",
        "SecurityHeadersConfig": {
            "ContentSecurityPolicy": {"Override": True, "ContentSecurityPolicy": POLICY},
            "ContentTypeOptions": {"Override": True},
            "ReferrerPolicy": {"Override": True, "ReferrerPolicy": GUARDS["Referrer-Policy"]},
        },
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()
