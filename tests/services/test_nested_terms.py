"""Terms in longer ones, and beside all suggestions, as the pane has to tell them."""

from backend.detection.finding import Finding, FindingKind
from backend.document.model import Block, Document, Place, Story, StoryKind
from backend.document.phrases import Phrase
from backend.document.spans import Span
from backend.messages.reasons import OnRedactionList
from backend.review.suggestions import group_findings
from backend.services.analysis.nested_terms import NestedTerms

PART = "word/document.xml"


def document(*texts, kind=StoryKind.BODY):
    return Document((Story(PART, kind, tuple(Block(i, text) for i, text in enumerate(texts))),))


def suggested(texts, *terms, only_here=False, entity="PERSON", kind=StoryKind.BODY):
    """The suggestions for (block, text) pairs."""
    findings = []
    for block, term in terms:
        start = texts[block].index(term)
        place = Place(PART, kind, block, Span(start, start + len(term)))
        why = OnRedactionList()
        findings.append(Finding(FindingKind.PERSONAL, entity, term, place, 1.0, why, only_here=only_here))
    return group_findings(findings)


def nested(texts, suggestions, *asked, kind=StoryKind.BODY):
    placeholders = {each.id: "[PERSON 1]" for each in suggestions}
    found = NestedTerms.of(document(*texts, kind=kind), suggestions, placeholders, tuple(map(Phrase, asked)))
    terms = {each.id: each.term for each in suggestions}
    return found, terms


def test_a_term_is_inside_every_suggestion_that_says_it_in_any_spelling():
    texts = ["kestrelux", "npm @kestrelux/editor", "see kestrelux.example", "class KestreluxEditor", "kestreluxury"]
    listed = (
        (0, "kestrelux"),
        (1, "@kestrelux"),
        (2, "kestrelux.example"),
        (3, "KestreluxEditor"),
        (4, "kestreluxury"),
    )
    found, terms = nested(texts, suggested(texts, *listed))
    inside = {terms[short]: {terms[each] for each in longer} for short, longer in found.inside.items()}
    assert inside == {"kestrelux": {"@kestrelux", "kestrelux.example", "KestreluxEditor"}}


def test_a_term_that_was_asked_for_is_whole_in_some_suggestions_and_part_of_others():
    texts = ["docx-pier", "new DocxPier()", "Mole & Zander", "Mole, C."]
    suggestions = suggested(texts, (0, "docx-pier"), (1, "DocxPier"), (2, "Mole & Zander"), (3, "Mole, C."))
    found, terms = nested(texts, suggestions, "Docx-Pier", "mole", "Zebu")
    told = [
        (each.term, [terms[i] for i in each.suggestions], [terms[i] for i in each.inside]) for each in found.asked
    ]
    assert told == [
        ("Docx-Pier", ["docx-pier", "DocxPier"], []),
        ("mole", [], ["Mole & Zander", "Mole, C."]),
        ("Zebu", [], []),
    ]


def test_places_of_the_same_words_that_are_not_suggested_are_counted_for_terms_told_by_their_context():
    texts = ["2003 Report", "In 2003 lots of 2003 items", "12003 and 2003", "31 May 2003"]
    year = suggested(texts, (0, "2003"), only_here=True, entity="DATE_TIME")
    day = suggested(texts, (3, "31 May 2003"), entity="DATE_TIME")
    found, terms = nested(texts, (*year, *day))
    assert {terms[each]: count for each, count in found.elsewhere.items()} == {"2003": 3}
    told_alone, _ = nested(texts, (*suggested(texts, (0, "2003"), entity="DATE_TIME"), *day))
    assert told_alone.elsewhere == {}


def test_second_readings_of_a_text_are_no_places_elsewhere():
    texts = ["2003 Report", "In 2003 lots"]
    year = suggested(texts, (0, "2003"), only_here=True, entity="DATE_TIME", kind=StoryKind.COPY)
    assert nested(texts, year, kind=StoryKind.COPY)[0].elsewhere == {}
