"""Check that no accepted term is left in the re-read document, and combine both checks."""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from backend.document.model import Document, Place, StoryKind
from backend.document.placeholders import placeholders_as_borders
from backend.document.readings import counted_once
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Span
from backend.messages.message import Wording
from backend.messages.reasons import EmbeddedNotRead
from backend.verification.partial_terms import KeptTerm
from backend.verification.places import LeftPlace, PartStatus, count_places
from backend.verification.raw_search import search_package, search_text
from backend.verification.recheck import NewFinding, paragraph_of

BlockKey = tuple[str, StoryKind, int]

_PACKAGE = ".docx"
_INTO = "!/"
"""Stands before the name of a part of a file in the file."""
_IN_A_PART = re.compile(r"!/(?:base64|packed) \d+$")
"""How the raw search calls what is packed into a part, which it judges by itself."""


class Status(StrEnum):
    """The result of a verification. Left strings outrank parts that were not examined, and these outrank clean."""

    CLEAN = "clean"
    LEFT = "left"
    NOT_EXAMINED = "not_examined"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of both checks of one output: the places where strings are left, and the status of every part.

    `new` are findings of recognisers in the changed text (see `recheck`): no accepted term is left there, but a
    person has to check them. `stays` are places where a reviewer kept a term that was redacted elsewhere (see
    `partial_terms`): they are no leak, but every recipient of the document can read them.
    """

    places: tuple[LeftPlace, ...]
    parts: tuple[PartStatus, ...]
    new: tuple[NewFinding, ...] = ()
    stays: tuple[KeptTerm, ...] = ()

    @property
    def status(self) -> Status:
        """The most severe result; a file with a part that was not examined is never clean."""
        if self.places:
            return Status.LEFT
        if any(not part.examined for part in self.parts):
            return Status.NOT_EXAMINED
        return Status.CLEAN

    @property
    def needs_attention(self) -> bool:
        """Whether a string is left, or a part was not examined and the user has not accepted that."""
        return bool(self.places) or any(not (part.examined or part.accepted) for part in self.parts)

    def as_json(self, worded: Wording) -> dict[str, Any]:
        """Return the JSON object of the contract, in the words of a surface."""
        return {
            "status": self.status.value,
            "places": [place.as_json() for place in self.places],
            "parts": [part.as_json(worded) for part in self.parts],
            "new": [each.as_json() for each in self.new],
            "stays": [each.as_json() for each in self.stays],
        }


def find_left_strings(document: Document, strings: RedactedStrings) -> tuple[LeftPlace, ...]:
    """Return every place of the re-read document that still contains one of the strings, in document order.

    All stories are searched; what tracked changes leave alone counts in the text of now only. A string counts only
    in one piece: in "Ann [PERSON 2] Rook" nobody reads "Ann Rook".
    """
    blocks = {(story.part, story.kind, block.ordinal): (story, block) for story, block in document.blocks()}
    found = (
        (position, Place(*at, span))
        for at, (_, block) in blocks.items()
        for position, span in strings.find(placeholders_as_borders(strings.readable(block.text)))
    )
    by_block: dict[BlockKey, list[tuple[int, Span]]] = defaultdict(list)
    for position, place in counted_once(document, found, lambda each: each[1], lambda each: each[0]):
        by_block[place.part, place.kind, place.block].append((position, place.span))
    left = []
    for at, here in by_block.items():
        story, block = blocks[at]
        for position, count in count_places(here).items():
            placeholder = strings.strings[position].placeholder
            left.append(LeftPlace(story.part, paragraph_of(story, block), placeholder, position, count))
    return tuple(left)


def verify(
    content: bytes,
    document: Document,
    strings: RedactedStrings,
    file_name: str = "",
    *,
    pictures_accepted: bool = False,
) -> Verification:
    """Verify an output twice: `document`, which was read again from `content`, and the raw bytes.

    `file_name` is the name of the output; its suffix tells whether the bytes are a package. Each place in the
    result has the position, in `strings`, of the string that is left there (`string` in the JSON). With
    `pictures_accepted` the user has checked the pictures.
    """
    if PurePath(file_name).suffix.lower() == _PACKAGE:
        raw = search_package(content, strings, file_name, pictures_accepted=pictures_accepted)
    else:
        raw = search_text(content, strings, file_name)
    return Verification(find_left_strings(document, strings) + raw.places, _read_too(raw.parts, document))


def _read_too(parts: tuple[PartStatus, ...], document: Document) -> tuple[PartStatus, ...]:
    """Mark parts of embedded files as examined only where the reader has read stories of that file.

    When the reader could not open an embedded file, nothing has searched it for names, even if the raw search
    could.
    """
    read = {_package(story.part) for story in document.stories} | {""}
    return tuple(
        part
        if not part.examined or _package(part.name) in read
        else replace(part, examined=False, reason=EmbeddedNotRead())
        for part in parts
    )


def _package(part: str) -> str:
    """Return the embedded file that a part belongs to; empty for the file itself."""
    return _IN_A_PART.sub("", part).rpartition(_INTO)[0]
