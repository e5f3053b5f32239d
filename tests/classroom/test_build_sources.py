"""Reading sources: what a right one becomes, and the sentence for each thing that can be wrong with one."""

import pytest

from classroom.build.generate import generate
from classroom.build.source import SourceError, complete, read_source
from tests.classroom.small_course import EXERCISES, HEADER, LESSON, UNIT, replaced, write_small_course


def problems_of(project):
    with pytest.raises(SourceError) as caught:
        generate(project)
    return [str(problem) for problem in caught.value.problems]


def read(project, name):
    path = project / "course" / "source" / name
    return read_source(path, path.relative_to(project))


def test_a_source_becomes_cells_that_know_their_line(tmp_path):
    source = read(write_small_course(tmp_path), f"{UNIT}.exercises.py")
    assert [cell.node.cell_type for cell in source.cells] == [
        "markdown",
        "code",
        "markdown",
        "code",
        "code",
        "markdown",
        "code",
        "code",
    ]
    for cell in source.cells:
        comment = "# " if cell.node.cell_type == "markdown" else ""
        for index, line in enumerate(cell.node.source.splitlines()):
            assert EXERCISES.splitlines()[cell.line_of(index) - 1] == (comment + line).rstrip()


def test_nbgrader_metadata_is_completed_as_nbgrader_requires_it(tmp_path):
    notebook = complete(read(write_small_course(tmp_path), f"{UNIT}.exercises.py"))
    solution = next(cell for cell in notebook.cells if cell.id == "accumulate")
    assert solution.metadata.nbgrader == {
        "grade": False,
        "grade_id": "accumulate",
        "locked": False,
        "schema_version": 3,
        "solution": True,
        "task": False,
    }


def test_ids_come_from_the_grade_id_else_from_the_text(tmp_path):
    project = write_small_course(tmp_path)
    before = complete(read(project, f"{UNIT}.exercises.py")).cells
    inserted = replaced(
        EXERCISES,
        "# %% [markdown]\n# # Exercises",
        "# %% [markdown]\n# New\n\n# %% [markdown]\n# # Exercises",
    )
    after = complete(read(write_small_course(project, exercises=inserted), f"{UNIT}.exercises.py")).cells
    assert [cell.id for cell in before] == [cell.id for cell in after[1:]], "a new cell changes no other's id"
    assert before[3].id == "accumulate"
    assert len({cell.id for cell in after}) == len(after)


def test_two_cells_with_the_same_text_get_two_ids(tmp_path):
    lesson = HEADER + "# %%\n1\n\n# %%\n1\n"
    cells = complete(read(write_small_course(tmp_path, lesson=lesson), f"{UNIT}.lesson.py")).cells
    assert cells[0].id != cells[1].id


def test_blank_lines_and_jupytexts_own_notes_leave_no_trace(tmp_path):
    spaced = replaced(LESSON, "slope\n\n# %%\nslope", "slope\n\n\n\n\n# %%\nslope")
    one = complete(read(write_small_course(tmp_path), f"{UNIT}.lesson.py"))
    other = complete(read(write_small_course(tmp_path, lesson=spaced), f"{UNIT}.lesson.py"))
    assert one == other
    assert all(cell.metadata == {} for cell in one.cells)
    assert set(one.metadata) == {"kernelspec", "language_info"}


