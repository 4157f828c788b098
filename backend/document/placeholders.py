"""The format of placeholders. Every room recognises them, and no room treats them as words.

`[CLIENT]`, `[TERM]` and `[REDACTED]` stand for client names, words of the model and always-terms. `[PERSON 1]` and
the like stand for personal data and are numbered within their entity type. Entity types that a user's own
recogniser adds carry a prefix, `[CUSTOM_ZIP 1]`: without it, any bracketed word in capitals would count as a
placeholder and would not be redacted.

In narrow places placeholders have short labels and a no-break space, `[PER\u00a01]`. They mean the same.
"""

import re
from collections.abc import Collection, Iterable, Mapping

CLIENT = "CLIENT"
TERM = "TERM"
REDACTED = "REDACTED"
QUANTITY = "QUANTITY"

SHORT_LABELS = {
    CLIENT: "CLI",
    TERM: "TERM",
    REDACTED: "XXX",
    # What a person, a place or a group is called, and what is said about one.
    "PERSON": "PER",
    "ORGANIZATION": "ORG",
    "LOCATION": "LOC",
    "NRP": "NRP",
    "DATE_TIME": "DATE",
    "AGE": "AGE",
    "DEMOGRAPHIC": "DEM",
    QUANTITY: "QTY",
    "CODE": "CODE",
    "MISC": "MISC",
    # Where somebody is reached or found.
    "EMAIL_ADDRESS": "MAIL",
    "HANDLE": "HDL",
    "PHONE_NUMBER": "TEL",
    "URL": "URL",
    "IP_ADDRESS": "IP",
    "MAC_ADDRESS": "MAC",
    "COORDINATES": "GEO",
    "LICENSE_PLATE": "CAR",
    # Money and companies.
    "CREDIT_CARD": "CARD",
    "IBAN_CODE": "IBAN",
    "BIC_CODE": "BIC",
    "US_BANK_NUMBER": "BANK",
    "ABA_ROUTING_NUMBER": "ABA",
    "CRYPTO": "COIN",
    "VAT_CODE": "VAT",
    "COMPANY_NUMBER": "COMP",
    "US_EIN": "EIN",
    # Numbers that a state gives a person; NATIONAL_ID where Presidio has no name for a country's.
    "US_SSN": "SSN",
    "US_ITIN": "ITIN",
    "US_PASSPORT": "USPP",
    "US_DRIVER_LICENSE": "USDL",
    "MEDICAL_LICENSE": "MED",
    "UK_NHS": "NHS",
    "UK_NINO": "NINO",
    "UK_PASSPORT": "UKPP",
    "UK_DRIVING_LICENCE": "UKDL",
    "AU_TFN": "TFN",
    "CA_SIN": "SIN",
    "DE_TAX_ID": "DETI",
    "ES_NIF": "NIF",
    "ES_NIE": "NIE",
    "FI_PERSONAL_IDENTITY_CODE": "FIID",
    "IN_AADHAAR": "INAA",
    "IN_PAN": "PAN",
    "IT_FISCAL_CODE": "ITFC",
    "KR_RRN": "RRN",
    "PL_PESEL": "PLPE",
    "SE_PERSONNUMMER": "SEPN",
    "SG_NRIC_FIN": "NRIC",
    "TH_TNIN": "TNIN",
    "TR_NATIONAL_ID": "TRID",
    "ZA_ID_NUMBER": "ZAID",
    "PASSPORT": "PASS",
    "NATIONAL_ID": "NID",
}
"""The label of each kind of placeholder, and its short one for narrow places: 2 to 4 capitals, all different."""

ENTITIES = tuple(SHORT_LABELS)[3:]
"""The kinds of personal data that Unsaid tells apart; the names are Presidio's where it has one."""

_CUSTOM, _SHORT_CUSTOM = "CUSTOM_", "C_"
_BORDER = "\0"
_NO_BREAK = "\u00a0"
"""Follows a short label, and only that: without it `[ORG 1]` and `[XXX]` are words that people write."""

