"""Analyse one document: what identifies the client at every level up to k, and personal data."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from backend.blocking.confusability import Guess, guess_client
from backend.blocking.hiding_program import WordsAndForms
from backend.detection.client.client_terms import find_names, find_phrases, find_words, names_of
from backend.detection.client.phrase_grouping import merge_phrases
from backend.detection.finding import Finding, FindingKind
from backend.detection.pii import KnownValue
from backend.detection.spans.overlap_resolution import resolve_overlaps
from backend.document.forms import forms
from backend.document.model import NOTHING_OUTSIDE, Document, Replacement, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, without_equals
from backend.document.placeholders import CLIENT, REDACTED
from backend.document.spans import SpanCover
from backend.document.tokens import terms
from backend.learning.clients import Client
from backend.learning.counts import BEGINNING, beginning_of
from backend.learning.model import ClientModel
from backend.messages.message import Message
from backend.messages.reasons import AskedFor, NameOfOrganisation, NameOfOtherClient, OnRedactionList, TableNotRead
from backend.panel.answer import PanelAnswer
from backend.redaction.plan import SoughtString, plan_redaction
from backend.redaction.separated_letters import add_separated_places
from backend.review.decisions import accept_for_level
from backend.review.suggestions import Suggestion, group_findings, with_short_names
from backend.services.files.reading import OpenFile
from backend.services.privacy.document_figures import UNMEASURED, AnalysedPrivacy
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.amount_columns import (
    amounts_beside,
    amounts_beside_placeholders,
    covers_of,
    is_overlapped,
    unread_tables,
)
from backend.services.terms.client_terms import ClientCase, NearMiss
from backend.services.terms.industry import industry_shown, industry_shown_in_views, rank_that_counts
from backend.services.terms.personal_data import PersonalData, personal_data
from backend.services.terms.residual_text import ResidualText
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import Choice, ChosenLevel, TermSelector
from backend.services.terms.terms_not_found import terms_not_found
from backend.services.terms.text_views import ReadableFile, TextView, extend_to_all_views, views_of, views_of_copy

ORGANIZATION = "ORGANIZATION"

GUESSES = 5
"""How many clients a guess names."""


@dataclass(frozen=True, slots=True)
class AnalysedLevel:
    """What redacting at level k achieves: k_reached, the guesses, and the share of words that are kept.

    Somebody to whom clients are hidden learns whether k is held, and not the rank: `k_reached` is None. `among` are
    the clients of the industry that the text shows; None: it shows none. `panel` is the answer of held-out
    attackers, if they were asked.
    """

    k: int
    k_reached: int | None
    k_held: bool
    guess: tuple[Guess, ...]
    kept_share: float
    among: tuple[int, ...] | None = None
    panel: PanelAnswer | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that was found, as suggestions in document order; `levels` ascend, and the last one is k.

    `sought` are the names, the always-terms and the personal data outside the text that must not stand anywhere in
    the file, found in its text or not. `unexamined` are parts of which much was not searched for personal data,
    with the reason. `personal` are all personal data in the text, those inside terms that stay included.
    """

    suggestions: tuple[Suggestion, ...] = ()
    levels: tuple[AnalysedLevel, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    sought: tuple[SoughtString, ...] = ()
    warnings: tuple[Message, ...] = ()
    choice: Choice | None = None
    unexamined: Mapping[str, Message] = field(default_factory=dict)
    personal: tuple[Finding, ...] = ()
    panel: PanelAnswer | None = None
    """What held-out attackers say of the document as it is, if they were asked."""
    privacy: AnalysedPrivacy = UNMEASURED
    """What the document, its levels and its suggestions give away, where it was measured."""


def analyse(
    document: Document,
    request: EffectiveRequest,
    *,
    near_misses: bool = False,
    outside: TextOutsideStories = NOTHING_OUTSIDE,
    copy: OpenFile | None = None,
) -> Analysis:
    """Find client terms and personal data, also `outside` the stories; `copy` is the clean copy, if any.

    Without a subject, client terms are left alone. Nested, each level keeps the terms of the level below it;
    otherwise only the terms that level k itself needs are suggested. With `near_misses` words that stay and deserve
    a look are listed. Placeholders of unknown kinds are read as words.
    """
    readable = ReadableFile.of(document, outside, request.own_kinds)
    document, outside = readable.document, readable.outside
    subject, nested = request.subject, request.nested
    personal = personal_in(document, request, outside)
    names = _names(request)
    sought = tuple(
        [SoughtString(name, CLIENT) for name in names]
        + [SoughtString(term, REDACTED) for term in request.always]
        + _sought_outside(personal, request),
    )
    fixed = _fixed(document, names, (*personal.findings, *request.found_again), request)
    fixed = _with_amounts_beside(document, fixed, request)
    absent = terms_not_found(document, outside, request.asked.always, names, (each.text for each in fixed))
    warnings = document.warnings + request.warnings + personal.warnings + absent
    if subject is None or subject.k == 1:
        return Analysis(
            with_short_names(group_findings(fixed), personal.short),
            sought=sought,
            warnings=warnings,
            unexamined=personal.unexamined,
            personal=personal.findings,
        )
    model, client = subject.model, subject.client
    parted = (each.place for each in _parted(document, fixed, sought, request))
    left = ResidualText.without(document, (*(each.place for each in fixed), *parted))
    views = views_of(subject, document, left.document, outside)
    original, remaining = views[0].original, views[0].remaining
    word_counts = Counter(term for text in left.document.counted_texts() for term in terms(text))
    written = Counter(form for text in left.document.counted_texts() for form in forms(text))
    keep = frozenset(words[0] for phrase in request.never if len(words := terms(phrase.text)) == 1)
    tells_all = request.visible.sees_all
    drawn = request.drawn(ResidualText.of(document, personal.findings).document)
    beginning = beginning_in(left.document)
    chooser = TermSelector(
        subject, original, remaining, word_counts, keep, request.visible, written, drawn, beginning
    )
    choice = chooser.select(request.selection, nested=nested)
    if not tells_all:
        # They weigh the words of all clients, digit by digit.
        choice = replace(choice, gap=None, promise=None)
    of_copy: tuple[TextView, ...] = ()
    if copy is not None:
        copied = ReadableFile.of(copy.document, copy.outside, request.own_kinds)
        of_copy = views_of_copy(subject, document, left.document, copied.document, copied.outside)
    removable = frozenset(term for _, block in left.document.blocks() for term in terms(block.text))
    shown = partial(industry_shown, subject, request.selection.objective, request.visible)
    chosen = extend_to_all_views(choice.levels, (*views, *of_copy), subject, shown, keep, removable)
    most = views[0] if chosen == choice.levels else max((*views, *of_copy), key=lambda view: view.length)
    case = ClientCase(model, client, most.original, most.remaining, left, request.visible)
    wanted = case.words(chosen if nested else chosen[-1:])
    suggested = _not_never(document, left.back(find_words(left.document, wanted)), request.never)
    everything = _in_order(document, resolve_overlaps([*fixed, *merge_phrases(document, suggested)]))
    everything = _with_amounts_beside(document, everything, request)
    total = _words_of(document)
    return Analysis(
        with_short_names(group_findings(everything), personal.short),
        tuple(_level(level, subject, request, views, (word_counts, total)) for level in chosen),
        case.near_misses(chosen[-1], keep) if near_misses else (),
        sought,
        warnings + choice.warnings,
        choice,
        personal.unexamined,
        personal.findings,
    )


def personal_in(
    document: Document,
    request: EffectiveRequest,
    outside: TextOutsideStories = NOTHING_OUTSIDE,
    before: Document | None = None,
    written: Collection[str] = (),
) -> PersonalData:
    """The personal data of a document and `outside` its stories, including names of the other visible clients.

    `before` is the document before the redaction, with the same paragraphs. `written` are replacements in it that
    are no placeholders.

    Hidden clients' names are found as those of any organisation are, by the pipeline and the recognisers. Nothing
    looks for them: whatever was found by a list of them alone would tell that it stands on that list. For the same
    reason all organisations have one wording and one score for somebody to whom clients are hidden.
    """
    others = _other_clients(request)
    personal = personal_data(document, request.search, _without_client(outside, request), others, before)
    if request.policy.amounts_together:
        personal = _with_amounts_of_columns(document, personal, written)
    if request.visible.sees_all:
        return personal
    return replace(personal, findings=tuple(map(_as_any_organisation, personal.findings)))


def _with_amounts_beside(
    document: Document, findings: tuple[Finding, ...], request: EffectiveRequest
) -> tuple[Finding, ...]:
    """Add the amounts that the policy wants redacted with others of their column, except terms to keep."""
    if not request.policy.amounts_together:
        return findings
    beside = amounts_beside(document, (each.place for each in findings))
    return _in_order(document, (*findings, *_not_never(document, _apart_from(findings, beside), request.never)))


def _with_amounts_of_columns(document: Document, personal: PersonalData, written: Collection[str]) -> PersonalData:
    """Add the amounts beside amounts that are redacted already, and the parts with tables that nobody can read."""
    amounts = tuple(amounts_beside_placeholders(document, written))
    return replace(
        personal,
        findings=_in_order(document, (*personal.findings, *_apart_from(personal.findings, amounts))),
        amounts=amounts,
        unexamined={**personal.unexamined, **dict.fromkeys(unread_tables(document), TableNotRead())},
    )


def _apart_from(findings: Iterable[Finding], amounts: Iterable[Finding]) -> Iterator[Finding]:
    """The amounts that no finding overlaps."""
    covers = covers_of(each.place for each in findings)
    return (each for each in amounts if not is_overlapped(each.place, covers))


def _without_client(outside: TextOutsideStories, request: EffectiveRequest) -> TextOutsideStories:
    """Leave out names in fields that have the client's name: the level decides whether the client is hidden."""
    if request.subject is None or not outside.held:
        return outside
    own = PhraseIndex.of(names_of_client(request.subject.model, request.subject.client))
    return replace(outside, held=tuple(each for each in outside.held if not any(own.find(each.text))))


def _as_any_organisation(finding: Finding) -> Finding:
    if finding.entity != ORGANIZATION:
        return finding
    return replace(finding, score=_SCORE_OF_ORGANISATIONS, why=NameOfOrganisation())


_SCORE_OF_ORGANISATIONS = 0.9


def names_of_client(model: ClientModel, client: int) -> tuple[Phrase, ...]:
    """The names of a client to search for; a name that is an ordinary word must be capitalised."""
    known = model.clients[client]
    return names_of(known.name, known.aliases, model.ordinary[client])


def _sought_outside(personal: PersonalData, request: EffectiveRequest) -> list[SoughtString]:
    """Personal data outside the text of a file, where people do not see it."""
    stay = {phrase.key for phrase in request.never}
    found = ((Phrase(value), entity) for entity, value in personal.outside)
    return [SoughtString(phrase, entity) for phrase, entity in found if phrase.key not in stay]


def _other_clients(request: EffectiveRequest) -> tuple[KnownValue, ...]:
    """The names of the model's other visible clients; only if organisations are searched for."""
    subject = request.subject
    if subject is None or ORGANIZATION not in request.entities:
        return ()
    own = {name.key for name in names_of_client(subject.model, subject.client)}
    return tuple(
        KnownValue(ORGANIZATION, name, 1.0, NameOfOtherClient())
        for client, names in _all_names(subject.model)
        if client in request.visible
        for name in names
        if name.key not in own
    )


@lru_cache(maxsize=2)
def _all_names(model: ClientModel) -> tuple[tuple[Client, tuple[Phrase, ...]], ...]:
    return tuple((client, names_of_client(model, index)) for index, client in enumerate(model.clients))


def _names(request: EffectiveRequest) -> tuple[Phrase, ...]:
    """The client's names to redact: none at k = 1, and none that the request keeps."""
    subject = request.subject
    if subject is None or subject.k == 1:
        return ()
    stay = {phrase.key for phrase in request.never}
    return tuple(name for name in names_of_client(subject.model, subject.client) if name.key not in stay)


def _fixed(
    document: Document, names: tuple[Phrase, ...], personal: tuple[Finding, ...], request: EffectiveRequest
) -> tuple[Finding, ...]:
    """The findings that are redacted at every level: always-terms, the client's names, and personal data."""
    always = [
        each
        for terms_to_redact, why in ((request.asked.always, AskedFor()), (request.listed_always, OnRedactionList()))
        for each in find_phrases(document, terms_to_redact, FindingKind.ALWAYS, REDACTED, why)
    ]
    found = (*always, *find_names(document, names), *personal)
    return _in_order(document, resolve_overlaps(_not_never(document, found, request.never)))


def _in_order(document: Document, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in reading order, story by story, so that the first gets the first number."""
    order = {
        (story.part, story.kind, block.ordinal): position
        for position, (story, block) in enumerate(document.blocks())
    }
    return tuple(
        sorted(
            findings,
            key=lambda each: (order[each.place.part, each.place.kind, each.place.block], each.place.span),
        )
    )


def _parted(
    document: Document, fixed: Sequence[Finding], sought: Sequence[SoughtString], request: EffectiveRequest
) -> Sequence[Replacement]:
    """Return the places of fixed terms that a layout parts, such as a drop cap: level k is reached without them."""
    accepted = accept_for_level(group_findings(fixed))
    planned = plan_redaction(accepted, sought=sought, spared=request.never, own_kinds=request.own_kinds)
    known = set(planned.replacements)
    return [each for each in add_separated_places(planned, document).replacements if each not in known]


def _not_never(document: Document, findings: Iterable[Finding], never: tuple[Phrase, ...]) -> list[Finding]:
    """Drop findings inside a term that must be kept."""
    if not never:
        return list(findings)
    spared = PhraseIndex.of(without_equals(never))
    cover = {
        (story.part, story.kind, block.ordinal): SpanCover(span for _, span in spared.find(block.text))
        for story, block in document.blocks()
    }
    return [
        each
        for each in findings
        if each.place.span not in cover[each.place.part, each.place.kind, each.place.block]
    ]


def beginning_in(document: Document) -> WordsAndForms | None:
    """The words and forms of the beginning of a document; None if that is all of it."""
    texts = tuple(document.counted_texts())
    first = beginning_of(texts, BEGINNING)
    if first == texts:
        return None
    words, written = (Counter(part for text in first for part in cut(text)) for cut in (terms, forms))
    return WordsAndForms(words, written)


def _words_of(document: Document) -> int:
    return sum(len(terms(text)) for text in document.counted_texts())


def _level(
    level: ChosenLevel,
    subject: Subject,
    request: EffectiveRequest,
    views: Sequence[TextView],
    words: tuple[Mapping[str, int], int],
) -> AnalysedLevel:
    """Compute a level; `words` are the words that other redactions keep, with their counts."""
    finals = [view.remaining.without(level.words) for view in views]
    finals = [finals[0], *(each for each in finals[1:] if len(each.features))]
    alike = level.among
    if alike is None:  # a level without a floor may show the industry nevertheless
        alike = industry_shown_in_views(subject, request.selection.objective, request.visible, finals)
    reached = min(
        rank_that_counts(each.scores_against(subject.client), subject.client, alike, level.k).rank
        for each in finals
    )
    word_counts, total = words
    removed = sum(word_counts.get(word, 0) for word in level.words)
    kept = sum(word_counts.values())
    return AnalysedLevel(
        level.k,
        reached if request.visible.sees_all else None,
        reached >= level.k,
        guess_client(subject.model, finals[0], request.visible).clients[:GUESSES],
        (kept - removed) / total if total else 1.0,
        alike,
    )
