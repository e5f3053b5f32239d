"""The tensor: an array with a history.

The operators and most methods are not written here: ``minigrad/ops`` declares every operation together with
its derivative, and ``minigrad/functions`` binds them to this class.
"""

from __future__ import annotations

import builtins
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from minigrad import dtypes, printing
from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode
from minigrad.autograd.graph import Hooks, Packed, RemovableHandle
from minigrad.autograd.views import View, check_in_place, rebase, refresh, renew
from minigrad.dtypes import dtype
from minigrad.size import Size

__all__ = ["Tensor"]

_new = object.__new__


class Tensor:
    """A multi-dimensional array that remembers how it was computed.

    Made by ``minigrad.tensor(...)``, ``minigrad.zeros(...)`` and the like, not by calling the class.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> y = x**2 + 2 * x + 1
    >>> y.backward()
    >>> x.grad
    tensor(8.)
    """

    __slots__ = (
        "__weakref__",
        "_array",  # the numbers: an ndarray, or for a 0-dim result a NumPy scalar until storage is needed
        "_counter",  # [version], shared by all that share the storage; None until somebody needs to count
        "_extra",  # hooks of a leaf, or None
        "_grad",
        "_node",  # what made it; None for a leaf
        "_requires_grad",
        "_view",  # how it was cut from its base, or None
    )

    # NumPy's operators leave "array * tensor" to the tensor, which refuses it with an explanation.
    __array_priority__ = 1000

    _array: Any
    _node: Any
    _requires_grad: bool
    _grad: Tensor | None
    _counter: Any
    _view: View | None
    _extra: Hooks | None

    # bound at import by minigrad.functions; told to type checkers here ---------------------------------------

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __getitem__(self, key: Any) -> Tensor: ...
        def __setitem__(self, key: Any, value: Any) -> None: ...
        def __neg__(self) -> Tensor: ...
        def __invert__(self) -> Tensor: ...
        def __abs__(self) -> Tensor: ...
        def __eq__(self, other: object) -> Any: ...
        def __ne__(self, other: object) -> Any: ...
        def __add__(self, other: Any) -> Tensor: ...
        def __radd__(self, other: Any) -> Tensor: ...
        def __sub__(self, other: Any) -> Tensor: ...
        def __rsub__(self, other: Any) -> Tensor: ...
        def __mul__(self, other: Any) -> Tensor: ...
        def __rmul__(self, other: Any) -> Tensor: ...
        def __truediv__(self, other: Any) -> Tensor: ...
        def __rtruediv__(self, other: Any) -> Tensor: ...
        def __floordiv__(self, other: Any) -> Tensor: ...
        def __rfloordiv__(self, other: Any) -> Tensor: ...
        def __mod__(self, other: Any) -> Tensor: ...
        def __rmod__(self, other: Any) -> Tensor: ...
        def __pow__(self, other: Any) -> Tensor: ...
        def __rpow__(self, other: Any) -> Tensor: ...
        def __matmul__(self, other: Any) -> Tensor: ...
        def __rmatmul__(self, other: Any) -> Tensor: ...
        def __and__(self, other: Any) -> Tensor: ...
        def __or__(self, other: Any) -> Tensor: ...
        def __xor__(self, other: Any) -> Tensor: ...
        def __lt__(self, other: Any) -> Tensor: ...
        def __le__(self, other: Any) -> Tensor: ...
        def __gt__(self, other: Any) -> Tensor: ...
        def __ge__(self, other: Any) -> Tensor: ...
        def __iadd__(self, other: Any) -> Tensor: ...
        def __isub__(self, other: Any) -> Tensor: ...
        def __imul__(self, other: Any) -> Tensor: ...
        def __itruediv__(self, other: Any) -> Tensor: ...

    # making tensors around arrays --------------------------------------------------------------------------

    @staticmethod
    def _wrap(array: Any, requires_grad: bool = False) -> Tensor:
        """A leaf around ``array``, which is not copied."""
        tensor = _new(Tensor)
        tensor._array = array
        tensor._node = tensor._grad = tensor._view = tensor._extra = None
        tensor._counter = graph.INFERENCE if mode.inference else None
        tensor._requires_grad = False
        if requires_grad:
            tensor.requires_grad = True
        return tensor

    @staticmethod
    def _made_by(node: Any, array: Any, counter: Any = None) -> Tensor:
        """The result of ``node``, around ``array``."""
        tensor = Tensor._wrap(array)
        tensor._node, tensor._requires_grad, tensor._counter = node, True, counter
        return tensor

    def _alias(self) -> Tensor:
        """Another tensor object with the same storage, counter and history."""
        refresh(self)
        alias = Tensor._wrap(self._storage())
        alias._counter = self._shared_counter()
        alias._node, alias._requires_grad, alias._view = self._node, self._requires_grad, self._view
        return alias

    def _storage(self) -> np.ndarray[Any, Any]:
        """The numbers as an array that can be shared and changed; a 0-dim result becomes one here."""
        if type(self._array) is not np.ndarray:
            self._array = np.asarray(self._array)
        return self._array

    def _shared_counter(self) -> Any:
        if self._counter is None:
            self._counter = [0]
        return self._counter

    # what it is --------------------------------------------------------------------------------------------

    @property
    def shape(self) -> Size:
        """The length along each dimension, a ``Size``."""
        return tuple.__new__(Size, self._array.shape)

    def size(self, dim: int | None = None) -> Any:
        """The shape, or the length along ``dim``.

        >>> import minigrad
        >>> minigrad.ones(2, 3).size(), minigrad.ones(2, 3).size(-1)
        (torch.Size([2, 3]), 3)
        """
        if dim is None:
            return self.shape
        shape = self._array.shape
        if not -len(shape) <= dim < len(shape):
            raise IndexError(f"size(): dim {dim} is out of range for a tensor of shape {list(shape)}.")
        return shape[dim]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    def dim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    def numel(self) -> int:
        """How many numbers it holds."""
        return self._array.size

    nelement = numel

    @property
    def dtype(self) -> dtype:
        """The type of the numbers."""
        return dtypes.from_numpy[self._array.dtype]

    @property
    def device(self) -> str:
        """Where the numbers are: always the CPU."""
        return "cpu"

    @property
    def itemsize(self) -> int:
        """Bytes a number."""
        return self._array.itemsize

    def element_size(self) -> int:
        """Bytes a number."""
        return self._array.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes in all."""
        return self._array.nbytes

    def is_floating_point(self) -> bool:
        """Whether the dtype is a floating one."""
        return self._array.dtype.kind == "f"

    def is_complex(self) -> bool:
        """Whether the dtype is a complex one."""
        return self._array.dtype.kind == "c"

    def stride(self, dim: int | None = None) -> Any:
        """How many elements to go for one step along each dimension, or along ``dim``."""
        strides = tuple(step // self._array.itemsize for step in self._storage().strides)
        return strides if dim is None else strides[dim]

    def storage_offset(self) -> int:
        """How many elements from the start of the base's storage this view begins."""
        base = self._view.base if self._view is not None else self
        return (self.data_ptr() - base.data_ptr()) // self._array.itemsize

    def is_contiguous(self) -> bool:
        """Whether the numbers lie in memory in reading order, without gaps."""
        return bool(self._storage().flags.c_contiguous)

    def data_ptr(self) -> int:
        """The address of the first number: two tensors that share it share their values."""
        return int(self._storage().__array_interface__["data"][0])

    def is_inference(self) -> bool:
        """Whether it was made under ``inference_mode``."""
        return self._counter is graph.INFERENCE

    # its place in the graph --------------------------------------------------------------------------------

    @property
    def requires_grad(self) -> bool:
        """Whether backward computes a gradient for it. Can be set on leaves of floating dtype."""
        return self._requires_grad or (self._view is not None and self._view.base._requires_grad)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if value and self._array.dtype.kind not in "fc":
            raise RuntimeError(
                f"Only floating point tensors can require grad, and this one is {self.dtype}. A derivative needs "
                "values that can change by a little: use .float() first."
            )
        if not value and not self.is_leaf:
            raise RuntimeError(
                "requires_grad can be switched off on leaves only; this tensor was computed by "
                f"{self.grad_fn.name()}. Use .detach() for a tensor with the same values and no history."
            )
        if value and self.is_inference() and not mode.inference:
            raise RuntimeError(
                "An inference tensor can't require grad outside inference_mode; .clone() it first."
            )
        self._requires_grad = bool(value)

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Set ``requires_grad`` and return the tensor itself."""
        self.requires_grad = requires_grad
        return self

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made it. Backward fills ``.grad`` of leaves that require grad."""
        if self._view is not None:
            renew(self)
        return self._node is None

    @property
    def grad_fn(self) -> Any:
        """The node that made it; None for a leaf."""
        if self._view is not None:
            renew(self)
        return None if self._node is None else graph.public(self._node)[0]

    @property
    def output_nr(self) -> int:
        """Which of its node's results it is."""
        return 0 if self.is_leaf else graph.public(self._node)[1]

    @property
    def grad(self) -> Tensor | None:
        """What backward has accumulated: a tensor of the same shape and dtype, or None."""
        if self._grad is None and self._node is not None and not self.retains_grad:
            warnings.warn(
                "This tensor was computed, so it is not a leaf, and backward does not keep its gradient: .grad is "
                "None. Call .retain_grad() on it before backward if you want to see it.",
                UserWarning,
                stacklevel=2,
            )
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            self._check_grad(value)
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def _check_grad(self, value: Any) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f".grad must be a Tensor or None, not {type(value).__name__}.")
        if value is self:
            raise RuntimeError("A tensor can't be its own .grad.")
        if value._array.shape != self._array.shape:
            raise RuntimeError(
                f".grad must have the tensor's shape {list(self._array.shape)}, not {list(value._array.shape)}."
            )
        if value._array.dtype != self._array.dtype:
            raise RuntimeError(f".grad must have the tensor's dtype {self.dtype}, not {value.dtype}.")

    @property
    def _version(self) -> int:
        """How often the storage has been changed in place, by whatever name."""
        return 0 if self._counter is None else self._counter[0]

    def _bump_version(self) -> None:
        if self._counter is not graph.INFERENCE:
            self._shared_counter()[0] += 1

    @property
    def _base(self) -> Tensor | None:
        return None if self._view is None else self._view.base

    def _is_view(self) -> bool:
        return self._view is not None

    @property
    def data(self) -> Tensor:
        """The same values without history *and without the version counter*: edits go unnoticed."""
        return Tensor._wrap(self._storage())

    @data.setter
    def data(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f".data must be a Tensor, not {type(value).__name__}.")
        self._array = value._storage()

    def detach(self) -> Tensor:
        """The same storage, cut off from the graph; edits of one are seen, and counted, by the other.

        >>> import minigrad
        >>> x = minigrad.ones(2, requires_grad=True)
        >>> d = x.detach()
        >>> d.requires_grad, d.data_ptr() == x.data_ptr()
        (False, True)
        """
        detached = Tensor._wrap(self._storage())
        detached._counter = self._shared_counter()
        return detached

    def detach_(self) -> Tensor:
        """Make this very tensor a leaf without history."""
        if self._view is not None:
            raise RuntimeError("A view can't be detached in place, it belongs to its base. Use .detach().")
        self._node, self._requires_grad = None, False
        return self

    def retain_grad(self) -> None:
        """Keep the gradient of this computed tensor in ``.grad`` at the next backward."""
        if not self.requires_grad:
            raise RuntimeError("retain_grad() is for tensors that require grad, and this one doesn't.")
        if not self.is_leaf:
            from minigrad.autograd.engine import retain

            retain(self)

    @property
    def retains_grad(self) -> bool:
        """Whether this computed tensor keeps its gradient. False for leaves, which always do."""
        if self._node is None or self._node.extra is None or self._node.extra.retain is None:
            return False
        return self._node.extra.retain() is self

    def _hooks(self) -> Hooks:
        """Where hooks on this tensor are kept: at its node, or at the leaf itself."""
        if self._view is not None:
            renew(self)
        if self._node is not None:
            return self._node.hooks()
        if self._extra is None:
            self._extra = Hooks()
        return self._extra

    def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
        """Call ``hook(grad)`` whenever backward has this tensor's gradient; a result replaces it."""
        if not self.requires_grad:
            raise RuntimeError("A hook would never be called: this tensor doesn't require grad.")
        return RemovableHandle(self._hooks().tensor, hook)

    def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], None]) -> RemovableHandle:
        """Call ``hook(tensor)`` each time backward has added to this leaf's ``.grad``."""
        if not self.requires_grad:
            raise RuntimeError("A hook would never be called: this tensor doesn't require grad.")
        if not self.is_leaf:
            raise RuntimeError(
                "Only leaves accumulate gradients; this tensor was computed. Use register_hook."
            )
        return RemovableHandle(self._hooks().accumulated, hook)

    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Tensor | Sequence[Tensor] | None = None,
    ) -> None:
        """Add d(self)/d(leaf) to ``leaf.grad`` for every leaf that this tensor was computed from.

        ``gradient``: needed where the tensor has more than one element; of the tensor's shape. The result is
        then the vector-Jacobian product.
        ``retain_graph``: keep what the graph has saved, for a second backward.
        ``create_graph``: record the backward itself, for derivatives of derivatives.
        ``inputs``: accumulate into these only.

        Raises ``RuntimeError`` without a graph, for a non-scalar without ``gradient``, for a graph already
        freed, and when a saved value was changed in place.
        """
        from minigrad import autograd

        autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    # to and from Python and NumPy --------------------------------------------------------------------------

    def numpy(self, *, force: bool = False) -> np.ndarray[Any, Any]:
        """The values as an array that shares the storage.

        Raises ``RuntimeError`` while recording if the tensor requires grad; ``force=True`` detaches first.
        """
        if self.requires_grad and not force and is_recording():
            raise RuntimeError(
                "NumPy doesn't record, so the gradient would be lost silently. If that is what you want, say so: "
                "tensor.detach().numpy()."
            )
        return self._storage()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return Tensor._wrap(np.asarray(array))

    def item(self) -> Any:
        """The value of a tensor of one element as a Python number."""
        if self._array.size != 1:
            raise RuntimeError(
                f"item() needs exactly one element; this tensor has {self._array.size} "
                f"(shape {list(self._array.shape)}). Use .tolist()."
            )
        return self._array.item()

    def tolist(self) -> Any:
        """The values as nested lists of Python numbers."""
        return self._array.tolist()

    def __bool__(self) -> bool:
        if self._array.size != 1:
            raise RuntimeError(
                f"The truth of a tensor with {self._array.size} elements is not clear: use .any() or .all()."
            )
        return bool(self._array.item())

    def _number(self, kind: type) -> Any:
        if self.requires_grad and is_recording():
            warnings.warn(
                "Converting a tensor that requires grad to a Python number cuts it from the graph. "
                "Use .item() on .detach() if that is what you want.",
                UserWarning,
                stacklevel=3,
            )
        if self._array.size != 1:
            raise ValueError(
                "Only a tensor of one element can become a Python number; this one has shape "
                f"{list(self._array.shape)}."
            )
        return kind(self.item())

    def __float__(self) -> float:
        return self._number(builtins.float)

    def __int__(self) -> int:
        return self._number(builtins.int)

    def __complex__(self) -> complex:
        return self._number(builtins.complex)

    def __index__(self) -> int:
        if self._array.dtype.kind not in "biu" or self._array.size != 1:
            raise TypeError(f"Only integer tensors of one element can be used as an index, not {self!r}.")
        return builtins.int(self._array.item())

    def __len__(self) -> int:
        if self._array.ndim == 0:
            raise TypeError("A 0-dim tensor has no len().")
        return self._array.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if self._array.ndim == 0:
            raise TypeError("A 0-dim tensor can't be iterated over; .item() gives its value.")
        return iter(self.unbind(0))

    def __contains__(self, value: Any) -> bool:
        array = value._array if isinstance(value, Tensor) else value
        return bool((self._array == array).any())

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return printing.repr_tensor(self._storage(), self._suffixes())

    def _suffixes(self) -> list[str]:
        try:
            node = self.grad_fn
        except RuntimeError:  # one of several views, whose base was changed in place
            return ["grad_fn=<Invalid>"]
        if node is not None:
            return [f"grad_fn=<{type(node).__name__}>"]
        return ["requires_grad=True"] if self.requires_grad else []

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec and self._array.ndim == 0 else format(repr(self), spec)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        if not self.is_leaf:
            raise RuntimeError(
                f"Only leaves can be deep-copied; this tensor was computed by {self.grad_fn.name()}. "
                "Use .detach().clone()."
            )
        copy = self._new_like_self(self._storage().copy())
        copy._requires_grad = self._requires_grad
        copy._grad = None if self._grad is None else self._grad.__deepcopy__(memo)
        memo[id(self)] = copy
        return copy

    def _new_like_self(self, array: np.ndarray[Any, Any]) -> Tensor:
        """A leaf of the same class around ``array``."""
        copy = Tensor._wrap(array)
        if type(self) is not Tensor:
            copy.__class__ = type(self)
        return copy

    def __reduce__(self) -> Any:
        # As in PyTorch, neither the graph nor .grad is stored: what comes back is a leaf.
        return _rebuild, (type(self), self._storage(), self._requires_grad)


