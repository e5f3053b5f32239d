"""The learners' copy: complete enough to work with, and searched for every answer that the course holds."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbclient
import nbformat
import pytest

from classroom.build.generate import generate
from classroom.build.handout import NAME, write_handout
from classroom.paths import CourseError, UnitFiles, list_units
from tests.classroom.small_course import UNIT, write_small_course
from tests.course.test_links import broken

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = sorted((ROOT / "course" / "source").glob("*.exercises.py"))
ANSWERS = sorted((ROOT / "tests" / "course" / "answers").rglob("*.py"))
SHARES_LINES = ("classroom/units/", "minigrad/")


@pytest.fixture(scope="module")
def handout(tmp_path_factory) -> Path:
    """The learners' copy of this course, unpacked from its zip."""
    place = tmp_path_factory.mktemp("handout")
    _, archive = write_handout(ROOT, place / "made")
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(place)
    return place / NAME


# The search for answers


def shown_text(path: Path) -> str:
    """What a reader of the file sees, line by line, whether it is a notebook or not."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n".join("".join(cell["source"]) + "\n" + json.dumps(cell["metadata"]) for cell in cells)


def stripped_lines(text: str) -> list[str]:
    """The lines without their indentation, comment signs and blank lines."""
    return [line for raw in text.splitlines() if (line := raw.strip().removeprefix("# ").strip())]


class Search:
    """Finds lines, runs of lines and expressions in all files below a folder."""

    def __init__(self, folder: Path) -> None:
        self.lines = {
            path.relative_to(folder).as_posix(): stripped_lines(shown_text(path))
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != ".pyc"
        }
        self.squeezed = {name: "".join("".join(lines).split()) for name, lines in self.lines.items()}

    def run_of(self, wanted: list[str], under: str = "") -> list[str]:
        """The files below ``under`` in which the lines ``wanted`` follow one another."""
        joined = "\n" + "\n".join(wanted) + "\n"
        return [
            name
            for name, lines in self.lines.items()
            if name.startswith(under) and joined in "\n" + "\n".join(lines) + "\n"
        ]

    def code(self, wanted: str, under: str = "") -> list[str]:
        """The files below ``under`` that hold this code, however it is broken into lines."""
        squeezed = "".join(wanted.split())
        return [name for name, text in self.squeezed.items() if name.startswith(under) and squeezed in text]


def between(text: str, name: str) -> list[list[str]]:
    """The stripped lines of each part of ``text`` between BEGIN ``name`` and END ``name``."""
    parts = re.findall(rf"### BEGIN {name}\n(.*?)### END {name}", text, flags=re.DOTALL)
    return [stripped_lines(part) for part in parts]


def visible_lines(text: str) -> set[str]:
    """The lines of an exercise's source that learners are meant to see."""
    for name in ("SOLUTION", "HIDDEN TESTS"):
        text = re.sub(rf"### BEGIN {name}\n.*?### END {name}", "", text, flags=re.DOTALL)
    text = re.sub(r'# %% \[markdown\] tags=\["solution-only"\]\n.*?(?=\n# %%|\Z)', "", text, flags=re.DOTALL)
    return set(stripped_lines(text))


def instructor_lines(text: str) -> list[str]:
    """The lines of the cells that only instructors see."""
    cells = re.findall(
        r'# %% \[markdown\] tags=\["solution-only"\]\n(.*?)(?=\n# %%|\Z)', text, flags=re.DOTALL
    )
    return [line for cell in cells for line in stripped_lines(cell)]


def is_telling(line: str) -> bool:
    """Whether a line is long enough to be an answer: ``return None`` alone gives nothing away."""
    return len(line) >= 16


def is_of_a_later_unit(name: str, source: Path) -> bool:
    """A later unit may use what an earlier unit's exercise asked for: it is read after that was handed in."""
    folder, _, rest = name.partition("/")
    return folder in ("course", "exercises") and rest[:2] > source.name[:2]


