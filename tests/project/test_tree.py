"""What no file of the project may hold, so that it speaks of itself alone and works anywhere."""

import re
import subprocess
from pathlib import Path

import pytest

ONE_MEBIBYTE = 2**20

# Each pattern has a bracket or a bar in it, so that no line of this file matches itself.
MACHINE_PATH = re.compile(r"(?<![\w.~}-])/(?:root|work|home/\w+|Users/\w+|mnt/\w+)/\w")
REGISTRY = re.compile(
    r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|deb[.]debian[.]org|(?:repo|conda)[.]anaconda[.]"
    r"|--(?:extra-)?index-ur[l]|--find-link[s]|--trusted-hos[t]"
)
EMOJI = re.compile(r"[\U0001F000-\U0001FAFF\u2705\u274C\u2B50\uFE0F]")


@pytest.fixture(scope="module")
def tracked(root) -> list[Path]:
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout, so there is no list of the project's files")
    paths = [root / name for name in listed.stdout.decode("utf-8").split("\0") if name]
    return [path for path in paths if path.is_file()]


@pytest.fixture(scope="module")
def texts(root, tracked) -> dict[str, str]:
    found = {}
    for path in tracked:
        data = path.read_bytes()
        if b"\0" not in data:
            found[str(path.relative_to(root))] = data.decode("utf-8")
    return found


def lines_with(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize(
    ("pattern", "sample"),
    [
        (MACHINE_PATH, "see /ro" + "ot/notes"),
        (MACHINE_PATH, "/ho" + "me/ada/course"),
        (REGISTRY, "https://py" + "pi.org/simple"),
        (REGISTRY, "--index" + "-url x"),
        (EMOJI, "well done \N{PARTY POPPER}"),
    ],
)
def test_patterns_find_what_they_are_for(pattern, sample):
    assert pattern.search(sample)


def test_no_path_of_a_machine(texts):
    assert not lines_with(MACHINE_PATH, texts)


def test_no_address_of_a_registry(texts):
    assert not lines_with(REGISTRY, texts)


def test_no_emoji(texts):
    assert not lines_with(EMOJI, texts)


def test_no_large_file(root, tracked):
    large = [str(path.relative_to(root)) for path in tracked if path.stat().st_size > ONE_MEBIBYTE]
    assert not large


def test_nothing_that_is_ignored_is_tracked(root, tracked):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
        text=True,
    )
    assert listed.stdout == ""


def test_python_sources_are_not_ignored(root, tracked):
    sources = [
        path for folder in ("minigrad", "classroom", "tests") for path in (root / folder).rglob("*.py")
    ]
    assert sources
    listed = subprocess.run(
        ["git", "check-ignore", "--stdin"],
        cwd=root,
        capture_output=True,
        text=True,
        input="\n".join(str(path.relative_to(root)) for path in sources),
    )
    assert listed.stdout == ""
