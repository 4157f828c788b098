"""What differs between a Word file and its redacted copy, told by a reading of its own.

Nothing here is shared with the reader and the writer: parts come from the zip, trees from lxml, and a paragraph is
the list of its characters, each with the formatting of its run and what lies around it. Two files agree when every
part, element, attribute and character is the same; a redaction may differ in what `differences` calls a gap (a
stretch of text for which a placeholder stands) and in nothing else.
"""

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from lxml import etree

PLACEHOLDER = re.compile(r"\[[A-Z][A-Z_]*(?: \d+|\xa0\d*)?\]")
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "", "sym": "\ufffc"}
PARAGRAPHS = {"p", "si", "is"}
"""Of a document, and the texts of cells."""
DELETIONS = {"del", "moveFrom"}


Elements = list[etree._Element]
Pair = tuple[etree._Element, etree._Element]


class Difference(NamedTuple):
    """One difference: a gap, or what no redaction may do; `what` is `gap` or says so."""

    part: str
    what: str
    where: str
    before: str = ""
    after: str = ""


class Char(NamedTuple):
    char: str
    format: bytes
    """The run without its text, and the names of the elements around it up to the paragraph."""


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}


def is_xml(name: str, content: bytes) -> bool:
    return name.endswith((".xml", ".rels")) or content.lstrip(b"\xef\xbb\xbf \r\n")[:5] == b"<?xml"


def root_of(content: bytes) -> etree._Element:
    parser = etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False, huge_tree=True)
    return etree.fromstring(content, parser)


def local(element: etree._Element) -> str:
    return etree.QName(element).localname


def texts_of(content: bytes) -> list[str]:
    """What each paragraph shows, in the order of the parts; deleted text and instructions are not shown."""
    shown = []
    for name, part in parts_of(content).items():
        if name.startswith("word/") and name.endswith(".xml"):
            try:
                root = root_of(part)
            except etree.XMLSyntaxError:
                continue
            shown += ["".join(char for char, _ in chars["text"]) for chars in characters(root).values()]
    return [text for text in shown if text]


def differences(source: bytes, result: bytes, inside: str = "") -> list[Difference]:
    """Everything in which the copy differs from its source, packages in the package included."""
    before, after = parts_of(source), parts_of(result)
    found = [Difference(inside + name, "part removed", "") for name in before if name not in after]
    found += [Difference(inside + name, "part added", "") for name in after if name not in before]
    for name in before:
        if name not in after or before[name] == after[name]:
            continue
        if is_package(before[name]) and is_package(after[name]):
            found += differences(before[name], after[name], f"{inside}{name}!/")
        else:
            found += _of_part(inside + name, before[name], after[name])
    return found


def is_package(content: bytes) -> bool:
    return content[:2] == b"PK" and zipfile.is_zipfile(io.BytesIO(content))


def _of_part(name: str, before: bytes, after: bytes) -> Iterator[Difference]:
    if not is_xml(name, before):
        yield Difference(name, "bytes", "")
        return
    one, other = root_of(before), root_of(after)
    pairs = list(zip(characters(one).values(), characters(other).values(), strict=False))
    _take_out_what_a_gap_empties(one, other)
    yield from _of_trees(name, one, other)
    for number, (chars, now) in enumerate(pairs):
        for channel in ("text", "copy", "deleted", "instruction", "drawing"):
            yield from _of_texts(name, f"{channel} of paragraph {number}", chars[channel], now[channel])


def _take_out_what_a_gap_empties(before: etree._Element, after: etree._Element) -> None:
    """Take out of the source the runs that have to go: those of which all text is in a gap, behind its start.

    The placeholder stands in the run with the start of the gap. Marks of the spelling checker around a gap
    may go, so they are compared nowhere.
    """
    for mark in [
        each for root in (before, after) for each in root.iter(etree.Element) if local(each) == "proofErr"
    ]:
        _parent(mark).remove(mark)
    paragraphs = [[each for each in root.iter(etree.Element) if local(each) == "p"] for root in (before, after)]
    for one, other in zip(*paragraphs, strict=False):
        for channel in ("text", "copy"):
            for run in _emptied(carriers(one, channel), "".join(map(_reads, carriers(other, channel)))):
                around = _parent(run)
                around.remove(run)
                if local(around) in ("ins", "del") and not len(around):
                    _parent(around).remove(around)


