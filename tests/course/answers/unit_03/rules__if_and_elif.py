"""A chain of conditions instead of a table; `*` is only unpacked where there are two inputs."""

import math


def local_derivatives(op, inputs):
    first = inputs[0]
    if op == "+":
        return 1, 1
    elif op == "-":
        return 1, -1
    elif op == "*":
        return inputs[1], first
    elif op == "square":
        return (first + first,)
    elif op == "exp":
        return (math.exp(first),)
    elif op == "log":
        return (first**-1,)
    elif op == "sin":
        return (math.cos(first),)
    raise ValueError(op)
