"""The tools around the notebooks: what a lesson or an exercise imports, from here in one line.

Each is imported when it is first used, so that `import classroom` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classroom.check import check
    from classroom.earlier import mine
    from classroom.hint import hint
    from classroom.picture import draw, step
    from classroom.progress import progress
    from classroom.question.ask import predict, question
    from classroom.question.review import review

__all__ = ["check", "draw", "hint", "mine", "predict", "progress", "question", "review", "step"]

_HOMES = {
    "check": "classroom.check",
    "draw": "classroom.picture",
    "hint": "classroom.hint",
    "mine": "classroom.earlier",
    "predict": "classroom.question.ask",
    "progress": "classroom.progress",
    "question": "classroom.question.ask",
    "review": "classroom.question.review",
    "step": "classroom.picture",
}

# Importing a module sets its name in its package, once. Four of the functions have their module's name: so
# those modules are imported here, where that is over before anybody asks, and their names are taken away
# again.
for _name in ("check", "hint", "progress", "question"):
    import_module(f"classroom.{_name}")
    del globals()[_name]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'classroom' has no attribute {name!r}")
