"""Every link from a notebook or a page of the project to another file leads somewhere."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted(
    path for folder in ("course", "exercises", "solutions") for path in (ROOT / folder).rglob("*.ipynb")
)
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not {".venv", ".git", "dist", "node_modules"} & set(path.relative_to(ROOT).parts)
)
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:href|src)=\"([^\"]+)\"")


def text_of(path: Path) -> str:
    """The text in which links count: not the code."""
    if path.suffix == ".ipynb":
        cells = nbformat.read(path, as_version=4).cells
        return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return path.read_text(encoding="utf-8")


def links(text: str) -> list[str]:
    """The targets of the links in markdown ``text``, code left out."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "`", text)
    return [first or second for first, second in LINK.findall(text)]


def anchors(path: Path) -> set[str]:
    """The anchors of the headings, as GitHub makes them for a page and JupyterLab for a notebook."""
    headings = re.findall(r"^#+ +(.+?) *#*$", text_of(path), flags=re.MULTILINE)
    if path.suffix == ".ipynb":
        return {heading.replace(" ", "-") for heading in headings}
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(path: Path, root: Path) -> list[str]:
    """The links in ``path`` that lead nowhere, or out of ``root``. Those to other hosts are not followed."""
    found = []
    for link in links(text_of(path)):
        parts = urlsplit(link)
        if parts.scheme:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        inside = target.exists() and target.is_relative_to(root.resolve())
        if not inside or (parts.fragment and unquote(parts.fragment) not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("path", [*NOTEBOOKS, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path):
    assert broken(path, ROOT) == []


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "a b.svg").write_text("")
    (tmp_path / "other.md").write_text("# Two words, one heading\n")
    page = tmp_path / "page.md"
    page.write_text(
        '[here](page.md) ![there](a%20b.svg "a title") [heading](other.md#two-words-one-heading)\n'
        "[elsewhere](https://example.org/x) `[code](x.md)`\n```\n[code](y.md)\n```\n"
        '[gone](gone.md) [no heading](other.md#three) [above](../x.md) <img src="gone.png">\n'
    )
    assert broken(page, tmp_path) == ["gone.md", "other.md#three", "../x.md", "gone.png"]
