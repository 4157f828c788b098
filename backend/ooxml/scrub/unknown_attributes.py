"""Scrub every attribute and text that no table lists."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from lxml import etree

from backend.ooxml.excel.sheet_texts import is_no_text
from backend.ooxml.human_text import KNOWN_ATTRIBUTES, KNOWN_TEXTS, TAIL, HumanText, Slot, is_name_of_words_own
from backend.ooxml.markup import NAMESPACES, names
from backend.ooxml.scrub.identifiers import KEYS
from backend.ooxml.scrub.schema_words import is_date, is_office, is_office_element, is_prescribed

OTHER_ATTRIBUTE = "other attribute"
OTHER_TEXT = "other text"
OTHER_VOCABULARY = "other vocabulary"
"""Markup that is not Office's; nobody knows where people write in it, so they may everywhere."""

# Where people write, whatever the element: in ribbons, tasks and whatever comes next.
_PEOPLE_WRITE = frozenset(
    {"label", "screentip", "supertip", "description", "descr", "title", "tooltip", "author", "displayName"}
    | {"userName", "displayText", "caption"}
)
_ALTERNATIVES = names("mc:Choice", "mc:Fallback", "mc:AlternateContent")
_XML = "{http://www.w3.org/XML/1998/namespace}"
_LATENT = names("w:lsdException")  # names of Word's own styles
_SKIPPED = (_XML, *(f"{{{uri}}}" for prefix in ("mc", "r") for uri in NAMESPACES[prefix]))


def other_texts(root: etree._Element, wanted: Callable[[str], bool] = bool) -> Iterator[HumanText]:
    """Return every attribute and text that `human_text` and `identifiers` do not cover, except keywords.

    Only attributes with a `wanted` value are returned; by default all that are not empty.
    """
    seen: dict[tuple[str, str], bool] = {}  # most attributes say the same again and again
    unwanted: set[str] = set()
    for element in root.iter(etree.Element):
        values = element.values()
        if not unwanted.issuperset(values):
            unwanted.update(value for value in map(str, values) if not wanted(value))
            yield from _open_attributes(element, unwanted, seen)
        text, tail = element.text, element.tail
        if text and text.strip() and element.tag not in KNOWN_TEXTS and not is_no_text(element):
            foreign = not is_office_element(element.tag)
            yield HumanText(OTHER_VOCABULARY if foreign else OTHER_TEXT, (Slot(element),))
        if tail and tail.strip():
            yield HumanText(OTHER_TEXT, (Slot(element, TAIL),))


def _open_attributes(
    element: etree._Element, unwanted: AbstractSet[str], seen: dict[tuple[str, str], bool]
) -> Iterator[HumanText]:
    """Return the attributes that may contain any text, except `unwanted` values."""
    foreign = not is_office_element(element.tag)
    for name, raw_value in element.items():
        attribute, value = str(name), str(raw_value)
        if value in unwanted or (element.tag in _LATENT and is_name_of_words_own(value)):
            continue
        if foreign or (_may_be_open(element.tag, attribute) and _is_open(attribute, value, seen)):
            yield HumanText(OTHER_VOCABULARY if foreign else OTHER_ATTRIBUTE, (Slot(element, attribute),))


@lru_cache(maxsize=4096)
def _may_be_open(tag: str, attribute: str) -> bool:
    """Return whether an Office attribute is not covered by the tables, so that it may contain any text."""
    known = (tag, attribute) in KNOWN_ATTRIBUTES or (tag, attribute) in KEYS
    return not known and tag not in _ALTERNATIVES and not attribute.startswith(_SKIPPED)


def _is_open(attribute: str, value: str, seen: dict[tuple[str, str], bool]) -> bool:
    found = seen.get((attribute, value))
    if found is None:
        found = seen[attribute, value] = _may_say_anything(attribute, value)
    return found


def _may_say_anything(attribute: str, value: str) -> bool:
    if attribute in _PEOPLE_WRITE or not is_office(attribute):
        return True
    return not is_prescribed(value) and not is_date(value)
