"""Whatever a learner did to the cells, what runs is the instructor's notebook with their work in it."""

from __future__ import annotations

from copy import deepcopy

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from classroom.grading.order import MISSING, put_in_order
from classroom.grading.reference import Template, read_template

from .conftest import DOUBLE, NAME, Classroom, cell_of

ORDER = ["imports", "double", "double-check", "shout", "shout-check"]


@pytest.fixture
def template(classroom: Classroom) -> Template:
    return read_template(classroom.root / "solutions" / NAME / f"{NAME}.ipynb")


@pytest.fixture
def notebook(classroom: Classroom) -> NotebookNode:
    return classroom.answered()


def place(notebook: NotebookNode, grade_id: str) -> int:
    return notebook.cells.index(cell_of(notebook, grade_id))


def named(cells: list[NotebookNode]) -> list[str]:
    return [cell.metadata.nbgrader.grade_id for cell in cells if "nbgrader" in cell.metadata]


def sources(cells: list[NotebookNode]) -> list[str]:
    return [cell.source for cell in cells]


def test_an_orderly_notebook_gets_its_hidden_tests_and_nothing_else(
    notebook: NotebookNode, template: Template
) -> None:
    cells, mended = put_in_order(notebook.cells, template)
    assert mended == []
    assert named(cells) == ORDER
    assert [cell.source for cell in cells if "-check" not in cell.get("id", "")] == [
        cell.source for cell in notebook.cells if "-check" not in cell.id
    ]
    tests = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")]
    assert ["HIDDEN TESTS" in cell.source for cell in tests] == [True, True]


def test_own_cells_stay_where_they_are(notebook: NotebookNode, template: Template) -> None:
    notebook.cells.insert(place(notebook, "double"), new_code_cell("helper = 1"))
    notebook.cells.append(new_markdown_cell("my notes"))
    cells, mended = put_in_order(notebook.cells, template)
    assert mended == []
    assert sources(cells).index("helper = 1") == sources(cells).index(DOUBLE) - 1
    assert sources(cells)[-1] == "my notes"


def test_a_pasted_picture_stays(notebook: NotebookNode, template: Template) -> None:
    picture = {"graph.png": {"image/png": "iVBORw0="}}
    notebook.cells.append(new_markdown_cell("![graph](attachment:graph.png)", attachments=picture))
    cells, _ = put_in_order(notebook.cells, template)
    assert cells[-1].attachments == picture


@pytest.mark.parametrize("untouched_first", [True, False])
def test_of_two_copies_the_one_with_work_counts(
    notebook: NotebookNode, template: Template, classroom: Classroom, untouched_first: bool
) -> None:
    at = place(notebook, "double") + (0 if untouched_first else 1)
    notebook.cells.insert(at, cell_of(classroom.exercise(), "double"))
    cells, mended = put_in_order(notebook.cells, template)
    assert named(cells) == ORDER
    assert cell_of(NotebookNode(cells=cells), "double").source == DOUBLE
    assert not any("NotImplementedError" in source for source in sources(cells))
    assert mended == ["The cell “double” stood there 2 times; the one with your work counts."]


def test_a_split_cell_runs_whole(notebook: NotebookNode, template: Template) -> None:
    second = cell_of(notebook, "double")
    first = deepcopy(second)
    first.source, second.source = "def twice(number):\n    return 2 * number", "def double(numbers): ..."
    notebook.cells.insert(place(notebook, "double"), first)
    cells, mended = put_in_order(notebook.cells, template)
    texts = sources(cells)
    assert texts.index(first.source) == texts.index(second.source) - 1
    assert mended == ["The cell “double” stood there 2 times; the last one with your work counts."]


def test_a_second_attempt_below_the_check_does_not_count(notebook: NotebookNode, template: Template) -> None:
    attempt = deepcopy(cell_of(notebook, "double"))
    attempt.source = "def double(numbers): return 'later'"
    notebook.cells.insert(place(notebook, "double-check") + 1, attempt)
    cells, _ = put_in_order(notebook.cells, template)
    texts = sources(cells)
    assert named(cells) == ORDER
    assert cell_of(NotebookNode(cells=cells), "double").source == DOUBLE
    assert texts.index(attempt.source) > texts.index(
        cell_of(NotebookNode(cells=cells), "double-check").source
    )


def test_a_block_copied_below_with_its_check_counts(notebook: NotebookNode, template: Template) -> None:
    again = [deepcopy(cell_of(notebook, "double")), deepcopy(cell_of(notebook, "double-check"))]
    again[0].source = "def double(numbers): return 'again'"
    at = place(notebook, "double-check") + 1
    notebook.cells[at:at] = again
    cells, _ = put_in_order(notebook.cells, template)
    texts = sources(cells)
    assert named(cells) == ORDER
    assert texts.index(DOUBLE) < texts.index(again[0].source)
    assert cell_of(NotebookNode(cells=cells), "double").source == again[0].source


