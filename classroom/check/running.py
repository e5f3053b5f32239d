"""Using a learner's answer once, whatever it does: return, raise, print without end, never come back."""

from __future__ import annotations

import dis
import io
import linecache
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from classroom.check.specification import Case
from classroom.check.time_limit import OutOfTime, time_limit
from classroom.check.values import Picture, picture_of

MAX_PRINTED = 2000  # characters of what the answer printed that are kept


@dataclass(frozen=True)
class Trouble:
    """An exception that came out of the answer, and the learner's own line that it came from.

    deliberate   whether that line is a `raise` statement
    function     the learner's function that the line stands in; "" where none of their code took part
    """

    type: type[BaseException]
    text: str
    function: str = ""
    number: int = 0
    line: str = ""
    deliberate: bool = False


@dataclass(frozen=True)
class Outcome:
    """What one use of an answer did. `picture` shows what came back and what the inputs were left as."""

    case: Case
    inputs: tuple[Any, ...] = ()
    after: tuple[Any, ...] = ()
    result: Any = None
    trouble: Trouble | None = None
    out_of_time: bool = False
    printed: str = ""
    picture: Picture = Picture("None")


def attempt(use: Callable[..., Any], answer: Any, case: Case, seconds: float) -> Outcome:
    """Use `answer` on the inputs of `case` and keep what it did. Only a KeyboardInterrupt comes out.

    >>> attempt(lambda f, x: f(x), lambda x: 1 / x, Case(lambda: (0,)), 1.0).trouble.text
    'division by zero'
    """
    inputs, given = case.make(), case.make()
    printed = _Printed()
    result: Any = None
    trouble = None
    out_of_time = False
    try:
        with redirect_stdout(printed), redirect_stderr(printed), time_limit(seconds):
            result = use(answer, *given)
    except OutOfTime:
        out_of_time = True
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an answer may also call exit()
        trouble = trouble_of(error)
    return Outcome(
        case=case,
        inputs=inputs,
        after=given,
        result=result,
        trouble=trouble,
        out_of_time=out_of_time,
        printed=printed.getvalue(),
        picture=picture_of([result, list(given)]),
    )


class _Printed(io.StringIO):
    """Keeps the beginning of what is printed and lets the rest go by, so that memory stays bounded."""

    def write(self, text: str) -> int:
        room = MAX_PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
            if len(text) > room:
                super().write("\n... (the rest is not shown)")
        return len(text)


def trouble_of(error: BaseException) -> Trouble:
    """Find the learner's line that an exception came from."""
    kind, text = type(error), str(error)
    if isinstance(error, SyntaxError) and error.lineno and error.text:  # lines in an order that is no program
        return Trouble(kind, error.msg, number=error.lineno, line=error.text.strip())
    entries = _entries(error.__traceback__)
    deliberate = bool(entries) and _raises(entries[-1]) and not _is_library(entries[-1])
    for entry in reversed(entries):
        if not _is_library(entry) and not _is_course(entry):
            code, number = entry.tb_frame.f_code, entry.tb_lineno
            line = linecache.getline(code.co_filename, number).strip()
            return Trouble(kind, text, code.co_name, number, line, deliberate)
    return Trouble(kind, text, deliberate=deliberate)


def _entries(traceback: TracebackType | None) -> list[TracebackType]:
    found = []
    while traceback is not None:
        found.append(traceback)
        traceback = traceback.tb_next
    return found


def _raises(entry: TracebackType) -> bool:
    return entry.tb_frame.f_code.co_code[entry.tb_lasti] == dis.opmap["RAISE_VARARGS"]


_COURSE = str(Path(__file__).parents[1])
_ENGINE = str(Path(__file__).parents[2] / "minigrad")
_PYTHON = str(Path(io.__file__).parent)


def _is_course(entry: TracebackType) -> bool:
    return entry.tb_frame.f_code.co_filename.startswith(_COURSE)


def _is_library(entry: TracebackType) -> bool:
    filename = entry.tb_frame.f_code.co_filename
    return (
        filename.startswith((_ENGINE, _PYTHON, "<minigrad", "<frozen", "<__array_function__"))
        or "site-packages" in filename
    )
