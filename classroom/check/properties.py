"""What can be stated about a right answer without giving one. A unit module picks from these.

- `gradient`: what came out as a gradient agrees with finite differences of the function it is the gradient of
- `same`: something that can be read off a run is as it should be (a number, a shape, a flag, an identity)
- `returns`: the result is what something independent says (not the solution: an oracle, a relation, a count)
- `shape`, `dtype`: of the result
- `leaf`: an input is still a leaf, and still requires a gradient or not, as before
- `before`: in an order of lines, one must stand before another
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from classroom.check.compare import compare, numbers_differ
from classroom.check.finite_differences import slopes
from classroom.check.specification import Difference, Property, Run
from classroom.check.values import array_of, as_sentence, is_tensor, kind_of, tolerance

FINITE_DIFFERENCES = "finite differences"


def same(
    what: str,
    got: Callable[[Run], Any],
    expected: Callable[[Run], Any],
    *,
    source: str = "",
    says: str = "",
    shown: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    parts: Sequence[str] = (),
) -> Property:
    """`got` of a run must be `expected` of it: the same kind, shape, dtype, and numbers up to rounding.

    what     the name that the message gives it ("x.grad", "is_leaf of the copy")
    source   who says what is expected ("counting the rows")
    says     a sentence that replaces "x.grad is 6.0; it should be 16.0."
    shown    False where the message must not show what is expected, because it would be the answer
    parts    names of the parts, where a tuple is compared: ("w", "b")

    >>> same_length = same("the length", lambda run: len(run.result), lambda run: len(run.inputs[0]))
    """

    def test(run: Run) -> Difference | None:
        difference = compare(
            got(run), expected(run), what=what, source=source, shown=shown, rtol=rtol, atol=atol, parts=parts
        )
        if difference and says:
            return Difference(
                says, difference.expected, difference.got, source, what, difference.where, shown
            )
        return difference

    return Property(what, test)


def returns(
    expected: Callable[..., Any], *, source: str = "", what: str = "the result", rtol: float | None = None
) -> Property:
    """The result must be what `expected(*inputs)` says: an oracle that is not the solution."""
    return same(what, lambda run: run.result, lambda run: expected(*run.inputs), source=source, rtol=rtol)


def shape(expected: Callable[..., tuple[int, ...]]) -> Property:
    """The result's shape must be `expected(*inputs)`.

    >>> like_x = shape(lambda x, w: x.shape)
    """
    return Property("shape", lambda run: _shape_difference(run.result, tuple(expected(*run.inputs))))


def _shape_difference(result: Any, expected: tuple[int, ...]) -> Difference | None:
    if not hasattr(result, "shape"):
        return compare(result, np.zeros(expected))
    found = tuple(result.shape)
    if found == expected:
        return None
    return Difference(f"The result has the shape {found}; it should have {expected}.", expected, found)


def dtype(expected: Callable[..., Any]) -> Property:
    """The result's dtype must be that of `expected(*inputs)`, for example `lambda x: x`."""

    def test(run: Run) -> Difference | None:
        found, wanted = _dtype(run.result), _dtype(expected(*run.inputs))
        if found == wanted:
            return None
        return Difference(f"The result has the dtype {found}; it should have {wanted}.", wanted, found)

    return Property("dtype", test)


def _dtype(value: Any) -> str:
    """The name of a value's dtype ("float32"), without the library it comes from."""
    return str(getattr(value, "dtype", kind_of(value))).rpartition(".")[2]


def leaf(name: str, index: int) -> Property:
    """Input number `index`, called `name`, must still be a leaf, and require a gradient if it did before."""
    return same(
        f"({name}.is_leaf, {name}.requires_grad)",
        lambda run: (run.after[index].is_leaf, run.after[index].requires_grad),
        lambda run: (True, run.inputs[index].requires_grad),
    )


def before(first: str, second: str, because: str) -> Property:
    """In an order of lines, line `first` must stand before line `second`; `because` says why, in a clause."""

    def test(run: Run) -> Difference | None:
        if run.answer.index(first) < run.answer.index(second):
            return None
        return Difference(f"Line {second} stands before line {first}, but {because}.", what="the order")

    return Property(f"{first} before {second}", test)


def in_grad(run: Run) -> Any:
    """For `gradient(got=in_grad)`: the gradients are in `.grad` of the inputs."""
    raise NotImplementedError("`gradient` looks into .grad itself")  # pragma: no cover


def random_gradient(shape: tuple[int, ...]) -> np.ndarray:
    """A random output gradient of this shape, the same at every call, of short numbers none of which is 0.

    >>> random_gradient((2,)).shape
    (2,)
    """
    quarters = np.random.default_rng([7, *shape]).permutation([n for n in range(-12, 13) if n])
    return np.resize(quarters, shape) / 4.0


def backward_with_random_gradient(answer: Callable[..., Any], *inputs: Any) -> Any:
    """For `use`: call the answer, and go backward from its result with a random output gradient."""
    result = answer(*inputs)
    if is_tensor(result) and result.requires_grad:
        import minigrad

        seed = random_gradient(tuple(result.shape))
        result.backward(minigrad.tensor(seed, dtype=result.dtype))
    return result


