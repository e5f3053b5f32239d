import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from classroom.picture import draw, step
from classroom.picture.svg import DARK, LIGHT
from tests.classroom.picture.own_nodes import Own, chain, network, recurrent, squared_errors

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "</title><script>alert(1)</script>\"'&`<b onclick=x>"


def html_of(picture):
    return picture._repr_mimebundle_()["text/html"]


def drawing(picture):
    """The SVG of a page, parsed: it must be well-formed."""
    return ElementTree.fromstring(re.search(r"<svg.*</svg>", html_of(picture), re.DOTALL)[0])


def numbers(ranges):
    """The vertices of a box, from its attribute: "3 5-7" is 3, 5, 6, 7."""
    for part in ranges.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


class Tags(HTMLParser):
    """All tags of a page with their attributes, the tags left open, and the texts of the table's cells."""

    VOID = {"input", "br", "img", "hr", "meta", "link"}

    def __init__(self, html):
        super().__init__()
        self.tags, self.open, self.rows = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.rows[-1][-1] += data


def diamond():
    a = Own(2.0)
    b, c = a * 3.0, a.tanh()
    return b + c


@pytest.mark.parametrize("make", [diamond, lambda: chain(200), lambda: network(65), lambda: recurrent(40)])
@pytest.mark.parametrize("show", [draw, step])
def test_every_node_and_edge_is_in_the_drawing_once_and_in_the_table_once(make, show):
    result = make()
    nodes, edges, todo = {}, 0, [result]  # an independent walk: constants count as nodes, too
    while todo:
        node = todo.pop()
        if isinstance(node, float):
            nodes[object()] = node
        elif node not in nodes:
            nodes[node] = node
            edges += len(node.parents)
            todo += node.parents

    picture = show(result)
    boxes = drawing(picture).findall(f"{SVG}g[@data-vertices]")
    drawn = [v for box in boxes for v in numbers(box.get("data-vertices"))]
    assert sorted(drawn) == list(range(len(nodes)))

    lines = [
        edge for g in drawing(picture).findall(f"{SVG}g[@data-edges]") for edge in g.get("data-edges").split()
    ]
    box_of = {v: i for i, box in enumerate(boxes) for v in numbers(box.get("data-vertices"))}
    rows = [row for row in Tags(html_of(picture)).rows if len(row) == 7]
    assert len(rows) == len(nodes)
    inputs = [(int(source), int(row[0])) for row in rows for source in re.findall(r"\(no\. (\d+)\)", row[3])]
    assert len(inputs) == edges
    between = [f"{source}-{target}" for source, target in inputs if box_of[source] != box_of[target]]
    assert sorted(edge.split(".")[0] for edge in lines) == sorted(between)


@pytest.mark.parametrize("show", [draw, step])
def test_a_page_is_well_formed_and_asks_for_nothing_from_elsewhere(show):
    html = html_of(show(squared_errors(40)))
    page = Tags(html)
    assert page.open == []
    assert not {"script", "link", "img", "iframe", "object", "image", "use"} & {tag for tag, _ in page.tags}
    references = [
        value
        for _, attributes in page.tags
        for name, value in attributes.items()
        if name.split(":")[-1] in {"href", "src", "data", "action"}
    ]
    assert references == []
    assert "url(" not in html
    assert "@import" not in html
    assert html.replace("http://www.w3.org/2000/svg", "").find("://") == -1


@pytest.mark.parametrize("show", [draw, step])
def test_hostile_names_stay_text(show):
    a = Own(2.0)
    result = a * a
    result.op = HOSTILE
    harmless = [tag for tag, _ in Tags(html_of(show(a * a, **{"name": a}))).tags]
    picture = show(result, **{HOSTILE: a})
    page = Tags(html_of(picture))
    assert page.open == []
    assert [tag for tag, _ in page.tags] == harmless
    assert not any(
        name.startswith("on") and tag != "fieldset" for tag, attributes in page.tags for name in attributes
    )
    assert HOSTILE[:20] in "".join(
        text for element in drawing(picture).iter(f"{SVG}text") for text in element.itertext()
    )


