"""What somebody asked for, together with the lists and the policy that count for the document."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from backend.detection.cii import names_of
from backend.detection.lists import Rules
from backend.document.lookup import Phrases
from backend.document.phrases import Phrase
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.policy import AskedFor
from backend.services.analyse import HideRequest
from backend.services.choosing import Subject


def with_lists(request: HideRequest, subject: Subject | None) -> HideRequest:
    """The request with what the lists for everyone and for the document's client say.

    The more particular list wins, and what was asked for in this run wins over both. No list keeps a name of the
    client itself in its document; only `--never` does.
    """
    listed = terms_listed(request, subject)
    own = {phrase.key for phrase in (*request.always, *request.never)}
    return replace(
        request,
        always=(*request.always, *(each for each in listed.always if each.key not in own)),
        never=(*request.never, *(each for each in listed.never if each.key not in own)),
        recognisers=(
            *request.recognisers,
            *(each for rules in _lists(request, subject) for each in rules.recognisers),
        ),
        warnings=(*request.warnings, *(each for rules in _lists(request, subject) for each in rules.warnings)),
    )


@dataclass(frozen=True, slots=True)
class ListedTerms:
    """The terms that the lists for a document say always go, and those that never do."""

    always: tuple[Phrase, ...] = ()
    never: tuple[Phrase, ...] = ()


def terms_listed(request: HideRequest, subject: Subject | None) -> ListedTerms:
    """What the lists for everyone and for the document's client say, whatever was asked for in this run."""
    stay: dict[str, Phrase] = {}
    go: dict[str, Phrase] = {}
    for rules in _lists(request, subject):
        _put(stay, go, rules.allow)
        _put(go, stay, rules.deny)
    client = None if subject is None else subject.model.clients[subject.client]
    names = Phrases.of(names_of(client.name, client.aliases, frozenset())) if client else Phrases.of(())
    return ListedTerms(tuple(go.values()), tuple(each for each in stay.values() if not any(names.find(each.text))))


def _lists(request: HideRequest, subject: Subject | None) -> tuple[Rules, ...]:
    return tuple(request.lists.of(None if subject is None else subject.model.clients[subject.client].name))


def under_policy(
    request: HideRequest,
    subject: Subject | None,
    style: PlaceholderStyle | None = None,
    *,
    decided_alone: bool = False,
    looks_only: bool = False,
) -> tuple[HideRequest, str]:
    """The request with what the policy for the document prescribes and nobody has said, and what that is called.

    `style` is None where placeholders are not spoken of; `decided_alone` is that of `AskedFor`. Who `looks_only`
    may do so before they know whose document it is: nothing is redacted then.

    Raises PolicyNotMet when the request asks for less than the policy does, PolicyDoesNotFit when the policy asks
    for what the model cannot give.
    """
    client = None if subject is None else subject.model.clients[subject.client].name
    policy, named = request.policies.policy_for(client)
    if subject is not None:
        policy.refuse_unreachable(len(subject.model.clients), named)
    if request.wish.objective is None and policy.objective is not None:
        request = replace(request, wish=replace(request.wish, objective=policy.objective))
    k = None if subject is None else subject.k
    own = frozenset(each.entity for rules in _lists(request, subject) for each in rules.recognisers)
    asked = AskedFor(k, request.entities, request.wish.objective, style, request.policy, decided_alone, own)
    if looks_only and k is None:
        policy = replace(policy, least_k=1)
    policy.refuse_weaker(asked, named)
    return request, named


def style_of(request: HideRequest, subject: Subject | None) -> PlaceholderStyle:
    """The placeholders that the policy for the document prescribes, or the usual ones."""
    client = None if subject is None else subject.model.clients[subject.client].name
    return request.policies.policy_for(client)[0].placeholder or PlaceholderStyle.NUMBERED


def _put(here: dict[str, Phrase], not_there: dict[str, Phrase], terms: Iterable[str]) -> None:
    for phrase in map(Phrase, terms):
        not_there.pop(phrase.key, None)
        here[phrase.key] = phrase
