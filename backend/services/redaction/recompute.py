"""Compute the outcome of a saved file again, without trusting what its report says.

A report is a file that anybody may edit. The client, k and the request come from it, since an outcome is about what
was requested; whether k holds, the client's names, personal data and the policy are checked in the saved file.
"""

from dataclasses import dataclass, replace
from hashlib import sha256

from backend.detection.pii import parse_entities
from backend.errors import UnsaidError
from backend.messages.warnings import OutcomeNotComputed, OutcomeRefused
from backend.redaction.review_policy import ANY
from backend.reporting.outcome import Outcome, Shortfall
from backend.reporting.report import Expected, RequestRecord
from backend.services.redaction.verify import Recomputed, judge_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import Purpose, resolve
from backend.verification.residue import Verification

ONLY_THEN = frozenset({"decisions", "objective", "placeholder"})
"""What no saved file shows: how it was made. A report can say such things against a file, and never for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Recompute:
    """Recomputes outcomes with the current lists and policies, the pipeline, and the models of a report.

    The catalogue has no model where there is none, or where the version of the report is not here.
    """

    catalogue: Catalogue

    def __call__(self, name: str, content: bytes, expected: Expected, found: Verification) -> Recomputed:
        """The outcome of a saved file, or None with the reason.

        Raises a DocumentError when it cannot be read, PipelineUnusable.
        """
        recorded = expected.asked
        if recorded is None or expected.outcome is None:
            return self._not_computed(expected, OutcomeNotComputed("older_report"))
        if unknown := self._unknown(expected, recorded):
            return self._not_computed(expected, unknown)
        try:
            request = self._request(expected, recorded)
        except UnsaidError as error:
            return Recomputed(None, (OutcomeRefused(error.code, str(error)),), is_owed=True)
        now = judge_content(name, content, replace(expected, left=recorded.left), found, request).outcome
        before = [row for row in expected.outcome.unmet if row.kind in ONLY_THEN]
        if sha256(content).hexdigest() != expected.result_sha256:
            before.append(Shortfall("changed", 1))
        return Recomputed(Outcome(now.exceptions, (*now.unmet, *before)))

    def _not_computed(self, expected: Expected, why: OutcomeNotComputed) -> Recomputed:
        """No outcome. Where a policy counts it is owed, whatever an edited report leaves out."""
        policy, _ = self.catalogue.policies.policy_for(expected.client)
        return Recomputed(None, (why,), is_owed=policy != ANY)

    def _unknown(self, expected: Expected, recorded: RequestRecord) -> OutcomeNotComputed | None:
        if expected.client is not None and self.catalogue.model is None:
            return OutcomeNotComputed("models_missing")
        own = {each.entity for each in self.catalogue.lists.recognisers()}
        unknown = recorded.personal - parse_entities("all") - own
        return OutcomeNotComputed("recognisers_missing") if unknown else None

    def _request(self, expected: Expected, recorded: RequestRecord) -> EffectiveRequest:
        request = Request(
            client=expected.client,
            k=expected.k or 1,
            entities=recorded.personal,
            terms=Terms(recorded.always, recorded.never),
            cleaning=recorded.cleaned,
            left_open=frozenset(),
        )
        return resolve(request, self.catalogue, Purpose.VERIFY)
