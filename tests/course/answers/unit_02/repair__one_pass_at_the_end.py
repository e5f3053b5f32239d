"""Adds up the losses as one tensor and goes back once at the end: the same numbers, with all graphs kept until then."""


def go_over(w, points):
    square = w * w
    total = sum((square * x - target) ** 2 for x, target in points)
    total.backward()
    return total.item() / len(points)
