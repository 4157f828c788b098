"""Resolve a request for one document: client, term lists, policy and defaults, in this one place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path

from backend.blocking.simple_redactor import refuse_impossible
from backend.detection.client.client_terms import names_of
from backend.detection.custom.lists import TermRules
from backend.document.cleaning import Cleaning
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.errors import InvalidRequest
from backend.messages.message import Message
from backend.messages.problems import IndustryWithoutClient, ManifestRowMissing
from backend.messages.warnings import FewerClientsThanK
from backend.processes.child import terms_were_read
from backend.redaction.review_policy import RequestedOptions, ReviewPolicy
from backend.services.files.inputs import ManifestRow, read_manifest
from backend.services.request.catalogue import Catalogue
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import STYLE, K, Request, Terms
from backend.services.terms.personal_data import PersonalDataSearch, refuse_unusable
from backend.services.terms.subject import Subject


class Purpose(Enum):
    """What a request is for; this decides which rules of a policy apply."""

    ANALYSE = auto()
    """Nothing is written, and the caller may look before they know whose document it is."""
    REDACT = auto()
    CHECK = auto()
    """A redaction for which no document was sent: what would refuse it refuses this."""
    COPY = auto()
    """A clean copy, from which no word goes: the policy speaks of the cleaning alone."""
    VERIFY = auto()
    """A document that is there already: the policy is checked on it, and refuses nothing beforehand."""


@dataclass(frozen=True, slots=True, eq=False)
class Resolver:
    """Resolves the request of a run for each of its files."""

    request: Request
    catalogue: Catalogue
    purpose: Purpose = Purpose.REDACT
    manifest: Mapping[Path, ManifestRow] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request, catalogue: Catalogue, purpose: Purpose = Purpose.REDACT) -> "Resolver":
        """Read the manifest, and refuse at once what would fail for every file.

        Raises as `resolve`, PipelineUnusable.
        """
        refuse_unusable(PersonalDataSearch(request.entities, request.recognisers, catalogue.pipeline))
        catalogue.attackers(request.selection)
        if request.manifest is not None:
            return cls(request, catalogue, purpose, read_manifest(request.manifest))
        _refuse_utility_alone(request)
        if request.client is not None:
            catalogue.client(request.client)
            catalogue.utility(request.utility)
            refuse_impossible(request.k or 1, len(catalogue.known_model().clients))
        return cls(request, catalogue, purpose)

    def only(self) -> EffectiveRequest:
        """The effective request of a request without a manifest; raises as `resolve`."""
        return resolve(self.request, self.catalogue, self.purpose)

    def of_file(self, path: Path) -> EffectiveRequest:
        """The effective request for one file.

        Raises InvalidRequest when the manifest has no row for it, and as `resolve`.
        """
        if self.request.manifest is None:
            return self.only()
        row = self.manifest.get(path.resolve())
        if row is None:
            raise InvalidRequest(ManifestRowMissing(str(path), str(self.request.manifest)))
        request = self.request.of_client(row.client, row.k, row.utility)
        return resolve(request, self.catalogue, self.purpose)


def resolve(request: Request, catalogue: Catalogue, purpose: Purpose = Purpose.REDACT) -> EffectiveRequest:
    """Return the effective request for a document of the request's client.

    Raises UnknownClient, ImpossibleK, InvalidRequest; PolicyNotMet when the request asks for less than the policy
    does, PolicyDoesNotFit when the policy asks for what the model cannot give.
    """
    _refuse_utility_alone(request)
    index = None if request.client is None else catalogue.client(request.client)
    client = None if index is None else catalogue.known_model().clients[index].name
    policy, policy_name = catalogue.policies.policy_for(client)
    if purpose is Purpose.COPY:
        policy = ReviewPolicy(clean=policy.clean)
    subject, warnings = (None, ()) if index is None else _subject(index, request, catalogue, policy, policy_name)
    rules = catalogue.lists.of(client)
    required = policy.cleaned(request.cleaning, request.left_open)
    cleaning, copy = required, request.copy
    if copy is not None:
        # The open document keeps until then what a policy removes from the clean copy.
        cleaning, copy = request.cleaning, required.followed_by(copy)
    effective = EffectiveRequest(
        subject=subject,
        entities=request.entities,
        asked=request.terms,
        listed=_listed(rules, subject),
        recognisers=(*request.recognisers, *(each for rule in rules for each in rule.recognisers)),
        pipeline=catalogue.pipeline,
        selection=replace(request.selection, objective=request.selection.objective or policy.objective),
        cleaning=cleaning,
        copy=copy,
        index=request.index,
        generalise=request.generalise,
        taxonomy=catalogue.taxonomy,
        style=request.style or policy.placeholder or STYLE,
        policy=policy,
        policy_name=policy_name,
        visible=catalogue.visible,
        rank_key=catalogue.rank_key,
        panel=catalogue.panel,
        sensitivity=catalogue.sensitivity,
        earlier=catalogue.earlier,
        own_kinds=frozenset(each.entity for each in (*request.recognisers, *catalogue.lists.recognisers())),
        warnings=(*request.warnings, *warnings, *(each for rule in rules for each in rule.warnings)),
    )
    terms_were_read(_characters(effective.asked, effective.listed))
    if purpose is not Purpose.VERIFY:
        _refuse_weaker(
            effective, required, purpose, frozenset(each.entity for rule in rules for each in rule.recognisers)
        )
    return effective


def _subject(
    index: int, request: Request, catalogue: Catalogue, policy: ReviewPolicy, policy_name: str
) -> tuple[Subject, tuple[Message, ...]]:
    """The client with its effective level, and warnings about that level."""
    model = catalogue.known_model()
    clients = len(model.clients)
    policy.refuse_unreachable(clients, policy_name)
    usual = max(K, policy.least_k)
    k = min(usual, clients) if request.k is None else request.k
    if request.levels is not None:
        k = max(k, min(request.levels, clients))
    refuse_impossible(k, clients)
    warnings: tuple[Message, ...] = ()
    if request.k is None and k < usual:
        warnings = (FewerClientsThanK(clients, k, usual),)
    utility = catalogue.utility(request.utility)
    return Subject(model, index, k, catalogue.attackers(request.selection), utility), warnings


def _refuse_utility_alone(request: Request) -> None:
    if request.client is None and request.utility is not None:
        raise InvalidRequest(IndustryWithoutClient())


def _refuse_weaker(
    effective: EffectiveRequest, cleaning: Cleaning, purpose: Purpose, own_kinds: frozenset[str]
) -> None:
    policy, k = effective.policy, effective.k
    writes = purpose in (Purpose.REDACT, Purpose.CHECK)
    if purpose is Purpose.ANALYSE and k is None:
        policy = replace(policy, least_k=1)
    requested = RequestedOptions(
        k,
        effective.entities,
        effective.selection.objective,
        effective.style if writes else None,
        cleaning,
        own_kinds,
    )
    policy.refuse_weaker(requested, effective.policy_name)


def _listed(lists: Iterable[TermRules], subject: Subject | None) -> Terms:
    """The terms of the global list and of the client's list; the client's list wins.

    No list keeps a name of the client itself in its document; only the request does.
    """
    stay: dict[str, Phrase] = {}
    go: dict[str, Phrase] = {}
    for rules in lists:
        _put(stay, go, rules.allow)
        _put(go, stay, rules.deny)
    client = None if subject is None else subject.model.clients[subject.client]
    names = PhraseIndex.of(names_of(client.name, client.aliases, frozenset())) if client else PhraseIndex.of(())
    return Terms(tuple(go.values()), tuple(each for each in stay.values() if not any(names.find(each.text))))


def _characters(*lists: Terms) -> int:
    """The characters of all terms, as they are written or as they are searched for, whichever are more."""
    phrases = (each for terms in lists for each in (*terms.always, *terms.never))
    return sum(max(len(each.text), len(each.key)) for each in phrases)


def _put(here: dict[str, Phrase], not_there: dict[str, Phrase], terms: Iterable[str]) -> None:
    for phrase in map(Phrase, terms):
        not_there.pop(phrase.key, None)
        here[phrase.key] = phrase