def _rebuild(kind: type[Tensor], array: np.ndarray[Any, Any], requires_grad: bool) -> Tensor:
    tensor = Tensor._wrap(array, requires_grad)
    tensor.__class__ = kind
    return tensor


def is_recording() -> bool:
    """Whether operations are recorded in this thread."""
    return bool(mode.track)


def assign(target: Tensor, value: Tensor) -> Tensor:
    """Finish an in-place operation: ``value`` was computed out of place from an alias of ``target``."""
    array, result = target._array, value._array
    if result.shape != array.shape:
        raise RuntimeError(
            f"An in-place result must keep the tensor's shape {list(array.shape)}; this one would have "
            f"{list(result.shape)}. Use the out-of-place form."
        )
    if not dtypes.can_cast(value.dtype, target.dtype):
        raise RuntimeError(
            f"An in-place result must fit the tensor's dtype: {value.dtype} can't be stored in {target.dtype}. "
            "Use the out-of-place form, or convert the tensor first."
        )
    node = value._node
    if node is not None and value._array.dtype != array.dtype:
        value = value.to(target.dtype)
        node = value._node
    if node is not None:
        check_in_place(target, recorded=True)
    keeps_result = node is not None and "result" in node.saved_names and not isinstance(node.result, Packed)
    if type(array) is np.ndarray or keeps_result:
        target._storage()[...] = result
    else:  # a single number that nobody shares: exchanging it is the same as writing to it
        target._array = array.dtype.type(result)
    target._bump_version()
    if keeps_result:  # what was saved is from now on what the tensor holds
        node.result, node.result_counter = target._array, target._counter
        node.result_version = target._counter[0]
    if node is not None:
        rebase(target, node)
    return target
