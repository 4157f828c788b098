"""Names begin and end at the right word."""

import pytest

from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    ("read", "whole"),
    [
        ("C. Rook ([PERSON KRL)], and others", "([PERSON KRL]), and others"),
        ('asked "[PERSON Tony"] again', 'asked "[PERSON Tony]" again'),
        ("asked “[PERSON Tony”] again", "asked “[PERSON Tony]” again"),
        ("the laws of [LOCATION England and] others", "the laws of [LOCATION England] and others"),
        ("she is [PERSON Tess Gathercole’s] niece", "she is [PERSON Tess Gathercole]’s niece"),
        ("we saw [PERSON Dr. A. Nwosu.] The end", "we saw [PERSON Dr. A. Nwosu]. The end"),
        ("| [ORGANIZATION Payroll |] Galway |", "| [ORGANIZATION Payroll] | Galway |"),
        ("to '[PERSON Ann Okafor'] there", "to '[PERSON Ann Okafor]' there"),
        ("the [PERSON Okafors'] house", "the [PERSON Okafors]' house"),
        ("[PERSON MR BO OKAFOR OF] 12 Elm Grove", "[PERSON MR BO OKAFOR] OF 12 Elm Grove"),
        ("in [LOCATION PORTLAND OR] today", "in [LOCATION PORTLAND OR] today"),
        ("by [PERSON 🎉Ann Okafor🎉] now", "by 🎉[PERSON Ann Okafor]🎉 now"),
        ("by [PERSON Jose\u0301] now", "by [PERSON Jose\u0301] now"),
        ("#[PERSON # Ann Okafor]", "## [PERSON Ann Okafor]"),
        ("her sons [PERSON Bo (6]) and", "her sons [PERSON Bo] (6) and"),
        ("her son [PERSON Bo (Bobby]) and", "her son [PERSON Bo (Bobby)] and"),
        ("may join in [DATE_TIME May.] Then", "may join in [DATE_TIME May]. Then"),
    ],
)
def test_a_name_does_not_include_words_of_the_sentence(read, whole):
    assert refine(read).endswith(whole)


@pytest.mark.parametrize(
    "written",
    [
        "paid by [ORGANIZATION Oduya (Holdings)] in full",
        'by [PERSON Robert "Bob"] as told',
        "paid by [ORGANIZATION Sotheby's] in full",
        "paid by [ORGANIZATION Marchetti S.r.l.] in full",
        "paid by [PERSON Mr J.S.] in full",
        "paid by [PERSON Wm. Okafor] in full",
    ],
)
def test_a_name_is_extended_by_its_own_words(written):
    assert refine(written) == written


@pytest.mark.parametrize(
    ("read", "one_by_one"),
    [
        ("[PERSON Ann Okafor and Bo Rook] left", "[PERSON Ann Okafor] and [PERSON Bo Rook] left"),
        ("[PERSON Ann, Bo and Cy van Rook]", "[PERSON Ann], [PERSON Bo] and [PERSON Cy van Rook]"),
        ("in [LOCATION Hull, Leeds and York]", "in [LOCATION Hull], [LOCATION Leeds] and [LOCATION York]"),
        ("in [LOCATION Bosnia and Herzegovina]", "in [LOCATION Bosnia and Herzegovina]"),
        ("by [ORGANIZATION Rook and Sons]", "by [ORGANIZATION Rook and Sons]"),
        ("in [LOCATION Germany, VAT] no.", "in [LOCATION Germany], VAT no."),
        ("to [PERSON Bo Okafor. Ann], sign", "to [PERSON Bo Okafor]. [PERSON Ann], sign"),
        ("to [PERSON Messrs. Okafor] there", "to [PERSON Messrs. Okafor] there"),
    ],
)
def test_a_list_found_as_one_name_is_split(read, one_by_one):
    assert refine(read) == one_by_one
