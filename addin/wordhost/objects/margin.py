"""What hangs on the text: footnotes, endnotes, and comments."""

from typing import TYPE_CHECKING, cast

from lxml import etree

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.names import Element, new, w
from addin.wordhost.objects.base import Collection, WordObject
from addin.wordhost.objects.marks import Field
from addin.wordhost.objects.range import Range
from addin.wordhost.objects.textual import Body
from addin.wordhost.story import Span, paragraphs
from addin.wordhost.tracked import AUTHOR, DATE

if TYPE_CHECKING:
    from addin.wordhost.session import Session

W14 = "http://schemas.microsoft.com/office/word/2010/wordml"
W15 = "http://schemas.microsoft.com/office/word/2012/wordml"
PARTS = {"footnote": "word/footnotes.xml", "endnote": "word/endnotes.xml"}
COMMENTS = "word/comments.xml"
THREADS = "word/commentsExtended.xml"


class NoteItem(WordObject):
    """Word.NoteItem; its body is a story of its own (#4)."""

    kind = "NoteItem"

    def __init__(self, session: "Session", mark: Element, name: str) -> None:
        super().__init__(session)
        self.mark = mark
        self.name = name

    def _note(self) -> Element:
        for note in self.session.package.tree(PARTS[self.name]).iter(w(self.name)):
            if note.get(w("id")) == self.mark.get(w("id")) and self.mark.getparent() is not None:
                return note
        raise WordError("ItemNotFound")

    def get_body(self) -> Body:
        return Body(self.session, self._note(), "NoteItem")

    def get_type(self) -> str:
        return self.name.title()

    def get_reference(self) -> Range:
        run = self.mark.getparent()
        assert run is not None
        paragraph = next(run.iterancestors(w("p")))
        pieces = self.session.stories.reading(paragraph).pieces
        at = next(piece.start for piece in pieces if piece.leaf is self.mark)
        return self.session.range(self.session.story_of(paragraph), paragraph, at, paragraph, at)

    def do_delete(self) -> None:
        """WordApi 1.5: the note and its reference."""
        note, run = self._note(), self.mark.getparent()
        assert run is not None
        self.session.touched(note)
        self.session.touched(run)
        paragraph = next(run.iterancestors(w("p")))
        note.getparent().remove(note)
        run.remove(self.mark)
        self.session.stories.stale(paragraph)


def notes_in(session: "Session", span: Span, name: str) -> Collection:
    """The notes that a span refers to, in order."""
    found: list[WordObject] = []
    for paragraph, start, end in session.stories.parts(span):
        found += [
            NoteItem(session, piece.leaf, name)
            for piece in session.stories.reading(paragraph).pieces
            if piece.leaf.tag == w(f"{name}Reference") and start <= piece.start <= end
        ]
    return Collection(session, "NoteItemCollection", found)


class Comment(WordObject):
    """Word.Comment: in a part of its own, marked in the text."""

    kind = "Comment"

    def __init__(self, session: "Session", element: Element) -> None:
        super().__init__(session)
        self.element = element

    def _alive(self) -> Element:
        if self.element.getparent() is None:
            raise WordError("ItemNotFound")
        return self.element

    def get_content(self) -> str:
        stories = self.session.stories
        return "\n".join(
            stories.reading(paragraph).visible(0, stories.reading(paragraph).length)
            for paragraph in paragraphs(self._alive())
        )

    def set_content(self, text: str) -> None:
        """WordApi 1.4: plain text (typings), so that no field stays (unsourced)."""
        fields = self.session.fields_in(self.session.stories.whole(self._alive()))
        for field in cast("list[Field]", fields.items[::-1]):
            field.do_delete()
        body = Body(self.session, self._alive(), "Unknown")
        was = self.session.edits.tracking
        self.session.edits.tracking = False  # comments are not tracked (unsourced)
        try:
            body.do_insert_text(text, "Replace")
        finally:
            self.session.edits.tracking = was

    def get_content_range(self) -> Range:
        span = self.session.stories.whole(self._alive())
        return Range(self.session, span)

    def get_author_name(self) -> str:
        return self._alive().get(w("author"), "")

    def get_id(self) -> str:
        return self._alive().get(w("id"), "")

    def get_creation_date(self) -> str:
        return self._alive().get(w("date"), DATE)

    def get_replies(self) -> Collection:
        return Collection(self.session, "CommentReplyCollection", _replies(self.session, self._alive()))

    def do_get_range(self) -> Range:
        return Range(self.session, _marked(self.session, self.get_id()))

    def do_delete(self) -> None:
        """WordApi 1.4: with its replies and its marks in the text."""
        for reply in _replies(self.session, self._alive()):
            reply.do_delete()
        _remove(self.session, self._alive())

    def get_resolved(self) -> bool:
        """WordApi 1.4: whether the thread is done ([MS-DOCX] 2.5.3.4)."""
        mark = _thread(self.session, self._alive())
        return mark is not None and mark.get(f"{{{W15}}}done", "0") in {"1", "true"}

    def do_reply(self, text: str) -> WordObject:
        """WordApi 1.4: another comment, of which `commentsExtended` says what it answers."""
        return _reply(self.session, self._alive(), text)


