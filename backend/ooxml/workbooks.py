"""Clean a workbook in a document: redacted strings leave its words and its names, and all formulas follow."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from backend.document.coverage import Covered, Treatment
from backend.document.spans import Span
from backend.ooxml.open_parts import OpenParts
from backend.ooxml.package import PackageKind
from backend.ooxml.search import Search
from backend.ooxml.sheet_names import charts_follow, names_renamed
from backend.ooxml.sheet_numbers import Formats, formats_of, in_figures, number_of, spellings
from backend.ooxml.sheet_texts import NUMBER, NumberSlot, number_cells, sheet_texts
from backend.ooxml.tables import columns_renamed


def workbooks_cleaned(parts: OpenParts) -> Iterator[Covered]:
    """Clean a workbook; in a Word document, only its charts are touched, which follow the workbooks in it."""
    package = parts.package
    if package.kind is PackageKind.WORD:
        yield from charts_follow(parts)
        return
    formats = formats_of(root for _, root in parts.roots())
    yield from _words_replaced(parts, formats)
    yield from _numbers_replaced(parts, formats)
    yield from names_renamed(parts)
    yield from columns_renamed(parts, package.parts)


def _words_replaced(parts: OpenParts, formats: Formats) -> Iterator[Covered]:
    """Replace what the writer has not, since it was found elsewhere: in a link, say."""
    for part, root in parts.roots():
        texts = sheet_texts(root, formats)
        hits = parts.search.find_all([each.text for each in texts])
        for i, each in enumerate(texts):
            if i in hits:
                each.replace(hits[i])
                parts.changed(part)
            yield Covered(part, each.what, Treatment.REDACTED, int(i in hits))


def _numbers_replaced(parts: OpenParts, formats: Formats) -> Iterator[Covered]:
    """Replace the numbers and days that were redacted elsewhere in another spelling: 4539 5787 6362 1486."""
    strings = parts.search.strings.strings
    figures = {in_figures(each.text): each.placeholder for each in strings if not each.is_word}
    figures.pop(None, None)
    days = _Days(parts.search)
    for part, root in parts.roots():
        for cell, value in number_cells(root):
            style = cell.get("s", "0")
            placeholder = figures.get(number_of(value)) or days.placeholder(formats.day(value, style))
            if placeholder is not None:
                NumberSlot(cell).write(placeholder)
                parts.changed(part)
                yield Covered(part, NUMBER, Treatment.REDACTED, 1)


@dataclass(slots=True)
class _Days:
    """The redacted days, however they are spelled; each day is looked up once."""

    search: Search
    known: dict[datetime, str | None] = field(default_factory=dict)

    def placeholder(self, day: datetime | None) -> str | None:
        if day is None:
            return None
        if day not in self.known:
            texts = list(spellings(day))
            hits = self.search.find_all(texts).items()
            whole = (new for i, found in hits for span, new in found if span == Span(0, len(texts[i])))
            self.known[day] = next(whole, None)
        return self.known[day]
