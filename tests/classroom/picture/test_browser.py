"""The steps in a browser that runs no script: with the keyboard, with the mouse, in light and in dark."""

import re
from pathlib import Path

import pytest

from classroom.picture import step
from tests.classroom.picture.own_nodes import Own, network

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
]


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def show(browser, tmp_path):
    """Show a picture in a page of its own."""

    def show(picture, **options):
        (tmp_path / "page.html").write_text(picture._repr_mimebundle_()["text/html"], encoding="utf-8")
        page = browser.new_page(**options)
        page.goto((tmp_path / "page.html").as_uri())
        return page

    return show


def shared():
    """y = a * b + a, in which a is used twice."""
    a, b = Own(2.0), Own(3.0)
    p = a * b
    return step(p + a, a=a, b=b, p=p)


def test_the_arrow_keys_step_forward_and_back(show):
    page = show(shared(), java_script_enabled=False)
    words = page.locator(".gp-step:visible")
    page.keyboard.press("Tab")
    sync_api.expect(words).to_contain_text("Step 0 of 4: Start")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    sync_api.expect(words).to_have_count(1)
    sync_api.expect(words).to_contain_text("Step 2 of 4: p, *")
    sync_api.expect(words).to_contain_text("a so far: 1.0 + 3.0 = 4.0")
    page.keyboard.press("ArrowLeft")
    sync_api.expect(words).to_contain_text("Step 1 of 4")


def test_the_mouse_steps_forward_and_back(show):
    page = show(shared(), java_script_enabled=False)
    words = page.locator(".gp-step:visible")
    for _ in range(3):
        page.locator("label:visible", has_text="Forward").click()
    sync_api.expect(words).to_contain_text("Step 3 of 4")
    page.locator("label:visible", has_text="Back").click()
    sync_api.expect(words).to_contain_text("Step 2 of 4")


def test_the_drawing_shows_what_has_arrived_by_then(show):
    page = show(shared(), java_script_enabled=False)

    def seen(number):
        page.get_by_label(f"Step {number} of 4").check()
        texts = page.locator(".leaf .at, .operation text.at")
        return [text.text_content() for text in texts.all() if opacity(text) == "1"]

    def opacity(element):
        return element.evaluate("element => getComputedStyle(element).opacity")

    assert "gradient 4.0" not in seen(1)
    assert "gradient 1.0" in seen(1)
    assert "gradient 1.0 + 3.0 = 4.0" in seen(2)
    assert ".grad None" in seen(2)
    assert ".grad 4.0" in seen(4)
    assert ".grad None" not in seen(4)


def test_a_drawing_that_stands_alone_shows_the_last_step(browser, tmp_path):
    (tmp_path / "drawing.svg").write_text(shared().svg, encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "drawing.svg").as_uri())
    opacity = "element => getComputedStyle(element).opacity"
    seen = [
        text.text_content() for text in page.locator(".leaf text.at").all() if text.evaluate(opacity) == "1"
    ]
    assert seen == ["gradient 1.0 + 3.0 = 4.0", ".grad 4.0", "gradient 2.0", ".grad 2.0"]


def test_a_screen_reader_is_told_the_words_of_the_step(show):
    page = show(shared())
    button = page.get_by_role("radio", name="Step 2 of 4")
    sync_api.expect(button).to_have_accessible_description(
        re.compile(
            r"^Step 2 of 4: p, \* Gradient that arrived here: 1\.0 To a: grad \* slope = 1\.0 \* 3\.0 = 3\.0"
        )
    )


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_colors_follow_the_reader_s_system(show, scheme, dark):
    page = show(shared(), color_scheme=scheme)
    ground = page.locator(".gp-page").evaluate("element => getComputedStyle(element).backgroundColor")
    channels = [int(number) for number in ground.removeprefix("rgb(").removesuffix(")").split(",")]
    assert (max(channels) < 60) == dark
    assert (min(channels) > 200) != dark


def test_jupyterlab_s_theme_comes_before_the_reader_s_system(show):
    page = show(shared(), color_scheme="dark")
    page.locator("body").evaluate("element => element.setAttribute('data-jp-theme-light', 'true')")
    ground = page.locator(".gp-page").evaluate("element => getComputedStyle(element).backgroundColor")
    assert ground == "rgb(255, 255, 255)"


def test_a_tall_picture_follows_the_box_at_work(show):
    page = show(step(network(65)), viewport={"width": 900, "height": 600})
    view = page.locator(".gp-figure")
    page.get_by_label("Step 1 of 17").check()
    at_the_result = view.evaluate("element => element.scrollTop")
    page.get_by_label("Step 17 of 17").check()
    assert view.evaluate("element => element.scrollTop") < at_the_result
