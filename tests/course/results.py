"""The workbench's results for each unit, worked out once and kept until something they depend on changes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from filelock import FileLock

from tests.course.mutants import name_of
from tests.course.workbench import ROOT, Result

KEPT = ROOT / ".pytest_cache" / "matrix"
EQUIVALENT = Path(__file__).parent / "equivalent_mutants.toml"


@dataclass(frozen=True)
class UnitResults:
    """What each task is worth, and what came of every answer."""

    worth: dict[str, float]
    results: list[Result]

    def of(self, kind: str, task: str | None = None) -> list[Result]:
        """The results of one kind ("mistake"), of one task or of all."""
        return [each for each in self.results if each.kind == kind and task in (None, each.task)]

    def lost(self, result: Result) -> dict[str, float]:
        """The points that a result has less than full, by task, of the tasks that were run."""
        return {
            task: self.worth[task] - points
            for task, points in result.points.items()
            if points < self.worth[task]
        }

    def survivors(self) -> list[Result]:
        """The mutants that got points."""
        return [mutant for mutant in self.of("mutant") if mutant.points[mutant.task]]


@dataclass(frozen=True)
class Equivalent:
    """A mutant that is as right as the solution, and why."""

    unit: str
    task: str
    before: str
    after: str
    reason: str
    nth: int = 1

    @property
    def name(self) -> str:
        """The mutant's name in the results."""
        return name_of(self.before.strip(), self.after.strip(), self.nth)


def equivalents(number: str) -> list[Equivalent]:
    """The listed equivalent mutants of a unit."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return [Equivalent(**entry) for entry in listed if entry["unit"] == number]


def results_of(number: str) -> UnitResults:
    """The results of every answer to one unit but the mutants."""
    return _kept(number, "answers")


def mutants_of(number: str) -> UnitResults:
    """The results of the mutants of one unit's solutions: ten times as many, so worked out apart."""
    return _kept(number, "mutants")


def everything_of(number: str) -> UnitResults:
    """Both together."""
    answers, mutants = results_of(number), mutants_of(number)
    return UnitResults(answers.worth, answers.results + mutants.results)


@cache
def _kept(number: str, part: str) -> UnitResults:
    """One part of a unit's results. Several test processes share one run of it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"unit_{number}-{part}-{_fingerprint()}.json"
    with FileLock(KEPT / f"unit_{number}-{part}.lock"):
        if not path.exists():
            scores = _score_in_fresh_process(number, part)
            for old in KEPT.glob(f"unit_{number}-{part}-*.json"):
                old.unlink()
            path.write_text(scores, encoding="utf-8")
    found = json.loads(path.read_text(encoding="utf-8"))
    return UnitResults(found["worth"], [Result(**result) for result in found["results"]])


def _score_in_fresh_process(number: str, part: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.course.workbench", number, part],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"the workbench failed on unit {number}:\n{done.stderr[-4000:]}")
    return done.stdout


@cache
def _fingerprint() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for folder in ("minigrad", "classroom", "solutions", "tests/course"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".ipynb"):
                digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()[:16]
