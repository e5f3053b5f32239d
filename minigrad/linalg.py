"""Linear algebra under PyTorch's names, such as ``minigrad.linalg.vector_norm``."""

from minigrad.functions.products import matmul
from minigrad.functions.reductions import norm, vector_norm
from minigrad.functions.shapes import outer

__all__ = ["matmul", "norm", "outer", "vector_norm"]
