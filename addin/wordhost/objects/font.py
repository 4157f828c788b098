"""The font of a span: highlight, underline, and the switches."""

from typing import TYPE_CHECKING, Any

from addin.wordhost import tracked, underlines
from addin.wordhost.highlights import highlight, highlights, told
from addin.wordhost.names import new, w
from addin.wordhost.objects.base import WordObject

if TYPE_CHECKING:
    from addin.wordhost.session import Session
    from addin.wordhost.story import Span


DEFAULT_FONT, DEFAULT_HALF_POINTS = "Calibri", 22
"""What a run has that does not say; the host resolves no styles."""


class Font(WordObject):
    """Word.Font of whatever has a span."""

    kind = "Font"

    def __init__(self, session: "Session", span: "Span") -> None:
        super().__init__(session)
        self.span = span

    def get_highlight_color(self) -> str | None:
        found: set[str | None] = set()
        for paragraph, start, end in self.session.stories.parts(self.span):
            found |= highlights(self.session.edits, paragraph, start, end)
        return told(found)

    def set_highlight_color(self, colour: str | None) -> None:
        with self.session.editing(self.span):
            for paragraph, start, end in self.session.stories.parts(self.span):
                # The typings say null; '' clears as well and is what add-ins write (office-facts 7).
                highlight(self.session.edits, paragraph, start, end, colour or None)
                self.session.stories.formatted(paragraph)

    def get_underline(self) -> str:
        found: set[str] = set()
        for paragraph, start, end in self.session.stories.parts(self.span):
            found |= underlines.underlines(self.session.edits, paragraph, start, end)
        return underlines.told(found)

    def set_underline(self, name: str) -> None:
        with self.session.editing(self.span):
            for paragraph, start, end in self.session.stories.parts(self.span):
                underlines.underline(self.session.edits, paragraph, start, end, name)
                self.session.stories.formatted(paragraph)

    def get_bold(self) -> bool | None:
        return self._switch("b")

    def set_bold(self, value: Any) -> None:
        self._set_switch("b", on=bool(value))

    def get_italic(self) -> bool | None:
        return self._switch("i")

    def set_italic(self, value: Any) -> None:
        self._set_switch("i", on=bool(value))

    def get_color(self) -> str:
        """`#RRGGBB`; '' for several (typings). Black where the run does not say: the host resolves no styles."""
        return self._one({(value or "000000").upper() for value in self._values("color", "val")}, "", "#{}".format)

    def set_color(self, value: str) -> None:
        self._set_value("color", "val", value.removeprefix("#").upper())

    def get_name(self) -> str:
        """'' for several (typings)."""
        return self._one({value or DEFAULT_FONT for value in self._values("rFonts", "ascii")}, "", str)

    def set_name(self, value: str) -> None:
        self._set_value("rFonts", "ascii", value)

    def get_size(self) -> float | None:
        """In points; null for several (typings)."""
        sizes = {float(value or DEFAULT_HALF_POINTS) / 2 for value in self._values("sz", "val")}
        return self._one(sizes, None, float)

    def set_size(self, value: float) -> None:
        self._set_value("sz", "val", str(round(2 * float(value))))

    def get_hidden(self) -> bool | None:
        return self._switch("vanish")

    def _switch(self, name: str) -> bool | None:
        """On, off, or null for a mixture (typings)."""
        found = set()
        for paragraph, start, end in self.session.stories.parts(self.span):
            for piece in self.session.stories.reading(paragraph).between(start, end):
                mark = piece.run.find(f"{w('rPr')}/{w(name)}")
                found.add(mark is not None and mark.get(w("val")) not in {"0", "false", "off"})
        return None if len(found) > 1 else next(iter(found), False)

    def _values(self, name: str, attribute: str) -> set[str | None]:
        found = set()
        for paragraph, start, end in self.session.stories.parts(self.span):
            for piece in self.session.stories.reading(paragraph).between(start, end):
                mark = piece.run.find(f"{w('rPr')}/{w(name)}")
                found.add(None if mark is None else mark.get(w(attribute)))
        return found or {None}

    @staticmethod
    def _one(found: set, several: Any, told: Any) -> Any:
        return several if len(found) > 1 else told(next(iter(found)))

    def _set_value(self, name: str, attribute: str, value: str) -> None:
        """Set what differs: Word, too, writes no format that a run has already."""
        edits = self.session.edits
        with self.session.editing(self.span):
            for paragraph, start, end in self.session.stories.parts(self.span):
                for run in edits.runs(paragraph, start, end):
                    properties = run.find(w("rPr"))
                    mark = None if properties is None else properties.find(w(name))
                    default = {"color": "000000", "rFonts": DEFAULT_FONT, "sz": str(DEFAULT_HALF_POINTS)}[name]
                    if (default if mark is None else mark.get(w(attribute), default)).upper() == value.upper():
                        continue
                    if properties is None:
                        properties = new("rPr")
                        run.insert(0, properties)
                    if mark is None:
                        mark = new(name)
                        properties.insert(0, mark) if name == "rFonts" else properties.append(mark)
                    mark.set(w(attribute), value)
                self.session.stories.formatted(paragraph)

    def _set_switch(self, name: str, *, on: bool) -> None:
        edits = self.session.edits
        with self.session.editing(self.span):
            for paragraph, start, end in self.session.stories.parts(self.span):
                for run in edits.runs(paragraph, start, end):
                    properties = run.find(w("rPr"))
                    if properties is None:
                        properties = new("rPr")
                        run.insert(0, properties)
                    if edits.tracking:
                        tracked.remember_format(properties, edits.number())
                    for old in properties.findall(w(name)):
                        properties.remove(old)
                    leading = sum(1 for child in properties if child.tag in {w("rStyle"), w("rFonts")})
                    properties.insert(leading, new(name) if on else new(name, val="0"))
                self.session.stories.formatted(paragraph)
