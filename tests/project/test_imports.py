"""What the code imports is what pyproject.toml declares, package by package."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OWN = {"minigrad", "classroom"}


def imported(folder: Path) -> Iterator[tuple[str, Path]]:
    """The top-level packages that the files in ``folder`` import, standard library and ours left out."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                top = name.split(".")[0]
                if top not in sys.stdlib_module_names and top not in OWN:
                    yield top, path


@pytest.fixture(scope="module")
def allowed(root):
    """Per folder: the distributions that its code may use."""
    pyproject = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    project, groups = pyproject["project"], pyproject["dependency-groups"]
    extras = project["optional-dependencies"]

    engine = project["dependencies"]
    lab = engine + extras["lab"]
    everything = lab + extras["grading"] + extras["torch"] + groups["test"] + groups["dev"]
    wanted = {
        "minigrad": engine,
        "course/source": lab,
        "classroom": lab + extras["grading"],
        "tests": everything,
    }
    return {
        folder: {canonicalize_name(Requirement(each).name) for each in requirements}
        for folder, requirements in wanted.items()
    }


@pytest.mark.parametrize("folder", ["minigrad", "course/source", "classroom", "tests"])
def test_imports_are_declared(root, allowed, folder):
    providers = packages_distributions()
    undeclared = {
        f"{path.relative_to(root)} imports {top}"
        for top, path in imported(root / folder)
        if not {canonicalize_name(name) for name in providers.get(top, [top])} & allowed[folder]
        and not (folder == "tests" and top == "tests")
    }
    assert not undeclared


def test_engine_imports_nothing_of_the_tools_around_it(root):
    tops = {
        name
        for path in (root / "minigrad").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])
        if name
    }
    assert not [name for name in tops if name.split(".")[0] == "classroom"]
