"""The raw search's own plain letters: a text without accents and strokes, and with umlauts spelled out."""

import re
import unicodedata
from functools import lru_cache

from backend.document.canonical_order import compose

_LETTERS_APART = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
    "þ": "th",
    "ð": "d",
    "œ": "oe",
    "æ": "ae",
}
_ARABIC_ALIKE = {"ة": "ه", "ى": "ي", "ی": "ي", "ک": "ك"}
"""Letters that many write for one another."""
_SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True))
_BARE = str.maketrans(
    {**_LETTERS_APART, **_SMALL_CAPITALS, **_ARABIC_ALIKE, "ς": "σ", "ß": "ss", "\u0640": None, "−": "-"}
)
_TYPED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_OTHER_SCRIPT = re.compile(r"[^\x00-\x7f]+")
_MARKS_OF_SYLLABLES = re.compile("[\u0900-\u109f\u1780-\u17ff\u3099\u309a]")
_STROKES = re.compile("[\u00b4`\u02b9-\u02bd\u02c8\u02ca\u2018-\u201b\u2032\ua78b\ua78c\uff07']")


def bare(text: str) -> str:
    """Return a text in small letters without accents, vowel signs and strokes, with plain apostrophes and digits.

    >>> bare("ŁÓDŹ, ʼİnönü, حَسَن ٤")
    "lodz, 'inonu, حسن 4"
    """
    plain = text.lower().replace("`", "'")
    return plain if plain.isascii() else _OTHER_SCRIPT.sub(_bare_run, plain)


def _bare_run(match: re.Match[str]) -> str:
    run = match.group()
    return _bare_letter(run) if len(run) == 1 else _bare_letters(run)


@lru_cache(maxsize=10_000)
def _bare_letter(letter: str) -> str:
    return _bare_letters(letter)


def _bare_letters(run: str) -> str:
    kept = (
        each
        for each in unicodedata.normalize("NFKD", compose(_STROKES.sub("'", run).translate(_BARE)))
        if unicodedata.category(each) != "Mn" or _MARKS_OF_SYLLABLES.match(each)
    )
    plain = compose("".join(kept), "NFC").lower().casefold().translate(_BARE)
    return "".join(str(unicodedata.digit(each)) if each.isdecimal() else each for each in plain)


def typed(text: str) -> str:
    """Return a text as `bare` does, with umlauts spelled out."""
    if text.isascii():
        return bare(text)
    return bare(_OTHER_SCRIPT.sub(lambda run: run.group().translate(_TYPED), compose(text, "NFC").lower()))
