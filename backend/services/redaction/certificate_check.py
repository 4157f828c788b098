"""Check files against a certificate, offline: who signed it, and which of the files it is about."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from backend.errors import ReportUnusable, UnreadableFile
from backend.files import read_bytes
from backend.messages.problems import CertificateKeysNotRecognised, FileUnreadable
from backend.reporting.certificate import commitment
from backend.reporting.certificate_file import LONGEST, ReadCertificate, read_certificate
from backend.reporting.outcome import OutcomeStatus
from backend.services.files.inputs import InputFile, collect
from backend.services.files.reading import LOCK_FILE
from backend.services.files.runner import Advance, attempt_file, with_progress
from backend.storage.certificates.signatures import PublicKey

_KEYS = "unsaid_certificate_keys"
_KEYS_FORMAT = 1


class SignedBy(StrEnum):
    """The result of checking a certificate's signature."""

    KNOWN_KEY = "known_key"
    """It is by a key that whoever verifies holds, and the key signed on the day of the certificate."""
    UNKNOWN_KEY = "unknown_key"
    """It names a key that whoever verifies does not hold: nobody can tell whether it is by that key."""
    REVOKED_KEY = "revoked_key"
    """It fits, and somebody else may have the key."""
    OUT_OF_TIME = "out_of_time"
    """It fits, and the certificate names a day on which the key did not sign."""
    FORGED = "forged"
    """It does not fit: the certificate was changed, or nobody with that key ever signed it."""
    UNSIGNED = "unsigned"
    """A certificate of an older version: anybody could have written it."""


class Match(StrEnum):
    """How a file is related to a certificate."""

    DOCUMENT = "document"
    PAGE = "page"
    SOURCE = "source"


_CERTIFIED = (Match.DOCUMENT, Match.PAGE)


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    """A certificate with the result of checking its signature; `key` is None if the key is unknown."""

    certificate: ReadCertificate
    signed_by: SignedBy
    key: PublicKey | None = None

    @property
    def holds(self) -> bool:
        """Whether the owner of a known key has signed exactly this certificate."""
        return self.signed_by is SignedBy.KNOWN_KEY

    def as_json(self) -> dict[str, Any]:
        """The object `certificate` of `verify --certificate --json`, with signed fields only."""
        certificate, signed = self.certificate, self.certificate.signed
        return {
            "signature": self.signed_by.value,
            "key": None if signed is None else signed.key,
            "label": None if self.key is None else self.key.label,
            "made": certificate.made.isoformat() if self.holds and certificate.made is not None else None,
            "outcome": certificate.outcome.value if self.holds and certificate.outcome is not None else None,
            "asked": certificate.asked.as_json() if self.holds and certificate.asked is not None else None,
        }


@dataclass(frozen=True, slots=True)
class CertifiedFile:
    """One file, and how it matches the certificate byte for byte; None if it does not."""

    path: str
    match: Match | None = None
    judged: CheckedCertificate | None = None
    error: str | None = None

    @property
    def is_certified(self) -> bool:
        """Whether the owner of a known key has certified this file, or signed it as the certificate's page.

        The source is what was redacted: nobody certified it, and nobody should hand it on.
        """
        return self.match in _CERTIFIED and self.judged is not None and self.judged.holds

    @property
    def needs_attention(self) -> bool:
        """Whether it is not certified, or certified as not meeting the request."""
        return (
            not self.is_certified or self.judged is None or self.judged.certificate.outcome is OutcomeStatus.NOT_MET
        )

    @classmethod
    def failed(cls, path: str, error: str) -> "CertifiedFile":
        """A file that could not be read."""
        return cls(path, error=error)

    def as_json(self) -> dict[str, Any]:
        """The object that `verify --certificate --json` prints for a file."""
        match = None if self.match is None else self.match.value
        return {"path": self.path, "certified": self.is_certified, "match": match, "error": self.error}


def check_certificate(content: bytes, source: str, keys: Iterable[PublicKey]) -> CheckedCertificate:
    """Read a certificate and check its signature with the verifier's keys; none is taken from the certificate.

    Raises ReportUnusable when it is no certificate; `source` names it in the message.
    """
    certificate = read_certificate(content, source)
    signed = certificate.signed
    if signed is None or certificate.made is None:
        return CheckedCertificate(certificate, SignedBy.UNSIGNED)
    held = [key for key in keys if key.id == signed.key]
    if not held:
        return CheckedCertificate(certificate, SignedBy.UNKNOWN_KEY)
    # One list may say less of a key than another: what speaks against it counts.
    key = min(held, key=lambda each: (each.revoked is None, each.until or date.max))
    if not key.verifies(signed.content, signed.signature):
        return CheckedCertificate(certificate, SignedBy.FORGED, key)
    if key.revoked is not None:
        return CheckedCertificate(certificate, SignedBy.REVOKED_KEY, key)
    signed_then = all(each.signed_on(certificate.made) for each in held)
    return CheckedCertificate(certificate, SignedBy.KNOWN_KEY if signed_then else SignedBy.OUT_OF_TIME, key)


