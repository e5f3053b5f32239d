"""What the tests of the project's own files share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds pyproject.toml."""
    return Path(__file__).resolve().parents[2]
