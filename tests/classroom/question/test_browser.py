"""A lesson in JupyterLab, with the keyboard alone, and the same lesson exported as a page."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from classroom.question.prompt import text_above

sync_api = pytest.importorskip("playwright.sync_api")

CHROMIUM = "/usr/bin/chromium"
CHROMIUM_ARGS = [
    "--no-sandbox",  # Chromium's own sandbox does not work for root, who runs tests in a container
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
ROOT = Path(__file__).resolve().parents[3]
COURSE = f"""\
import runpy
from classroom.question import catalog, review
units = runpy.run_path({str(Path(__file__).with_name("conftest.py"))!r})["UNITS"]
catalog.unit_numbers = review.unit_numbers = lambda: sorted(units)
catalog.load_unit = units.__getitem__
from classroom.question.ask import predict, question"""
ASKING = [
    'predict("05.total", ...)',
    "total = 6. + 6.",
    'predict.settle("05.total", total)',
    'question("05.q1", "...")',
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"needs {CHROMIUM}"),
]


def lesson(*code: str):
    """A notebook as the course's builder makes it: what a cell asks stands above it."""
    cells = [new_markdown_cell("# A lesson"), new_code_cell(COURSE)]
    for source in code:
        if text := text_above(source):
            cells.append(new_markdown_cell(text))
        cells.append(new_code_cell(source))
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def environment(tmp_path, store):
    """Of a learner's machine: an own home, an own progress file, this checkout on Python's path."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return inherited | {"HOME": str(tmp_path), "MINIGRAD_PROGRESS": str(store), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def lab(environment, tmp_path):
    """The address of a JupyterLab that opens the folder `notebooks`."""
    (notebooks := tmp_path / "notebooks").mkdir()
    settings = tmp_path / ".jupyter" / "labconfig"
    settings.mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (settings / "page_config.json").write_text(json.dumps(news))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(16)
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        *(f"--port={port}", f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={notebooks}"),
    ]
    with (tmp_path / "lab.log").open("w") as log:
        server = subprocess.Popen(
            command, env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            wait_for_port(port, server)
            yield f"http://127.0.0.1:{port}/lab/tree/{{}}?token={token}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=30)


def wait_for_port(port: int, server: subprocess.Popen, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail("JupyterLab did not start")


class Learner:
    """Somebody at a keyboard. Nothing here touches the mouse."""

    def __init__(self, page) -> None:
        self.page = page
        self.idle()

    def idle(self) -> None:
        self.page.get_by_text(re.compile(r"Python 3.*\| Idle")).wait_for(timeout=60_000)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def run(self, cells: int = 1) -> None:
        for _ in range(cells):
            self.press("Shift+Enter")
            self.page.wait_for_timeout(500)
            self.idle()

    def answer(self, text: str, steps_from_end: int, length: int) -> None:
        """In the selected cell, write `text` in place of `length` characters before the last few; run it."""
        self.press("Enter", "End", *["ArrowLeft"] * steps_from_end, *["Backspace"] * length)
        self.page.keyboard.type(text)
        self.run()

    def output(self, label: str):
        return self.page.get_by_role("status", name=label)


def test_a_lesson_with_the_keyboard_alone(lab, browser, tmp_path, events):
    nbformat.write(lesson(*ASKING), tmp_path / "notebooks" / "lesson.ipynb")
    page = browser.new_page(viewport={"width": 1200, "height": 1400})
    page.goto(lab.format("lesson.ipynb"))
    learner = Learner(page)

    learner.run(3)  # the title, the course, the text that asks
    learner.answer("6.", steps_from_end=1, length=3)
    sync_api.expect(learner.output("Prediction 05.total").first).to_contain_text("You predicted: 6.0")
    learner.run(2)  # what computes, what settles
    settled = learner.output("Prediction 05.total").last
    sync_api.expect(settled).to_contain_text("What came out: 12.0")
    sync_api.expect(settled).to_contain_text("They differ.")

    learner.run()
    learner.answer("b", steps_from_end=2, length=3)
    answered = learner.output("Question 05.q1")
    sync_api.expect(answered).to_contain_text("Not right. It holds a number")
    sync_api.expect(answered).not_to_contain_text("No operation")

    learner.press("ArrowUp")
    learner.answer("a", steps_from_end=2, length=1)
    sync_api.expect(answered).to_contain_text("Right. No operation made it.")
    unfold(learner, answered)

    learner.press("Escape", "0", "0")  # JupyterLab's keys for a new kernel
    page.get_by_role("button", name="Confirm Kernel Restart").wait_for()
    learner.press("Enter")
    page.wait_for_timeout(1000)
    learner.idle()
    learner.press(*["ArrowUp"] * 10)
    learner.run(3)
    learner.answer("...", steps_from_end=1, length=2)
    predicted = learner.output("Prediction 05.total").first
    sync_api.expect(predicted).to_contain_text("You predicted: 6.0")
    sync_api.expect(predicted).to_contain_text("It was settled further down.")
    learner.run(3)
    learner.answer("...", steps_from_end=2, length=1)
    sync_api.expect(page.get_by_text("[5]:", exact=True)).to_be_visible()  # the new kernel has run it
    sync_api.expect(answered).to_contain_text("Right. No operation made it.")
    kept = [(event["kind"], event.get("answer", event.get("choice"))) for event in events()]
    assert kept == [("prediction", 6.0), ("outcome", None), ("question", "b"), ("question", "a")]


def unfold(learner: Learner, output) -> None:
    """From the cell below, go back into the output and unfold each part, with Enter and with Space."""
    for key, reason in (("Enter", "Both are tensors."), ("Space", "an operation made it.")):
        sync_api.expect(output.get_by_text(reason)).not_to_be_visible()
        for _ in range(10):
            learner.press("Shift+Tab")
            if learner.page.evaluate("document.activeElement.tagName") == "SUMMARY":
                break
        learner.press(key)
        sync_api.expect(output.get_by_text(reason)).to_be_visible()


def test_run_all_without_answers(lab, browser, tmp_path, events):
    nbformat.write(lesson(*ASKING, "print('the end')"), tmp_path / "notebooks" / "lesson.ipynb")
    page = browser.new_page(viewport={"width": 1200, "height": 1400})
    page.goto(lab.format("lesson.ipynb"))
    learner = Learner(page)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    sync_api.expect(page.get_by_text("the end", exact=True)).to_be_visible(timeout=30_000)
    sync_api.expect(learner.output("Prediction 05.total").first).to_contain_text("Still open.")
    sync_api.expect(learner.output("Prediction 05.total").last).to_contain_text("No prediction yet.")
    # In an open notebook, nothing that could be unfolded tells what is right.
    sync_api.expect(page.get_by_text("If your answer is a")).not_to_be_visible()
    assert events() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_exported_page(theme, browser, environment, tmp_path):
    notebook = tmp_path / "lesson.ipynb"
    nbformat.write(lesson(*ASKING), notebook)
    command = [
        *(sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--theme", theme),
        *("--ExecutePreprocessor.kernel_name=python3", str(notebook)),
    ]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    page = browser.new_page()
    page.route(re.compile("^https?:"), lambda route: route.abort())  # a page is read without a network too
    page.goto(notebook.with_suffix(".html").as_uri())
    asked = page.get_by_role("status", name="Question 05.q1")
    sync_api.expect(asked).to_contain_text("Which of the two is a leaf?")
    sync_api.expect(asked).to_contain_text("c. both")
    reason = asked.get_by_text("It holds a number")
    sync_api.expect(reason).not_to_be_visible()
    asked.get_by_text("If your answer is b").focus()
    page.keyboard.press("Enter")
    sync_api.expect(reason).to_be_visible()
    sync_api.expect(asked.get_by_text("No operation")).not_to_be_visible()
    assert contrast(page, reason) >= 4.5


def test_an_exported_page_of_a_notebook_that_nobody_ran(browser, environment, tmp_path):
    notebook = tmp_path / "lesson.ipynb"
    nbformat.write(lesson(*ASKING), notebook)
    command = [sys.executable, "-m", "nbconvert", "--to", "html", str(notebook)]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    page = browser.new_page()
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto(notebook.with_suffix(".html").as_uri())
    for text in ("What is in x.grad?", "Which of the two is a leaf?", "c. both"):
        sync_api.expect(page.locator("body")).to_contain_text(text)
    sync_api.expect(page.locator("body")).not_to_contain_text("No operation")


def contrast(page, text) -> float:
    """The contrast of the text to the page behind it, as WCAG defines it; 4.5 is needed for ordinary text."""
    element = text.element_handle()
    read = "element => getComputedStyle(element).color"
    behind = """element => {
        for (; element; element = element.parentElement) {
            const color = getComputedStyle(element).backgroundColor;
            if (color !== "rgba(0, 0, 0, 0)") return color;
        }
        return "rgb(255, 255, 255)";
    }"""
    dark, light = sorted(luminance(page.evaluate(script, element)) for script in (read, behind))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    channels = [float(number) / 255 for number in re.findall(r"[\d.]+", color)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