#: what is replaced, by what, text on the line that must be named, part of the sentence
WRONG_EXERCISES = {
    "no header": (HEADER, "", "# # Exercises", "YAML header is missing"),
    "text before the first cell": (
        HEADER,
        HEADER + "import os\n\n",
        "import os",
        "stands before the first cell",
    ),
    "a marker inside a string": (
        "import math",
        'text = """\n# %% inside\n"""',
        "# # Exercises",
        "Does a string hold a line",
    ),
    "broken JSON": ('"points": 2}', '"points": 2', '"points": 2', "not key=JSON"),
    "metadata of an unknown kind": (
        '# %% nbgrader={"grade_id": "setup"',
        '# %% deletable=false nbgrader={"grade_id": "setup"',
        '"setup"',
        "not 'deletable'",
    ),
    "a cell's title": (
        "# %% [markdown]\n# ## 1. Add",
        "# %% Add [markdown]\n# ## 1. Add",
        "%% Add",
        "not 'title'",
    ),
    "a misspelled tag": (
        '["solution-only"]',
        '["solution_only"]',
        "solution_only",
        "'solution_only' is unknown",
    ),
    "a tag that is no list": ('["solution-only"]', '"solution-only"', "solution-only", "tags is a list"),
    "metadata that is no dictionary": (
        '{"grade_id": "setup", "locked": true}',
        '"setup"',
        'nbgrader="setup"',
        "is a dictionary",
    ),
    "an unknown nbgrader key": (
        '"grade_id": "setup", ',
        '"grade_id": "setup", "point": 1, ',
        '"point"',
        "no key 'point'",
    ),
    "a flag that is no truth value": (
        '"setup", "locked": true',
        '"setup", "locked": 1',
        '"setup"',
        "write true or false",
    ),
    "an old schema": (
        '"setup", "locked": true',
        '"setup", "locked": true, "schema_version": 1',
        '"setup"',
        "schema_version is 3",
    ),
    "no kind of cell": ('"setup", "locked": true', '"setup"', '"setup"', "This is no nbgrader cell"),
    "solution and test in one": (
        '"accumulate", "solution": true',
        '"accumulate", "solution": true, "grade": true, "points": 1',
        '"accumulate", "solution"',
        "This is no nbgrader cell",
    ),
    "no grade_id": ('"grade_id": "setup", ', "", 'nbgrader={"locked": true}', "no grade_id"),
    "an empty grade_id": ('"setup"', '""', '""', "no grade_id"),
    "a grade_id that is a number": ('"setup"', "7", '"grade_id": 7', "no grade_id"),
    "a duplicate grade_id": (
        '"grade_id": "clear", ',
        '"grade_id": "setup", ',
        '"setup", "solution"',
        "is taken by the cell at line",
    ),
    "nbgrader's proposal for an id": ('"setup"', '"cell-1a2b3c4d5e6f"', "cell-1a2b", "looks generated"),
    "hexadecimal digits for an id": ('"setup"', '"setup-0f3e5a7b9c"', "setup-0f3", "looks generated"),
    "a grade_id in camel case": ('"setup"', '"setUp"', "setUp", "lower-case words"),
    "a grade_id with a blank": ('"setup"', '"set up"', "set up", "lower-case words"),
    "a grade_id that is too long": ('"setup"', f'"{"word-" * 12}end"', "word-word", "at most 60"),
    "no points": (', "points": 2', "", '"accumulate-check"', "says no points"),
    "no points at all to give": ('"points": 2', '"points": 0', '"points": 0', "above 0"),
    "points in words": ('"points": 2', '"points": "two"', '"two"', "above 0"),
    "points that are true": ('"points": 2', '"points": true', '"points": true', "above 0"),
    "points on a solution": (
        '"accumulate", "solution": true',
        '"accumulate", "solution": true, "points": 2',
        '"accumulate", "solution"',
        "Only a test or task cell has points",
    ),
    "a solution cell without a solution": (
        "    ### BEGIN SOLUTION\n    return None\n    ### END SOLUTION\n",
        "    return None\n",
        '"clear", "solution"',
        "has no '### BEGIN SOLUTION'",
    ),
    "a solution that is not closed": (
        "    return None\n    ### END SOLUTION\n",
        "    return None\n",
        None,
        "has no END SOLUTION",
    ),
    "a solution inside a solution": (
        "    return None\n",
        "    ### BEGIN SOLUTION\n    return None\n",
        None,
        "lies inside another",
    ),
    "an end without a beginning": (
        "import math",
        "### END SOLUTION",
        None,
        "has no BEGIN SOLUTION before it",
    ),
    "a solution outside a solution cell": (
        "import math",
        "### BEGIN SOLUTION\nimport math\n### END SOLUTION",
        None,
        "outside a solution cell",
    ),
    "a locked solution": (
        '"accumulate", "solution": true',
        '"accumulate", "solution": true, "locked": true',
        '"accumulate", "solution"',
        "cannot be locked",
    ),
    "a solution without a test": (
        '"clear-check"',
        '"clean-check"',
        '"clear", "solution"',
        "No test cell has the grade_id 'clear-check'",
    ),
    "a test without a solution": (
        '"clear-check"',
        '"clean-check"',
        '"clean-check"',
        "has points but no solution",
    ),
    "a test with a name of its own": ('"clear-check"', '"clear"', None, "is taken by the cell"),
    "an unlocked test": (
        '"accumulate-check", "grade": true, "locked": true',
        '"accumulate-check", "grade": true',
        '"accumulate-check"',
        "not the learner's to edit",
    ),
    "a test without a hidden part": (
        '### BEGIN HIDDEN TESTS\nobserve("cleared", clear(8.125))\n### END HIDDEN TESTS\n',
        "",
        '"clear-check"',
        "has no '### BEGIN HIDDEN TESTS'",
    ),
    "hidden tests that observe nothing": (
        'observe("cleared", clear(8.125))',
        "assert clear(8.125) is None",
        None,
        "observe nothing",
    ),
    "an observation that is only spoken of": (
        'observe("cleared", clear(8.125))',
        '# observe("cleared", clear(8.125))',
        None,
        "observe nothing",
    ),
    "an observation that is not hidden": (
        'check("05.clear", clear)',
        'check("05.clear", clear)\nobserve("seen", clear(1))',
        '"seen"',
        "shown to learners",
    ),
    "hidden tests outside a test cell": (
        "import math",
        "### BEGIN HIDDEN TESTS\nimport math\n### END HIDDEN TESTS",
        None,
        "outside a test cell",
    ),
    "a test that does not check": (
        'check("05.clear", clear)',
        "clear(1)",
        "clear(1)",
        "begins with its visible check",
    ),
    "a check of another task": (
        'check("05.clear", clear)',
        'check("05.clean", clear)',
        '"05.clean"',
        'check("05.clear", ...)',
    ),
    "a check of nothing": (
        'check("05.clear", clear)',
        'check("05.clear")',
        '"05.clear")',
        'check("05.clear", ...)',
    ),
    "a check of another unit": (
        'check("05.clear", clear)',
        'check("06.clear", clear)',
        '"06.clear"',
        'check("05.clear"',
    ),
    "a test that is not Python": (
        'observe("cleared", clear(8.125))',
        "observe(",
        "observe(\n",
        "not valid Python",
    ),
    "a mark scheme outside a task": (
        "# ## 1. Add",
        "# ## 1. Add\n# ### BEGIN MARK SCHEME\n# good\n# ### END MARK SCHEME",
        None,
        "outside a task cell",
    ),
    "an unlocked task": (
        "# %% [markdown]\n# ## 1. Add",
        '# %% [markdown] nbgrader={"grade_id": "explain", "task": true, "points": 3}\n# Why?',
        '"explain"',
        "must be locked",
    ),
    "a task in code": (
        'nbgrader={"grade_id": "setup", "locked": true}',
        'nbgrader={"grade_id": "setup", "locked": true, "task": true, "points": 1}',
        '"setup"',
        "A task cell is a markdown cell",
    ),
    "a solution in markdown": (
        '# %% nbgrader={"grade_id": "clear", ',
        '# %% [markdown] nbgrader={"grade_id": "clear", ',
        '"clear", ',
        "A solution cell is a code cell",
    ),
    "code for the instructor only": (
        '[markdown] tags=["solution-only"]\n# **Why',
        'tags=["solution-only"]\n# **Why',
        "solution-only",
        "is a markdown cell",
    ),
    "a locked cell for the instructor only": (
        'tags=["solution-only"]',
        'tags=["solution-only"] nbgrader={"grade_id": "why", "locked": true}',
        '"why"',
        "has no nbgrader",
    ),
}


