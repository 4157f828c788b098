"""Alternative encodings of a string: links, markup, mail, rich text, base64.

Each encoding is decoded on its own and also in the result of another one, since links are wrapped in links and mail
in markup.
"""

import base64
import itertools
import re
from collections.abc import Callable, Iterator
from email.errors import HeaderParseError
from email.header import decode_header, make_header

from backend.document.canonical_order import unescape
from backend.document.placeholders import PLACEHOLDER
from backend.messages.found_in import TextSource

BORDER = "\0"
"""Between texts that are searched together; nothing is found across it."""

# U+FFFC is how a reader may show a picture in the middle of a text; the XML has no character there.
UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufffc\U000e0000-\U000e0fff"
)
"""Characters that nobody sees, as a class of a regular expression has them."""

GLUED: TextSource = "glued_words"
DOTTED: TextSource = "dotted_words"
_ROUNDS = 4
_REACH = 400

# What encoders write: a byte that is no letter, or several bytes in a row. A lone "%59" between signs is a figure.
_PERCENT_RUN = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});?")
_ESCAPE = re.compile(
    r"(?:%|\\{1,4})(?:u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|U(00[0-9A-Fa-f]{6}))"
    r"|U\+([0-9A-Fa-f]{4})"
)
_LETTER_OF_RTF = re.compile(
    r"(?:\\{1,4}uc\d)?\\{1,4}u(-?\d{1,5})"
    r"(?:\{\}|[ ]?\?|[ ]?\\'[0-9A-Fa-f][0-9A-Fa-f]|(?<=u\d\d\d)[ ][A-Za-z](?=[a-z]))"
)
"""A letter of rich text, and what stands behind it for readers that do not know it."""
_BYTES_OF_RTF = re.compile(r"(?:\\'[0-9A-Fa-f]{2})+")
_SPACE_OF_RTF = re.compile(r"(?<=\w)\\~(?=\w)")
_XML_NAME = re.compile(r"_x([0-9A-Fa-f]{4})_")
_GATEWAY = re.compile(r"(?<=[/_]v2[/_]url\?u=)[\w.~-]+")
"""A link that a mail gateway has rewritten: "-26" is "%26"."""
_PUNYCODE = re.compile(r"(?<![A-Za-z0-9])xn--([A-Za-z0-9-]{1,60})(?![A-Za-z0-9])")
_HEADER_WORD = re.compile(r"=\?[\w-]{2,20}\?[BbQq]\?[!->@-~]{1,200}\?=")
_DIRECTORY_BYTES = re.compile(r"(?:\\[0-9A-Fa-f]{2})+")
_DIRECTORY_SIGN = re.compile(r"\\([,+\"<>;=# ])")
_MISREAD = re.compile("[Â-Å][^\x00-\x7f]")
"""UTF-8 that was read byte by byte as Windows-1252."""
# In the quoted name of a sheet and in a text of SQL.
_DOUBLED = re.compile(r"(?<=\w)''(?=\w)")
_ESCAPED_SPACE = re.compile(r"(?<=[^\W_])\\{1,2}[rnt](?=[A-Z])")
"""The end of a line or a tab in a text of a program."""
_RUN = re.compile(r"[^\s\0]+")
_QUERY = re.compile(r"[?&=%]")
_QUOTED = re.compile(r"(?:=[0-9A-Fa-f]{2})+")
_SOFT_BREAK = re.compile(r"=[ \t]*\r?\n")
# A capital behind a small letter, where two words were glued together: "HaldenRookPlan".
_SEAM = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
# As in the name of an account: "gisela.kirsten".
# Some unseen characters are letters: if a match began at one, a run of them would take the square of its length.
_DOT = re.compile(rf"(?<=[^\W\d_])(?<![{UNSEEN}])[{UNSEEN}\u0300-\u036f]*+\.[{UNSEEN}]*+(?=[^\W\d_])")
_TAG = re.compile(r"<[^<>]{0,10000}>")
# What stands in a line of HTML or of a drawing's text, and so parts no word (HTML, 4.5; SVG 2, 11.2).
_IN_A_WORD = re.compile(
    r"<(?:!--|/?(?:[a-z]+:)?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|em|font|i|ins|kbd|mark|q|s|samp|small|span"
    r"|strike|strong|sub|sup|textpath|time|tref|tspan|tt|u|var|wbr)(?=[\s/>]))[^<>]{0,10000}>",
    re.IGNORECASE,
)

