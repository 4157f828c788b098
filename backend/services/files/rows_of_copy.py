"""Which rows of the coverage of a redacted file hold for its clean copy: the copy has no comments, for example."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import Document, StoryKind
from backend.document.placeholders import count_placeholders
from backend.ooxml.coverage import KINDS

_STORIES = frozenset(kind.value for kind in StoryKind)


@dataclass(frozen=True, slots=True)
class StoriesKept:
    """How many placeholders each story of a redacted file has, and its clean copy, by part and kind."""

    before: Mapping[tuple[str, str], int]
    after: Mapping[tuple[str, str], int]

    @classmethod
    def of(cls, redacted: Document, copy: Document) -> "StoriesKept":
        """Count in both documents."""
        return cls(_placeholders(redacted), _placeholders(copy))

    def holds(self, row: CoverageEntry) -> CoverageEntry:
        """Return the row of a story with the places that the copy has; what other words replaced counts as kept."""
        story = row.part, row.kind
        if story not in self.after:
            return replace(row, count=0)
        return replace(row, count=max(row.count - max(self.before.get(story, 0) - self.after[story], 0), 0))


def rows_that_hold(
    redacted: Iterable[CoverageEntry], stories: StoriesKept, gone: Collection[str], copy: Iterable[CoverageEntry]
) -> list[CoverageEntry]:
    """Return the rows of a redacted file without the places that the clean copy has no more.

    `gone` are the parts that the copy does not have, `copy` are its own rows. They list a kind that stays whether
    anything of it was redacted or not, so a kind that a clean copy removes is gone where it is not among them.
    """
    listed = {(each.part, each.kind) for each in copy if each.treatment is Treatment.REDACTED}
    held = (_held(row, stories, gone, listed) for row in redacted)
    return [row for row in held if row.count]


def _held(
    row: CoverageEntry, stories: StoriesKept, gone: Collection[str], listed: Collection[tuple[str, str]]
) -> CoverageEntry:
    """Return a row with the places that the copy has."""
    if row.treatment is not Treatment.REDACTED:
        return row
    if row.kind in _STORIES and row.part not in gone:
        return stories.holds(row)
    is_removed = KINDS[row.kind].clean is Treatment.REMOVED and (row.part, row.kind) not in listed
    return replace(row, count=0) if row.part in gone or is_removed else row


def _placeholders(document: Document) -> Mapping[tuple[str, str], int]:
    counts: Counter[tuple[str, str]] = Counter()
    for story in document.stories:
        texts = (block.text for block in story.blocks)
        counts[story.part, story.kind.value] = count_placeholders(texts)
    return counts
