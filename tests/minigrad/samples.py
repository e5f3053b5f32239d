"""What to call each operation of the table with.

``SAMPLES[row]`` lists argument tuples. An ``Input(shape, low, high)`` stands for a tensor of random numbers in
that range, away from kinks; everything else is passed as it is. One sample at least a row; those with several
shapes cover 0-dim, broadcasting either way, and empty tensors.
"""

# One row of the table of operations is one line here, however long.
# ruff: noqa: E501

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Input:
    """A random differentiable input. ``distinct``: no two equal elements, so that extremes have no ties."""

    shape: tuple = (3,)
    low: float = -2.0
    high: float = 2.0
    distinct: bool = False

    def array(self, rng, dtype=np.float64):
        if self.distinct:
            size = int(np.prod(self.shape))
            return rng.permutation(np.linspace(self.low, self.high, size)).reshape(self.shape).astype(dtype)
        values = rng.uniform(self.low, self.high, self.shape)
        return np.asarray(values, dtype)


def anywhere(*shapes, low=-2.0, high=2.0):
    return [(Input(shape, low, high),) for shape in shapes]


UNARY_SHAPES = ((3,), (2, 3), (), (0,))
PAIRS = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (2, 3)),
    ((2, 1), (1, 3)),
    ((), (2, 3)),
    ((2, 3), ()),
    ((), ()),
    ((0, 3), (3,)),
]


def unary(low=-2.0, high=2.0):
    return anywhere(*UNARY_SHAPES, low=low, high=high)


def pairs(first=(-2.0, 2.0), second=(-2.0, 2.0)):
    return [(Input(a, *first), Input(b, *second)) for a, b in PAIRS]


def with_number(samples, *numbers, first=(-2.0, 2.0)):
    return samples + [(Input((3,), *first), number) for number in numbers]


AWAY = (0.3, 0.9)  # not near an integer, a kink or zero
MASK = np.array([[True, False, True], [False, False, True]])

