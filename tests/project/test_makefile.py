"""What a person meets who says `make`."""

import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

STAMPS = ["pins.stamp", "course.stamp", "develop.stamp", "torch.stamp"]


@pytest.fixture
def venv(tmp_path):
    """A folder that `make` takes for an environment in which everything is installed."""
    folder = tmp_path / "venv"
    folder.mkdir()
    for stamp in STAMPS:
        (folder / stamp).touch()
    return folder


def make(root, *words, path=None):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    if path is not None:
        environment["PATH"] = f"{path}{os.pathsep}{environment['PATH']}"
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=60)


def program(path, script):
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_bare_make_lists_every_target(root):
    listed = make(root).stdout
    for target in ("lab", "test", "test-all", "demo", "notebooks", "handout", "lint", "format", "clean"):
        assert f"make {target} " in listed


def test_old_python_is_named_with_what_to_do(root, tmp_path):
    old = program(tmp_path / "old", 'test "$1" = --version && echo Python 3.9.2; exit 1')
    result = make(root, "lab", f"VENV={tmp_path}/venv", f"PYTHON={old}")
    assert result.returncode != 0
    assert "needs Python 3.11 or newer" in result.stderr
    assert "Python 3.9.2" in result.stderr
    assert "make lab PYTHON=" in result.stderr
    assert not (tmp_path / "venv").exists()


def test_python_that_does_not_exist_is_named_with_what_to_do(root, tmp_path):
    result = make(root, "test", f"VENV={tmp_path}/venv", "PYTHON=python-of-nowhere")
    assert result.returncode != 0
    assert "needs Python 3.11 or newer" in result.stderr
    assert "python-of-nowhere" in result.stderr
    assert "make test PYTHON=" in result.stderr


def test_python_without_venv_is_told_which_package_to_install(root, tmp_path):
    bare = program(tmp_path / "bare", 'test "$1" = -c')
    result = make(root, "lab", f"VENV={tmp_path}/venv", f"PYTHON={bare}")
    assert result.returncode != 0
    assert "python3-venv" in result.stderr


@pytest.mark.parametrize("target", ["lab", "test", "test-all", "demo", "notebooks", "handout", "lint"])
def test_second_call_does_only_what_it_says(root, venv, target):
    planned = make(root, "--dry-run", "--old-file=exchange/.released", target, f"VENV={venv}").stdout
    assert f"{venv}/bin/" in planned
    assert "pip" not in planned
    assert "release" not in planned


@pytest.mark.parametrize("target", ["lab", "test", "test-all"])
def test_changed_pins_are_installed(root, venv, target):
    planned = make(root, "--dry-run", "--what-if=requirements.txt", target, f"VENV={venv}").stdout
    assert "--require-hashes --requirement requirements.txt" in planned


def test_first_lab_releases_the_exercises_before_jupyterlab_starts(root, venv):
    planned = make(root, "--dry-run", f"--what-if={venv}/course.stamp", "lab", f"VENV={venv}").stdout
    assert planned.index("minigrad-course release") < planned.index("jupyter lab")


@pytest.mark.parametrize(("user", "expected"), [("0", True), ("1000", False)])
def test_root_may_start_jupyter_and_only_root_is_told_so(root, venv, tmp_path, user, expected):
    program(tmp_path / "id", f"echo {user}")
    planned = make(root, "--dry-run", "lab", "ARGS=--no-browser", f"VENV={venv}", path=tmp_path).stdout
    assert "--no-browser" in planned
    assert ("--allow-root" in planned) == expected
