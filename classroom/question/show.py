"""Showing a message in a notebook: HTML where that can be shown, Markdown as plain text everywhere else.

Colors come from JupyterLab's theme, light or dark, and none carries meaning alone: the words say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

import mistune
from IPython.display import display

# With escape=True, HTML in a unit's text or in a learner's answer is shown as it was typed.
_markdown = mistune.create_markdown(escape=True, plugins=["math"])

_STYLE = """\
<style>
.minigrad-asked { max-width: 48em; padding-left: 1em; border-left: 4px solid var(--jp-border-color1, #bbb); }
.minigrad-asked.minigrad-right { border-color: var(--jp-success-color1, #388e3c); }
.minigrad-asked.minigrad-wrong { border-color: var(--jp-warn-color1, #f57c00); border-left-style: double; }
.minigrad-asked ul { list-style: none; padding-left: 1em; }
.minigrad-asked summary { cursor: pointer; width: fit-content; }
/* In an open notebook the learner answers first. A page without a kernel can only be unfolded. */
.jp-NotebookPanel .minigrad-without-kernel { display: none; }
</style>"""


@dataclass(frozen=True)
class Folded:
    """A part that unfolds: `summary` is always to be read, `markdown` unfolds.

    without_kernel: only for a page without a kernel, where nothing can be answered. Elsewhere it is left out.
    """

    summary: str
    markdown: str
    without_kernel: bool = False


@dataclass(frozen=True)
class Message:
    """What a cell shows: its parts are Markdown or Folded, one below the other.

    >>> Message("Question 05.q1", ("Is `a < b`?", Folded("Why", "Because.")))
    Is `a < b`?
    <BLANKLINE>
    Why: Because.
    >>> "Is <code>a &lt; b</code>?" in Message("Question 05.q1", ("Is `a < b`?",))._repr_html_()
    True
    """

    label: str
    parts: tuple[str | Folded, ...]
    verdict: Literal["open", "right", "wrong"] = "open"

    def show(self) -> None:
        """Show it as an output of the running cell; outside a notebook, print it."""
        display(self)

    def __repr__(self) -> str:
        shown = []
        for part in self.parts:
            if isinstance(part, str):
                shown.append(part.strip())
            elif not part.without_kernel:
                shown.append(f"{part.summary}: {part.markdown.strip()}")
        return "\n\n".join(shown)

    def _repr_html_(self) -> str:
        body = "\n".join(_html(part) if isinstance(part, str) else _folded(part) for part in self.parts)
        # role="status": a screen reader says the message when it appears below the cell.
        return (
            f'<div class="minigrad-asked minigrad-{self.verdict}" role="status"'
            f' aria-label="{escape(self.label)}">\n{_STYLE}\n{body}</div>'
        )


def as_code(text: str) -> str:
    """`text` as Markdown code, whatever backticks or line breaks it holds."""
    longest = max((len(run) for run in _runs_of_backticks(text)), default=0)
    if "\n" in text:
        fence = "`" * max(3, longest + 1)
        return f"\n\n{fence}\n{text}\n{fence}\n"
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"


def _runs_of_backticks(text: str) -> list[str]:
    return "".join(character if character == "`" else " " for character in text).split()


def _html(markdown: str) -> str:
    return str(_markdown(markdown))


def _folded(part: Folded) -> str:
    # The attribute keeps JupyterLab from taking Enter and Space, which unfold, for its own shortcuts.
    kernel = ' class="minigrad-without-kernel"' if part.without_kernel else ""
    return (
        f'<details{kernel} data-lm-suppress-shortcuts="true"><summary>{escape(part.summary)}</summary>\n'
        f"{_html(part.markdown)}</details>"
    )
