"""`unsaid verify --certificate`: verify files against a certificate and print the result."""

from rich.text import Text

from backend.reporting.certificate_file import CertifiedRequest
from backend.reporting.certificate_page import looked_for
from backend.reporting.outcome import OutcomeStatus
from backend.reporting.render import on_one_line
from backend.services.redaction.certificate_check import CertifiedFile, CheckedCertificate, Match, SignedBy


def signature_line(judged: CheckedCertificate, trusted_by: str) -> Text:
    """Who signed a certificate, and whether that is trusted; `trusted_by` is the source of the known keys."""
    line = f"Certificate: {_SIGNED_BY[judged.signed_by].format(key=_key(judged), trusted_by=trusted_by)}"
    if not judged.holds:
        return Text(line, style="bold")
    outcome, made, request = judged.certificate.outcome, judged.certificate.made, judged.certificate.asked
    statement = "" if outcome is None else f" It says of {made}: {_OUTCOME[outcome]}."
    statement += "" if request is None else f" {_request_line(request)}"
    asked_little = request is None or (not request.personal and request.k is None)
    return Text(line + statement, style="" if outcome is OutcomeStatus.MET and not asked_little else "bold")


def _request_line(request: CertifiedRequest) -> str:
    """What was requested, because the outcome is about this only."""
    personal = looked_for(frozenset(request.personal), reads_names=request.names)
    if request.k is None:
        return f"Searched for: {personal}. The certificate does not cover the client or k."
    hidden = "hidden" if request.k_held else "NOT hidden"
    return f"Searched for: {personal}. The client is {hidden} at k = {request.k}."


def certified_line(file: CertifiedFile) -> Text:
    """How one file matches the certificate."""
    path = on_one_line(file.path)
    if file.match is None:
        return Text(f"{path}: is NOT the certified document; it was changed, or is another document.", style="bold")
    if file.judged is None or not file.judged.holds:
        untrusted = (
            "matches the certificate, but that certificate is not trusted (see above), so this proves nothing."
        )
        return Text(f"{path}: {untrusted}", style="bold")
    return Text(f"{path}: {_MATCH[file.match]}.", style="" if file.is_certified else "bold")


_MATCH = {
    Match.DOCUMENT: "is the certified document",
    Match.PAGE: "is the page of this certificate",
    Match.SOURCE: "is the SOURCE of the certified document, and is not certified itself",
}
_OUTCOME = {
    OutcomeStatus.MET: "all requirements are met",
    OutcomeStatus.MET_WITH_EXCEPTIONS: "requirements are met WITH EXCEPTIONS; the certificate lists them",
    OutcomeStatus.NOT_MET: "requirements are NOT met; do not share the document",
}
_SIGNED_BY = {
    SignedBy.KNOWN_KEY: "signed by key {key}, known to {trusted_by}.",
    SignedBy.UNKNOWN_KEY: "NOT proved. It names key {key}, which is unknown to {trusted_by}: anyone could have "
    "written it. Ask the signer for the public key over a channel that you trust, and pass it with --keys.",
    SignedBy.REVOKED_KEY: "NOT proved. Key {key} is revoked: someone else may have signed with it. Ask for a new "
    "certificate.",
    SignedBy.OUT_OF_TIME: "NOT proved. Key {key} was not in use on the date of the certificate. Ask for a new "
    "certificate.",
    SignedBy.FORGED: "FORGED or changed: the signature of key {key} is not valid for this certificate. Ask the "
    "signer for the original.",
    SignedBy.UNSIGNED: "UNSIGNED, written by an older version of Unsaid: anyone could have written it. Redact "
    "the document again for a signed one.",
}


def _key(judged: CheckedCertificate) -> str:
    """The id of the signing key, and its label if the key is known."""
    signed = judged.certificate.signed
    label = f" ({judged.key.label})" if judged.key is not None and judged.key.label else ""
    return "" if signed is None else signed.key + label
