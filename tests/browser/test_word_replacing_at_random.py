"""Random documents of `replacing_at_random`, of which `make check` makes some."""

import pytest

from addin.wordhost.host import Host
from addin.wordhost.objects.range import Range
from addin.wordhost.profiles import WEB
from tests.browser.replacing_at_random import PROFILES, example, outcome
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.further_cases import sampled


@pytest.mark.parametrize("few", sampled([True, False], [True]), ids=["a few", "all"])
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_no_neighbour_of_a_replaced_place_changes(word, profile, few):  # noqa: F811
    for number in range((10 if profile is WEB else 4) if few else (40 if profile is WEB else 10)):
        made = example(f"check:{number}")
        problem = outcome(word(host=None, content=made.content, profile=profile), made)
        assert problem is None, f"check:{number}"


def test_ranges_of_this_host_stay_where_they_are():
    made = example("check:0")
    session = Host(made.content, WEB).session
    first = session.body().do_search(made.parts["word/document.xml"][0][0].text).items[0]
    assert isinstance(first, Range)
    span = first.span()
    session.body().do_insert_text("before ", "Start")
    assert (span.start, first.get_text()[:7]) == (0, "before "[: span.end])
