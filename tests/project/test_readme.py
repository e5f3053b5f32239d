"""What README.md and CONTRIBUTING.md promise exists."""

import re

import pytest

from classroom.cli import COMMANDS
from classroom.units import load_unit

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "course/source/README.md",
    "tests/course/answers/README.md",
]


@pytest.fixture(scope="module", params=PAGES)
def page(root, request):
    path = root / request.param
    return path, path.read_text("utf-8")


@pytest.fixture(scope="module")
def targets(root):
    makefile = (root / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z-]+):.*## ", makefile, re.M))


@pytest.fixture(scope="module")
def units(root):
    """The rows of README's table of units: number -> (title, state)."""
    rows = re.findall(r"^\| (\d\d) \| (.+?) \| (.+?) \|$", (root / "README.md").read_text("utf-8"), re.M)
    return {number: (title, state) for number, title, state in rows}


def code(text):
    """What a page shows as code, inline or as a block."""
    blocks = re.findall(r"```.*?```|(?:^ {4}.*\n)+", text, re.S | re.M)
    return [*blocks, *re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))]


def test_commands_exist(page, targets):
    path, text = page
    for piece in code(text):
        for target in re.findall(r"^\s*make ([a-z-]+)", piece, re.M):
            assert target in targets, f"{path.name}: make {target}"
        for command in re.findall(r"^\s*minigrad-course ([a-z]+)", piece, re.M):
            assert command in COMMANDS, f"{path.name}: minigrad-course {command}"


def test_links_lead_somewhere(page):
    path, text = page
    links = re.findall(r"\]\(([^)#\s]+)", re.sub(r"```.*?```", "", text, flags=re.S))
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert not missing


def test_pictures_have_a_text_alternative(page):
    path, text = page
    assert not re.findall(r"!\[\s*\]", text), path.name


def test_paths_that_contributing_names_exist(root):
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    folders = "|".join(["minigrad", "classroom", "course", "exercises", "solutions", "tests"])
    named = {piece for piece in code(text) if re.fullmatch(rf"(?:{folders})/[\w./]*", piece)}
    assert len(named) > 5
    example = {piece for piece in named if "23" in piece}  # the unit that the page adds as an example
    assert not [piece for piece in named - example if not (root / piece).exists()]


def test_contributing_lists_every_target(root, targets):
    listed = re.findall(r"^\| `make ([a-z-]+)` \|", (root / "CONTRIBUTING.md").read_text("utf-8"), re.M)
    assert set(listed) == targets - {"help"}


def test_units_are_marked_ready_when_they_are_there(root, units):
    there = {path.name[:2] for path in (root / "course" / "source").glob("*.lesson.py")}
    assert {number for number, (_, state) in units.items() if state == "ready"} == there
    assert {state for _, state in units.values()} <= {"ready", "planned"}


def test_ready_units_have_the_titles_of_their_modules(units):
    ready = {number: title.replace("`", "") for number, (title, state) in units.items() if state == "ready"}
    assert ready == {number: load_unit(number).title for number in ready}


def test_units_are_numbered_without_a_gap(units):
    assert list(units) == [f"{number:02}" for number in range(len(units))]


def test_there_is_a_notebook_of_each_kind_for_each_ready_unit(root, units):
    for number, (_, state) in units.items():
        if state == "ready":
            for pattern in (
                "course/{}_*.ipynb",
                "exercises/{0}_*/{0}_*.ipynb",
                "solutions/{0}_*/{0}_*.ipynb",
            ):
                assert len(list(root.glob(pattern.format(number)))) == 1, pattern.format(number)
