"""Compute the outcome: whether a redacted file meets the request and the policy. This is the only place.

Everything is searched for in the file as it was written. What people and lists decided to keep never excuses what
the policy wants redacted; for everything else it is an exception, which the outcome lists.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from backend.blocking.objectives import Objective
from backend.detection.finding import Finding
from backend.detection.pii import NAMES
from backend.document.articles import without_article
from backend.document.cleaning import AS_IT_STANDS, Cleaning, Comments, Images, Revisions
from backend.document.model import NOTHING_OUTSIDE, Block, Document, Story, StoryKind, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.placeholders import CLIENT, ENTITIES, REDACTED
from backend.document.plain_text import MARKDOWN
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import SpanCover
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.clean.comments import COMMENT
from backend.ooxml.in_sight import texts_as_shown
from backend.ooxml.opc.package import Package, open_package
from backend.redaction.review_policy import EVERY_KIND, ReviewPolicy
from backend.reporting.outcome import Approver, Outcome, Shortfall, kind_of
from backend.services.analysis.analyse import names_of_client, personal_in
from backend.services.files.reading import WORD_SUFFIX
from backend.services.redaction.counted_places import (
    findings_once,
    places_beside,
)
from backend.services.redaction.covered_kinds import required_within
from backend.services.redaction.left_terms import found_places, hidden_places, string_of
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.services.terms.amount_columns import covers_of, is_overlapped
from backend.services.terms.subject import Subject
from backend.services.terms.text_views import ReadableFile
from backend.verification.encodings import markdown_as_shown
from backend.verification.places import number_of_places
from backend.verification.residue import Verification, verify

BlockKey = tuple[str, StoryKind, int]

NOTHING_SEARCHED = RedactedStrings(())


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements for a result: the request, the term lists, and the policy of the document."""

    request: EffectiveRequest

    @classmethod
    def of(cls, request: EffectiveRequest) -> "Requirements":
        """The requirements of a request, before any decision, with all kinds that its policy requires."""
        own_kinds = frozenset(each.entity for each in request.recognisers)
        return cls(replace(request, entities=request.entities | request.policy.kinds_of(own_kinds)))

    @property
    def subject(self) -> Subject | None:
        """The client."""
        return self.request.subject

    @property
    def policy(self) -> ReviewPolicy:
        """The policy that applies."""
        return self.request.policy

    @property
    def asked(self) -> Terms:
        """The terms of the request."""
        return self.request.asked

    @property
    def listed(self) -> Terms:
        """The terms of the lists, independent of the request."""
        return self.request.listed

    @property
    def hides_a_client(self) -> bool:
        """Whether a client has to be hidden."""
        return self.subject is not None and self.k > 1

    @property
    def k(self) -> int:
        """The k that has to hold: at least the k of the policy, even without a client."""
        return max(1 if self.subject is None else self.subject.k, self.policy.least_k)

    def asks_for(self, entity: str) -> bool:
        """Whether the policy requires a kind of personal data to be redacted; every kind includes custom ones."""
        return EVERY_KIND in self.policy.personal or entity in self.policy.kinds

    @property
    def required_kinds(self) -> frozenset[str]:
        """The kinds of personal data that the policy requires to be redacted."""
        return frozenset(filter(self.asks_for, self.request.entities))

    @property
    def kinds_nobody_finds(self) -> frozenset[str]:
        """The kinds that the policy names and nothing finds here: their list is gone, or another client's."""
        return self.policy.personal - {EVERY_KIND, *ENTITIES, *(each.entity for each in self.request.recognisers)}

    @property
    def names(self) -> tuple[Phrase, ...]:
        """The client's names, which must not be anywhere in the file."""
        if self.subject is None or not self.hides_a_client:
            return ()
        return names_of_client(self.subject.model, self.subject.client)


@dataclass(frozen=True, slots=True)
class RedactionResult:
    """A redacted file, read again.

    `personal` are the personal data that stand in it, whoever decided to leave them; `outside` the kinds and values
    of those outside its text, `beside` all of that. `amounts` are those of columns in which others are redacted,
    where the policy asks for that. `searched` are the strings that the `verification` has looked
    for in every part. `cleaned` is what was to be taken out of the file besides. `left` are the spellings
    that somebody has decided to leave, `edited` counts the places where they wrote something of their own instead
    of a placeholder, and `lost` the terms that were accepted and not found. `unapproved` are decisions of people,
    or terms of theirs that stay, without an approval.
    """

    name: str
    content: bytes
    document: Document
    verification: Verification
    personal: Sequence[Finding] = ()
    amounts: Sequence[Finding] = ()
    outside: Sequence[tuple[str, str]] = ()
    beside: TextOutsideStories = NOTHING_OUTSIDE
    searched: RedactedStrings = NOTHING_SEARCHED
    k_reached: int | None = None
    objective: Objective | None = None
    cleaned: Cleaning = AS_IT_STANDS
    left: Sequence[Phrase] = ()
    edited: int = 0
    lost: int = 0
    unapproved: bool = False
    package: Package | None = None
    """The parts of a Word file, where somebody has opened it."""

    def opened(self) -> Package:
        """The parts of a Word file."""
        return self.package or open_package(self.content)