_NUMBER = "[1-9][0-9]{0,4}"
"""As placeholders are numbered. A longer one could be a telephone number, which nobody would look for there."""
_OWN = "[A-Z0-9_]{1,64}"
_ANY_LONG = "|".join(sorted(SHORT_LABELS))
_ANY_SHORT = "|".join(sorted(SHORT_LABELS.values()))
_LONG_LABELS = {short: label for label, short in SHORT_LABELS.items()}

PLACEHOLDER = re.compile(
    rf"\[(?:(?:{_ANY_LONG}|{_CUSTOM}{_OWN})(?: {_NUMBER})?"
    rf"|(?:{_ANY_SHORT}|{_SHORT_CUSTOM}{_OWN}){_NO_BREAK}(?:{_NUMBER})?)\]"
)
_PARTS = re.compile(rf"\[([A-Z0-9_]+)([ {_NO_BREAK}]?)([0-9]*)\]")
_OF_ONES_OWN = re.compile(
    rf"\[(?:{_CUSTOM}(?P<long>{_OWN})(?: {_NUMBER})?|{_SHORT_CUSTOM}(?P<short>{_OWN}){_NO_BREAK}(?:{_NUMBER})?)\]"
)
_WITH_POSSESSIVE = re.compile(rf"{PLACEHOLDER.pattern}(?:['’ʼ＇][sS](?![^\W_]))?")


def format_placeholder(label: str, number: int | None = None) -> str:
    """Format the placeholder of a label.

    >>> format_placeholder("PERSON", 1), format_placeholder(CLIENT), format_placeholder("ZIP", 2)
    ('[PERSON 1]', '[CLIENT]', '[CUSTOM_ZIP 2]')
    """
    label = label if label in SHORT_LABELS else _CUSTOM + label
    return f"[{label}]" if number is None else f"[{label} {number}]"


def is_placeholder(text: str) -> bool:
    """Tell whether a text is one placeholder and nothing else.

    >>> is_placeholder("[PERSON 1]"), is_placeholder("for [CLIENT]")
    (True, False)
    """
    return text.startswith("[") and PLACEHOLDER.fullmatch(text) is not None


def short_placeholder(placeholder: str) -> str:
    """Return the form for narrow places, which has a short label and does not break; other texts stay.

    A custom kind keeps its name, so that two kinds never look alike. A label that is short already and has no
    number stays.

    >>> short_placeholder("[PERSON 1]"), short_placeholder("[CUSTOM_ZIP 2]")
    ('[PER\\xa01]', '[C_ZIP\\xa02]')
    >>> short_placeholder("[REDACTED]"), short_placeholder("[TERM]"), short_placeholder("the buyer")
    ('[XXX\\xa0]', '[TERM]', 'the buyer')
    """
    if not is_placeholder(placeholder) or _NO_BREAK in placeholder:
        return placeholder
    label, _, number = _parts(placeholder)
    short = SHORT_LABELS.get(label) or _SHORT_CUSTOM + label.removeprefix(_CUSTOM)
    return placeholder if short == label and not number else f"[{short}{_NO_BREAK}{number}]"


def long_placeholders(text: str) -> str:
    """Return the text with every short placeholder in its long form.

    >>> long_placeholders("[PER\\u00a01] of [XXX\\u00a0], not [PER 1]")
    '[PERSON 1] of [REDACTED], not [PER 1]'
    """
    if _NO_BREAK not in text or "[" not in text:
        return text
    return PLACEHOLDER.sub(lambda match: _long(match.group()), text)


def _long(placeholder: str) -> str:
    label, space, number = _parts(placeholder)
    if space == _NO_BREAK:
        label = _LONG_LABELS.get(label) or _CUSTOM + label.removeprefix(_SHORT_CUSTOM)
    return f"[{label} {number}]" if number else f"[{label}]"


def _parts(placeholder: str) -> tuple[str, str, str]:
    """The label of a placeholder, what follows it, and the number or nothing."""
    label, end, number = "", "", ""
    if (match := _PARTS.fullmatch(placeholder)) is not None:
        label, end, number = match.groups()
    return label, end, number


_BARE = re.compile(rf"(?<![^\W_])(?:{_ANY_LONG})(?: {_NUMBER})?(?![^\W_])")


