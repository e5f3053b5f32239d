"""q sends as soon as it may, right after t; p waits for it in any case."""


def visits():
    return "CDEAB"
