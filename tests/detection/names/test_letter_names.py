"""Names in letters, messages and forms."""

import pytest

from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    "written",
    [
        "Dear [PERSON Mark],",
        "Hi [PERSON Will] -",
        "From: [PERSON Ann Okafor]",
        "From: [PERSON Smith, John]",
        "Attn: [PERSON Peter Rook], Legal",
        "Name: [PERSON Gisela Kirsten]",
        "cc: [PERSON Sarah Weaver]; others",
        "/s/ [PERSON John Q. Smith]",
        "> Sender: [PERSON Tom Schmidt] <ts@halden.example>",
        "On 3 May 2024, [PERSON Maria Berg] wrote:",
        "see ann@halden.example ([PERSON Ann Okafor])",
        'by "[PERSON Peter Rook]" <rook@halden.example>',
        "Regards,\n\n[PERSON Gisela]",
        "Yours sincerely\n[PERSON Tim Cook]\nManager",
    ],
)
def test_a_name_is_known_by_its_place(written):
    assert refine(written.replace("[PERSON ", "").replace("]", "")) == written


@pytest.mark.parametrize(
    "text",
    [
        "Dear Customer,",
        "Dear Sir or Madam,",
        "From: Customer Service",
        "To: All Staff",
        "Name: Halden Foods Group",
        "Thanks,\nCustomer Service",
        "Attn: Sales Department",
        "Best income",
        "From: 3 May to 4 May",
        "revenue (Net Sales) wrote:",
        "Regards",
    ],
)
def test_groups_roles_and_ordinary_words_are_no_names_in_letters(text):
    assert refine(text) == text


def test_a_signature_is_found_in_the_paragraph_after_the_closing():
    assert refine("Kind regards,", "", "Gisela Kirsten", "Gisela Kirsten and we")[2] == "[PERSON Gisela Kirsten]"


def test_a_name_is_in_the_cell_after_its_label():
    assert refine("Name:", "Ann Okafor") == ["Name:", "[PERSON Ann Okafor]"]


def test_a_sentence_after_a_closing_is_not_a_signature():
    text = "Thanks,\nAnn said that the price of it will be long to see in the report and more, dear Peter"
    assert "[PERSON Ann]" not in refine(text)