SAMPLES = {
    # elementwise
    "add": with_number(pairs(), 2, 0.5),
    "sub": with_number(pairs(), 2, 0.5),
    "rsub": with_number(pairs(), 2, 0.5),
    "mul": with_number(pairs(), 2, 0.5),
    "div": with_number(pairs(second=(0.5, 2.0)), 2, 0.5),
    "floor_divide": pairs(second=(0.5, 2.0)),
    "remainder": with_number(pairs(AWAY, (1.1, 1.9)), 2),
    "fmod": with_number(pairs(AWAY, (1.1, 1.9)), 2),
    "neg": unary(),
    "pow_scalar": [(Input(s, 0.5, 2.0), e) for s in UNARY_SHAPES for e in (2, 3, 0, 1, -1, 0.5, -1.5)],
    "pow_tensor": pairs((0.5, 2.0), (-2.0, 2.0)),
    "rpow": [(Input(s), base) for s in UNARY_SHAPES for base in (2, 0.5)],
    "hypot": pairs((0.5, 2.0), (0.5, 2.0)),
    "lerp": [(Input(a), Input(b), 0.3) for a, b in PAIRS],
    "lerp_tensor": [(Input(a), Input(b), Input((3,))) for a, b in PAIRS] + [(Input((3,)), 2.0, Input(()))],
    "xlogy": pairs((-2.0, 2.0), (0.5, 2.0)),
    "exp": unary(), "exp2": unary(), "expm1": unary(),
    "log": unary(0.5, 2.0), "log2": unary(0.5, 2.0), "log10": unary(0.5, 2.0), "log1p": unary(-0.5, 2.0),
    "sqrt": unary(0.5, 2.0), "rsqrt": unary(0.5, 2.0), "reciprocal": unary(0.5, 2.0),
    "sin": unary(), "cos": unary(), "tan": unary(-1.0, 1.0),
    "asin": unary(-0.8, 0.8), "acos": unary(-0.8, 0.8), "atan": unary(),
    "atan2": pairs((0.5, 2.0), (-2.0, -0.5)),
    "sinh": unary(), "cosh": unary(), "tanh": unary(), "sinc": unary(0.2, 0.8),
    "asinh": unary(), "acosh": unary(1.5, 3.0), "atanh": unary(-0.8, 0.8),
    "sigmoid": unary(), "relu": unary(0.1, 2.0) + unary(-2.0, -0.1), "erf": unary(),
    "relu_slope": [(Input((3,)), Input((3,), 0.1, 2.0)), (Input(()), Input((), 0.1, 2.0))], "logsigmoid": unary(),
    "softplus": unary() + [(Input((3,)), 2.0, 20.0), (Input((3,), 12.0, 13.0), 2.0, 20.0)],
    "abs": unary(0.1, 2.0) + unary(-2.0, -0.1), "sign": unary(0.1, 2.0),
    "floor": unary(*AWAY), "ceil": unary(*AWAY), "round": unary(0.6, 0.9), "trunc": unary(*AWAY), "frac": unary(*AWAY),
    "clamp_scalar": [(Input((3,), -0.4, 0.4), -0.5, 0.5), (Input((3,), 1.0, 2.0), -0.5, 0.5), (Input((2, 2)), None, 3.0),
                     (Input((2, 2)), -3.0, None), (Input(()), -3.0, 3.0)],
    "maximum": pairs((0.0, 1.0), (1.5, 2.0)) + pairs((1.5, 2.0), (0.0, 1.0)),
    "minimum": pairs((0.0, 1.0), (1.5, 2.0)) + pairs((1.5, 2.0), (0.0, 1.0)),
    "fmax": pairs((0.0, 1.0), (1.5, 2.0)) + pairs((1.5, 2.0), (0.0, 1.0)),
    "fmin": pairs((0.0, 1.0), (1.5, 2.0)) + pairs((1.5, 2.0), (0.0, 1.0)),
    "where": [(MASK, Input((2, 3)), Input((2, 3))), (MASK, Input((3,)), Input((2, 1))), (MASK, Input(()), Input((3,)))],
    "masked_fill": [(Input((2, 3)), MASK, 1.5)],
    "fill": [(Input((2, 3)), 1.5)], "zero": [(Input((2, 3)),)],
    # comparisons and logic: no derivative
    **{name: pairs() for name in ("eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor")},
    **{name: unary() for name in ("isnan", "isinf", "isfinite", "logical_not")},
    **{name: [(MASK, ~MASK)] for name in ("bitwise_and", "bitwise_or", "bitwise_xor")},
    "bitwise_not": [(MASK,)],
    # shape
    "view": [(Input((2, 3)), (3, 2)), (Input((2, 3)), (-1,)), (Input(()), (1, 1)), (Input((0, 3)), (3, 0))],
    "reshape_copy": [(Input((2, 3)), (3, 2)), (Input(()), (1,))],
    "transpose": [(Input((2, 3)), 0, 1), (Input((2, 3, 4)), -1, 0)],
    "t": [(Input((2, 3)),), (Input((3,)),), (Input(()),)],
    "permute": [(Input((2, 3, 4)), (2, 0, 1)), (Input((2, 3)), (-1, 0))],
    "squeeze_all": [(Input((1, 3, 1)),)],
    "squeeze_dim": [(Input((1, 3, 1)), 0), (Input((1, 3, 1)), (0, 2)), (Input((2, 3)), 0)],
    "unsqueeze": [(Input((2, 3)), 1), (Input(()), 0), (Input((3,)), -1)],
    "expand": [(Input((3,)), (2, 3)), (Input((2, 1)), (2, 3)), (Input((2, 1)), (-1, 4)), (Input(()), (2,))],
    "narrow": [(Input((4, 2)), 0, 1, 2), (Input((2, 4)), -1, 0, 3)],
    "put_slice": [(Input((2, 2)), (4, 2), 0, 1, 2)],
    "alias": [(Input((2, 3)),)],
    "diagonal": [(Input((3, 3)), 0, 0, 1), (Input((2, 3)), 1, 0, 1)],
    "put_diagonal": [(Input((2,)), (2, 2), 0, 0, 1)],
    "clone": unary(), "contiguous_copy": unary(), "copied": unary(),
    "copy": [(Input((2, 3)), Input((2, 3))), (Input((2, 3)), Input((3,)))],
    "cast": [(Input((2, 3)), np.dtype(np.float64), np.dtype(np.float64))],
    "flip": [(Input((2, 3)), (0,)), (Input((2, 3)), (0, 1))],
    "roll": [(Input((2, 3)), (1,), (1,)), (Input((2, 3)), (1, 2), (0, 1))],
    "repeat": [(Input((2, 3)), (2, 2)), (Input((3,)), (2, 1, 2))],
    "tril": [(Input((3, 3)), 0), (Input((3, 3)), -1)], "triu": [(Input((3, 3)), 0), (Input((2, 3)), 1)],
    # reduction
    "sum_all": unary(),
    "sum_dim": [(Input((2, 3)), d, k) for d in (0, -1, (0, 1)) for k in (False, True)] + [(Input((0, 3)), 0, False)],
    "mean_all": anywhere((3,), (2, 3), ()),
    "mean_dim": [(Input((2, 3)), d, k) for d in (0, -1, (0, 1)) for k in (False, True)],
    "nansum": [(Input((2, 3)), None, False), (Input((2, 3)), 0, True)],
    "prod_all": anywhere((3,), (2, 3), (), (0,)),
    "prod_dim": [(Input((2, 3)), d, k) for d in (0, -1) for k in (False, True)],
    "cumsum": [(Input((2, 3)), 0), (Input((2, 3)), -1)],
    "cumprod": [(Input((2, 3)), 0), (Input((2, 3)), -1)],
    "logcumsumexp": [(Input((2, 3)), 0), (Input((2, 3)), -1)],
    **{name: [(Input((2, 3), distinct=True),), (Input(()),)] for name in ("max_all", "min_all")},
    "median_all": [(Input((5,), distinct=True),), (Input((2, 3), distinct=True),)],
    **{name: [(Input((2, 3), distinct=True), d, k) for d in (None, 0, (0, 1)) for k in (False, True)]
       for name in ("amax", "amin")},
    "var_op": [(Input((2, 3)), None, 1, False), (Input((4, 3)), 0, 1, True), (Input((4, 3)), -1, 0, False)],
    "std_op": [(Input((2, 3)), None, 1, False), (Input((4, 3)), 0, 1, True), (Input((4, 3)), -1, 0, False)],
    "vector_norm": [(Input((2, 3), 0.5, 2.0), o, d, k) for o in (2, 1, 3, 1.5, 0.5, 4) for d, k in ((None, False), (0, True))]
    + [(Input((2, 3), 0.5, 2.0, distinct=True), o, -1, False) for o in (np.inf, -np.inf)],
    "logsumexp": [(Input((2, 3)), 0, False), (Input((2, 3)), (0, 1), False), (Input((2, 3)), -1, True)],
    "softmax": [(Input((2, 3)), 0), (Input((2, 3)), -1)],
    "log_softmax": [(Input((2, 3)), 0), (Input((2, 3)), -1)],
    "argmax": [(Input((2, 3), distinct=True), None, False), (Input((2, 3), distinct=True), 1, True)],
    "argmin": [(Input((2, 3), distinct=True), None, False), (Input((2, 3), distinct=True), 1, True)],
    "argsort": [(Input((2, 3), distinct=True), -1, False), (Input((2, 3), distinct=True), 0, True)],
    "all": [(Input((2, 3)), None, False), (Input((2, 3)), 0, True)],
    "any": [(Input((2, 3)), None, False), (Input((2, 3)), 0, True)],
    "count_nonzero": [(Input((2, 3)), None), (Input((2, 3)), 0)],
    # linalg
    "mm": [(Input((2, 3)), Input((3, 4))), (Input((0, 3)), Input((3, 4)))],
    "mv": [(Input((2, 3)), Input((3,)))],
    "dot": [(Input((3,)), Input((3,)))],
    "bmm": [(Input((2, 3, 4)), Input((2, 4, 2))), (Input((2, 3, 4)), Input((4, 2))), (Input((3, 4)), Input((2, 4, 2)))],
    "joined_batch": [(Input((2, 3)),)],
    "drop_row": [(Input((1, 3)), 0)],
    "addmm": [(Input((4,)), Input((2, 3)), Input((3, 4))), (Input((2, 4)), Input((2, 3)), Input((3, 4)))],
    # indexing
    **{name: [(Input((3, 4)), i) for i in ((1, ...), (slice(0, 2), ...), (None, slice(None), 2, ...), (..., slice(0, 4, 2)))]
       for name in ("select_index", "slice_index", "insert_index", "unbind_one")},
    "place": [(Input((4,)), (3, 4), (1, ...))],
    "split_one": [(Input((4, 2)), 0, 1, 2)],
    "index": [(Input((4,)), (np.array([0, 2, 0]),)), (Input((3, 4)), (np.array([[0], [2]]), np.array([1, 1]))),
              (Input((2, 3)), (MASK,)), (Input((4,)), (np.array([], int),))],
    "add_at": [(Input((3,)), (4,), (np.array([0, 2, 0]),))],
    "index_put": [(Input((4,)), Input((2,)), (np.array([0, 2]),)), (Input((3, 4)), Input(()), (np.array([1]),))],
    "index_put_accumulate": [(Input((4,)), Input((3,)), (np.array([0, 2, 0]),))],
    "put": [(Input((3,)), np.array([0, 2, 2]), 4)],
    "gather": [(Input((2, 3)), 1, np.array([[0, 2, 2, 1], [1, 1, 0, 0]])), (Input((3,)), 0, np.array([1, 1]))],
    "scatter_add_zeros": [(Input((2,)), (3,), 0, np.array([1, 1]))],
    "scatter_add": [(Input((3,)), 0, np.array([1, 1]), Input((2,)))],
    "scatter": [(Input((3,)), 0, np.array([1, 2]), Input((2,)))],
    "index_select": [(Input((4, 2)), 0, np.array([3, 0, 3])), (Input((2, 4)), -1, np.array([1]))],
    **{name: [(Input((2, 3), distinct=True), np.array([[1], [2]]), 1, k) for k in (True, False)]
       for name in ("max_values", "min_values", "median_values", "kthvalue_values")},
    **{name: [(Input((2, 3), distinct=True), np.array([[1, 0, 2], [2, 2, 1]]), 1, True)]
       for name in ("sort_values", "topk_values", "cummax_values", "cummin_values")},
    # activations
    "leaky_relu": unary(0.1, 2.0) + unary(-2.0, -0.1) + [(Input((3,), -2.0, -0.1), 0.2)],
    "elu": unary(0.1, 2.0) + unary(-2.0, -0.1) + [(Input((3,), -2.0, -0.1), 0.5)],
    "silu": unary(), "gelu": unary() + [(Input((3,)), "tanh")],
    "hardtanh": unary(-0.9, 0.9) + unary(1.1, 2.0), "threshold": [(Input((3,), 0.6, 2.0), 0.5, 9.0), (Input((3,), 0.0, 0.4), 0.5, 9.0)],
    # losses
    **{name: [(Input((2, 3)), Input((2, 3)), reduction) for reduction in ("mean", "sum", "none")] + [(Input((2, 3)), Input((3,)), "mean")]
       for name in ("mse_loss", "smooth_l1_loss", "huber_loss")},
    "nll_loss": [(Input((2, 3)), np.array([2, 0]), None, reduction) for reduction in ("mean", "sum", "none")]
    + [(Input((3, 3)), np.array([2, -100, 1]), np.array([0.5, 1.0, 2.0]), reduction) for reduction in ("mean", "sum", "none")],
    "binary_cross_entropy": [(Input((2, 3), 0.2, 0.8), Input((2, 3), 0.2, 0.8), None, reduction) for reduction in ("mean", "sum", "none")],
    "binary_cross_entropy_with_logits": [(Input((2, 3), 0.2, 2.0), Input((2, 3), 0.2, 0.8), None, None, reduction)
                                         for reduction in ("mean", "sum", "none")],
    "embedding": [(Input((4, 2)), np.array([[3, 0], [3, 1]]))],
}  # fmt: skip

VARIADIC = {
    "cat": [((Input((2, 3)), Input((1, 3))), 0), ((Input((2, 3)), Input((2, 1)), Input((2, 2))), -1)],
    "stack": [((Input((2, 3)), Input((2, 3))), 0), ((Input((3,)), Input((3,)), Input((3,))), -1)],
}
