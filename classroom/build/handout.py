"""The learners' copy of the course: what they need to work through it and to hand in, and no answer.

Left out are the sources, the solutions and the tests: these hold the answers. Everything in ``classroom`` may
be seen by a learner, the grading included, because it holds no expected value; so all of it goes along, and
the command is the same in both copies.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from classroom.build.generate import generate
from classroom.paths import CourseError

NAME = "minigrad-course"
PACKAGES = ("minigrad", "classroom")
#: The project's own README speaks to instructors and authors too, of folders that a learner does not have.
README = Path(__file__).with_name("learners_readme.md")
SET_UP = (
    "LICENSE",
    "Makefile",
    "environment.yml",
    "jupyter-config/jupyter_lab_config.py",
    "jupyter-config/labconfig/default_setting_overrides.json",
    "nbgrader_config.py",
    "pyproject.toml",
    "requirements.txt",
)
LEFT_BY_TOOLS = {"__pycache__", ".ipynb_checkpoints"}


def contents(project: Path) -> dict[str, bytes]:
    """Return the files of the learners' copy, by their path in it.

    The notebooks are generated afresh: those on disk may hold somebody's answers.
    """
    solutions = project / "solutions"
    files = {
        made.path.relative_to(project).as_posix(): made.text.encode()
        for made in generate(project)
        if not made.path.is_relative_to(solutions)
    }
    missing = [name for name in SET_UP if not (project / name).is_file()]
    if missing:
        raise CourseError(f"{project} lacks {', '.join(missing)}, which the learners' copy needs.")
    paths = [project / name for name in SET_UP]
    for package in PACKAGES:
        paths += [path for path in (project / package).rglob("*") if path.is_file()]
    for path in paths:
        place = path.relative_to(project)
        if not LEFT_BY_TOOLS & set(place.parts):
            files[place.as_posix()] = path.read_bytes()
    files["README.md"] = README.read_bytes()
    return dict(sorted(files.items()))


def write_handout(project: Path, destination: Path) -> tuple[Path, Path]:
    """Write the learners' copy into ``destination``, as a folder and a zip; return the two.

    Raises
    ------
    CourseError
        When an earlier folder holds something that its zip does not: somebody may have worked there.
    """
    folder, archive = destination / NAME, destination / f"{NAME}.zip"
    files = contents(project)
    changed = _changed_since(folder, archive)
    if changed is not None:
        raise CourseError(
            f"{folder} is not as an earlier handout left it ({changed} differs), so it is left alone. "
            "Move it away, or name another place with --to."
        )
    destination.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    # The zip comes first: a folder without its zip would be taken for somebody's work the next time.
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for place, data in files.items():
            # ZipInfo's default date makes the archive the same each time.
            zipped.writestr(zipfile.ZipInfo(f"{NAME}/{place}"), data, zipfile.ZIP_DEFLATED)
    for place, data in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(data)
    return folder, archive


def _changed_since(folder: Path, archive: Path) -> str | None:
    """The first file in ``folder`` that is not in ``archive`` as it stands; None when all of them are."""
    there = sorted(path for path in folder.rglob("*") if path.is_file())
    if not there:
        return None
    if not archive.is_file():
        return there[0].name
    with zipfile.ZipFile(archive) as zipped:
        names = set(zipped.namelist())
        for path in there:
            name = path.relative_to(folder.parent).as_posix()
            if name not in names or zipped.read(name) != path.read_bytes():
                return path.relative_to(folder).as_posix()
    return None
