"""What several tests share: how hard Hypothesis looks, and the site, built once."""

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.machine import settle
from tests.site import build

_home = tempfile.TemporaryDirectory(prefix="tests-", ignore_cleanup_errors=True)
settle(os.environ, Path(_home.name))

# A shell that runs the tests in the background lets them, and all that they start, ignore Ctrl+C.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=2_000)
# For many runs of which one failure is all that matters, and only if it comes of what is tested: no
# smaller example is looked for, none is kept, and a busy machine may be slow.
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=30,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=(HealthCheck.too_slow,),
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default")
)


SLOW = (
    "offline",
    "print",
    "snapshot",
    "engines",
    "letters",
    "links",
    "history",
    "servers",
    "board",
)
"""The files that take longest, which are begun first: else one process would be left alone with one
of them when all the others have ended."""
TOGETHER = ("engine", "other_sheet")
"""Parameters that stand for what is slow to start: tests of a file with the same one stay together."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts tests into groups, each of which one process takes as a whole."""
    items.sort(key=_turn)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(" ".join(_group(item))))


def _group(item: pytest.Item) -> tuple[str, ...]:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    found = (str(parameters[name]) for name in TOGETHER if name in parameters)
    return f"{item.path.parent.name}/{item.path.stem}", *found


def _turn(item: pytest.Item) -> tuple[int, str, tuple[str, ...]]:
    name = item.path.stem.removeprefix("test_")
    place = SLOW.index(name) if name in SLOW else len(SLOW)
    return place, str(item.path), _group(item)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built for the root of a host."""
    return build(tmp_path_factory.mktemp("root") / "site", "https://example.org/")


@pytest.fixture(scope="session")
def site_below(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built for a path of a host."""
    return build(tmp_path_factory.mktemp("below") / "site", "https://example.org/games/war/")