@pytest.mark.parametrize("old, new, on_line, sentence", WRONG_EXERCISES.values(), ids=WRONG_EXERCISES.keys())
def test_what_is_wrong_with_exercises_is_said_with_its_line(tmp_path, old, new, on_line, sentence):
    bent = replaced(EXERCISES, old, new)
    found = problems_of(write_small_course(tmp_path, exercises=bent))
    matching = [problem for problem in found if sentence in problem]
    assert matching, "\n".join(found)
    place = f"course/source/{UNIT}.exercises.py:"
    assert matching[0].startswith(place)
    if on_line is not None and sentence not in ("YAML header is missing", "Does a string hold a line"):
        number = int(matching[0].removeprefix(place).split(":")[0])
        assert on_line.strip() in bent.splitlines()[number - 1]


WRONG_LESSONS = {
    "a graded cell": (
        "# %%\nslope = ",
        '# %% nbgrader={"grade_id": "a", "locked": true}\nslope = ',
        "no nbgrader cells",
    ),
    "a cell for instructors": (
        "# %% [markdown]",
        '# %% [markdown] tags=["solution-only"]',
        "Everyone sees a lesson",
    ),
    "a solution": (
        "slope = 2 * 3.0",
        "### BEGIN SOLUTION\nslope = 6.0\n### END SOLUTION",
        "it has no SOLUTION",
    ),
}


