"""`met` is attacked with what a reader sees joined and the file keeps apart: hidden pieces, codes, spaces.

LibreOffice shows the joined name of those below `SHOWN_BY_LIBREOFFICE`; for
the others ECMA-376 part 1 and Word say so. What the saved file says is read by `zipfile` alone.
"""

import pytest

from backend.document.phrases import Phrase
from backend.ooxml.in_sight import texts_as_shown
from backend.ooxml.markup import parse
from backend.ooxml.opc.package import open_package
from backend.ooxml.shown import take_branches
from backend.redaction.review_policy import ReviewPolicy
from tests.ooxml.building import W
from tests.services.drawn_clients import k_by_hand
from tests.services.requests import asked_of
from tests.services.test_outcome_layers import ALDER, own_left
from tests.services.test_outcome_outside_text import redacted as redacted_by
from tests.services.test_outcome_outside_text import unmet
from tests.services.test_outcome_places import KINDS, MC, OTHERS, OWN_WORDS, model, redacted, says, with_body
from tests.services.test_outcome_places import run as paragraph_of

__all__ = ["model"]

NAME, MAIL = ("Kes", "trel Wharf"), ("ann.berg@hal", "den.example")
BEGIN, SEPARATE, END = (f'<w:r><w:fldChar w:fldCharType="{each}"/></w:r>' for each in ("begin", "separate", "end"))
REQUIRES = f'{MC} xmlns:zz="urn:example:zz"'


def run(text, properties="", keep=' xml:space="preserve"'):
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t{keep}>{text}</w:t></w:r>"


def paragraph(inside, mark=""):
    return f"<w:p><w:pPr><w:rPr>{mark}</w:rPr></w:pPr>{inside}</w:p>"


def with_between(inside):
    return lambda first, second: paragraph(run("For ") + run(first) + inside + run(second) + run(" only."))


def in_two(mark):
    return lambda first, second: paragraph(run("For ") + run(first), mark) + paragraph(run(second) + run(" only."))


def trimmed(space):
    return lambda first, second: paragraph(
        run("For ") + run(first + space, keep="") + run(space + second, keep="") + run(" only.")
    )


def branches(first, second):
    return paragraph(
        run(f"For {first}")
        + f'<mc:AlternateContent {REQUIRES}><mc:Choice Requires="zz">{run("qq")}</mc:Choice>'
        + f"<mc:Fallback>{run(second)}</mc:Fallback></mc:AlternateContent>"
        + run(" only.")
    )


SHOWN_BY_LIBREOFFICE = {
    "spaces that nobody asks to keep": trimmed(" "),
    "line feeds in the file": trimmed("\n   "),
    "a branch that nobody knows": branches,
    "a code of a field": with_between(BEGIN + run("qq") + SEPARATE + END),
    "a result within a code": with_between(BEGIN + BEGIN + SEPARATE + run("7") + END + SEPARATE + END),
    "properties": with_between("<w:r><w:rPr><w:t>qq</w:t></w:rPr></w:r>"),
}
JOINING = {
    **SHOWN_BY_LIBREOFFICE,
    "hidden text": with_between(run("qq", "<w:vanish/>")),
    "white text": with_between(run("qq", '<w:color w:val="FFFFFF"/>')),
    "tiny text": with_between(run("qq", '<w:sz w:val="2"/>')),
    "hidden and a code": with_between(run("q", "<w:vanish/>") + BEGIN + run("q") + SEPARATE + END),
    "an element that is ignored": with_between(f'<zz:a xmlns:zz="urn:example:zz">{run("qq")}</zz:a>'),
    "a heading that runs on": in_two("<w:vanish/><w:specVanish/>"),
    "a hidden end": in_two("<w:vanish/>"),
    "a code of a field without an end": with_between(BEGIN + run("qq") + SEPARATE),
    "a code after other fields without an end": with_between((BEGIN + SEPARATE) * 3 + BEGIN + run("qq") + SEPARATE),
    "a deleted end": in_two('<w:del w:id="5" w:author="q"/>'),
}


def shown(how, halves):
    return texts_as_shown(open_package(with_body(JOINING[how](*halves))))


@pytest.mark.parametrize("how", JOINING)
def test_what_its_reader_sees_joined_is_read_joined(how):
    found = shown(how, NAME)
    assert [text for text in found if "Kestrel Wharf" in text]
    assert not [text for text in shown(how, ("", "")) if "Kestrel" in text]