def compare_files(
    paths: Iterable[Path], certificate: Path, keys: Sequence[PublicKey], report: Path | None, advance: Advance
) -> tuple[CheckedCertificate, tuple[CertifiedFile, ...]]:
    """Compare each file with a certificate; with the report of its run, sources are recognised too.

    Raises InvalidRequest when no file is named, ReportUnusable when the certificate is none, or the report does not
    open it.
    """
    judged = check_certificate(_beginning(certificate), str(certificate), keys)
    opening = None if report is None else opening_of(read_bytes(report), judged.certificate, str(report))
    files = _all_of(paths)
    work = partial(_compared, judged, opening)
    return judged, tuple(
        with_progress((attempt_file(work, CertifiedFile.failed, file) for file in files), files, advance)
    )


def _all_of(paths: Iterable[Path]) -> Sequence[InputFile]:
    """All named files, and all visible files of the named folders, of any kind.

    Raises InvalidRequest where nothing is left to compare.
    """
    named = tuple(paths)
    inputs = collect(named)
    others = [InputFile(path, path) for path in inputs.others]
    # What Word leaves beside an open document is passed over in folders, but not where somebody names it.
    locks = [InputFile(path, path) for path in named if path.name.startswith(LOCK_FILE) and path.is_file()]
    return (*inputs.files, *others, *locks)


def _beginning(path: Path) -> bytes:
    """Read a file up to the limit plus one byte, because certificates come from strangers.

    Raises UnreadableFile.
    """
    try:
        with path.open("rb") as file:
            return file.read(LONGEST + 1)
    except OSError as error:
        raise UnreadableFile(FileUnreadable(str(path), (error.strerror or "refused").lower())) from error


def _compared(judged: CheckedCertificate, opening: str | None, file: InputFile) -> CertifiedFile:
    certificate, digest = judged.certificate, _digest(file.path)
    matches = {certificate.result_sha256: Match.DOCUMENT, certificate.page_sha256: Match.PAGE}
    match = matches.get(digest)
    if match is None and opening is not None and certificate.sealed is not None:
        match = Match.SOURCE if commitment(opening, "source", digest) == certificate.sealed["source"] else None
    return CertifiedFile(str(file.path), match, judged)


def _digest(path: Path) -> str:
    """The SHA-256 of a file, read in pieces, because strangers may send files of any length.

    Raises UnreadableFile.
    """
    if not path.is_file():
        return hashlib.sha256(read_bytes(path)).hexdigest()
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableFile(FileUnreadable(str(path), (error.strerror or "refused").lower())) from error


def opening_of(report: bytes, certificate: ReadCertificate, source: str) -> str:
    """The key that opens the commitments of a certificate, from the report of its run.

    Raises ReportUnusable when the report does not have it; `source` names it in the message.
    """
    try:
        for file in json.loads(report)["files"]:
            opening, sealed = file.get("opening"), certificate.sealed or {}
            if opening and file["result_sha256"] == certificate.result_sha256:
                content = {"source": file["source_sha256"], "policy": file["review_policy"]}
                if all(sealed.get(what) == commitment(opening, what, value) for what, value in content.items()):
                    return str(opening)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise ReportUnusable(
        f"{source}: this report does not open this certificate. Name the report of the run that made it."
    )


def keys_as_json(keys: Iterable[PublicKey]) -> dict[str, Any]:
    """The public keys as they are exported and served."""
    return {_KEYS: _KEYS_FORMAT, "keys": [key.as_json() for key in keys]}


def keys_in(content: bytes, source: str) -> tuple[PublicKey, ...]:
    """Read the public keys from a file that was exported or served.

    Raises ReportUnusable when it is none; `source` names it in the message.
    """
    try:
        written: Mapping[str, Any] = json.loads(content)
        if written[_KEYS] == _KEYS_FORMAT:
            return tuple(PublicKey.from_json(each) for each in written["keys"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise ReportUnusable(CertificateKeysNotRecognised(source))
