"""Addresses of mail whose signs are words or entities: "ann [at] halden [dot] example", "ann&#64;halden"."""

import re

from backend.detection.patterns.percent_encoding import DecodedText

_AT = (
    r"\s?[\[({<](?:at|ät|@)[\])}>]\s?|&(?:#64|#x40|commat);"
    r"|\sat\s(?!(?:the|an?|this|that|der|die|das)\s)(?=\S{1,60}\s?[\[({]?(?:dot|punkt)\b)"
)
_DOT = r"\s?[\[({<](?:dot|punkt|\.)[\])}>]\s?|\s(?:dot|punkt)\s|&(?:#46|#x2[eE]|period);|\."
_NAME = r"[^\W_][\w.%+'-]{0,63}"
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_DISGUISED = re.compile(
    rf"(?<![\w.%+'-]){_NAME}(?P<at>{_AT}|@)(?P<host>{_LABEL}(?:(?:{_DOT}){_LABEL}){{1,8}})", re.IGNORECASE
)
_SIGN = re.compile(rf"(?P<at>{_AT})|(?:{_DOT})", re.IGNORECASE)
_HINT = re.compile(
    r"[\[({<](?:at|ät|@|dot|punkt)[\])}>]|\sat\s|&(?:#64|#x40|commat|#46|#x2e|period);", re.IGNORECASE
)


def disguised_addresses(text: str) -> DecodedText | None:
    """Return a text with the signs of such addresses in place, and the way back; None where it has none.

    >>> disguised_addresses("to ann [at] halden [dot] example").text
    'to ann@halden.example'
    >>> disguised_addresses("Meet us at the dot com conference") is None
    True
    """
    if not _HINT.search(text):
        return None
    pieces: list[str] = []
    starts: list[int] = []
    done = 0
    for match in _DISGUISED.finditer(text):
        for sign in _SIGN.finditer(text, match.start("at"), match.end("host")):
            new = "@" if sign.start() == match.start("at") else "."
            pieces += text[done : sign.start()], new
            starts += (*range(done, sign.start()), sign.start())
            done = sign.end()
    if not pieces:
        return None
    pieces.append(text[done:])
    starts += range(done, len(text) + 1)
    decoded = "".join(pieces)
    return None if decoded == text else DecodedText(text, decoded, tuple(starts))
