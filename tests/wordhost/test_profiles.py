"""Each kind of Word has the members of its requirement sets and no others."""

import pytest

from addin.wordhost import playwright_host
from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import IPAD, LTSC_2024, MAC, PROFILES, TYPINGS, WEB, WINDOWS
from addin.wordhost.session import Session

needs_typings = pytest.mark.skipif(not TYPINGS.is_file(), reason=playwright_host.missing() or "")


@needs_typings
@pytest.mark.parametrize(
    ("kind", "member", "without"),
    [
        ("Body", "search", []),
        ("Document", "changeTrackingMode", []),
        ("Range", "getTrackedChanges", []),
        ("Body", "shapes", [WEB, LTSC_2024]),
        ("Document", "acceptAllRevisions", [WEB, LTSC_2024, IPAD]),
    ],
)
def test_who_has_a_member(kind, member, without):
    assert [profile for profile in PROFILES if not profile.has(kind, member)] == [
        profile for profile in PROFILES if profile in without
    ]


@needs_typings
def test_a_member_outside_a_profile_is_api_not_found():
    for profile in (WEB, LTSC_2024):
        with pytest.raises(WordError) as caught:
            Session(docx(runs("a")), profile).body().read("shapes")
        assert caught.value.code == "ApiNotFound"
    assert Session(docx(runs("a")), MAC).body().read("shapes").items == []


@needs_typings
def test_an_unknown_member_fails_the_test_by_its_name():
    with pytest.raises(HostFailure, match=r"Body\.serach is not a member that Microsoft's typings know"):
        Session(docx(runs("a"))).body().call("Serach", ["a"])


def test_the_library_gets_the_requirement_sets_of_the_profile(pane):
    ask = "name => ['1.1', '1.2', '1.5'].map(version => Office.context.requirements.isSetSupported(name, version))"
    assert pane(docx(runs("a")), WINDOWS).page.evaluate(ask, "WordApiDesktop") == [True, True, True]
    assert pane(docx(runs("a")), LTSC_2024).page.evaluate(ask, "WordApiDesktop") == [True, False, False]
    assert pane(docx(runs("a")), WEB).page.evaluate(ask, "WordApiDesktop") == [False, False, False]
