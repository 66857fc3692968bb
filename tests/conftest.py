"""What several tests share: how hard Hypothesis looks, and the site, built once."""

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.machine import settle
from tests.once import once
from tests.site import COMMIT, build

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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built for the root of a host; read by many tests, changed by none."""
    address = "https://example.org/"
    return once(tmp_path_factory, "site", lambda out: build(out, address, "--commit", COMMIT))


@pytest.fixture(scope="session")
def site_below(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built for a path of a host; read by many tests, changed by none."""
    address = "https://example.org/games/war/"
    return once(tmp_path_factory, "site-below", lambda out: build(out, address, "--commit", COMMIT))
