"""The drawing: cards and lines, placed by `layout`, as one self-contained SVG.

Kinds of boxes differ by their outline and by a word, and only then by color: a leaf is round, an operation
square, a constant dashed, a fold looks like a stack. The colors are those of Okabe and Ito, which colorblind
readers tell apart, darkened or lightened until text in them has a contrast of at least 4.5 to 1.

The light or dark colors follow JupyterLab's theme, and elsewhere the reader's system. What belongs to one
step of a backward pass is shown by a single rule: an element seen from step a to step b has the style
`--first:a; --last:b`, the page sets `--now`, and the opacity is computed from the three. So the steps work
without JavaScript. A drawing that stands alone shows its last step, `--end`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from classroom.picture.card import CHARACTER, LINE_HEIGHT, PADDING, Card, Text
from classroom.picture.fold import Line
from classroom.picture.layout import Placement, layered

MARGIN = 14.0
PORT_GAP = 16.0  # between two lines that enter the same box
HEAD = 7.0  # length of an arrow's head

LIGHT = (
    "color-scheme:light;--ink:#1b1b1b;--quiet:#595959;--paper:#ffffff;--card:#f7f7f7;"
    "--blue:#005a8c;--orange:#a84300"
)
DARK = (
    "color-scheme:dark;--ink:#ececec;--quiet:#b4b4b4;--paper:#161616;--card:#242424;"
    "--blue:#7cc8f2;--orange:#ffb067"
)

STYLE = f"""
.gp{{{LIGHT};color:var(--ink);background:var(--paper)}}
@media (prefers-color-scheme:dark){{.gp{{{DARK}}}}}
[data-jp-theme-light="true"] .gp{{{LIGHT}}}
[data-jp-theme-light="false"] .gp{{{DARK}}}
.gp svg,svg.gp{{font:12px Menlo,Consolas,"DejaVu Sans Mono",monospace}}
.gp .card{{fill:var(--card);stroke:var(--ink);stroke-width:1.2}}
.gp .leaf .card{{stroke:var(--blue);stroke-width:2.4}}
.gp .constant .card,.gp .apart .card{{stroke:var(--quiet);stroke-dasharray:5 4;fill:var(--paper)}}
.gp text{{fill:var(--ink);white-space:pre}}
.gp .heading{{font-weight:bold}}
.gp .leaf .heading,.gp .leaf .tag{{fill:var(--blue)}}
.gp .tag,.gp .quiet{{fill:var(--quiet)}}
.gp .tag{{font-size:11px}}
.gp .grad,.gp .flow text{{fill:var(--orange)}}
.gp .warning{{fill:var(--orange);font-weight:bold}}
.gp .line{{fill:none;stroke:var(--quiet);stroke-width:1.4}}
.gp .fixed .line{{stroke-dasharray:5 4}}
.gp .head{{fill:var(--quiet)}}
.gp .count{{fill:var(--quiet)}}
.gp .flow .line{{stroke:var(--orange);stroke-width:3.2}}
.gp .flow .head{{fill:var(--orange)}}
.gp .halo{{fill:none;stroke:var(--orange);stroke-width:3.2}}
.gp .plate{{fill:var(--paper)}}
.gp .at{{--at:var(--now,var(--end));
opacity:clamp(0,min(var(--at) - var(--first) + 1,var(--last) - var(--at) + 1),1)}}
""".strip()


@dataclass(frozen=True)
class Flow:
    """A gradient that goes along a line at one step; its amount stays written there until the last step."""

    line: int
    text: str
    step: int


@dataclass(frozen=True)
class Drawing:
    """All that is drawn. `visits` are the steps at which a box is the one at work, `last_step` the final
    step."""

    cards: Sequence[Card]
    lines: Sequence[Line]
    title: str
    description: str
    flows: Sequence[Flow] = ()
    visits: Mapping[int, Sequence[int]] | None = None
    last_step: int = 0


Point = tuple[float, float]


def svg(drawing: Drawing, identity: str) -> str:
    """The drawing as an <svg> element. `identity` is the prefix of its ids and must be unique in the page."""
    sizes = [card.size for card in drawing.cards]
    placement = layered(sizes, [(line.source, line.target) for line in drawing.lines])
    routes = list(route_lines(placement, sizes, drawing))
    width, height = placement.width + 2 * MARGIN, placement.height + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gp" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="{-MARGIN:.0f} {-MARGIN:.0f} {width:.0f} {height:.0f}"'
        f' style="--end:{drawing.last_step}" role="img" aria-labelledby="{identity}-t {identity}-d">',
        f'<title id="{identity}-t">{escape(drawing.title)}</title>',
        f'<desc id="{identity}-d">{escape(drawing.description)}</desc>',
        f"<style>{STYLE}</style>",
    ]
    for line, route in zip(drawing.lines, routes, strict=True):
        parts.append(draw_line(line, route.points, fixed=drawing.cards[line.source].kind == "constant"))
    for index, (card, center) in enumerate(zip(drawing.cards, placement.centers, strict=True)):
        parts.append(draw_card(card, center, (drawing.visits or {}).get(index, ())))
    for flow in drawing.flows:
        parts.append(draw_flow(flow, routes[flow.line], drawing.last_step))
    return "\n".join([*parts, "</svg>"])


@dataclass(frozen=True)
class Route:
    """Where a line runs: points from the bottom of one box to the top of another, and how far below the first
    of them the amount of a gradient is written, so that the amounts of neighboring lines do not collide."""

    points: list[Point]
    label_y: float


def route_lines(
    placement: Placement, sizes: Sequence[tuple[float, float]], drawing: Drawing
) -> Iterator[Route]:
    """Spread the lines that share a side of a box along it, in the order of where they come from or go to."""
    lines = drawing.lines
    label_width = {flow.line: len(flow.text) * CHARACTER + 6 for flow in drawing.flows}

    def far(index: int, down: bool) -> float:
        bends = placement.bends[index]
        if bends:
            return bends[0 if down else -1][0]
        return placement.centers[lines[index].target if down else lines[index].source][0]

    x: dict[tuple[int, bool], float] = {}
    label_y: dict[int, float] = {}
    for down in (True, False):
        sides: dict[int, list[int]] = {}
        for index, line in enumerate(lines):
            sides.setdefault(line.source if down else line.target, []).append(index)
        for box, unsorted in sides.items():
            # Equal positions keep the order of the slots: the inputs of x * y enter from left to right.
            indices = sorted(unsorted, key=lambda index, down=down: far(index, down))  # type: ignore[misc]
            wanted = max(label_width.get(index, PORT_GAP) for index in indices) if down else PORT_GAP
            room = (sizes[box][0] - 2 * PADDING) / max(len(indices) - 1, 1)
            gap = min(max(wanted, PORT_GAP), room)
            for i, index in enumerate(indices):
                x[index, down] = placement.centers[box][0] + (i - (len(indices) - 1) / 2) * gap
                if down:
                    label_y[index] = 9.0 if wanted <= gap or i % 2 == 0 else 25.0
    for index, line in enumerate(lines):
        (_, upper), (_, lower) = placement.centers[line.source], placement.centers[line.target]
        start, end = x[index, True], x[index, False]
        points = [
            (start, upper + sizes[line.source][1] / 2),
            (start, placement.layers[line.source][1]),
            *(point for at, top, bottom in placement.bends[index] for point in ((at, top), (at, bottom))),
            (end, placement.layers[line.target][0] - HEAD),
            (end, lower - sizes[line.target][1] / 2 - HEAD),
        ]
        yield Route(points, label_y[index])


def draw_line(line: Line, route: Sequence[Point], fixed: bool) -> str:
    """An arrow from an input to the operation that uses it; a bundle says how many edges it holds."""
    names = " ".join(f"{edge.source}-{edge.target}.{edge.slot}" for edge in line.edges)
    number = len(line.edges)
    label = ""
    if number > 1:
        x, y = route[-1]
        label = f'<text class="count" x="{x + 6:.1f}" y="{y - 4:.1f}">{number} edges</text>'
    kind = "edge fixed" if fixed else "edge"
    return f'<g class="{kind}" data-edges="{names}">{curve(route)}{head(route[-1])}{label}</g>'


def curve(route: Sequence[Point]) -> str:
    """A smooth path through the points, vertical at each of them: it moves sideways only between layers."""
    (x, y), *rest = route
    path = [f"M{x:.1f} {y:.1f}"]
    for to_x, to_y in rest:
        if to_x == x:
            path.append(f"V{to_y:.1f}")
            y = to_y
            continue
        middle = (y + to_y) / 2
        path.append(f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
    return f'<path class="line" d="{"".join(path)}"/>'


def head(tip: Point, up: bool = False) -> str:
    """An arrow's head whose base lies at the end of a line."""
    x, y = tip
    reach = -8 if up else 8
    return f'<path class="head" d="M{x - 4.5:.1f} {y:.1f}L{x + 4.5:.1f} {y:.1f}L{x:.1f} {y + reach:.1f}Z"/>'


