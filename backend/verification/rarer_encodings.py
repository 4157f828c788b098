"""Rarer encodings, as the raw search decodes them: folders of mail, style sheets, symbol fonts, links, base64.

What they are decoded to is searched beside the text itself; nothing here is replaced, so a guess costs no letter.
"""

import base64
import binascii
import re
import string
from collections.abc import Iterator

_CHARACTER_SETS = ("gb18030", "big5", "shift_jis", "euc_kr", "cp1251", "cp1252")
"""In which programs write links, where they do not write UTF-8."""
_BYTES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_HIGH_BYTES = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_STYLE = re.compile(r"\\{1,2}(?:0{2}([0-9A-Fa-f]{4}) ?|0{0,3}([0-9A-Fa-f]{2,4}) )")
_FOLDER = re.compile(r"[&+][A-Za-z0-9+,/]{3,40}-")
_SYMBOL = re.compile("[\uf021-\uf0ff]")
_REWRITTEN = re.compile(r"urldefense\.com/v3/__(.{4,2000}?)__;([\w-]*)")
_STAR = re.compile(r"\*(\*[\w-])?")
_LENGTHS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
"""A sign behind two stars says how many characters were taken out there: A is two."""
_RUN = re.compile(r"[A-Za-z0-9+/_-]{12,20000}={0,2}")
_BEFORE_OTHER_ASCII = 0xA0


def rarer_texts(text: str) -> Iterator[str]:
    """Yield a text in each of the rarer encodings that it has signs of.

    >>> list(rarer_texts("Pr&AOk-jean")), list(rarer_texts("Pr\\\\0000e9jean"))
    (['Préjean'], ['Préjean'])
    >>> list(rarer_texts("urldefense.com/v3/__x.example/Halden**ARook*t__;ICDDqQ"))
    ['x.example/Halden  Rookét']
    """
    for sign, undo in (
        (_FOLDER, _from_folder),
        (_STYLE, _from_style),
        (_SYMBOL, _from_symbol),
        (_REWRITTEN, _from_link),
    ):
        if sign.search(text):
            undone = sign.sub(undo, text)
            if undone != text:
                yield undone
    if _HIGH_BYTES.search(text):
        for charset in _CHARACTER_SETS:
            yield _BYTES.sub(lambda run, charset=charset: _bytes(run).decode(charset, "replace"), text)  # type: ignore[misc]


def printed_base64_texts(text: str) -> Iterator[str]:
    """Yield what runs of base64 decode to where that is a printed text, such as a token or a password of a header.

    >>> list(printed_base64_texts("Basic Z2VvZmZyZXkudGF0dGVyc2FsbDpzM2NyZXQ="))
    ['geoffrey.tattersall:s3cret']
    """
    for each in dict.fromkeys((text, _BYTES.sub(_as_shown, text))):
        for match in _RUN.finditer(each):
            pieces = (match.group(), *(match.group().split("/") if "/" in match.group() else ()))
            for piece in pieces:
                if (decoded := _printed(piece.rstrip("="))) is not None:
                    yield decoded


def _printed(run: str) -> str | None:
    body = run.replace("-", "+").replace("_", "/")
    try:
        decoded = base64.b64decode(body + "=" * (-len(body) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return decoded if all(char.isprintable() or char in "\r\n\t" for char in decoded) else None


def _bytes(match: re.Match[str]) -> bytes:
    return bytes.fromhex(match.group().replace("%", ""))


def _as_shown(match: re.Match[str]) -> str:
    return _bytes(match).decode("utf-8", "replace")


def _from_folder(match: re.Match[str]) -> str:
    try:
        return f"+{match.group()[1:].replace(',', '/')}".encode("ascii").decode("utf-7")
    except UnicodeDecodeError:
        return match.group()


def _from_style(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    is_other = _BEFORE_OTHER_ASCII <= code < 0xD800 or (match[1] is not None and 0x20 <= code < 0xD800)
    return chr(code) if is_other else match.group()


def _from_symbol(match: re.Match[str]) -> str:
    return chr(ord(match.group()) & 0xFF)


def _from_link(match: re.Match[str]) -> str:
    try:
        replaced = list(base64.urlsafe_b64decode(match[2] + "=" * (-len(match[2]) % 4)).decode())
    except (binascii.Error, UnicodeDecodeError):
        replaced = []

    def put_back(star: re.Match[str]) -> str:
        count = _LENGTHS.index(star[1][1]) + 2 if star[1] else 1
        taken = "".join(replaced[:count])
        del replaced[:count]
        return taken or " "

    return _BYTES.sub(_as_shown, _STAR.sub(put_back, match[1]))
