"""Writing the notebooks, without destroying what a person typed into one."""

from __future__ import annotations

import os
from pathlib import Path

from classroom.build.generate import generate, left_over, read_notebook
from classroom.build.stamp import is_untouched

#: Where notebooks go that must give way and hold somebody's work.
KEPT = "kept"


def write(project: Path) -> list[str]:
    """Write every notebook that is not yet as it must be; return a sentence for each change.

    A notebook in which somebody has worked is moved to ``kept/`` first, whatever folder it is in, and so is a
    file that cannot be read as a notebook. All sources are read before anything is written.
    """
    generated = generate(project)
    changes = []
    for path in left_over(project, generated):
        removed = f"{path.relative_to(project)} has no source any more; removed."
        changes.append(_give_way(path, project) or removed)
        path.unlink(missing_ok=True)
    for made in generated:
        if made.is_written:
            continue
        moved = _give_way(made.path, project)
        _write_whole(made.path, made.text)
        changes += [moved] if moved else []
        changes.append(f"{made.path.relative_to(project)} written.")
    return changes


def _give_way(path: Path, project: Path) -> str | None:
    """Move the file at ``path`` to ``kept/`` if it holds work, and return the sentence that says where."""
    if not path.exists():
        return None
    notebook = read_notebook(path)
    if notebook is not None and is_untouched(notebook):
        return None
    shown = path.relative_to(project)
    kept = _free_name(project / KEPT / shown)
    kept.parent.mkdir(parents=True, exist_ok=True)
    path.rename(kept)
    why = "holds somebody's work" if notebook is not None else "cannot be read as a notebook"
    return f"{shown} {why}, so it was moved to {kept.relative_to(project)}; nothing is lost."


def _free_name(path: Path) -> Path:
    count = 1
    while (candidate := path.with_stem(f"{path.stem}-{count}")).exists():
        count += 1
    return candidate


def _write_whole(path: Path, text: str) -> None:
    """Write so that a reader, or a crash, never meets half a notebook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(text, encoding="utf-8", newline="\n")
    os.replace(partial, path)
