"""For every test and every example in a docstring."""

import pytest

import minigrad

# Answers that the grading tests put into notebooks; they hold neither tests nor examples to run.
collect_ignore_glob = ["tests/course/answers/*"]


@pytest.fixture(autouse=True)
def progress_of_its_own(tmp_path_factory, monkeypatch):
    """No test reads or writes the progress of whoever runs the tests."""
    monkeypatch.setenv("MINIGRAD_PROGRESS", str(tmp_path_factory.mktemp("progress") / "progress.json"))


@pytest.fixture(autouse=True)
def names_in_examples(doctest_namespace):
    """An example in a docstring may use ``minigrad`` without importing it."""
    doctest_namespace["minigrad"] = minigrad