_RTF_CODE = re.compile(
    r"\\'([0-9A-Fa-f]{2})|\\u(-?\d{1,5}) ?\??|\\(?:par|line|tab|cell|row)\b ?|\\[a-z]+-?\d* ?|[{}\r\n]"
)

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_NO_BASE64 = re.compile(r"[^A-Za-z0-9+/_-]+")
_MIXED = re.compile(r"(?=.*[A-Z0-9+/])(?=.+[a-z0-9+/])|(?=.*[a-z])(?=.+[A-Z])")
_HEX = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}[ :]?){6,}(?![0-9A-Fa-f])")
_BLOB = re.compile(r"(?:[A-Za-z0-9+/]{40,}[ \t]*\r?\n[ \t]*)*[A-Za-z0-9+/]{40,}(?:\s*[A-Za-z0-9+/]+)?={0,2}")

_CONTENT_TYPE = re.compile("0x01(?:00[0-9A-F]{32}|[0-9A-F]{2})*")
"""The id of a content type of SharePoint ([MS-WSSTS] 2.1.2.8.1): numbers, whose digits are searched as such."""

_ALL_HEX = re.compile("[0-9A-Fa-f]+")
_EMPHASIS = re.compile(r"[*~`]+")
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]\0]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])?")
_QUOTE_SIGNS = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
# A backslash may stand before a sign, a space and the end of a line (CommonMark 2.4 and 6.7, and Pandoc).
_BACKSLASHED = re.compile(r"\\([!-/:-@\[-`{-~\s])")
_PARTING = re.compile(rf"{_BACKSLASHED.pattern}|<|&[#A-Za-z]|\S[*~`]+\S|\[")
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_NUMBERED = re.compile(rf"{BORDER}(\d+){BORDER}")


def decoded_texts(text: str, reach: int = _REACH) -> Iterator[tuple[TextSource, str]]:
    """Yield each decoded form of the text, with the encoding that was decoded last.

    `reach` is how many characters around an encoded sign are decoded with it; it must be at least as long as the
    strings that are searched for.
    """
    plain = _stretches_around(text, _ANY_SIGN, reach)
    for _ in range(_ROUNDS if plain else 0):
        before = plain
        for encoding, undo in _SPELLINGS:
            undone = undo(plain)
            if undone != plain:
                plain = undone
                yield encoding, plain
        if plain == before:
            break
    if _BYTES_OF_RTF.search(text):
        yield "escaped", _BYTES_OF_RTF.sub(_from_bytes_of_central_europe, text)
    for each in (text, plain):
        glued = _stretches_around(each, _SEAM, reach)
        if glued:
            yield GLUED, _SEAM.sub(" ", glued)
        dotted = _stretches_around(each, _DOT, reach)
        if dotted:
            yield DOTTED, _DOT.sub(" ", dotted)


def forms_apart(term: str) -> tuple[str, str, str]:
    """Return a term as it stands in a text of which glued words, or dotted words, were taken apart.

    >>> forms_apart("g.kirsten@HaldenRook.example")
    ('g.kirsten@HaldenRook.example', 'g.kirsten@Halden Rook.example', 'g kirsten@HaldenRook example')
    """
    return term, _SEAM.sub(" ", term), _DOT.sub(" ", term)


def decoded_base64_texts(text: str) -> Iterator[str]:
    """Yield the decoded text of each run of base64 or hexadecimal digits, from each of the first four characters.

    A run of lower-case letters, with or without a leading capital, is taken for a word: it is no base64 of readable
    text.
    """
    for run in {match.group() for match in _BASE64.finditer(text)}:
        if _MIXED.match(run):
            for start in range(4):
                yield from _as_texts(decode_base64(run[start:]))
    for match in _HEX.finditer(text):
        yield from _as_texts(bytes.fromhex(match.group().replace(":", " ")))


def decoded_base64_bytes(text: str) -> Iterator[bytes]:
    """Return what longer stretches of base64 or hexadecimal digits decode to; mail breaks them into lines."""
    for match in _BLOB.finditer(text):
        run = "".join(match.group().split())
        if _CONTENT_TYPE.fullmatch(run):
            continue
        if len(run) % 2 == 0 and _ALL_HEX.fullmatch(run):
            yield bytes.fromhex(run)
        else:
            yield decode_base64(run)


