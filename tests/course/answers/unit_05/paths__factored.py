"""Joins the two uses in x * x to the local slope 2x before multiplying by what arrives."""


def value_and_slope(x):
    a = x * x
    b = x + 3
    y = a * b

    y_grad = 1.0
    a_grad = y_grad * b
    b_grad = y_grad * a
    x_grad = 2 * x * a_grad + 1 * b_grad
    return y, x_grad
