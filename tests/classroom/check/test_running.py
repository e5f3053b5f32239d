"""Whatever an answer does, it is used in bounded time and memory, and nothing stays changed."""

import signal
import sys
import threading
import time
from contextlib import suppress

import pytest

import minigrad
from classroom.check.examine import examine
from classroom.check.finite_differences import slopes
from classroom.check.running import MAX_PRINTED, attempt
from classroom.check.specification import Case, Task
from classroom.check.time_limit import OutOfTime, time_limit

CASE = Case(lambda: (2.0,))


def use(answer, *inputs):
    return answer(*inputs)


def never_returns(x):
    while True:
        x += 1


def swallows_exceptions(x):
    while True:
        with suppress(Exception):
            x += 1


def swallows_everything(x):
    for _ in range(2):
        try:
            while True:
                x += 1
        except:  # noqa: E722
            pass


def sleeps(x):
    time.sleep(60)


@pytest.mark.parametrize("answer", [never_returns, swallows_exceptions, swallows_everything, sleeps])
def test_an_answer_that_does_not_come_back_is_stopped(answer):
    started = time.monotonic()
    outcome = attempt(use, answer, CASE, 0.2)
    assert outcome.out_of_time or answer is swallows_everything
    assert time.monotonic() - started < 5


def test_a_thread_other_than_the_main_one_has_a_limit_too():
    outcomes = []
    thread = threading.Thread(target=lambda: outcomes.append(attempt(use, never_returns, CASE, 0.2)))
    thread.start()
    thread.join(10)
    assert outcomes and outcomes[0].out_of_time


def test_nothing_is_raised_after_the_time_limit_was_kept_in_a_thread():
    ended = []

    def work():
        for _ in range(20):
            with time_limit(0.01):
                pass
        time.sleep(0.1)
        ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)
    assert ended == [True]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timer signals")
def test_handler_and_timer_are_as_before():
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    previous = signal.setitimer(signal.ITIMER_REAL, 0.6)
    try:
        with pytest.raises(OutOfTime), time_limit(0.1):
            never_returns(1)
        with time_limit(5):
            pass
        assert rang == []
        remaining, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < remaining < 0.6
        time.sleep(0.7)
        assert rang == [True]
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *previous)


def test_a_time_limit_of_a_whole_check_names_the_answer():
    verdict = examine(Task("endless", "Endless", cases=(CASE, CASE, CASE), seconds=0.2), [never_returns])
    assert verdict.problem.difference.says.startswith("never_returns did not come back within 0.2 seconds")
    assert verdict.tried == 1


def test_a_keyboard_interrupt_comes_out():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attempt(use, interrupted, CASE, 1.0)


def test_what_is_printed_is_kept_in_part_and_does_not_reach_the_screen(capsys):
    def prints(x):
        for _ in range(100_000):
            print("a long line of text")
            print("and to stderr", file=sys.stderr)

    outcome = attempt(use, prints, CASE, 5.0)
    assert outcome.printed.startswith("a long line of text\nand to stderr\n")
    assert len(outcome.printed) < MAX_PRINTED + 100
    assert capsys.readouterr() == ("", "")


def test_the_learners_own_line_is_found():
    def answer(x):
        def helper(y):
            return [1, 2][y]

        return helper(int(x))

    trouble = attempt(use, answer, CASE, 1.0).trouble
    assert (trouble.type, trouble.line, trouble.function) == (IndexError, "return [1, 2][y]", "helper")
    assert not trouble.deliberate


def test_the_learners_line_is_found_below_the_engines_own():
    def answer(x):
        y = minigrad.tensor(x, requires_grad=True) ** 2
        y.backward()
        y.backward()

    trouble = attempt(use, answer, CASE, 1.0).trouble
    assert (trouble.type, trouble.line, trouble.function) == (RuntimeError, "y.backward()", "answer")


def test_an_exception_in_the_courses_own_code_has_no_line():
    # (`slopes` stands for a unit's way of using an answer, which meets a result of the wrong kind.)
    trouble = attempt(slopes, lambda x: "text", Case(lambda: ((2.0,), (0,))), 1.0).trouble
    assert (trouble.type, trouble.line, trouble.function) == (TypeError, "", "")


def test_an_exception_raised_on_purpose_is_told_from_one_that_happened():
    def answer(x):
        raise ValueError("x must be an int")

    def other(x):
        return int("two")

    assert attempt(use, answer, CASE, 1.0).trouble.deliberate
    assert not attempt(use, other, CASE, 1.0).trouble.deliberate


def test_inputs_before_and_after_are_kept_apart():
    def appends(items):
        items.append(3)
        return len(items)

    outcome = attempt(use, appends, Case(lambda: ([1, 2],)), 1.0)
    assert outcome.inputs == ([1, 2],)
    assert outcome.after == ([1, 2, 3],)
    assert outcome.result == 3


def test_an_exit_is_an_outcome():
    assert attempt(use, lambda x: sys.exit(3), CASE, 1.0).trouble.type is SystemExit
