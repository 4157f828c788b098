"""Warnings about an analysis, a redaction or a verification that was completed."""

from dataclasses import dataclass
from typing import Literal

from backend.messages.found_in import FoundIn
from backend.messages.message import Message

# Of the document, and of what was looked for in it.


@dataclass(frozen=True, slots=True)
class PartNotRead(Message):
    """A part of the file shows another file, which was not read."""

    code = "part_not_read"

    part: str
    shows: Literal["imported_file", "sub_document"]


@dataclass(frozen=True, slots=True)
class KindNotChecked(Message):
    """No recogniser of this version finds a requested kind of personal data."""

    code = "kind_not_checked"

    entity: str


@dataclass(frozen=True, slots=True)
class NamesNotChecked(Message):
    """There is no pipeline for names, so Unsaid does not search for names."""

    code = "names_not_checked"


@dataclass(frozen=True, slots=True)
class LanguageShare:
    """How many paragraphs are in another language than English."""

    language: str
    paragraphs: int


@dataclass(frozen=True, slots=True)
class NamesNotRead(Message):
    """Paragraphs in other languages, in which Unsaid does not search for names."""

    code = "names_not_read"

    paragraphs: int
    """Of the whole text."""
    languages: tuple[LanguageShare, ...]

    @property
    def unread(self) -> int:
        """How many paragraphs were not searched."""
        return sum(each.paragraphs for each in self.languages)


@dataclass(frozen=True, slots=True)
class RecogniserNotFinished(Message):
    """A custom recogniser took too long, so that it did not search all of the text."""

    code = "recogniser_not_finished"

    recogniser: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RecogniserMatchedNothing(Message):
    """A custom recogniser has matched places that contain only spaces or dashes; they are not redacted."""

    code = "recogniser_matched_nothing"

    recogniser: str


# Of the request.

EntryList = Literal["always", "never", "allow_list", "deny_list"]
Owner = Literal["client_dictionary", "everyone_dictionary", "client_list", "everyone_list", "run_list", "job"]
Fault = Literal[
    "empty",
    "too_long",
    "control_character",
    "half_character",
    "no_character",
    "picture_sign",
    "not_searchable",
]
"""What is wrong with something that people have entered."""


@dataclass(frozen=True, slots=True)
class TermsNotFound(Message):
    """Terms to redact, and names of the client, that do not occur in the document."""

    code = "terms_not_found"

    terms: tuple[str, ...]
    more: int
    """How many others are not listed."""


@dataclass(frozen=True, slots=True)
class EntryNotUsable(Message):
    """An entry of a stored list cannot be searched for.

    `number` is the position of the entry. `used` tells whether Unsaid searched for the rest of it.
    """

    code = "entry_not_usable"

    number: int
    list_name: EntryList
    owner: Owner
    fault: Fault
    used: bool


@dataclass(frozen=True, slots=True)
class FewerClientsThanK(Message):
    """The request names no k, and the model has fewer clients than the default k."""

    code = "fewer_clients_than_k"

    clients: int
    k: int
    usual: int


# Of how terms were selected.


@dataclass(frozen=True, slots=True)
class NoAttackers(Message):
    """The model version has no attackers, so the client was hidden from the model only."""

    code = "no_attackers"


@dataclass(frozen=True, slots=True)
class TooFewIndustries(Message):
    """The model knows fewer than two industries, so none was kept recognisable."""

    code = "too_few_industries"

    objective: str


@dataclass(frozen=True, slots=True)
class IndustryNotKnown(Message):
    """The industry of the client is unknown, so none was kept recognisable."""

    code = "industry_not_known"

    client: str
    objective: str


@dataclass(frozen=True, slots=True)
class IndustryOfFewClients(Message):
    """The industry has fewer clients than are `needed` to keep it recognisable at this k.

    `highest` is the highest level that can keep it. `kept` tells whether the industry was kept recognisable all the
    same; then k does not hold among its `clients`.
    """

    code = "industry_of_few_clients"

    industry: str
    clients: int
    needed: int
    highest: int
    kept: bool


@dataclass(frozen=True, slots=True)
class IndustryOfFewVisibleClients(Message):
    """The caller may see fewer clients of the industry than are `needed` to keep it recognisable at this k.

    `kept` tells whether the industry was kept recognisable all the same.
    """

    code = "industry_of_few_visible_clients"

    industry: str
    needed: int
    kept: bool


@dataclass(frozen=True, slots=True)
class OfLevels(Message):
    """The base of messages that are true of some levels; never used itself."""

    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FloorNotReached(OfLevels):
    """No selection of words reaches k and keeps the industry recognisable; `uniform` was used instead."""

    code = "floor_not_reached"


