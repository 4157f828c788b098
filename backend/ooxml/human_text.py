"""The table of places outside the stories where people write, and the texts there.

An attribute or element that is not in the table is structure (the alignment "center", the font "Georgia") and is
left alone, whatever it holds. Element and attribute names are those of ECMA-376 part 1 (w, a, wp, pic, c, dgm),
part 4 (v, o) and of [MS-DOCX] (w15, wps, wpg) unless a row says otherwise.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lxml import etree

from backend.ooxml.markup import dialects, keep_spaces, names, sibling_name
from backend.ooxml.run_replacement import replace_across_runs
from backend.ooxml.string_search import Found

AUTHOR = "author"
FIELD_INSTRUCTION = "field instruction"
STYLE_NAME = "style or list name"
CUSTOM_DATA = "custom XML"
DELETED_TEXT = "deleted text"
FIELD_DATA = "field data"
ADD_IN_PROPERTY = "add-in property"

# ECMA-376 part 1, 17.13.4 and 17.13.5: whatever says who commented, inserted, deleted, moved or formatted.
_REVISIONS = (
    "w:comment w:ins w:del w:moveFrom w:moveTo w:moveFromRangeStart w:moveToRangeStart w:rPrChange w:pPrChange"
    " w:sectPrChange w:tblPrChange w:tblPrExChange w:tcPrChange w:trPrChange w:tblGridChange w:numberingChange"
    " w:cellIns w:cellDel w:cellMerge w:customXmlInsRangeStart w:customXmlDelRangeStart"
    " w:customXmlMoveFromRangeStart w:customXmlMoveToRangeStart"
    # [MS-DOCX] 2.6.1: the same where two people write at once
    " w14:conflictIns w14:conflictDel w14:customXmlConflictInsRangeStart w14:customXmlConflictDelRangeStart"
)

ROWS: tuple[tuple[str, str, str], ...] = (
    # what it is · elements · attributes
    # 20.4.2.5; also the names that Word gives: "Picture 1"
    ("alt text", "wp:docPr pic:cNvPr wps:cNvPr wpg:cNvPr a:cNvPr dsp:cNvPr", "descr title name"),
    ("alt text", "v:shape v:rect v:roundrect v:oval v:line v:group v:polyline v:arc v:curve v:image", "alt title"),
    ("alt text", "w:tblCaption w:tblDescription", "w:val"),  # 17.4.62: what a table shows to a screen reader
    ("link", "v:shape v:rect v:roundrect v:oval v:line v:group v:polyline v:arc v:curve v:image", "href target"),
    ("picture title", "v:imagedata v:fill", "o:title title o:href o:althref"),
    ("word art", "v:textpath", "string"),  # part 4, 19.1.2.23
    ("link tooltip", "w:hyperlink", "w:tooltip w:docLocation"),  # 17.16.22
    ("link tooltip", "a:hlinkClick a:hlinkHover", "tooltip"),
    ("content control", "w:alias w:tag", "w:val"),  # 17.5.2.1, 17.5.2.42
    ("content control", "w:listItem", "w:displayText w:value"),  # 17.5.2.21
    ("content control", "w:dropDownList w:comboBox", "w:lastValue"),  # 17.5.2.15, 17.5.2.5
    ("content control", "w15:sectionTitle", "w15:val"),  # [MS-DOCX] 2.5.4.9, of a repeating section
    ("content control", "w:docPart", "w:val"),  # the building block that holds its prompt, 17.5.2.25
    (FIELD_INSTRUCTION, "w:fldSimple", "w:instr"),
    ("form field", "w:helpText w:statusText w:default w:listEntry", "w:val"),  # 17.16
    ("document variable", "w:docVar", "w:name w:val"),  # 17.15.1.32
    ("mail merge", "w:connectString w:query w:mailSubject w:addressFieldName w:udl w:table", "w:val"),  # 17.14
    ("mail merge", "w:mappedName", "w:val"),
    (AUTHOR, "w15:person", "w15:author w15:contact"),  # [MS-DOCX] 2.5.2.6, people.xml
    (AUTHOR, "w15:presenceInfo", "w15:userId"),
    (AUTHOR, "w:permStart", "w:ed"),  # 17.13.7.2: who may edit this stretch
    (AUTHOR, _REVISIONS, "w:author w:initials"),
    ("smart tag", "w:attr", "w:val"),  # 17.5.1.1
    ("list label", "w:lvlText", "w:val"),  # 17.9.11: shown before every item
    (STYLE_NAME, "w:name w:aliases", "w:val"),  # of a style, list, form field, building block or mail-merge field
    ("building block", "w:description w:docPartCategory", "w:val"),  # 17.12
    ("caption label", "w:caption", "w:name"),  # 17.15.1.17
    ("control name", "w:control", "w:name"),  # 17.3.3.3, an ActiveX control
    ("theme name", "a:theme a:clrScheme a:fontScheme a:fmtScheme a:extraClrScheme", "name"),  # 20.1.6
    ("SmartArt prompt", "dgm:prSet", "phldrT"),  # 21.4.5.1
    (ADD_IN_PROPERTY, "we:property", "name value"),  # [MS-OWEXML] 2.2.7
)

LEAF_TEXTS = {
    "c:v": "chart value",  # 21.2.2.227: names and categories as last seen
    "c:f": "chart formula",  # names sheets of the workbook
    "c:oddHeader": "chart header",
    "c:oddFooter": "chart header",
    "cx:v": "chart value",
    "cx:pt": "chart value",
    "cx:f": "chart formula",
    "m:t": "equation",
    "w:fldData": FIELD_DATA,
}
"""Elements whose own text people wrote and which stand for themselves."""

_FIELD_CODES = names("w:instrText", "w:delInstrText")
_FIELD_MARKS = names("w:fldChar")
_PARAGRAPHS = names("w:p")
_STYLE, _STYLE_NAME = names("w:style"), names("w:name")
_WORD = re.compile(r"[^\W\d_]+|[^\W_]+|[@:+]")
# What the names of Word's own styles are made of (ECMA-376 part 1, 17.7.4.18, and later latent styles).
_STYLE_NAMES_SAY = (
    "a accent acronym address annotation article authorities balloon bibliography block body book bottom bullet"
    " caption char cite classic closing code colorful columns comment contemporary continue dark date default"
    " definition document e effects elegant email emphasis endnote envelope figures first followedhyperlink font"
    " footer footnote form grid hashtag header heading html hyperlink indent index intense keyboard light line link"
    " list macro macrotext mail map medium mention message no normal note number of outline page paragraph"
    " placeholder plain preformatted professional quote reference return revision salutation sample section"
    " shading signature simple smart spacing strong subject subtitle subtle table text theme title toa toc top"
    " typewriter unresolved variable web 3d 1 2 3 4 5 6 7 8 9 i ai"
)
_WORDS_OF_STYLES = frozenset(_STYLE_NAMES_SAY.split())
_DELETED = names("w:delText")
_DRAWN = names("a:t")
_WHOLE = names("w:p", "a:p")


# ECMA-376 part 1, 17.16.5, and Word's WdFieldType: the words that make an instruction a field; a document's words
# may be among them.
FIELD_NAMES = (
    "ADDIN ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT AUTOTEXT AUTOTEXTLIST BARCODE"
    " BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS COMPARE CONTROL CREATEDATE DATA DATABASE DATE DDE DDEAUTO"
    " DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EMBED EQ FILENAME FILESIZE FILLIN FOOTNOTEREF FORMCHECKBOX"
    " FORMDROPDOWN FORMTEXT GLOSSARY GOTOBUTTON GREETINGLINE HTMLCONTROL HYPERLINK IF IMPORT INCLUDE"
    " INCLUDEPICTURE INCLUDETEXT INDEX INFO KEYWORDS LASTSAVEDBY LINK LISTNUM MACROBUTTON MERGEBARCODE"
    " MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINT PRINTDATE"
    " PRIVATE QUOTE RD REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SHAPE SKIPIF STYLEREF SUBJECT SYMBOL TA"
    " TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE"
)
_FIELD_NAME = re.compile(rf"\s*+(?:{'|'.join(FIELD_NAMES.split())})(?=\s|$)", re.IGNORECASE)


def structure_of(human: "HumanText") -> int:
    """How many characters at the start of a text are Word's and not people's: the name of a field, or nothing.

    >>> structure_of(HumanText(FIELD_INSTRUCTION, (Slot(etree.fromstring("<i> DATE yyyy</i>")),)))
    5
    """
    match = _FIELD_NAME.match(human.text) if human.what == FIELD_INSTRUCTION else None
    return match.end() if match else 0


TAIL = "#tail"
"""In place of an attribute: the text that follows an element."""


class Slot(NamedTuple):
    """A string in the XML: an attribute of an element or, with `attribute` None, its own text."""

    element: etree._Element
    attribute: str | None = None

    @property
    def text(self) -> str:
        """What stands there now."""
        if self.attribute == TAIL:
            return self.element.tail or ""
        return (self.element.text if self.attribute is None else self.element.get(self.attribute)) or ""

    def write(self, text: str) -> None:
        """Put other text there."""
        if self.attribute == TAIL:
            self.element.tail = text
        elif self.attribute is None:
            self.element.text = text
            keep_spaces(self.element)
        else:
            self.element.set(self.attribute, text)


class HumanText(NamedTuple):
    """A text and the slots that it is split over."""

    what: str
    slots: tuple[Slot, ...]

    @property
    def text(self) -> str:
        """The whole text."""
        return self.slots[0].text if len(self.slots) == 1 else "".join(slot.text for slot in self.slots)

    def replace(self, found: Found) -> None:
        """Put new text in place of some spans of it.

        An author who changes loses the initials too, and an account the number that its directory knows it by.
        """
        cuts = replace_across_runs([slot.text for slot in self.slots], found)
        for slot, cut in zip(self.slots, cuts, strict=True):
            if cut.touched:
                slot.write(cut.text)
            if self.what == AUTHOR:
                for initials in dialects("w:initials"):
                    slot.element.attrib.pop(initials, "")
            if cut.touched and slot.attribute is not None:
                _lose_identity(slot.element)


_IDENTITY = re.compile(r"\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?")


def _lose_identity(person: etree._Element) -> None:
    """Take the number of an account out of the attributes `userId` of a person and of what it holds."""
    for element in (person, *person.iterchildren(etree.Element)):
        for name, value in element.items():
            if str(name).rpartition("}")[2] == "userId":
                element.set(name, _IDENTITY.sub("", str(value)))


def _attributes(rows: Iterable[tuple[str, str, str]]) -> dict[str, list[tuple[str, str]]]:
    """For every element of the rows what its attributes are, in every dialect of both."""
    table: dict[str, list[tuple[str, str]]] = {}
    for what, elements, attributes in rows:
        for element in names(*elements.split()):
            spelled = [name for each in attributes.split() for name in dialects(each)]
            table.setdefault(element, []).extend((what, name) for name in spelled)
    return table


_ATTRIBUTES = _attributes(ROWS)
_LEAVES = {name: what for prefixed, what in LEAF_TEXTS.items() for name in names(prefixed)}

KNOWN_ATTRIBUTES = frozenset((element, name) for element, rows in _ATTRIBUTES.items() for _, name in rows)
"""The elements and their attributes that the table knows."""
KNOWN_TEXTS = _FIELD_CODES | _DELETED | _DRAWN | _LEAVES.keys() | names("w:t")
"""The elements whose own text is looked after here or belongs to a paragraph."""


def human_texts(root: etree._Element) -> Iterator[HumanText]:
    """Every text of the table in one part."""
    for element in root.iter(*_ATTRIBUTES):
        for what, attribute in _ATTRIBUTES[element.tag]:
            if element.get(attribute) and not is_built_in(element.getparent()):
                yield HumanText(what, (Slot(element, attribute),))
    for element in root.iter(*_LEAVES):
        if element.text:
            yield HumanText(_LEAVES[element.tag], (Slot(element),))
    yield from _field_codes(root)
    yield from _joined(DELETED_TEXT, root, _DELETED, _WHOLE)
    yield from _joined("drawing text", root, _DRAWN, _WHOLE)


def is_built_in(element: etree._Element | None) -> bool:
    """Whether this is one of Word's own styles ("heading 1", "Title"), which Word knows by these very names."""
    if (
        element is None
        or element.tag not in _STYLE
        or element.get(sibling_name(element, "customStyle")) is not None
    ):
        return False
    style_names = (name.get(sibling_name(name, "val"), "") for name in element.iterchildren(*_STYLE_NAME))
    return all(map(is_name_of_words_own, style_names))


