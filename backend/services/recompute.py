"""The outcome of a file that was saved, computed anew: nothing that a report says of it is believed.

A report is a file that anybody may edit. Client, k and what was asked for come from it, since an outcome is about
what was asked for; k, the names of the client, personal data and the policy are looked for in the saved file.
"""

from dataclasses import dataclass, replace
from hashlib import sha256

from backend.detection.pii import parse_entities
from backend.errors import UnsaidError
from backend.learning.model import ClientModel
from backend.reporting.outcome import Outcome, Shortfall
from backend.reporting.report import Asked, Expected
from backend.services.analyse import HideRequest
from backend.services.batch import Subjects
from backend.services.verify import outcome_of_content
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
    """What counts here and now: the lists, the policies, the pipeline for names, and the models of a report.

    `hide` asks for nothing by itself; `model` is None where there is none, or the version is not here.
    """

    hide: HideRequest
    model: ClientModel | None

    def __call__(
        self, name: str, content: bytes, expected: Expected, found: Verification
    ) -> tuple[Outcome | None, tuple[str, ...]]:
        """The outcome of a file that was saved, or None and why there is none.

        Raises a DocumentError when it cannot be read, PipelineUnusable.
        """
        asked = expected.asked
        if asked is None or expected.outcome is None:
            return None, (_OLDER,)
        if unknown := self._unknown(expected, asked):
            return None, (unknown,)
        try:
            subjects = self._subjects(expected, asked)
        except UnsaidError as error:
            return None, (f"whether what was asked for holds was not computed: {error}",)
        now = outcome_of_content(name, content, replace(expected, left=asked.left), found, subjects)
        before = [row for row in expected.outcome.unmet if row.kind in ONLY_THEN]
        if sha256(content).hexdigest() != expected.result_sha256:
            before.append(Shortfall("changed", 1))
        return Outcome(now.exceptions, (*now.unmet, *before)), ()

    def _unknown(self, expected: Expected, asked: Asked) -> str | None:
        if expected.client is not None and self.model is None:
            return _NO_MODEL
        own = {each.entity for each in self.hide.lists.recognisers()}
        return _OWN_KINDS if asked.personal - parse_entities("all") - own else None

    def _subjects(self, expected: Expected, asked: Asked) -> Subjects:
        hide = replace(
            self.hide,
            client=expected.client,
            no_cii=expected.client is None,
            k=expected.k or 1,
            entities=asked.personal,
            always=asked.always,
            never=asked.never,
            policy=asked.cleaned,
        )
        return Subjects.of(None if expected.client is None else self.model, hide)
