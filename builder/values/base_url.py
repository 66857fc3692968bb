"""The address of a site: read once, brought into one form, or refused with what to write instead.

It comes to stand in canonical addresses, the sitemap, preview pictures, the settings of hosts and
the scope of the service worker. None of these quote it, so it holds nothing that would have to be
quoted.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import SplitResult, urlsplit

EXAMPLE = "https://example.org/war/"
PORTS = {"http": 80, "https": 443}
"""The schemes that browsers open pages by, each with the port that is left out of an address."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
PLAIN_PATH = re.compile(r"/([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*")
"""A base path that stands in pages and in the settings of every host without quotation marks."""
_BARE = re.compile(r"/*([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/[A-Za-z0-9_~-]+)*)/?")
"""An address without its beginning."""
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?")
"""A part of a host between dots, of at most 63 characters (RFC 1035)."""
_HOST_LENGTH = 253
"""Characters of a host in all (RFC 1035)."""
_DEVIANT = re.compile("[ßẞς\u200c\u200d]")
"""Letters that browsers keep where Python's older rule writes others in their place."""


class AddressError(ValueError):
    """What was given is no address of a site: what is wrong with it, and what to do, in `message`
    and `hint`."""

    def __init__(self, given: str, message: str, hint: str, kind: str = "address") -> None:
        self.message = f"{given!r} is not the {kind} of a site: {message}"
        self.hint = hint
        super().__init__(f"{self.message} — {hint}")


def site_address(given: str) -> tuple[str, str]:
    """The absolute base URL ("" if none is given) and the base path; both end in a slash.

    A path alone, as in /war/, gives no URL. Raises AddressError.

    >>> site_address("HTTPS://Example.ORG:443/war")
    ('https://example.org/war/', '/war/')
    """
    text = given.strip()
    if text.startswith("/") and not text.startswith("//"):
        return "", site_path(text)
    if not text:
        return "", "/"
    parts = _parts(text)
    if "?" in text or "#" in text:
        raise AddressError(given, "it has a part after ? or #", f"leave that out, as in {EXAMPLE}")
    if "@" in parts.netloc:
        raise AddressError(
            given, "it names a user, whom every page would show", f"leave that out, as in {EXAMPLE}"
        )
    path = _path(parts.path, given)
    return f"{parts.scheme}://{_host(parts, given)}{_port(parts, given)}{path}", path


def site_path(path: str) -> str:
    """A path below which a site lies, with a slash at both ends; raises AddressError.

    >>> site_path("games/war")
    '/games/war/'
    """
    return _path(path, path, "path")


def _path(path: str, given: str, kind: str = "address") -> str:
    """A path with a slash at both ends; raises AddressError for one that would have to be quoted,
    or that names a file."""
    # Without a name between them the two slashes become the root.
    whole = f"/{path.strip().strip('/')}/".replace("//", "/")
    if whole.endswith((".html/", ".htm/")):
        hint = f"give the folder that it lies in, {_as_in(path.rpartition('/')[0])}"
        raise AddressError(given, "it names a file", hint, kind)
    if not PLAIN_PATH.fullmatch(whole):
        message = f"{whole!r} would have to be quoted in pages and in settings of hosts"
        rule = (
            "use letters a–z, digits, hyphens, dots and underscores, and no name that begins with a"
            " dot"
        )
        raise AddressError(given, message, f"{rule}, {_as_in(path)}", kind)
    return whole


def _as_in(path: str) -> str:
    """An example that is near to what was given."""
    words = [
        re.sub(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9_-]+", "-", name).strip("-") for name in path.split("/")
    ]
    return f"as in /{'/'.join(filter(None, words)) or 'war'}/"


def _parts(text: str) -> SplitResult:
    """The parts of an address that begins with a scheme of browsers; raises AddressError."""
    if not _SCHEME.match(text):
        near = _BARE.fullmatch(text)
        example = f"https://{near[1]}/" if near else EXAMPLE
        raise AddressError(text, "it does not begin with https://", f"write {example}")
    # urlsplit takes some of these out without a word, and browsers read \ as a slash.
    if re.search(r"[\x00-\x20\x7f\\]", text.partition("://")[2].partition("/")[0]):
        raise AddressError(
            text, "its host cannot have spaces or other such signs", f"write {EXAMPLE}"
        )
    try:
        parts = urlsplit(text)
    except ValueError:  # half a pair of brackets
        raise AddressError(text, "its host is none", f"write {EXAMPLE}") from None
    if parts.scheme not in PORTS:
        raise AddressError(
            text, f"browsers do not open pages by {parts.scheme}://", f"write {EXAMPLE}"
        )
    return parts


def _host(parts: SplitResult, given: str) -> str:
    """The host in small letters, as machines write it: names in ASCII ("xn--…"), numbers in one
    form. Raises AddressError."""
    host = parts.hostname or ""
    if not host:
        raise AddressError(given, "it names no host", f"write {EXAMPLE}")
    # After % an interface of this machine is named, which says nothing to another one.
    if parts.netloc.startswith("[") and "%" not in host:
        return f"[{_number(host, IPv6Address, given)}]"
    if _DEVIANT.search(host):
        raise AddressError(
            given,
            "two rules write its host in different ways",
            "write the form that begins with xn--",
        )
    try:
        name = host.encode("idna").decode().lower()
    except UnicodeError:
        raise AddressError(given, f"{host!r} is no name of a host", f"write {EXAMPLE}") from None
    # What ends in a number is one to browsers, never a name (URL Standard).
    if re.fullmatch(r"[0-9]+|0x[0-9a-f]*", name.rpartition(".")[2]):
        return _number(name, IPv4Address, given)
    if len(name) > _HOST_LENGTH or not all(map(_LABEL.fullmatch, name.split("."))):
        raise AddressError(given, f"{host!r} is no name of a host", f"write {EXAMPLE}")
    return name


def _number(host: str, kind: type[IPv4Address] | type[IPv6Address], given: str) -> str:
    """The number of a host in the one form that there is of it; raises AddressError."""
    try:
        return str(kind(host))
    except AddressValueError:
        raise AddressError(given, f"{host!r} is no number of a host", f"write {EXAMPLE}") from None


def _port(parts: SplitResult, given: str) -> str:
    """The port with its colon, nothing for that of the scheme; raises AddressError."""
    try:
        port = parts.port
    # Beyond 65535, or no number at all; 0 is a port that nobody can be asked at.
    except ValueError:
        port = 0
    if port == 0:
        raise AddressError(
            given, "its port is none", "write one from 1 to 65535, as in https://example.org:8443/"
        )
    return "" if port in (None, PORTS[parts.scheme]) else f":{port}"
