"""The machine as the tests see it: fonts, language, time zone, home and programs are those named
here.

What somebody has installed or set by hand is not seen: neither other fonts nor a name in git's
settings, and no program that the Makefile does not install.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

FONTS = Path("/usr/share/fonts")
PROGRAMS = ("/usr/sbin", "/usr/bin", "/sbin", "/bin")
"""Where Debian puts what the Makefile installs; Python, Node and npm are beside the Python that
runs."""
FOREIGN = ("GIT_", "LC_", "XDG_")
"""How variables begin that somebody's own settings come through."""


@dataclass(frozen=True)
class FontSet:
    """The fonts of one machine: a folder, and which of its families stand for those that no page
    can name."""

    folder: str
    sans: str
    serif: str
    mono: str


FONT_SETS = {
    # The widest of the usual fonts; what fits with it fits with most.
    "dejavu": FontSet("truetype/dejavu", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"),
    # As wide as Arial and Times.
    "liberation": FontSet(
        "truetype/liberation", "Liberation Sans", "Liberation Serif", "Liberation Mono"
    ),
    "noto": FontSet("truetype/noto", "Noto Sans", "Noto Serif", "Noto Sans"),
    "urw": FontSet("opentype/urw-base35", "Nimbus Sans", "P052", "Nimbus Mono PS"),
    "inter": FontSet("opentype/inter", "Inter", "Inter", "Inter"),
}
USUAL = "dejavu"

_CHOOSE = """\
<match target="pattern"><test name="family"><string>{generic}</string></test>
<edit name="family" mode="assign" binding="strong"><string>{family}</string></edit></match>
"""
_SETTINGS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}</dir>
<cachedir>{cache}</cachedir>
{choices}<match target="pattern">
<edit name="family" mode="append_last"><string>{fallback}</string></edit></match>
</fontconfig>
"""


def font_settings(name: str, place: Path) -> Path:
    """Settings of fontconfig for one set, written into a folder; fails with the package's name
    where it is missing."""
    fonts = FONT_SETS[name]
    folder = FONTS / fonts.folder
    if not folder.is_dir():
        raise RuntimeError(
            f"{folder} is missing: these tests need the fonts that the Makefile names (FONTS)"
        )
    families = {
        "system-ui": fonts.sans,
        "sans": fonts.sans,
        "sans-serif": fonts.sans,
        "serif": fonts.serif,
        "monospace": fonts.mono,
    }
    choices = (
        _CHOOSE.format(generic=generic, family=family) for generic, family in families.items()
    )
    text = _SETTINGS.format(
        folder=folder,
        cache=place / "cache",
        choices="".join(choices),
        fallback=fonts.sans,
    )
    file = place / f"{name}.conf"
    file.write_text(text, encoding="utf-8")
    return file


def settle(environment: MutableMapping[str, str], home: Path) -> None:
    """Brings the variables of this process, and of all that it starts, to those of a new
    machine."""
    for name in list(environment):
        if name.startswith(FOREIGN) or name in ("LANGUAGE", "TZ"):
            del environment[name]
    environment |= {
        "FONTCONFIG_FILE": str(font_settings(USUAL, home)),
        "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), *PROGRAMS)),
        "TZ": "UTC",
    }
