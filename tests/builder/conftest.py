"""A small project for each test that wants to spoil one."""

from pathlib import Path

import pytest

from tests.builder.small_project import Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path / "project")
