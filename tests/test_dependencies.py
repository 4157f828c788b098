"""Every dependency has bounds, and what is pinned lies within them."""

import re
import tomllib

from packaging.requirements import Requirement
from packaging.version import Version

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EVALUATE = [Requirement(each) for each in PROJECT["optional-dependencies"]["evaluate"]]
DEPENDENCIES = [Requirement(each) for each in PROJECT["dependencies"]] + EVALUATE


def _pinned(name):
    return dict(re.findall(r"^([a-z0-9.-]+)==([^ ;\\]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))


PINNED, PINNED_TO_REDACT = _pinned("requirements-dev.txt"), _pinned("requirements.txt")


def test_every_dependency_has_a_lower_and_an_upper_bound():
    bounds = {each.name: sorted(bound.operator for bound in each.specifier) for each in DEPENDENCIES}
    assert {name: operators for name, operators in bounds.items() if operators != ["<", ">="]} == {}


def test_every_pinned_version_lies_within_the_bounds():
    outside = [each.name for each in DEPENDENCIES if not each.specifier.contains(PINNED[each.name])]
    assert outside == []


def test_no_bound_allows_the_next_major_version():
    next_major = {each.name: f"{Version(PINNED[each.name]).major + 1}.0" for each in DEPENDENCIES}
    assert [each.name for each in DEPENDENCIES if each.specifier.contains(next_major[each.name])] == []


def test_only_the_extra_evaluate_installs_matplotlib():
    assert [each.name for each in EVALUATE] == ["matplotlib"]
    drawing = {"matplotlib", "contourpy", "cycler", "fonttools", "kiwisolver", "pyparsing", "python-dateutil"}
    assert drawing <= set(PINNED)
    assert drawing & set(PINNED_TO_REDACT) == set()


def test_developers_use_the_versions_that_users_get():
    assert PINNED_TO_REDACT.items() <= PINNED.items()


def test_lock_files_name_no_package_registry():
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", (ROOT / name).read_text("utf-8"))
