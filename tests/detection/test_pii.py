"""Personal data in a document."""

import pytest

from backend.detection import pii
from backend.detection.patterns.template import PatternMatch
from backend.document.model import Block, Document, Story, StoryKind
from backend.document.placeholders import ENTITIES
from backend.document.spans import Span
from backend.errors import InvalidRequest
from backend.messages.reasons import MatchesPattern, ReadsLikeName
from backend.messages.warnings import KindNotChecked, NamesNotChecked


def document(*texts, kind=StoryKind.BODY):
    return Document((Story("word/document.xml", kind, tuple(Block(i, text) for i, text in enumerate(texts))),))


def found(*texts, **options):
    return [(each.entity, each.text) for each in pii.find_personal_data(document(*texts), **options)]


def test_a_finding_says_in_english_why_it_is_one():
    (finding,) = pii.find_personal_data(document("card 4111 1111 1111 1111"))
    assert (finding.entity, finding.why) == ("CREDIT_CARD", MatchesPattern("card_number"))
    assert finding.place.span == Span(5, 24)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ann@halden.com", ("EMAIL_ADDRESS", "ann@halden.com")),
        ("call 4111 1111 1111 1111", ("CREDIT_CARD", "4111 1111 1111 1111")),
        ("phone DE44 5001 0517 5407 3249 31", ("IBAN_CODE", "DE44 5001 0517 5407 3249 31")),
        ("https://x.example/?to=ann@halden.com", ("URL", "https://x.example/?to=ann@halden.com")),
        ("NHS phone 943 476 5870", ("UK_NHS", "943 476 5870")),
        ("call on 31.12.2015", ("DATE_TIME", "31.12.2015")),
        ("call 203.0.113.9", ("IP_ADDRESS", "203.0.113.9")),
        ("tax id: ssn 912-90-3456", ("US_ITIN", "912-90-3456")),
    ],
)
def test_overlapping_kinds_are_resolved_by_length_then_specificity(text, expected):
    assert found(text) == [expected]


def test_the_more_specific_kind_speaks_whoever_found_it_first():
    def anything(text):
        yield PatternMatch("PHONE_NUMBER", Span(0, len(text)), 1.0, MatchesPattern("labelled_number"))
        yield PatternMatch("CREDIT_CARD", Span(0, len(text)), 0.5, MatchesPattern("labelled_number"))
        yield PatternMatch("NATIONAL_ID", Span(0, len(text)), 1.0, MatchesPattern("labelled_number"))

    assert found("4111", recognisers=[anything]) == [("CREDIT_CARD", "4111")]


def test_a_kind_that_only_the_user_tells_speaks_before_ours():
    def own(text):
        yield PatternMatch("CODE", Span(0, len(text)), 1.0, MatchesPattern("labelled_number"))
        yield PatternMatch("PROJECT", Span(0, len(text)), 0.5, MatchesPattern("labelled_number"))

    assert found("4111", entities={"CODE", "PROJECT"}, recognisers=[own]) == [("PROJECT", "4111")]


def test_the_bracket_of_a_sentence_is_not_part_of_a_number():
    assert found("next of kin, contact (07700 900456)") == [("PHONE_NUMBER", "07700 900456")]


def test_a_value_known_by_its_label_is_found_where_it_has_none():
    assert found("SSN 536904399", "again 536904399, not 5369043990") == [("US_SSN", "536904399")] * 2


def test_a_value_is_found_again_in_another_spelling_of_spaces():
    assert found("VAT no. GB 980 7806 84", "gb 980\u00a07806\u00a084")[1] == (
        "VAT_CODE",
        "gb 980\u00a07806\u00a084",
    )


@pytest.mark.parametrize("kind", StoryKind)
def test_every_kind_of_story_is_searched(kind):
    (finding,) = pii.find_personal_data(document("ann@halden.example", kind=kind))
    assert finding.place.kind is kind