def outcome_of(standard: Requirements, result: RedactionResult) -> Outcome:
    """Compute the outcome: exceptions and shortfalls of the result."""
    shown = _as_shown(standard, result)
    excuses = _Excuses.of(standard, result, shown)
    rows = (
        *checked(result.verification, pictures_may_stay=standard.policy.clean.images is Images.KEEP),
        *_hidden(standard, result),
        *_names(standard, result, excuses, shown),
        *_always(standard, result, excuses, shown),
        *_personal(standard, result, excuses),
        *_joined(standard, result, excuses, shown),
        *_cleaned(result),
        *_written(standard, result),
        *([Shortfall("decisions", result.lost)] if result.lost else []),
    )
    return Outcome(
        tuple(row for row in rows if row.role is not None), tuple(row for row in rows if row.role is None)
    )


@dataclass(frozen=True, slots=True)
class _Excuses:
    """Accepted exceptions: what people or lists keep, unless the policy requires it to be redacted.

    `kept` has the keys of the phrases that are, or are part of, one that may stay: a verification may have spared
    them. Of these, `strings` has, by who decided so, the keys of the phrases that stand nowhere else in the result.
    """

    user: PhraseIndex
    lists: PhraseIndex
    kept: AbstractSet[str]
    strings: Mapping[Approver, AbstractSet[str]]
    _covers: dict[BlockKey, tuple[SpanCover, SpanCover]] = field(default_factory=dict)

    @classmethod
    def of(cls, standard: Requirements, result: RedactionResult, shown: Document) -> "_Excuses":
        user = PhraseIndex.of((*standard.asked.never, *result.left))
        lists = PhraseIndex.of(standard.listed.never)
        values = (Phrase(value) for _, value in result.outside)
        wanted = PhraseIndex.of((*standard.names, *standard.asked.always, *standard.listed.always, *values))
        kept: set[str] = set()
        strings: dict[Approver, AbstractSet[str]] = {}
        for role, stays in ((Approver.USER, user), (Approver.ADMIN, lists)):
            found = {at for phrase in stays.phrases for at, _ in wanted.find(phrase.text)}
            within = {wanted.phrases[at].key: wanted.phrases[at] for at in sorted(found)}
            strings[role] = within.keys() - _standing_alone(tuple(within.values()), stays.phrases, result, shown)
            kept.update(within)
        return cls(user, lists, kept, strings)

    def role_for(self, value: str) -> Approver | None:
        """Who decided to keep this value wherever it stands; None if nobody did."""
        key = Phrase(value).key
        return next((role for role, keys in self.strings.items() if key in keys), None)

    def whose(self, finding: Finding, text: str) -> Approver | None:
        """Who decided to keep this text in that block; None if nobody did."""
        at = finding.place.part, finding.place.kind, finding.place.block
        if at not in self._covers:
            self._covers[at] = self._cover(self.user, text), self._cover(self.lists, text)
        user, lists = self._covers[at]
        span = without_article(text, finding.place.span)
        if span in user:
            return Approver.USER
        return Approver.ADMIN if span in lists else None

    def _cover(self, phrases: PhraseIndex, text: str) -> SpanCover:
        return SpanCover(span for _, span in phrases.find(text))


def _standing_alone(
    phrases: Sequence[Phrase], stays: Sequence[Phrase], result: RedactionResult, shown: Document
) -> AbstractSet[str]:
    """The keys of the phrases that stand somewhere in the result outside of all that may stay."""
    if not phrases:
        return set()
    strings = RedactedStrings(tuple(string_of(each, REDACTED) for each in phrases), tuple(stays))
    texts = (*_texts_of(result.document), *result.beside.texts, *_texts_of(shown))
    alone = {position for text in texts for position, _ in strings.find(text)}
    places = verify(result.content, result.document, strings, result.name).places
    return {phrases[at].key for at in (*alone, *(each.index for each in places)) if at is not None}


def checked(found: Verification, *, pictures_may_stay: bool = True) -> Iterator[Shortfall]:
    """The shortfalls of a verification; the policy says whether checked pictures may be kept."""
    if found.places:
        yield Shortfall("left", number_of_places(found.places))
    unread = sum(not (part.examined or part.accepted) for part in found.parts)
    if unread:
        yield Shortfall("not_examined", unread)
    accepted = sum(part.accepted and not part.examined for part in found.parts)
    if accepted:
        yield Shortfall("images", accepted, Approver.USER if pictures_may_stay else None)


