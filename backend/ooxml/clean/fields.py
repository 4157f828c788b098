"""Repair fields that lost a part: begin, code, separator and end belong together (ECMA-376 part 1, 17.16.18)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from backend.ooxml.clean.tree_edits import INSTRUCTION, RUN, remove_elements
from backend.ooxml.markup import names, sibling_name

FIELD_CHARACTER = names("w:fldChar")
_RUN_PROPERTIES = names("w:rPr")


@dataclass(slots=True, eq=False)
class Field:
    """The characters and the code of one field, without its result."""

    pieces: list[etree._Element] = field(default_factory=list)
    whole: bool = False
    """Whether it has its beginning and its end."""


def fields(root: etree._Element) -> Iterator[Field]:
    """Every field of a part, and each piece that belongs to none as a field that is not whole."""
    open_fields: list[Field] = []
    for element in root.iter(*FIELD_CHARACTER, *INSTRUCTION):
        what = element.get(sibling_name(element, "fldCharType")) if element.tag in FIELD_CHARACTER else "code"
        if what == "begin":
            open_fields.append(Field([element]))
        elif not open_fields:
            yield Field([element])
        else:
            open_fields[-1].pieces.append(element)
            if what == "end":
                done = open_fields.pop()
                done.whole = True
                yield done
    yield from open_fields


def broken_pieces(root: etree._Element) -> set[etree._Element]:
    """Return the pieces of fields that lack a beginning or an end."""
    return {piece for each in fields(root) if not each.whole for piece in each.pieces}


def remove_newly_broken(root: etree._Element, broken_before: set[etree._Element]) -> None:
    """Remove the remains of fields that have broken since; Word would show their code."""
    runs: dict[etree._Element, None] = {}
    for piece in broken_pieces(root) - broken_before:
        run = piece.getparent()
        if run is not None:
            run.remove(piece)
            runs[run] = None
    remove_elements(run for run in runs if run.tag in RUN and all(child.tag in _RUN_PROPERTIES for child in run))
