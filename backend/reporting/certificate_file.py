"""The file of a certificate: which bytes are signed, and how to read a file that anybody may have written."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn

from backend.errors import ReportUnusable
from backend.messages.problems import CertificateNotRecognised
from backend.reporting.outcome import OutcomeStatus

FORMAT = 2
"""What `certificate` says; 1 was unsigned."""

UNSIGNED_FORMAT = 1

ALGORITHM = "Ed25519"

LONGEST = 1_000_000
"""Bytes of a certificate; ours have a few thousand."""

_SIGNATURE = "signature"
_HASH, _KEY, _SIGNED = (re.compile(f"[0-9a-f]{{{length}}}") for length in (64, 32, 128))
_KIND = re.compile(r"[A-Z0-9_]{1,64}")


def signed_bytes(certificate: Mapping[str, Any]) -> bytes:
    """The signed bytes: the certificate without its signature, in canonical form.

    JSON in UTF-8 with the names of each object in ascending order, no blanks, and no escapes but those that JSON
    asks for. A certificate holds no fractions. So it is also what RFC 8785 (JCS) makes of it.

    >>> signed_bytes({"signature": "00", "b": [1, True, None], "a": "é"}).decode()
    '{"a":"é","b":[1,true,null]}'
    """
    signed = {name: value for name, value in certificate.items() if name != _SIGNATURE}
    return json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


@dataclass(frozen=True, slots=True)
class CertificateSignature:
    """The signature in a certificate; do not trust any of it before the signature is checked."""

    key: str
    signature: bytes
    content: bytes


@dataclass(frozen=True, slots=True)
class CertifiedRequest:
    """The request that a certificate's outcome is about; `k` is None if the certificate does not mention k."""

    personal: tuple[str, ...]
    names: bool
    k: int | None = None
    k_held: bool = False

    def as_json(self) -> dict[str, Any]:
        """The object `asked` of `verify --certificate --json`."""
        k = None if self.k is None else {"required": self.k, "held": self.k_held}
        return {"personal": list(self.personal), "names": self.names, "k": k}


@dataclass(frozen=True, slots=True)
class ReadCertificate:
    """A parsed certificate. Without `signed`, anybody could have written it.

    `sealed` are the commitments by name. Certificates of the unsigned format have neither these nor an outcome.
    `asked` is None as well where what was asked for does not hold.
    """

    result_sha256: str
    page_sha256: str | None = None
    sealed: Mapping[str, str] | None = None
    made: date | None = None
    outcome: OutcomeStatus | None = None
    asked: CertifiedRequest | None = None
    signed: CertificateSignature | None = None


def read_certificate(content: bytes, source: str) -> ReadCertificate:
    """Parse a certificate.

    Raises ReportUnusable when the bytes are none; `source` names the file in the message.
    """
    try:
        written = _parsed(content)
        kind = written["certificate"]
        if type(kind) is int and kind == UNSIGNED_FORMAT:
            return ReadCertificate(_text(written["result_sha256"], _HASH))
        if type(kind) is int and kind > FORMAT:
            raise ReportUnusable(f"{source}: a newer version of Unsaid wrote this certificate. Update Unsaid.")
        if type(kind) is int and kind == FORMAT:
            return _read(written)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise ReportUnusable(CertificateNotRecognised(source))


def _read(written: Mapping[str, Any]) -> ReadCertificate:
    by = written["signed_by"]
    if by["algorithm"] != ALGORITHM:
        raise ValueError("another algorithm")
    signature = bytes.fromhex(_text(written[_SIGNATURE], _SIGNED))
    return ReadCertificate(
        result_sha256=_text(written["result_sha256"], _HASH),
        page_sha256=_text(written["page_sha256"], _HASH),
        sealed={name: _text(written[name], _HASH) for name in ("source", "policy", "model")},
        made=date.fromisoformat(_text(written["made"], re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"))),
        outcome=OutcomeStatus(written["outcome"]),
        asked=_request_of(written["asked"], written["k"]) if "asked" in written else None,
        signed=CertificateSignature(_text(by["key"], _KEY), signature, signed_bytes(written)),
    )


def _request_of(request: Mapping[str, Any], k: Mapping[str, Any] | None) -> CertifiedRequest:
    """Parse the request; raises ValueError or TypeError if it is malformed."""
    personal, names = tuple(_text(kind, _KIND) for kind in request["personal"]), request["names"]
    required, held = (None, False) if k is None else (k["required"], k["held"])
    if type(names) is not bool or type(held) is not bool or (k is not None and type(required) is not int):
        raise ValueError("not what a certificate has there")
    return CertifiedRequest(personal, names, required, held)


def _parsed(content: bytes) -> Mapping[str, Any]:
    """Parse a JSON object; documents with two possible readings are refused.

    Raises ValueError when it is no object, is too long, names something twice, or holds what none of ours does.
    """
    if len(content) > LONGEST:
        raise ValueError("too long")
    written = json.loads(
        content.decode("utf-8"), object_pairs_hook=_once, parse_float=_fraction, parse_constant=_fraction
    )
    if not isinstance(written, dict):
        raise ValueError("no object")  # noqa: TRY004 - as all else that is wrong with it
    json.dumps(written, ensure_ascii=False).encode()  # what holds a lone surrogate cannot have been signed
    return written


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise ValueError("a name stands twice")
    return names


def _fraction(_number: str) -> NoReturn:
    raise ValueError("no certificate holds a fraction")


def _text(value: Any, shape: re.Pattern[str]) -> str:
    """Check that a value is a string of a given form.

    Raises ValueError when it is another one, or no string.
    """
    if not isinstance(value, str) or shape.fullmatch(value) is None:
        raise ValueError("not what a certificate has there")
    return value
