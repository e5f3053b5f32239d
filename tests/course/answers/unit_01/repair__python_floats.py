"""Works with lists of Python floats, which are float64, and a step that grows with w."""


def loss_slope(w, x, y):
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    h = 6e-6 * max(1.0, abs(w))

    def loss(w):
        return sum((w * a - b) ** 4 for a, b in points) / len(points)

    return (loss(w + h) - loss(w - h)) / (2 * h)
