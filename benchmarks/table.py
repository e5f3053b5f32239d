"""Measure and print: alternating rounds, medians, ratios to minigrad's targets."""

import argparse
import functools
import gc
import importlib
import json
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np

from benchmarks import workloads

ENGINES = {
    "minigrad": ("minigrad", "torch"),
    "torch": ("torch", "torch"),
    "autograd": ("autograd", "hips"),
    "mygrad": ("mygrad", "mygrad"),
    "micrograd": ("micrograd.engine", "micrograd"),
    "by hand": (None, "hand"),
}

#: workload, options, target as {peer: ratio}
ROWS = {
    "x² + 2x + 1, 0-dim": ("scalar", {}, {"torch": 0.35}),
    "MLP 2-16-16-1, one step": ("small_mlp", {}, {"torch": 0.65, "by hand": 2.2}),
    "MLP 784-256-128-10, float32": ("large_mlp", {"dtype": np.float32}, {"by hand": 1.05}),
    "MLP 784-256-128-10, float64": ("large_mlp", {"dtype": np.float64}, {"by hand": 1.05}),
    "chain of 1024² matmuls": ("matmul_chain", {}, {"by hand": 1.02}),
    "elementwise, 10⁶ elements": ("elementwise", {}, {"by hand": 1.2}),
    "chain of 100,000 scalar ops": ("scalar_chain", {}, {"torch": 0.35}),
}


def engine(name):
    module = ENGINES[name][0]
    if name == "autograd":
        importlib.import_module("autograd.numpy")
    loaded = None if module is None else importlib.import_module(module)
    if name == "torch":
        loaded.set_num_threads(1)
    return loaded


def candidates(workload, options):
    """The engines that have this workload, ready to run."""
    found = {}
    for name, (_, style) in ENGINES.items():
        make = getattr(workloads, f"{style}_{workload}", None)
        if make is not None:
            found[name] = functools.partial(make, engine(name), **options)()
    return found


def seconds(function, repeat):
    start = time.perf_counter()
    for _ in range(repeat):
        function()
    return (time.perf_counter() - start) / repeat


def measure(functions, rounds, budget=0.1):
    """The median seconds of each, in alternating rounds, so that a slow moment of the machine meets them all."""
    repeats = {}
    for name, function in functions.items():
        function()  # warm up
        repeats[name] = max(1, int(budget / max(seconds(function, 1), 1e-7)))
    times = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            gc.collect()
            times[name].append(seconds(function, repeats[name]))
    return {name: statistics.median(values) for name, values in times.items()}


def growth(rounds=3):
    """The exponent p in time ~ n^p, fitted over chains of 1,000 to 1,000,000 scalar operations."""
    lengths = (1_000, 10_000, 100_000, 1_000_000)
    minigrad = engine("minigrad")
    medians = []
    for n in lengths:
        run = workloads.torch_scalar_chain(minigrad, n)
        run()
        repeat = max(1, 20_000 // n)
        medians.append(statistics.median(seconds(run, repeat) for _ in range(rounds)))
    return float(np.polyfit(np.log(lengths), np.log(medians), 1)[0])


def backward_over_forward(rounds):
    """The price of the backward pass of the large MLP, in forwards."""
    minigrad = engine("minigrad")
    ps = [workloads.leaf(minigrad, p) for p in workloads.parameters(workloads.LARGE, np.float32)]
    w1, b1, w2, b2, w3, b3 = ps
    x, labels = minigrad.tensor(workloads.random(128, 784)), minigrad.tensor(np.arange(128) % 10)

    def forward():
        h = minigrad.relu(x @ w1 + b1)
        h = minigrad.relu(h @ w2 + b2)
        return minigrad.nn.functional.cross_entropy(h @ w3 + b3, labels)

    def both():
        for p in ps:
            p.grad = None
        forward().backward()

    times = measure({"forward": forward, "both": both}, rounds)
    return (times["both"] - times["forward"]) / times["forward"]


def import_milliseconds(rounds):
    """What ``import minigrad`` takes after NumPy's import, and NumPy's import itself."""
    code = (
        "import time; t = time.perf_counter(); import numpy; n = time.perf_counter(); import minigrad; "
        "m = time.perf_counter(); print(n - t, m - n)"
    )
    samples = [
        [
            float(part)
            for part in subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            ).stdout.split()
        ]
        for _ in range(rounds)
    ]
    numpy_time, ours = (statistics.median(column) * 1e3 for column in zip(*samples, strict=True))
    return numpy_time, ours


def in_words(value):
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def verdict(value, target):
    return "met" if value <= target else "MISSED"


def show(label, medians, targets):
    ours = medians["minigrad"]
    peers = ", ".join(
        f"{name} {in_words(value)} ({ours / value:.2f})"
        for name, value in medians.items()
        if name != "minigrad"
    )
    print(f"{label}: minigrad {in_words(ours)}; {peers}")
    for peer, target in targets.items():
        ratio = ours / medians[peer]
        print(f"    {ratio:.2f} × {peer}, target ≤ {target}: {verdict(ratio, target)}")
    sys.stdout.flush()


def plot(results, path):
    """Each peer's time in units of minigrad's, a group of bars a workload."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    peers = [name for name in ENGINES if name != "minigrad"]
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    height = 0.8 / len(peers)
    for number, peer in enumerate(peers):
        rows = [i for i, medians in enumerate(results.values()) if peer in medians]
        ratios = [list(results.values())[i][peer] / list(results.values())[i]["minigrad"] for i in rows]
        axes.barh([i + number * height for i in rows], ratios, height, label=peer)
    axes.axvline(1, color="black", linewidth=1)
    axes.set(xscale="log", xlabel="time, in units of minigrad's (log scale; right of the line is slower)")
    axes.set_yticks([i + 0.4 - height / 2 for i in range(len(results))], list(results))
    axes.invert_yaxis()
    axes.legend()
    figure.savefig(path, dpi=120)
    print(f"Plot: {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("-k", default="", help="only workloads whose name contains this")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("dist/bench"))
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    print(
        "Medians of alternating rounds, one thread each. In parentheses: minigrad's time over the peer's.\n"
    )
    results = {}
    for label, (workload, options, targets) in ROWS.items():
        if arguments.k in label:
            results[label] = measure(candidates(workload, options), arguments.rounds)
            show(label, results[label], targets)
    if not arguments.k:
        exponent = growth()
        print(
            f"time of a chain of n scalar ops grows as n^{exponent:.3f}, target ≤ 1.08: {verdict(exponent, 1.08)}"
        )
        ratio = backward_over_forward(arguments.rounds)
        print(f"backward over forward, large MLP: {ratio:.2f}, target ≤ 1.3: {verdict(ratio, 1.3)}")
        numpy_time, ours = import_milliseconds(arguments.rounds)
        print(
            f"import minigrad: NumPy's {numpy_time:.0f} ms + {ours:.1f} ms, target + 15 ms: {verdict(ours, 15)}"
        )
    (arguments.output / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False))
    plot(results, arguments.output / "speed.png")


if __name__ == "__main__":
    main()
