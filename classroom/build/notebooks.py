"""All notebooks of the course: generated from ``course/source/``, compared with those on disk, or written.

What a person typed into a notebook is never overwritten: see ``write``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from classroom.build.release import exercise_from, stub_problems
from classroom.build.rules import problems
from classroom.build.source import Problem, Source, SourceError, complete, read_source
from classroom.build.stamp import is_stamped, is_untouched, stamp
from classroom.paths import CourseError, UnitFiles, list_units

#: Where notebooks go that must give way and hold somebody's work.
KEPT = "kept"


@dataclass(frozen=True)
class Generated:
    """A notebook as its source says it must be."""

    path: Path
    text: str
    source: Path


def generate(project: Path) -> list[Generated]:
    """Return every notebook of the course, by path.

    Raises
    ------
    SourceError
        With all that is wrong in all sources.
    """
    found: list[Problem] = []
    sources: list[Source] = []
    for path in sorted((project / "course" / "source").glob("*.py")):
        try:
            source = read_source(path, path.relative_to(project))
        except SourceError as error:
            found += error.problems
            continue
        found += problems(source) + _clash(source, sources)
        sources.append(source)
    if found:
        raise SourceError(found)
    if not sources:
        raise CourseError(
            f"{project / 'course' / 'source'} holds no source, so there is nothing to generate from. "
            "The learners' copy of the course comes without it."
        )
    return sorted((made for source in sources for made in _from(source, project)), key=lambda made: made.path)


def _clash(source: Source, earlier: list[Source]) -> list[Problem]:
    for other in earlier:
        if other.unit[:2] == source.unit[:2] and other.unit != source.unit:
            return [source.problem(1, f"The unit number {source.unit[:2]} is taken by {other.path.name}.")]
    return []


def _from(source: Source, project: Path) -> list[Generated]:
    notebook = complete(source)
    files = UnitFiles(project, source.unit)
    made = {files.lesson: notebook}
    if source.kind == "exercises":
        exercise = exercise_from(notebook)
        if found := list(stub_problems(source, exercise)):
            raise SourceError(found)
        made = {files.solution: notebook, files.exercise: exercise}
    stamp(notebook)
    return [Generated(path, as_text(node), source.path) for path, node in made.items()]


def as_text(notebook: NotebookNode) -> str:
    """Return the notebook as it stands in its file."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def differences(project: Path) -> list[str]:
    """Return a sentence for each notebook on disk that is not what its source says."""
    generated = generate(project)
    found = []
    for made in generated:
        shown = made.path.relative_to(project)
        if not made.path.is_file():
            found.append(f"{shown} is missing; {made.source} says what it holds.")
        elif (text := made.path.read_text(encoding="utf-8", errors="replace")) != made.text:
            found.append(f"{shown} differs from {made.source}: {_first_difference(text, made.text)}.")
    for path in _left_over(project, generated):
        found.append(f"{path.relative_to(project)} has no source in course/source.")
    return found


def _first_difference(text: str, expected_text: str) -> str:
    notebook, expected = _parse(text), nbformat.reads(expected_text, as_version=4)
    if notebook is None:
        return "it is not a notebook"
    for index, wanted in enumerate(expected.cells):
        name = f"cell {index + 1} ({wanted.id})"
        if index == len(notebook.cells):
            return f"{name} is missing"
        cell = notebook.cells[index]
        if cell.source != wanted.source:
            return f"{name}, {_first_line(cell.source, wanted.source)}"
        if cell.get("outputs") or cell.get("execution_count") is not None:
            return f"{name} has outputs or a count; generated notebooks have none"
        for key in sorted(cell.keys() | wanted.keys()):
            if cell.get(key) != wanted.get(key):
                return f"{name} has other {key}"
    if len(notebook.cells) > len(expected.cells):
        return f"cell {len(expected.cells) + 1} is one too many"
    return "the cells agree, but the notebook's metadata or the file's layout does not"


def _first_line(text: str, expected: str) -> str:
    """Say where two texts first differ: the line, and the part of it that differs."""
    here, there = text.splitlines(), expected.splitlines()
    at = _shared(here, there)
    line, wanted = ("\n".join(side[at : at + 1]) for side in (here, there))
    start = max(0, _shared(line, wanted) - 20)
    shown = " instead of ".join(
        repr(side[start : start + 60]) if side else "nothing" for side in (line, wanted)
    )
    return f"line {at + 1}: {shown}"


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items the two have in common from their beginning."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def write(project: Path) -> list[str]:
    """Write every notebook that is not yet as it must be; return a sentence for each change.

    A notebook in which somebody has worked is moved to ``kept/`` first, whatever folder it is in, and so is a
    file that cannot be read as a notebook. All sources are read before anything is written.
    """
    generated = generate(project)
    changes = []
    for path in _left_over(project, generated):
        removed = f"{path.relative_to(project)} has no source any more; removed."
        changes.append(_give_way(path, project) or removed)
        path.unlink(missing_ok=True)
    for made in generated:
        if made.path.is_file() and made.path.read_bytes() == made.text.encode():
            continue
        moved = _give_way(made.path, project)
        _write_whole(made.path, made.text)
        changes += [moved] if moved else []
        changes.append(f"{made.path.relative_to(project)} written.")
    return changes


def _give_way(path: Path, project: Path) -> str | None:
    """Move the file at ``path`` to ``kept/`` if it holds work, and return the sentence that says where."""
    if not path.exists():
        return None
    notebook = _parse(path.read_text(encoding="utf-8", errors="replace"))
    if notebook is not None and is_untouched(notebook):
        return None
    shown = path.relative_to(project)
    kept = _free_name(project / KEPT / shown)
    kept.parent.mkdir(parents=True, exist_ok=True)
    path.rename(kept)
    why = "holds somebody's work" if notebook is not None else "cannot be read as a notebook"
    return f"{shown} {why}, so it was moved to {kept.relative_to(project)}; nothing is lost."


def _free_name(path: Path) -> Path:
    count = 1
    while (candidate := path.with_stem(f"{path.stem}-{count}")).exists():
        count += 1
    return candidate


def _write_whole(path: Path, text: str) -> None:
    """Write so that a reader, or a crash, never meets half a notebook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(text, encoding="utf-8", newline="\n")
    os.replace(partial, path)


def _left_over(project: Path, generated: list[Generated]) -> list[Path]:
    """Notebooks that were generated from a source that is gone. A learner's own notebook carries no stamp."""
    wanted = {made.path for made in generated}
    there = {path for unit in list_units(project) for path in (unit.lesson, unit.exercise, unit.solution)}
    found = []
    for path in sorted(there - wanted):
        notebook = _parse(path.read_text(encoding="utf-8", errors="replace")) if path.is_file() else None
        if notebook is not None and is_stamped(notebook):
            found.append(path)
    return found


def _parse(text: str) -> NotebookNode | None:
    """The notebook in ``text``, or None when it is none."""
    try:
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except Exception:  # whatever nbformat's JSON reader, schema or converters raise, it is no notebook
        return None
    return notebook
