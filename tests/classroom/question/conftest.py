"""A small course of three units that ask, and a learner with an empty folder."""

import json
from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest

from classroom.check.specification import Unit
from classroom.question import catalog, kept, review
from classroom.question.specification import Choice, Prediction, Question

LEAF_CHOICES = (
    Choice("`x`, which was made by hand", "No operation made it.", right=True),
    Choice("`y = x ** 2`", "It holds a number, as `x` does. But an operation made it."),
    Choice("both", "Both are tensors. Only one was made by hand."),
)


def ask(name: str, prompt: str, right: int = 0) -> Question:
    choices = [Choice(f"{name} choice {i}", f"{name} reason {i}", right=i == right) for i in range(3)]
    return Question(name, prompt, tuple(choices))


UNITS = {
    "00": Unit("00", "00_start", "Start", (), questions=(ask("first", "First?"), ask("second", "Second?"))),
    "01": Unit("01", "01_slopes", "Slopes", (), questions=(ask("third", "Third?", right=2),)),
    "05": Unit(
        "05",
        "05_leaves",
        "Leaves",
        (),
        predictions=(
            Prediction("total", "What is in `x.grad`?", "number", "It is a sum."),
            Prediction("row", "What is in `w.grad`?", "number"),
            Prediction("size", "Which shape?", "shape", "A gradient has its leaf's shape."),
            Prediction("line", "What is printed?", "printed", "Tensors print like this."),
            Prediction("leaf", "Which is the leaf?", "choice", "Made by hand.", choices=LEAF_CHOICES),
        ),
        questions=(Question("q1", "Which of the two is a *leaf*?", LEAF_CHOICES), ask("fourth", "Fourth?")),
        review=(ask("earlier", "Earlier?", right=1),),
    ),
}

START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


class Clock:
    """The time that the course sees. It stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def pass_by(self, **time: float) -> None:
        self.time += timedelta(**time)


class Clocked(datetime):
    """What `classroom.progress` takes the time of its events from."""

    clock: Clock

    @classmethod
    def now(cls, tz=None):
        return cls.clock()


@pytest.fixture(autouse=True)
def course(monkeypatch):
    """The three units, in place of the real ones."""
    for module in (catalog, review):
        monkeypatch.setattr(module, "unit_numbers", lambda: sorted(UNITS))
    monkeypatch.setattr(catalog, "load_unit", UNITS.__getitem__)
    return UNITS


@pytest.fixture(autouse=True)
def store(monkeypatch, tmp_path):
    """Where the learner's progress is kept."""
    path = tmp_path / "progress.json"
    monkeypatch.setenv("MINIGRAD_PROGRESS", str(path))
    for grading in ("NBGRADER_EXECUTION", "MINIGRAD_GRADING"):
        monkeypatch.delenv(grading, raising=False)
    return path


@pytest.fixture
def events(store):
    """What is in the file, read by nothing of the course."""
    return lambda: json.loads(store.read_text())["events"] if store.exists() else []


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(kept, "now", clock)
    monkeypatch.setattr(Clocked, "clock", clock, raising=False)
    # import_module, since `classroom.progress` as an attribute is the function
    monkeypatch.setattr(import_module("classroom.progress"), "datetime", Clocked)
    return clock


@pytest.fixture
def said(capsys):
    """What was shown since the last call, as plain text."""
    return lambda: capsys.readouterr().out
