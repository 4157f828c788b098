"""Every dependency has bounds, and what is pinned lies within them."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DEPENDENCIES = [Requirement(each) for each in PROJECT["dependencies"]]
PINNED = dict(
    re.findall(r"^([a-z0-9.-]+)==([^ ;\\\\]+)", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("dependency", DEPENDENCIES, ids=lambda each: each.name)
def test_every_dependency_has_a_lower_and_an_upper_bound(dependency):
    assert sorted(each.operator for each in dependency.specifier) == ["<", ">="]


@pytest.mark.parametrize("dependency", DEPENDENCIES, ids=lambda each: each.name)
def test_what_is_pinned_lies_within_the_bounds_and_the_next_major_does_not(dependency):
    pinned = Version(PINNED[dependency.name])
    assert dependency.specifier.contains(pinned)
    assert not dependency.specifier.contains(f"{pinned.major + 1}.0")


def test_no_registry_is_named_where_versions_are_pinned():
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", (ROOT / name).read_text("utf-8"))