def leaks(folder: Path, source: Path, answers: list[Path]) -> list[str]:
    """Every answer of one exercise source, or of these alternatives, that a file in ``folder`` shows."""
    search, text = Search(folder), source.read_text(encoding="utf-8")
    visible = visible_lines(text)
    found = []

    def note(what: str, where: list[str]) -> None:
        found.extend(f"{name} shows {what}" for name in where)

    def note_answer(what: str, where: list[str]) -> None:
        note(what, [name for name in where if not is_of_a_later_unit(name, source)])

    for body in between(text, "SOLUTION"):
        note_answer(f"the solution {body}", search.run_of(body) if is_telling("".join(body)) else [])
        for line in body:
            if is_telling(line) and line not in visible:
                # A known mistake is a solution with one thing wrong, so it shares the other lines; and the
                # engine has lines of its own for what a learner writes. The whole body is in neither.
                where = [name for name in search.run_of([line]) if not name.startswith(SHARES_LINES)]
                note_answer(f"the solution's line {line!r}", where)

    for block in between(text, "HIDDEN TESTS"):
        for line in block:
            if is_telling(line) and not line.startswith(("import ", "from ")):
                note(f"the hidden line {line!r}", search.run_of([line]))
    for part in re.findall(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", text, flags=re.DOTALL):
        for call in ast.walk(ast.parse(part)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "observe":
                for node in (call, *call.args):
                    code = ast.get_source_segment(part, node) or ""
                    if is_telling(code):
                        note(f"the observed {code!r}", search.code(code))

    for line in instructor_lines(text):
        if len(line) >= 30:
            note(f"the instructor's line {line!r}", search.run_of([line]))

    for answer in answers:
        code = answer.read_text(encoding="utf-8")
        docstring = ast.get_docstring(ast.parse(code)) or ""
        for line in stripped_lines(docstring):
            if len(line) >= 30:
                note(f"a line about {answer.name}", search.run_of([line]))
        for function in ast.walk(ast.parse(code)):
            if isinstance(function, ast.FunctionDef):
                statements = function.body[ast.get_docstring(function) is not None :]
                if not statements:
                    continue
                lines = code.splitlines()[statements[0].lineno - 1 : function.end_lineno]
                body = stripped_lines("\n".join(lines))
                if is_telling("".join(body)):
                    note_answer(f"the body of {answer.name}", search.run_of(body))
    return found


def alternatives_of(source: Path) -> list[Path]:
    return [path for path in ANSWERS if path.parent.name == f"unit_{source.name[:2]}"]


@pytest.mark.parametrize("source", EXERCISES, ids=lambda path: path.name[:2])
def test_no_file_of_the_handout_shows_an_answer(handout, source):
    assert alternatives_of(source), "every unit has alternatives to search for"
    assert leaks(handout, source, alternatives_of(source)) == []


@pytest.mark.parametrize("source", EXERCISES, ids=lambda path: path.name[:2])
def test_the_search_finds_every_answer_in_the_project_itself(source):
    """The search is worth something only if it finds what it is for where that is known to stand."""
    solution = UnitFiles(ROOT, source.name.split(".")[0]).solution.parent
    found = leaks(solution, source, [])
    text = source.read_text(encoding="utf-8")
    for kind, name in (("solution", "SOLUTION"), ("hidden line", "HIDDEN TESTS")):
        assert between(text, name)
        assert sum(f"the {kind}" in leak for leak in found) >= len(between(text, name)) / 2
    assert any("the observed 'observe(" in leak for leak in found)
    assert any("the instructor's line" in leak for leak in found)
    answers = leaks(ANSWERS[0].parents[1] / f"unit_{source.name[:2]}", source, alternatives_of(source))
    for path in alternatives_of(source):
        *_, last = stripped_lines(path.read_text(encoding="utf-8"))
        if is_telling(last):  # an answer of a few letters can't be told from other text
            assert any(path.name in leak for leak in answers), path.name


@pytest.mark.parametrize("kind", ["SOLUTION", "HIDDEN TESTS"])
def test_the_search_finds_what_is_planted(tmp_path, kind):
    source = next(path for path in EXERCISES if path.name.startswith("05"))
    planted = between(source.read_text(encoding="utf-8"), kind)[-1]
    (tmp_path / "notes.py").write_text("def f():\n" + "".join(f"        {line}\n" for line in planted))
    assert leaks(tmp_path, source, [])


# What is in it


def test_the_handout_holds_what_a_learner_needs_and_nothing_else(handout):
    names = {path.relative_to(handout).as_posix() for path in handout.rglob("*") if path.is_file()}
    for unit in list_units(ROOT):
        assert f"course/{unit.name}.ipynb" in names
        assert f"exercises/{unit.name}/{unit.name}.ipynb" in names
    assert {
        "minigrad/__init__.py",
        "classroom/__init__.py",
        "Makefile",
        "pyproject.toml",
        "environment.yml",
        "requirements.txt",
    } <= names
    assert (handout / "README.md").read_text().splitlines()[2].startswith("This is the learners' copy.")
    tops = {name.split("/")[0] for name in names}
    assert not tops & {
        "solutions",
        "tests",
        "benchmarks",
        "kept",
        "dist",
        "progress.json",
        "gradebook.db",
        ".git",
    }
    assert not any(name.startswith("course/source") for name in names)
    assert not any("__pycache__" in name or name.endswith((".pyc", ".db")) for name in names)


def test_the_handouts_notebooks_are_generated_and_not_somebodys_work(tmp_path):
    project = small_project(tmp_path)
    files = UnitFiles(project, UNIT)
    files.exercise.parent.mkdir(parents=True)
    files.exercise.write_text("{}")
    folder, _ = write_handout(project, tmp_path / "dist")
    exercise = nbformat.read(UnitFiles(folder, UNIT).exercise, as_version=4)
    assert "raise NotImplementedError" in exercise.cells[3].source
    assert files.exercise.read_text() == "{}"


def small_project(tmp_path: Path) -> Path:
    """A small course with a set-up, as little of it as a handout asks for."""
    from classroom.build.handout import PACKAGES, SET_UP

    project = write_small_course(tmp_path / "project")
    for name in [*SET_UP, *(f"{package}/__init__.py" for package in PACKAGES)]:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(f"This is {name}.\n")
    return project


def test_folder_and_zip_hold_the_same_and_the_zip_is_the_same_each_time(tmp_path):
    project = small_project(tmp_path)
    folder, archive = write_handout(project, tmp_path / "one")
    _, again = write_handout(project, tmp_path / "two")
    assert archive.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(archive) as zipped:
        packed = {name: zipped.read(name) for name in zipped.namelist()}
    there = {
        path.relative_to(folder.parent).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert packed == there


def test_a_handout_is_made_anew_over_an_untouched_one(tmp_path):
    project = small_project(tmp_path)
    write_handout(project, tmp_path / "dist")
    (project / "LICENSE").write_text("Another.\n")
    folder, _ = write_handout(project, tmp_path / "dist")
    assert (folder / "LICENSE").read_text() == "Another.\n"


@pytest.mark.parametrize("what", ["a changed file", "a new file", "no zip any more"])
def test_a_folder_in_which_somebody_worked_is_left_alone(tmp_path, what):
    project = small_project(tmp_path)
    folder, archive = write_handout(project, tmp_path / "dist")
    if what == "a changed file":
        (folder / "LICENSE").write_text("my note")
    elif what == "a new file":
        (folder / "progress.json").write_text("{}")
    else:
        archive.unlink()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(CourseError, match="not as an earlier handout left it"):
        write_handout(project, tmp_path / "dist")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_every_link_of_the_handout_leads_to_something_in_it(handout):
    pages = [*handout.rglob("*.ipynb"), *handout.rglob("*.md")]
    assert {str(page.relative_to(handout)): links for page in pages if (links := broken(page, handout))} == {}


def test_a_project_without_its_set_up_is_told(tmp_path):
    project = small_project(tmp_path)
    (project / "Makefile").unlink()
    with pytest.raises(CourseError, match="lacks Makefile, which the learners' copy needs"):
        write_handout(project, tmp_path / "dist")


# It works


def environment_of(handout: Path, tmp_path: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(handout), "MINIGRAD_PROGRESS": str(tmp_path / "progress.json")}


def execute(path: Path, handout: Path, tmp_path: Path, **options) -> nbformat.NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        **options,
    )
    client.execute(env=environment_of(handout, tmp_path))
    return notebook


def test_the_packages_of_the_handout_are_its_own(handout, tmp_path):
    """Otherwise the two tests below would run this project's packages."""
    command = "import minigrad, classroom; print(minigrad.__file__, classroom.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", command],
        cwd=tmp_path,
        env=environment_of(handout, tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(Path(path).is_relative_to(handout) for path in done.stdout.split())


def test_a_lesson_of_the_handout_runs(handout, tmp_path):
    """One stands for all: tests/course/test_lessons.py runs every lesson, and they are the same files."""
    execute(UnitFiles(handout, "05_leaves_and_accumulation").lesson, handout, tmp_path)


def test_an_untouched_exercise_of_the_handout_runs_and_only_its_checks_fail(handout, tmp_path):
    exercise = UnitFiles(handout, "05_leaves_and_accumulation").exercise
    executed = execute(exercise, handout, tmp_path, allow_errors=True)
    code = [cell for cell in executed.cells if cell.cell_type == "code"]
    errors = {cell.id: [out.ename for out in cell.outputs if out.output_type == "error"] for cell in code}
    graded = {cell.id for cell in code if cell.metadata.get("nbgrader", {}).get("grade")}
    assert len(graded) == 6
    for cell_id, names in errors.items():
        assert names == (["CheckFailed"] if cell_id in graded else []), cell_id


def test_a_learner_hands_in_from_the_handout(handout, tmp_path):
    own = shutil.copytree(handout, tmp_path / "own")
    exercise = UnitFiles(own, "05_leaves_and_accumulation").exercise
    before = exercise.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "classroom.cli", "submit", "05", "--no-open"],
        cwd=own,
        env=environment_of(own, tmp_path) | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "This copy of the course holds no solutions, so your instructor grades it" in done.stdout
    assert [path.read_bytes() for path in own.rglob("inbound/**/*.ipynb")] == [before]
    assert exercise.read_bytes() == before


def test_there_is_nothing_to_generate_from_in_the_handout(handout):
    with pytest.raises(CourseError, match="holds no source, so there is nothing to generate from"):
        generate(handout)


def test_make_finds_all_it_needs_in_the_handout(handout):
    """A dry run: make would stop at a prerequisite that the handout lacks."""
    done = subprocess.run(["make", "--dry-run", "lab"], cwd=handout, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "jupyter lab" in done.stdout
