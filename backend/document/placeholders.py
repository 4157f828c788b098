"""The format of placeholders. Every room recognises them, and no room treats them as words.

`[CLIENT]`, `[TERM]` and `[REDACTED]` stand for client names, words of the model and always-terms. `[PERSON 1]` and
the like stand for personal data and are numbered within their entity type. Entity types that a user's own
recogniser adds carry a prefix, `[CUSTOM_ZIP 1]`: without it, any bracketed word in capitals would count as a
placeholder and would not be redacted.
"""

import re
from collections.abc import Collection, Iterable, Mapping

CLIENT = "CLIENT"
TERM = "TERM"
REDACTED = "REDACTED"
QUANTITY = "QUANTITY"

ENTITIES = (
    # What a person, a place or a group is called, and what is said about one.
    *("PERSON", "ORGANIZATION", "LOCATION", "NRP", "DATE_TIME", "AGE", "DEMOGRAPHIC", QUANTITY, "CODE", "MISC"),
    # Where somebody is reached or found.
    *("EMAIL_ADDRESS", "HANDLE", "PHONE_NUMBER", "URL", "IP_ADDRESS", "MAC_ADDRESS"),
    *("COORDINATES", "LICENSE_PLATE"),
    # Money and companies.
    *("CREDIT_CARD", "IBAN_CODE", "BIC_CODE", "US_BANK_NUMBER", "ABA_ROUTING_NUMBER", "CRYPTO"),
    *("VAT_CODE", "COMPANY_NUMBER", "US_EIN"),
    # Numbers that a state gives a person; NATIONAL_ID where Presidio has no name for a country's.
    *("US_SSN", "US_ITIN", "US_PASSPORT", "US_DRIVER_LICENSE", "MEDICAL_LICENSE"),
    *("UK_NHS", "UK_NINO", "UK_PASSPORT", "UK_DRIVING_LICENCE"),
    *("AU_TFN", "CA_SIN", "DE_TAX_ID", "ES_NIF", "ES_NIE", "FI_PERSONAL_IDENTITY_CODE", "IN_AADHAAR", "IN_PAN"),
    *("IT_FISCAL_CODE", "KR_RRN", "PL_PESEL", "SE_PERSONNUMMER", "SG_NRIC_FIN", "TH_TNIN", "TR_NATIONAL_ID"),
    *("ZA_ID_NUMBER", "PASSPORT", "NATIONAL_ID"),
)
"""The kinds of personal data that Unsaid tells apart; the names are Presidio's where it has one."""

_LABELS = frozenset((CLIENT, TERM, REDACTED, *ENTITIES))
_CUSTOM = "CUSTOM_"
_BORDER = "\0"

_NUMBER = "[1-9][0-9]{0,4}"
"""As placeholders are numbered. A longer one could be a telephone number, which nobody would look for there."""

PLACEHOLDER = re.compile(rf"\[(?:{'|'.join(sorted(_LABELS))}|{_CUSTOM}[A-Z0-9_]{{1,64}})(?: {_NUMBER})?\]")
_NUMBERED = re.compile(rf"\[([A-Z0-9_]+) ({_NUMBER})\]")
_OF_ONES_OWN = re.compile(rf"\[{_CUSTOM}([A-Z0-9_]{{1,64}})(?: {_NUMBER})?\]")
_WITH_POSSESSIVE = re.compile(rf"{PLACEHOLDER.pattern}(?:['’ʼ＇][sS](?![^\W_]))?")


def format_placeholder(label: str, number: int | None = None) -> str:
    """Format the placeholder of a label.

    >>> format_placeholder("PERSON", 1), format_placeholder(CLIENT), format_placeholder("ZIP", 2)
    ('[PERSON 1]', '[CLIENT]', '[CUSTOM_ZIP 2]')
    """
    label = label if label in _LABELS else _CUSTOM + label
    return f"[{label}]" if number is None else f"[{label} {number}]"


_BARE = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(_LABELS))})(?: {_NUMBER})?(?![^\W_])")


def without_brackets(name: str) -> str:
    """Return the name of a file with its placeholders as bare words; brackets are signs to shells and programs.

    >>> without_brackets("[CLIENT] plan [PERSON 1]")
    'CLIENT plan PERSON 1'
    """
    return PLACEHOLDER.sub(lambda match: match.group()[1:-1], name)


def bare_placeholders_as_borders(name: str) -> str:
    """Return the name of a file with a border in place of each placeholder without brackets."""
    return _BARE.sub(_BORDER, name)


def expose_unknown_placeholders(text: str, known: Collection[str] = ()) -> str:
    """Turn custom placeholders of unknown types into words, so that they are analysed; offsets stay the same.

    Anyone can write `[CUSTOM_HALDEN_ROOK]` to make a name look like a placeholder. `known` are the entity types of
    the custom recognisers; their placeholders are kept.

    >>> expose_unknown_placeholders("for [CUSTOM_HALDEN_ROOK] in [CUSTOM_ZIP 1]", {"ZIP"})
    'for         HALDEN ROOK  in [CUSTOM_ZIP 1]'
    """
    if f"[{_CUSTOM}" not in text:
        return text
    return _OF_ONES_OWN.sub(
        lambda match: match.group() if match[1] in known else _shown(match.group()),
        text,
    )


def _shown(placeholder: str) -> str:
    blank = " " * (len(_CUSTOM) + 1)
    return blank + placeholder[len(blank) : -1].replace("_", " ") + " "


def last_numbers(texts: Iterable[str]) -> Mapping[str, int]:
    """Return the highest number of each placeholder in the texts, by the placeholder without its number.

    >>> last_numbers(["[PERSON 2] wrote to [PERSON 1]", "[CLIENT] and [TERM 7]"])
    {'[PERSON]': 2, '[TERM]': 7}
    """
    last: dict[str, int] = {}
    for text in texts:
        for match in PLACEHOLDER.finditer(text) if "[" in text else ():
            if (numbered := _NUMBERED.fullmatch(match.group())) is not None:
                name = f"[{numbered[1]}]"
                last[name] = max(last.get(name, 0), int(numbered[2]))
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
