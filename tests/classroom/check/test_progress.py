"""Progress is kept whole: by two kernels at once, after a broken file, where nothing can be written."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from classroom import check, hint, progress
from classroom.check import CheckFailed
from classroom.progress import events, latest, progress_path, record
from classroom.progress_table import table

ROOT = Path(__file__).resolve().parents[3]


def test_two_processes_at_once_lose_nothing():
    code = (
        "import sys; from classroom.progress import record\n"
        "for i in range(50): record('question', sys.argv[1], i=i)"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, name], cwd=ROOT, env=dict(os.environ))
        for name in ("a", "b")
    ]
    assert [process.wait(60) for process in started] == [0, 0]
    for name in ("a", "b"):
        assert [event["i"] for event in events("question", name)] == list(range(50))
    assert len(events()) == 100


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"events": [1]}', '{"events": [{"kind": 1, "item": 2}]}', "\xff"]
)
def test_a_broken_file_is_moved_aside_and_named(content, capsys):
    path = progress_path()
    path.write_text(content, encoding="latin-1")
    assert events() == []
    record("hint", "90.order", number=1)
    assert len(events()) == 1
    (kept,) = path.parent.glob("progress.broken-*.json")
    assert kept.read_text(encoding="latin-1") == content
    assert f"It was kept as {kept.name}, and a new one begins." in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_to(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MINIGRAD_PROGRESS", str(tmp_path / "file" / "progress.json"))
    record("hint", "90.order", number=1)
    record("hint", "90.order", number=2)
    assert capsys.readouterr().out.count("could not be saved") == 1


def test_a_detail_that_json_cannot_hold_is_refused_and_nothing_is_lost():
    record("question", "90.q1", right=True)
    with pytest.raises(TypeError):
        record("question", "90.q1", right=object())
    assert [event["right"] for event in events()] == [True]


def test_the_file_is_readable_and_has_one_event_a_line():
    record("hint", "90.order", number=1)
    record("hint", "90.órder", number=2)
    text = progress_path().read_text(encoding="utf-8")
    assert [event["number"] for event in json.loads(text)["events"]] == [1, 2]
    assert "órder" in text.splitlines()[2]


@pytest.mark.parametrize(("name", "value"), [("MINIGRAD_GRADING", "1"), ("NBGRADER_EXECUTION", "autograde")])
def test_nothing_is_kept_while_a_submission_is_graded(unit, right, monkeypatch, capsys, name, value):
    monkeypatch.setenv(name, value)
    check("90.product-rule", right)
    assert events() == []
    assert "Unit 90" not in capsys.readouterr().out


def test_it_lies_beside_the_course(monkeypatch, tmp_path):
    monkeypatch.delenv("MINIGRAD_PROGRESS")
    (tmp_path / "course").mkdir()
    (tmp_path / "exercises" / "05_x").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "exercises" / "05_x")
    assert progress_path() == tmp_path / "progress.json"
    monkeypatch.chdir(tmp_path.parent)
    assert progress_path() == Path.cwd() / "progress.json"


def test_checks_are_recorded_with_the_mistake(unit, right):
    for answer in (lambda x, w, grad: (w, x), lambda x, w, grad: 0, right):
        with suppress(CheckFailed):
            check("90.product-rule", answer)
    assert [(event["passed"], event["mistake"]) for event in events("check", "90.product-rule")] == [
        (False, "forgets-grad"),
        (False, None),
        (True, None),
    ]


def test_hints_come_one_after_the_other(unit, capsys):
    for number in (1, 2, 3):
        hint("90.product-rule")
        text = capsys.readouterr().out
        assert f"Hint {number} of 3" in text
        assert f"Hint {number + 1} of 3" not in text
    hint("90.product-rule")
    assert "Hint 3 of 3" in capsys.readouterr().out
    assert latest("hint", "90.product-rule")["number"] == 3


def test_a_hint_for_an_unknown_task(unit, capsys):
    hint("90.product")
    assert 'Did you mean "90.product-rule"?' in capsys.readouterr().out
    assert events() == []


def test_the_table_of_all_units(unit, right, capsys):
    progress()
    assert "90 A small unit  open   0 of 2" in capsys.readouterr().out
    check("90.product-rule", right)
    assert table().rows[0][:3] == ("90 A small unit", "begun", "1 of 2")
    check("90.order", "AB")
    assert table().rows[0][:3] == ("90 A small unit", "done", "2 of 2")


def test_the_table_of_one_unit(unit):
    with pytest.raises(CheckFailed):
        check("90.order", "BA")
    hint("90.order")
    assert table("90").rows == (
        ("90.product-rule", "The rule of a product", "not tried", "0", "0", ""),
        ("90.order", "Put two lines in order", "not yet", "1", "1", "adds-first"),
    )


def test_the_table_as_html(unit):
    html = table()._repr_html_()
    assert html.count('scope="col"') == 5
    assert html.count('scope="row"') == 1
    assert "<caption" in html


def test_a_task_that_failed_after_it_passed_does_not_count(unit):
    check("90.order", "AB")
    with pytest.raises(CheckFailed):
        check("90.order", "BA")
    assert table().rows[0][2] == "0 of 2"
