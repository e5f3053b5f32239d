"""Answers outlive the kernel, a damaged file, two kernels at once, and a changed unit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.question import catalog, kept
from classroom.question.ask import predict, question

ROOT = Path(__file__).resolve().parents[3]


def in_another_kernel(code: str, store: Path) -> subprocess.Popen:
    """Run `code` in a new Python with the same course and the same store."""
    lines = [
        "import runpy",
        "from classroom.question import catalog, review",
        f"units = runpy.run_path({str(Path(__file__).with_name('conftest.py'))!r})['UNITS']",
        "catalog.unit_numbers = review.unit_numbers = lambda: sorted(units)",
        "catalog.load_unit = units.__getitem__",
        "from classroom.question.ask import predict, question",
        code,
    ]
    return subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        cwd=ROOT,
        env=os.environ | {"MINIGRAD_PROGRESS": str(store)},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_new_kernel_finds_the_answers(store, said):
    first = in_another_kernel('predict("05.total", 6); question("05.q1", "b")', store)
    assert first.wait(timeout=60) == 0
    predict.settle("05.total", 12)
    assert "You predicted: `6.0`" in said()
    question("05.q1", ...)
    assert "Your answer: **b.**" in said()


def test_two_kernels_at_once_lose_nothing(store, events):
    code = 'for i in range(20): predict("05.{}", i); question("05.{}", "abc"[i % 3])'
    kernels = [
        in_another_kernel(code.format("total", "q1"), store),
        in_another_kernel(code.format("row", "fourth"), store),
    ]
    for kernel in kernels:
        kernel.communicate(timeout=120)
        assert kernel.returncode == 0
    for name in ("05.total", "05.row"):
        found = [event["answer"] for event in events() if event["item"] == name]
        assert found == [float(i) for i in range(20)]
    for name in ("05.q1", "05.fourth"):
        assert len([event for event in events() if event["item"] == name]) == 20


def test_settled_in_one_kernel_stays_settled_in_the_other(store, said):
    predict("05.total", 6)
    other = in_another_kernel('predict.settle("05.total", 12)', store)
    assert "They differ" in other.communicate(timeout=60)[0]
    said()
    predict("05.total", 12)
    assert "what you write now is not kept" in said()


def test_a_broken_file_is_moved_aside_and_the_lesson_goes_on(store, said):
    store.write_text('{"events": [{"kind": "prediction"')
    predict("05.total", 6)
    assert "You predicted: `6.0`" in said()
    moved = [path for path in store.parent.iterdir() if "broken" in path.name]
    assert [path.read_text() for path in moved] == ['{"events": [{"kind": "prediction"']


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "question", "item": "05.q1"},
        {"kind": "question", "item": "05.q1", "time": "yesterday", "choice": "b", "right": False},
        {"kind": "question", "item": "05.q1", "time": 5, "choice": "b", "right": False},
        {"kind": "question", "item": "05.q1", "time": "2026-03-02T09:30:00+00:00"},
        {"kind": "prediction", "item": "05.total"},
        {"kind": "prediction", "item": "05.total", "answer": "six"},
        {"kind": "prediction", "item": "05.total", "answer": {"six": 6}},
        {"kind": "prediction", "item": "05.total", "answer": None},
    ],
)
def test_an_event_edited_beyond_use_counts_as_none(event, store, said):
    store.write_text(json.dumps({"events": [event]}))
    question("05.q1", ...)
    assert "Answer with a letter" in said()
    predict("05.total", ...)
    assert "**Still open.**" in said()
    predict.settle("05.total", 12)
    assert "**No prediction yet.**" in said()


def test_a_time_without_a_zone_does_not_stop_anything(store, said):
    event = {"kind": "question", "item": "05.q1", "time": "2026-03-02T09:30", "choice": "b", "right": False}
    store.write_text(json.dumps({"events": [event]}))
    question("05.q1", "b")
    assert "**Not right.**" in said()


def test_answers_to_a_question_that_has_changed_since(store, said, monkeypatch, course):
    question("05.q1", "c")
    predict("05.leaf", "c")
    predict("05.total", 6)
    said()
    from dataclasses import replace

    unit = course["05"]
    shorter = replace(unit.questions[0], choices=unit.questions[0].choices[:2])
    other = (
        replace(unit.predictions[0], kind="shape"),
        *unit.predictions[1:4],
        replace(unit.predictions[4], choices=unit.predictions[4].choices[:2]),
    )
    changed = replace(unit, questions=(shorter,), predictions=other)
    monkeypatch.setattr(catalog, "load_unit", {**course, "05": changed}.__getitem__)
    question("05.q1", ...)
    assert "Answer with a letter" in said()
    for name in ("05.leaf", "05.total"):
        predict(name, ...)
        assert "**Still open.**" in said()


def test_where_nothing_can_be_saved_the_lesson_goes_on_and_says_so(monkeypatch, tmp_path, said):
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("MINIGRAD_PROGRESS", str(tmp_path / "a file" / "progress.json"))
    question("05.q1", "b")
    assert "**Not right.**" in said()
    predict("05.total", 6)
    assert "could not be saved" in said()
    predict.settle("05.total", 12)
    assert "**No prediction yet.**" in said()


def test_nothing_is_kept_while_a_submission_is_graded(monkeypatch, events, said):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    question("05.q1", "a")
    assert "**Right.**" in said()
    assert events() == []


def test_attempts_come_with_their_times(clock):
    question("05.q1", "b")
    clock.pass_by(days=2)
    question("05.q1", "a")
    first, second = kept.attempts()["05.q1"]
    assert (first.choice, first.right, second.choice, second.right) == ("b", False, "a", True)
    assert (second.time - first.time).days == 2
