"""Anomaly detection: when a backward fails or yields nan, say which line of the forward is behind it."""

from __future__ import annotations

import pathlib
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.autograd.grad_mode import mode
from minigrad.tensor import Tensor

__all__ = ["detect_anomaly", "is_anomaly_enabled", "set_detect_anomaly"]

_OURS = str(pathlib.Path(__file__).parents[1])


class _Watcher:
    """Notes where each node was recorded, and looks at what its backward returns."""

    def __init__(self, check_nan: bool):
        self.check_nan = check_nan

    def recorded(self, node: Any) -> None:
        stack = [
            frame
            for frame in traceback.extract_stack()
            if not frame.filename.startswith((_OURS, "<minigrad"))
        ]
        node.hooks().traceback = stack

    def around(self, node: Any, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(grad: Any, parents: tuple[Any, ...], keep: bool) -> Any:
            try:
                gradients = call(grad, parents, keep)
            except Exception:
                warnings.warn(_story(node), UserWarning, stacklevel=2)
                raise
            if self.check_nan and any(_has_nan(gradient) for gradient in gradients):
                warnings.warn(_story(node), UserWarning, stacklevel=2)
                position = [_has_nan(gradient) for gradient in gradients].index(True)
                raise RuntimeError(
                    f"{node.name()} returned nan in its gradient number {position}. It was recorded at {_line(node)}."
                )
            return gradients

        return watched


def _has_nan(gradient: Any) -> bool:
    if gradient is None:
        return False
    array = gradient._array if isinstance(gradient, Tensor) else gradient
    return bool(np.isnan(array).any())


def _line(node: Any) -> str:
    stack = node.extra.traceback if node.extra is not None else None
    if not stack:
        return "a line that was run outside detect_anomaly"
    frame = stack[-1]
    return f"{frame.filename}:{frame.lineno}: {frame.line}"


def _story(node: Any) -> str:
    stack = node.extra.traceback if node.extra is not None else None
    where = "".join(traceback.format_list(stack)) if stack else "  (the forward ran outside detect_anomaly)\n"
    return f"The error is in the backward of {node.name()}. Its forward was called here:\n{where}"


class set_detect_anomaly:
    """Switch anomaly detection on or off, at once or for a block."""

    def __init__(self, enabled: bool, check_nan: bool = True):
        self._before = mode.watchers
        others = tuple(watcher for watcher in mode.watchers if not isinstance(watcher, _Watcher))
        mode.set(watchers=(*others, _Watcher(check_nan)) if enabled else others)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        mode.set(watchers=self._before)


class detect_anomaly:
    """Within the block each node remembers the line that recorded it, and backward checks for nan.

    It makes everything slower, and says so with a warning.
    """

    def __init__(self, check_nan: bool = True):
        self._check_nan = check_nan
        warnings.warn(
            "Anomaly detection is on: it slows the program down and is for debugging.",
            UserWarning,
            stacklevel=2,
        )

    def __enter__(self) -> None:
        self._setting = set_detect_anomaly(True, self._check_nan)

    def __exit__(self, *exception: object) -> None:
        self._setting.__exit__()


def is_anomaly_enabled() -> bool:
    """Whether anomaly detection is on in this thread."""
    return any(isinstance(watcher, _Watcher) for watcher in mode.watchers)
