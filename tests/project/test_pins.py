"""pyproject.toml says what is needed, requirements*.txt pin it, environment.yml uses the same pins."""

import re
import tomllib
from dataclasses import dataclass

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "mac": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}


@dataclass(frozen=True)
class Pin:
    requirement: Requirement
    hashes: tuple[str, ...]

    @property
    def version(self) -> str:
        return str(self.requirement.specifier).removeprefix("==")

    def applies(self, environment: dict[str, str]) -> bool:
        marker = self.requirement.marker
        return marker is None or marker.evaluate(environment)


def parse(text: str) -> list[Pin]:
    """The pins of a requirements file: a name, a version, perhaps a marker, then its hashes."""
    joined = re.sub(r"\\\n", " ", text)
    lines = [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    pins = []
    for line in lines:
        requirement, *hashes = re.split(r"\s+--hash=", line)
        pins.append(Pin(Requirement(requirement), tuple(item.strip() for item in hashes)))
    return pins


@pytest.fixture(scope="module")
def pyproject(root):
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def declared(pyproject):
    """Per file of pins: everything that pyproject.toml asks to be in it."""
    project, groups = pyproject["project"], pyproject["dependency-groups"]
    extras = project["optional-dependencies"]
    course = project["dependencies"] + extras["lab"] + extras["grading"] + groups["build"]
    return {
        "requirements.txt": course,
        "requirements-dev.txt": course + groups["test"] + groups["dev"],
    }


@pytest.fixture(scope="module", params=["requirements.txt", "requirements-dev.txt"])
def pinned(root, request):
    return request.param, parse((root / request.param).read_text("utf-8"))


def environments():
    for python in PYTHONS:
        for system in SYSTEMS.values():
            yield {
                "python_version": python,
                "python_full_version": f"{python}.4",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
                **system,
            }


def test_every_line_pins_one_version_by_hash(pinned):
    name, pins = pinned
    assert len(pins) > 50
    for pin in pins:
        assert re.fullmatch(r"==[\w.!+]+", str(pin.requirement.specifier)), f"{name}: {pin.requirement}"
        assert pin.requirement.url is None, f"{name}: {pin.requirement}"
        assert pin.hashes, f"{name}: {pin.requirement} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in pin.hashes), pin.requirement


def test_pins_hold_no_address(root, pinned):
    name, _ = pinned
    text = (root / name).read_text("utf-8")
    assert not re.findall(r"\S*://\S*", text)
    assert not [line for line in text.splitlines() if line.startswith("-")], "an option, perhaps an index"


def test_pins_cover_what_is_declared_on_every_python_and_system(declared, pinned):
    name, pins = pinned
    for environment in environments():
        applying = [pin for pin in pins if pin.applies(environment)]
        names = [canonicalize_name(pin.requirement.name) for pin in applying]
        assert len(names) == len(set(names)), f"{name} pins a package twice on {environment}"
        versions = dict(zip(names, (pin.version for pin in applying), strict=True))
        for wanted in map(Requirement, declared[name]):
            version = versions.get(canonicalize_name(wanted.name))
            assert version is not None, f"{name} does not pin {wanted} on {environment}"
            assert version in wanted.specifier, f"{name} pins {version}, pyproject.toml wants {wanted}"


def test_both_files_agree(root):
    course, develop = (
        {pin.requirement.name: str(pin.requirement) for pin in parse((root / name).read_text("utf-8"))}
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    assert course.items() <= develop.items()


def test_numpy_is_all_that_the_engine_needs(pyproject):
    assert [Requirement(each).name for each in pyproject["project"]["dependencies"]] == ["numpy"]


def test_build_backend_is_among_the_pins(pyproject):
    assert pyproject["build-system"]["requires"] == pyproject["dependency-groups"]["build"]


def test_torch_is_optional_and_exact(pyproject, declared):
    (torch,) = pyproject["project"]["optional-dependencies"]["torch"]
    assert re.fullmatch(r"torch==[\d.]+", torch)
    everything_else = [Requirement(each).name for names in declared.values() for each in names]
    assert "torch" not in everything_else


def test_benchmarks_measure_the_versions_that_the_course_names(root, pyproject):
    compared = dict(
        line.split("==")
        for line in (root / "benchmarks/requirements.txt").read_text().splitlines()
        if "==" in line
    )
    pins = {
        pin.requirement.name: pin.version for pin in parse((root / "requirements.txt").read_text("utf-8"))
    }
    assert compared["numpy"] == pins["numpy"]
    assert pyproject["project"]["optional-dependencies"]["torch"] == [f"torch=={compared['torch']}"]


def test_conda_uses_the_same_pins_and_a_supported_python(root, pyproject):
    environment = yaml.safe_load((root / "environment.yml").read_text("utf-8"))
    assert environment["name"] == pyproject["project"]["name"]
    python, pip, sections = environment["dependencies"]
    assert pip == "pip"
    assert sections == {"pip": ["--requirement requirements.txt"]}
    version = python.removeprefix("python=")
    assert version in PYTHONS
    assert f"{version}.0" in SpecifierSet(pyproject["project"]["requires-python"])


def test_supported_pythons_are_those_checked_here(pyproject):
    prefix = "Programming Language :: Python :: "
    classifiers = [each for each in pyproject["project"]["classifiers"] if each.startswith(prefix)]
    assert [each.removeprefix(prefix) for each in classifiers] == PYTHONS
    assert pyproject["project"]["requires-python"] == f">={PYTHONS[0]}"
