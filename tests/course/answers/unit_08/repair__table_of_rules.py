"""Keeps the five rules in a table, and takes the sums from the right as what is left of the whole sum."""

import numpy as np


def from_the_right(g, x):
    return g.sum(axis=1, keepdims=True) - np.cumsum(g, axis=1) + g


def through_sigmoid(g, x):
    y = 1 / (1 + np.exp(-x))
    return (y - y * y) * g


RULES = {
    "relu": lambda g, x: g * np.heaviside(x, 0.0),
    "sigmoid": through_sigmoid,
    "tanh": lambda g, x: g - g * np.tanh(x) * np.tanh(x),
    "row squares": lambda g, x: np.expand_dims(2 * g, 1) * x,
    "cumsum": from_the_right,
}


def backward(name, g, x):
    return RULES[name](g, x)
