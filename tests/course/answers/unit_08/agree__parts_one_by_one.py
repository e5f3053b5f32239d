"""Asks about each pair of numbers, one by one."""

import numpy as np


def agree(found, measured, atol, rtol):
    pairs = zip(np.ravel(found), np.ravel(measured), strict=True)
    return all(abs(f - m) <= atol + abs(m) * rtol for f, m in pairs)