def draw_flow(flow: Flow, route: Route, last_step: int) -> str:
    """A gradient on its way back along a line: thick at its own step, and its amount from then on."""
    (x, y), *rest = route.points
    label_y = y + route.label_y
    width = len(flow.text) * CHARACTER + 4
    label = (
        f'<rect class="plate" x="{x - width / 2:.1f}" y="{label_y:.1f}" width="{width:.1f}" height="16"/>'
        f'<text x="{x:.1f}" y="{label_y + 12:.1f}" text-anchor="middle">{escape(flow.text)}</text>'
    )
    arrow = curve([(x, y + 7), *rest]) + head((x, y + 8), up=True)
    return (
        f'<g class="flow at" style="{seen(flow.step, flow.step)}">{arrow}</g>'
        f'<g class="flow at" style="{seen(flow.step, last_step)}">{label}</g>'
    )


def draw_card(card: Card, center: Point, visits: Sequence[int]) -> str:
    """A box with its lines of text; a thick frame around it at the steps that visit it."""
    width, height = card.size
    left, top = center[0] - width / 2, center[1] - height / 2
    round_by = {"leaf": 16, "constant": 8, "apart": 8}.get(card.kind, 2)
    shape = f'width="{width:.1f}" height="{height:.1f}" rx="{round_by}"'
    parts = []
    if card.kind == "fold":
        parts += [f'<rect class="card" x="{left + d:.1f}" y="{top + d:.1f}" {shape}/>' for d in (8, 4)]
    parts.append(f'<rect class="card" x="{left:.1f}" y="{top:.1f}" {shape}/>')
    y = top + PADDING + 10
    parts.append(f'<text class="heading" x="{left + PADDING:.1f}" y="{y:.1f}">{escape(card.heading)}</text>')
    if card.tag:
        x = left + width - PADDING
        parts.append(f'<text class="tag" x="{x:.1f}" y="{y:.1f}" text-anchor="end">{escape(card.tag)}</text>')
    for row in card.rows:
        y += LINE_HEIGHT
        parts += [draw_text(text, row.style, left + PADDING, y) for text in row.texts]
    for step in visits:
        frame = f'x="{left - 5:.1f}" y="{top - 5:.1f}" width="{width + 10:.1f}" height="{height + 10:.1f}"'
        when = f'data-step="{step}" style="{seen(step, step)}"'
        parts.append(f'<rect class="halo at" {when} {frame} rx="{round_by + 4}"/>')
    return f'<g class="box {card.kind}" data-vertices="{ranges(card.vertices)}">{"".join(parts)}</g>'


def ranges(numbers: Sequence[int]) -> str:
    """Rising numbers, runs of them shortened.

    >>> ranges([3, 5, 6, 7])
    '3 5-7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("-".join(map(str, run)) for run in runs)


def draw_text(text: Text, style: str, x: float, y: float) -> str:
    """One line of a box, at its steps."""
    where = f'x="{x:.1f}" y="{y:.1f}"'
    if text.first is None or text.last is None:
        return f'<text class="{style}" {where}>{escape(text.text)}</text>'
    return (
        f'<text class="{style} at" style="{seen(text.first, text.last)}" {where}>{escape(text.text)}</text>'
    )


def seen(first: int, last: int) -> str:
    """The style of what is seen from one step to another."""
    return f"--first:{first};--last:{last}"
