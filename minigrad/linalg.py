"""Linear algebra under PyTorch's names, such as ``minigrad.linalg.vector_norm``."""

from minigrad.methods import matmul, norm, outer, vector_norm

__all__ = ["matmul", "norm", "outer", "vector_norm"]
