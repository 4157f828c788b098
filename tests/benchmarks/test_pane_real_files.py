"""Real Word files the whole way in the built pane, in each Word: found, accepted, replaced in place, checked.

What the pane says is held against the saved file, read without any code of the product or of the Word host: what
was accepted and can be reached is gone, what is left is what the pane lists, and all else is as it was.
"""

import json
import tarfile
from collections import Counter
from itertools import combinations

import pytest

from addin.wordhost.profiles import PROFILES
from tests.benchmarks.conftest import markdown
from tests.benchmarks.real_redaction import ARCHIVE, MANIFEST, Came, go
from tests.browser.pane.conftest import browser, built, open_pane, server  # noqa: F401 - fixtures

MAX = 30
CLOSED = {
    *("not_zip", "ole_or_encrypted", "read_error", "no_main", "no_content_types"),
    "main_not_word_document_xml",
}
"""What no Word opens, so that no pane stands beside it; and a main part elsewhere, which the Word host does not."""


def _chosen(manifest):
    """The files that differ most by their oddities.

    One after the other that shows most pairs of oddities that none before it shows together, or an oddity that none
    shows; of those that show as many the smallest.
    """
    open_to_word = [each for each in manifest if CLOSED.isdisjoint(each["features"])]
    shown: set[tuple[str, ...]] = set()
    chosen = []
    while open_to_word and len(chosen) < MAX:
        best = min(open_to_word, key=lambda each: (-len(_pairs(each) - shown), each["size"], each["file"]))
        open_to_word.remove(best)
        shown |= _pairs(best)
        chosen.append(best["file"])
    return chosen


def _pairs(each):
    features = sorted(each["features"])
    return {*combinations(features, 1), *combinations(features, 2)}


CHOSEN = _chosen(json.loads(MANIFEST.read_text("utf-8"))) if MANIFEST.is_file() else []
WHAT_CAME: dict[str, Counter] = {}


@pytest.fixture(scope="module")
def contents():
    if not ARCHIVE.is_file():
        pytest.skip(f"no real Word files at {ARCHIVE}")
    with tarfile.open(ARCHIVE) as archive:
        return {name: archive.extractfile(name).read() for name in CHOSEN}


@pytest.mark.skipif(not CHOSEN, reason=f"no real Word files: {MANIFEST} is not here")
@pytest.mark.parametrize("profile", PROFILES, ids=lambda each: each.name)
@pytest.mark.parametrize("name", CHOSEN)
def test_a_real_file_passes_through_all_steps(open_pane, contents, name, profile):  # noqa: F811
    came = Came()
    WHAT_CAME.setdefault(profile.name, Counter())["failed"] += 1
    go(open_pane, contents[name], profile, came)
    WHAT_CAME[profile.name]["failed"] -= 1
    WHAT_CAME[profile.name] += Counter(
        {came.what: 1, "terms": came.terms, "places": came.places, "left": came.left}
    )


@pytest.mark.skipif(not CHOSEN, reason="no real Word files")
def test_what_came_of_them_is_reported(tell):
    columns = ("files", "redacted", "protected", "refused", "nothing", "failed", "terms", "places", "left")
    rows = [(name, *(sum_of(what, column) for column in columns)) for name, what in WHAT_CAME.items()]
    tell("Real Word files in the pane", *markdown(("", *columns), rows), "")
    assert not any(what["failed"] for what in WHAT_CAME.values())


def sum_of(what, column):
    if column == "files":
        return sum(what[each] for each in ("redacted", "protected", "refused", "nothing", "failed"))
    return what[column]
