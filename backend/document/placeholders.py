"""How a placeholder is spelled, so that every room recognises one and none takes it for a word.

`[CLIENT]`, `[TERM]` and `[REDACTED]` stand for client names, words of the model and always-terms; `[PERSON 1]`
and the like for personal data, numbered per entity.
"""

import re

CLIENT = "CLIENT"
TERM = "TERM"
REDACTED = "REDACTED"

ENTITIES = (
    "PERSON",
    "ORGANIZATION",
    "LOCATION",
    "DATE_TIME",
    "US_SSN",
    "US_ITIN",
    "US_EIN",
    "CREDIT_CARD",
    "EMAIL_ADDRESS",
    "PHONE_NUMBER",
    "IBAN_CODE",
    "IP_ADDRESS",
    "MAC_ADDRESS",
    "URL",
    "UK_NHS",
    "UK_NINO",
    "VAT_CODE",
    "BIC_CODE",
    "CRYPTO",
    "NATIONAL_ID",
    "CODE",
    "NRP",
)
"""The kinds of personal data that Unsaid tells apart; the names are Presidio's where it has one."""

PLACEHOLDER = re.compile(rf"\[(?:{'|'.join((CLIENT, TERM, REDACTED, *ENTITIES))})(?: [0-9]+)?\]")
_WITH_POSSESSIVE = re.compile(rf"{PLACEHOLDER.pattern}(?:['’ʼ＇][sS](?![^\W_]))?")


def spell(label: str, number: int | None = None) -> str:
    """Spell the placeholder of a label.

    >>> spell("PERSON", 1), spell(CLIENT)
    ('[PERSON 1]', '[CLIENT]')
    """
    return f"[{label}]" if number is None else f"[{label} {number}]"


def blanked(text: str) -> str:
    """Put a space for every code point of a placeholder, so that offsets stay what they are.

    A possessive goes with it: *'s* belongs to no term, and must not become one when its word is redacted.

    >>> blanked("for [CLIENT]’s.")
    'for           .'
    """
    if "[" not in text:
        return text
    return _WITH_POSSESSIVE.sub(lambda match: " " * len(match.group()), text)
