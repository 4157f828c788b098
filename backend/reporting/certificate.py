"""Certificates: signed statements about a redaction that do not reveal whose document it is.

A report holds names and terms; a certificate holds none. Source, model and policy stand in it as commitments: keyed
hashes, whose key is made for this one certificate and stands in the report alone. So nobody can confirm a guess
with them, and nobody can tell that two certificates are about the same client. `docs/security.md` lists every
field, with what a reader learns from it.
"""

import hashlib
import hmac
import secrets
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from backend import __version__
from backend.document.coverage import Treatment
from backend.document.placeholders import PLACEHOLDER
from backend.reporting.certificate_file import ALGORITHM, FORMAT, signed_bytes
from backend.reporting.certificate_page import page_of
from backend.reporting.outcome import Outcome, OutcomeStatus, kind_of
from backend.reporting.report import FileReport

OWN_WORDS = "OWN_WORDS"
"""Where somebody wrote words of their own in place of a placeholder."""

_OPENING_BYTES = 32

_COUNTED = frozenset({Treatment.REDACTED, Treatment.REMOVED})
"""Treatments that change places, and count them. Of what nobody has read, nothing is counted."""


class Signer(Protocol):
    """A signer of certificates; the id names its public key."""

    @property
    def id(self) -> str:
        """The id of the key."""

    def sign(self, content: bytes) -> bytes:
        """The Ed25519 signature of these bytes."""


@dataclass(frozen=True, slots=True)
class Run:
    """The request of a run; `model` is the model version, if any."""

    model: str | None
    entities: frozenset[str]
    reads_names: bool


@dataclass(frozen=True, slots=True)
class SignedCertificate:
    """A certificate as JSON and as a page, and the opening of its commitments.

    The opening belongs into the report, and nowhere else.
    """

    content: dict[str, Any]
    page: bytes
    opening: str

    def __repr__(self) -> str:
        return f"SignedCertificate({self.content['result_sha256']})"


@dataclass(frozen=True, slots=True)
class Certificate:
    """One file that was redacted and verified in a run, on a day (UTC)."""

    file: FileReport
    run: Run
    made: date

    def signed(self, signer: Signer, opening: str | None = None) -> SignedCertificate:
        """Make the certificate and its page, and sign both; tests may pass an opening.

        The page is written from the certificate, which holds the hash of the page: neither can be changed alone.
        """
        opening = secrets.token_hex(_OPENING_BYTES) if opening is None else opening
        content = self._content(opening)
        content["signed_by"] = {"algorithm": ALGORITHM, "key": signer.id}
        page = page_of(content).as_docx()
        content["page_sha256"] = hashlib.sha256(page).hexdigest()
        content["signature"] = signer.sign(signed_bytes(content)).hex()
        return SignedCertificate(content, page, opening)

    def _content(self, opening: str) -> dict[str, Any]:
        file, outcome = self.file, self.file.outcome
        status = OutcomeStatus.NOT_MET if outcome is None else outcome.status
        content = {
            "certificate": FORMAT,
            "version": __version__,
            "made": self.made.isoformat(),
            "result_sha256": file.result_sha256,
            "source": commitment(opening, "source", file.source_sha256),
            "policy": commitment(opening, "policy", file.review_policy),
            "model": commitment(opening, "model", self.run.model),
            "outcome": status.value,
        }
        # Which condition is unmet could reveal more than the document does, such as that k does not hold.
        return (
            content if outcome is None or status is OutcomeStatus.NOT_MET else {**content, **self._shown(outcome)}
        )

    def _shown(self, outcome: Outcome) -> dict[str, Any]:
        file = self.file
        return {
            "exceptions": outcome.as_json()["exceptions"],
            "k": self._k(),
            "industry": file.crowd.industry,
            "asked": {
                "personal": sorted({kind_of(entity) for entity in self.run.entities}),
                "names": self.run.reads_names,
                "cleaning": file.policy.as_json(),
            },
            "taken_out": [{"kind": kind, "places": places} for kind, places in _taken_out(file)],
            "coverage": [{"kind": kind, "treatment": how.value} for kind, how in _coverage(file)],
            "verification": self._verification(),
        }

    def _k(self) -> dict[str, Any] | None:
        """The k in the certificate; None if no client was hidden, or if it would leave fewer than k clients."""
        file = self.file
        if file.k is None or not file.crowd.hides_k:
            return None
        return {"required": file.k, "held": bool(file.k_held)}

    def _verification(self) -> dict[str, Any] | None:
        found = self.file.verification
        if found is None:
            return None
        return {
            "status": found.status.value,
            "examined": sum(part.examined for part in found.parts),
            "not_examined": sum(not part.examined for part in found.parts),
            "stays": sum(each.count for each in found.stays),
        }


def commitment(opening: str, what: str, value: str | None) -> str:
    """The commitment to a value, which only the opening reveals; also for an absent value.

    HMAC-SHA-256 under the opening, of what it is, a line feed and the value, in UTF-8.
    """
    message = f"{what}\n{value or ''}".encode("utf-8", "surrogatepass")
    return hmac.new(bytes.fromhex(opening), message, hashlib.sha256).hexdigest()


def _taken_out(file: FileReport) -> list[tuple[str, int]]:
    """The number of redacted places of each kind, most frequent first.

    A kind is what the placeholder shows to whoever has the document, and no more: `[REDACTED]` hides whether it was
    the client, and so does the certificate.
    """
    places = Counter[str]()
    for row in file.suppressed:
        places[_shown_as(row.placeholder)] += row.count
    return sorted(places.items(), key=lambda each: (-each[1], each[0]))


def _shown_as(placeholder: str) -> str:
    if PLACEHOLDER.fullmatch(placeholder) is None:
        return OWN_WORDS
    label = placeholder.strip("[]").partition(" ")[0]
    return "CUSTOM" if label.startswith("CUSTOM_") else label


def _coverage(file: FileReport) -> list[tuple[str, Treatment]]:
    """The kinds of text that were redacted, removed or not examined; a kind in which nothing changed is none."""
    return sorted(
        {(row.kind, row.treatment) for row in file.coverage if row.count or row.treatment not in _COUNTED}
    )
