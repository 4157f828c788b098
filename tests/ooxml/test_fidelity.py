"""A name is found however Word has split and spelled it, and nothing but its text nodes changes."""

import io
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.phrases import Phrase
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.ooxml.building import body, docx_parts, paragraph, zipped
from tests.ooxml.structure import SIGNS, differences, parts_of, texts_of

NAMES = {
    "Halden & Rook": ("Halden", "&", "Rook"),
    "Griffin Office": ("Griffin", "Office"),
    "O'Hara": ("O'Hara",),
    "Élan 365": ("Élan", "365"),
}
CASES: list[Callable[[str], str]] = [str, str, str.upper, str.lower]
SPELLED = {"&": ("&", "\uff06"), "'": ("'", "\u2019"), "ffi": ("ffi", "\ufb03"), "É": ("É", "E\u0301")}
"""One letter or sign, and how else people and Word write it."""
GAPS = (" ", "  ", "\u00a0", "\u2009", "_", "-", "\u2011", "<w:tab/>", "<w:br/>", "<w:noBreakHyphen/>", " <w:cr/>")
UNSEEN = ("\u00ad", "\u200b", "<w:softHyphen/>")
FILLERS = (" zyx ", " Zyx. ", " (zyx) ", " zyx 👍 ", "\u00a0zyx\u00a0", " zyx, zy ")
PROPERTIES = ("", "<w:b/>", "<w:caps/>", "<w:smallCaps/>", "<w:i/><w:vanish/>", '<w:color w:val="FF0000"/>')
BETWEEN = (
    "",
    '<w:proofErr w:type="spellStart"/>',
    '<w:bookmarkStart w:id="7" w:name="b"/>',
    '<w:bookmarkEnd w:id="7"/>',
    '<w:commentRangeStart w:id="3"/>',
    '<w:r><w:commentReference w:id="3"/></w:r>',
    "<w:r><w:lastRenderedPageBreak/></w:r>",
    '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r>',
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
    '<w:del w:id="9"><w:r><w:rPr><w:b/></w:rPr><w:delText>zyx</w:delText></w:r></w:del>',
    '<w:moveFrom w:id="9"><w:r><w:t>zyx</w:t></w:r></w:moveFrom>',
)
AROUND = (
    ("", ""),
    ('<w:ins w:id="5">', "</w:ins>"),
    ('<w:moveTo w:id="5">', "</w:moveTo>"),
    ('<w:hyperlink w:anchor="b">', "</w:hyperlink>"),
    ("<w:sdt><w:sdtPr><w:id w:val='1'/></w:sdtPr><w:sdtContent>", "</w:sdtContent></w:sdt>"),
    ('<w:smartTag w:element="City">', "</w:smartTag>"),
    ('<w:fldSimple w:instr="PAGE">', "</w:fldSimple>"),
)
PLACES = (
    "{}",
    paragraph("<w:r><w:pict><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></w:pict></w:r>"),
    "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
    "<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>",
)
PLACEHOLDER = "[REDACTED]"

Atoms = list[str]
"""Characters, and signs as the elements that they are."""


@st.composite
def spelled(draw: st.DrawFn, name: str) -> Atoms:
    """One way to write the name."""
    case = draw(st.sampled_from(CASES))
    atoms: Atoms = []
    for i, word in enumerate(NAMES[name]):
        if i:
            beside_a_sign = "&" in (word, NAMES[name][i - 1])
            atoms += pieces(draw(st.sampled_from((*GAPS, "") if beside_a_sign else GAPS)))
        written = word
        for plain, others in SPELLED.items():
            written = written.replace(plain, draw(st.sampled_from(others)))
        letters = list(case(written))
        if len(letters) > 2 and draw(st.integers(0, 3)) == 0:
            letters.insert(draw(st.integers(1, len(letters) - 1)), draw(st.sampled_from(UNSEEN)))
        atoms += letters
    return atoms


def pieces(gap: str) -> Atoms:
    """A gap as characters and signs."""
    sign = gap.find("<")
    return list(gap) if sign < 0 else [*gap[:sign], gap[sign:]]


def shown(atoms: Atoms) -> str:
    return "".join(SIGNS[atom[3:-2]] if atom.startswith("<") else atom for atom in atoms)


def escaped(atom: str) -> str:
    return atom if atom.startswith("<") else atom.replace("&", "&amp;")


