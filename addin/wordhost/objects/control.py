"""Content controls: what they hold, what they are called, and what their locks refuse."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from addin.wordhost.errors import WordError
from addin.wordhost.names import Element, new, w
from addin.wordhost.objects.base import Collection, WordObject
from addin.wordhost.objects.textual import Textual
from addin.wordhost.story import Span, paragraphs

if TYPE_CHECKING:
    from addin.wordhost.session import Session

LOCKS = {"contentLocked": (False, True), "sdtLocked": (True, False), "sdtContentLocked": (True, True)}
"""Lock values as (cannotDelete, cannotEdit)."""
APPEARANCES = {"BoundingBox": "boundingBox", "Tags": "tags", "Hidden": "hidden"}
W15 = "http://schemas.microsoft.com/office/word/2012/wordml"


class ContentControl(Textual):
    """Word.ContentControl."""

    kind = "ContentControl"

    def __init__(self, session: "Session", control: Element) -> None:
        super().__init__(session)
        self.control = control

    def span(self) -> Span:
        if self.control.getparent() is None:
            raise WordError("ItemNotFound")
        content = self.control.find(w("sdtContent"))
        if content is None:
            raise WordError("ItemNotFound")
        if inside := paragraphs(content):
            stories = self.session.stories
            return stories.span(content, inside[0], 0, inside[-1], stories.reading(inside[-1]).length)
        return self._inline()

    def _inline(self) -> Span:
        paragraph = next(self.control.iterancestors(w("p")))
        stories = self.session.stories
        pieces = [
            piece
            for piece in stories.reading(paragraph).pieces
            if self.control in piece.run.iterancestors(w("sdt"))
        ]
        start, end = (pieces[0].start, pieces[-1].end) if pieces else (0, 0)
        return stories.span(self.session.story_of(paragraph), paragraph, start, paragraph, end)

    def get_tag(self) -> str:
        return self._property("tag")

    def set_tag(self, value: str) -> None:
        self._set_property("tag", value)

    def get_title(self) -> str:
        return self._property("alias")

    def set_title(self, value: str) -> None:
        self._set_property("alias", value)

    def get_id(self) -> int:
        return int(self._property("id") or 0)

    def get_appearance(self) -> str:
        mark = self._properties().find(f"{{{W15}}}appearance")
        value = "boundingBox" if mark is None else mark.get(f"{{{W15}}}val", "boundingBox")
        return next(name for name, spelled in APPEARANCES.items() if spelled == value)

    def set_appearance(self, value: str) -> None:
        if value not in APPEARANCES:
            raise WordError("InvalidArgument")
        name = f"{{{W15}}}appearance"
        for old in self._properties().findall(name):
            self._properties().remove(old)
        mark = self._properties().makeelement(name, {f"{{{W15}}}val": APPEARANCES[value]}, nsmap={"w15": W15})
        self._properties().append(mark)
        self.session.touched(self.control)

    def get_cannot_delete(self) -> bool:
        return LOCKS.get(self._property("lock"), (False, False))[0]

    def set_cannot_delete(self, value: Any) -> None:
        self._lock(bool(value), self.get_cannot_edit())

    def get_cannot_edit(self) -> bool:
        return locked(self.control)

    def set_cannot_edit(self, value: Any) -> None:
        self._lock(self.get_cannot_delete(), bool(value))

    def do_delete(self, keep_content: Any = False) -> None:  # noqa: FBT002 - as on the wire
        """WordApi 1.1: without the content, or with it left where it stands."""
        if self.get_cannot_delete():
            raise WordError("NotAllowed")  # unsourced: the code of a locked control (office-facts 8)
        if not keep_content:
            super().do_clear()
        content = self.control.find(w("sdtContent"))
        parent = self.control.getparent()
        if parent is None or content is None:
            raise WordError("ItemNotFound")
        self.session.touched(self.control)
        at = parent.index(self.control)
        parent[at : at + 1] = list(content)
        self.session.stories.forget()

    def _properties(self) -> Element:
        found = self.control.find(w("sdtPr"))
        if found is None:
            found = new("sdtPr")
            self.control.insert(0, found)
        return found

    def _property(self, name: str) -> str:
        mark = self._properties().find(w(name))
        return "" if mark is None else mark.get(w("val"), "")

    def _set_property(self, name: str, value: str) -> None:
        for old in self._properties().findall(w(name)):
            self._properties().remove(old)
        if value:
            self._properties().insert(0, new(name, val=value))
        self.session.touched(self.control)

    def _lock(self, delete: bool, edit: bool) -> None:
        value = next((name for name, locks in LOCKS.items() if locks == (delete, edit)), "")
        self._set_property("lock", value)


def locked(control: Element) -> bool:
    """Whether the content of a control may not be edited."""
    mark = control.find(f"{w('sdtPr')}/{w('lock')}")
    return mark is not None and LOCKS.get(mark.get(w("val"), ""), (False, False))[1]


def controls(session: "Session", container: Element) -> Collection:
    """The controls of a story or of a part of it, in order; nested ones too."""
    found = [ContentControl(session, control) for control in container.iter(w("sdt"))]
    return ContentControls(session, "ContentControlCollection", found)


def controls_in(session: "Session", span: Span) -> Collection:
    """The controls whose text a span touches."""
    inside: list[Element] = []
    for paragraph, start, end in session.stories.parts(span):
        around = [control for control in paragraph.iterancestors(w("sdt")) if span.story in control.iterancestors()]
        for control in [*reversed(around), *_inline(session, paragraph, start, end)]:
            if control not in inside:
                inside.append(control)
    return ContentControls(session, "ContentControlCollection", [ContentControl(session, each) for each in inside])


def parent_control(session: "Session", span: Span) -> ContentControl:
    """The innermost control that holds all of a span; a control is not its own parent."""
    leaves = [
        piece.run
        for paragraph, start, end in session.stories.parts(span)
        for piece in session.stories.reading(paragraph).between(start, end)
    ] or [span.first]
    for control in leaves[0].iterancestors(w("sdt")):
        if control is not span.story.getparent() and all(control in each.iterancestors() for each in leaves):
            return ContentControl(session, control)
    raise WordError("ItemNotFound")


def _inline(session: "Session", paragraph: Element, start: int, end: int) -> Iterator[Element]:
    for piece in session.stories.reading(paragraph).between(start, end):
        for control in piece.run.iterancestors(w("sdt")):
            if paragraph in control.iterancestors():
                yield control


class ContentControls(Collection):
    """Word.ContentControlCollection."""

    def do_get_by_tag(self, tag: str) -> Collection:
        return self._chosen(lambda control: control.get_tag() == tag)

    def do_get_by_title(self, title: str) -> Collection:
        return self._chosen(lambda control: control.get_title() == title)

    def do_get_by_id(self, identity: int) -> WordObject:
        return self._chosen(lambda control: control.get_id() == identity).item(0)

    def _chosen(self, wanted: Any) -> Collection:
        return ContentControls(self.session, self.kind, [item for item in self.items if wanted(item)])


def wrap(session: "Session", span: Span) -> ContentControl:
    """A new control around a span: around its runs inside a paragraph, else around whole paragraphs."""
    control = new("sdt")
    properties, content = new("sdtPr"), new("sdtContent")
    properties.append(new("id", val=str(session.number())))
    control.extend([properties, content])
    if span.first is span.last:
        runs = session.edits.runs(span.first, span.start, span.end)
        if not runs or any(run.getparent() is not runs[0].getparent() for run in runs):
            raise WordError("GeneralException")  # unsourced: around part of a link or a revision
        parent = runs[0].getparent()
        assert parent is not None
        runs[0].addprevious(control)
        first, last = parent.index(runs[0]), parent.index(runs[-1])
        content.extend(list(parent)[first : last + 1])
        session.stories.stale(span.first)
    else:
        whole = [paragraph for paragraph, _, _ in session.stories.parts(span)]
        if any(paragraph.getparent() is not whole[0].getparent() for paragraph in whole):
            raise WordError("GeneralException")
        whole[0].addprevious(control)
        content.extend(whole)
    return ContentControl(session, control)