def test_all_copies_untouched(classroom: Classroom, template: Template) -> None:
    notebook = classroom.exercise()
    notebook.cells.insert(0, deepcopy(cell_of(notebook, "double")))
    cells, _ = put_in_order(notebook.cells, template)
    assert named(cells) == ORDER


@pytest.mark.parametrize("grade_id", ["imports", "double-check", "shout-check"])
def test_a_deleted_cell_comes_back(notebook: NotebookNode, template: Template, grade_id: str) -> None:
    del notebook.cells[place(notebook, grade_id)]
    cells, mended = put_in_order(notebook.cells, template)
    assert named(cells) == ORDER
    assert cell_of(NotebookNode(cells=cells), grade_id).source == template.graded[grade_id].source
    assert mended == [f"The cell “{grade_id}” was missing and was put back."]


def test_the_imports_come_back_before_everything(notebook: NotebookNode, template: Template) -> None:
    del notebook.cells[place(notebook, "imports")]
    notebook.cells.insert(0, new_code_cell("np.zeros(3)"))
    cells, _ = put_in_order(notebook.cells, template)
    assert cells[0].source == template.graded["imports"].source


def test_code_moved_out_of_a_deleted_cell_is_not_overridden(
    notebook: NotebookNode, template: Template
) -> None:
    notebook.cells[place(notebook, "double")] = new_code_cell(DOUBLE)
    cells, _ = put_in_order(notebook.cells, template)
    texts = sources(cells)
    assert texts.index(DOUBLE) < texts.index(MISSING) < texts.index(template.graded["double-check"].source)
    assert "def" not in MISSING


def test_reordered_cells_go_back(notebook: NotebookNode, template: Template) -> None:
    graded = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    own = new_code_cell("after_shout_check = 1")
    cells, mended = put_in_order([*graded[::-1][:1], own, *graded[::-1][1:]], template)
    assert named(cells) == ORDER
    assert sources(cells)[-1] == own.source
    assert mended == ["The graded cells stood in another order; they were put back into theirs."]


def test_an_edited_check_gets_its_text_back(notebook: NotebookNode, template: Template) -> None:
    cell_of(notebook, "double-check").source = "print('all good')"
    cells, mended = put_in_order(notebook.cells, template)
    restored = cell_of(NotebookNode(cells=cells), "double-check")
    assert restored.source == template.graded["double-check"].source
    assert mended == ["The cell “double-check” was edited; the instructor's text was put back."]


@pytest.mark.parametrize(
    "changes",
    [{"points": 100}, {"grade": False}, {"locked": False}, {"solution": True}, {"task": True}],
)
def test_edited_flags_and_points_go_back(
    notebook: NotebookNode, template: Template, changes: dict[str, object]
) -> None:
    cell_of(notebook, "double-check").metadata.nbgrader.update(changes)
    cells, mended = put_in_order(notebook.cells, template)
    restored = cell_of(NotebookNode(cells=cells), "double-check")
    assert restored.metadata == template.graded["double-check"].metadata
    assert mended == ["The points or flags of the cell “double-check” were edited; they were put back."]


def test_a_changed_cell_type_goes_back(notebook: NotebookNode, template: Template) -> None:
    at = place(notebook, "double")
    notebook.cells[at] = new_markdown_cell(DOUBLE, metadata=notebook.cells[at].metadata)
    cells, mended = put_in_order(notebook.cells, template)
    restored = cell_of(NotebookNode(cells=cells), "double")
    assert (restored.cell_type, restored.source) == ("code", DOUBLE)
    assert mended == ["The cell “double” had become a markdown cell; it is code again."]


def test_lost_metadata_is_found_by_the_cell_id(notebook: NotebookNode, template: Template) -> None:
    for cell in notebook.cells:
        cell.metadata = NotebookNode()
    cells, _ = put_in_order(notebook.cells, template)
    assert named(cells) == ORDER
    assert cell_of(NotebookNode(cells=cells), "double").source == DOUBLE


def test_an_invented_graded_cell_is_an_ordinary_one(notebook: NotebookNode, template: Template) -> None:
    bonus = new_code_cell("1 + 1")
    bonus.metadata["nbgrader"] = {"grade": True, "grade_id": "bonus", "points": 50, "locked": True}
    cells, _ = put_in_order([*notebook.cells, bonus], template)
    assert named(cells) == ORDER
    assert cells[-1].metadata == {}


def test_nothing_at_all(template: Template) -> None:
    cells, mended = put_in_order([], template)
    assert named(cells) == ORDER
    assert len(mended) == len(ORDER)


def test_what_was_handed_in_is_left_as_it_was(notebook: NotebookNode, template: Template) -> None:
    before = deepcopy(notebook.cells)
    put_in_order(notebook.cells, template)
    assert notebook.cells == before
