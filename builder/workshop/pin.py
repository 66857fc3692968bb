"""Pins wheels for the Python of the page, which is not the Python of this machine, so pip-compile
cannot do it.

python -m builder.workshop.pin requirements-runtime
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.system.files import replace_file

TARGET = {
    "python-version": "3.14",
    "implementation": "py",
    "abi": "none",
    "platform": "any",
    "only-binary": ":all:",
}
"""What pip is told of the Python of the page: wheels in pure Python alone."""


def main(name: str) -> None:
    """Writes `name`.txt from `name`.in: the newest wheels that run on any machine, with their
    digests."""
    with TemporaryDirectory() as folder:
        target = [f"--{option}={value}" for option, value in TARGET.items()]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *target]
        command += ["--dest", folder, "--requirement", f"{name}.in"]
        subprocess.run(command, check=True)
        replace_file(Path(f"{name}.txt"), "".join(_pins(Path(folder))).encode())


def _pins(folder: Path) -> Iterator[str]:
    for wheel in sorted(folder.glob("*.whl")):
        project, version, *_ = wheel.name.split("-")
        digest = sha256(wheel.read_bytes()).hexdigest()
        yield f"{project.lower().replace('_', '-')}=={version} \\\n    --hash=sha256:{digest}\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
