"""What becomes of letters beyond ASCII where programs do not know them, or read them in another character set."""

from collections.abc import Iterator

_FEWEST_LEFT = 3
"""Letters that have to be left of a name whose others are all one sign."""
_CHARACTER_SETS = (
    *(("utf-8", "cp1251"), ("utf-8", "mac_roman"), ("utf-8", "cp437")),
    *(
        ("cp1252", "cp1251"),
        ("cp1252", "mac_roman"),
        ("cp1252", "cp437"),
        ("cp1252", "cp1250"),
        ("cp1252", "cp1253"),
    ),
    *(("mac_roman", "cp1252"), ("cp437", "cp1252"), ("cp850", "cp1252")),
    *((other, "latin-1") for other in ("cp1250", "cp1251", "cp1253", "cp1254", "koi8-r")),
)
"""Character sets in which a text was written, and read by mistake."""


def damaged(term: str) -> Iterator[str]:
    """Yield what becomes of letters beyond ASCII where a program reads or writes them with another character set.

    >>> [*damaged("Müller")][:3]
    ['M?ller', 'M\ufffdller', 'M_ller']
    """
    if term.isascii():
        return
    for sign in ("?", "\ufffd", "_") if sum(char.isascii() for char in term) >= _FEWEST_LEFT else ():
        yield "".join(char if char.isascii() or not char.isalpha() else sign for char in term)
    for written, read in _CHARACTER_SETS:
        try:
            misread = term.encode(written).decode(read)
        except UnicodeError:
            continue
        if misread != term and all(char.isprintable() for char in misread):
            yield misread
