"""Recognise telephone numbers, and reject numbers that only look like one.

`phonenumbers` tells whether a number can be dialled; the templates tell where one may stand. The matcher of
`phonenumbers` takes a second for a long document, and misses numbers that are not in service, such as 555 numbers.
So it is asked only about numbers of the right format.
"""

import re

import phonenumbers

from backend.detection.patterns.candidate_starts import at_dialled, at_words
from backend.detection.patterns.template import Template
from backend.detection.patterns.validators import group_ends

_EXTENSION = r"(?:,? ?(?:[xX]|[eE]xt(?:ension|n)?\.?:?|#) ?\d{1,6})?"
_END = r"(?![^\W_])(?!-(?:\d|[^\W\d_](?![^\W_])))(?![.,/]\d)"
"""A code goes on after a hyphen ("555-123-4567-A"), a label may ("281 7346-Fax")."""
_BEGIN = r"(?<![^\W_])(?<![^\W_][-+])(?<!\d[.,/])"

_MONEY_BEFORE = re.compile(r"(?:[$€£¥]|\b(?:USD|EUR|GBP))\s?$")
_DATE = re.compile(
    r"(?:19|20)\d\d([-. ])\d{1,2}\1\d{1,2}(?!\d)|\d{1,2}([-. ])\d{1,2}\2(?:19|20)\d\d(?!\d)"
    r"|(?:19|20)\d\d ?- ?(?:19|20)\d\d"
)
_DECIMAL = re.compile(r"\d+\.\d{1,3}")
_THREE_THREE_FOUR = re.compile(r"\d{3} \d{3} \d{4}")
_MOBILE = re.compile(r"07\d{3} ?\d{3} ?\d{3}")
"""Some of these are kept for films and examples, and nobody reads that off them."""
_EXTENSION_AT_END = re.compile(r"[^\d() .+-].*$")

_CONTEXT = (
    *(
        "phone",
        "phones",
        "telephone",
        "tel",
        "mobile",
        "mob",
        "cell",
        "cellphone",
        "fax",
        "call",
        "calling",
        "dial",
    ),
    *("ring", "reach", "contact", "callback", "hotline", "helpline", "landline", "whatsapp", "pager", "voicemail"),
    *("telefon", "telefono", "teléfono", "téléphone", "tél", "telefoon", "handy", "mobil", "móvil", "portable"),
    *("answering", "desk", "switchboard", "phone number", "contact number", "office", "direct line", "extension"),
)


def _acceptable(match: re.Match[str]) -> bool:
    text, start, end = match.string, match.start(), match.end()
    if match.group().count("(") != match.group().count(")"):
        return False  # the bracket is the sentence's: "(07700 900456)"
    if _MONEY_BEFORE.search(text[max(0, start - 4) : start]) or text[end : end + 1] == "%":
        return False
    return not (_DATE.match(match.group()) or _DECIMAL.fullmatch(match.group()))


def north_american(match: re.Match[str]) -> int:
    """Accept three, three and four digits in North American notation, in service or not."""
    text, start = match.string, match.start()
    if _THREE_THREE_FOUR.fullmatch(match.group()) and text[max(0, start - 2) : start - 1].isdigit():
        return 0  # a row of figures: "747 767 777 2005"
    return len(match.group()) if _acceptable(match) else 0


def international(match: re.Match[str]) -> int:
    """Accept a number with a country code: of a valid length in that country, or, after 00, a number in service."""
    text = match.group()
    dialled = "+" + text[2:] if text.startswith("00") else text
    shift = len(text) - len(dialled)
    possible = 0
    for end in group_ends(match):
        number = _parsed(dialled[: end - shift], None)
        if number is None:
            continue
        if phonenumbers.is_valid_number(number):
            return end
        if not possible and text[0] == "+" and phonenumbers.is_possible_number(number):
            possible = end
    return possible


def british(match: re.Match[str]) -> int:
    """Accept a number in service, or a mobile number, of the United Kingdom in national notation."""
    if not _acceptable(match):
        return 0
    for end in group_ends(match):
        text = match.group()[:end]
        number = _parsed(text, "GB")
        if number is not None and (phonenumbers.is_valid_number(number) or _MOBILE.fullmatch(text)):
            return end
    return 0


def announced(match: re.Match[str]) -> int:
    """Accept seven to fifteen digits beside a word for a telephone."""
    digits = _EXTENSION_AT_END.sub("", match.group().replace("/", " ", 1))
    groups = re.findall(r"\d+", digits)
    fits = 7 <= sum(map(len, groups)) <= 15 and all(len(group) >= 2 for group in groups[1:])
    return len(match.group()) if fits and _acceptable(match) else 0


def _parsed(text: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None


INTERNATIONAL = rf"(?:\+|00)[ ]?\(?\d(?:[ .()/-]{{0,3}}\d){{6,14}}{_EXTENSION}{_END}"

PHONES = (
    Template(
        "PHONE_NUMBER",
        r"(?i:wa\.me/|whatsapp\.com/send/?\?phone=|t\.me/\+)(?P<value>(?:\+|%2B)?\d{8,15})(?!\d)",
        0.9,
        "international_telephone_number",
        begins=at_words("wa", "whatsapp", "t"),
    ),
    Template(
        "PHONE_NUMBER",
        rf"{_BEGIN}{INTERNATIONAL}",
        0.9,
        "international_telephone_number",
        international,
        begins=at_dialled,
    ),
    Template(
        "PHONE_NUMBER",
        rf"{_BEGIN}(?:(?:\+|00)?1[ .-]?)?(?:\(\d{{3}}\)[ .-]?|\d{{3}}[ .-])\d{{3}}[ .-]\d{{4}}{_EXTENSION}{_END}",
        0.8,
        "north_american_telephone_number",
        north_american,
        begins=at_dialled,
    ),
    Template(
        "PHONE_NUMBER",
        rf"{_BEGIN}\(?0\d{{1,4}}\)?(?:[ .-]?\d{{2,5}}){{1,3}}{_EXTENSION}{_END}",
        0.8,
        "british_telephone_number",
        british,
        begins=at_dialled,
    ),
    Template(
        "PHONE_NUMBER",
        rf"{_BEGIN}\(?\d(?:[ .()-]{{0,2}}\d){{6,14}}{_EXTENSION}{_END}",
        0.7,
        "labelled_telephone_number",
        announced,
        _CONTEXT,
        reach=40,
        begins=at_dialled,
    ),
    Template(
        "PHONE_NUMBER",
        rf"{_BEGIN}0\d{{1,4}} ?/ ?\d{{2,8}}(?:[ -]\d{{2,5}}){{0,3}}{_END}",
        0.7,
        "labelled_german_telephone_number",
        announced,
        _CONTEXT,
        reach=40,
    ),
)
