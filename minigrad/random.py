"""Random tensors. The same seed gives the same numbers again, though not the numbers that PyTorch gives."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad import dtypes
from minigrad.creation import array_of, to_numpy, to_shape
from minigrad.dtypes import dtype as DType
from minigrad.tensor import Tensor

__all__ = [
    "Generator",
    "bernoulli",
    "initial_seed",
    "manual_seed",
    "normal",
    "rand",
    "rand_like",
    "randint",
    "randint_like",
    "randn",
    "randn_like",
    "randperm",
    "seed",
]


class Generator:
    """A stream of random numbers that is independent of the one ``manual_seed`` sets.

    >>> g = Generator().manual_seed(7)
    >>> a = rand(3, generator=g)
    >>> b = rand(3, generator=g.manual_seed(7))
    >>> bool((a == b).all())
    True
    """

    def __init__(self) -> None:
        self._seed: int | None = None

    def manual_seed(self, seed: int) -> Generator:
        """Start again from ``seed``, any integer."""
        self._seed = int(seed) % 2**64
        self.__dict__.pop("numbers", None)
        return self

    def seed(self) -> int:
        """Start again from a seed that the operating system picks, and return it."""
        self.manual_seed(int(np.random.SeedSequence().generate_state(1, np.uint64)[0]))
        return self.initial_seed()

    def initial_seed(self) -> int:
        """The seed that the stream started from."""
        return self.seed() if self._seed is None else self._seed

    @functools.cached_property
    def numbers(self) -> np.random.Generator:
        """NumPy's generator, made on first use: importing it takes longer than importing minigrad."""
        return np.random.default_rng(self.initial_seed())


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Start the random numbers again from ``seed``: what follows is the same each time.

    >>> _ = manual_seed(0)
    >>> a = randn(2)
    >>> _ = manual_seed(0)
    >>> bool((a == randn(2)).all())
    True
    """
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Start the random numbers from a seed that the operating system picks, and return it."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed that the random numbers started from."""
    return default_generator.initial_seed()


def rand(
    *size: Any, generator: Generator | None = None, dtype: DType | None = None, requires_grad: bool = False
) -> Tensor:
    """Numbers drawn evenly from 0 (included) to 1 (excluded); the size as in ``zeros``."""
    return Tensor._wrap(_uniform("rand", to_shape("rand", size), to_numpy(dtype), generator), requires_grad)


def randn(
    *size: Any, generator: Generator | None = None, dtype: DType | None = None, requires_grad: bool = False
) -> Tensor:
    """Numbers from the normal distribution with mean 0 and standard deviation 1; the size as in ``zeros``."""
    return Tensor._wrap(
        _standard_normal("randn", to_shape("randn", size), to_numpy(dtype), generator), requires_grad
    )


def randint(
    *args: Any,
    generator: Generator | None = None,
    dtype: DType = dtypes.int64,
    requires_grad: bool = False,
) -> Tensor:
    """``randint(high, size)`` or ``randint(low, high, size)``: integers from ``low`` (0) to ``high - 1``.

    >>> randint(10, (2, 3)).shape
    torch.Size([2, 3])
    """
    if len(args) not in (2, 3) or not isinstance(args[-1], tuple | list):
        raise TypeError(
            "randint() takes randint(high, size) or randint(low, high, size), with a tuple as size."
        )
    low, high = (0, args[0]) if len(args) == 2 else args[:2]
    return Tensor._wrap(_integers(low, high, to_shape("randint", args[-1]), dtype, generator), requires_grad)


def randperm(n: int, *, generator: Generator | None = None, dtype: DType = dtypes.int64) -> Tensor:
    """The integers from 0 to ``n - 1`` in random order."""
    (length,) = to_shape("randperm", (n,))
    return Tensor._wrap(_numbers(generator).permutation(length).astype(to_numpy(dtype)))


def normal(
    mean: Tensor | float,
    std: Tensor | float = 1.0,
    size: Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Numbers from normal distributions; ``mean`` and ``std`` may be tensors, one entry for each number.

    With two plain numbers, ``size`` has to say how many are wanted.
    """
    if np.any(_plain(std) < 0):
        raise RuntimeError(f"normal() needs a standard deviation of at least 0, not {std!r}.")
    if size is None and not isinstance(mean, Tensor) and not isinstance(std, Tensor):
        raise TypeError("normal() of two plain numbers needs a size: normal(0., 1., (2, 3)).")
    shape = np.broadcast_shapes(np.shape(_plain(mean)), np.shape(_plain(std))) if size is None else size
    like = next((each._array.dtype for each in (mean, std) if isinstance(each, Tensor)), to_numpy(None))
    noise = _standard_normal("normal", to_shape("normal", (tuple(shape),)), like, generator)
    return Tensor._wrap((_plain(mean) + _plain(std) * noise).astype(like))


def bernoulli(input: Tensor, *, generator: Generator | None = None) -> Tensor:
    """1 with the probability that ``input`` gives at each place, else 0, in its shape and dtype."""
    chances = array_of("bernoulli", input)
    if not np.all((chances >= 0) & (chances <= 1)):
        raise RuntimeError("bernoulli() takes probabilities, and one of them is not between 0 and 1.")
    drawn = _numbers(generator).random(chances.shape) < chances
    return Tensor._wrap(np.asarray(drawn).astype(chances.dtype))


def rand_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """As ``rand``, in the shape of ``input``, and in its dtype unless another is given."""
    shape = array_of("rand_like", input).shape
    return Tensor._wrap(_uniform("rand_like", shape, to_numpy(dtype, input), None), requires_grad)


def randn_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """As ``randn``, in the shape of ``input``, and in its dtype unless another is given."""
    shape = array_of("randn_like", input).shape
    return Tensor._wrap(_standard_normal("randn_like", shape, to_numpy(dtype, input), None), requires_grad)


def randint_like(input: Tensor, *bounds: int, dtype: DType | None = None) -> Tensor:
    """As ``randint``, in the shape of ``input``, and in its dtype unless another is given."""
    low, high = (0, *bounds) if len(bounds) == 1 else bounds
    shape = array_of("randint_like", input).shape
    return Tensor._wrap(_integers(low, high, shape, dtype or input.dtype, None))


# on arrays -----------------------------------------------------------------------------------------------


def _numbers(generator: Generator | None) -> np.random.Generator:
    return (generator or default_generator).numbers


def _plain(value: Any) -> Any:
    return value._array if isinstance(value, Tensor) else value


def _uniform(name: str, shape: Any, dtype: np.dtype[Any], generator: Generator | None) -> Any:
    drawn = _numbers(generator).random(shape, _drawable(name, dtype))
    return np.asarray(drawn).astype(dtype, copy=False)


def _standard_normal(name: str, shape: Any, dtype: np.dtype[Any], generator: Generator | None) -> Any:
    drawn = _numbers(generator).standard_normal(shape, _drawable(name, dtype))
    return np.asarray(drawn).astype(dtype, copy=False)


def _drawable(name: str, dtype: np.dtype[Any]) -> Any:
    """float32 and float64 are drawn as such; float16 is rounded from float32."""
    if dtype.kind != "f":
        raise NotImplementedError(f"{name}() draws floating point numbers; for {dtype} use randint().")
    return np.float64 if dtype == np.float64 else np.float32


def _integers(low: int, high: int, shape: Any, dtype: DType, generator: Generator | None) -> Any:
    if low >= high:
        raise RuntimeError(f"randint() needs low < high, and got low={low} and high={high}.")
    return np.asarray(_numbers(generator).integers(low, high, shape)).astype(to_numpy(dtype))
