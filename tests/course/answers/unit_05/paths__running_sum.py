"""Adds one path after the other to a sum that begins at zero, as .grad does."""


def value_and_slope(x):
    a = x * x
    b = x + 3
    y = a * b

    y_grad = 1.0
    a_grad = y_grad * b
    b_grad = y_grad * a
    x_grad = 0.0
    for arriving, local_slope in [(b_grad, 1), (a_grad, x), (a_grad, x)]:
        x_grad = x_grad + arriving * local_slope
    return y, x_grad