class CommentReply(Comment):
    """Word.CommentReply."""

    kind = "CommentReply"

    def get_parent_comment(self) -> Comment:
        """WordApi 1.4: what it answers."""
        answered = _parents(self.session).get(_paragraph_id(self._alive()))
        for other in _all(self.session):
            if answered and _paragraph_id(other) == answered:
                return Comment(self.session, other)
        raise WordError("ItemNotFound")

    def do_delete(self) -> None:
        """WordApi 1.4: it alone."""
        _remove(self.session, self._alive())


def _paragraph_id(comment: Element) -> str:
    inside = paragraphs(comment)
    return inside[-1].get(f"{{{W14}}}paraId", "") if inside else ""


def _parents(session: "Session") -> dict[str, str]:
    """Replies by the id of their last paragraph, and that of what they answer ([MS-DOCX] 2.5.3.4)."""
    if THREADS not in session.package:
        return {}
    marks = session.package.tree(THREADS).iter(f"{{{W15}}}commentEx")
    return {
        mark.get(f"{{{W15}}}paraId", ""): mark.get(f"{{{W15}}}paraIdParent", "")
        for mark in marks
        if mark.get(f"{{{W15}}}paraIdParent")
    }


def _all(session: "Session") -> list[Element]:
    return list(session.package.tree(COMMENTS).iter(w("comment"))) if COMMENTS in session.package else []


def _replies(session: "Session", comment: Element) -> list[CommentReply]:
    parents, own = _parents(session), _paragraph_id(comment)
    return [
        CommentReply(session, other)
        for other in _all(session)
        if own and parents.get(_paragraph_id(other)) == own and other is not comment
    ]


def _thread(session: "Session", comment: Element) -> Element | None:
    """What `commentsExtended` says of a comment."""
    if THREADS not in session.package:
        return None
    marks = session.package.tree(THREADS).iter(f"{{{W15}}}commentEx")
    own = _paragraph_id(comment)
    return next((mark for mark in marks if own and mark.get(f"{{{W15}}}paraId") == own), None)


def _in_a_thread(session: "Session", comment: Element, answered: str | None = None) -> str:
    """Have `commentsExtended` tell of a comment; returns the id of its last paragraph, by which it does."""
    last = paragraphs(comment)[-1]
    own = last.get(f"{{{W14}}}paraId") or f"{session.number():08X}"
    last.set(f"{{{W14}}}paraId", own)
    if _thread(session, comment) is None:
        if THREADS not in session.package:
            session.new_part(THREADS, etree.Element(f"{{{W15}}}commentsEx", nsmap={"w15": W15}), "commentsExtended")
        told = {f"{{{W15}}}paraId": own, **({f"{{{W15}}}paraIdParent": answered} if answered else {})}
        etree.SubElement(session.package.tree(THREADS), f"{{{W15}}}commentEx", {**told, f"{{{W15}}}done": "0"})
        session.package.changed(THREADS)
    session.touched(comment)
    return own


def _reply(session: "Session", comment: Element, text: str) -> CommentReply:
    """A reply: its marks stand where those of the comment do ([MS-DOCX] 2.5.3.4)."""
    answered = _in_a_thread(session, comment)
    made = _element(session)
    comment.addnext(made)
    for mark in _marks(session, comment.get(w("id"), "")):
        beside = new(etree.QName(mark).localname, id=made.get(w("id"), ""))
        session.touched(mark)
        mark.addnext(beside)
    session.stories.forget()
    reply = CommentReply(session, made)
    reply.set_content(text)
    _in_a_thread(session, made, answered)
    return reply


def _marks(session: "Session", identity: str) -> list[Element]:
    names = (w("commentRangeStart"), w("commentRangeEnd"), w("commentReference"))
    found = []
    for story in session.stories_of_text():
        found += [mark for mark in story.iter(*names) if mark.get(w("id")) == identity]
    return found


