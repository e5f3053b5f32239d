"""`make lab` in a browser: the start page, no question about news, nbgrader at hand."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

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

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"needs {CHROMIUM}"),
    pytest.mark.skipif(shutil.which("make") is None, reason="needs make"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def course(root, tmp_path_factory):
    """A copy of the course, so that the test leaves nobody's exchange and notebooks changed."""
    copy = tmp_path_factory.mktemp("course") / "minigrad-course"
    left_out = shutil.ignore_patterns(
        ".[!.]*", "__pycache__", "exchange", "gradebook.db", "submitted", "tests"
    )
    shutil.copytree(root, copy, ignore=left_out)
    return copy


@pytest.fixture(scope="module")
def lab(course, tmp_path_factory):
    """The address that `make lab` prints, of a server in the environment that runs the tests."""
    home = tmp_path_factory.mktemp("home")
    log = home / "lab.log"
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "MAKE"))
    }
    command = [
        "make",
        "lab",
        f"VENV={sys.prefix}",
        f"--old-file={sys.prefix}/course.stamp",  # take the environment as it is
        f"ARGS=--no-browser --ip=127.0.0.1 --port={free_port()}",
    ]
    with log.open("w") as output:
        server = subprocess.Popen(
            command,
            cwd=course,
            env=environment | {"HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield wait_for_address(server, log)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=30)


def wait_for_address(server: subprocess.Popen, log: Path, seconds: float = 60) -> str:
    """The address with the token, as a person copies it from the terminal."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        if found := re.search(r"http://127\.0\.0\.1:\d+/\S+token=[0-9a-f]+", log.read_text()):
            return found.group()
        time.sleep(0.2)
    pytest.fail(f"`make lab` printed no address:\n{log.read_text()}")


@pytest.fixture(scope="module")
def page(lab):
    """JupyterLab as it stands when its kernel is ready, and every address it asked for."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(lab)
        page.get_by_text(re.compile(r"Python 3.*\| Idle")).wait_for(timeout=60_000)
        yield page
        browser.close()


def test_start_page_is_open(page):
    tab = page.locator(".jp-mod-current[role=tab], .lm-mod-current[role=tab]")
    assert "00_start_here.ipynb" in tab.all_inner_texts()
    assert page.locator(".jp-Notebook h1").first.is_visible()


def test_no_question_about_news(page):
    setting = page.evaluate(
        """async () => {
            const base = JSON.parse(document.getElementById("jupyter-config-data").textContent).baseUrl;
            const plugin = "@jupyterlab/apputils-extension:notification";
            const reply = await fetch(`${base}lab/api/settings/${plugin}`);
            return (await reply.json()).schema.properties;
        }"""
    )
    assert setting["fetchNews"]["default"] == "false"
    assert setting["checkForUpdates"]["default"] is False
    page.wait_for_timeout(2000)  # the question comes a moment after everything else
    assert page.get_by_text("Jupyter news").count() == 0


def test_nothing_is_asked_of_another_machine(page):
    hosts = {urlsplit(url).hostname for url in page.asked if urlsplit(url).scheme in ("http", "https", "ws")}
    assert hosts == {"127.0.0.1"}


def test_exercises_can_be_fetched_from_the_assignment_list(page):
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name="Assignment List").click()
    panel = page.locator("#nbgrader-assignment-list")
    panel.get_by_text("00_start_here").first.wait_for(timeout=20_000)
    assert "Released assignments" in panel.inner_text()