def _emptied(texts: Elements, new: str) -> Elements:
    gaps = gaps_between("".join(map(_reads, texts)), new) or []
    start = 0
    within: dict[etree._Element, bool] = {}
    for carrier in texts:
        end = start + len(_reads(carrier))
        run = _parent(carrier)
        # What reads as nothing, such as a soft hyphen, is in a gap where letters of it stand on both sides.
        is_inside = any(first < start < last and end <= last for first, last, _ in gaps)
        within[run] = within.get(run, True) and is_inside
        start = end
    return [
        run
        for run, inside in within.items()
        if inside and local(run) == "r" and all(_is_carrier(each) or local(each) == "rPr" for each in run)
    ]


def _reads(carrier: etree._Element) -> str:
    return SIGNS.get(local(carrier), carrier.text or "")


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    assert parent is not None
    return parent


def _is_carrier(element: etree._Element) -> bool:
    tag = local(element)
    if tag in SIGNS:
        parent = element.getparent()
        return parent is not None and local(parent) == "r"
    return tag in ("t", "delText", "instrText", "delInstrText")


def _is_deletion(element: etree._Element) -> bool:
    """Deleted text, or a run or a deletion that holds nothing else: it may be taken out."""
    tag = local(element)
    if tag not in DELETIONS and tag != "r":
        return False
    inside = [each for each in element.iter(etree.Element) if _is_carrier(each)]
    deleted = all(_channel(each) == "deleted" for each in inside)
    return bool(inside) and deleted


def _around(element: etree._Element) -> Iterator[etree._Element]:
    """What lies around a text up to its paragraph."""
    for each in element.iterancestors():
        if local(each) in PARAGRAPHS:
            return
        yield each


def _channel(carrier: etree._Element) -> str:
    tag = local(carrier)
    around = [local(each) for each in _around(carrier)]
    if tag in ("instrText", "delInstrText"):
        return "instruction"
    if tag == "delText" or not DELETIONS.isdisjoint(around):
        return "deleted"
    if "rt" in around or "Fallback" in around:
        return "copy"
    return "drawing" if "drawingml" in str(etree.QName(carrier).namespace) else "text"


def carriers(paragraph: etree._Element, channel: str) -> list[etree._Element]:
    """The elements of a paragraph, not of those in it, that hold its text of one kind; of a part, those outside."""
    inside = paragraph if local(paragraph) in PARAGRAPHS else None
    elements = [each for each in paragraph.iter(etree.Element) if _is_carrier(each)]
    return [each for each in elements if _paragraph(each) is inside and _channel(each) == channel]


def _paragraph(carrier: etree._Element) -> etree._Element | None:
    return next((each for each in carrier.iterancestors() if local(each) in PARAGRAPHS), None)


def characters(root: etree._Element) -> dict[etree._Element | None, dict[str, list[Char]]]:
    """For every paragraph, and None for what lies outside, its characters by what they are."""
    found: dict[etree._Element | None, dict[str, list[Char]]] = {None: defaultdict(list)}
    formats: dict[object, bytes] = {}
    for element in root.iter(etree.Element):
        if local(element) in PARAGRAPHS:
            found[element] = defaultdict(list)
        elif _is_carrier(element):
            run = element.getparent()
            if run not in formats:
                formats[run] = _format(element)
            text = SIGNS.get(local(element), element.text or "")
            found[_paragraph(element)][_channel(element)] += [Char(char, formats[run]) for char in text]
    return found


_AUTHOR = re.compile(rb' w:author="[^"]*"')
"""Who changed a format; a name there is redacted."""


def _format(carrier: etree._Element) -> bytes:
    """What the run of a text looks like without its texts, and what it lies in."""
    run = carrier.getparent()
    assert run is not None
    others = [
        _AUTHOR.sub(b"", etree.tostring(child, method="c14n", with_tail=False))
        for child in run
        if not _is_carrier(child)
    ]
    return b"|".join([*others, *(str(each.tag).encode() for each in _around(carrier))])


