"""Check that the policies and lists of a request are still in force when its result is recorded."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TypeVar

from backend.blocking.target_rank import RankKey
from backend.errors import StaleVersion
from backend.learning.clients import Client
from backend.privacy.earlier_texts import EarlierTexts
from backend.services.request.effective import EffectiveRequest
from backend.storage.in_force import InForce, NoLongerInForce
from backend.storage.store import Store

Result = TypeVar("Result")


def rank_key_of(store: Store) -> RankKey:
    """Return the key that an installation draws the ranks of documents with.

    Raises StoreUnavailable.
    """
    return RankKey(store.rank_secret)


TURNS = 20
"""How often others may change something else between two looks at what counts for a document."""


def digest_of_request(request: EffectiveRequest) -> str:
    """Return a digest of the policies, dictionaries and lists of a request; it changes with any of them."""
    subject, seen = request.subject, request.visible.names
    content = [
        None if subject is None else [*_names(subject.model.clients[subject.client]), subject.k],
        [request.policy_name, request.policy.as_json(), sorted(request.entities)],
        [sorted(phrase.key for phrase in terms) for terms in (request.listed.always, request.listed.never)],
        [[asdict(recogniser) for recogniser in request.recognisers], sorted(request.own_kinds)],
        [request.cleaning.as_json(), request.style.value, None if seen is None else sorted(seen)],
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _names(client: Client) -> list[str]:
    return [client.name, *sorted(client.aliases)]


@dataclass(frozen=True, slots=True)
class ResolvedRequest:
    """A request, with the policies and lists in force right before it was resolved; `again` resolves it again."""

    store: Store
    request: EffectiveRequest
    read: InForce
    again: Callable[[], EffectiveRequest]

    def compared_with(self, earlier: EarlierTexts) -> "ResolvedRequest":
        """Return the request with texts that its release is compared with; nothing in force depends on them."""
        return replace(self, request=replace(self.request, earlier=earlier))

    def record(self, act: Callable[[InForce], Result], review: tuple[str, int] | None = None) -> Result:
        """Return the result of `act`, which records something and checks in the same transaction what is in force.

        Where only other clients' policies or dictionaries were changed, it is tried again. `review` is the id and
        the version of a review whose approval is used.

        Raises StaleVersion when what counts for the document has changed; as resolving does; and as `act`.
        """
        read = self.read
        for _ in range(TURNS):
            try:
                return act(replace(read, review=review))
            except NoLongerInForce:
                read = self.store.in_force(read.lists.folder)
                if digest_of_request(self.request) != digest_of_request(self.again()):
                    break
        raise StaleVersion(
            "The policy, the dictionary or a list for this document was changed while it was redacted. Nothing "
            "was released. Send the request again."
        )
