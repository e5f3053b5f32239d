"""One module per unit, `unit_05.py` for unit 05: its checks, mistakes, hints and questions."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from classroom.check.specification import Unit


def unit_numbers() -> list[str]:
    """The numbers of all units, in order: `["00", "05"]`."""
    modules = Path(__file__).parent.glob("unit_[0-9][0-9].py")
    return sorted(path.stem.removeprefix("unit_") for path in modules)


def load_unit(number: str) -> Unit:
    """Import the unit with this number ("05") and return it.

    LookupError: there is no such unit; the message names those there are.
    """
    if number not in unit_numbers():
        raise LookupError(f"There is no unit {number!r}. The units are {', '.join(unit_numbers())}.")
    unit: Unit = import_module(f"classroom.units.unit_{number}").UNIT
    return unit