def _hidden(standard: Requirements, result: RedactionResult) -> Iterator[Shortfall]:
    """Whether k holds; it never does if no client is named."""
    if standard.k > 1 and (result.k_reached is None or result.k_reached < standard.k):
        yield Shortfall("k", 1)


def _as_shown(standard: Requirements, result: RedactionResult) -> Document:
    """The texts of a file that only its reader sees joined, as a document of its own."""
    texts: Iterable[str] = ()
    if _is_word(result.name):
        texts = texts_as_shown(result.opened())
    elif result.name.lower().endswith(MARKDOWN):
        texts = (shown for text in _texts_of(result.document) for shown in markdown_as_shown(text))
    blocks = tuple(Block(ordinal, text) for ordinal, text in enumerate(texts))
    document = Document((Story("", StoryKind.BODY, blocks),))
    return ReadableFile.of(document, NOTHING_OUTSIDE, standard.request.own_kinds).document


def _names(
    standard: Requirements, result: RedactionResult, excuses: _Excuses, shown: Document
) -> Iterator[Shortfall]:
    """The client's names that are left; only an approval can accept them, so all places count."""
    count = _count(result, standard.names, CLIENT, excuses, shown)
    count += _letter_by_letter(result, standard.names, shown)
    if count:
        yield Shortfall("client_name", count)


_LETTERS = re.compile(r"(?<![^\W_])[^\W\d_](?:[\W_]{1,3}[^\W\d_](?![^\W_])){3,}")
"""Letters with signs or spaces between them, as titles are spaced: "A L D E R"."""


def _letter_by_letter(result: RedactionResult, names: Sequence[Phrase], shown: Document) -> int:
    """The number of places in which a name of four letters or more is spelled letter by letter."""
    wanted = {word for word in (_letters_of(name.text) for name in names) if len(word) >= _LETTERS_AT_LEAST}
    texts = (*_texts_of(result.document), *result.beside.texts) if wanted else ()
    if wanted and not _spelled(wanted, texts):
        texts = _texts_of(shown)
    return _spelled(wanted, texts)


def _texts_of(document: Document) -> tuple[str, ...]:
    return tuple(block.text for _, block in document.blocks())


def _spelled(wanted: AbstractSet[str], texts: Sequence[str]) -> int:
    spelled = (_letters_of(match.group()) for text in texts for match in _LETTERS.finditer(text))
    return sum(any(word in run for word in wanted) for run in spelled)


_LETTERS_AT_LEAST = 4


def _letters_of(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalpha())


def _always(
    standard: Requirements, result: RedactionResult, excuses: _Excuses, shown: Document
) -> Iterator[Shortfall]:
    """Always-terms that are left. A person may except their own, and a list those of another list.

    A place counts once, whatever number of terms stand in it; it is excepted only if all of them are.
    """
    listed = standard.listed.always
    keys = {phrase.key for phrase in listed}  # a request that repeats a term of a list takes it from no list
    own = [phrase for phrase in standard.asked.always if phrase.key not in keys]
    phrases = (*own, *listed)
    who_may = [Approver.USER] * len(own) + [Approver.ADMIN] * len(listed)
    roles = [
        role if each.key in excuses.strings[role] else None for each, role in zip(phrases, who_may, strict=True)
    ]
    excepted = {position for position, role in enumerate(roles) if role is not None}
    places = found_places(result, phrases, shown, excepted)
    found: set[int] = set().union(*places)
    # What nobody excepts comes first: a place that several terms share counts for the first of them.
    known = sorted(found - excepted)
    order = sorted(range(len(phrases)), key=lambda position: position in excepted)
    more = [position for position in _unsearched(result, phrases, excuses, order) if position not in found]
    places += hidden_places(result, phrases, REDACTED, (*known, *more), len(known))
    for place, count in places.items():
        here = {roles[position] for position in place}
        role = None if None in here else Approver.ADMIN if Approver.ADMIN in here else Approver.USER
        yield Shortfall("always_term", count, role)


def _count(
    result: RedactionResult, phrases: Sequence[Phrase], entity: str, excuses: _Excuses, shown: Document
) -> int:
    """The number of places with any of these phrases: in text, or else as shown, or in hidden content."""
    if count := found_places(result, phrases, shown).total():
        return count
    return hidden_places(
        result, phrases, entity, _unsearched(result, phrases, excuses, range(len(phrases)))
    ).total()


