"""minigrad: a small automatic differentiation engine on NumPy that behaves as PyTorch's autograd does.

>>> import minigrad
>>> x = minigrad.tensor(2.0, requires_grad=True)
>>> (x**3).backward()
>>> x.grad
tensor(12.)
"""

from typing import Any

import numpy as _np

from minigrad import autograd
from minigrad import creation as _creation
from minigrad import dtypes as _dtypes
from minigrad import random as _random
from minigrad.autograd import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from minigrad.functions import binding as _binding
from minigrad.size import Size
from minigrad.tensor import Tensor

_binding.bind()

from minigrad import linalg, nn, optim  # noqa: E402  (they use the methods)
from minigrad.creation import *  # noqa: E402, F403
from minigrad.dtypes import *  # noqa: E402, F403
from minigrad.printing import set_printoptions  # noqa: E402
from minigrad.random import *  # noqa: E402, F403

__all__ = [
    "Size",
    "Tensor",
    "autograd",
    "enable_grad",
    "inference_mode",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "linalg",
    "nn",
    "no_grad",
    "optim",
    "set_grad_enabled",
    "set_printoptions",
]
__all__ += _creation.__all__ + _dtypes.__all__ + _random.__all__

# PyTorch computes 1/0 and log(0) without a word, and so does minigrad. NumPy's warnings are switched off here
# once, for the whole program: doing it around each operation would double what a small one costs.
_np.seterr(all="ignore")


def __getattr__(name: str) -> Any:
    function = _binding.function_named(name)
    if function is None:
        raise AttributeError(f"module 'minigrad' has no attribute {name!r}")
    globals()[name] = function
    return function
