"""The personal data of one document: by patterns, by custom recognisers, and by the pipeline for names."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import starmap
from typing import TYPE_CHECKING

from backend.detection.custom.recognisers import CustomRecogniser, CustomSearch
from backend.detection.finding import Finding
from backend.detection.held_names import known_names
from backend.detection.patterns.template import Recogniser
from backend.detection.pii import (
    FOUND_AS_NAMES,
    HANDLE,
    RECOGNISERS,
    KnownValue,
    find_personal_data,
    find_personal_data_outside,
    full_names,
    unchecked_warnings,
)
from backend.detection.short_names import (
    ShortNames,
    short_names,
    short_names_in_file_names,
    without_others,
)
from backend.document.model import NOTHING_OUTSIDE, Document, TextOutsideStories
from backend.document.phrases import Phrase
from backend.errors import PipelineUnusable
from backend.messages.message import Message
from backend.messages.reasons import MatchesPattern, MuchNotEnglish, SearchNotFinished
from backend.messages.warnings import LanguageShare, NamesNotRead
from backend.verification.places import WHOLE_FILE, PartStatus

if TYPE_CHECKING:
    from backend.detection.names.pipeline import NamePipeline, NamesFound


@dataclass(frozen=True, slots=True)
class PersonalDataSearch:
    """Which kinds of personal data to search for, and with what besides the patterns.

    `pipeline` is the folder or the package of a spaCy pipeline, None where names are not looked for.
    """

    entities: Collection[str]
    recognisers: tuple[CustomRecogniser, ...] = ()
    pipeline: str | None = None

    @property
    def reads_names(self) -> bool:
        """Whether the pipeline is needed for any of the kinds."""
        return self.pipeline is not None and not FOUND_AS_NAMES.isdisjoint(self.entities)


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Findings in the text, kinds and values outside it, and what was not searched.

    `amounts` are those beside redacted amounts of their column, whatever else finds them, where a policy asks for
    that. `unexamined` are the parts of the file of which so much was not searched that nobody may call them clean,
    each with the reason.
    """

    findings: tuple[Finding, ...] = ()
    outside: tuple[tuple[str, str], ...] = ()
    warnings: tuple[Message, ...] = ()
    unexamined: Mapping[str, Message] = field(default_factory=dict)
    amounts: tuple[Finding, ...] = ()
    short: ShortNames = field(default_factory=dict)
    """The parts of names that must be gone where the name is; see `detection.short_names`."""


def with_unexamined(parts: Iterable[PartStatus], unexamined: Mapping[str, Message]) -> tuple[PartStatus, ...]:
    """Mark parts of a verification that were not searched for personal data."""
    why = {part or WHOLE_FILE: reason for part, reason in unexamined.items()}
    return tuple(
        replace(each, examined=False, reason=why[each.name]) if each.examined and each.name in why else each
        for each in parts
    )


def personal_data(
    document: Document,
    search: PersonalDataSearch,
    outside: TextOutsideStories = NOTHING_OUTSIDE,
    known: Sequence[KnownValue] = (),
    before: Document | None = None,
) -> PersonalData:
    """Find personal data in a document and outside its stories; `known` are found in any case.

    If `document` is what a redaction made of another, or a part of it, the one `before` tells the languages.
    A pipeline is loaded only where it can tell one of the kinds. Raises PipelineUnusable.
    """
    if not search.entities:
        return PersonalData()
    others = [each.entity for each in search.recognisers]
    warnings = unchecked_warnings(search.entities, others, names=search.pipeline is not None)
    custom = CustomSearch(tuple(each for each in search.recognisers if each.entity in search.entities))
    recognisers: tuple[Recogniser, ...] = (*RECOGNISERS, custom)
    beyond = find_personal_data_outside(outside.texts, search.entities, recognisers)
    firm, alone = known_names(outside.held, search.entities, _ordinary_in(document, search))
    known = (*known, *firm, *alone, *_accounts(beyond))
    beyond += tuple((each.entity, each.phrase.text) for each in firm)
    unexamined: dict[str, Message] = {}
    short: ShortNames = {}
    if not search.reads_names:
        findings = find_personal_data(document, search.entities, recognisers, known=known)
    else:
        named = _names(document, search, outside, before)
        of_stories, of_outside = named.matches[:-1], named.matches[-1]
        full = full_names(outside.said, of_outside, search.entities)
        findings = find_personal_data(
            document, search.entities, recognisers, of_stories, (*known, *full), _pipeline(search).may_be_ordinary
        )
        beyond += tuple((each.entity, each.phrase.text) for each in full)
        parts = short_names(findings, _pipeline(search).is_common_or_place)
        findings += short_names_in_file_names(parts, document, findings)
        short = without_others(parts, document, findings)
        warnings += _unread(named)
        unexamined = _mostly_unread(document, named)
    if custom.unfinished:
        unexamined = {story.part: SearchNotFinished() for story in document.stories}
    return PersonalData(findings, beyond, warnings + custom.warnings(), unexamined, short=short)


