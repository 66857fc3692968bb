"""The scripts of pages, asked outside of a browser: a program in Node, with JSON both ways."""

import json
import subprocess
from typing import Any

from builder.system.node import command


def answer(program: str, asked: object) -> Any:
    """What a program prints that is given as text, a module that reads its question as JSON."""
    done = subprocess.run(
        command("--input-type=module", "--eval", program),
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
