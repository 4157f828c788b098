"""Find the policy for a document, and its name for reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from backend.document.phrases import normal_form
from backend.redaction.review_policy import ANY, NEVER_SET, ReviewPolicy

Named = tuple[ReviewPolicy, str]
"""A policy, and its name and version: `client@3`."""


@dataclass(frozen=True, slots=True)
class PolicyBook:
    """The policies at one moment; `by_client` by the normal forms of names."""

    for_all: Named = (ANY, NEVER_SET)
    by_client: Mapping[str, Named] = field(default_factory=dict)

    def policy_for(self, client: str | None) -> Named:
        """The policy of a client; the default if it has none, or if no client is named."""
        return self.for_all if client is None else self.by_client.get(normal_form(client), self.for_all)

    def of_copies(self) -> "PolicyBook":
        """The policy for a clean copy, in which no word is redacted."""
        policy, name = self.for_all
        return PolicyBook((ReviewPolicy(clean=policy.clean), name))


NO_POLICIES = PolicyBook()
