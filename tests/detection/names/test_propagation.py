"""A name found once is found everywhere, and never by half."""

import pytest

from backend.detection.names.word_evidence import Lexicon
from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    ("found", "elsewhere"),
    [
        ("[PERSON Gisela Kirsten]", "by [PERSON Gisela Kirsten]’s car"),
        ("[PERSON Gisela Kirsten]", "by [PERSON Kirsten]’s car"),
        ("[PERSON Gisela Kirsten]", "by [PERSON Gisela] today"),
        ("[PERSON Gisela Kirsten]", "GISELA KIRSTEN".join(("by [PERSON ", "] there"))),
        ("[PERSON GISELA KIRSTEN]", "by [PERSON Gisela Kirsten] there"),
        ("[PERSON Gisela Kirsten]", "by [PERSON gisela kirsten] there"),
        ("[PERSON Gisela Kirsten]", "thx [PERSON gisela], pls ask [PERSON kirsten] there"),
        ("[PERSON Kofi Zzyx]. It was kofi.", "[PERSON Kofi] went and [PERSON kofi] came"),
        ("[PERSON Gisela Kirsten]", "by [PERSON Ms G. Kirsten] there"),
        ("[PERSON Gisela Kirsten]", "by [PERSON Kirsten, Gisela] there"),
        ("[PERSON Gisela Kirsten]", "user [PERSON gkirsten] there"),
        ("[PERSON Gisela Anna Kirsten]", "by [PERSON Gisela Kirsten] there"),
        ("[PERSON Mr K.H. Christoph]", "for [PERSON Christoph] there"),
        ("[PERSON Karl Heinz Christoph]", "signed: [PERSON K.H.C.] today"),
        ("[PERSON Karl Heinz Christoph]", "drafts by [PERSON KHC] today"),
        ("[PERSON A. Wittling-Vogel]", "for [PERSON Wittling-Vogel] there"),
        ("[PERSON Will Okafor]", "before [PERSON Will] leaves"),
        ("[PERSON Jan van der Berg]", "for [PERSON van der Berg] there"),
        ("[ORGANIZATION Halden Foods Ltd]", "of [ORGANIZATION Halden Foods] there"),
        ("[ORGANIZATION Halden Foods]", "of [ORGANIZATION HALDEN FOODS] there"),
        ("[ORGANIZATION Erich-Weinert-Ensemble] ([ORGANIZATION EWE])", "of the [ORGANIZATION EWE] there"),
        ("[ORGANIZATION Würzburg Court] ([ORGANIZATION Sozialgericht])", "the [ORGANIZATION Sozialgericht] there"),
        ("[LOCATION Nepean]", "in [LOCATION Nepean] there"),
        ("[CODE 18403/91]", "no. [CODE 18403/91] there"),
        ("[DATE_TIME 2 May 2003]", "on [DATE_TIME 2 May 2003] there"),
        ("[NRP Cypriot]", "a [NRP Cypriot] there"),
    ],
)
def test_a_name_found_once_is_found_in_its_other_forms(found, elsewhere):
    bare = elsewhere
    for label in ("PERSON", "ORGANIZATION", "LOCATION", "CODE", "DATE_TIME", "NRP"):
        bare = bare.replace(f"[{label} ", "")
    assert refine(found, bare.replace("]", ""))[1] == elsewhere


@pytest.mark.parametrize(
    ("found", "elsewhere"),
    [
        ("[PERSON Will Grant]", "You will grant it. Will they? Grant it. The Grant is paid, a Will is made."),
        ("[PERSON May Berg]", "in May, by May 2012"),
        ("[PERSON Ann Rook]", "the Rook Street Bank Group"),
        ("[PERSON Revenue]", "their new Revenue, which"),
        ("[PERSON Ann Rook]", "@Rook_12 and x/Rook"),
        ("[PERSON Ann Rook]", "look at ann.rook@halden.example and rook.halden.example"),
        ("[LOCATION Istanbul]", "the Istanbul Administrative Court"),
        ("[LOCATION Turkey]", "the Government of Turkey"),
        ("[ORGANIZATION Halden Foods] (the Group)", "the Group and groups"),
        ("[CODE 91]", "in 91 cases"),
        ("[DATE_TIME 1987]", "on 30 September 1987 there, 1987.5 and 1,1987"),
        ("[QUANTITY 5 %]", "5 % of it"),
        ("[MISC reindeer grazing]", "for reindeer grazing"),
        ("[PERSON=0.5 Kirsten]", "Kirsten"),
        ("[ORGANIZATION Risk Report]", "the risk report"),
        ("[PERSON Mark Moss]", "you mark the moss"),
        ("[PERSON Karl Heinz Christoph]", "part KHC-12"),
        ("[PERSON Karl Christoph]", "the KC of it"),
        ("[PERSON Fritz Bo Ionescu]", "the FBI said"),
        ("[PERSON Ann Nora Dorn]", "this AND that"),
        ("[PERSON Apologies]", "his apologies"),
        ("[PERSON Ann Moss]", "an annual ann"),
        ("[PERSON Ann Sofie Aksoy]", "the U.S.A. of P.O. Box"),
    ],
)
def test_similar_text_that_is_not_the_name_is_not_reported(found, elsewhere):
    assert refine(found, elsewhere)[1] == elsewhere