def test_ids_are_unique_in_a_notebook_that_shows_the_same_picture_twice():
    result = diamond()
    pages = [Tags(html_of(show(result))) for show in (draw, step, step)]
    ids = [attributes["id"] for page in pages for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for page in pages:
        own = {attributes.get("id") for _, attributes in page.tags}
        for _, attributes in page.tags:
            for name in ("for", "aria-labelledby", "aria-describedby"):
                assert set((attributes.get(name) or "").split()) <= own


def test_a_new_kernel_gives_the_same_bytes():
    program = (
        "from classroom.picture import draw, step\n"
        "from tests.classroom.picture.own_nodes import recurrent\n"
        "y = recurrent(40)\n"
        "for picture in (draw(y), step(y)):\n"
        "    print(picture._repr_mimebundle_(), picture.svg)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_the_drawing_has_a_title_and_a_description():
    root = drawing(draw(diamond()))
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert title.text.startswith("Graph of ")
    # a, 3.0, *, tanh, +
    assert description.text.startswith("3 operations, 1 leaf, 1 constant, 5 edges.")


def test_the_drawing_alone_is_a_whole_svg_file(tmp_path):
    root = ElementTree.fromstring(draw(diamond()).svg)
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}style") is not None


def test_each_step_has_a_button_and_words():
    page = Tags(html_of(step(diamond())))
    buttons = [attributes for tag, attributes in page.tags if tag == "input"]
    assert [button["type"] for button in buttons] == ["radio"] * 5  # the start, and +, tanh, *, a
    assert [button["aria-label"] for button in buttons] == [f"Step {k} of 4" for k in range(5)]
    assert ["checked" in button for button in buttons] == [True] + [False] * 4
    assert len({button["name"] for button in buttons}) == 1


def test_jupyterlab_leaves_the_keys_to_whatever_can_have_the_focus():
    # Its shortcuts match the very element that has the focus, so the attribute must stand there.
    page = Tags(html_of(step(diamond())))
    focusable = [
        attributes for tag, attributes in page.tags if tag in ("input", "summary") or "tabindex" in attributes
    ]
    assert len(focusable) == 5 + 2 + 1
    assert all(attributes.get("data-lm-suppress-shortcuts") == "true" for attributes in focusable)


def test_what_jupyterlab_leaves_of_an_untrusted_page_are_the_words():
    # It removes style sheets, drawings and event handlers; `hidden` stays if it has a value.
    html = html_of(step(diamond()))
    kept = re.sub(
        r"<style>.*?</style>|</?(svg|g|path|rect|text|title|desc)\b[^>]*>", "", html, flags=re.DOTALL
    )
    visible = re.sub(
        r'<(div|p|span) class="gp-(figure|legend|move)" hidden="hidden".*?</\1>', "", kept, flags=re.DOTALL
    )
    text = re.sub(r"<[^>]+>", " ", visible)
    assert "The picture is not shown, because this notebook is not trusted yet." in text
    assert "Step 1 of 4" in text
    assert "Forward" not in text
    assert "gradient: none yet" not in text  # which only the drawing says


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_colors_have_the_contrast_that_wcag_asks_of_text(theme):
    colors = dict(re.findall(r"--(\w+):#(\w{6})", theme))

    def luminance(color):
        channels = [int(color[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for text in ("ink", "quiet", "blue", "orange"):
        for ground in ("paper", "card"):
            bright, dim = sorted((luminance(colors[text]), luminance(colors[ground])), reverse=True)
            assert (bright + 0.05) / (dim + 0.05) >= 4.5


def test_in_a_terminal_the_words_are_shown():
    text = str(step(diamond()))
    assert text.startswith("0. Start\n")
    result = diamond()
    header = ["No.", "Name", "What", "Inputs", "Value", ".grad"]
    assert repr(draw(result)).splitlines()[0].split() == header