_LESS_THAN_A_NAME = 0.5
"""How certain an account is in the text, where it mostly is the name of a person."""


def _accounts(beyond: Iterable[tuple[str, str]]) -> Iterator[KnownValue]:
    """Return the accounts in paths outside the text; "sarah.mbeki" is Sarah Mbeki."""
    for entity, value in beyond:
        if entity == HANDLE:
            yield KnownValue(entity, Phrase(value), _LESS_THAN_A_NAME, MatchesPattern("account_folder"))


def _ordinary_in(document: Document, search: PersonalDataSearch) -> Callable[[str], bool]:
    """Tell which words are no names alone: common ones, and those that the text has in small letters."""
    common = _pipeline(search).is_common if search.reads_names else _never
    in_small_letters: set[str] = set()
    for _, block in document.blocks():
        for words in (_WORD.findall(block.text), _PART.findall(block.text)):
            in_small_letters.update(filter(str.islower, words))
    return lambda word: common(word) or word.lower() in in_small_letters


_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")
"""A word, and a part of one with a hyphen or an apostrophe."""


def _never(word: str) -> bool:
    del word
    return False


_MUCH = 0.1
"""Of a story with so much text in other languages nobody may say that it is clean of names."""


def _mostly_unread(document: Document, named: "NamesFound") -> dict[str, Message]:
    shares = zip(document.stories, named.shares, strict=False)  # those outside come last and are no story
    return {story.part: MuchNotEnglish() for story, share in shares if share >= _MUCH}


def refuse_unusable(search: PersonalDataSearch) -> None:
    """Load the pipeline if it is needed, so that a failure that concerns every file is raised at once.

    Raises PipelineUnusable.
    """
    if search.reads_names:
        _pipeline(search)


def _names(
    document: Document, search: PersonalDataSearch, outside: TextOutsideStories, before: Document | None
) -> "NamesFound":
    """The names in each story, and last those outside; all are read as one document, to use all context."""
    stories = [[block.text for block in story.blocks] for story in document.stories]
    if before is None:
        return _pipeline(search).find([*stories, outside.said])
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in before.blocks()}
    were = [
        [texts.get((story.part, story.kind, block.ordinal), block.text) for block in story.blocks]
        for story in document.stories
    ]
    return _pipeline(search).find([*stories, outside.said], texts.values(), [*were, outside.said])


def _pipeline(search: PersonalDataSearch) -> "NamePipeline":
    """The pipeline, loaded when the first document needs it."""
    try:
        from backend.detection.names.pipeline import load
    except ImportError as error:
        raise PipelineUnusable(
            f"To find names, Unsaid needs the library {error.name}, which is not installed. Install it, or set "
            "UNSAID_NER=none."
        ) from error
    return load(str(search.pipeline))


def _unread(named: "NamesFound") -> tuple[NamesNotRead, ...]:
    """The warning about paragraphs in other languages."""
    if not named.unread:
        return ()
    return (NamesNotRead(named.paragraphs, tuple(starmap(LanguageShare, named.unread.items()))),)
