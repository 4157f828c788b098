"""Validate matches that look like numbers: check digits, issuers, ranges, and the text before them."""

import ipaddress
import re
from collections.abc import Iterator

from stdnum import bic, iban, luhn
from stdnum.eu import vat as eu_vat
from stdnum.gb import nhs
from stdnum.gb import vat as gb_vat
from stdnum.us import ein, ssn

_SEPARATOR = re.compile(r"[ .-]")

# First digits from … to, and the lengths issued; ISO/IEC 7812 ranges as the issuers publish them.
_ISSUERS = (
    ("4", "4", (13, 16, 19)),  # Visa
    ("51", "55", (16,)),  # Mastercard
    ("2221", "2720", (16,)),  # Mastercard
    ("34", "34", (15,)),  # American Express
    ("37", "37", (15,)),
    ("6011", "6011", (16, 19)),  # Discover
    ("644", "659", (16, 19)),
    ("300", "305", (14, 16)),  # Diners Club
    ("36", "36", (14, 16, 19)),
    ("38", "39", (14, 16, 19)),
    ("3528", "3589", (16, 19)),  # JCB
    ("62", "62", (16, 17, 18, 19)),  # UnionPay
    ("5018", "5018", (12, 13, 14, 15, 16, 17, 18, 19)),  # Maestro
    ("5020", "5020", (12, 13, 14, 15, 16, 17, 18, 19)),
    ("5038", "5038", (12, 13, 14, 15, 16, 17, 18, 19)),
    ("6304", "6304", (12, 13, 14, 15, 16, 17, 18, 19)),
    ("6759", "6763", (12, 13, 14, 15, 16, 17, 18, 19)),
)
_CARD_GROUPS = {(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (4, 4, 4, 1), (4, 5, 6), (6, 13)}

_NUMBERED = re.compile(
    r"(?:\bversions?|\bver|\bv|\breleases?|\bbuild|\bfirmware|\bsections?|\bclauses?|\bchapters?|\bparagraphs?|\bpara"
    r"|\barticles?|\bitems?|\bsteps?|\bfigures?|\btables?|\bappendix|\bannex|§)[.: ]{0,2}$",
    re.IGNORECASE,
)
_HEADING = re.compile(r" {1,3}[^\W\d_]|\.?$", re.MULTILINE)


def group_ends(match: re.Match[str]) -> Iterator[int]:
    """Return the lengths at which the match can end without splitting a group of characters, longest first."""
    text = match.group()
    yield len(text)
    for i in range(len(text) - 1, 0, -1):
        if text[i] == " ":
            yield i


def card(match: re.Match[str]) -> int:
    """Accept a card number by its issuer, length, groups and Luhn check digit."""
    return next((end for end in group_ends(match) if _is_card(match.group()[:end])), 0)


def _is_card(text: str) -> bool:
    groups = re.split("[ -]", text)
    digits = "".join(groups)
    if len(groups) > 1 and tuple(map(len, groups)) not in _CARD_GROUPS:
        return False
    issued = any(low <= digits[: len(low)] <= high and len(digits) in lengths for low, high, lengths in _ISSUERS)
    return issued and luhn.is_valid(digits)


def iban_code(match: re.Match[str]) -> int:
    """Accept an IBAN with the length of its country and its two check digits, without words that follow."""
    text = match.group()
    return next((end for end in group_ends(match) if iban.is_valid(text[:end], check_country=False)), 0)


def social_security(match: re.Match[str]) -> int:
    """Accept a US social security number with an area, group and serial that are issued."""
    return len(match.group()) if ssn.is_valid(_SEPARATOR.sub("", match.group())) else 0


def possible_social_security(match: re.Match[str]) -> int:
    """Accept nine digits with a possible area, group and serial, also numbers known from advertisements."""
    digits = _SEPARATOR.sub("", match.group())
    could_be = (
        digits[:3] not in ("000", "666") and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"
    )
    return len(match.group()) if could_be else 0


def employer(match: re.Match[str]) -> int:
    """Accept a US employer identification number with the prefix of an IRS campus."""
    return len(match.group()) if ein.is_valid(match.group()) else 0


def health_service(match: re.Match[str]) -> int:
    """Accept an NHS number with a valid check digit."""
    return len(match.group()) if nhs.is_valid(match.group()) else 0


def vat_by_check_digit(match: re.Match[str]) -> int:
    """Accept a VAT number of an EU country or the UK with valid check digits."""
    return next((end for end in group_ends(match) if _is_vat(match.group()[:end])), 0)


def _is_vat(text: str) -> bool:
    if sum(char.isdigit() for char in text) < 7:
        return False
    country = gb_vat if text.startswith(("GB", "XI")) else eu_vat
    return bool(country.is_valid(text))


def vat_by_shape(match: re.Match[str]) -> int:
    """Accept the text after "VAT no." if it has enough digits, without a capitalised word that follows."""
    text = match.group()
    end = len(text)
    while end > 0 and not any(char.isdigit() for char in text[text.rfind(" ", 0, end) + 1 : end]):
        end = text.rfind(" ", 0, end)
    return end if sum(char.isdigit() for char in text[: max(end, 0)]) >= 7 else 0


def bank_identifier(match: re.Match[str]) -> int:
    """A BIC with the code of a country."""
    return len(match.group()) if bic.is_valid(match["value"]) else 0


def ip_v4(match: re.Match[str]) -> int:
    """Accept four numbers up to 255 that are not a version, a clause or a numbered heading."""
    text, start = match.string, match.start()
    address = match.group().split("/")[0]
    if not _is_ip(address) or _NUMBERED.search(text[max(0, start - 14) : start]):
        return 0
    opens_line = text[max(0, start - 1) : start] in ("", "\n")
    counted = all(1 <= int(part) <= 30 for part in address.split("."))
    if opens_line and counted and match.end() < len(text) and _HEADING.match(text, match.end()):
        return 0
    return len(match.group())


def ip_v6(match: re.Match[str]) -> int:
    """Accept an IPv6 address with at least one digit ("a::b" is more likely a name in a program)."""
    text = match.group()
    for candidate in (text, text.removesuffix(":")):
        if any(char.isdigit() for char in candidate) and _is_ip(candidate.split("/")[0]):
            return len(candidate)
    return 0


def _is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


_OWN_MACHINE = re.compile(r"(?i:(?:https?|ftps?)://localhost)(?![\w.@-])")
# What standards and their programs are told by in any document; nobody's site.
_OF_A_STANDARD = re.compile(
    r"(?i:(?:https?://)?(?:(?:www|tools|datatracker|schemas)\.)?"
    r"(?:w3\.org|ietf\.org|rfc-editor\.org|unicode\.org|iso\.org|purl\.org|json-schema\.org"
    r"|(?<=schemas\.)(?:microsoft\.com|openxmlformats\.org|xmlsoap\.org)))(?![\w.@-])"
)
# Kept for examples (RFC 2606, section 3). What a query or a user's page says may yet be somebody's.
_OF_AN_EXAMPLE = re.compile(r"(?i:(?:https?://)?(?:www\.)?example\.(?:com|net|org))(?![\w.@-])[^?=~@]*$")
_NOBODYS = (_OWN_MACHINE, _OF_A_STANDARD, _OF_AN_EXAMPLE)


def url(match: re.Match[str]) -> int:
    """Accept a web address without the punctuation of the sentence around it, but not a public standard's.

    >>> [url(re.match(r"\\S+", text)) for text in ("http://a.example/b.", "http://localhost:80/", "https://www.w3.org/TR/")]
    [18, 0, 0]
    """
    text = match.group()
    if any(nobodys.match(text) for nobodys in _NOBODYS):
        return 0
    while text:
        last = text[-1]
        closes = {")": "(", "]": "["}.get(last)
        if last in ".,;:!?*_'’”»" or (closes and text.count(last) > text.count(closes)):
            text = text[:-1]
        else:
            break
    return len(text)


# Programs and frameworks, and endings that two run-together sentences make ("finished.In the end").
_NO_DOMAIN = frozenset(
    {"asp.net", "ado.net", "vb.net", "ml.net", "j.net", "socket.io", "main.rs", "lib.rs", "mod.rs", "build.rs"}
)
_TURNED_ROUND = frozenset({"com", "org", "net"})
"""What the names of packages begin with: "com.company.app"."""
_ORDINARY_ENDINGS = frozenset(
    {"in", "it", "is", "at", "be", "me", "no", "us", "so", "to", "as", "my", "do", "info"}
)


def domain(match: re.Match[str]) -> int:
    """Accept a host name with a known ending, but not a product, or two sentences without a space between them."""
    host = re.split("[/?#:]", match.group(), maxsplit=1)[0]
    *labels, ending = host.split(".")
    if host.lower() in _NO_DOMAIN or labels[0] in _TURNED_ROUND or not (ending.islower() or host.isupper()):
        return 0
    if ending in _ORDINARY_ENDINGS and (len(labels[-1]) < 3 or labels[-1] != labels[-1].lower()):
        return 0
    return url(match)


# "logo@2x.png" is a picture for sharp screens.
_FILE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")


def email(match: re.Match[str]) -> int:
    """Accept an e-mail address that is not a file name."""
    return 0 if match.group().lower().endswith(_FILE_ENDINGS) else len(match.group())


_NOBODY = frozenset(
    (
        # Said to whoever is there.
        *("all", "channel", "everyone", "here", "home", "least", "me", "once", "team", "work"),
        # What marks source text: annotations, decorators, rules of style sheets, tags of documentation.
        *("abstractmethod", "author", "autowired", "bean", "before", "after", "beforeeach", "charset"),
        *("classmethod", "component", "controller", "dataclass", "deprecated", "entity", "example"),
        *("extends", "fixture", "import", "include", "inherit", "injectable", "inject", "input", "keyframes"),
        *("link", "media", "mixin", "module", "namespace", "nonnull", "nullable", "output", "override"),
        *("page", "param", "pytest", "private", "property", "protected", "public", "repository"),
        *("requestmapping", "return", "returns", "see", "service", "since", "source", "staticmethod"),
        *("supports", "suppresswarnings", "table", "test", "throws", "todo", "transactional", "typedef"),
        *("use", "value", "var", "version", "wraps"),
    )
)


def handle(match: re.Match[str]) -> int:
    """Accept a person's handle, but not a call to everyone or a decorator in source code.

    >>> [handle(re.match(r"@\\w+", text)) for text in ("@ann_rook", "@everyone", "@Override")]
    [9, 0, 0]
    """
    return 0 if match.group()[1:].lower() in _NOBODY else len(match.group())
