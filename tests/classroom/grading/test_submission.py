"""Reading what strangers hand in: it becomes a notebook, or a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from classroom.grading import submission
from classroom.grading.submission import other_name, parse, read_submission, tidy_folder
from classroom.paths import CourseError

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("   \n", "is empty"),
        ("not JSON", "is not a notebook, or was cut off"),
        ('{"cells": [', "was cut off"),
        (DEEP, "nested too deeply"),
        ("[]", "JSON of another kind"),
        ("{}", "JSON of another kind"),
        ('"text"', "JSON of another kind"),
        ('{"nbformat": "four", "cells": [], "metadata": {}}', "JSON of another kind"),
        ('{"nbformat": 4, "cells": 5, "metadata": {}}', "JSON of another kind"),
        ('{"nbformat": 4, "cells": [], "metadata": []}', "JSON of another kind"),
        ('{"nbformat": 3, "worksheets": 1}', "JSON of another kind"),
    ],
)
def test_no_notebook(text: str, says: str) -> None:
    with pytest.raises(CourseError, match=says) as caught:
        parse(text, "mine.ipynb")
    assert str(caught.value).startswith("mine.ipynb")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CourseError, match="not UTF-8"):
        read_submission(path)


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "MAX_BYTES", 10)
    path = tmp_path / "mine.ipynb"
    path.write_text(nbformat.writes(new_notebook()))
    with pytest.raises(CourseError, match="MB"):
        read_submission(path)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target.ipynb").write_text(nbformat.writes(new_notebook()))
    path = tmp_path / "mine.ipynb"
    path.symlink_to(tmp_path / "target.ipynb")
    with pytest.raises(CourseError, match="is a link"):
        read_submission(path)


def test_strange_cells_are_left_out_and_the_rest_is_read() -> None:
    good = {"cell_type": "code", "source": ["a = 1\n", "b = 2"], "metadata": {"nbgrader": {"grade_id": "x"}}}
    strange = [None, 1, {}, {"cell_type": "video"}, {"cell_type": "code", "source": 5}]
    odd = {"cell_type": "markdown", "source": "text", "metadata": "none", "attachments": "none"}
    data = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [*strange, good, odd]}
    cells = parse(json.dumps(data), "mine.ipynb").cells
    assert [cell.source for cell in cells] == ["a = 1\nb = 2", "text"]
    assert cells[0].metadata.nbgrader.grade_id == "x"


def test_outputs_and_foreign_metadata_are_left_behind() -> None:
    cell = new_code_cell("1", metadata={"collapsed": True}, execution_count=7)
    cell.outputs = [nbformat.v4.new_output("stream", text="old")]
    read = parse(nbformat.writes(new_notebook(cells=[cell])), "mine.ipynb").cells[0]
    assert (read.outputs, read.execution_count, read.metadata) == ([], None, {})


def test_an_old_format_is_read() -> None:
    old = nbformat.v3.new_notebook(
        worksheets=[nbformat.v3.new_worksheet(cells=[nbformat.v3.new_code_cell(input="x = 1")])]
    )
    old.metadata.name = "old"
    text = json.dumps({**old, "nbformat": 3, "nbformat_minor": 0})
    assert [cell.source for cell in parse(text, "old.ipynb").cells] == ["x = 1"]


def notebook_text(source: str = "1") -> str:
    return nbformat.writes(new_notebook(cells=[new_code_cell(source, id="the-same-each-time")]))


@pytest.mark.parametrize("name", ["Übung 5 (final).ipynb", "deep/down/unit.ipynb"])
def test_another_name_is_copied_to_the_right_one(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(notebook_text())
    tidy_folder(tmp_path, "unit.ipynb")
    assert (tmp_path / "unit.ipynb").read_text() == (tmp_path / name).read_text() == notebook_text()
    assert other_name(tmp_path, "unit.ipynb") == name


def test_of_two_strangers_none_is_guessed(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook_text("1"))
    (tmp_path / "b.ipynb").write_text(notebook_text("2"))
    tidy_folder(tmp_path, "unit.ipynb")
    assert (tmp_path / "unit.ipynb").read_text() == ""
    assert other_name(tmp_path, "unit.ipynb") is None


def test_an_empty_folder_gets_an_empty_file(tmp_path: Path) -> None:
    tidy_folder(tmp_path, "unit.ipynb")
    assert (tmp_path / "unit.ipynb").read_text() == ""


def test_a_notebook_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "unit.ipynb").write_text(notebook_text())
    (tmp_path / "notes.ipynb").write_text(notebook_text("2"))
    (tmp_path / "data.csv").write_text("1,2\n")
    tidy_folder(tmp_path, "unit.ipynb")
    assert (tmp_path / "unit.ipynb").read_text() == notebook_text()
    assert (tmp_path / "data.csv").read_text() == "1,2\n"


def test_links_give_way_to_a_text(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("secret")
    folder = tmp_path / "handed-in"
    (folder / "sub").mkdir(parents=True)
    for link in ("unit.ipynb", "sub/data.csv", "all"):
        (folder / link).symlink_to(secret if link == "all" else secret / "key")
    tidy_folder(folder, "unit.ipynb")
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    assert "Links are not followed" in (folder / "all").read_text()
    assert "Links are not followed" in (folder / "unit.ipynb").read_text()
    assert (secret / "key").read_text() == "secret"