def test_an_ordinary_word_is_a_name_where_nothing_else_has_a_capital():
    assert refine("[PERSON Mark Okafor] came.", "She asked Mark to go. Mark said so. Mark the page.")[1] == (
        "She asked [PERSON Mark] to go. [PERSON Mark] said so. Mark the page."
    )


def test_terms_the_pipeline_nearly_always_ignores_are_not_propagated_except_persons():
    text = "[ORGANIZATION Ministry of Halden] here." + " The Ministry of Halden there." * 4
    assert refine(text) == text
    people = "[PERSON Ann Okafor] here." + " And Ann Okafor there." * 4
    assert refine(people).count("[PERSON Ann Okafor]") == 5


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("by John [PERSON Kirsten] there", "by [PERSON John Kirsten] there"),
        ("by J.-P. [PERSON Kirsten] there", "by [PERSON J.-P. Kirsten] there"),
        ("by [PERSON John] Kirsten there", "by [PERSON John Kirsten] there"),
        ("by Wittling-[PERSON Vogel] there", "by [PERSON Wittling-Vogel] there"),
        ("by [PERSON K.H.] [PERSON Christoph] there", "by [PERSON K.H. Christoph] there"),
        ("- [PERSON Kirsten], K. H.\n", "- [PERSON Kirsten, K. H.]\n"),
        ("[PERSON Kirsten], K. Rook came", "[PERSON Kirsten], K. Rook came"),
        ("here. [PERSON Kirs]-\nten came", "here. [PERSON Kirs-\nten] came"),
        ("by Feriştah [PERSON Mr Bahçeyaka] there", "by Feriştah [PERSON Mr Bahçeyaka] there"),
        ("by [PERSON John Smith], Jr there", "by [PERSON John Smith, Jr] there"),
        ("by Feriştah [PERSON Bahçeyaka] there", "by [PERSON Feriştah Bahçeyaka] there"),
        ("the CEO [PERSON Tim Cook] there", "the CEO [PERSON Tim Cook] there"),
        ("Will [PERSON Kirsten] go?", "Will [PERSON Kirsten] go?"),
        ("In Leeds [PERSON Kirsten] met", "In Leeds [PERSON Kirsten] met"),
        ("a [PERSON Kirsten] Report", "a [PERSON Kirsten] Report"),
        ("by [ORGANIZATION Sztum Prison (]today)", "by [ORGANIZATION Sztum Prison] (today)"),
        ("by [PERSON & Ann Okafor,] here", "by & [PERSON Ann Okafor], here"),
        ("by [PERSON Okafor], Inc. here", "by [ORGANIZATION Okafor, Inc.] here"),
    ],
)
def test_a_name_is_never_found_by_half(text, written):
    assert refine(text) == written


def test_initials_are_those_of_one_person_however_the_name_is_written():
    assert refine("[PERSON ANN OKAFOR], [PERSON Ann Okafor]", "Signed: A.O. today")[1] == (
        "Signed: [PERSON A.O.] today"
    )


def test_a_name_has_one_label_in_a_document():
    answer = refine("[PERSON Ann Okafor] and [PERSON Okafor]", "[ORGANIZATION=0.55 Okafor]", "[PERSON Okafor]")
    assert answer[1] == "[PERSON Okafor]"


def test_a_defined_short_name_is_found_and_a_role_is_not():
    text = '[ORGANIZATION Meridian Halden Foods Ltd] ("Halden") paid.'
    assert refine(text, "of Halden there")[1] == "of [ORGANIZATION Halden] there"
    text = '[ORGANIZATION Meridian Halden Foods Ltd] (the "Customer") paid.'
    assert refine(text, "of Customer there")[1] == "of Customer there"


def test_names_are_found_again_without_lists_too():
    answer = refine("[PERSON Gisela Kirsten] met them", "for Kirsten and Gisela", lexicon=Lexicon())
    assert answer[1] == "for [PERSON Kirsten] and [PERSON Gisela]"
