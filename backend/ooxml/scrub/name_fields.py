"""Fields that hold a person or an organisation by definition: authors, signers, users, sources of a bibliography.

Whoever fills such a field writes a name into it. So nothing has to tell from its words that it is one.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from lxml import etree

from backend.document.model import HeldName
from backend.ooxml.human_text import AUTHOR, CUSTOM_DATA, FIELD_DATA, FIELD_INSTRUCTION, HumanText

PERSON, ORGANIZATION = "PERSON", "ORGANIZATION"

_ATTRIBUTES = {
    # by the local name, whatever the element: ECMA-376 part 1, 17.13; [MS-DOCX] 2.5.2.6; [MS-OFFCRYPTO] 2.5.2.4
    "author": PERSON,
    "userName": PERSON,
    "suggestedsigner": PERSON,
    "ed": PERSON,
}
_ELEMENTS = {
    # by the local name: ECMA-376 part 2, 8.3; part 1, 22.2 and 22.6; SharePoint's UserInfo
    "creator": PERSON,
    "lastModifiedBy": PERSON,
    "Manager": PERSON,
    "DisplayName": PERSON,
    "author": PERSON,
    "Company": ORGANIZATION,
    "Corporate": ORGANIZATION,
}
_WORDS = {
    **dict.fromkeys(("author", "authors", "writer", "signer", "signatory", "approver", "reviewer"), PERSON),
    **dict.fromkeys(("editor", "manager", "contact", "assignee", "attendee", "employee", "person"), PERSON),
    **dict.fromkeys(("company", "organisation", "organization", "employer", "customer", "client"), ORGANIZATION),
}
"""Words in the name of a variable, or of an element of custom XML, that say whose name it holds."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NAME_OF_A_PERSON = re.compile(
    r"[^\W\d_][\w.'\u2019-]*(?: (?!(?:and|or|of|the|for|to)\b)[^\W\d_][\w.'\u2019-]*){1,3}"
)
"""Two to four words: what a variable of a chosen name must look like to count as a person."""
_NAME_OF_A_COMPANY = re.compile(r"[A-Z0-9][\w.&'\u2019-]*(?:,? [\w.&'\u2019-]+){0,5}")

_CODED: tuple[tuple[re.Pattern[str], str, str], ...] = (
    # CSL-JSON, as Zotero and Mendeley write it into their fields
    (re.compile(r'"family"\s*:\s*"([^"\\]+)"\s*,\s*"given"\s*:\s*"([^"\\]+)"'), r"\2 \1", PERSON),
    (re.compile(r'"given"\s*:\s*"([^"\\]+)"\s*,\s*"family"\s*:\s*"([^"\\]+)"'), r"\1 \2", PERSON),
    (re.compile(r'"literal"\s*:\s*"([^"\\]+)"'), r"\1", ORGANIZATION),
    # EndNote
    (re.compile(r"<author>(?:<style[^<>]*>)?([^<>]+)<"), r"\1", PERSON),
    # vCard (RFC 6350, 6.2.1, 6.2.2 and 6.6.4) and MECARD, as codes for telephones hold them. Parameters and a
    # surname are bounded, so that a key without its end is not followed to the end of the text, for each key anew.
    (re.compile(r"(?:^|[\s\"])FN[^:\r\n\"]{0,200}+:([^\r\n\"]+?)(?=[\r\n\"]| [A-Z]+[:;]|$)"), r"\1", PERSON),
    (
        re.compile(r"(?:^|[\s\":;])N(?:;[^:\r\n\"]{0,200}+)?:([^\r\n\";,]{1,200}+)[;,]([^\r\n\";,]+)"),
        r"\2 \1",
        PERSON,
    ),
    (
        re.compile(r"(?:^|[\s\";])ORG[^:\r\n\"]{0,200}+:([^\r\n\";]+?)(?=[\r\n\";]| [A-Z]+[:;]|$)"),
        r"\1",
        ORGANIZATION,
    ),
)
_CODES = ('"family"', '"literal"', "<author>", "VCARD", "MECARD")
"""What a field says that has any of these codes."""


def names_held_by(human: HumanText) -> Iterator[HeldName]:
    """Yield the names that one text holds because of the field that it stands in."""
    slot = human.slots[0]
    if slot.attribute is not None:
        entity = _ATTRIBUTES.get(_local(slot.attribute))
        if entity is not None and (human.what == AUTHOR or _local(slot.attribute) != "ed"):
            yield HeldName(entity, human.text)
    else:
        entity = _ELEMENTS.get(_local(str(slot.element.tag)))
        if entity is not None:
            yield HeldName(entity, human.text)
    if human.what in (FIELD_INSTRUCTION, FIELD_DATA, CUSTOM_DATA):
        yield from _coded(human.text)
    if human.what == CUSTOM_DATA and slot.attribute is None:
        yield from _called(_local(str(slot.element.tag)), human.text)


def names_in_data(root: etree._Element) -> Iterator[HeldName]:
    """Yield the names of one part that stand in several elements or are known by a neighbour's name."""
    for person in root.iter("{*}Person"):  # of a bibliography (part 1, 22.6.2.59)
        said = {_local(str(each.tag)): (each.text or "").strip() for each in person.iterchildren(etree.Element)}
        full = " ".join(filter(None, (said.get("First"), said.get("Middle"), said.get("Last"))))
        if full:
            yield HeldName(PERSON, full, " ".join(filter(None, said.values())))
    for variable in root.iter("{*}docVar"):
        values: Mapping[str, str] = {_local(str(name)): str(value) for name, value in variable.items()}
        yield from _called(values.get("name", ""), values.get("val", ""))


def _coded(text: str) -> Iterator[HeldName]:
    if any(code in text for code in _CODES):
        for pattern, name, entity in _CODED:
            for match in pattern.finditer(text):
                spelling = text[match.start(1) : match.end(pattern.groups)]
                yield HeldName(entity, match.expand(name).strip(), spelling if pattern.groups > 1 else "")


def _called(name: str, text: str) -> Iterator[HeldName]:
    entity = _entity_of(name)
    shape = _NAME_OF_A_PERSON if entity == PERSON else _NAME_OF_A_COMPANY
    if entity is not None and shape.fullmatch(text.strip()):
        yield HeldName(entity, text.strip())


@lru_cache(maxsize=1024)
def _entity_of(name: str) -> str | None:
    found = [_WORDS[word] for word in map(str.lower, _WORD.findall(name)) if word in _WORDS]
    return PERSON if PERSON in found else found[0] if found else None


@lru_cache(maxsize=4096)
def _local(name: str) -> str:
    return name.rpartition("}")[2]