@pytest.mark.parametrize("old, new, sentence", WRONG_LESSONS.values(), ids=WRONG_LESSONS.keys())
def test_what_is_wrong_with_a_lesson_is_said(tmp_path, old, new, sentence):
    found = problems_of(write_small_course(tmp_path, lesson=replaced(LESSON, old, new)))
    assert len(found) == 1
    assert sentence in found[0]


def test_all_problems_of_all_sources_are_told_at_once_in_the_order_of_their_lines(tmp_path):
    exercises = replaced(replaced(EXERCISES, '"points": 2', '"points": -1'), '"clear", ', '"Clear", ')
    lesson = LESSON.removeprefix(HEADER)
    found = problems_of(write_small_course(tmp_path, lesson=lesson, exercises=exercises))
    assert [problem.split(":")[0].split(".")[1] for problem in found] == ["exercises"] * 4 + ["lesson"]
    lines = [int(problem.split(":")[1]) for problem in found[:4]]
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    "name", ["05_leaves.py", "5_leaves.lesson.py", "05_Leaves.lesson.py", "05_leaves.exercise.py"]
)
def test_a_file_name_that_is_none_of_the_courses_is_refused(tmp_path, name):
    project = write_small_course(tmp_path)
    (project / "course" / "source" / name).write_text(LESSON)
    assert problems_of(project) == [
        f"course/source/{name}:1: "
        "The name must be NN_topic.lesson.py or NN_topic.exercises.py, in lower case."
    ]


def test_two_topics_cannot_share_a_number(tmp_path):
    project = write_small_course(tmp_path)
    (project / "course" / "source" / "05_other.lesson.py").write_text(LESSON)
    (problem,) = problems_of(project)
    assert "05_other.lesson.py:1: The unit number 05 is taken by 05_leaves." in problem


def test_a_source_in_another_encoding_is_refused(tmp_path):
    project = write_small_course(tmp_path)
    (project / "course" / "source" / f"{UNIT}.lesson.py").write_bytes((LESSON + "# é\n").encode("latin-1"))
    assert "not UTF-8 text" in problems_of(project)[0]
