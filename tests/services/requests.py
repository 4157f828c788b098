"""A request about a client, with the lists and the policy that apply."""

from dataclasses import dataclass, replace
from typing import Any

from backend.detection.custom.lists import NO_LISTS, TermLists
from backend.learning.model import ClientModel
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ReviewPolicy
from backend.services.request.catalogue import Catalogue
from backend.services.request.effective import EffectiveRequest
from backend.services.request.policy_book import NO_POLICIES, PolicyBook
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import Purpose, resolve
from backend.services.terms.term_selection import ONE_BY_ONE


@dataclass(frozen=True)
class Asked:
    """A request, and what counts around it besides the model."""

    request: Request
    lists: TermLists = NO_LISTS
    policies: PolicyBook = NO_POLICIES

    def of(
        self,
        model: ClientModel,
        k: int | None = 5,
        style: PlaceholderStyle | None = None,
        purpose: Purpose = Purpose.REDACT,
    ) -> EffectiveRequest:
        """What is done with a document."""
        catalogue = Catalogue(model, lists=self.lists, policies=self.policies)
        return resolve(replace(self.request, k=k, style=style), catalogue, purpose)


def asked_of(
    *,
    policy: ReviewPolicy | None = None,
    lists: TermLists = NO_LISTS,
    always: Any = (),
    never: Any = (),
    **more: Any,
) -> Asked:
    """A request of the client Alder; `more` are fields of Request."""
    policies = NO_POLICIES if policy is None else PolicyBook((policy, "default@1"))
    request = Request("Alder", terms=Terms(always, never), selection=ONE_BY_ONE)
    return Asked(replace(request, **more), lists, policies)
