"""Names as gateways, tokens, style sheets and fonts have them, with honours, in more legal forms and languages."""

import gzip
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation

_KIND = "rarer encodings"


def _person(name: str, write: Callable[[str, str], str], tells: Callable[[str, str], str]) -> Transformation:
    """A person whose surname has a letter beyond ASCII."""

    def draw(names: Names) -> Spelled:
        given, last = names.word(), names.word("é")
        return Spelled(f"{given} {last}", write(given, last), (tells(given, last),))

    return Transformation(_KIND, name, draw)


def _whole(name: str, write: Callable[[str], str]) -> Transformation:
    """A person whose names are encoded together: the end of what is written tells."""
    return _person(name, lambda g, s: write(f"{g} {s}"), lambda g, s: write(f"{g} {s}")[-12:].rstrip("="))


def _packed(content: bytes) -> str:
    return b64encode(content).decode()


def _folder(text: str) -> str:
    return text.replace("é", "&AOk-")


def _link(text: str) -> str:
    return (
        f"https://urldefense.com/v3/__https://x.example/{text.replace(' ', '*20').replace('é', '*C3*A9')}__;JSUl!!a"
    )


def _token(text: str) -> str:
    body = f'{{"name": "{text}"}}'.replace("é", "\\u00e9").encode()
    return f"eyJhbGciOiJIUzI1NiJ9.{urlsafe_b64encode(body).decode().rstrip('=')}"


def _symbols(text: str) -> str:
    return "".join(char if char == " " else chr(0xF000 + ord(char)) for char in text)


def _raised(names: Names) -> Spelled:
    groups = [names.digits(4) for _ in range(3)]
    written = "-".join(groups).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return Spelled("-".join(groups), written, (written,))


def _chinese(names: Names) -> Spelled:
    word = names.han().encode("gb18030").decode("gb18030")
    written = "".join(f"%{byte:02X}" for byte in word.encode("gb18030"))
    return Spelled(word, f"https://x.example/s?wd={written}", (written,))


def _day(names: Names) -> Spelled:
    year, day = names.number(1930, 1999), names.number(13, 28)
    return Spelled(f"{day} December {year}", f"«{day}» декабря {year} года", (f"декабря {year}",))


def _pattern(name: str, term: str, written: str, *tells: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        given, last, more = names.word(), names.word(), names.word()
        values = {"g": given, "s": last, "m": more, "G": given.upper(), "S": last.upper()}
        values |= {"s1": last[:4], "s2": last[4:], "i": given[0], "j": more[0]}
        told = tuple(each.format(**values) for each in tells or ("{s}",))
        return Spelled(term.format(**values), written.format(**values), told)

    return Transformation(_KIND, name, draw)


RARER_NAMES: tuple[Transformation, ...] = (
    _whole("base64 of UTF-16", lambda t: _packed(t.encode("utf-16-le"))),
    _whole("base64 of gzip", lambda t: _packed(gzip.compress(t.encode(), mtime=1))),
    _whole("base64 of zlib", lambda t: _packed(zlib.compress(t.encode()))),
    _whole("hexadecimal UTF-16", lambda t: f"0x{t.encode('utf-16-le').hex().upper()}"),
    _whole("base64 of Latin-1 in a header", lambda t: f"=?iso-8859-1?B?{_packed(t.encode('latin-1'))}?="),
    _whole("token", _token),
    _whole("folder of mail", _folder),
    _whole("escapes of CSS", lambda t: t.replace("é", "\\0000e9")),
    _whole("link of Proofpoint", _link),
    _whole("letters of a symbol font", _symbols),
    Transformation(_KIND, "raised digits", _raised),
    Transformation(_KIND, "percent of Chinese letters", _chinese),
    Transformation(_KIND, "day in quotation marks", _day),
    _pattern("dots between syllables", "{g} {s}", "{g} {s1}·{s2}", "{s1}·{s2}"),
    _pattern("tags within a line", "{g} {s}", "{g}&nbsp;<b>{s}</b>"),
    _pattern("values of a query", "{g} {s}", "https://x.example/s?ln={s}&fn={g}"),
    _pattern("passport", "{g} {s}", "P<D<<{S}<<{G}<<<<<<", "{S}"),
    _pattern("message of a trade", "{g} {s}", "NAD+BY+++{S}:{G}+X'", "{S}"),
    _pattern("honour behind a name", "{g} {s}", "{s} Bey"),
    _pattern("half of a double given name", "{g}-{m} {s}", "{g} {s}"),
    _pattern("initials of a double given name", "{g}-{m} {s}", "{i}.-{j}. {s}"),
    _pattern("short particles", "{g} van der {s}", "{i}. v.d. {s}"),
    _pattern("title before two surnames", "{g} {m} {s}", "Sra. {m} {s}"),
    _pattern("without its particle", "{g} al-{s}", "{S}, {g}", "{S}"),
    _pattern("capitals within a word apart", "{s}{m}", "{s} {m}"),
    *(
        _pattern(f"& as {word}", "{g} & {s}", f"{{g}} {word} {{s}}")
        for word in ("a", "i", "’n’", "ja", "ve", "és", "oraz")
    ),
)
_FORMS = (
    "mbH|KGaA|GesmbH|AG & Co. KG|UG|UG (haftungsbeschränkt)|GbR|e.V.|e.K.|snc|EURL|Lda.|Ltda|S.A. de C.V.|A.Ş.|Kft."
    "|Zrt.|Nyrt.|d.o.o.|d.d.|OÜ|UAB|SIA|ASA|ehf.|ООО|ЗАО|ПАО|ОАО|ООД|ЕООД|JSC|PJSC|Pte Ltd|BVBA|SPRL|VOF|Tbk"
).replace("ООД", "оод")
LEGAL: tuple[Transformation, ...] = (
    *(_pattern(f"without {form}", f"{{s}} {form}", "{s}") for form in _FORMS.split("|")),
    _pattern("mbH behind a comma", "{s} mbH", "{s}, mbH"),
    _pattern("genitive of a company", "{s} KGaA", "{s}s Werk"),
)
ADDRESSES: tuple[Transformation, ...] = (
    _pattern("ul. as ulica", "ul. {s} 44", "ulica {s} 44"),
    _pattern("without ul.", "ul. {s} 44", "{s} 44"),
    _pattern("without Ul. at a beginning", "Ul. {s} 44", "{s} 44"),
    _pattern("boulevard behind a comma", "5 boulevard {s}", "5, boulevard {s}"),
    _pattern("Haus-Nr.", "{s}straße 22", "{s}straße Haus-Nr. 22"),
)


def _dated(name: str, write: Callable[[int, int], str]) -> Transformation:
    def draw(names: Names) -> Spelled:
        year, day = names.number(1930, 1999), names.number(13, 28)
        return Spelled(f"{day} September {year}", write(year, day), (write(year, day),))

    return Transformation(_KIND, name, draw)


_SEPTEMBERS = (
    "{d}. septembra {y}|{d}. септембра {y}|{d}. septembris {y}|{d}. septembrī {y}|{d} септември {y} г."
    "|{d} Septemba {y}|{d} Setyembre {y}|{d} shtator {y}|{d} sentyabr {y}|{d} սեպտեմբերի {y}|{d} სექტემბერი {y}"
    "|{d} de setembre de {y}|{y}. gada {d}. septembrī|{y} m. rugsėjo {d} d."
)
DATES: tuple[Transformation, ...] = tuple(
    _dated(each, lambda y, d, each=each: each.format(y=y, d=d))  # type: ignore[misc]
    for each in _SEPTEMBERS.split("|")
)
