"""Tell from the bytes of most parts that they are within the limits, so that they need not be parsed for it.

Only certainty counts: whatever is unusual is left to `bounds.count_elements`. Of a part without comments,
instructions, document type and CDATA, in UTF-8, with as many ">" as "<", the bytes show each tag as the parser sees
it: XML lets no "<" stand in a text or a value. Where the part is malformed, the parser stops there, and has met
no more than the bytes before show.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from backend.ooxml.bounds import MIB, PackageLimits

Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]

_LONGEST = 16 * MIB
"""Bytes of a part that is scanned: the positions of its signs take several times as much memory."""

_DECLARATION = re.compile(
    rb"(?:\xef\xbb\xbf)?<\?xml\s+version\s*=\s*[\"'][0-9.]+[\"']"
    rb"(?:\s+encoding\s*=\s*[\"'][Uu][Tt][Ff]-8[\"'])?(?:\s+standalone\s*=\s*[\"'](?:yes|no)[\"'])?\s*\?>"
)
_TAG = re.compile(rb"<[^/>][^>]*")
# A name is tried from its first letter alone, and given up as a whole: the part is not known to be XML, and a
# megabyte of letters without a value would take the square of its length.
_ATTRIBUTE = re.compile(rb"(?<![^\s=\"'/])([^\s=\"'/]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_OPEN, _CLOSE, _SLASH, _EQUALS, _MARK, _QUESTION = b"<>/=!?"


def elements_at_most(content: bytes, limits: PackageLimits) -> int | None:
    """Return how many elements and attributes a part has at most, if it is certainly within all other limits.

    None where that is not certain.
    """
    declaration = _DECLARATION.match(content)
    start = declaration.end() if declaration else 0
    if len(content) > _LONGEST or b"\0" in content:
        return None
    signs = np.frombuffer(content, dtype=np.uint8)[start:]
    opens, closes = np.flatnonzero(signs == _OPEN), np.flatnonzero(signs == _CLOSE)
    # Each tag has one ">", its end: so no ">" stands in a value or a text.
    if not len(opens) or len(opens) != len(closes) or content[start : start + int(opens[0])].strip():
        return None
    if not ((opens < closes).all() and (closes[:-1] < opens[1:]).all()):
        return None
    first = signs[opens + 1]
    if ((first == _MARK) | (first == _QUESTION)).any():
        return None
    equals = np.flatnonzero(signs == _EQUALS)
    most_in_a_tag = np.bincount(np.searchsorted(opens, equals), minlength=1).max()
    ends = first == _SLASH
    depths = _depths(~ends, ends, (signs[closes - 1] == _SLASH) & ~ends)
    elements = int(np.count_nonzero(~ends))
    fewest = min(limits.children, limits.runs, limits.relationships)
    if (
        most_in_a_tag > limits.attributes
        or depths.max(initial=0) > limits.nesting
        or (elements > fewest and _most_children(depths) > fewest)
        or not _has_usual_names(content, elements + len(equals), int((closes - opens).max()), limits)
    ):
        return None
    return elements + len(equals)


def _depths(begins: Booleans, ends: Booleans, is_empty: Booleans) -> Integers:
    """Return in how many elements each element lies, itself counted, [element]."""
    steps = np.where(ends, -1, np.where(is_empty, 0, 1))
    before = np.cumsum(steps) - steps
    depths: Integers = before[begins] + 1
    return depths


def _most_children(depths: Integers) -> int:
    """Return the largest number of elements that lie directly in one element."""
    order = np.argsort(depths, kind="stable")
    levels = np.split(order, np.flatnonzero(np.diff(depths[order])) + 1)
    most = len(levels[0])
    for parents, children in pairwise(levels):
        most = max(most, int(np.bincount(np.searchsorted(parents, children)).max()))
    return most


def _has_usual_names(content: bytes, occurring: int, longest: int, limits: PackageLimits) -> bool:
    """Tell whether names and namespaces are few and short; `occurring` names are there, in tags up to `longest`."""
    if occurring <= limits.names and longest <= limits.name_length and content.count(b"xmlns") <= limits.namespaces:
        return True
    names: set[bytes] = set()
    spaces: dict[bytes, set[bytes]] = defaultdict(set)
    for tag in set(_TAG.findall(content)):
        name, *attributes = tag[1:].removesuffix(b"/").split(maxsplit=1)
        names.add(name)
        for attribute, one, other in _ATTRIBUTE.findall(attributes[0]) if attributes else ():
            if attribute == b"xmlns" or attribute.startswith(b"xmlns:"):
                spaces[attribute[6:]].add(one or other)
            else:
                names.add(attribute)
    every_space = set[bytes]().union(*spaces.values())
    # A name counts once for each namespace that its prefix has had; without a prefix also where it is in none.
    prefixes = (name.rpartition(b":")[0] for name in names)
    ways = (max(1, len(spaces.get(prefix, ())) + (not prefix)) for prefix in prefixes)
    return (
        sum(ways) <= limits.names
        and max(len(spaces), len(every_space)) <= limits.namespaces
        and _longest((*names, *spaces, *every_space)) <= limits.name_length
    )


def _longest(texts: Iterable[bytes]) -> int:
    return max(map(len, texts), default=0)
