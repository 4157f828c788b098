"""Why something is as it is: why a term or a place is suggested, and why a part of a file was not examined."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from backend.messages.message import Message
from backend.messages.patterns import Pattern

# Why a place is found.


@dataclass(frozen=True, slots=True)
class OnRedactionList(Message):
    """The term is on a list of terms to redact."""

    code = "on_redaction_list"


@dataclass(frozen=True, slots=True)
class AskedFor(Message):
    """The user asked for the term in this request."""

    code = "asked_for"


@dataclass(frozen=True, slots=True)
class NameOfClient(Message):
    """It is a name of the client."""

    code = "name_of_client"


@dataclass(frozen=True, slots=True)
class NameOfOtherClient(Message):
    """It is the name of another client that the caller may see."""

    code = "name_of_other_client"


@dataclass(frozen=True, slots=True)
class NameOfOrganisation(Message):
    """It is the name of an organisation; a caller who may not see all clients learns no more."""

    code = "name_of_organisation"


@dataclass(frozen=True, slots=True)
class AmountInColumn(Message):
    """Another amount of its table column is redacted, and the policy redacts them together."""

    code = "amount_in_column"


@dataclass(frozen=True, slots=True)
class MatchesPattern(Message):
    """It matches a pattern of personal data."""

    code = "matches_pattern"

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class MatchesRecogniser(Message):
    """A custom recogniser found it."""

    code = "matches_recogniser"

    recogniser: str


NameKind = Literal[
    "PERSON", "ORGANIZATION", "LOCATION", "DATE_TIME", "NRP", "CODE", "QUANTITY", "DEMOGRAPHIC", "MISC"
]
"""The kinds that a pipeline for names tells apart."""


@dataclass(frozen=True, slots=True)
class ReadsLikeName(Message):
    """The pipeline for names found it, as personal data of this kind."""

    code = "reads_like_name"

    entity: NameKind


NameSign = Literal[
    "named_elsewhere",
    "listed_given_name",
    "listed_place",
    "addressed",
    "signs",
    "writes",
    "beside_address",
    "after_title",
    "after_role",
    "list_of_people",
    "before_legal_form",
    "field",
]
"""What tells that words are a name."""


@dataclass(frozen=True, slots=True)
class StandsLikeName(Message):
    """Its context, or another place in the document, shows that it is a name."""

    code = "stands_like_name"

    sign: NameSign


# Why a word of the model is suggested, or worth a look.


@dataclass(frozen=True, slots=True)
class LikelierThan:
    """How much likelier a term is for the client than for the nearest rival that it sets it apart from."""

    rival: str
    times: float
    """Rounded to what people read; at most `MAX_TIMES`."""

    @classmethod
    def rounded(cls, rival: str, ratio: float) -> "LikelierThan":
        """Round a ratio: to one decimal below ten.

        >>> [LikelierThan.rounded("Quillon", ratio).times for ratio in (1.24, 9.96, 12.5, 8_000.0)]
        [1.2, 10.0, 12.0, 1000.0]
        """
        return cls(rival, min(round(ratio, 1 if ratio < 9.95 else None) * 1.0, MAX_TIMES))


MAX_TIMES = 1000.0
"""Stands for all that is more."""

LeadChange = Literal["same", "smaller", "larger"]
"""What becomes of the lead of the class that decides on k."""


@dataclass(frozen=True, slots=True)
class TermHidesClient(Message):
    """A term is redacted: how it distinguishes the client from its rivals, and k if it were kept.

    Without `likelier` it is about as likely for the rivals, or `less_likely` than for them. `lead` is of a k that
    would stay as it is. `level` is None for the level that was asked for.
    """

    code = "term_hides_client"

    likelier: LikelierThan | None
    less_likely: bool
    level: int | None
    k: int
    k_without: int
    """Should the term stay."""
    lead: LeadChange


@dataclass(frozen=True, slots=True)
class TermCouldGo(Message):
    """A term is kept: how it distinguishes the client from its rivals, and k if it were redacted too."""

    code = "term_could_go"

    likelier: LikelierThan | None
    less_likely: bool
    k: int
    k_with: int
    """Should the term go too."""
    lead: LeadChange


@dataclass(frozen=True, slots=True)
class TermLikelier(Message):
    """A term distinguishes the client from a rival; a caller who may not see all clients learns no more."""

    code = "term_likelier"

    likelier: LikelierThan


@dataclass(frozen=True, slots=True)
class TermDistinctive(Message):
    """A term distinguishes the client from clients that the caller may not see."""

    code = "term_distinctive"


@dataclass(frozen=True, slots=True)
class TermBeyondModel(Message):
    """The model does not use a term, but other attackers may."""

    code = "term_beyond_model"


@dataclass(frozen=True, slots=True)
class WordNotWeighed(Message):
    """The model does not use a word; `use` says whose documents use it, null if the caller may not know."""

    code = "word_not_weighed"

    use: Literal["this_client", "nobody", "one_other"] | None


# Why a part of a file was not examined.

Content = Literal[
    "picture",
    "imported_file",
    "font",
    "recording",
    "pdf",
    "text_without_xml",
    "ole_object",
    "binary",
    "no_text",
    "packed",
    "sub_document",
    "map_data",
    "text_hash",
]


@dataclass(frozen=True, slots=True)
class ContentNotRead(Message):
    """The content of the part is searched, but not read."""

    code = "content_not_read"

    content: Content


@dataclass(frozen=True, slots=True)
class PartDamaged(Message):
    """The part cannot be read as its declared type, or may not be."""

    code = "part_damaged"

    fault: Literal["no_zip", "not_unpacked", "too_large", "too_deep", "no_xml", "document_type"]


@dataclass(frozen=True, slots=True)
class TooManyParts(Message):
    """The package contains more parts than are searched."""

    code = "too_many_parts"

    most: int


@dataclass(frozen=True, slots=True)
class EmbeddedNotRedacted(Message):
    """An embedded file is of a kind that Unsaid searches but never redacts."""

    code = "embedded_not_redacted"


@dataclass(frozen=True, slots=True)
class EmbeddedNotRead(Message):
    """An embedded file was searched, but could not be opened to be read."""

    code = "embedded_not_read"


@dataclass(frozen=True, slots=True)
class MuchNotEnglish(Message):
    """Much of the text is in languages in which Unsaid does not search for names."""

    code = "much_not_english"


@dataclass(frozen=True, slots=True)
class SearchNotFinished(Message):
    """A recogniser of a list took too long, so it did not search all of the text."""

    code = "search_not_finished"


@dataclass(frozen=True, slots=True)
class TableNotRead(Message):
    """Unsaid cannot read the columns of a table, and the policy redacts their amounts together."""

    code = "table_not_read"


@dataclass(frozen=True, slots=True)
class AsReported(Message):
    """The words of a report about a part, from an earlier version of Unsaid that wrote no codes."""

    code = "as_reported"

    why: str


_OF_SEARCHES = (MuchNotEnglish, SearchNotFinished, TableNotRead)
"""Reasons that an analysis gives for a part; none has parameters."""


def reason_of_row(row: Mapping[str, Any]) -> Message:
    """Return why a part was not searched, from a row of a report.

    Raises KeyError and TypeError when it is no such row.

    >>> reason_of_row({"why": "much is French", "reason": {"code": "much_not_english", "params": {}}})
    MuchNotEnglish()
    >>> reason_of_row({"why": "much is French"})
    AsReported(why='much is French')
    """
    code = (row.get("reason") or {}).get("code")
    return next((kind() for kind in _OF_SEARCHES if kind.code == code), AsReported(str(row["why"])))
