"""Which questions come again, and when."""

import pytest

from classroom import progress_table
from classroom.question.ask import question
from classroom.question.review import due, in_order, review


@pytest.fixture
def reviewed(said):
    """The names that `review` asks, in order."""

    def names(*unit):
        said()
        review(*unit)
        lines = said().splitlines()
        return [line.split('question("')[1].split('"')[0] for line in lines if 'question("' in line]

    return names


def test_only_earlier_units(reviewed):
    assert reviewed("05") == ["00.first", "00.second"]
    assert reviewed("01") == ["00.first", "00.second"]


def test_the_first_unit_has_nothing_before_it(said):
    review("00")
    assert "No unit before 00 has questions." in said()


def test_a_unit_that_does_not_exist(said):
    review("07")
    assert "There is no unit '07'. The units are '00', '01', '05'." in said()
    review(5)
    assert "There is no unit 5." in said()


def test_once_missed_first(clock, reviewed):
    question("00.first", "a")
    question("00.second", "a")
    question("01.third", "a")  # c is right
    assert reviewed("05") == ["01.third", "00.first"]


def test_found_at_the_second_try_is_still_missed(clock, reviewed):
    question("00.first", "a")
    question("01.third", "b")
    question("01.third", "c")
    assert reviewed("05")[0] == "01.third"


def test_right_on_a_later_day_makes_it_good(clock, reviewed):
    question("01.third", "b")
    clock.pass_by(hours=1)
    question("00.first", "a")
    question("00.second", "a")
    clock.pass_by(days=2)
    question("01.third", "c")
    assert reviewed("05") == ["00.first", "00.second"]


def test_then_the_longest_unseen_and_the_unanswered_last(clock, reviewed):
    question("00.second", "a")
    clock.pass_by(days=1)
    question("00.first", "a")
    assert reviewed("05") == ["00.second", "00.first"]
    assert in_order(["01.third", "00.first"], {}) == ["01.third", "00.first"]
    clock.pass_by(days=1)
    question("00.second", "a")
    assert reviewed("05") == ["00.first", "00.second"]


def test_due_after_a_week_and_not_before(clock):
    assert due() == []
    question("00.first", "a")
    question("01.third", "a")
    question("00.second", "a")
    clock.pass_by(days=6, hours=23)
    assert due() == []
    clock.pass_by(hours=1)
    assert due() == ["01.third", "00.first"]
    question("01.third", "c")
    assert due() == ["00.first", "00.second"]


def test_due_at_a_given_time(clock):
    question("00.first", "a")
    moment = clock.time
    clock.pass_by(days=30)
    assert due(moment) == []
    assert due() == ["00.first"]


def test_without_a_unit_review_asks_what_is_due(clock, reviewed, said):
    question("05.q1", "b")
    said()
    review()
    assert "no answer of yours is a week old" in said()
    clock.pass_by(days=8)
    assert reviewed() == ["05.q1"]


def test_a_review_question_is_asked_without_the_earlier_answer(clock, said):
    question("05.q1", "a")
    clock.pass_by(days=8)
    said()
    review()
    shown = said()
    assert "- **a.** `x`, which was made by hand" in shown
    assert "ight." not in shown
    assert "Your answer" not in shown


def test_a_question_that_no_unit_asks_any_more_is_not_due(clock, store):
    question("05.q1", "b")
    store.write_text(store.read_text().replace("05.q1", "05.gone"))
    clock.pass_by(days=8)
    assert due() == []


def test_progress_proposes_what_is_due(clock, monkeypatch, course):
    monkeypatch.setattr(progress_table, "unit_numbers", lambda: sorted(course))
    monkeypatch.setattr(progress_table, "load_unit", course.__getitem__)
    question("01.third", "a")
    assert "review()" not in repr(progress_table.table())
    clock.pass_by(days=7)
    assert "A week or more ago you answered 01.third." in repr(progress_table.table())
    assert "&quot;review()&quot; in a notebook" in progress_table.table()._repr_html_()


def test_what_is_proposed_can_be_imported():
    from classroom import review as imported

    assert imported is review