def without_brackets(name: str) -> str:
    """Return the name of a file with its placeholders as bare words; brackets are signs to shells and programs.

    >>> without_brackets("[CLIENT] plan [PERSON 1]")
    'CLIENT plan PERSON 1'
    """
    return PLACEHOLDER.sub(lambda match: _long(match.group())[1:-1], name)


def bare_placeholders_as_borders(name: str) -> str:
    """Return the name of a file with a border in place of each placeholder without brackets."""
    return _BARE.sub(_BORDER, name)


def custom_kind(placeholder: str) -> str | None:
    """Return the kind of a custom recogniser that a placeholder stands for; None for all others.

    >>> custom_kind("[CUSTOM_ZIP 1]"), custom_kind("[C_ZIP\\u00a01]"), custom_kind("[PERSON 1]")
    ('ZIP', 'ZIP', None)
    """
    match = _OF_ONES_OWN.fullmatch(placeholder)
    return None if match is None else match["long"] or match["short"]


def holds_custom_placeholder(text: str) -> bool:
    """Tell whether a text may hold a placeholder of a custom kind, known or not."""
    return f"[{_CUSTOM}" in text or f"[{_SHORT_CUSTOM}" in text


def expose_unknown_placeholders(text: str, known: Collection[str] = ()) -> str:
    """Turn custom placeholders of unknown types into words, so that they are analysed; offsets stay the same.

    Anyone can write `[CUSTOM_HALDEN_ROOK]` to make a name look like a placeholder. `known` are the entity types of
    the custom recognisers; their placeholders are kept.

    >>> expose_unknown_placeholders("for [CUSTOM_HALDEN_ROOK] in [CUSTOM_ZIP 1]", {"ZIP"})
    'for         HALDEN ROOK  in [CUSTOM_ZIP 1]'
    """
    if not holds_custom_placeholder(text):
        return text
    return _OF_ONES_OWN.sub(
        lambda match: match.group() if (match["long"] or match["short"]) in known else _shown(match),
        text,
    )


def _shown(placeholder: re.Match[str]) -> str:
    name = placeholder.start("long" if placeholder["long"] else "short")
    blank = " " * (name - placeholder.start())
    return blank + placeholder.group()[len(blank) : -1].replace("_", " ") + " "


def last_numbers(texts: Iterable[str]) -> Mapping[str, int]:
    """Return the highest number of each placeholder in the texts, by the placeholder without its number.

    Short placeholders count as long ones.

    >>> last_numbers(["[PERSON 2] wrote to [PER\\u00a01]", "[CLIENT] and [TERM 7]"])
    {'[PERSON]': 2, '[TERM]': 7}
    """
    last: dict[str, int] = {}
    for text in texts:
        for match in PLACEHOLDER.finditer(text) if "[" in text else ():
            label, _, number = _parts(_long(match.group()))
            if number:
                last[f"[{label}]"] = max(last.get(f"[{label}]", 0), int(number))
    return last


def count_placeholders(texts: Iterable[str]) -> int:
    """Count the placeholders in the texts.

    >>> count_placeholders(["[PERSON 2] wrote to [PERSON 1]", "[CLIENT]", "none"])
    3
    """
    return sum(len(PLACEHOLDER.findall(text)) for text in texts if "[" in text)


def placeholders_as_borders(text: str) -> str:
    """Replace each code point of a placeholder by NUL, so that no match lies in it or across it.

    >>> placeholders_as_borders("Ann [TERM] Rook") == f"Ann {6 * chr(0)} Rook"
    True
    """
    return PLACEHOLDER.sub(lambda match: _BORDER * len(match.group()), text) if "[" in text else text


def blank_placeholders(text: str) -> str:
    """Replace each code point of a placeholder by a space, so that offsets stay the same.

    A possessive *'s* after it is blanked too: it is part of no term, and must not become a term of its own.

    >>> blank_placeholders("for [CLIENT]’s.")
    'for           .'
    """
    if "[" not in text:
        return text
    return _WITH_POSSESSIVE.sub(lambda match: " " * len(match.group()), text)