@pytest.mark.parametrize(
    ("around", "choice", "is_taken"),
    [
        ('xmlns:zz="urn:example:zz"', "", False),
        ('xmlns:zz="http://schemas.microsoft.com/office/zz"', "", True),
        ('xmlns:zz="http://schemas.microsoft.com/office/zz"', 'xmlns:zz="urn:example:zz"', False),
        ('xmlns:zz="urn:example:zz"', 'xmlns:zz="http://schemas.microsoft.com/office/zz"', True),
        ("", "", False),
    ],
)
def test_a_branch_is_taken_by_what_its_prefix_means_where_it_stands(around, choice, is_taken):
    """Others of the same prefix before it, with another meaning, do not count."""
    before = '<w:p xmlns:zz="http://schemas.microsoft.com/office/yy"/><w:p xmlns:zz="urn:example:yy"/>'
    inside = (
        f'{before}<w:p {around}><mc:AlternateContent {MC}><mc:Choice {choice} Requires="zz">'
        f"{run('first')}</mc:Choice><mc:Fallback>{run('second')}</mc:Fallback></mc:AlternateContent></w:p>"
    )
    root = parse(f'<w:body xmlns:w="{W}">{inside}</w:body>'.encode(), "body")
    take_branches(root, last=False)
    assert "".join(map(str, root.itertext())) == ("first" if is_taken else "second")


def test_a_document_in_which_nothing_is_joined_is_not_read_twice():
    inside = paragraph(run("For Kestrel Wharf") + BEGIN + SEPARATE + run("7") + END) + paragraph_of("ann", "<w:b/>")
    assert texts_as_shown(open_package(with_body(inside))) == ()


@pytest.mark.parametrize("how", ["hidden text", "a branch that nobody knows"])
def test_a_name_that_its_reader_sees_joined_is_not_met(model, how):
    done = redacted(model, with_body(JOINING[how](*NAME)))
    assert all(each in says(done.content) for each in NAME)
    assert unmet(done.report)["client_name"] >= 1


@pytest.mark.parametrize("how", ["spaces that nobody asks to keep", "a deleted end"])
def test_neither_is_an_address(model, how):
    done = redacted(model, with_body(JOINING[how](*MAIL)), KINDS)
    assert all(each in says(done.content) for each in MAIL)
    assert unmet(done.report) == {"EMAIL_ADDRESS": 1}


def test_other_words_may_be_joined(model):
    done = redacted(model, with_body("".join(way("plain", "words here") for way in JOINING.values())), KINDS)
    assert unmet(done.report) == {}


def test_what_is_in_the_text_too_is_judged_there_alone(model):
    """The paragraph is read a second time, for its hidden piece; the address that may stay counts once."""
    request = asked_of(policy=ReviewPolicy(least_k=5), entities=KINDS, never=[Phrase("ann@elm.example")])
    inside = paragraph(run("Write to ann@elm.example ") + run("qq ", "<w:vanish/>") + run("now."))
    done = redacted_by(model, with_body(inside), request)
    assert done.report.outcome.as_json() == {
        "outcome": "met_with_exceptions",
        "exceptions": [{"kind": "EMAIL_ADDRESS", "count": 1, "role": "user"}],
        "unmet": [],
    }


UNSHOWN = {
    "a code of a field": "<w:p>" + BEGIN + run(OTHERS) + SEPARATE + END + "</w:p>",
    "an element that is ignored": f'<zz:a xmlns:zz="urn:example:zz">{paragraph_of(OTHERS)}</zz:a>',
    "a branch that nobody knows": (
        f'<w:p><mc:AlternateContent {REQUIRES}><mc:Choice Requires="zz">{run(OTHERS)}</mc:Choice>'
        f"<mc:Fallback>{run('x')}</mc:Fallback></mc:AlternateContent></w:p>"
    ),
    "a deleted row": (
        '<w:tbl><w:tr><w:trPr><w:del w:id="7" w:author="q"/></w:trPr>'
        f"<w:tc>{paragraph_of(OTHERS)}</w:tc></w:tr></w:tbl>"
    ),
    "black on black": paragraph(run(OTHERS, '<w:highlight w:val="black"/>')),
    "red on red": paragraph(run(OTHERS, '<w:color w:val="FF0000"/><w:shd w:val="clear" w:fill="ff0000"/>')),
    "squeezed letters": paragraph(run(OTHERS, '<w:w w:val="1"/>')),
    "empty letters": paragraph(
        run(
            OTHERS,
            '<w14:textFill xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:noFill/>'
            "</w14:textFill>",
        )
    ),
    "a low line": f'<w:p><w:pPr><w:spacing w:line="1" w:lineRule="exact"/></w:pPr>{run(OTHERS)}</w:p>',
    "a low row": (
        '<w:tbl><w:tr><w:trPr><w:trHeight w:val="1" w:hRule="exact"/></w:trPr>'
        f"<w:tc>{paragraph_of(OTHERS)}</w:tc></w:tr></w:tbl>"
    ),
    "a deleted cell": (
        '<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel w:id="7" w:author="q"/></w:tcPr>'
        f"{paragraph_of(OTHERS)}</w:tc></w:tr></w:tbl>"
    ),
}


@pytest.mark.parametrize("how", UNSHOWN)
def test_what_word_does_not_show_outweighs_nothing(model, how):
    done = redacted(model, with_body(paragraph_of(OWN_WORDS) + UNSHOWN[how]))
    left = own_left(done.content)
    assert unmet(done.report) or k_by_hand(model, [*left, "plaina"], ALDER) >= 5