def _marked(session: "Session", identity: str) -> Span:
    marks = [mark for mark in _marks(session, identity) if mark.tag != w("commentReference")]
    if not marks:
        raise WordError("ItemNotFound")
    places = [_place(session, mark) for mark in (marks[0], marks[-1])]
    (first, start), (last, end) = places
    return session.stories.span(session.story_of(first), first, start, last, end)


def _place(session: "Session", mark: Element) -> tuple[Element, int]:
    """Where a mark stands: behind the last text before it in its paragraph."""
    paragraph = next(mark.iterancestors(w("p")), None)
    if paragraph is None:
        raise HostFailure("a comment mark between paragraphs is not emulated")
    before = _runs_before(mark, paragraph)
    pieces = [piece for piece in session.stories.reading(paragraph).pieces if piece.run in before]
    return paragraph, pieces[-1].end if pieces else 0


def _runs_before(mark: Element, paragraph: Element) -> set[Element]:
    found: set[Element] = set()
    for element in paragraph.iter(w("r"), mark.tag):
        if element is mark:
            break
        found.add(element)
    return found


def _remove(session: "Session", comment: Element) -> None:
    for mark in _marks(session, comment.get(w("id"), "")):
        session.touched(mark)
        parent = mark.getparent()
        assert parent is not None
        parent.remove(mark)
    session.touched(comment)
    comment.getparent().remove(comment)
    session.stories.forget()


def comments_in(session: "Session", span: Span) -> Collection:
    """The comments, replies left out, whose marked text begins in a span."""
    covered = {paragraph: (start, end) for paragraph, start, end in session.stories.parts(span)}
    replies = set(_parents(session))
    found: list[WordObject] = []
    for comment in _all(session):
        if _paragraph_id(comment) in replies:
            continue
        marks = [mark for mark in _marks(session, comment.get(w("id"), "")) if mark.tag == w("commentReference")]
        for mark in marks[:1]:
            paragraph, at = _place(session, mark)
            if paragraph in covered and covered[paragraph][0] <= at <= covered[paragraph][1]:
                found.append(Comment(session, comment))
    return Collection(session, "CommentCollection", found)


def new_comment(session: "Session", span: Span, text: str) -> Comment:
    """A comment on a span; its text is saved in the file (office-facts 2.5)."""
    comment = _element(session)
    session.package.tree(COMMENTS).append(comment)
    identity = comment.get(w("id"), "")
    session.touched(comment)
    runs = session.edits.runs(span.first, span.start, span.end) if span.first is span.last else []
    if not runs:
        raise HostFailure("a comment on an empty range or on several paragraphs is not emulated")
    runs[0].addprevious(new("commentRangeStart", id=identity))
    reference = new("r")
    reference.append(new("commentReference", id=identity))
    runs[-1].addnext(reference)
    runs[-1].addnext(new("commentRangeEnd", id=identity))
    session.touched(reference)
    session.stories.stale(span.first)
    made = Comment(session, comment)
    made.set_content(text)
    return made


def _element(session: "Session") -> Element:
    """A comment without text, which stands nowhere yet."""
    if COMMENTS not in session.package:
        session.new_part(COMMENTS, new("comments"), "comments")
    identity = str(1 + max((int(other.get(w("id"), "0")) for other in _all(session)), default=-1))
    comment = new("comment", id=identity, author=AUTHOR, date=DATE, initials="U")
    comment.append(new("p"))
    return comment


def new_note(session: "Session", span: Span, name: str, text: str) -> NoteItem:
    """A note whose reference stands behind a span; the part is made with its separators if it is not there."""
    part = PARTS[name]
    if part not in session.package:
        session.new_part(part, _separators(name), f"{name}s")
    root = session.package.tree(part)
    taken = [int(note.get(w("id"), "0")) for note in root.iter(w(name))]
    note = new(name, id=str(1 + max([0, *taken])))
    paragraph, own = new("p"), new("r")
    own.append(new(f"{name}Ref"))
    paragraph.append(own)
    note.append(paragraph)
    root.append(note)
    session.touched(note)
    mark = new(f"{name}Reference", id=note.get(w("id"), ""))
    session.edits.insert_leaf(span.last, span.end, mark)
    session.touched(mark)
    if text:
        Body(session, note, name.title()).do_insert_text(text, "End")
    return NoteItem(session, mark, name)


def _separators(name: str) -> Element:
    """The notes that every part of notes begins with (ECMA-376 part 1, 17.11.23 and 17.11.1)."""
    root = new(f"{name}s")
    for number, kind in ((-1, "separator"), (0, "continuationSeparator")):
        note, paragraph, run = new(name, type=kind, id=str(number)), new("p"), new("r")
        run.append(new(kind))
        paragraph.append(run)
        note.append(paragraph)
        root.append(note)
    return root
