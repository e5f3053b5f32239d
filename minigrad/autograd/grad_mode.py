"""Whether operations are recorded: ``no_grad``, ``enable_grad``, ``set_grad_enabled``, ``inference_mode``.

Each thread has its own mode, as in PyTorch: a background thread that evaluates under ``no_grad`` must not
switch off recording for the thread that trains.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from typing import Any

__all__ = [
    "enable_grad",
    "inference_mode",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "no_grad",
    "set_grad_enabled",
]


class Mode(threading.local):
    """The recording mode of one thread.

    Operations read ``track`` alone, once each, so that recording stays cheap. It sums up the rest:
    ``True`` record; ``Careful`` record and look at each new node; ``False`` don't record;
    ``None`` don't record and mark the results as inference tensors.
    """

    grad = True
    inference = False
    #: what wants to see each recorded node: saved-tensor hooks, anomaly detection
    watchers: tuple[Any, ...] = ()
    track: Any = True

    def set(self, **changes: Any) -> None:
        for name, value in changes.items():
            setattr(self, name, value)
        if self.inference:
            self.track = None
        elif not self.grad:
            self.track = False
        else:
            self.track = Careful(self.watchers) if self.watchers else True


class Careful:
    """Stands for "record, and show each new node to these watchers"."""

    def __init__(self, watchers: tuple[Any, ...]):
        self.watchers = watchers

    def recorded(self, node: Any) -> None:
        for watcher in self.watchers:
            watcher.recorded(node)


mode = Mode()


def is_grad_enabled() -> bool:
    """Whether operations on tensors that require grad are recorded now.

    >>> import minigrad
    >>> with minigrad.no_grad():
    ...     minigrad.is_grad_enabled()
    False
    """
    return mode.grad


def is_inference_mode_enabled() -> bool:
    """Whether the code runs inside ``inference_mode``."""
    return mode.inference


class _ModeContext:
    """A context manager that is also a decorator, for functions and for generators."""

    def __enter__(self) -> None:
        self._before = (mode.grad, mode.inference)
        self._enter()

    def _enter(self) -> None:
        raise NotImplementedError

    def __exit__(self, *exception: object) -> None:
        grad, inference = self._before
        mode.set(grad=grad, inference=inference)

    def _again(self) -> _ModeContext:
        """A fresh context like this one: a decorated function may call itself."""
        return type(self)()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.isgeneratorfunction(function):
            return self._decorate_generator(function)

        @functools.wraps(function)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            with self._again():
                return function(*args, **kwargs)

        return decorated

    def _decorate_generator(self, function: Callable[..., Any]) -> Callable[..., Any]:
        # Between two values the caller's mode must hold, so the context is entered for each step anew.
        @functools.wraps(function)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            steps = function(*args, **kwargs)
            resume: Callable[[], Any] = functools.partial(next, steps)
            while True:
                try:
                    with self._again():
                        value = resume()
                except StopIteration as stop:
                    return stop.value
                try:
                    sent = yield value
                except GeneratorExit:
                    steps.close()
                    raise
                except BaseException as error:
                    resume = functools.partial(steps.throw, error)
                else:
                    resume = functools.partial(steps.send, sent)

        return decorated


class _PlainModeContext(_ModeContext):
    """A mode without arguments can be used as ``@no_grad`` as well as ``@no_grad()``."""

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        context = super().__new__(cls)
        return context if function is None else context(function)


class no_grad(_PlainModeContext):
    """Switch recording off: results don't require grad, and no graph is kept for them.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> with minigrad.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    def _enter(self) -> None:
        mode.set(grad=False)


class enable_grad(_PlainModeContext):
    """Switch recording on again inside ``no_grad``.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> with minigrad.no_grad(), minigrad.enable_grad():
    ...     (x * 2).requires_grad
    True
    """

    def _enter(self) -> None:
        mode.set(grad=True)


class set_grad_enabled(_ModeContext):
    """Set recording on or off: at once as a function, for a block as a context manager.

    >>> import minigrad
    >>> with minigrad.set_grad_enabled(False):
    ...     minigrad.is_grad_enabled()
    False
    """

    def __init__(self, enabled: bool):
        self._enabled = bool(enabled)
        self._at_construction = (mode.grad, mode.inference)
        mode.set(grad=self._enabled)

    def __enter__(self) -> None:
        self._before = self._at_construction
        mode.set(grad=self._enabled)

    def _again(self) -> set_grad_enabled:
        return type(self)(self._enabled)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        # Used as a decorator, the construction was not meant to change the mode of the code around it.
        grad, inference = self._at_construction
        mode.set(grad=grad, inference=inference)
        return super().__call__(function)


class inference_mode(_ModeContext):
    """Like ``no_grad``, and the results can never become part of a graph.

    ``inference_mode(False)`` switches it off inside another.

    >>> import minigrad
    >>> with minigrad.inference_mode():
    ...     y = minigrad.ones(2)
    >>> y.is_inference()
    True
    """

    def __new__(cls, enabled: Any = True) -> Any:
        context = super().__new__(cls)
        if callable(enabled):
            context._enabled = True
            return context(enabled)
        return context

    def __init__(self, enabled: bool = True):
        self._enabled = enabled

    def _enter(self) -> None:
        # An inference block records nothing; leaving it by inference_mode(False) records again, as PyTorch does.
        mode.set(inference=self._enabled, grad=not self._enabled)

    def _again(self) -> inference_mode:
        return type(self)(self._enabled)
