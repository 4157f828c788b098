"""Companies before their legal form."""

import pytest

from backend.detection.names.word_evidence import Lexicon
from tests.detection.names.refining import LEXICON, refine


@pytest.mark.parametrize(
    "written",
    [
        "between [ORGANIZATION Northgate Dairies Limited] and",
        "by [ORGANIZATION Halden & Rook, Inc.] here",
        "of [ORGANIZATION Bank of Halden Ltd] there",
        "[ORGANIZATION Quillfeather GmbH] pays",
        "In 2012 [ORGANIZATION Varde-Sterling LLC] paid",
        "He left. [ORGANIZATION J. Varde Ltd] paid",
        "to the Court. Revenue of [ORGANIZATION Halden Ltd] there",
        "Table of Contents [ORGANIZATION THERMO HALDEN INC] there",
        "Customer [ORGANIZATION Halden Ltd] pays as any customer",
    ],
)
@pytest.mark.parametrize("lexicon", [LEXICON, Lexicon()], ids=["lists", "none"])
def test_words_with_a_capital_before_a_legal_form_are_a_company(written, lexicon):
    text = written.replace("[ORGANIZATION ", "").replace("]", "")
    if "Revenue" in text:
        text, written = f"{text} as revenue does", f"{written} as revenue does"
    assert refine(text, lexicon=lexicon) == written


@pytest.mark.parametrize(
    "text", ["the Company Ltd", "is limited", "Limited time", "we Inc", "halden ltd", "The Ltd"]
)
def test_a_legal_form_alone_is_not_an_organisation(text):
    assert refine(text) == text


def test_a_company_is_found_elsewhere_without_its_form():
    assert refine("by Halden Foods Ltd", "then Halden Foods paid")[1] == "then [ORGANIZATION Halden Foods] paid"
