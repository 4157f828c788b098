"""Every dependency has bounds, and what is pinned lies within them."""

import re
import tomllib
from importlib import metadata

from packaging.requirements import Requirement
from packaging.version import Version

from tests.conftest import ROOT
from tests.link_packages import pinned_versions

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EVALUATE = [Requirement(each) for each in PROJECT["optional-dependencies"]["evaluate"]]
DEPENDENCIES = [Requirement(each) for each in PROJECT["dependencies"]] + EVALUATE


PINNED, PINNED_TO_REDACT = (pinned_versions(ROOT / f"requirements{kind}.txt") for kind in ("-dev", ""))


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


def test_extras_are_pinned_with_their_package():
    """pip before 23.3 looks for the newest release of `pydantic[email]` where the lock pins `pydantic` alone."""
    wanted = {
        (requirement.name.lower(), extra)
        for package in PINNED_TO_REDACT
        for requirement in map(Requirement, metadata.requires(package) or ())
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        for extra in requirement.extras
    }
    lock = (ROOT / "requirements.txt").read_text("utf-8")
    assert ("pydantic", "email") in wanted
    assert [f"{name}[{extra}]" for name, extra in sorted(wanted) if f"\n{name}[{extra}]==" not in lock] == []


def test_lock_files_name_no_package_registry():
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", (ROOT / name).read_text("utf-8"))