def test_only_the_wanted_kinds_are_found():
    text = "ann@halden.example on 2015-03-12"
    assert found(text, entities={"DATE_TIME"}) == [("DATE_TIME", "2015-03-12")]
    assert found(text, entities=frozenset()) == []


def test_another_recogniser_takes_its_seat_beside_the_templates():
    def surnames(text):
        start = text.find("Okafor")
        return [PatternMatch("PERSON", Span(start, start + 6), 0.9, ReadsLikeName("PERSON"))] if start >= 0 else []

    seats = (*pii.RECOGNISERS, surnames)
    assert found("Ms Okafor: ann@x.example", "OKAFOR", recognisers=seats) == [
        ("PERSON", "Okafor"),
        ("EMAIL_ADDRESS", "ann@x.example"),
        ("PERSON", "OKAFOR"),
    ]


def test_a_placeholder_holds_no_personal_data():
    assert found("[PERSON 1] wrote to [EMAIL_ADDRESS 2] on [DATE_TIME 3]") == []


def test_findings_come_in_the_order_of_the_document_and_do_not_lie_in_one_another():
    findings = pii.find_personal_data(
        document("on 3 March 2015 call 555-123-4567", "www.a.example and b@c.example")
    )
    places = [each.place for each in findings]
    assert places == sorted(places)
    assert len(places) == 4


def test_a_list_of_kinds_is_read_in_any_case():
    assert pii.parse_entities("Url,us_ssn,") == {"URL", "US_SSN"}
    assert pii.parse_entities("ALL") == set(ENTITIES)
    assert pii.parse_entities("none") == frozenset()


def test_an_unknown_kind_is_refused_with_the_nearest():
    with pytest.raises(InvalidRequest, match=r"'EMAIL_ADRESS'\. Did you mean EMAIL_ADDRESS\?.*US_SSN"):
        pii.parse_entities("EMAIL_ADRESS")
    with pytest.raises(InvalidRequest, match="No kind"):
        pii.parse_entities(" , ")


def named(entity, text, name):
    start = text.index(name)
    return PatternMatch(entity, Span(start, start + len(name)), 0.9, ReadsLikeName("PERSON"))


def test_a_name_is_found_again_and_one_of_a_single_word_with_its_capital_alone():
    """The pipeline has told both names in the first block only."""
    texts = ("Rose met Ann Okafor", "Rose rose; ann okafor too")
    names = [[[named("PERSON", texts[0], "Rose"), named("PERSON", texts[0], "Ann Okafor")], []]]
    assert found(*texts, names=names) == [
        ("PERSON", "Rose"),
        ("PERSON", "Ann Okafor"),
        ("PERSON", "Rose"),
        ("PERSON", "ann okafor"),
    ]


@pytest.mark.parametrize(
    ("entity", "text", "is_told_alone"),
    [
        ("QUANTITY", "two horses", False),
        ("QUANTITY", "EUR 12,500", True),
        ("DEMOGRAPHIC", "Baker", False),
        ("PERSON", "A.", False),
        ("PERSON", "Okafor", True),
        ("PERSON", "mother", False),
        ("PERSON", "ann okafor", True),
        ("LOCATION", "Leeds", True),
        ("ORGANIZATION", "Times New Roman", False),
        ("DATE_TIME", "2004", False),
        ("DATE_TIME", "May 2004", True),
    ],
)
def test_terms_personal_by_context_are_found_only_in_that_context(entity, text, is_told_alone):
    both = (f"of {text}", f"and {text}")
    findings = pii.find_personal_data(document(*both), names=[[[named(entity, both[0], text)], []]], recognisers=())
    assert [(each.text, each.only_here) for each in findings] == [(text, not is_told_alone)] * (1 + is_told_alone)


