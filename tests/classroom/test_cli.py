"""The command line: quick help, sentences instead of tracebacks, and an exit code that tells."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from classroom.build.write import write
from classroom.cli import COMMANDS, cli, main
from classroom.paths import CourseError, UnitFiles, find_project, find_unit, list_units
from tests.classroom.small_course import EXERCISES, LESSON, UNIT, replaced, write_small_course


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command in this process; an exception that would be a traceback fails the test."""

    def run(*arguments, cwd):
        monkeypatch.chdir(cwd)
        monkeypatch.setattr(sys, "argv", ["minigrad-course", *arguments])
        with pytest.raises(SystemExit) as exited:
            main()
        captured = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, exited.value.code or 0, captured.out, captured.err)

    return run


def assert_told(done, sentence, code=1):
    assert done.returncode == code
    assert sentence in done.stderr
    assert done.stdout == ""


@pytest.fixture
def project(tmp_path):
    write(write_small_course(tmp_path))
    return tmp_path


def test_help_lists_every_command_and_imports_none_of_what_they_need():
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from classroom.cli import cli\n"
        "result = CliRunner().invoke(cli, ['--help'])\n"
        "assert result.exit_code == 0, result.output\n"
        "print(result.output)\n"
        "print('imported:', *{name.split('.')[0] for name in sys.modules})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    text, imported = done.stdout.split("imported:")
    for name, (_, _, line) in COMMANDS.items():
        assert name in text
        assert line in text
    assert not set(imported.split()) & {"numpy", "minigrad", "IPython", "nbgrader", "nbformat", "jupytext"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_begins_as_the_list_says(name):
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"Usage: cli {name}")


def test_a_command_that_does_not_exist(run, project):
    assert_told(run("notebook", cwd=project), "No such command 'notebook'", code=2)


def test_an_option_that_does_not_exist(run, project):
    assert_told(run("notebooks", "--chekc", cwd=project), "No such option", code=2)


def test_no_course_here_or_above(run, tmp_path):
    for command in ("notebooks", "handout", "progress"):
        assert_told(run(command, cwd=tmp_path), "Change into the course's folder first.")


def test_a_command_works_from_a_folder_inside_the_course(run, project):
    done = run("notebooks", "--check", cwd=project / "exercises" / UNIT)
    assert (done.returncode, done.stdout) == (0, "All notebooks are as their sources say.\n")


def test_a_wrong_source_is_told_with_file_and_line(run, project):
    write_small_course(project, exercises=replaced(EXERCISES, '"points": 2', '"points": 0'))
    line = EXERCISES[: EXERCISES.index('"points": 2')].count("\n") + 1
    told = f"course/source/{UNIT}.exercises.py:{line}: points is 0; it must be a number above 0.\n"
    for arguments in (["notebooks"], ["notebooks", "--check"]):
        done = run(*arguments, cwd=project)
        assert_told(done, told)
        assert done.stderr == told


def test_check_fails_and_names_what_differs(run, project):
    write_small_course(project, lesson=replaced(LESSON, "# # Leaves", "# # Leaf"))
    done = run("notebooks", "--check", cwd=project)
    assert_told(done, f"course/{UNIT}.ipynb differs from course/source/{UNIT}.lesson.py: cell 1 ")
    assert "line 1: '# Leaves' instead of '# Leaf'." in done.stderr
    assert "To write them again: minigrad-course notebooks" in done.stderr


def test_notebooks_says_where_work_went(run, project):
    exercise = UnitFiles(project, UNIT).exercise
    exercise.write_text(exercise.read_text().replace("raise NotImplementedError", "return 5"))
    done = run("notebooks", cwd=project)
    assert done.returncode == 0
    assert f"was moved to kept/exercises/{UNIT}/{UNIT}-1.ipynb; nothing is lost." in done.stdout


def test_handout_in_a_place_that_is_a_file(run, project):
    (project / "here").write_text("")
    assert_told(run("handout", "--to", "here", cwd=project), "is a file", code=2)


def test_progress_of_a_unit_that_does_not_exist(run, project):
    assert_told(run("progress", "99", cwd=project), "There is no unit '99'.")


def test_a_folder_where_a_notebook_belongs(run, project):
    lesson = UnitFiles(project, UNIT).lesson
    lesson.unlink()
    lesson.mkdir()
    assert_told(run("notebooks", "--check", cwd=project), f"course/{UNIT}.ipynb is missing")
    assert_told(run("notebooks", cwd=project), f"course/{UNIT}.ipynb: Is a directory")


def test_a_package_that_is_not_installed(run, project, monkeypatch):
    monkeypatch.setitem(sys.modules, "jupytext", None)
    for name in ("compare", "write", "generate", "source"):
        monkeypatch.delitem(sys.modules, f"classroom.build.{name}", raising=False)
    assert_told(run("notebooks", cwd=project), "This needs the package jupytext.")


def test_in_a_process_of_its_own_the_exit_code_and_the_sentence_are_the_same(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "classroom.cli", "notebooks"], cwd=tmp_path, capture_output=True, text=True
    )
    assert_told(done, "Change into the course's folder first.\n")
    assert "Traceback" not in done.stderr


# Where things lie


def test_the_project_is_found_from_inside_it(project):
    assert find_project(project / "exercises" / UNIT) == project.resolve()


@pytest.mark.parametrize("wanted", ["05", "5", UNIT])
def test_a_unit_is_found_by_number_and_by_name(project, wanted):
    assert find_unit(project, wanted).name == UNIT


@pytest.mark.parametrize("wanted", ["06", "leaves", "", "05_leave", "../05_leaves", "²", "-5"])
def test_an_unknown_unit_is_told_with_those_there_are(project, wanted):
    with pytest.raises(CourseError, match=r"(?s)There is no unit .*The units here are:\n  05_leaves"):
        find_unit(project, wanted)


def test_a_course_without_notebooks(tmp_path):
    (tmp_path / "course").mkdir()
    with pytest.raises(CourseError, match="holds no notebook of any unit"):
        find_unit(tmp_path, "05")


def test_units_are_listed_by_number_and_only_once(project):
    for name in ("00_start.ipynb", "scratch.ipynb"):
        (project / "course" / name).write_text("{}")
    assert [unit.name for unit in list_units(project)] == ["00_start", UNIT]
