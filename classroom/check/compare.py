"""Comparing what came out with what should have: the first difference, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from classroom.check.specification import Difference
from classroom.check.values import array_of, as_sentence, kind_of, numbers_close, show, show_apart, tolerance


def compare(
    got: Any,
    expected: Any,
    *,
    what: str = "the result",
    source: str = "",
    shown: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    parts: Sequence[str] = (),
) -> Difference | None:
    """Return how `got` differs from `expected`, or None when it does not.

    It must be the same kind of thing (a list may stand for a tuple, an int for a float), with the same shape
    and dtype, keys and lengths, and numbers that agree up to rounding. `rtol` and `atol` replace the
    tolerances that follow from the dtypes. `source` says who says what is expected, and with shown=False
    nobody is told what it is. `parts` names the parts of a tuple: ("w", "b").

    >>> compare(np.array([6.0, -8.0]), np.array([16.0, -8.0]), what="x.grad").where
    'at [0]: 6.0 where 16.0 should be'
    >>> compare([1.0, 2.0], np.array([1.0, 2.0])).says
    'The result is a list; it should be a NumPy array.'
    """
    found = _Comparison(rtol, atol, shown, source, parts).differ(got, expected, what)
    if found is None:
        return None
    says, where = found
    return Difference(
        says=as_sentence(says),
        expected=expected,
        got=got,
        source=source,
        what=what,
        where=where if shown else "",
        shown=shown,
    )


Found = tuple[str, str] | None


class _Comparison:
    def __init__(
        self, rtol: float | None, atol: float | None, shown: bool, source: str, parts: Sequence[str]
    ) -> None:
        self.rtol, self.atol, self.shown, self.source, self.parts = rtol, atol, shown, source, parts

    def differ(self, got: Any, expected: Any, what: str) -> Found:
        kind, expected_kind = kind_of(got), kind_of(expected)
        if expected_kind in ("a list", "a tuple"):
            if kind not in ("a list", "a tuple"):
                form = f"a tuple of {len(expected)} values" if expected_kind == "a tuple" else expected_kind
                return self.unlike(got, what, form)
            return self.sequences(got, expected, what)
        if kind != expected_kind:
            return self.unlike(got, what, expected_kind)
        if expected_kind == "a dict":
            return self.dicts(got, expected, what)
        if expected_kind in ("a number", "a NumPy array", "a tensor"):
            return self.numbers(got, expected, what)
        if expected_kind == "None" or got == expected:
            return None
        return self.value(what, got, expected)

    def unlike(self, got: Any, what: str, expected_kind: str) -> Found:
        if got is None and what == "the result":
            return "your function returns None. Does every way through it end with `return`?", ""
        return f"{what} is {kind_of(got)}; it should be {expected_kind}.", ""

    def value(self, what: str, got: Any, expected: Any) -> Found:
        if not self.shown:
            return f"{what} is {show(got)}, which is not right.", ""
        return f"{what} is {show(got)}; {should_be(self.source)} {show(expected)}.", ""

    def sequences(self, got: Any, expected: Any, what: str) -> Found:
        if len(got) != len(expected):
            length = f"; it should have {len(expected)}" if self.shown else ", which is not the right number"
            return f"{what} has {len(got)} items{length}.", ""
        # `parts` names those of the outermost tuple only.
        names, self.parts = self.parts or [f"{what}[{i}]" for i in range(len(expected))], ()
        for name, part, expected_part in zip(names, got, expected, strict=True):
            if found := self.differ(part, expected_part, name):
                return found
        return None

    def dicts(self, got: Any, expected: Any, what: str) -> Found:
        if lacking := [key for key in expected if key not in got]:
            return f"{what} has no {lacking[0]!r}.", ""
        if extra := [key for key in got if key not in expected]:
            return f"{what} has {extra[0]!r}, which does not belong there.", ""
        for key in expected:
            if found := self.differ(got[key], expected[key], f"{what}[{key!r}]"):
                return found
        return None

    def numbers(self, got: Any, expected: Any, what: str) -> Found:
        array, wanted = array_of(got), array_of(expected)
        if array.shape != wanted.shape:
            return f"{what} has the shape {array.shape}; it should have {wanted.shape}.", ""
        if kind_of(expected) != "a number" and array.dtype != wanted.dtype:
            return f"{what} has the dtype {array.dtype}; it should have {wanted.dtype}.", ""
        rtol, atol = tolerance(array, wanted)
        rtol, atol = rtol if self.rtol is None else self.rtol, atol if self.atol is None else self.atol
        if numbers_close(array, wanted, rtol, atol).all():
            return None
        if not self.shown:
            return self.value(what, got, expected)
        return numbers_differ(array, wanted, what, self.source, rtol, atol)


def should_be(source: str) -> str:
    """The words between what came out and what is expected."""
    return f"by {source} it is" if source else "it should be"


def numbers_differ(
    got: np.ndarray, expected: np.ndarray, what: str, source: str, rtol: float, atol: float
) -> Found:
    """Say where two arrays of one shape first differ, or None."""
    close = numbers_close(got, expected, rtol, atol)
    if close.all():
        return None
    if got.ndim == 0:
        own, right = show_apart(got.item(), expected.item())
        return f"{what} is {own}; {should_be(source)} {right}.", ""
    index = tuple(int(place) for place in np.argwhere(~close)[0])
    place = f"[{', '.join(map(str, index))}]"
    wrong = int((~close).sum())
    own, right = show_apart(got[index].item(), expected[index].item())
    return f"{what} differs in {wrong} of {got.size} numbers.", f"at {place}: {own} where {right} should be"
