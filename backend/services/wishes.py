"""What somebody asked for, together with the lists that count for the document."""

from collections.abc import Iterable
from dataclasses import replace

from backend.detection.cii import names_of
from backend.document.lookup import Phrases
from backend.document.phrases import Phrase
from backend.services.analyse import HideRequest
from backend.services.choosing import Subject


def with_lists(request: HideRequest, subject: Subject | None) -> HideRequest:
    """The request with what the lists for everyone and for the document's client say.

    The more particular list wins, and what was asked for in this run wins over both. No list keeps a name of the
    client itself in its document; only `--never` does.
    """
    client = None if subject is None else subject.model.clients[subject.client]
    lists = request.lists.of(client.name if client else None)
    if not any((rules.allow, rules.deny, rules.recognisers) != ((), (), ()) for rules in lists):
        return request
    stay: dict[str, Phrase] = {}
    go: dict[str, Phrase] = {}
    for rules in lists:
        _put(stay, go, rules.allow)
        _put(go, stay, rules.deny)
    own = {phrase.key for phrase in (*request.always, *request.never)}
    names = Phrases.of(names_of(client.name, client.aliases, frozenset())) if client else Phrases.of(())
    kept = [each for key, each in stay.items() if key not in own and not any(names.find(each.text))]
    return replace(
        request,
        always=(*request.always, *(each for key, each in go.items() if key not in own)),
        never=(*request.never, *kept),
        recognisers=(*request.recognisers, *(each for rules in lists for each in rules.recognisers)),
    )


def _put(here: dict[str, Phrase], not_there: dict[str, Phrase], terms: Iterable[str]) -> None:
    for phrase in map(Phrase, terms):
        not_there.pop(phrase.key, None)
        here[phrase.key] = phrase