@pytest.mark.parametrize(
    ("entity", "text", "is_told_alone"),
    [
        ("PERSON", "kestrelux", True),
        ("PERSON", "@kestrelux", True),
        ("HANDLE", "@kestrelux", True),
        ("PERSON", "mother", False),
        ("HANDLE", "@mother", False),
        ("HANDLE", "@mother_kestrelux", False),
        ("ORGANIZATION", "css", False),
        ("DEMOGRAPHIC", "kestrelux", False),
    ],
)
def test_a_name_in_small_letters_is_found_everywhere_unless_it_is_a_common_word(entity, text, is_told_alone):
    """A package, a host, an account: "npm install kestrelux"."""
    both = (f"of {text}", f"and {text.replace('kes', 'Kes')}")
    names = [[[named(entity, both[0], text)], []]]
    findings = pii.find_personal_data(
        document(*both), names=names, recognisers=(), is_common={"mother", "css"}.__contains__
    )
    assert len(findings) == 1 + is_told_alone
    assert {each.only_here for each in findings} == {not is_told_alone}


def test_a_term_that_its_context_tells_is_found_again_between_the_same_words():
    """The pipeline reads the year in one of three headers; elsewhere the digits count something else."""
    texts = (
        "2003 Water Report page 2",
        "2003 water report page 6",
        "2003",
        "In 2003 lots",
        "the 2003 Water",
        "2003 Ale",
    )
    names = [[[named("DATE_TIME", texts[0], "2003")], *([] for _ in texts[1:])]]
    findings = pii.find_personal_data(document(*texts), names=names, recognisers=())
    assert [(each.place.block, each.only_here) for each in findings] == [(0, True), (1, True)]


def test_a_term_without_words_beside_it_is_no_context():
    texts = ("2003", "2003")
    names = [[[named("DATE_TIME", texts[0], "2003")], []]]
    assert len(pii.find_personal_data(document(*texts), names=names, recognisers=())) == 1


def test_a_term_that_ignores_case_once_is_searched_for_in_any_case():
    """A name of one word wants its capital, what a recogniser tells does not, and both are one term."""

    def recogniser(text):
        return [named("LOCATION", text, "Leeds")] if text.startswith("at ") else []

    texts = ("Leeds", "at Leeds", "to leeds")
    names = [[[named("LOCATION", texts[0], "Leeds")], [], []]]
    findings = pii.find_personal_data(document(*texts), names=names, recognisers=[recogniser])
    assert [each.text for each in findings] == ["Leeds", "Leeds", "leeds"]


def test_full_names_outside_the_stories_count_and_words_own_words_do_not():
    texts = ("Jane Doe", "Table Grid", "Rectangle", "Picture 1")
    names = [[named("PERSON", text, text)] for text in texts]
    names[1] = [PatternMatch("ORGANIZATION", Span(0, 10), 0.66, ReadsLikeName("PERSON"))]
    assert [(each.entity, each.phrase.text) for each in pii.full_names(texts, names)] == [("PERSON", "Jane Doe")]
    assert pii.full_names(texts, names, {"LOCATION"}) == ()


def test_kinds_without_a_recogniser_are_reported():
    assert pii.unchecked_warnings(pii.DEFAULT_ENTITIES) == (NamesNotChecked(),)
    assert pii.unchecked_warnings({"URL"}) == ()
    assert pii.unchecked_warnings({"PERSON"}, names=True) == ()
    assert pii.unchecked_warnings({"AGE", "ZIP"}, ["AGE"], names=True) == (KindNotChecked("ZIP"),)


def test_a_person_is_found_with_the_surname_first_too():
    told = [[[PatternMatch("PERSON", Span(0, 14), 0.9, ReadsLikeName("PERSON"))], []]]
    texts = ("Gisela Kirsten spoke.", "See Kirsten, Gisela; KIRSTEN GISELA; Gisela, Kirsten.")
    names = ["Gisela Kirsten", "Kirsten, Gisela", "KIRSTEN GISELA", "Gisela, Kirsten"]
    assert found(*texts, names=told) == [("PERSON", name) for name in names]
