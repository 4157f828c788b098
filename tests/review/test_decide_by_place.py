"""Some places of a term decided on by themselves: every place is decided on once, as somebody said of it."""

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.finding import FindingKind
from backend.document.model import Place, StoryKind
from backend.document.spans import Span
from backend.messages.reasons import TermDistinctive
from backend.redaction.plan import plan_redaction
from backend.review.decisions import SubmittedDecision, Verdict, decide_by_place
from backend.review.suggestions import Suggestion

PLACES = tuple(Place("word/document.xml", StoryKind.BODY, block, Span(3, 8)) for block in range(6))
HERON = Suggestion(
    "0123456789abcdef",
    "Heron",
    ("Heron", "heron"),
    FindingKind.CLIENT,
    "TERM",
    2,
    1.0,
    TermDistinctive(),
    PLACES,
    is_word=True,
    case_sensitive=False,
)
GOES, STAYS, EDITED = (
    SubmittedDecision(Verdict.ACCEPTED),
    SubmittedDecision(Verdict.REJECTED),
    SubmittedDecision(Verdict.ACCEPTED, "a bird"),
)
WORDS = st.sampled_from([GOES, STAYS, EDITED, SubmittedDecision(Verdict.ACCEPTED, "a port")])


def _written(decisions):
    """What stands at each place afterwards."""
    return {each.place: each.placeholder for each in plan_redaction(decisions).replacements}


@given(word=WORDS, here=st.dictionaries(st.sampled_from(PLACES), WORDS))
def test_every_place_gets_its_own_decision(word, here):
    expected = {place: here.get(place, word) for place in PLACES}
    written = _written(decide_by_place(HERON, word, here))
    assert written == {
        place: said.replacement or "[TERM]" for place, said in expected.items() if said.verdict is Verdict.ACCEPTED
    }


@given(word=WORDS, here=st.dictionaries(st.sampled_from(PLACES), WORDS))
def test_a_term_must_be_absent_everywhere_only_if_all_its_places_are_redacted(word, here):
    strings = plan_redaction(decide_by_place(HERON, word, here)).strings.strings
    claimed = {string.text for string in strings}
    assert claimed == (set(HERON.spellings) if word.verdict is Verdict.ACCEPTED else set())


def test_without_places_a_decision_counts_for_the_complete_document():
    (decision,) = decide_by_place(HERON, EDITED, {})
    assert (decision.suggestion, decision.replacement) == (HERON, "a bird")


def test_a_place_that_is_left_is_in_no_decision():
    decisions = decide_by_place(HERON, GOES, {PLACES[2]: STAYS})
    told = [place for each in decisions for place in each.suggestion.places]
    assert sorted(told, key=lambda place: place.block) == [*PLACES[:2], *PLACES[3:]]