def decode_base64(run: str) -> bytes:
    """Decode a run of base64. Other characters and one surplus character at the end are ignored.

    >>> decode_base64("SGFs ZGVuZ")
    b'Halden'
    """
    run = _NO_BASE64.sub("", run)
    body = run[: len(run) - (len(run) % 4 == 1)]
    return base64.b64decode(body.replace("-", "+").replace("_", "/") + "=" * (-len(body) % 4))


def rendered_mail_texts(text: str) -> Iterator[str]:
    """Yield the text of an imported file as a reader shows it: mail decoded, rich text without control words."""
    if "quoted-printable" in text.lower():
        text = _QUOTED.sub(_from_quoted, _SOFT_BREAK.sub("", text))
        yield text
    if text.startswith("{\\rtf"):
        text = _RTF_CODE.sub(_from_rtf, text)
        yield text
    if "<" in text:
        yield _TAG.sub(" ", _IN_A_WORD.sub("", text))
        yield _TAG.sub("", text)


def without_markdown(text: str) -> str:
    """Return the text of a Markdown file as it is displayed; placeholders are kept.

    >>> without_markdown("Hal*den* \\\\& [Rook](a.md) [CLIENT]")
    'Halden & Rook [CLIENT]'
    """
    kept = PLACEHOLDER.findall(text)
    numbers = itertools.count()
    # Each keeps its number: those in tags and in targets of links go with these.
    text = PLACEHOLDER.sub(lambda _: f"{BORDER}{next(numbers)}{BORDER}", text.replace(BORDER, " "))
    text = _MARKDOWN_LINK.sub(r"\1", _EMPHASIS.sub("", _QUOTE_SIGNS.sub("", text)))
    text = _BACKSLASHED.sub(r"\1", _TAG.sub("", text))
    return _NUMBERED.sub(lambda match: kept[int(match[1])], text)