def run(atoms: Atoms, properties: str) -> str:
    """A run with these properties, a text node for each stretch of characters."""
    nodes: list[str] = []
    for atom in atoms:
        if atom.startswith("<"):
            nodes.append(atom)
        elif nodes and nodes[-1].endswith("</w:t>"):
            nodes[-1] = nodes[-1][: -len("</w:t>")] + escaped(atom) + "</w:t>"
        else:
            nodes.append(f'<w:t xml:space="preserve">{escaped(atom)}</w:t>')
    wrapped = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f"<w:r>{wrapped}{''.join(nodes)}</w:r>"


@st.composite
def runs(draw: st.DrawFn, atoms: Atoms) -> str:
    """The atoms as runs of any length and formatting, with anything between and around them."""
    found: list[str] = []
    while atoms:
        many = draw(st.integers(1, min(len(atoms), 12)))
        found.append(run(atoms[:many], draw(st.sampled_from(PROPERTIES))))
        atoms = atoms[many:]
    written = ""
    while found:
        many = draw(st.integers(1, len(found)))
        start, end = draw(st.sampled_from(AROUND))
        written += start + draw(st.sampled_from(BETWEEN)).join(found[:many]) + end
        found = found[many:]
        written += draw(st.sampled_from(BETWEEN)) if found else ""
    return written


@st.composite
def spoken(draw: st.DrawFn, name: str) -> tuple[str, str]:
    """A paragraph with the name in it, and what it must say afterwards."""
    atoms: Atoms = []
    expected = ""
    for _ in range(draw(st.integers(1, 3))):
        filler = draw(st.sampled_from(FILLERS))
        atoms += [*filler, *draw(spelled(name))]
        expected += filler + PLACEHOLDER
    filler = draw(st.sampled_from(("", " zyx", ".")))
    return paragraph(draw(runs([*atoms, *filler]))), expected + filler


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """A name, the inside of a body, and what its paragraphs must say afterwards."""
    name = draw(st.sampled_from(list(NAMES)))
    said = draw(st.lists(spoken(name), min_size=1, max_size=3))
    inside = "".join(draw(st.sampled_from(PLACES)).format(each) for each, _ in said)
    return name, inside, [expected for _, expected in said]


def redacted(source: bytes, name: str) -> RedactedFile:
    request = EffectiveRequest(asked=Terms((Phrase(name),)))
    path = Path("a.docx")
    return redact_content(path, path, source, request)


@settings(deadline=None)
@given(bodies())
def test_a_name_is_found_however_it_is_split_and_only_its_text_changes(made: tuple[str, str, list[str]]):
    name, inside, expected = made
    source = zipped(docx_parts(body(inside)))
    done = redacted(source, name)
    changes = differences(source, done.content)
    assert texts_of(done.content) == expected
    assert {each.what for each in changes} == {"gap"}
    assert len(changes) == sum(each.count(PLACEHOLDER) for each in expected)
    assert done.report.verification is not None
    assert done.report.verification.status == "clean"


@settings(deadline=None)
@given(st.data())
def test_deleted_text_keeps_what_was_not_redacted(data: st.DataObject):
    name = data.draw(st.sampled_from(list(NAMES)))
    atoms = data.draw(spelled(name))
    at = data.draw(st.integers(0, len(atoms)))
    halves = [run([*"zyx ", *atoms[:at]], "<w:b/>"), run([*atoms[at:], *" zyx"], "<w:i/>")]
    gone = "".join(halves).replace("w:t>", "w:delText>").replace("<w:t ", "<w:delText ")
    inside = paragraph(run([*"Zy "], ""), f'<w:del w:id="1">{gone}</w:del>', run([*" yz"], ""))
    source = zipped(docx_parts(body(inside)))
    done = redacted(source, name)
    changes = differences(source, done.content)
    assert [each.what for each in changes] == ["gap"]
    assert [each.where.split()[0] for each in changes] == ["deleted"]
    assert changes[0].before == shown(atoms)


OFFICE_WORDS = (
    "2006 relationships document word styles theme schemas http main image1 settings rId1 xml header center Calibri"
    " application content package item1 en-US 1"
)


@pytest.mark.parametrize("word", OFFICE_WORDS.split())
def test_words_that_office_itself_uses_leave_the_file_what_it_was(word: str):
    document = docx.Document()
    document.add_paragraph(f"We say {word} here.")
    stream = io.BytesIO()
    document.save(stream)
    done = redacted(stream.getvalue(), word)
    again = docx.Document(io.BytesIO(done.content))
    assert [each.text for each in again.paragraphs] == ["We say [REDACTED] here."]
    assert parts_of(done.content).keys() == {
        name for name in parts_of(stream.getvalue()) if name != "docProps/thumbnail.jpeg"
    }
