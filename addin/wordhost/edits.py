"""Edits of a paragraph's text, with and without tracking; runs are split only where an edit begins or ends."""

import copy
from collections.abc import Callable
from itertools import pairwise

from addin.wordhost import tracked
from addin.wordhost.names import SPACE, Element, new, w
from addin.wordhost.story import Span, Stories
from addin.wordhost.text import Piece

LEAVES = {"\t": "tab", "\v": "br"}
KEPT_IN_RUN = {w("rPr")}


class Edits:
    """What changes the text of stories."""

    def __init__(self, stories: Stories, number: Callable[[], int]) -> None:
        self.stories = stories
        self.number = number
        self.tracking = False

    def runs(self, paragraph: Element, start: int, end: int) -> list[Element]:
        """The runs of a span, split from what is outside it; deleted ones are left out."""
        return list(
            dict.fromkeys(piece.run for piece in self._isolated(paragraph, start, end) if not piece.deleted)
        )

    def insert(self, paragraph: Element, at: int, text: str, like: Element | None = None) -> int:
        """Put text at a place, formatted like a run there; returns its length.

        A line feed makes a new paragraph (docs-ref: Word.Range.insertText); see `insert_lines`.
        """
        run = new("r")
        pattern = like if like is not None else self._neighbour(paragraph, at)
        if pattern is not None and (properties := pattern.find(w("rPr"))) is not None:
            kept = copy.deepcopy(properties)
            for change in kept.findall(w("rPrChange")):
                kept.remove(change)
            run.append(kept)
        write(run, text)
        self._put(paragraph, at, run)
        self.stories.edited(paragraph, at, at, len(text))
        return len(text)

    def insert_leaf(self, paragraph: Element, at: int, leaf: Element, length: int = 0) -> None:
        """Put an element that reads as `length` characters at a place, in a run of its own."""
        run = new("r")
        run.append(leaf)
        self._put(paragraph, at, run)
        self.stories.edited(paragraph, at, at, length)

    def insert_lines(
        self, paragraph: Element, at: int, text: str, like: Element | None = None
    ) -> tuple[Element, int]:
        """Put text with line feeds at a place; returns the paragraph and the offset where it ends."""
        first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if first:
            at += self.insert(paragraph, at, first, like)
        for line in others:
            paragraph = self.break_paragraph(paragraph, at)
            at = self.insert(paragraph, 0, line, like) if line else 0
        return paragraph, at

    def delete(self, paragraph: Element, start: int, end: int) -> None:
        """Take the text of a span away, or mark it as deleted while changes are tracked."""
        pieces = self._isolated(paragraph, start, end)
        if not self.tracking:
            self._remove(pieces)
            self.stories.edited(paragraph, start, end, 0)
            return
        for run in dict.fromkeys(piece.run for piece in reversed(pieces) if not piece.deleted):
            if tracked.own_insertion(run):
                own = [piece for piece in pieces if piece.run is run]
                self._remove(own)
                self.stories.edited(paragraph, own[0].start, own[-1].end, 0)
            else:
                tracked.delete_run(run, self.number())
        self.stories.edited(paragraph, start, start, 0)

    def delete_span(self, span: Span) -> None:
        """Take away what a span covers; the paragraphs it begins and ends in become one."""
        parts = self.stories.parts(span)
        for paragraph, start, end in reversed(parts):
            self.delete(paragraph, start, end)
        if len(parts) > 1:
            self._join([paragraph for paragraph, _, _ in parts])

    def break_paragraph(self, paragraph: Element, at: int) -> Element:
        """Cut a paragraph in two; returns the second one."""
        self._split(paragraph, at)
        second = new("p")
        properties = paragraph.find(w("pPr"))
        if properties is not None:
            second.append(copy.deepcopy(properties))
            for section in properties.findall(w("sectPr")):
                properties.remove(section)
        following = next((piece for piece in self.stories.reading(paragraph).pieces if piece.start >= at), None)
        if following is not None:
            second.extend(_after(following.run, paragraph))
        if self.tracking:
            self._mark_paragraph(paragraph, "ins")
        paragraph.addnext(second)
        self.stories.cut(paragraph, at, second)
        return second

    def remove_paragraph(self, paragraph: Element) -> None:
        """Take a paragraph away, or all of its text where it is the only one that its story or cell may lose."""
        parent = paragraph.getparent()
        alone = parent is None or len(parent.findall(w("p"))) == 1
        if self.tracking or alone:
            self.delete(paragraph, 0, self.stories.reading(paragraph).length)
            if self.tracking:
                self._mark_paragraph(paragraph, "del")
            return
        assert parent is not None
        parent.remove(paragraph)
        self.stories.removed(paragraph)

    def _join(self, paragraphs: list[Element]) -> None:
        first, *others = paragraphs
        for paragraph in others:
            if self.tracking:
                self._mark_paragraph(paragraph, "del")
                continue
            parent = paragraph.getparent()
            if parent is None or parent is not first.getparent():
                continue  # another cell or control: its last paragraph stays, and is empty now
            length = self.stories.reading(first).length
            first.extend([child for child in paragraph if child.tag != w("pPr")])
            parent.remove(paragraph)
            self.stories.joined(paragraph, first, length)

    def _mark_paragraph(self, paragraph: Element, name: str) -> None:
        properties = paragraph.find(w("pPr"))
        if properties is None:
            properties = new("pPr")
            paragraph.insert(0, properties)
        run_properties = properties.find(w("rPr"))
        if run_properties is None:
            run_properties = new("rPr")
            properties.append(run_properties)
        run_properties.insert(0, tracked.mark(name, self.number()))

    def _isolated(self, paragraph: Element, start: int, end: int) -> list[Piece]:
        self._split(paragraph, start)
        self._split(paragraph, end)
        return self.stories.reading(paragraph).between(start, end)

    def _split(self, paragraph: Element, at: int) -> None:
        """Make a run begin at a place, unless one does already."""
        reading = self.stories.reading(paragraph)
        for piece in reading.between(max(0, at - 1), at + 1):
            if piece.start < at < piece.end:
                self._split_leaf(piece, at - piece.start)
                self.stories.stale(paragraph)
                break
        pieces = self.stories.reading(paragraph).pieces
        for before, after in pairwise(pieces):
            if before.end == at == after.start and before.run is after.run and (before.text or after.text):
                _split_run(after.run, after.leaf)
                self.stories.stale(paragraph)
                return

    def _split_leaf(self, piece: Piece, at: int) -> None:
        second = copy.deepcopy(piece.leaf)
        piece.leaf.text, second.text = piece.text[:at], piece.text[at:]
        for leaf in (piece.leaf, second):
            leaf.set(SPACE, "preserve")
        piece.leaf.addnext(second)

    def _remove(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            if piece.leaf is piece.run or piece.leaf.getparent() is None:
                continue
            piece.run.remove(piece.leaf)
        for run in dict.fromkeys(piece.run for piece in pieces):
            if all(child.tag in KEPT_IN_RUN for child in run):
                _remove_empty(run)

    def _neighbour(self, paragraph: Element, at: int) -> Element | None:
        pieces = [piece for piece in self.stories.reading(paragraph).pieces if piece.text and not piece.deleted]
        before = [piece for piece in pieces if piece.start < at]
        chosen = before[-1] if before else (pieces[0] if pieces else None)
        return chosen.run if chosen else None

    def _put(self, paragraph: Element, at: int, run: Element) -> None:
        self._place(paragraph, at, run)
        if self.tracking and not tracked.own_insertion(run):
            wrapper = tracked.mark("ins", self.number())
            run.addprevious(wrapper)
            wrapper.append(run)

    def _place(self, paragraph: Element, at: int, run: Element) -> None:
        self._split(paragraph, at)
        pieces = [piece for piece in self.stories.reading(paragraph).pieces if piece.leaf is not piece.run]
        after = next((piece for piece in pieces if piece.start >= at and piece.text), None)
        before = next((piece for piece in reversed(pieces) if piece.end <= at and piece.text), None)
        if before is not None and not before.deleted:
            before.run.addnext(run)
        elif after is not None and not after.deleted:
            after.run.addprevious(run)
        elif before is not None:
            _outside(before.run, paragraph).addnext(run)
        elif after is not None:
            _outside(after.run, paragraph).addprevious(run)
        else:
            properties = paragraph.find(w("pPr"))
            paragraph.insert(0 if properties is None else paragraph.index(properties) + 1, run)


def write(run: Element, text: str) -> None:
    """Put text into a run: tabs and soft breaks become the elements that stand for them."""
    plain = ""
    for character in [*text, ""]:
        if character and character not in LEAVES:
            plain += character
            continue
        if plain:
            leaf = new("t")
            leaf.text = plain
            if plain != plain.strip():
                leaf.set(SPACE, "preserve")
            run.append(leaf)
            plain = ""
        if character:
            run.append(new(LEAVES[character]))


def _split_run(run: Element, leaf: Element) -> None:
    second = new("r")
    for name, value in run.attrib.items():
        second.set(name, value)
    properties = run.find(w("rPr"))
    if properties is not None:
        second.append(copy.deepcopy(properties))
    children = list(run)
    second.extend(children[children.index(leaf) :])
    run.addnext(second)


def _remove_empty(element: Element) -> None:
    """Remove an element and the wrappers that hold nothing without it; controls stay."""
    parent = element.getparent()
    if parent is None:
        return
    parent.remove(element)
    wrappers = {w("ins"), w("hyperlink"), w("smartTag"), w("del"), w("moveFrom"), w("moveTo")}
    if parent.tag in wrappers and not len(parent):
        _remove_empty(parent)


def _outside(run: Element, paragraph: Element) -> Element:
    """The element around a deleted run whose parent is no deletion."""
    element = run
    while (parent := element.getparent()) is not None and parent is not paragraph:
        if parent.tag not in tracked.DELETIONS and element.tag in tracked.DELETIONS:
            break
        element = parent
    return element


def _after(run: Element, paragraph: Element) -> list[Element]:
    """A run and all that follows it in its paragraph; wrappers around it are cut in two."""
    element, taken = run, [run, *run.itersiblings()]
    while (parent := element.getparent()) is not None and parent is not paragraph:
        rest = copy.copy(parent)
        rest[:] = []
        following = list(parent.itersiblings())
        rest.extend(taken)
        element, taken = parent, [rest, *following]
    return taken
