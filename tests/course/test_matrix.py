"""The grading matrix: a right answer gets full points, in whatever style; a wrong one gets none.

For every task of every unit: the solution, the untouched exercise, each known mistake, each alternative, an
answer that knows the visible check by heart, and every mutant of the solution. The grader's own judgement
decides the points (see `workbench`). `python -m tests.course.counts` prints how many there were.
"""

from __future__ import annotations

from collections import Counter

import pytest

from classroom.units import load_unit, unit_numbers
from tests.course.results import equivalents, mutants_of, results_of

pytestmark = pytest.mark.timeout(300)

UNITS = unit_numbers()
TASKS = [(number, task) for number in UNITS for task in load_unit(number).tasks]
each_unit = pytest.mark.parametrize("number", UNITS)
each_task = pytest.mark.parametrize(("number", "task"), TASKS, ids=[f"{n}.{t.name}" for n, t in TASKS])


def test_there_are_units():
    assert {"00", "05"} <= set(UNITS)


@each_unit
def test_the_unit_module_and_the_notebook_have_the_same_tasks(number):
    assert [task.name for task in load_unit(number).tasks] == list(results_of(number).worth)


@each_unit
def test_the_solution_scores_full_points(number):
    found = results_of(number)
    (solution,) = found.of("solution")
    assert solution.points == found.worth
    assert solution.check_passed


@each_unit
def test_the_untouched_exercise_scores_nothing(number):
    (untouched,) = results_of(number).of("untouched")
    assert untouched.points == dict.fromkeys(results_of(number).worth, 0.0)


@each_task
def test_each_mistake_loses_its_tasks_points_and_no_others(number, task):
    found = results_of(number)
    assert len(task.mistakes) >= 3
    for result in found.of("mistake", task.name):
        assert found.lost(result) == {task.name: found.worth[task.name]}, result.name


@each_task
def test_each_mistake_is_diagnosed_by_its_name(number, task):
    diagnosed = {result.name: result.mistake for result in results_of(number).of("mistake", task.name)}
    assert diagnosed == {mistake.name: mistake.name for mistake in task.mistakes}


@each_task
def test_each_alternative_scores_full_points_and_passes_the_visible_check(number, task):
    found = results_of(number)
    alternatives = found.of("alternative", task.name)
    assert len(alternatives) >= 2
    for result in alternatives:
        assert (result.name, found.lost(result), result.check_passed) == (result.name, {}, True)


@each_task
def test_knowing_the_visible_check_by_heart_scores_nothing(number, task):
    if task.kind != "function":
        pytest.skip(f"an answer of kind {task.kind} is not made of inputs and outputs")
    (memo,) = results_of(number).of("memo", task.name)
    assert memo.check_passed
    assert memo.points == {task.name: 0.0}


@pytest.mark.slow
@each_unit
def test_every_mutant_is_refused_or_listed_as_equivalent(number):
    listed = {(each.task, each.name) for each in equivalents(number)}
    survivors = [(mutant.task, mutant.name) for mutant in mutants_of(number).survivors()]
    assert [survivor for survivor in survivors if survivor not in listed] == []


@pytest.mark.slow
@each_unit
def test_every_listed_mutant_exists_and_scores(number):
    survivors = Counter((mutant.task, mutant.name) for mutant in mutants_of(number).survivors())
    stale = [each for each in equivalents(number) if survivors[each.task, each.name] != 1]
    assert stale == []


@each_unit
def test_every_listed_mutant_has_a_reason(number):
    assert all(len(each.reason.split()) >= 4 for each in equivalents(number))


@pytest.mark.slow
@each_task
def test_there_are_mutants(number, task):
    assert len(mutants_of(number).of("mutant", task.name)) >= 3


@each_task
def test_inputs_are_built_anew_each_time(number, task):
    for case in task.cases:
        first, second = case.make(), case.make()
        shared = [a for a, b in zip(first, second, strict=True) if a is b and not _never_changes(a)]
        assert shared == []


def _never_changes(value: object) -> bool:
    return value is None or callable(value) or isinstance(value, (bool, int, float, str, tuple))


@each_task
def test_there_are_three_different_hints(number, task):
    assert len(set(task.hints)) == 3
    assert all(hint.strip() for hint in task.hints)


@each_unit
def test_names_are_unique_in_a_unit(number):
    mistakes = Counter(mistake.name for task in load_unit(number).tasks for mistake in task.mistakes)
    assert [name for name, times in mistakes.items() if times > 1] == []
