"""The names that people gave to bookmarks and fields of forms, and those that links go to.

Word shows them in lists alone and keeps them when it saves. It makes others anew by itself: of headings in a table
of contents, of references, of moved text, and for where the cursor was.
"""

import re
from collections.abc import Iterable

from lxml import etree

from backend.ooxml.clean.pane_marks import is_of_the_pane
from backend.ooxml.markup import names, sibling_name

_STARTS = names("w:bookmarkStart", "w:moveFromRangeStart", "w:moveToRangeStart")
_LINKS = names("w:hyperlink")
_FORMS, _NAMES = names("w:ffData"), names("w:name")
_OF_WORD = re.compile(r"_GoBack|_(?:Toc|Ref|Hlk|Hlt)\d{1,9}|_MON_\d{1,10}|move\d{1,9}")


def bookmark_names(roots: Iterable[etree._Element]) -> list[str]:
    """Return the names in these parts, each once, without those that Word and the pane make."""
    found = {
        name for root in roots for element in root.iter(*_STARTS, *_LINKS, *_NAMES) if (name := _name(element))
    }
    return sorted(name for name in found if not _OF_WORD.fullmatch(name) and not is_of_the_pane(name))


def _name(element: etree._Element) -> str | None:
    if element.tag in _NAMES:  # also that of a style or a font
        parent = element.getparent()
        return element.get(sibling_name(element, "val")) if parent is not None and parent.tag in _FORMS else None
    return element.get(sibling_name(element, "anchor" if element.tag in _LINKS else "name"))