def is_name_of_words_own(name: str) -> bool:
    """Tell whether a style has the name of a built-in one; the name proves nothing about its content.

    >>> is_name_of_words_own("Grid Table 1 Light Accent 3"), is_name_of_words_own("Halden Quote")
    (True, False)
    """
    return all(word in _WORDS_OF_STYLES for word in _WORD.findall(name.lower()))


_SOURCE_TYPE = re.compile(r"\{[^}]*/bibliography\}SourceType")
_KINDS_OF_SOURCES = (
    "ArticleInAPeriodical Art Book BookSection Case ConferenceProceedings DocumentFromInternetSite ElectronicSource"
    " Film InternetSite Interview JournalArticle Misc Patent Performance Report SoundRecording"
)
_SOURCE_TYPES = frozenset(_KINDS_OF_SOURCES.split())
"""The kinds of sources that Word knows (ECMA-376 part 1, 22.6.3.1); it takes no other word there."""


def _is_type_of_source(element: etree._Element) -> bool:
    return element.text in _SOURCE_TYPES and _SOURCE_TYPE.fullmatch(str(element.tag)) is not None


def every_text(root: etree._Element) -> Iterator[HumanText]:
    """Every text and attribute of a part whose vocabulary is not Word's: custom XML, left-over properties."""
    for element in root.iter(etree.Element):
        if element.text and element.text.strip() and not _is_type_of_source(element):
            yield HumanText(CUSTOM_DATA, (Slot(element),))
        if element.tail and element.tail.strip():
            yield HumanText(CUSTOM_DATA, (Slot(element, TAIL),))
        for attribute in element.attrib:
            yield HumanText(CUSTOM_DATA, (Slot(element, str(attribute)),))


