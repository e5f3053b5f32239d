"""What a learner hands to `check`: is it the kind of thing that the exercise asks for, and how is it used?"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Sequence
from typing import Any

from classroom.check.specification import Lines, Task
from classroom.check.values import kind_of, show

ORDER_FILE = "<the lines in your order>"


class Unusable(Exception):
    """What was handed to `check` cannot be tried; the text says why and what to do, in sentences."""


def take_answer(task: Task, answers: Sequence[Any]) -> Any:
    """Return the answer: a function or class, a tuple of them, an order ("CAB") or a choice ("B").

    An order or choice may be given as it is or as a function that returns it. Whatever that function raises
    comes out.

    Unusable: it is something else.
    """
    if not answers:
        raise Unusable("Give check your answer too, behind the task's name and a comma.")
    if task.kind in ("lines", "choice"):
        if len(answers) > 1:
            raise Unusable(f"check got {len(answers)} answers, and this task has one.")
        given = answers[0]() if callable(answers[0]) else answers[0]
        return _order(task.lines, given) if task.lines else _choice(task, given)
    if len(answers) > 1:
        return tuple(answers)
    _require_function_or_class(task, answers[0])
    return answers[0]


def way_to_use(task: Task) -> Callable[..., Any]:
    """How an answer of this task is tried: called as `way(answer, *inputs)`, it returns what is looked at."""
    if task.lines:
        lines = task.lines
        return lambda order, *inputs: task.use(assemble(lines, order), *inputs)
    if task.kind == "choice":
        return lambda choice, *inputs: choice
    return task.use


def name_of(answer: Any) -> str:
    """What the learner called the function or class."""
    return str(getattr(answer, "__name__", "your answer"))


def _require_function_or_class(task: Task, answer: Any) -> None:
    wanted = "a class" if task.kind == "class" else "a function"
    if isinstance(answer, str):
        raise Unusable(f"check got the text {answer!r} instead of {wanted}. Leave out the quotes.")
    if not callable(answer):
        got = "None" if answer is None else f"{kind_of(answer)}, {show(answer)},"
        raise Unusable(
            f"check got {got} instead of {wanted}. Write the name alone, without brackets behind it: "
            "with brackets it is called first, and check gets what comes back."
        )
    if task.kind == "function" and isinstance(answer, type):
        raise Unusable(f"check got the class {answer.__name__}, and this task asks for a function (def ...).")
    if task.kind == "class" and not isinstance(answer, type):
        raise Unusable(
            f"check got the function {name_of(answer)}, and this task asks for a class (class ...)."
        )
    if task.kind == "function":
        _require_parameters(task, answer)


def _require_parameters(task: Task, answer: Any) -> None:
    """Compare the parameters with those of the known wrong answers, which are called in the same way."""
    asked = parameters_of(task.mistakes[0].answer) if task.mistakes else None
    if asked is None:
        return
    try:
        inspect.signature(answer).bind(*asked)
    except TypeError:
        own = parameters_of(answer)
        has = "no parameters" if not own else f"the parameters ({', '.join(own)})"
        wants = "no arguments" if not asked else f"({', '.join(asked)})"
        raise Unusable(
            f"{name_of(answer)} has {has}, and it is called with {wants}. "
            f"Put the exercise's first line back: def {name_of(answer)}({', '.join(asked)}):"
        ) from None
    except ValueError:  # a built-in function shows no parameters: whether it can be called will be seen
        return


def parameters_of(function: Any) -> list[str] | None:
    """Names of the parameters that must be given, in order; None where they are not known."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in parameters if p.kind in positional and p.default is p.empty]


def input_names(task: Task, answer: Any, count: int) -> list[str]:
    """What the exercise calls its inputs, where that can be known; else "input 1", "input 2" ..."""
    candidates = [list(task.lines.given)] if task.lines else []
    candidates += [(parameters_of(task.use) or [])[1:]]
    candidates += [parameters_of(mistake.answer) or [] for mistake in task.mistakes[:1]]
    candidates += [parameters_of(answer) or []]
    return next(
        (names for names in candidates if len(names) == count), [f"input {i + 1}" for i in range(count)]
    )


def _choice(task: Task, given: Any) -> Any:
    if task.choices is None or (isinstance(given, str) and given in task.choices):
        return given
    letters = ", ".join(f'"{letter}"' for letter in task.choices)
    if isinstance(given, str) and given.strip().upper() in task.choices:
        return given.strip().upper()
    raise Unusable(f"The answer is {show(given)}, and the choices are {letters}.")


def _order(lines: Lines, given: Any) -> str:
    """The order as a string of letters. Spaces, commas, small letters and lists are all understood."""
    known = ", ".join(lines.code)
    if isinstance(given, (list, tuple)) and all(isinstance(letter, str) for letter in given):
        given = "".join(given)
    if not isinstance(given, str):
        raise Unusable(
            f'The answer is {show(given)}. Give the letters of the lines in order, for example "BA".'
        )
    order = "".join(given.upper().replace(",", " ").split())
    for letter in order:
        if letter not in lines.code:
            raise Unusable(f'There is no line "{letter}". The lines are {known}.')
        if order.count(letter) > 1:
            raise Unusable(f"Line {letter} stands more than once in your order; each line may be used once.")
    lacking = [letter for letter in lines.code if letter not in order]
    if lacking and lines.every:
        raise Unusable(f"Your order leaves out {', '.join(lacking)}. Every line is needed.")
    if not order:
        raise Unusable(f"Your order is empty. The lines are {known}.")
    return order


def assemble(lines: Lines, order: str) -> Callable[..., Any]:
    """Make a function of the lines in this order. Its arguments are those that `lines.given` names.

    SyntaxError: in this order the lines are not a program (an indented line first, for example).

    >>> lines = Lines({"A": "x = x * 2", "B": "x = x + 1"}, given=("x",), returns="x")
    >>> assemble(lines, "AB")(10)
    21
    """
    source = "\n".join(lines.code[letter] for letter in order) + "\n"
    # So that an exception can show the line it came from.
    linecache.cache[ORDER_FILE] = (len(source), None, source.splitlines(keepends=True), ORDER_FILE)
    program = compile(source, ORDER_FILE, "exec")

    def run(*inputs: Any) -> Any:
        import minigrad

        names = {"minigrad": minigrad, **lines.names, **dict(zip(lines.given, inputs, strict=True))}
        exec(program, names)
        return eval(lines.returns, names)

    return run