def _unsearched(
    result: RedactionResult, phrases: Sequence[Phrase], excuses: _Excuses, order: Iterable[int]
) -> list[int]:
    """The positions of the phrases that the verification has not looked for everywhere, or that were excused."""
    searched = _searched(result)
    return [each for each in order if phrases[each].key in excuses.kept or phrases[each].key not in searched]


def _searched(result: RedactionResult) -> AbstractSet[str]:
    return {each.phrase.key for each in result.searched.strings if not each.is_word}


def _personal(standard: Requirements, result: RedactionResult, excuses: _Excuses) -> Iterator[Shortfall]:
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in result.document.blocks()}
    together = covers_of(each.place for each in result.amounts)
    for each in result.amounts:
        # Whatever else finds such an amount, and whoever decided to keep it, nobody can accept it.
        yield Shortfall(kind_of(each.entity), 1)
    kept: list[Finding] = []
    for each in findings_once(result.document, result.personal):
        if not is_overlapped(each.place, together):
            key = each.place.part, each.place.kind, each.place.block
            role = None if standard.asks_for(each.entity) else excuses.whose(each, texts[key])
            kept += [] if role is None else [each]
            yield Shortfall(kind_of(each.entity), 1, role)
    for each in required_within(result.document, standard.request, standard.required_kinds, kept):
        yield Shortfall(kind_of(each.entity), 1)
    values = (
        ((kind_of(entity), None if standard.asks_for(entity) else excuses.role_for(value)), value)
        for entity, value in result.outside
    )
    for (kind, role), count in places_beside(result.beside, values):
        yield Shortfall(kind, count, role)
    if standard.request.pipeline is None and (unread := NAMES & standard.request.entities):
        # Whoever runs Unsaid has switched the search for names off.
        role = None if unread & standard.policy.kinds else Approver.ADMIN
        yield Shortfall("names_not_checked", 1, role)
    if unfound := standard.kinds_nobody_finds:
        yield Shortfall("kinds_not_checked", len(unfound))


_EMPHASIS = frozenset("*~`")


def _joined(
    standard: Requirements, result: RedactionResult, excuses: _Excuses, shown: Document
) -> Iterator[Shortfall]:
    """Personal data that only a reader sees joined; what stands in the text besides was judged there."""
    texts = _texts_of(shown)
    if not texts:
        return
    found = personal_in(shown, standard.request).findings
    values = {each: Phrase(texts[each.place.block][each.place.span.start : each.place.span.end]) for each in found}
    known = PhraseIndex.of({value.text: value for value in values.values()}.values())
    # A phrase is found across emphasis, but no recogniser has read it there.
    read = {
        known.phrases[each].key
        for text in _texts_of(result.document)
        for each, span in known.find(text)
        if _EMPHASIS.isdisjoint(set(span.of(text)) - set(known.phrases[each].text))
    }
    kept: list[Finding] = []
    for each, value in values.items():
        if value.key not in read:
            role = None if standard.asks_for(each.entity) else excuses.whose(each, texts[each.place.block])
            kept += [] if role is None else [each]
            yield Shortfall(kind_of(each.entity), 1, role)
    for each in required_within(shown, standard.request, standard.required_kinds, kept):
        yield Shortfall(kind_of(each.entity), 1)


_DEMANDS = {
    "revisions": Cleaning(revisions=Revisions.ACCEPT),
    "hidden_text": Cleaning(remove_hidden_text=True),
    "traces": Cleaning(remove_traces=True),
    "images": Cleaning(images=Images.REMOVE),
}


def _cleaned(result: RedactionResult) -> Iterator[Shortfall]:
    """What the clean copy should have removed and is still there, found by cleaning the file again."""
    wanted = result.cleaned
    if wanted in (AS_IT_STANDS, replace(AS_IT_STANDS, images=Images.KEEP)) or not _is_word(result.name):
        return
    demands = [(kind, alone) for kind, alone in _DEMANDS.items() if wanted.followed_by(alone) == wanted]
    if wanted.comments is not Comments.KEEP:
        demands.append(("comments", Cleaning(comments=wanted.comments)))
    package = result.opened()
    for kind, alone in demands:
        rows = clean(package, alone)[1]
        count = sum(row.count for row in rows if row.kind == COMMENT) or sum(row.count for row in rows)
        if count:
            yield Shortfall(kind, count)


def _is_word(name: str) -> bool:
    return name.lower().endswith(WORD_SUFFIX)


def _written(standard: Requirements, result: RedactionResult) -> Iterator[Shortfall]:
    policy = standard.policy
    if standard.hides_a_client and policy.objective not in (None, result.objective):
        yield Shortfall("objective", 1)
    if policy.placeholder is not None and result.edited:
        yield Shortfall("placeholder", result.edited)
    if policy.blind_share and result.unapproved:
        yield Shortfall("blind_review", 1)
