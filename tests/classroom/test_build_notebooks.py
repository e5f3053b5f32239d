"""Generated notebooks: the same each time, no answer in an exercise, and nobody's work destroyed."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from classroom.build.compare import differences
from classroom.build.generate import generate
from classroom.build.source import SourceError
from classroom.build.stamp import is_untouched
from classroom.build.write import write
from classroom.paths import CourseError, UnitFiles
from tests.classroom.small_course import EXERCISES, LESSON, UNIT, replaced, write_small_course


@pytest.fixture
def project(tmp_path):
    """A small course whose notebooks have been written."""
    write(write_small_course(tmp_path))
    return tmp_path


@pytest.fixture
def files(project):
    return UnitFiles(project, UNIT)


def cells_of(path):
    return {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}


def edit(path, change):
    """Open a notebook as JupyterLab does, change it, and save it."""
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)
    return path.read_bytes()


def test_three_notebooks_of_a_unit_are_written_without_outputs(project, files):
    there = sorted(path for path in project.rglob("*.ipynb"))
    assert there == sorted([files.lesson, files.exercise, files.solution])
    for path in there:
        for cell in nbformat.read(path, as_version=4).cells:
            assert cell.get("outputs", []) == []
            assert cell.get("execution_count") is None


def test_the_bytes_are_the_same_in_another_process_and_another_place(project, tmp_path_factory):
    elsewhere = write_small_course(tmp_path_factory.mktemp("elsewhere"))
    subprocess.run(
        [sys.executable, "-m", "classroom.cli", "notebooks"],
        cwd=elsewhere,
        check=True,
        capture_output=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "7", "PATH": ""},
    )
    for path in project.rglob("*.ipynb"):
        assert (elsewhere / path.relative_to(project)).read_bytes() == path.read_bytes()


def test_the_exercise_holds_the_task_and_no_answer(files):
    cells = cells_of(files.exercise)
    assert cells["accumulate"].source == (
        "def accumulate(grad, new):\n"
        '    """Return the gradient after one more path."""\n'
        "    raise NotImplementedError"
    )
    assert cells["accumulate-check"].source == 'check("05.accumulate", accumulate)'
    text = files.exercise.read_text()
    for secret in ("total", "observe", "7.25", "HIDDEN", "SOLUTION", "Why this is right"):
        assert secret not in text


def test_the_solution_holds_all_of_it(files):
    text = files.solution.read_text()
    for shown in ("total = new", "observe(", "7.25", "Why this is right", "solution-only"):
        assert shown in text


def test_cells_of_the_exercise_are_locked_as_nbgrader_does(files):
    cells = cells_of(files.exercise)
    assert cells["accumulate"].metadata.get("deletable") is False
    assert "editable" not in cells["accumulate"].metadata
    for locked in ("accumulate-check", "setup"):
        assert cells[locked].metadata.get("deletable") is False
        assert cells[locked].metadata.get("editable") is False
        assert len(cells[locked].metadata.nbgrader.checksum) == 32


def test_nbgraders_own_generate_assignment_writes_the_same_exercise(project, files):
    """The configuration that STEPS_WITH_GRADEBOOK is for, run by nbgrader itself."""
    (project / "nbgrader_config.py").write_text(
        "from classroom.build.release import CODE_STUB, STEPS_WITH_GRADEBOOK\n"
        "c = get_config()\n"
        "c.CourseDirectory.course_id = 'minigrad'\n"
        "c.CourseDirectory.source_directory = 'solutions'\n"
        "c.CourseDirectory.release_directory = 'exercises'\n"
        "c.GenerateAssignment.preprocessors = STEPS_WITH_GRADEBOOK\n"
        "c.ClearSolutions.code_stub = CODE_STUB\n"
    )
    ours = files.exercise.read_bytes()
    files.exercise.unlink()
    environment = {
        "HOME": str(project),
        "PATH": str(Path(sys.executable).parent),  # nbgrader starts alembic by its name
        "PYTHONPATH": ":".join(sys.path),
    }
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", UNIT, "--force"]
    subprocess.run(command, cwd=project, check=True, capture_output=True, env=environment)
    assert files.exercise.read_bytes() == ours


def test_check_is_content_with_what_write_wrote(project):
    assert differences(project) == []
    assert write(project) == []


@pytest.mark.parametrize(
    "change, said",
    [
        (
            lambda nb: nb.cells[3].update(source=nb.cells[3].source + "\n    return 1"),
            "cell 4 (accumulate), line 4: '    return 1' instead of nothing",
        ),
        (lambda nb: nb.cells[0].update(source="# Exercise"), "line 1: '# Exercise' instead of '# Exercises'"),
        (lambda nb: nb.cells[1].update(execution_count=1), "cell 2 (setup) has outputs or a count"),
        (
            lambda nb: nb.cells[4].metadata.nbgrader.update(points=3),
            "cell 5 (accumulate-check) has other metadata",
        ),
        (lambda nb: nb.cells.pop(), "cell 7 (clear-check) is missing"),
        (lambda nb: nb.cells.append(nbformat.v4.new_code_cell("1", id="a")), "cell 8 is one too many"),
        (lambda nb: nb.metadata.update(title="x"), "the notebook's metadata"),
    ],
    ids=[
        "a line more",
        "another line",
        "a count",
        "metadata",
        "a cell less",
        "a cell more",
        "notebook metadata",
    ],
)
def test_check_names_the_file_and_the_cell_that_differ(project, files, change, said):
    edit(files.exercise, change)
    (difference,) = differences(project)
    assert difference.startswith(
        f"exercises/{UNIT}/{UNIT}.ipynb differs from course/source/{UNIT}.exercises.py: "
    )
    assert said in difference


def test_check_shows_the_part_of_a_long_line_that_differs(project, files):
    long = "# # Leaves " + "word " * 40 + "{}" + " word" * 40
    write(write_small_course(project, lesson=replaced(LESSON, "# # Leaves", long.format("new"))))
    write_small_course(project, lesson=replaced(LESSON, "# # Leaves", long.format("old")))
    (difference,) = differences(project)
    assert (
        f"line 1: '{'word ' * 4}new{' word' * 7} w' instead of '{'word ' * 4}old{' word' * 7} w'."
        in difference
    )


def test_check_tells_a_missing_and_a_broken_notebook(project, files):
    files.lesson.unlink()
    files.exercise.write_text("{")
    assert differences(project) == [
        f"course/{UNIT}.ipynb is missing; course/source/{UNIT}.lesson.py says what it holds.",
        f"{files.exercise.relative_to(project)} differs from course/source/{UNIT}.exercises.py: "
        "it is not a notebook.",
    ]


# What is work, and what is not


def answer(notebook):
    cell = next(cell for cell in notebook.cells if cell.id == "accumulate")
    cell.source = cell.source.replace("raise NotImplementedError", "return grad + new")


def answer_all_but_remove_the_stamp(notebook):
    answer(notebook)
    del notebook.metadata["minigrad"]


WORK = {
    "an answer": answer,
    "an answer, and other tools dropped the stamp": answer_all_but_remove_the_stamp,
    "a note in a new cell": lambda nb: nb.cells.append(nbformat.v4.new_markdown_cell("my note")),
    "a note in the text": lambda nb: nb.cells[0].update(source=nb.cells[0].source + "\n\nmy note"),
    "a deleted cell": lambda nb: nb.cells.pop(2),
    "cells in another order": lambda nb: nb.cells.reverse(),
    "a blank inside an answer": lambda nb: nb.cells[3].update(source=nb.cells[3].source + " "),
    "a picture": lambda nb: nb.cells[0].update(attachments={"a.png": {"image/png": "AAAA"}}),
}


def assert_moved_aside_whole(project, path, work, fresh, told):
    kept = (project / "kept" / path.relative_to(project)).with_name(f"{UNIT}-1.ipynb")
    assert kept.read_bytes() == work
    assert path.read_bytes() == fresh
    shown = path.relative_to(project)
    assert told == [
        f"{shown} holds somebody's work, so it was moved to {kept.relative_to(project)}; nothing is lost.",
        f"{shown} written.",
    ]


@pytest.mark.parametrize("change", WORK.values(), ids=WORK.keys())
def test_work_is_moved_aside_whole_and_the_sentence_says_where(project, files, change):
    fresh = files.exercise.read_bytes()
    work = edit(files.exercise, change)
    assert_moved_aside_whole(project, files.exercise, work, fresh, told=write(project))


@pytest.mark.parametrize("which", ["lesson", "solution"])
def test_notes_in_a_lesson_or_a_solution_are_work_too(project, files, which):
    path = getattr(files, which)
    fresh = path.read_bytes()
    work = edit(path, lambda nb: nb.cells[0].update(source="my note"))
    assert_moved_aside_whole(project, path, work, fresh, told=write(project))


def run(notebook):
    for count, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = count
        cell.outputs = [nbformat.v4.new_output("stream", text="hello")]


NO_WORK = {
    "it was run": run,
    "JupyterLab noted its kernel": lambda nb: nb.metadata.language_info.update(
        version="3.11.2", name="python"
    ),
    "Shift-Enter in the last cell": lambda nb: nb.cells.append(nbformat.v4.new_code_cell("")),
    "a cell was folded": lambda nb: nb.cells[0].metadata.update(collapsed=True),
}


@pytest.mark.parametrize("change", NO_WORK.values(), ids=NO_WORK.keys())
def test_what_is_no_work_is_written_over(project, files, change):
    fresh = files.exercise.read_bytes()
    edit(files.exercise, change)
    assert write(project) == [f"exercises/{UNIT}/{UNIT}.ipynb written."]
    assert files.exercise.read_bytes() == fresh
    assert not (project / "kept").exists()


def test_work_on_an_old_version_is_kept_when_the_source_has_changed(project, files):
    work = edit(files.exercise, answer)
    write_small_course(project, exercises=replaced(EXERCISES, "# ## 1. Add", "# ## 1. Add up"))
    write(project)
    assert (project / "kept" / "exercises" / UNIT / f"{UNIT}-1.ipynb").read_bytes() == work
    assert "## 1. Add up" in files.exercise.read_text()


def test_an_untouched_notebook_of_an_old_version_is_simply_replaced(project, files):
    write_small_course(project, exercises=replaced(EXERCISES, "# ## 1. Add", "# ## 1. Add up"))
    assert all("somebody's work" not in sentence for sentence in write(project))
    assert not (project / "kept").exists()


def test_earlier_work_in_kept_is_never_written_over(project, files):
    first = edit(files.exercise, answer)
    write(project)
    second = edit(files.exercise, lambda nb: nb.cells[0].update(source="second"))
    write(project)
    folder = project / "kept" / "exercises" / UNIT
    assert [(folder / f"{UNIT}-{n}.ipynb").read_bytes() for n in (1, 2)] == [first, second]


def test_a_file_that_is_no_notebook_is_kept_too(project, files):
    files.exercise.write_bytes(b"\xff\xfe half a notebook {")
    told = write(project)
    assert "cannot be read as a notebook, so it was moved to kept/exercises" in told[0]
    assert (
        project / "kept" / "exercises" / UNIT / f"{UNIT}-1.ipynb"
    ).read_bytes() == b"\xff\xfe half a notebook {"
    assert differences(project) == []


def test_nothing_is_written_when_a_source_is_wrong(project, files):
    before = {path: path.read_bytes() for path in project.rglob("*.ipynb")}
    write_small_course(
        project, lesson=LESSON + "# %%\nnew = 1\n", exercises=EXERCISES.replace('"points": 2', '"points": 0')
    )
    with pytest.raises(SourceError):
        write(project)
    assert {path: path.read_bytes() for path in project.rglob("*.ipynb")} == before


def test_a_notebook_whose_source_is_gone_is_told_and_removed(project, files):
    for kind in ("lesson", "exercises"):
        old = project / "course" / "source" / f"{UNIT}.{kind}.py"
        old.rename(old.with_name(f"05_renamed.{kind}.py"))
    assert sum("has no source" in difference for difference in differences(project)) == 3
    write(project)
    assert not files.exercise.exists()
    assert differences(project) == []


def test_work_in_a_notebook_whose_source_is_gone_is_kept(project, files):
    work = edit(files.exercise, answer)
    (project / "course" / "source" / f"{UNIT}.exercises.py").unlink()
    write(project)
    assert (project / "kept" / "exercises" / UNIT / f"{UNIT}-1.ipynb").read_bytes() == work
    assert not files.exercise.exists()


def test_a_learners_own_notebooks_are_left_alone(project, files):
    own = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    places = [
        project / "course" / "scratch.ipynb",
        project / "course" / "07_my_notes.ipynb",
        files.exercise.with_name("Untitled.ipynb"),
        project / "exercises" / "07_mine" / "07_mine.ipynb",
    ]
    for place in places:
        place.parent.mkdir(exist_ok=True)
        nbformat.write(own, place)
    copy = files.exercise.with_name(f"{UNIT}-Copy1.ipynb")
    copy.write_bytes(files.exercise.read_bytes())
    assert write(project) == []
    assert all(place.exists() for place in [*places, copy])


def test_the_stamp_of_a_fresh_notebook_holds_and_of_another_does_not(files):
    notebook = nbformat.read(files.exercise, as_version=4)
    assert is_untouched(notebook)
    notebook.metadata["minigrad"]["fingerprint"] = "0" * 16
    assert not is_untouched(notebook)


def test_without_sources_the_learners_copy_says_so(tmp_path):
    (tmp_path / "course").mkdir()
    with pytest.raises(CourseError, match="The learners' copy of the course comes without it"):
        generate(tmp_path)


def test_a_stub_where_no_statement_fits_is_refused(tmp_path):
    """nbgrader puts a statement in the solution's place; the exercise must still be Python."""
    bent = replaced(
        EXERCISES,
        "    return None\n",
        "    value = (\n    ### BEGIN SOLUTION\n    None\n    ### END SOLUTION\n    )\n    return value\n",
    )
    bent = replaced(
        bent, 'cleared gradient holds."""\n    ### BEGIN SOLUTION\n', 'cleared gradient holds."""\n'
    )
    bent = replaced(bent, "    return value\n    ### END SOLUTION\n", "    return value\n")
    with pytest.raises(SourceError, match="not valid Python once its solution is cleared"):
        generate(write_small_course(tmp_path, exercises=bent))


def test_notebooks_are_json_that_git_can_compare_line_by_line(files):
    text = files.exercise.read_text()
    assert text.endswith("}\n")
    assert json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False) + "\n" == text