def gradient(
    *,
    of: Callable[..., Any],
    got: Callable[[Run], Any] | None = None,
    at: Callable[[Run], Sequence[Any]] | None = None,
    wrt: Sequence[int] | None = None,
    seed: int | Callable[[tuple[int, ...]], np.ndarray] | None = None,
    accumulates: bool = False,
    names: Sequence[str] = (),
    rtol: float | None = None,
) -> Property:
    """What came out must agree with finite differences of `of`, taken in float64.

    of     the function that is differentiated, as the exercise states it. It is called like the answer, with
           float64 tensors for tensors, and floats for floats
    got    where the gradients are: a function of the run, or `in_grad`. Default: the result is the gradient,
           or a tuple of gradients when there are several
    at     the inputs of `of`, as a function of the run, where they are not those of the answer
    wrt    positions of the inputs of `of` that are moved. Default: the tensors that require a gradient; if
           there are none, all floats and float arrays and tensors
    seed   the output gradient, where `of` gives several numbers: the position of the input that holds it, or
           `random_gradient`. The sum of (output gradient · output) is differentiated
    accumulates   `.grad` had a value before, and the gradient comes on top of it (with got=in_grad)
    names  how the message calls the gradients; default "x.grad" or "the result"

    A gradient must have the shape of what it is the gradient of, be the same kind of thing and, for tensors
    and arrays, have the same dtype.

    >>> square = gradient(of=lambda x: x * x)
    >>> from classroom.check.specification import Case
    >>> square.test(Run(Case(lambda: (3.0,)), inputs=(3.0,), after=(3.0,), result=3.0)).says
    'The result is 3.0; by finite differences it is 6.0.'
    """

    def test(run: Run) -> Difference | None:
        inputs = tuple(at(run)) if at else run.inputs
        places = tuple(wrt) if wrt is not None else _moved_by_default(inputs)
        weights = inputs[seed] if isinstance(seed, int) else seed(_output_shape(of, inputs)) if seed else None
        expected = [_rounded(slope) for slope in slopes(of, inputs, places, weights)]
        if got is in_grad:
            labels = list(names) or [f"{name}.grad" for name in _names(of, places)]
            found = [run.after[i].grad for i in places]
            if accumulates:
                expected = [e + _grad_before(run.inputs[i]) for e, i in zip(expected, places, strict=True)]
        else:
            result = got(run) if got else run.result
            several = len(places) > 1
            if several and (not isinstance(result, (tuple, list)) or len(result) != len(places)):
                return compare(result, tuple(expected), source=FINITE_DIFFERENCES)
            found = list(result) if several else [result]
            labels = list(names) or [
                f"the result[{n}]" if several else "the result" for n in range(len(places))
            ]
        for value, slope, place, label in zip(found, expected, places, labels, strict=True):
            if difference := _gradient_difference(value, slope, inputs[place], label, rtol):
                return difference
        return None

    return Property("gradient", test)


def _rounded(slope: np.ndarray) -> np.ndarray:
    """Without the last digits, which are noise: a learner reads 0.0, not 8.9e-11."""
    largest = float(np.abs(slope).max(initial=0.0))
    if not 0.0 < largest < np.inf:
        return slope
    return np.asarray(np.round(slope, 8 - int(np.ceil(np.log10(max(largest, 0.1)))))) + 0.0


def _moved_by_default(inputs: Sequence[Any]) -> tuple[int, ...]:
    tracked = tuple(i for i, value in enumerate(inputs) if is_tensor(value) and value.requires_grad)
    return tracked or tuple(i for i, value in enumerate(inputs) if _is_floating(value))


def _is_floating(value: Any) -> bool:
    if is_tensor(value) or isinstance(value, (float, np.ndarray)):
        return array_of(value).dtype.kind == "f"
    return False


def _output_shape(of: Callable[..., Any], inputs: Sequence[Any]) -> tuple[int, ...]:
    return array_of(of(*inputs)).shape


def _names(of: Callable[..., Any], places: Sequence[int]) -> list[str]:
    import inspect

    parameters = list(inspect.signature(of).parameters)
    return [parameters[i] if i < len(parameters) else f"input {i}" for i in places]


def _grad_before(value: Any) -> Any:
    return 0.0 if value.grad is None else array_of(value.grad)


def _gradient_difference(
    value: Any, slope: np.ndarray, place: Any, label: str, rtol: float | None
) -> Difference | None:
    """Compare one gradient with the slopes: first that it is the same kind of thing as its input."""
    like = _as_kind_of(place, slope)
    if kind_of(value) != kind_of(like) or tuple(np.shape(array_of(value))) != slope.shape:
        return compare(value, like, what=label, source=FINITE_DIFFERENCES)
    if hasattr(place, "dtype") and value.dtype != place.dtype:
        says = f"{label} has the dtype {_dtype(value)}; it should have {_dtype(place)}, like its input."
        return Difference(as_sentence(says), what=label)
    array = array_of(value)
    tolerated, floor = tolerance(array)
    floor *= max(1.0, float(np.abs(slope).max(initial=0.0)))  # differences round in proportion to the largest
    found = numbers_differ(
        array, slope, label, FINITE_DIFFERENCES, tolerated if rtol is None else rtol, floor
    )
    if found is None:
        return None
    says, where = found
    return Difference(as_sentence(says), like, value, FINITE_DIFFERENCES, label, where)


def _as_kind_of(place: Any, slope: np.ndarray) -> Any:
    if is_tensor(place):
        import minigrad

        return minigrad.tensor(slope, dtype=place.dtype)
    return slope if isinstance(place, np.ndarray) else slope.tolist()
