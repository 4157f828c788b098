"""Recognise values that a label touches: "IBANDE89 3704", "T+49 30 5557", "Webhttps://".

Letterheads set the label in another font and without a space. So values that nothing else can be begin behind a
letter too: those with a check digit, a plus sign, or a fixed form.
"""

from backend.detection.patterns import validators
from backend.detection.patterns.candidate_starts import before
from backend.detection.patterns.phones import INTERNATIONAL, international
from backend.detection.patterns.template import RIGHT, Template

_BEHIND_LETTER = r"(?<=[^\W\d_])"
_BEHIND_WORD = r"(?<=[^\W\d_]{2})"
"""One letter before digits makes another code of them: "A4111 …"."""
_IP_LABEL = r"(?<=[Ii][Pp])"

GLUED = (
    Template(
        "IBAN_CODE",
        rf"{_BEHIND_WORD}[A-Za-z]{{2}}\d{{2}}(?:[ -]?[A-Za-z0-9]){{11,30}}(?![A-Za-z0-9])",
        1.0,
        "iban",
        validators.iban_code,
        begins=before(rf"{_BEHIND_WORD}[A-Za-z]{{2}}\d{{2}}(?=[ -]?[A-Za-z0-9])"),
    ),
    Template(
        "CREDIT_CARD",
        rf"{_BEHIND_WORD}[2-6](?:[ -]?\d){{11,22}}(?![^\W_])(?![.,-]\d)",
        1.0,
        "card_number",
        validators.card,
        begins=before(rf"{_BEHIND_WORD}[2-6](?=(?:[ -]?\d){{11}})"),
    ),
    Template(
        "PHONE_NUMBER",
        rf"{_BEHIND_LETTER}(?=\+){INTERNATIONAL}",
        0.9,
        "international_telephone_number",
        international,
        begins=before(rf"{_BEHIND_LETTER}\+(?=[ ]?\(?\d)"),
    ),
    Template(
        "IP_ADDRESS",
        rf"{_IP_LABEL}(?:\d{{1,3}}\.){{3}}\d{{1,3}}{RIGHT}",
        0.9,
        "ip_address",
        validators.ip_v4,
        begins=before(rf"{_IP_LABEL}\d{{1,3}}\."),
    ),
    Template(
        "MAC_ADDRESS",
        r"(?<=[Mm][Aa][Cc])(?:[0-9A-Fa-f]{2}([:-]))(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![^\W_]|[:-][^\W_])",
        0.9,
        "mac_address",
        begins=before(r"(?<=[Mm][Aa][Cc])[0-9A-Fa-f]{2}[:-]"),
    ),
    Template(
        "URL",
        rf"{_BEHIND_LETTER}(?i:https?://)[^\s<>\"|\\^`{{}}\ufffc]{{2,2000}}",
        0.95,
        "web_address",
        validators.url,
        begins=before(rf"{_BEHIND_LETTER}(?i:https?://)"),
    ),
)
