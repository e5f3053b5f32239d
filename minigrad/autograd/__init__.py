"""Reverse-mode automatic differentiation: the graph, the backward pass, and what can be done with both."""

from minigrad.autograd import anomaly, function, functional, graph
from minigrad.autograd.anomaly import detect_anomaly, is_anomaly_enabled, set_detect_anomaly
from minigrad.autograd.engine import backward, grad
from minigrad.autograd.function import Function
from minigrad.autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from minigrad.autograd.gradcheck import GradcheckError, gradcheck, gradgradcheck
from minigrad.autograd.saved import saved_tensors_hooks

# PyTorch has it in autograd.graph, where the nodes are
graph.saved_tensors_hooks = saved_tensors_hooks  # type: ignore[attr-defined]

__all__ = [
    "Function",
    "GradcheckError",
    "anomaly",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "function",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_anomaly_enabled",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "no_grad",
    "saved_tensors_hooks",
    "set_detect_anomaly",
    "set_grad_enabled",
]
