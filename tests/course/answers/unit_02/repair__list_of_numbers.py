"""Collects the losses as plain numbers, and squares with **."""


def go_over(w, points):
    losses = []
    for point in points:
        loss = (w**2 * point[0] - point[1]) ** 2
        losses.append(float(loss))
        loss.backward()
    return sum(losses) / len(losses)
