"""Compute the outcome of a saved file again, without trusting what its report says.

A report is a file that anybody may edit. The client, k and the request come from it, since an outcome is about what
was requested; whether k holds, the client's names, personal data and the policy are checked in the saved file.
"""

from dataclasses import dataclass, replace
from hashlib import sha256

from backend.detection.pii import parse_entities
from backend.errors import UnsaidError
from backend.reporting.outcome import Outcome, Shortfall
from backend.reporting.report import Expected, RequestRecord
from backend.services.redaction.verify import outcome_of_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import Purpose, resolve
from backend.verification.residue import Verification

ONLY_THEN = frozenset({"decisions", "objective", "placeholder"})
"""What no saved file shows: how it was made. A report can say such things against a file, and never for it."""

_OLDER = "whether what was asked for holds was not computed: an older version wrote the report; redact again"
_NO_MODEL = (
    "whether what was asked for holds was not computed: the models of the report are not here; name --registry"
)
_OWN_KINDS = "whether what was asked for holds was not computed: recognisers of that run are on no list here"


@dataclass(frozen=True, slots=True, eq=False)
class Recompute:
    """Recomputes outcomes with the current lists and policies, the pipeline, and the models of a report.

    The catalogue has no model where there is none, or where the version of the report is not here.
    """

    catalogue: Catalogue

    def __call__(
        self, name: str, content: bytes, expected: Expected, found: Verification
    ) -> tuple[Outcome | None, tuple[str, ...]]:
        """The outcome of a saved file, or None with the reason.

        Raises a DocumentError when it cannot be read, PipelineUnusable.
        """
        asked = expected.asked
        if asked is None or expected.outcome is None:
            return None, (_OLDER,)
        if unknown := self._unknown(expected, asked):
            return None, (unknown,)
        try:
            request = self._request(expected, asked)
        except UnsaidError as error:
            return None, (f"whether what was asked for holds was not computed: {error}",)
        now = outcome_of_content(name, content, replace(expected, left=asked.left), found, request)
        before = [row for row in expected.outcome.unmet if row.kind in ONLY_THEN]
        if sha256(content).hexdigest() != expected.result_sha256:
            before.append(Shortfall("changed", 1))
        return Outcome(now.exceptions, (*now.unmet, *before)), ()

    def _unknown(self, expected: Expected, asked: RequestRecord) -> str | None:
        if expected.client is not None and self.catalogue.model is None:
            return _NO_MODEL
        own = {each.entity for each in self.catalogue.lists.recognisers()}
        return _OWN_KINDS if asked.personal - parse_entities("all") - own else None

    def _request(self, expected: Expected, asked: RequestRecord) -> EffectiveRequest:
        request = Request(
            client=expected.client,
            k=expected.k or 1,
            entities=asked.personal,
            terms=Terms(asked.always, asked.never),
            cleaning=asked.cleaned,
            left_open=frozenset(),
        )
        return resolve(request, self.catalogue, Purpose.VERIFY)
