"""Pattern matching with numbers from NumPy, whose functions are as good for single numbers."""

import numpy as np


def local_derivatives(op, inputs):
    match op, inputs:
        case "+", (_, _):
            return (1.0, 1.0)
        case "-", (_, _):
            return (1.0, -1.0)
        case "*", (a, b):
            return (b, a)
        case "square", (a,):
            return (2.0 * a,)
        case "exp", (a,):
            return (np.exp(a),)
        case "log", (a,):
            return (1.0 / a,)
        case "sin", (a,):
            return (np.cos(a),)
        case _:
            raise ValueError(f"unknown operation {op}")
