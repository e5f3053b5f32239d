"""A built notebook says what its cells ask before anybody runs them."""

import nbformat
import pytest

from classroom.build.generate import generate
from classroom.build.source import SourceError
from tests.classroom.small_course import LESSON, UNIT, write_small_course

ASKING = """
# %% tags=["minigrad-only"]
predict("05.total", ...)

# %% tags=["minigrad-only"]
question("05.q1", "...")
"""


def built(project):
    """The lesson's notebook."""
    path = project / "course" / f"{UNIT}.ipynb"
    return nbformat.reads(next(made.text for made in generate(project) if made.path == path), as_version=4)


def test_what_a_cell_asks_stands_above_it(tmp_path):
    cells = built(write_small_course(tmp_path, lesson=LESSON + ASKING)).cells
    above, predict, choices, question = cells[-4:]
    assert [cell.cell_type for cell in cells[-4:]] == ["markdown", "code"] * 2
    assert above.source == "**Predict.** What is in `x.grad`?"
    assert predict.source == 'predict("05.total", ...)'
    assert choices.source.endswith(
        "- **a.** `x`, which was made by hand\n- **b.** `y = x ** 2`\n- **c.** both"
    )
    assert question.source == 'question("05.q1", "...")'
    assert above.id == f"{predict.id}-asks"


def test_a_lesson_that_asks_nothing_is_as_it_was(tmp_path):
    assert [cell.cell_type for cell in built(write_small_course(tmp_path)).cells] == [
        "markdown",
        "code",
        "code",
    ]


def test_a_name_that_no_unit_module_holds_is_told_with_its_line(tmp_path):
    asking = ASKING.replace("05.total", "05.totel")
    with pytest.raises(SourceError) as caught:
        generate(write_small_course(tmp_path, lesson=LESSON + asking))
    line = (
        (LESSON + asking).splitlines().index('predict("05.totel", ...)')
    )  # that of its "# %%", counted from 1
    assert str(caught.value).startswith(f"course/source/{UNIT}.lesson.py:{line}: `05.totel` names nothing.")
    assert 'Did you mean `predict("05.total", ...)`?' in str(caught.value)