def markdown_as_shown(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a Markdown file in which signs part what is displayed joined, as displayed.

    >>> markdown_as_shown("ann\\\\@halden.example\\n\\nPlain text")
    ('ann@halden.example',)
    """
    parted = (each for each in _PARAGRAPHS.split(text) if _PARTING.search(each))
    return tuple(unescape(without_markdown(each)) for each in parted)


def _stretches_around(text: str, sign: re.Pattern[str], reach: int) -> str:
    """Yield the stretches of a text around the signs of an encoding, without cutting a word in two."""
    stretches: list[list[int]] = []
    for match in sign.finditer(text):
        start, end = max(match.start() - reach, 0), min(match.end() + reach, len(text))
        if stretches and start <= stretches[-1][1]:
            stretches[-1][1] = end
        else:
            stretches.append([start, end])
    # Letters that make no seam of their own with what follows or stands before.
    cut = ((text[start:end], "X" * (start > 0), "x" * (end < len(text))) for start, end in stretches)
    return BORDER.join(f"{before}{piece}{after}" for piece, before, after in cut)


def _from_percent(text: str) -> str:
    if "+" in text:
        text = _RUN.sub(_with_spaces, text)
    return _PERCENT_RUN.sub(_from_percent_run, text)


def _with_spaces(match: re.Match[str]) -> str:
    """Replace the plus signs in the query of a link by spaces."""
    run = match.group()
    return run.replace("+", " ") if _QUERY.search(run) else run


def _from_percent_run(match: re.Match[str]) -> str:
    content = bytes.fromhex(match.group().replace("%", ""))
    decoded = _as_text(content)
    if len(content) == 1 and decoded.isalnum():
        text, start, end = match.string, match.start(), match.end()
        in_word = text[max(start - 1, 0) : start].isalpha() or text[end : end + 1].isalpha()
        return decoded if in_word else match.group()
    return decoded


def _from_escape(match: re.Match[str]) -> str:
    code = int(next(filter(None, match.groups())), 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else " "


def _from_letter_of_rtf(match: re.Match[str]) -> str:
    code = int(match.group(1)) % 0x10000
    return " " if 0xD800 <= code < 0xE000 else chr(code)


def _from_bytes_of_rtf(match: re.Match[str]) -> str:
    """Read bytes as Western letters; as Cyrillic ones where there are several in a row."""
    content = bytes.fromhex(match.group().replace("\\'", " "))
    several = len(content) > 2 and all(byte > 0xBF for byte in content)
    return content.decode("cp1251" if several else "cp1252", "replace")


def _from_bytes_of_central_europe(match: re.Match[str]) -> str:
    return bytes.fromhex(match.group().replace("\\'", " ")).decode("cp1250", "replace")


def _from_rich_text(text: str) -> str:
    return _SPACE_OF_RTF.sub(" ", _BYTES_OF_RTF.sub(_from_bytes_of_rtf, text))


def _from_xml_name(match: re.Match[str]) -> str:
    code = int(match.group(1), 16)
    return " " if 0xD800 <= code < 0xE000 else chr(code)


def _from_punycode(match: re.Match[str]) -> str:
    try:
        return match.group(1).encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return match.group()


def _from_gateway(match: re.Match[str]) -> str:
    return _PERCENT_RUN.sub(_from_percent_run, match.group().replace("-", "%").replace("_", "/"))


def _from_quoted(match: re.Match[str]) -> str:
    return _as_text(bytes.fromhex(match.group().replace("=", "")))


def _from_header_word(match: re.Match[str]) -> str:
    try:
        return str(make_header(decode_header(match.group())))
    except (LookupError, ValueError, HeaderParseError):
        return match.group()


def _from_directory(text: str) -> str:
    decoded = _DIRECTORY_BYTES.sub(lambda match: _as_text(bytes.fromhex(match.group().replace("\\", ""))), text)
    return _DIRECTORY_SIGN.sub(r"\1", decoded)


def _from_misread(match: re.Match[str]) -> str:
    for charset in ("cp1252", "latin-1"):
        try:
            return match.group().encode(charset).decode()
        except UnicodeError:
            continue
    return match.group()


def _from_rtf(match: re.Match[str]) -> str:
    byte, number = match.group(1), match.group(2)
    if byte:
        return bytes.fromhex(byte).decode("cp1252", "replace")
    if number:
        code = int(number) % 0x10000
        return " " if 0xD800 <= code < 0xE000 else chr(code)
    return " " if match.group().startswith(("\\par", "\\line", "\\tab", "\\cell", "\\row")) else ""


def _as_text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _as_texts(content: bytes) -> Iterator[str]:
    yield content.decode("utf-8", "ignore")
    if b"\0" in content:
        yield content.decode("utf-16-le", "ignore")
        yield content.decode("utf-16-be", "ignore")


_SPELLINGS: tuple[tuple[TextSource, Callable[[str], str]], ...] = (
    ("percent_encoded", _from_percent),
    ("entity_encoded", unescape),
    ("escaped", lambda text: _ESCAPE.sub(_from_escape, _LETTER_OF_RTF.sub(_from_letter_of_rtf, text))),
    ("escaped", _from_rich_text),
    ("escaped", lambda text: _DOUBLED.sub("'", _ESCAPED_SPACE.sub(" ", text))),
    ("escaped", lambda text: _XML_NAME.sub(_from_xml_name, text)),
    ("percent_encoded", lambda text: _GATEWAY.sub(_from_gateway, text)),
    ("escaped", lambda text: _PUNYCODE.sub(_from_punycode, text)),
    ("escaped", lambda text: _QUOTED.sub(_from_quoted, _HEADER_WORD.sub(_from_header_word, text))),
    ("escaped", _from_directory),
    ("escaped", lambda text: _MISREAD.sub(_from_misread, text)),
)
_ANY_SIGN = re.compile(
    rf"{_PERCENT_RUN.pattern}|\+|{_ENTITY.pattern}|{_ESCAPE.pattern}|{_LETTER_OF_RTF.pattern}|{_BYTES_OF_RTF.pattern}"
    rf"|{_SPACE_OF_RTF.pattern}|{_XML_NAME.pattern}|[/_]v2[/_]url\?u=|xn--"
    rf"|=\?|{_QUOTED.pattern}|{_DIRECTORY_BYTES.pattern}|\\[,+\"<>;=# ]|{_MISREAD.pattern}|{_DOUBLED.pattern}"
    rf"|{_ESCAPED_SPACE.pattern}"
)
