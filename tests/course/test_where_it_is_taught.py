"""The table of what is taught where names every lesson; that its links lead somewhere is test_links' concern."""

import re

from classroom.paths import find_project

TABLE = find_project() / "docs" / "where_it_is_taught.md"


def test_every_lesson_after_the_first_teaches_something_in_the_table():
    linked = set(re.findall(r"\(\.\./course/([\w.]+)", TABLE.read_text(encoding="utf-8")))
    lessons = {path.name for path in (find_project() / "course").glob("*.ipynb")}
    assert lessons - {"00_start_here.ipynb"} == linked
