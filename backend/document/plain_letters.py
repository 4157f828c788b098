"""Plain letters for those with accents, strokes and ligatures, and umlauts as people spell them out."""

import unicodedata


def plain_letters(text: str) -> str:
    """Replace letters with accents, strokes and ligatures by plain ones, character by character.

    >>> plain_letters("Łukasz Œuvré, ʼAşkın, حَسَن"), plain_letters("٤٧")
    ("Lukasz OEuvre, 'Askin, حسن", '47')
    """
    return text if text.isascii() else "".join(map(plain_letter, text))


def plain_letter(char: str) -> str:
    """Return the plain letters for one character; nothing for a mark or a stretched line."""
    if char < "\x80":
        return char
    known = _PLAIN.get(char)
    if known is None:
        category = unicodedata.category(char)
        if category == "Nd":
            known = str(unicodedata.digit(char))
        elif category == "Mn" and not _joins_syllables(char):
            known = ""
        elif category[0] == "L":
            known = _without_marks(char)
        else:
            known = char
        _PLAIN[char] = known
    return known


def spelled_out(text: str) -> str:
    """Spell out umlauts and the like, as German, Danish and Swedish names are typed.

    >>> spelled_out("Müller, Ångström")
    'Mueller, Aangstroem'
    """
    return text if text.isascii() else "".join(_SPELLED_OUT.get(char, char) for char in text)


_PLAIN = {
    **dict(zip("łŁøØđĐħĦŧŦıİþÞðÐ", "lLoOdDhHtTiI", strict=False)),
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
    "þ": "th",
    "Þ": "Th",
    "ð": "d",
    "Ð": "D",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
    "ß": "ss",
    "ẞ": "SS",
    "ς": "σ",
    "\u0640": "",
    **dict(zip("ةىیک", "هييك", strict=True)),
    "\u2212": "-",
    **dict.fromkeys("\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u2018\u2019\u201b\u2032\ua78b\ua78c\uff07", "'"),
}
"""Letters that no decomposition makes plain, and signs that stand for an apostrophe; the rest is added when met."""
_SPELLED_OUT = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "å": "aa",
    "ø": "oe",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "Å": "Aa",
    "Ø": "Oe",
}


def _without_marks(char: str) -> str:
    plain = "".join(each for each in unicodedata.normalize("NFD", char) if unicodedata.category(each) != "Mn")
    return plain if plain and not "\uac00" <= char <= "\ud7a3" else char


def _joins_syllables(mark: str) -> bool:
    """Tell whether a mark is a vowel that its script cannot do without, as in Thai or Devanagari."""
    return "\u0900" <= mark <= "\u109f" or "\u1780" <= mark <= "\u17ff" or "\u3099" <= mark <= "\u309a"
