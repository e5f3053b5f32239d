"""A learner's way through JupyterLab's assignment list: fetch, open, validate, submit, read the feedback."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

from .conftest import DOUBLE, NAME, cell_of

sync_api = pytest.importorskip("playwright.sync_api")

CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_ARGS = [
    "--no-sandbox",  # Chromium's own sandbox does not work for root, who runs tests in a container
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"needs {CHROMIUM}"),
]


@pytest.fixture
def course(laid_out: Path, tmp_path: Path) -> Path:
    """The small course, released, with nothing fetched."""
    root = tmp_path / "course"
    shutil.copytree(laid_out, root)
    for folder in ("exchange", ".grading", "exercises"):
        shutil.rmtree(root / folder)
    done = subprocess.run([sys.executable, "-m", "classroom.cli", "release"], cwd=root, timeout=120)
    assert done.returncode == 0
    return root


@pytest.fixture
def page(course: Path, tmp_path: Path) -> Iterator[Any]:
    """JupyterLab, served from the course's folder with a token, as `make lab` does."""
    home, log = tmp_path / "home", tmp_path / "lab.log"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", "--ip=127.0.0.1"]
    with log.open("w") as output:
        server = subprocess.Popen(
            [*command, "--ServerApp.port=0", "--LabApp.default_url=/lab"],
            cwd=course,
            env=environment | {"HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGS)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address(log))
            yield page
            browser.close()
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)


def address(log: Path, seconds: float = 60) -> str:
    """The address that the server prints."""
    for _ in range(int(seconds / 0.2)):
        if found := re.search(r"http://127\.0\.0\.1:\d+/\S+token=[0-9a-f]+", log.read_text()):
            return found.group()
        time.sleep(0.2)
    pytest.fail(log.read_text())


def open_list(page: Any) -> Any:
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name="Assignment List").click()
    panel = page.locator("#nbgrader-assignment-list")
    panel.get_by_text(NAME).first.wait_for(timeout=30_000)
    return panel


def test_from_fetching_to_feedback(page: Any, course: Path) -> None:
    panel = open_list(page)
    exercise = course / "exercises" / NAME / f"{NAME}.ipynb"
    panel.locator("#released_assignments_list").get_by_role("button", name="Fetch").click()
    fetched = panel.locator("#fetched_assignments_list")
    fetched.get_by_role("button", name="Submit").wait_for(timeout=30_000)
    assert exercise.is_file()

    # What a learner types is not the assignment list's business: one answer goes straight into the file.
    notebook = nbformat.read(exercise, as_version=4)
    cell_of(notebook, "double").source = DOUBLE
    nbformat.write(notebook, exercise)
    before = exercise.read_bytes()

    fetched.get_by_role("button", name=NAME).click()
    fetched.get_by_role("button", name="Validate").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("The following cell failed").wait_for(timeout=60_000)
    assert 'check("97.shout", shout)' in dialog.inner_text()
    dialog.get_by_role("button").last.click()

    fetched.get_by_role("link", name=NAME, exact=True).click()
    page.locator(".jp-Notebook").get_by_role("heading", name="97 · Tiny").wait_for(timeout=30_000)
    page.get_by_role("tab", name="Assignments").click()

    fetched.get_by_role("button", name="Submit").click()
    submitted = panel.locator("#submitted_assignments_list")
    fetch_feedback = submitted.get_by_role("button", name="Fetch Feedback")
    view = submitted.get_by_text("view feedback")
    for _ in range(60):  # the hidden checks run in the background
        fetch_feedback.click(timeout=30_000)
        page.wait_for_timeout(1000)
        if view.count():
            break
    view.click()

    page.get_by_role("listitem").filter(has_text=f"{NAME}.html").dblclick(timeout=30_000)
    feedback = page.frame_locator("iframe").locator("body")
    feedback.get_by_text("Right, also on data that your notebook does not show.").wait_for(timeout=30_000)
    assert "Not attempted" in feedback.inner_text()
    assert "Score: 2.0 / 3.0" in feedback.inner_text()
    assert exercise.read_bytes() == before
