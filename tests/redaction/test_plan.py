"""From suggestions to a plan."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.finding import Finding, FindingKind
from backend.document.model import Block, Document, Place, Story, StoryKind
from backend.document.placeholders import last_numbers
from backend.document.spans import Span
from backend.messages.reasons import TermBeyondModel
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.plan import add_uncovered_places, plan_redaction
from backend.review.decisions import Decision, Verdict, accept_for_level
from backend.review.suggestions import group_findings, suggestion_id


def _finding(text, start, entity="EMAIL_ADDRESS", kind=FindingKind.PERSONAL, level=None, story=StoryKind.BODY):
    place = Place("word/document.xml", story, 0, Span(start, start + len(text)))
    return Finding(kind, entity, text, place, 1.0, TermBeyondModel(), level)


def _planned(findings, style=PlaceholderStyle.NUMBERED, k=None):
    return plan_redaction(accept_for_level(group_findings(findings), k), style)


def _texts(planned):
    in_order = sorted(planned.replacements, key=lambda each: each.place)
    return [(each.place.span.start, each.place.span.end, each.placeholder) for each in in_order]


def test_one_entity_has_one_number_in_every_spelling_and_place():
    findings = [_finding("a@b.co", 0), _finding("c@d.co", 10), _finding("A@B.co", 20)]
    assert [row[2] for row in _texts(_planned(findings))] == [
        "[EMAIL_ADDRESS 1]",
        "[EMAIL_ADDRESS 2]",
        "[EMAIL_ADDRESS 1]",
    ]


def test_a_number_that_is_in_the_document_already_is_not_reused():
    written = last_numbers(["To [EMAIL_ADDRESS 2] and [EMAIL_ADDRESS 1]", "[PERSON 9] and [EMAIL_ADDRESS]"])
    decisions = accept_for_level(group_findings([_finding("a@b.co", 0), _finding("c@d.co", 10)]), None)
    planned = plan_redaction(decisions, PlaceholderStyle.NUMBERED, written=written)
    assert [row[2] for row in _texts(planned)] == ["[EMAIL_ADDRESS 3]", "[EMAIL_ADDRESS 4]"]


def test_the_names_of_one_person_have_one_number_and_the_next_person_the_next():
    names = ["Ms Gisela Kirsten", "Hugo Rook", "Kirsten", "Mr Rook", "Anna Halden"]
    planned = _planned([_finding(name, 30 * i, "PERSON") for i, name in enumerate(names)])
    assert [placeholder for _, _, placeholder in _texts(planned)] == [
        *("[PERSON 1]", "[PERSON 2]", "[PERSON 1]", "[PERSON 2]", "[PERSON 3]"),
    ]


def test_a_redacted_person_must_be_absent_with_the_surname_first_too():
    planned = _planned([_finding("Ms Gisela Kirsten", 0, "PERSON"), _finding("Halden Rook", 30, "ORGANIZATION")])
    assert {(each.text, each.placeholder) for each in planned.sought} == {
        ("Kirsten, Gisela", "[PERSON 1]"),
        ("Kirsten Gisela", "[PERSON 1]"),
    }
    assert set(planned.sought) < set(planned.strings.strings)


def test_a_kept_name_may_be_kept_with_the_surname_first():
    both = group_findings([_finding("Gisela Kirsten", 0, "PERSON"), _finding("Kirsten, Gisela", 30, "PERSON")])
    verdicts = (Verdict.ACCEPTED, Verdict.REJECTED)
    decisions = [Decision(each, verdict) for each, verdict in zip(both, verdicts, strict=True)]
    assert [each.text for each in plan_redaction(decisions).sought] == ["Kirsten Gisela"]


def test_the_style_decides_how_much_a_placeholder_reveals():
    findings = [_finding("a@b.co", 0), _finding("gantry", 10, "TERM", FindingKind.CLIENT, 2)]
    shown = {style: [row[2] for row in _texts(_planned(findings, style))] for style in PlaceholderStyle}
    assert shown == {
        PlaceholderStyle.NUMBERED: ["[EMAIL_ADDRESS 1]", "[TERM]"],
        PlaceholderStyle.TYPED: ["[EMAIL_ADDRESS]", "[TERM]"],
        PlaceholderStyle.REDACTED: ["[REDACTED]", "[REDACTED]"],
    }


def test_a_level_takes_its_own_terms_and_those_that_no_level_governs():
    findings = [
        _finding("gantry", 0, "TERM", FindingKind.CLIENT, 2),
        _finding("quay", 10, "TERM", FindingKind.CLIENT, 4),
        _finding("a@b.co", 20),
    ]
    decisions = accept_for_level(group_findings(findings), k=3)
    assert [each.verdict for each in decisions] == [Verdict.ACCEPTED, Verdict.REJECTED, Verdict.ACCEPTED]
    assert {row[0] for row in _texts(plan_redaction(decisions))} == {0, 20}


def test_overlapping_places_become_one_under_the_longest():
    """[0,10) and [8,12) and [11,14) join to [0,14); the first is the longest."""
    findings = [
        _finding("x" * 10, 0, "URL"),
        _finding("y" * 4, 8, "PHONE_NUMBER"),
        _finding("z" * 3, 11, "IP_ADDRESS"),
    ]
    assert _texts(_planned(findings)) == [(0, 14, "[URL 1]")]


def test_counts_leave_out_what_is_there_twice():
    stories = (StoryKind.BODY, StoryKind.BEFORE_DELETION, StoryKind.COPY, StoryKind.EMBEDDED, StoryKind.SHEET)
    planned = _planned([_finding("a@b.co", 0, story=story) for story in stories])
    assert [each.count for each in planned.suppressed] == [3]
    assert [each.suggestion.count for each in planned.suppressed] == [3]
    assert len(planned.replacements) == 5


def test_every_spelling_must_be_removed():
    findings = [
        _finding("Gantry", 0, "TERM", FindingKind.CLIENT, 2),
        _finding("GANTRY", 9, "TERM", FindingKind.CLIENT, 2),
    ]
    strings = _planned(findings).strings.strings
    assert {each.text for each in strings} == {"Gantry", "GANTRY"}
    assert all(each.is_word for each in strings)


def test_a_suggestion_keeps_its_id_across_documents_and_spellings():
    one, other = (group_findings([_finding(text, 5)])[0].id for text in ("A@b.co", "a@B.CO"))
    assert one == other == suggestion_id(FindingKind.PERSONAL, "EMAIL_ADDRESS", "a@b.co")


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(["aa", "bbbb", "cccccc"])), min_size=1))
def test_a_plan_covers_every_accepted_place_without_overlap(pairs):
    findings = [_finding(text, start, "URL") for start, text in pairs]
    rows = sorted(_texts(_planned(findings)))
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(rows))
    planned = {i for start, end, _ in rows for i in range(start, end)}
    assert planned == {i for each in findings for i in range(each.place.span.start, each.place.span.end)}


def test_terms_exposed_by_redacting_their_neighbour_are_redacted_too():
    text = "2016 and 2016Acme2016Corp, 32016Acme, 2016a"
    found = [_finding("2016", 0, "DATE_TIME"), _finding("Corp", 21, "ORGANIZATION")]
    found += [_finding("Acme", at, "ORGANIZATION") for at in (13, 32)]
    document = Document((Story("word/document.xml", StoryKind.BODY, (Block(0, text),)),))
    planned = add_uncovered_places(_planned(found), document)
    spans = sorted((each.place.span.start, each.place.span.of(text)) for each in planned.replacements)
    assert spans == [(0, "2016"), (9, "2016"), (13, "Acme"), (17, "2016"), (21, "Corp"), (32, "Acme")]
    assert {each.placeholder for each in planned.replacements if each.place.span.of(text) == "2016"} == {
        "[DATE_TIME 1]"
    }
    assert [each.count for each in planned.suppressed] == [3, 1, 2]