def _field_codes(root: etree._Element) -> Iterator[HumanText]:
    """The instruction of each field of a paragraph, joined over the fields that stand in it (17.16.18)."""
    open_codes: list[list[Slot]] = [[]]
    for element in root.iter(*_FIELD_CODES, *_FIELD_MARKS, *_PARAGRAPHS):
        if element.tag in _FIELD_CODES:
            open_codes[-1].append(Slot(element))
            continue
        if element.tag in _PARAGRAPHS:
            ended, open_codes = open_codes, [[]]
        elif element.get(sibling_name(element, "fldCharType")) == "begin":
            open_codes.append([])
            continue
        else:
            ended = [open_codes.pop()]
            if not open_codes or element.get(sibling_name(element, "fldCharType")) == "separate":
                open_codes.append([])
        yield from (HumanText(FIELD_INSTRUCTION, tuple(slots)) for slots in ended if slots)
    yield from (HumanText(FIELD_INSTRUCTION, tuple(slots)) for slots in open_codes if slots)


def _joined(what: str, root: etree._Element, texts: frozenset[str], borders: frozenset[str]) -> Iterator[HumanText]:
    """Join the texts that no border separates: Word splits them wherever it likes."""
    slots: list[Slot] = []
    for element in root.iter(*texts, *borders):
        if element.tag in texts:
            slots.append(Slot(element))
        elif slots:
            yield HumanText(what, tuple(slots))
            slots = []
    if slots:
        yield HumanText(what, tuple(slots))
