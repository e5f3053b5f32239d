"""Write down what PyTorch does with the snippets: ``python -m tests.minigrad.record_behavior``.

Run it from the repository's folder after adding a snippet; the result goes to ``recorded/behavior.json``.
"""

import json

from tests.minigrad.behavior import SNIPPETS, outcome, read
from tests.minigrad.record import RECORDED


def behavior(module) -> dict[str, dict]:
    """``"topic: label"`` -> the code, and what it did when ``torch`` is this module."""
    if hasattr(module, "set_warn_always"):  # else PyTorch warns in the first snippet only
        module.set_warn_always(True)
    cases = {}
    for path in sorted(SNIPPETS.glob("*.txt")):
        for label, code in read(path):
            name = f"{path.stem}: {label}"
            if name in cases:
                raise ValueError(f"two snippets are called {name!r}")
            cases[name] = {"code": code, **outcome(code, module)}
    return cases


if __name__ == "__main__":
    import torch

    path = RECORDED / "behavior.json"
    path.write_text(json.dumps(behavior(torch), indent=1) + "\n")
    print(f"wrote {path}")
