"""The HTML around a drawing: captions, the steps of a backward pass, and the table that says the same.

Nothing here needs a script, a running kernel or another file. The steps are radio buttons: the keyboard's
arrow keys move between them and a screen reader reads them out, by the browser's own doing; a style sheet
shows what belongs to the chosen one. JupyterLab removes style sheets and drawings from notebooks that it does
not trust. The drawing is therefore marked `hidden` until the style sheet shows it, and what remains is a list
of the steps in words and the table.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from html import escape

from classroom.picture.steps import Code, Sentence, Step
from classroom.picture.svg import Drawing, svg

STYLE = """
.gp-page{max-width:100%;padding:8px 10px;border:1px solid var(--quiet);border-radius:6px;line-height:1.45}
.gp-page[class] .gp-figure{display:block;overflow:auto;max-height:80vh;margin:0}
.gp-page .gp-figure svg{display:block;margin:auto;max-width:none}
.gp-page .gp-untrusted{display:none}
.gp-page :focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.gp-page .gp-legend{display:block;color:var(--quiet);font-size:12px;margin:6px 0}
.gp-page summary{cursor:pointer}
.gp-page .gp-scroll{overflow:auto;max-height:60vh}
.gp-page table{border-collapse:collapse;font-size:12px;color:var(--ink);margin:6px 0}
.gp-page[class] th,.gp-page[class] td{border:1px solid var(--quiet);padding:3px 7px;text-align:left;
vertical-align:top}
.gp-page tbody tr,.gp-page tbody tr:nth-child(odd){background:var(--paper)}
.gp-page fieldset{border:0;margin:0;padding:0;min-width:0}
.gp-page legend{padding:0;font-weight:bold;font-size:inherit}
.gp-page input[type=radio]{display:inline-block;accent-color:var(--orange);width:15px;height:15px;margin:3px}
.gp-page .gp-step{display:none;border-left:4px solid var(--orange);padding:2px 10px;
margin:6px 0}
.gp-page .gp-step p{margin:2px 0}
.gp-page code{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;color:inherit;background:none}
.gp-page .gp-move{display:block;float:right}
@media print{.gp-page[class] .gp-figure,.gp-page .gp-scroll{max-height:none}}
.gp-page .gp-move label{display:inline-block;border:1px solid var(--ink);border-radius:4px;padding:1px 10px;
margin-left:6px;cursor:pointer;user-select:none}
""".strip()

UNTRUSTED = (
    "The picture is not shown, because this notebook is not trusted yet. Run the cell, or choose Trust "
    "Notebook. Until then, the words below say the same."
)
LEGEND = {
    "leaf": "Rounded with a blue border: a leaf.",
    "operation": "Square: an operation.",
    "constant": "Dashed: a constant, to which no gradient flows.",
    "apart": "Dashed and apart: a tensor that the graph does not reach.",
    "fold": "A stack: what repeats in between, folded.",
}
ARROWS = "Arrows run from the inputs to the result."
KEYS = "Arrow keys move through the steps, once one of the round buttons has the focus."


# JupyterLab's own shortcuts would take the arrow keys and Enter. The attribute tells it to leave them to an
# element; it must stand on the very element that has the focus, because that is where the shortcuts'
# selectors match.
KEEPS_KEYS = 'data-lm-suppress-shortcuts="true"'

# Hidden until the style sheet shows it; JupyterLab would drop the attribute if it were empty.
UNTIL_STYLED = 'hidden="hidden"'

# The one convenience that takes a script: a picture taller than its window is scrolled to the box at work.
FOLLOW = (
    'onchange="'
    "const view=this.querySelector('.gp-figure'),"
    "box=view.querySelector('.halo[data-step=\\'' + event.target.value + '\\']');"
    "if(box){const a=view.getBoundingClientRect(),b=box.getBoundingClientRect();"
    "view.scrollBy(b.left+b.width/2-a.left-a.width/2,b.top+b.height/2-a.top-a.height/2)}"
    '"'
)


def table(caption: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that a reader can open, and that stays open where style sheets are removed."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in header)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<details><summary {KEEPS_KEYS}>{escape(caption)}</summary><div class="gp-scroll">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>"
    )


def page(drawing: Drawing, steps: Sequence[Step], tables: Sequence[str], note: str) -> str:
    """The whole output of `draw` (no steps) or `step`."""
    name = identity(drawing, steps)
    figure = (
        f'<div class="gp-figure" {UNTIL_STYLED} {KEEPS_KEYS} tabindex="0" role="group"'
        f' aria-label="{escape(drawing.title)}">{svg(drawing, name)}</div>'
    )
    kinds = {card.kind for card in drawing.cards}
    words = [text for kind, text in LEGEND.items() if kind in kinds] + [ARROWS] * bool(drawing.lines) + [note]
    legend = f'<p class="gp-legend" {UNTIL_STYLED}>{escape(" ".join(words).strip())}</p>'
    inside = chooser(steps, name, drawing.title, figure) if steps else figure
    return (
        f'<div class="gp gp-page"><style>{STYLE}\n{step_rules(steps, name)}'
        f'</style><p class="gp-untrusted">{escape(UNTRUSTED)}</p>{inside}{legend}{"".join(tables)}</div>'
    )


def chooser(steps: Sequence[Step], name: str, title: str, figure: str) -> str:
    """The radio buttons, the words of each step, and the figure that changes with them."""
    buttons = "".join(
        f'<input type="radio" name="{name}" id="{name}-{k}" value="{k}" {UNTIL_STYLED} {KEEPS_KEYS}'
        f' aria-describedby="{name}-words-{k}" aria-label="Step {k} of {len(steps) - 1}"'
        f"{' checked' if k == 0 else ''}>"
        for k in range(len(steps))
    )
    words = "".join(
        f'<div class="gp-step" id="{name}-step-{k}">{moves(k, len(steps), name)}<div id="{name}-words-{k}">'
        f"<p><b>Step {k} of {len(steps) - 1}: {escape(step.heading)}</b></p>"
        f"{''.join(f'<p>{phrase(sentence)}</p>' for sentence in step.sentences)}</div></div>"
        for k, step in enumerate(steps)
    )
    return (
        f"<fieldset {FOLLOW}><legend>{escape(title)}</legend>{buttons}"
        f'<div id="{name}-words">{words}</div>{figure}</fieldset>'
    )


def moves(k: int, count: int, name: str) -> str:
    """Back and forward for the mouse; the keyboard has the radio buttons themselves."""
    back = f'<label for="{name}-{k - 1}">Back</label>' if k else ""
    forward = f'<label for="{name}-{k + 1}">Forward</label>' if k + 1 < count else ""
    return f'<span class="gp-move" {UNTIL_STYLED} aria-hidden="true">{back}{forward}</span>'


def step_rules(steps: Sequence[Step], name: str) -> str:
    """For each step: show its words, and tell the drawing which step it is."""
    if not steps:
        return ""
    lines = 1 + max(len(step.sentences) for step in steps)
    # Room for the longest step, so that the drawing below stays where it is.
    room = f"#{name}-words{{min-height:{lines * 1.65:.1f}em}}\n"
    return room + "\n".join(
        f"#{name}-{k}:checked~*{{--now:{k}}}#{name}-{k}:checked~div #{name}-step-{k}{{display:block}}"
        for k in range(len(steps))
    )


def phrase(sentence: Sentence) -> str:
    """A sentence as HTML."""
    return "".join(
        f"<code>{escape(part)}</code>" if isinstance(part, Code) else escape(part) for part in sentence
    )


_pages: Counter[str] = Counter()


def identity(drawing: Drawing, steps: Sequence[Step]) -> str:
    """A prefix for ids: the same in every run, but another one when a notebook shows a picture twice."""
    content = hashlib.sha256(repr((drawing, steps)).encode()).hexdigest()[:10]
    _pages[content] += 1
    return f"gp-{content}-{_pages[content]}"
