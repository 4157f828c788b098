"""Every dependency has bounds, and what is pinned lies within them."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EVALUATE = [Requirement(each) for each in PROJECT["optional-dependencies"]["evaluate"]]
DEPENDENCIES = [Requirement(each) for each in PROJECT["dependencies"]] + EVALUATE


def _pinned(name):
    return dict(re.findall(r"^([a-z0-9.-]+)==([^ ;\\]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))


PINNED, PINNED_TO_REDACT = _pinned("requirements-dev.txt"), _pinned("requirements.txt")


@pytest.mark.parametrize("dependency", DEPENDENCIES, ids=lambda each: each.name)
def test_every_dependency_has_a_lower_and_an_upper_bound(dependency):
    assert sorted(each.operator for each in dependency.specifier) == ["<", ">="]


@pytest.mark.parametrize("dependency", DEPENDENCIES, ids=lambda each: each.name)
def test_what_is_pinned_lies_within_the_bounds_and_the_next_major_does_not(dependency):
    pinned = Version(PINNED[dependency.name])
    assert dependency.specifier.contains(pinned)
    assert not dependency.specifier.contains(f"{pinned.major + 1}.0")


def test_those_who_redact_install_nothing_that_draws_figures():
    assert [each.name for each in EVALUATE] == ["matplotlib"]
    drawing = {"matplotlib", "contourpy", "cycler", "fonttools", "kiwisolver", "pyparsing", "python-dateutil"}
    assert drawing <= set(PINNED)
    assert drawing & set(PINNED_TO_REDACT) == set()


def test_developers_have_the_versions_of_those_who_redact():
    assert PINNED_TO_REDACT.items() <= PINNED.items()


def test_no_registry_is_named_where_versions_are_pinned():
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", (ROOT / name).read_text("utf-8"))
