"""How wide text boxes are, and whether they grow with their text.

Word keeps a text box twice, as DrawingML and as VML for older readers. The first says how large both are.
"""

from itertools import islice
from typing import NamedTuple

from lxml import etree

from backend.ooxml.layout.lengths import EMU, PIXEL, in_style, points
from backend.ooxml.markup import names

BOX = names("w:txbxContent")
_ALTERNATIVES, _CHOICE, _FALLBACK = names("mc:AlternateContent"), names("mc:Choice"), names("mc:Fallback")
_SHAPE, _BODY, _PROPERTIES = names("wps:wsp"), names("wps:bodyPr"), names("wps:spPr")
_GROUP, _GROUP_PROPERTIES = names("wpg:wgp", "wpg:grpSp"), names("wpg:grpSpPr")
_TRANSFORM, _EXTENT, _CHILD_EXTENT = names("a:xfrm"), names("a:ext"), names("a:chExt")
_GROWS = names("a:spAutoFit")
_ANCHOR, _ANCHOR_EXTENT = names("wp:inline", "wp:anchor"), names("wp:extent")
_VML_BOX, _VML_GROUP = names("v:textbox"), names("v:group")
_ROTATED = frozenset({"vert", "vert270", "eaVert", "mongolianVert"})
"""Directions in which a line of text runs along the height of the box (ECMA-376 part 1, 20.1.10.83)."""
_INSET = {"lIns": 7.2, "rIns": 7.2, "tIns": 3.6, "bIns": 3.6}
"""Points between the edges of a box and its text where nothing is said (21.1.2.1.1), in DrawingML and in VML."""

_MOST_GROUPS = 16
"""Groups in one another whose scales are multiplied; a shape in more of them has no known size."""


class BoxSize(NamedTuple):
    """How long a line may be in a text box, in points, and whether the box gets higher with its text."""

    width: float
    grows: bool


def size_of_box(box: etree._Element) -> BoxSize | None:
    """Return the size of a text box; None where the file does not say it."""
    for copy in (_first_copy(box), box):
        if copy is not None and (size := _size(copy)) is not None:
            return size
    return None


def _first_copy(box: etree._Element) -> etree._Element | None:
    """The text box that a second copy repeats, where the boxes of both copies are in the same order."""
    fallback = next(box.iterancestors(*_FALLBACK), None)
    both = None if fallback is None else fallback.getparent()
    choice = None if both is None or both.tag not in _ALTERNATIVES else next(both.iterchildren(*_CHOICE), None)
    if fallback is None or choice is None:
        return None
    first, second = list(choice.iter(*BOX)), list(fallback.iter(*BOX))
    return first[second.index(box)] if len(first) == len(second) else None


def _size(box: etree._Element) -> BoxSize | None:
    around = box.getparent()
    shape = None if around is None else around.getparent()
    if around is None or shape is None:
        return None
    return _old_size(around, shape) if around.tag in _VML_BOX else _drawn_size(shape)


def _drawn_size(shape: etree._Element) -> BoxSize | None:
    extent = _drawn_extent(shape) if shape.tag in _SHAPE else None
    if extent is None:
        return None
    body = next(shape.iterchildren(*_BODY), None)
    is_rotated = body is not None and body.get("vert") in _ROTATED
    inset = [None if body is None else points(body.get(side), EMU) for side in _INSET]
    sides = [own if given is None else given for own, given in zip(_INSET.values(), inset, strict=True)]
    grows = body is not None and next(body.iterchildren(*_GROWS), None) is not None
    return BoxSize(extent[1] - sum(sides[2:]) if is_rotated else extent[0] - sum(sides[:2]), grows)


def _drawn_extent(shape: etree._Element) -> tuple[float, float] | None:
    """The width and the height of a shape on the page, in points; a group may show its shapes larger or smaller."""
    extent = _extent(next(shape.iterchildren(*_PROPERTIES), None), _EXTENT)
    groups = list(islice(shape.iterancestors(*_GROUP), _MOST_GROUPS + 1))
    if len(groups) > _MOST_GROUPS:
        return None
    if extent is None and not groups:
        anchor = next(shape.iterancestors(*_ANCHOR), None)
        return None if anchor is None else _numbers(next(anchor.iterchildren(*_ANCHOR_EXTENT), None))
    for group in groups:
        properties = next(group.iterchildren(*_GROUP_PROPERTIES), None)
        outer, inner = _extent(properties, _EXTENT), _extent(properties, _CHILD_EXTENT)
        if extent is not None and outer is not None and inner is not None:
            extent = extent[0] * outer[0] / inner[0], extent[1] * outer[1] / inner[1]
    return extent


def _extent(properties: etree._Element | None, wanted: frozenset[str]) -> tuple[float, float] | None:
    transform = None if properties is None else next(properties.iterchildren(*_TRANSFORM), None)
    return None if transform is None else _numbers(next(transform.iterchildren(*wanted), None))


def _numbers(extent: etree._Element | None) -> tuple[float, float] | None:
    if extent is None:
        return None
    wide, high = points(extent.get("cx"), EMU), points(extent.get("cy"), EMU)
    return (wide, high) if wide and high and wide > 0 and high > 0 else None


def _old_size(textbox: etree._Element, shape: etree._Element) -> BoxSize | None:
    """The size that VML says; that of a shape in a group counts in units of the group, and is not worked out."""
    style, own = shape.get("style", ""), textbox.get("style", "")
    if next(shape.iterancestors(*_VML_GROUP), None) is not None:
        return None
    is_rotated = in_style(own, "layout-flow").startswith("vertical")
    length = points(in_style(style, "height" if is_rotated else "width"), PIXEL)
    if not length or length < 0:
        return None
    inset = [points(each, PIXEL) for each in f"{textbox.get('inset', '')},,,".split(",")[:4]]
    defaults = (_INSET["lIns"], _INSET["tIns"], _INSET["rIns"], _INSET["bIns"])
    left, top, right, bottom = (
        default if given is None else given for default, given in zip(defaults, inset, strict=True)
    )
    grows = in_style(own, "mso-fit-shape-to-text").startswith("t")
    return BoxSize(length - (top + bottom if is_rotated else left + right), grows)
