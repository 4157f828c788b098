"""The table of readings: what a text says where it is encoded, marked up, or written without spaces.

A reading is the text with some stretches replaced, and a map back to the original. In `spellings` a term is written
otherwise; here a text is read otherwise, so that one reading serves every term.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from urllib.parse import unquote

from backend.document.canonical_order import unescape
from backend.document.mail_encodings import ENCODED_WORD, LDAP, MISREAD, QUOTED, encoded_word, ldap, misread, quoted
from backend.document.packed_readings import PACKED_READINGS
from backend.document.plain_letters import plain_letters, spelled_out
from backend.document.rarer_readings import RARER_ENCODINGS, RARER_SIGNS, Reading
from backend.document.spellings import UNSPACED
from backend.document.tokens import Folded

_ROUNDS = 4
"""How often a text is decoded at most: links are wrapped in links."""
_MIN_STEM = 4

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
_HEX = "[0-9A-Fa-f]"
_LETTER_OF_RTF = re.compile(
    rf"(?:\\{{1,4}}uc\d)?\\{{1,4}}u(-?\d{{1,5}})(?:\{{\}}| ?\?| ?\\'{_HEX}{{2}}|(?<=u\d{{3}}) [A-Za-z](?=[a-z]))"
)
"""A letter of RTF with what a reader shows that does not know it: "?", a byte, or a plain letter."""
_ESCAPE = re.compile(
    rf"\\{{1,4}}(?:u\{{({_HEX}{{1,6}})\}}|u({_HEX}{{4}})|x({_HEX}{{2}})|U(00{_HEX}{{6}}))|U\+({_HEX}{{4}})"
)
_BYTES_OF_RTF = re.compile(rf"(?:\\'{_HEX}{{2}})+")
_CYRILLIC = 3
_FIRST_CYRILLIC = 0xC0
_RUN = re.compile(r"[^\W\d_]+")
_NO_SPACES = re.compile(f"[{UNSPACED}]")
# Case endings that are written at a name's end; a lone vowel behind Latin letters makes another name of it: "Carla".  # noqa: E501
_CASES = (
    "s es er ern en em n t ssa ssä sta stä lla llä lta lle nak nek ban ben val vel nál owi om ov ova ovi"
    " а у ом ой е ы и ов ам ами ах ем ым ою ів ові ου ον ο ων οι ους η ης ի ին ից ով ում"
)
_ENDINGS = frozenset(_CASES.split())
_CASES_OF_LONG_NAMES = (
    "in ia ie ul ens ian hez höz ból ből tól től ról ről nel lar ler ach iga is am as ui ją us ksi"
)
_ENDINGS_OF_LONG_NAMES = frozenset(_CASES_OF_LONG_NAMES.split())
"""They make another word of a short name: "Martinis", "Augustin"."""
_LONG_STEM = 7
_LONGEST_ENDING = max(map(len, _ENDINGS | _ENDINGS_OF_LONG_NAMES))
MIN_HEAD, MIN_TAIL = 6, 4
"""Letters of a name that another word may follow without a space, and of that word: "Quintessavertrag"."""

_KEYS = (
    "(?:full|first|last|middle|given|family|sur|fore|vor|nach|christian)[-_ ]?names?|names?|given|family|first|last"
    "|surname|forename|vorname|nachname|prenom|prénom|nom"
)
_SAID = rf"(?:{_KEYS})[\"']?\s?[:=]"

# What stands before a label is consumed without one too, since a long run would be tried from each of its signs.
_LABEL = re.compile(rf"(?P<other>[\s,;|\"']++(?!\b{_SAID}))|[\s,;|\"']*+\b{_SAID}[\s\"']*", re.IGNORECASE)


def _code(match: re.Match[str]) -> str:
    code = int(next(filter(None, match.groups())), 16)
    return match.group() if 0xD800 <= code < 0xE000 or code > 0x10FFFF else chr(code)


def _rtf(match: re.Match[str]) -> str:
    """Decode bytes as Western text; three letters in a row beyond ASCII are Cyrillic."""
    content = bytes.fromhex(match.group().replace("\\'", ""))
    is_cyrillic = len(content) >= _CYRILLIC and min(content) >= _FIRST_CYRILLIC
    return content.decode("cp1251" if is_cyrillic else "cp1252", "replace")


def _rtf_of_central_europe(match: re.Match[str]) -> str:
    return bytes.fromhex(match.group().replace("\\'", "")).decode("cp1250", "replace")


def _rtf_letter(match: re.Match[str]) -> str:
    """Decode a letter as Zotero writes it into its fields: a number, negative above 32,767."""
    code = int(match.group(1)) % 0x10000
    return match.group() if 0xD800 <= code < 0xE000 else chr(code)


def _octal(match: re.Match[str]) -> str:
    content = bytes(int(each, 8) for each in match.group().split("\\")[1:])
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _tex(match: re.Match[str]) -> str:
    """A letter with an accent, whichever: a text is compared with plain letters, too."""
    return unicodedata.normalize("NFC", (match.group(1) or match.group(2)) + "\u0308")


def _entity(match: re.Match[str]) -> str:
    return unescape(match.group())


def _percent(match: re.Match[str]) -> str:
    found = match.group()
    decoded = unquote(found, errors="replace")
    return found if "\ufffd" in decoded else decoded


def _punycode(match: re.Match[str]) -> str:
    try:
        return match.group(1).encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return match.group()


def _wrapped(match: re.Match[str]) -> str:
    """Decode a link that a mail gateway has rewritten: "-26" for "%26", "_" for "/"."""
    return unquote(match.group().replace("_", "/").replace("-", "%"), errors="replace")


# What stands for the sign, in brackets or between the words of an address.
AT_IN_WORDS = re.compile(
    r"\s?[\[({<“\"](?:at|ät|a)[\])}>”\"]\s?|(?<=\w)[_-]at[_-](?=\w)|=(?=[a-z][\w-]*\.[a-z])"
    r"|(?<=\w)\s(?:at|ät|arroba|chez)\s(?=[\w-]{1,60}(?:\.|\s?[\[(]?dot[\])]?\s?)[a-z])",
    re.IGNORECASE,
)
_DOT_IN_WORDS = re.compile(
    r"\s?[\[(](?:dot|punkt|\.)[\])]\s?|(?<=[\w-])(?:\s(?:dot|punkt)\s|_dot_)(?=[a-z]{2,}(?:\b|_))", re.IGNORECASE
)
DECODED: tuple[Reading, ...] = (
    Reading("percent and u", re.compile(r"%u([0-9A-Fa-f]{4})"), _code, _ROUNDS, needs="%"),
    Reading("percent", re.compile(r"(?:%[0-9A-Fa-f]{2})+"), _percent, _ROUNDS, needs="%"),
    *PACKED_READINGS,
    *RARER_ENCODINGS,
    Reading("letters of RTF", _LETTER_OF_RTF, _rtf_letter, needs="\\"),
    Reading("escapes", _ESCAPE, _code, needs="\\+"),
    Reading("codes of RTF", _BYTES_OF_RTF, _rtf, needs="\\"),
    Reading("spaces of RTF", re.compile(r"(?<=\w)\\~(?=\w)"), lambda _: " ", needs="\\"),
    Reading("bytes in octal", re.compile(r"(?:\\[0-3][0-7]{2})+"), _octal, needs="\\"),
    Reading(
        "accents of TeX",
        re.compile(r"\{\\[\"'`^~=.]\{?([A-Za-z])\}?\}|\\\"\{?([aeiouAEIOU])\}?"),
        _tex,
        needs="\\",
    ),
    Reading("escaped white space", re.compile(r"(?<=\w)\\{1,2}[nrt](?=[A-Z])"), lambda _: " ", needs="\\"),
    Reading("escaped signs", re.compile(r"\\([\"'&_%#@.-])"), lambda match: match.group(1), needs="\\"),
    Reading("apostrophes doubled", re.compile(r"(?<=[^\W\d_])''(?=[^\W\d_])"), lambda _: "'", needs="'"),
    Reading(
        "entities",
        re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE),
        _entity,
        rounds=2,
        needs="&",
    ),
    Reading("codes in names of XML", re.compile(r"_x([0-9A-Fa-f]{4})_"), _code, needs="_"),
    Reading(
        "links of mail gateways",
        re.compile(r"(?<=\.proofpoint\.com[/_]v2[/_]url\?u=)[\w.~-]+"),
        _wrapped,
        needs="?",
    ),
    Reading(
        "punycode",
        re.compile(r"(?<![^\W_])xn--([a-z0-9-]{1,60})(?![^\W_])", re.IGNORECASE),
        _punycode,
        needs="-",
    ),
    Reading("words of headers", ENCODED_WORD, encoded_word, needs="?"),
    Reading("quoted-printable", QUOTED, quoted, needs="="),
    Reading("distinguished names", LDAP, ldap, needs="\\"),
    Reading("misread UTF-8", MISREAD, misread, needs="ÃÂÄÅ"),
    Reading("at and dot in words", AT_IN_WORDS, lambda _: "@"),
    Reading(
        "dots in words",
        _DOT_IN_WORDS,
        lambda _: ".",
    ),
    Reading("tags of addresses", re.compile(r"(?<=\w)\+\w{1,30}(?=@)|(?<=\w@)mail\."), lambda _: "", needs="@"),
)  # fmt: skip
"""Encodings; each is decoded in the result of the one before."""
CENTRAL = Reading("codes of RTF in Central Europe", _BYTES_OF_RTF, _rtf_of_central_europe, needs="\\")
# Dashes, quotation marks and the like (U+2000 to U+206F) are no letters, and are levelled in every reading.
LETTERS = Reading(
    "letters",
    re.compile(rf"[^\W\d_][{_MARKS}]+|[^\x00-\x7f\u2000-\u206f{_MARKS}]+(?![{_MARKS}])|[{_MARKS}]"),
    lambda match: plain_letters(match.group()),
    by_letter=True,
)
UMLAUTS = Reading("umlauts", re.compile("[äöüåøÄÖÜÅØ]"), lambda match: spelled_out(match.group()))
_SHARED = re.compile(
    r"(?<=[^\W\d_])\s(?:und|and|&|et|y|e|og|och|en)\s[A-Z][^\W\d_]+"
    r"(?=(?:\s(?:v[ao]n|vom|zu|de[rnls]?|della|d[aiou]|dos|la|le|te[nr]|bin|al|el)){0,3}"
    r"\s(?:(?:O|d|al|el)['’-])?[A-Z][^\W\d_])"
    r"|(?<=[^\W\d_],\s)[A-Z][^\W\d_]+\s(?:und|and|&|et|y|e|og|och|en)\s(?=[A-Z][^\W\d_])"
)
_BEFORE = 80
"""Characters in which the given name and the word before it are looked for."""


def _without_the_other(match: re.Match[str]) -> str:
    """Leave out one given name of two that share a surname, unless the first has a surname of its own."""
    before = match.string[max(match.start() - _BEFORE, 0) : match.start()].split()
    if match.group()[0].isspace():
        is_given_name = bool(before) and before[-1][:1].isupper()
        has_surname = len(before) > 1 and before[-2][:1].isupper() and before[-2][-1].isalpha()
        return match.group() if has_surname or not is_given_name else ""
    return "" if before and before[-1][:1].isupper() else match.group()


SIGNS: tuple[Reading, ...] = (
    Reading(
        "care of",
        re.compile(r"\bc[/_]o(?=[^\S\n])|\bz\.\s?Hd\.|\battn:|\bг-(?:н[ау]?|ном|ж[аеиу])(?=\s)", re.IGNORECASE),
        lambda _: "Mr",
        needs="/_.:-",
    ),
    Reading(
        "the T before a time",
        re.compile(r"(?<=\d{4}-\d\d-\d\d)T(?=\d\d)|(?<=\d{8})T(?=\d{4})"),
        lambda _: " T",
        needs="T",
    ),
    Reading(
        "signs beside a name",
        re.compile(r"\s?\((?:TM|R|C|SM)\)|(?<=[^\W\d_])\[\d{1,3}\]|(?<=[^\W\d_])[†‡·•/]+(?=[\s\w])", re.IGNORECASE),
        lambda _: " ",
        needs="([†‡·•/",
    ),
    Reading("surname for two", _SHARED, _without_the_other),
    Reading(
        "commas of addresses",
        re.compile(
            r"(?<=[\s\d]\d)(?:,|\s++/)(?=\s)|(?:,|(?<!\s)\s++/)(?=\s+[A-Z]{0,2}\d)|\b(?:DE|D|AT|A|CH)-(?=\d{4,5}\b)"
        ),
        lambda _: "",
        needs=",/-",
    ),
    Reading(
        "numbers of houses",
        re.compile(
            r"(?<=[^\W\d_])[.,]?[^\S\n]\(?(?:(?:Nr|No|Nummer|Haus[- ]?nr|Haus[- ]?nummer|num[ée]ro)"
            r"(?:[.:]{1,2}[^\S\n]?|[^\S\n])"
            r"|n\.[^\S\n]|(?:n\.?[º°]|№|#)[^\S\n]?)(?=\d)",
            re.IGNORECASE,
        ),
        lambda _: " ",
    ),
    Reading("line breaks of HTML", re.compile(r"<br\s?/?>", re.IGNORECASE), lambda _: " ", needs="<"),
    *RARER_SIGNS,
    Reading(
        "given name in brackets", re.compile(r"(?<=[^\W\d_])\s?\((?=[A-Z][^\W\d_]+\))"), lambda _: ", ", needs="("
    ),
    Reading(
        "keys of data",
        re.compile(
            rf"(?<![\"'&?;,{{\s])[\"'&?;,{{\s]*+\b(?:{_KEYS})[\"']?\s?[:=](?:\s?[\"'])?"
            rf"|</?(?:{_KEYS}|[fgls]n)>|[\"'][;,][\"']|[;|\t\"]+",
            re.IGNORECASE,
        ),
        lambda _: " ",
        needs=":=<;|\t\"'",
    ),
    Reading(
        "and",
        re.compile(
            r"(?<=\w)[\s-]++(?:and|und|u\.|et|y|e|og|och|en|['’‘]?n['’‘]?|plus|\+)[\s-]++(?=\w)"
            r"|(?<=\w)\s(?-i:a|i|ja|ve|es|si|oraz|и|та)\s(?=(?-i:[A-ZÀ-ŽА-Я]))",
            re.IGNORECASE,
        ),
        lambda _: " & ",
    ),
)
JOINED = Reading(
    "hyphens in a word",
    re.compile(
        r"(?<=[^\W\d_])(?:[-\u2010\u2011\u2212\u00ad][ \t]*(?:\r\n|[\r\n\v\f\x85\u2028\u2029])[ \t>]*"
        r"|[-\u2010\u2011\u2212]\s?|['’·‧])(?=[^\W\d_])"
    ),
    lambda _: "",
)
APART = Reading(
    "scripts without spaces",
    re.compile(f"(?<=[{UNSPACED}])[·・](?=[{UNSPACED}])|[{UNSPACED}]"),
    lambda match: "" if match.group() in "·・" else f" {match.group()} ",
)


def replaced(text: str, row: Reading) -> Folded | None:
    """Return the text with every match of a row replaced, and the map back; None where nothing changes."""
    pieces: list[str] = []
    folded, original, widths = [0], [0], [-1]
    length = done = 0
    for match in row.pattern.finditer(text) if row.may_change(text) else ():
        new = row.write(match)
        if new == match.group():
            continue
        pieces += text[done : match.start()], new
        if row.by_letter and len(new) == len(match.group()):
            length += match.end() - done
            done = match.end()
            continue  # each letter stays where it is
        length += match.start() - done
        folded += length, length + len(new)
        original += match.start(), match.end()
        widths += len(match.group()), -1
        length += len(new)
        done = match.end()
    if not pieces:
        return None
    return Folded("".join((*pieces, text[done:])), tuple(folded), tuple(original), tuple(widths))


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text after some rows, and the maps back, the last one first."""

    text: str
    maps: tuple[Folded, ...] = ()

    def after(self, *rows: Reading) -> "ReadText":
        """Return the text after more rows."""
        read = self
        for row in rows:
            for _ in range(row.rounds):
                done = replaced(read.text, row)
                if done is None:
                    break
                read = ReadText(done.text, (done, *read.maps))
        return read