@dataclass(frozen=True, slots=True)
class IndustryNotKept(OfLevels):
    """The industry was not kept, because words were selected one by one."""

    code = "industry_not_kept"


@dataclass(frozen=True, slots=True)
class ChosenOneByOne(OfLevels):
    """Words were selected one by one; `reason` says why."""

    code = "chosen_one_by_one"

    reason: Literal["no_solution", "no_solver", "no_whole_words"]


@dataclass(frozen=True, slots=True)
class AttackersNotBlocked(OfLevels):
    """No selection of words hides the client from these attackers; `others_hold`: from all others it does."""

    code = "attackers_not_blocked"

    attackers: tuple[str, ...]
    others_hold: bool


@dataclass(frozen=True, slots=True)
class AssuranceNotKnown(Message):
    """Unsaid did not measure how often k holds against held-out attackers with this objective."""

    code = "assurance_not_known"


@dataclass(frozen=True, slots=True)
class AssuranceNotMeasured(Message):
    """Too few clients have three documents to measure how often k holds; the largest margin was used."""

    code = "assurance_not_measured"


@dataclass(frozen=True, slots=True)
class AssuranceOfOtherObjectives(Message):
    """Unsaid measured with other objectives how often k holds against held-out attackers."""

    code = "assurance_of_other_objectives"

    objective: str


@dataclass(frozen=True, slots=True)
class AssuranceNotReached(Message):
    """No margin makes k hold against held-out attackers as often as requested.

    `asked` and `held` are shares (0…1) of the held-out documents. `complete`: every margin was measured.
    """

    code = "assurance_not_reached"

    asked: float
    held: float
    documents: int
    complete: bool


# Of the redacted document.


@dataclass(frozen=True, slots=True)
class NoKnownWord(Message):
    """The document contains no word that the model knows, so every client is equally likely."""

    code = "no_known_word"


@dataclass(frozen=True, slots=True)
class KNotReached(Message):
    """k was not reached; `reached` is null for a caller who may not learn the rank."""

    code = "k_not_reached"

    k: int
    reached: int | None


@dataclass(frozen=True, slots=True)
class KNotReachedWithoutWords(Message):
    """k was not reached, because the document contains no word that the model knows."""

    code = "k_not_reached_without_words"

    k: int


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """The kind of possible personal data, its paragraph or line, and how often it occurs there.

    `part` is empty in a text file. `how` is `found_in` in plain words.
    """

    entity: str
    part: str
    how: str
    found_in: FoundIn
    count: int = 1


@dataclass(frozen=True, slots=True)
class FoundInResult(Message):
    """A second check of the redacted copy found more personal data: the first places, and how many others."""

    code = "found_in_result"

    places: tuple[FoundPlace, ...]
    more: int


@dataclass(frozen=True, slots=True)
class RedactedUndecided(Message):
    """Redacted places that nobody had decided on: only the redacted text shows that they are personal data."""

    code = "redacted_undecided"

    places: int


@dataclass(frozen=True, slots=True)
class AmountsComputable(Message):
    """Redacted amounts that a reader can compute from the amounts beside them in a table."""

    code = "amounts_computable"

    amounts: int


# Of a review.


@dataclass(frozen=True, slots=True)
class AcceptedTermsNotSuggested(Message):
    """Accepted terms of the review that Unsaid does not suggest for the current text."""

    code = "accepted_terms_not_suggested"

    terms: int


@dataclass(frozen=True, slots=True)
class PlacesKept(Message):
    """Places of redacted terms that someone decided not to redact."""

    code = "places_kept"

    places: int


@dataclass(frozen=True, slots=True)
class ReviewModelGone(Message):
    """The model version that the review uses no longer exists."""

    code = "review_model_gone"

    version: str


@dataclass(frozen=True, slots=True)
class ReviewModelNotInUse(Message):
    """The review uses a model version that is no longer in use."""

    code = "review_model_not_in_use"

    version: str


# Of a report that is verified, and of an attack.


@dataclass(frozen=True, slots=True)
class NoWordKnownToAttackers(Message):
    """The document contains no word that the attackers know, so they cannot distinguish clients."""

    code = "no_word_known_to_attackers"


@dataclass(frozen=True, slots=True)
class OutcomeNotComputed(Message):
    """The outcome of a saved file was not computed, and why."""

    code = "outcome_not_computed"

    reason: Literal["older_report", "models_missing", "recognisers_missing"]


@dataclass(frozen=True, slots=True)
class OutcomeRefused(Message):
    """The outcome of a saved file was not computed: the code and text of the error, which quotes no document."""

    code = "outcome_refused"

    error: str
    detail: str
