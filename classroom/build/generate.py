"""Every notebook of the course, as its source says it must be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from classroom.build.prompts import add_prompts, prompt_problems
from classroom.build.release import exercise_from, stub_problems
from classroom.build.rules import problems
from classroom.build.source import Problem, Source, SourceError, complete, read_source
from classroom.build.stamp import is_stamped, stamp
from classroom.paths import CourseError, UnitFiles, list_units


@dataclass(frozen=True)
class Generated:
    """A notebook as its source says it must be."""

    path: Path
    text: str
    source: Path

    @property
    def is_written(self) -> bool:
        """Whether the file is there, byte for byte."""
        return self.path.is_file() and self.path.read_bytes() == self.text.encode()


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
        found += [*problems(source), *prompt_problems(source), *_clash(source, sources)]
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
    add_prompts(notebook)
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


def left_over(project: Path, generated: list[Generated]) -> list[Path]:
    """Notebooks that were generated from a source that is gone. A learner's own notebook carries no stamp."""
    wanted = {made.path for made in generated}
    there = {path for unit in list_units(project) for path in (unit.lesson, unit.exercise, unit.solution)}
    found = []
    for path in sorted(there - wanted):
        notebook = read_notebook(path) if path.is_file() else None
        if notebook is not None and is_stamped(notebook):
            found.append(path)
    return found


def read_notebook(path: Path) -> NotebookNode | None:
    """The notebook in the file ``path``, or None when it holds none."""
    try:
        notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
        nbformat.validate(notebook)
    except OSError:
        raise
    except Exception:  # whatever the decoder, nbformat's JSON reader or its schema raise, it is no notebook
        return None
    return notebook
