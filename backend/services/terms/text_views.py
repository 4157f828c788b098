"""The views of a file (with comments, embedded files, deleted text and so on); k has to hold in each of them.

k over the counted text is not enough: the words of the client could stand in an embedded file or in deleted text,
or words of other clients could outweigh them where nobody sees those.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from backend.blocking.confusability import Evidence, evidence, evidence_of, k_reached
from backend.blocking.simple_redactor import levels
from backend.document.model import Document, Outside
from backend.document.placeholders import spelled_out
from backend.document.tokens import terms
from backend.services.terms.term_selection import ChosenLevel, Subject


@dataclass(frozen=True, slots=True)
class ReadableFile:
    """A file with unknown placeholders spelled out: its text, and the texts outside it."""

    document: Document
    outside: Outside

    @classmethod
    def of(cls, document: Document, outside: Outside, known: Collection[str]) -> "ReadableFile":
        """Build it from a file's content; `known` are the kinds of custom recognisers."""

        def spelled(texts: Iterable[str]) -> tuple[str, ...]:
            return tuple(spelled_out(text, known) for text in texts)

        stories = tuple(
            replace(
                story, blocks=tuple(replace(block, text=spelled_out(block.text, known)) for block in story.blocks)
            )
            for story in document.stories
        )
        shown = None if outside.shown is None else spelled(outside.shown)
        return cls(
            replace(document, stories=stories), Outside(spelled(outside.texts), spelled(outside.said), shown)
        )

    def least_k(self, subject: Subject) -> int:
        """The lowest rank of the client in any of the views."""
        model, document = subject.model.by_client, self.document
        seen = [evidence(model, document.counted_texts())]
        more = [evidence(model, texts) for texts in _readings(document, self.outside).values()]
        if self.outside.shown is not None:
            hidden = _hidden(document, self.outside.shown)
            more += [evidence_of(model, each - hidden) for each in _with_hidden(document)]
        seen += [each for each in more if len(each.features)]
        return min(k_reached(each.scores_against(subject.client), subject.client) for each in seen)


@dataclass(frozen=True, slots=True, eq=False)
class TextView:
    """One view of a document: all its words, and the words that other redactions keep."""

    original: Evidence
    remaining: Evidence


def views_of(subject: Subject, before: Document, left: Document, outside: Outside) -> tuple[TextView, ...]:
    """The views of a document, the counted text first; `left` is what other redactions keep of it."""
    model = subject.model.by_client
    counted = [evidence(model, document.counted_texts()) for document in (before, left)]
    found = [TextView(*counted)]
    now = _readings(left, outside)
    found += [
        TextView(evidence(model, texts), evidence(model, now.get(name, ())))
        for name, texts in _readings(before, outside).items()
    ]
    if outside.shown is not None:
        hidden = _hidden(before, outside.shown)
        ways = zip(_with_hidden(before), _with_hidden(left), strict=True)
        found += [
            TextView(evidence_of(model, each - hidden), evidence_of(model, rest - hidden)) for each, rest in ways
        ]
    return tuple(found)


def views_of_copy(
    subject: Subject, document: Document, left: Document, copy: Document, outside: Outside
) -> tuple[TextView, ...]:
    """The views of the clean copy, which contains less.

    What other redactions have `left` of a paragraph is the same there, unless the cleaning changes the paragraph.
    """
    now = {
        before.text: after.text for (_, before), (_, after) in zip(document.blocks(), left.blocks(), strict=True)
    }
    model = subject.model.by_client
    ways = dict.fromkeys((copy.counted_texts(), *_readings(copy, outside).values()))
    return tuple(
        TextView(evidence(model, texts), evidence(model, [now.get(text, text) for text in texts])) for texts in ways
    )


def held_in_all(
    chosen: Sequence[ChosenLevel], views: Sequence[TextView], subject: Subject, keep: AbstractSet[str]
) -> tuple[ChosenLevel, ...]:
    """Extend the levels by words until k holds in every view; levels ascend."""
    if len(views) == 1:
        return tuple(chosen)
    found: list[ChosenLevel] = []
    more: dict[str, None] = {}
    for level in chosen:
        words = dict.fromkeys((*level.words, *more))
        for view in (*views, *views):  # what one view needs may turn the balance of another
            left = view.remaining.without(words)
            if len(left.features) and k_reached(left.scores_against(subject.client), subject.client) < level.k:
                needed = levels(view.original, subject.client, level.k, nested=False, keep=keep, remaining=left)[-1]
                words |= dict.fromkeys(needed.words)
        more = {word: None for word in words if word not in level.words}
        found.append(ChosenLevel(level.k, tuple(words)))
    return tuple(found)


def _terms(texts: Iterable[str]) -> Iterable[str]:
    """All words of some texts."""
    return (term for text in texts for term in terms(text))


def _readings(document: Document, outside: Outside) -> dict[str, tuple[str, ...]]:
    """The readings besides the counted text, by name: everything, with deletions, each embedded file.

    A file in the document is opened alone, so nothing that stands elsewhere outweighs what it says.
    """
    counted, written = document.counted_texts(), document.own_texts()
    everything = (*document.readable_texts(), *outside.texts)
    found = {"everything": everything} if everything != counted else {}
    if written != counted:
        found["with deletions"] = written
    return found | {f"file {part}": texts for part, texts in document.embedded_texts().items()}


def _with_hidden(document: Document) -> tuple[Counter[str], Counter[str]]:
    """The words of a document, and those with deleted and hidden text."""
    return Counter(_terms(document.counted_texts())), Counter(_terms(document.own_texts()))


def _hidden(document: Document, shown: Iterable[str]) -> Counter[str]:
    """The words of a document's hidden text."""
    return Counter(_terms(document.counted_texts())) - Counter(_terms(shown))
