"""Names of files in other code pages: who stores a name does not always say how it is encoded.

A zip without the flag for UTF-8 (APPNOTE.TXT, 4.4.4) and an old file system keep bytes. Read in a wrong code page,
the name of a client is on no list, and the recipient of the file reads it in the right one.
"""

from collections.abc import Iterator

_READ_AS = ("cp437", "cp1252")
"""How programs read bytes of which nothing says how they are encoded."""

_WRITTEN_AS = (
    "utf-8",
    *("cp1252", "cp850", "cp437", "mac_roman"),
    *("cp1250", "cp852", "cp1257", "cp1254", "cp857", "cp1253", "cp737"),
    *("cp1251", "cp866", "koi8_r", "cp932", "gb18030", "big5", "cp949"),
)
"""How systems have encoded names: in UTF-8, and in the code pages of Western, Eastern and other languages."""


def other_readings(name: str) -> Iterator[str]:
    """Yield what a name says if its bytes are read in another code page, each reading once; nothing for ASCII.

    >>> kept = b"M\\xfcller".decode(errors="surrogateescape")
    >>> ["M\\u00fcller" in other_readings(name) for name in (kept, "M\\u251c\\u255dller", "Mueller")]
    [True, True, False]
    """
    if name.isascii():
        return
    known = {name}
    for content in _contents(name):
        for code_page in _WRITTEN_AS:
            try:
                reading = content.decode(code_page)
            except UnicodeDecodeError:
                continue
            if reading not in known:
                known.add(reading)
                yield reading


def _contents(name: str) -> Iterator[bytes]:
    """Yield the bytes that a name may come from: UTF-8, bytes that the system kept, or a wrong code page."""
    for code_page, errors in (("utf-8", "surrogateescape"), *((each, "strict") for each in _READ_AS)):
        try:
            yield name.encode(code_page, errors)
        except UnicodeEncodeError:
            continue
