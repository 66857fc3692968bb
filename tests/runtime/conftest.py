"""The engine as pages get it, made once."""

import pytest

from builder.runtime.pyodide import Runtime, make_runtime


@pytest.fixture(scope="module")
def made() -> Runtime:
    return make_runtime()
