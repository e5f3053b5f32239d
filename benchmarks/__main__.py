"""Make the peers' environment on first use, then measure in it."""

import os
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).parent
ENVIRONMENT = HERE.parent / ".venv-bench"
MANY = str(1 << 40)


def interpreter() -> pathlib.Path:
    """The Python of the peers' environment, which is made if its pins have changed."""
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = ENVIRONMENT / "requirements.txt"
    wanted = (HERE / "requirements.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        print(
            "Installing the peers (torch, autograd, mygrad, micrograd); this takes a few minutes once.",
            flush=True,
        )
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--requirement", HERE / "requirements.txt"],
            check=True,
        )
        stamp.write_text(wanted)
    return python


def settings() -> dict[str, str]:
    """One thread for everybody, BLAS as it comes, and memory that glibc does not hand back between two rounds:
    that would distort the rows with large arrays by a factor of three, for whoever comes second."""
    variables = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        variables[name] = "1"
    variables["MALLOC_MMAP_THRESHOLD_"] = variables["MALLOC_TRIM_THRESHOLD_"] = MANY
    variables["PYTHONPATH"] = str(HERE.parent)
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # the import row is about a package that was used before
    return variables


if __name__ == "__main__":
    sys.exit(
        subprocess.run([interpreter(), "-m", "benchmarks.table", *sys.argv[1:]], env=settings()).returncode
    )