def other_readings(text: str) -> Iterator[ReadText]:
    """Yield each reading of a text that differs from it and from the ones before.

    >>> [read.text for read in other_readings("Müller_x0020_und%2520Söhne")]
    ['Muller & Sohne', 'Mueller & Soehne', 'Muller und Sohne']
    """
    if _is_plain(text):
        return
    decoded = ReadText(text).after(*DECODED) if _ENCODED.search(text) else ReadText(text)
    seen = {text}
    plain = decoded.after(LETTERS)
    readings = [plain.after(*SIGNS), decoded.after(UMLAUTS, LETTERS, *SIGNS), plain.after(JOINED)]
    if _BYTES_OF_RTF.search(text):
        readings.append(ReadText(text).after(CENTRAL, *DECODED, LETTERS, *SIGNS))
    if _NO_SPACES.search(decoded.text):
        readings.append(decoded.after(APART))
    for read in readings:
        if read.text not in seen:
            seen.add(read.text)
            yield read


_ENCODED = re.compile(
    rf"[%\\&_\[(\uf021-\uf0ff⁰-⁹¹²³₀-₉]|U\+|\+[A-Za-z0-9]|[A-Za-z0-9+/]{{12}}|''|\s(?:dot|punkt)\s|xn--|=(?=[0-9A-F?])|{MISREAD.pattern}|{AT_IN_WORDS.pattern}|\+\w{{1,30}}@|@mail\.",
    re.IGNORECASE,
)
"""A sign that every row of DECODED needs."""
# The rows that may change a text of ASCII; those that change most of them first.
_ROWS_FOR_ASCII = (JOINED, *reversed(SIGNS), *DECODED)


