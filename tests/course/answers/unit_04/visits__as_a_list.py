"""The letters one by one, with q between s and r."""


def visits():
    return ", ".join(["c", "e", "d", "a", "b"])
