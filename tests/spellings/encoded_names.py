"""Names as mail programs and directories write them; the surname has a letter outside ASCII."""

import quopri
from base64 import b64encode
from collections.abc import Callable

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation


def _encoded(
    name: str, pattern: str, encode: Callable[[str], str] = str, *, together: bool = False
) -> Transformation:
    """A person in a pattern; `encode` writes the surname, or both names `together`."""

    def draw(names: Names) -> Spelled:
        given, last = names.word(), names.word("ü")
        tell = encode(f"{given} {last}" if together else last)
        return Spelled(f"{given} {last}", pattern.format(g=given, s=tell), (tell,))

    return Transformation("encodings of mail", name, draw)


def _quoted(text: str) -> str:
    return quopri.encodestring(text.encode(), header=False).decode()


def _misread(text: str) -> str:
    return text.encode().decode("cp1252")


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode()


def _directory_bytes(text: str) -> str:
    return "".join(char if char.isascii() else "".join(f"\\{byte:02x}" for byte in char.encode()) for char in text)


ENCODED_NAMES: tuple[Transformation, ...] = (
    _encoded("misread UTF-8", "{g} {s}", _misread),
    _encoded("quoted-printable", "{g} {s}", _quoted),
    _encoded("word of a header", "=?utf-8?Q?{g}_{s}?=", _quoted),
    _encoded("word of a header in Latin-1", "=?iso-8859-1?q?{g}_{s}?=", lambda s: s.replace("ü", "=FC")),
    _encoded("word of a header in base64", "=?utf-8?B?{s}?=", _base64, together=True),
    _encoded("distinguished name", "CN={s}\\, {g},OU=x"),
    _encoded("distinguished name with bytes", "cn={g}\\20{s},ou=x", _directory_bytes),
)
