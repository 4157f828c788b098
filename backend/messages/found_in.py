"""Where in a part of a file something was found: a code with parameters, and its plain words."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

StoryName = Literal[
    "body",
    "header",
    "footer",
    "footnotes",
    "endnotes",
    "comments",
    "text box",
    "before deletion",
    "copy",
    "embedded document",
    "embedded workbook",
]
"""The values of `document.model.StoryKind`."""

TextSource = Literal[
    "across_paragraphs",
    "attribute",
    "base64",
    "bytes",
    "comment",
    "dotted_words",
    "drawn_text",
    "entity_encoded",
    "escaped",
    "field_instruction",
    "file_name",
    "glued_words",
    "line",
    "markup",
    "packed",
    "paragraph",
    "part_name",
    "percent_encoded",
    "processing_instruction",
    "relationship_target",
    "separated_letters",
    "text",
    "utf_16",
    "utf_32",
    "zip_comment",
]
"""A kind of text in a file, or the encoding from which a text was decoded."""

_WORDS: Mapping[TextSource, str] = {
    "dotted_words": "text with dots between words",
    "entity_encoded": "entity-encoded",
    "glued_words": "text with words glued together",
    "percent_encoded": "percent-encoded",
    "separated_letters": "spaced letters",
    "utf_16": "utf-16",
    "utf_32": "utf-32",
}
"""The words of codes that are not words themselves."""


STORY_WORDS: Mapping[StoryName, str] = {
    "before deletion": "text before tracked changes",
    "copy": "second copy of a text box",
}
"""The words of stories whose names do not say what they are."""


@dataclass(frozen=True, slots=True, order=True)
class FoundIn:
    """The kind of text in which something was found; a paragraph or a line has its `number`, counted from 1.

    `story` is set for a paragraph that the reader has read.
    """

    code: TextSource
    story: StoryName | None = None
    number: int | None = None

    @property
    def words(self) -> str:
        """The same in plain words.

        >>> FoundIn("paragraph", "body", 4).words, FoundIn("line", number=2).words, FoundIn("file_name").words
        ('body, paragraph 4', 'line 2', 'file name')
        """
        words = _WORDS.get(self.code, self.code.replace("_", " "))
        numbered = words if self.number is None else f"{words} {self.number}"
        return numbered if self.story is None else f"{STORY_WORDS.get(self.story, self.story)}, {numbered}"

    def as_json(self) -> dict[str, Any]:
        """Return the JSON members `how`, in words, and `found_in`, the same as a code with parameters."""
        return {"how": self.words, "found_in": asdict(self)}
