"""What a package says outside its stories: the parts that say it, and all of it as texts for the recognisers."""

from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote

from lxml import etree

from backend.document.model import Outside, StoryKind
from backend.errors import NotAWordDocument
from backend.ooxml.human_text import AUTHOR, HumanText, every_text, human_texts
from backend.ooxml.markup import parse, unseen_texts
from backend.ooxml.package import Package
from backend.ooxml.paragraphs import paragraphs
from backend.ooxml.properties import without_properties
from backend.ooxml.relationships import CONTENT_TYPES, relationships, source_of, xml_parts
from backend.ooxml.stories import story_parts

_SAID = frozenset({AUTHOR, "alt text", "word art", "picture title", "link tooltip", "chart value", "drawing text"})
_OF_A_SHAPE = "name"
"""The attribute with the name that Word gives a shape: "Text Box 2"."""


def outside(package: Package) -> Outside:
    """Everything that people wrote outside the stories and that `scrub` keeps: each text once, in package order.

    Alt texts, field instructions, authors, charts, building blocks, custom XML and so on (see human_text), comments
    in the XML, and external link targets, percent-decoded: `mailto:ann@halden.example`. Properties are left out,
    which `scrub` empties in any case; so are bookmarks and style ids.
    """
    package, _ = without_properties(package)
    custom, stories = custom_data(package), story_parts(package)
    texts: dict[str, bool] = {}
    for part, root in xml_roots(package).items():
        for human in written_in(root, custom=part in custom):
            is_said = human.what in _SAID and human.slots[0].attribute != _OF_A_SHAPE
            texts[human.text] = texts.get(human.text, False) or is_said
        for text in unseen_texts(package.parts[part]):
            texts.setdefault(text, False)
        if part not in stories:
            blocks = paragraphs(root, StoryKind.BODY)
            texts |= dict.fromkeys((text for block in blocks for _, text in block.texts()), True)
    for target in _external_targets(package):
        texts.setdefault(unquote(target), False)
    return Outside(
        tuple(text for text in texts if text.strip()),
        tuple(text for text, is_said in texts.items() if is_said and text.strip()),
    )


def xml_roots(package: Package) -> dict[str, etree._Element]:
    """Every part of XML but the package's own plumbing; a part that is no XML in spite of its name is left out."""
    roots: dict[str, etree._Element] = {}
    for part in xml_parts(package.parts):
        if not part.endswith(".rels") and part != CONTENT_TYPES:
            with suppress(NotAWordDocument):
                roots[part] = parse(package.parts[part], part)
    return roots


def custom_data(package: Package) -> set[str]:
    """The parts of custom XML, to which content controls may be bound."""
    sources = [source_of(holder) for holder in package.parts if holder.endswith(".rels")]
    arrows = (each for source in sources for each in relationships(package.parts, source))
    return {each.part for each in arrows if each.kind == "customXml" and each.part is not None}


def written_in(root: etree._Element, *, custom: bool) -> Iterator[HumanText]:
    """The texts of a part, but for its paragraphs; of custom XML every text."""
    return every_text(root) if custom else human_texts(root)


def _external_targets(package: Package) -> Iterator[str]:
    for holder in package.parts:
        if holder.endswith(".rels"):
            arrows = relationships(package.parts, source_of(holder))
            yield from (each.target for each in arrows if each.external)