def _of_texts(part: str, where: str, before: list[Char], after: list[Char]) -> Iterator[Difference]:
    """The gaps between two texts, and the characters whose formatting is another."""
    one, other = "".join(each.char for each in before), "".join(each.char for each in after)
    if one == other:
        if [each.format for each in before] != [each.format for each in after]:
            yield Difference(part, "format", where, one)
        return
    gaps = gaps_between(one, other)
    if gaps is None:
        yield Difference(part, "text", where, one, other)
        return
    done = moved = 0
    for start, end, placeholder in gaps:
        new = after[start + moved : start + moved + len(placeholder)]
        if {each.format for each in new} - {before[start].format}:
            yield Difference(part, "format of a placeholder", where, one[start:end], placeholder)
        if [each.format for each in before[done:start]] != [
            each.format for each in after[done + moved : start + moved]
        ]:
            yield Difference(part, "format", where, one[done:start])
        yield Difference(part, "gap", where, one[start:end], placeholder)
        done = end
        moved += len(placeholder) - (end - start)
    if [each.format for each in before[done:]] != [each.format for each in after[done + moved :]]:
        yield Difference(part, "format", where, one[done:])


def gaps_between(before: str, after: str) -> list[tuple[int, int, str]] | None:
    """Start, end and placeholder of each stretch of `before` that `after` has a placeholder for, and nothing more.

    None where the two differ in something else.

    >>> gaps_between("Call Ann Lee now", "Call [PERSON 1] now")
    [(5, 12, '[PERSON 1]')]
    """
    new = [match for match in PLACEHOLDER.finditer(after) if match.group() not in before]
    edges = [0, *(edge for match in new for edge in match.span()), len(after)]
    kept = [after[start:end] for start, end in list(pairwise(edges))[::2]]
    whole = re.fullmatch("(.+?)".join(map(re.escape, kept)), before, re.DOTALL)
    if whole is None:
        return None
    return [(*whole.span(number), match.group()) for number, match in enumerate(new, 1)]


def _of_trees(part: str, before: etree._Element, after: etree._Element) -> Iterator[Difference]:
    waiting = [(before, after)]
    while waiting:
        one, other = waiting.pop()
        where = local(one)
        yield from _of_attributes(part, one, other)
        if (one.text or "").strip() != (other.text or "").strip() and not _is_carrier(one):
            yield _gap_or(part, f"text of {where}", one.text or "", other.text or "")
        children = [[each for each in side if not _is_carrier(each)] for side in (one, other)]
        pairs, gone, new = _paired(*children)
        waiting += pairs
        for each in gone:
            what = "deletion taken out" if _is_deletion(each) else "element removed"
            yield Difference(part, what, f"{local(each)} of {where}", _text(each))
        for each in new:
            yield Difference(part, "element added", f"{local(each)} of {where}", "", _text(each))


def _paired(before: list[etree._Element], after: list[etree._Element]) -> tuple[list[Pair], Elements, Elements]:
    """Which children stand for one another, which are gone, and which are new."""
    pairs: list[Pair] = []
    gone: Elements = []
    new: Elements = []
    matcher = SequenceMatcher(None, [_key(each) for each in before], [_key(each) for each in after], autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        some, others = before[start:end], after[first:last]
        if what == "equal" or [each.tag for each in some] == [each.tag for each in others]:
            pairs += zip(some, others, strict=True)
        else:
            gone += some
            new += others
    return pairs, gone, new


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _key(element: etree._Element) -> tuple[str, str]:
    """What an element is told by: its name, and also its id or, of what may be taken out, all that it says."""
    told_by = _text(element) if _is_deletion(element) else element.get("Id", "")
    return str(element.tag), told_by


def _of_attributes(part: str, before: etree._Element, after: etree._Element) -> Iterator[Difference]:
    for name in {*before.attrib, *after.attrib}:
        one, other = before.get(name), after.get(name)
        where = f"{etree.QName(name).localname} of {local(before)}"
        if one == other or (name == SPACE and other == "preserve"):
            continue
        if one is None or other is None:
            yield Difference(
                part, f"attribute {'added' if one is None else 'removed'}", where, one or "", other or ""
            )
        else:
            yield _gap_or(part, where, one, other)


def _gap_or(part: str, where: str, before: str, after: str) -> Difference:
    gaps = gaps_between(before, after)
    if gaps is None:
        return Difference(part, "value", where, before, after)
    return Difference(part, "gap", where, " … ".join(before[start:end] for start, end, _ in gaps), after)