def _is_plain(text: str) -> bool:
    """Return whether no row changes a text."""
    return text.isascii() and not any(row.may_change(text) and row.pattern.search(text) for row in _ROWS_FOR_ASCII)


def without_labels(text: str) -> str:
    """Return a text without the labels of names in it, and without the spaces and commas around these.

    >>> without_labels("Krüger, given name: Renate")
    'KrügerRenate'
    """
    return _LABEL.sub(lambda match: match["other"] or "", text)


def with_endings_apart(
    text: str,
    stems: Set[str],
    inner: Set[str] = frozenset(),
    heads: Set[str] = frozenset(),
    declined: Mapping[str, str] = MappingProxyType({}),
) -> ReadText | None:
    """Return the text with a space before the case ending of each capitalised word with one of these folded stems.

    Words with one of the `inner` stems, after which a name goes on, lose their ending. A space also follows one of
    the `heads`, names of MIN_HEAD letters at least, where another word is joined to it. A case form that is
    `declined` from a word becomes that word.

    >>> with_endings_apart("Nokian und Müllers", {"nokia", "müller"}).text
    'Nokia n und Müller s'
    >>> with_endings_apart("des Projekts Falkenstein", {"falkenstein"}, {"projekt"}).text
    'des Projekt Falkenstein'
    >>> with_endings_apart("der Quintessavertrag", {"quintessa"}, heads={"quintessa"}).text
    'der Quintessa vertrag'
    """
    ends: dict[int, tuple[int, str]] = {}
    for match in _RUN.finditer(text):
        if not match.group()[0].isupper():
            continue
        word = match.group().casefold()
        if len(word) != len(match.group()):
            continue
        if declined and (nominative := declined.get(plain_letters(word))):
            ends[match.end()] = len(word), nominative
            continue
        for length in range(1, min(_LONGEST_ENDING, len(word) - _MIN_STEM) + 1):
            stem = word[:-length]
            is_ending = word[-length:] in _ENDINGS or (
                len(stem) >= _LONG_STEM and word[-length:] in _ENDINGS_OF_LONG_NAMES
            )
            if is_ending and (stem in stems or stem in inner):
                ends[match.end()] = length, (f" {match.group()[-length:]}" if stem in stems else "")
                break
        else:
            if heads and (length := _joined(match.group(), word, heads)):
                ends[match.end()] = length, f" {match.group()[-length:]}"
    if not ends:
        return None
    return ReadText(text).after(Reading("endings", _RUN, partial(_cut, ends)))


def _joined(written: str, word: str, heads: Set[str]) -> int:
    """Return how many letters of a word follow the longest of the heads that begins it; 0 where none does."""
    for at in range(len(word) - MIN_TAIL, MIN_HEAD - 1, -1):
        if word[:at] in heads and (written[at:].islower() or written.isupper()):
            return len(word) - at
    return 0


def _cut(ends: Mapping[int, tuple[int, str]], match: re.Match[str]) -> str:
    word, (length, end) = match.group(), ends.get(match.end(), (0, ""))
    return word[: len(word) - length] + end
