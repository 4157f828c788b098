"""Where amounts of a column are redacted together, keeping one never meets the policy: drawn tables, in many ways.

What has to come out follows from the grid of the generator, not from the code that reads tables.
"""

import html
import io
import itertools
import json
import random
import re
import zipfile
from pathlib import Path

import pytest

from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedStrings
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ReviewPolicy
from backend.reporting.outcome import Outcome
from backend.reporting.report import Expected
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.redaction.recompute import Recompute
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.redaction.verify import expected_in_report, judge_content, verify_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.effective import EffectiveRequest
from backend.services.request.policy_book import PolicyBook
from backend.services.request.request import Terms
from tests.further_cases import further
from tests.services.drawn_tables import KEEPERS, LAYOUTS, NOTATIONS, STYLES, SURFACES, drawn_table

TOGETHER = ReviewPolicy(amounts_together=True)
OWN_WORDS = "not stated"


def _drawn(seed):
    """All pairs of a layout and a keeper, with the other choices drawn."""
    draw = random.Random(seed)  # noqa: S311 - cases, no secrets
    for layout, keeper in itertools.product(LAYOUTS, KEEPERS):
        yield seed, layout, draw.choice(list(NOTATIONS)), keeper, draw.choice(STYLES), draw.choice(SURFACES)


def _in_check():
    """Each layout once, and each notation once, with the other choices in turn."""
    turns = [list(itertools.islice(itertools.cycle(each), 40)) for each in (KEEPERS, STYLES, SURFACES)]
    for at, layout in enumerate(LAYOUTS):
        yield 0, layout, "commas", turns[0][at], turns[1][at + at // 4], turns[2][at]
    for at, notation in enumerate(NOTATIONS):
        yield 1, "plain", notation, turns[0][at + 1], turns[1][at], turns[2][at + 1]


CASES = [*_in_check(), *(further(*case) for seed in range(2, 8) for case in _drawn(seed))]


def words_of(name, content):
    if name.endswith(".md"):
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return html.unescape(re.sub(r"<[^>]*>", "\n", package.read("word/document.xml").decode()))


def effective(drawn, keeper, style):
    kept = tuple(map(Phrase, drawn.never))
    asked = Terms((Phrase(drawn.term),), kept if keeper == "never" else ())
    return EffectiveRequest(
        asked=asked,
        listed=Terms((), kept if keeper == "list" else ()),
        style=PlaceholderStyle.NUMBERED if style == "edited" else PlaceholderStyle(style),
        policy=TOGETHER,
    )


def decided(drawn, request, keeper, style):
    """Accept everything but what is kept, and write other words for the term."""
    if keeper != "rejected" and style != "edited":
        return None
    document = open_file(drawn.name, drawn.content).document
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    made = {}
    for each in analyse(document, request).suggestions:
        place = each.places[0]
        said = texts[place.part, place.kind, place.block][place.span.start : place.span.end]
        is_kept = keeper == "rejected" and any(number in said for number in drawn.kept)
        own = OWN_WORDS if style == "edited" and drawn.together[0] in said else None
        made[each.id] = SubmittedDecision(Verdict.REJECTED) if is_kept else SubmittedDecision(Verdict.ACCEPTED, own)
    return GivenDecisions(made)


def outcome_on(surface, drawn, done, request):
    """The outcome of the redaction, of a verification with its report, or of the file without its report."""
    if surface == "redaction":
        return done.report.outcome
    if surface == "verify":
        told = json.loads(json.dumps(done.report.as_json()))
        told |= {"outcome": "met", "exceptions": [], "unmet": []}
        expected = expected_in_report(told)
        found = verify_content(drawn.name, done.content, expected)
        return Recompute(Catalogue(policies=PolicyBook((TOGETHER, "default@1"))))(
            drawn.name, done.content, expected, found
        ).outcome
    nothing = Expected(RedactedStrings(()), pictures_accepted=False)
    found = verify_content(drawn.name, done.content, nothing)
    return judge_content(drawn.name, done.content, nothing, found, request).outcome


@pytest.mark.parametrize(("seed", "layout", "notation", "keeper", "style", "surface"), CASES)
def test_the_amounts_of_a_column_go_together_or_the_policy_is_not_met(
    seed, layout, notation, keeper, style, surface
):
    drawn = drawn_table(seed, layout, notation, keeper)
    request = effective(drawn, keeper, style)
    path = Path(drawn.name)
    done = redact_content(path, path, drawn.content, request, decided(drawn, request, keeper, style))
    words = words_of(drawn.name, done.content)
    assert {each for each in (*drawn.together, *drawn.others) if each in words} == {*drawn.kept, *drawn.others}
    outcome = outcome_on(surface, drawn, done, request)
    if surface == "alone" and style == "edited" and drawn.together[1:] == drawn.kept:
        return  # nothing in the file says that something was redacted
    unmet = [("QUANTITY", len(drawn.kept), None)] if drawn.kept else []
    assert [(each.kind, each.count, each.role) for each in outcome.unmet] == unmet
    assert outcome == Outcome((), outcome.unmet)
