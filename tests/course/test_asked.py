"""A lesson asks all that its unit module holds: each prediction before its outcome, each question once."""

import re
from pathlib import Path

import pytest

from classroom.question.prompt import asked_by
from classroom.units import load_unit, unit_numbers

SOURCES = Path(__file__).resolve().parents[2] / "course" / "source"


def cells(number: str) -> list[str]:
    """The lesson's code cells, in order; the lesson's file is the only one with that number."""
    (path,) = SOURCES.glob(f"{number}_*.lesson.py")
    parts = re.split(r"^# %%(.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [code for head, code in zip(parts[::2], parts[1::2], strict=True) if "[markdown]" not in head]


@pytest.fixture(params=unit_numbers())
def unit(request):
    return load_unit(request.param)


def test_each_is_asked_once_and_in_the_order_of_the_unit_module(unit):
    asked = [call for code in cells(unit.number) for call in asked_by(code)]
    predictions = [("predict", f"{unit.number}.{p.name}") for p in unit.predictions]
    questions = [("question", f"{unit.number}.{q.name}") for q in (*unit.questions, *unit.review)]
    assert [call for call in asked if call[0] == "predict"] == predictions
    assert [call for call in asked if call[0] == "question"] == questions


def test_each_prediction_is_settled_after_it_is_asked_and_nothing_else_is(unit):
    code = "\n".join(cells(unit.number))
    names = [f"{unit.number}.{p.name}" for p in unit.predictions]
    assert re.findall(r'predict\.settle\("([^"]+)"', code) == names
    for name in names:
        assert code.index(f'predict("{name}", ') < code.index(f'predict.settle("{name}"')


def test_no_answer_is_given_in_the_lesson(unit):
    quoted = {f"{unit.number}.{p.name}" for p in unit.predictions if p.kind in ("choice", "printed")}
    for code in cells(unit.number):
        for function, name in asked_by(code):
            dots = '"..."' if function == "question" or name in quoted else "..."
            assert code.strip() == f'{function}("{name}", {dots})'


def test_names_are_used_once_in_a_unit(unit):
    names = [asked.name for asked in (*unit.predictions, *unit.questions, *unit.review)]
    assert len(names) == len(set(names))
