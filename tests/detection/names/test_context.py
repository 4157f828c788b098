"""What looks like a name and is none."""

import pytest

from backend.detection.names.word_evidence import Lexicon
from tests.detection.names.refining import refine

GONE = [
    'He agreed (the "[ORGANIZATION Supplier]") and [PERSON Supplier] pays',
    "He agreed (“[ORGANIZATION the Service Provider]”) that [ORGANIZATION Service Provider] pays",
    "the [ORGANIZATION Purchaser] and the [PERSON Sellers]",
    "our [PERSON Chief Executive Officer] left",
    "as [ORGANIZATION Vice President of Marketing] she",
    "see [ORGANIZATION Section 4] and [PERSON ARTICLE IV] and [LOCATION Table 2a]",
    "Subject: [ORGANIZATION FW]: Draft",
    "[LOCATION Hosp No]: 12",
    "**[PERSON Risks]:** none",
    "[PERSON Customer Income]: none",
    "on [PERSON Monday] and in [LOCATION February]",
    "in [PERSON May] 2012",
    "written in [PERSON Java] with [ORGANIZATION Excel]",
    "[PERSON=0.8 Revenue] grew",
    "It grew. [ORGANIZATION=0.8 Growth] was strong, and growth is good",
    "of [PERSON Net Sales Income]",
    "at the [LOCATION=0.8 bank]",
    "[PERSON Mark] the box; [PERSON Grant] your neighbour access. [PERSON Will] you come?",
    "[LOCATION=0.8 Long] price lists",
    "[PERSON=0.8 Young customer] service",
    "Dear Sir or [PERSON Madam]",
    "[LOCATION Number 41111111111111111] is too long",
    "in [LOCATION Aisle 4, Bay 12] and [ORGANIZATION Batch 0042, Shelf C3]",
    "the [ORGANIZATION KPIs], the [ORGANIZATION NDA] and [LOCATION Wi-Fi]",
]


@pytest.mark.parametrize("text", GONE)
def test_words_that_are_not_names_in_their_context_are_dropped(text):
    assert "[" not in refine(text)


@pytest.mark.parametrize(
    "text",
    [
        "[ORGANIZATION Halden Foods Ltd] (“[ORGANIZATION Halden]”) pays",
        "[ORGANIZATION Ankara University] (“[ORGANIZATION the University]”) pays",
        "the ship (the “[MISC Okafor]”) left",
        "we met [PERSON May] there",
        "[PERSON Mark] left",
        "[PERSON Mark]: I left",
        "[PERSON Kofi]: so did I",
        "[PERSON Mr Price] left and the price fell",
        "[PERSON Growth] fell and so did his friend [PERSON Growth]; growth is good",
        "[PERSON Ann Price] left",
        "[LOCATION Section Road] is long",
        "he met [PERSON Kirsten]",
        "with [ORGANIZATION DEC] and [ORGANIZATION Sun]",
        "and net losses\n[PERSON Net]\n",
        "it may snow. [PERSON Snow] is playing",
        "[DATE_TIME Monday]",
        "[PERSON Mark], the manager, and [PERSON Grant] left",
        "[LOCATION Long] is a town",
        "[LOCATION Gate Road] is long",
    ],
)
def test_a_real_name_is_kept(text):
    assert refine(text) == text


def test_people_are_written_in_lower_case_too():
    assert refine("with blair and [PERSON=0.8 cook].") == "with blair and [PERSON cook]."


def test_without_lists_the_document_alone_is_evidence():
    text = "[PERSON Revenue] grew. [PERSON=0.8 Growth] was strong, and growth is good"
    assert refine(text, lexicon=Lexicon()) == "[PERSON Revenue] grew. Growth was strong, and growth is good"


def test_an_ordinary_word_that_goes_is_not_found_again():
    assert refine("[PERSON=0.99 Supplier] is (the “Supplier”)", "Supplier") == [
        "Supplier is (the “Supplier”)",
        "Supplier",
    ]
