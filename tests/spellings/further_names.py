"""Spellings that someone found who had not seen the tables: damaged letters, escapes, signs, two people, dates."""

from collections.abc import Callable

from tests.spellings.drawn_names import Names
from tests.spellings.rarer_names import RARER_NAMES
from tests.spellings.spelled import Spelled, Transformation

_MONTHS = "January February March April May June July August September October November December".split()
_CZECH = "ledna února března dubna května června července srpna září října listopadu prosince".split()
_SWEDISH = "januari februari mars april maj juni juli augusti september oktober november december".split()
_TURKISH = "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık".split()
_FINNISH = "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu".split()
_ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()


def _person(name: str, pattern: str, encode: Callable[[str], str] = str) -> Transformation:
    """A person whose surname has an umlaut, in a pattern; `encode` writes the surname."""

    def draw(names: Names) -> Spelled:
        given, other, last = names.word(), names.word(), names.word("ü")
        written = pattern.format(g=given, o=other, s=encode(last))
        return Spelled(f"{given} {last}", written, (given, max(last.split("ü"), key=len)))

    return Transformation("found by others", name, draw)


def _other(name: str, draw: Callable[[Names], Spelled]) -> Transformation:
    return Transformation("found by others", name, draw)


def _read_as(written: str, read: str) -> Callable[[str], str]:
    return lambda surname: surname.encode(written).decode(read)


def _in_rtf(surname: str) -> str:
    return "".join(char if char.isascii() else f"\\'{char.encode('cp1252').hex()}" for char in surname)


def _in_octal(surname: str) -> str:
    return "".join(char if char.isascii() else "".join(f"\\{byte:o}" for byte in char.encode()) for char in surname)


def _company(term: str, written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        a, b = names.word(), names.word()
        values = {"a": a, "b": b, "la": a.lower(), "lb": b.lower()}
        tells = (a.lower(), b.lower()) if "{la}" in written else (a, b)
        return Spelled(term.format(**values), written.format(**values), tells)

    return draw


def _apostrophe(written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        word = names.word()
        return Spelled(f"{word}'s", written.format(a=word), (word,))

    return draw


def _east_asian(term: str, written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        name = names.hangul() if "주" in term else names.han()
        return Spelled(term.format(name), written.format(name), (name,))

    return draw


def _short(word: str) -> Spelled:
    """A short name with a hyphen: longer ones are found without it by another row."""
    name = word[-5:].capitalize()
    return Spelled(f"X-{name}", f"X{name}", (f"X{name}",))


def _address(written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        street, town, number, code = names.word(), names.word(), names.number(10, 99), names.digits(5)
        values = {"s": f"{street}allee", "t": town, "n": number, "c": code}
        return Spelled("{s} {n}, {c} {t}".format(**values), written.format(**values), (street, town))

    return draw


def _acronym(names: Names) -> Spelled:
    letters = names.word().upper()[:7]
    dotted = ".".join(letters) + "."
    return Spelled(letters, dotted, (dotted,))


def _date(name: str, write: Callable[[int, int, int], str]) -> Transformation:
    def draw(names: Names) -> Spelled:
        year, month, day = names.number(1930, 1999), names.number(1, 12), names.number(13, 28)
        written = write(year, month, day)
        return Spelled(f"{day} {_MONTHS[month - 1]} {year}", written, (written,))

    return Transformation("found by others", name, draw)


def _id(sign: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        first, second = names.digits(5), names.digits(6)
        letters = names.word()[:2].upper()
        return Spelled(f"{letters}-{first}-{second}", f"{letters}{sign}{first}{sign}{second}", (second,))

    return draw


def _joined(written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        name = f"{names.word()}an"
        shown = written.format(n=name, u=name.upper())
        return Spelled(name, f"der {shown} gilt", (shown,))

    return draw


FURTHER_NAMES: tuple[Transformation, ...] = (
    _person("a question mark for a letter", "{g} {s}", lambda s: s.replace("ü", "?")),
    _person("the sign for an unknown letter", "{g} {s}", lambda s: s.replace("ü", "\ufffd")),
    _person("Latin-1 read as Cyrillic", "{g} {s}", _read_as("cp1252", "cp1251")),
    _person("Mac read as Latin-1", "{g} {s}", _read_as("mac_roman", "cp1252")),
    _person("codes of RTF", "{g} {s}", _in_rtf),
    _person("no-break of RTF between names", "{g}\\~{s}"),
    _other("hyphen behind one letter left out", _company("E-{a} {b}", "E{a} {b}")),
    _person("letters of RTF by Zotero", "{g} {s}", lambda s: s.replace("ü", "\\uc0\\u252{}")),
    _person("escapes of JSON", "{g} {s}", lambda s: s.replace("ü", "\\u00fc")),
    _person("escapes of JSON in JSON", "{g} {s}", lambda s: s.replace("ü", "\\\\u00fc")),
    _person("bytes in octal", "{g} {s}", _in_octal),
    _person("TeX", "{g} {s}", lambda s: s.replace("ü", '{\\"u}')),
    _person("TeX without braces", "{g} {s}", lambda s: s.replace("ü", '\\"u')),
    _person("one surname for two", "we met {g} and {o} {s} there"),
    _person("one surname for two, surname first", "we met {s}, {o} and {g} there"),
    _person("given name in brackets", "{s} ({g})"),
    _person("a line break of HTML", "{g}<br/>{s}"),
    _other("sheet with a doubled apostrophe", _apostrophe("'{a}''s'!$A$2")),
    _other("sheet of a workbook with a doubled apostrophe", _apostrophe("'[Book1.xlsx]{a}''s'!$A$2")),
    _other("doubled apostrophe in SQL", _apostrophe("SELECT * FROM c WHERE n='{a}''s'")),
    _other("words with figures as one", _company("{a} 3D {b}", "www.{la}3d{lb}.example")),
    _other("escaped &", _company("{a} & {b}", "{a} \\& {b}")),
    _other("host of a company with a legal form", _company("{a} & {b} Ltd", "www.{la}and{lb}.example")),
    _other("another word joined", _joined("{n}vertrag")),
    _other("another word joined, in capitals", _joined("{u}VERTRAG")),
    _other("a case ending within a name", _company("{a} {b}", "{a}s {b}")),
    _other("Japanese legal form left out", _east_asian("株式会社{}", "今日は{}です")),
    _other("Japanese legal form as one sign", _east_asian("{}株式会社", "㈱{}")),
    _other("Chinese legal form left out", _east_asian("{}股份有限公司", "与{}签约")),
    _other("Korean legal form in brackets", _east_asian("주식회사 {}", "(주){}")),
    _other("a hyphen of a short name left out", lambda names: _short(names.word())),
    _other("an address without commas", _address("{s} {n} {c} {t}")),
    _other("an address with one more comma", _address("{s} {n}, {c}, {t}")),
    _other("an address with a slash", _address("{s} {n} / {c} {t}")),
    _other("an address with a country", _address("{s} {n}, DE-{c} {t}")),
    _other("an acronym with dots", _acronym),
    *(_other(f"an id with {sign}", _id(sign)) for sign in ":#|→·"),
    _date("short month between slashes", lambda y, m, d: f"{d}/{_MONTHS[m - 1][:3]}/{y}"),
    _date("short month joined", lambda y, m, d: f"{d:02}{_MONTHS[m - 1][:3].upper()}{y}"),
    _date("Roman month", lambda y, m, d: f"{d}. {_ROMAN[m - 1]}. {y}"),
    _date("year first, with dots", lambda y, m, d: f"{y}.{m:02}.{d:02}"),
    _date("Swedish", lambda y, m, d: f"{d} {_SWEDISH[m - 1]} {y}"),
    _date("Turkish", lambda y, m, d: f"{d} {_TURKISH[m - 1]} {y}"),
    _date("Finnish", lambda y, m, d: f"{d}. {_FINNISH[m - 1]}kuuta {y}"),
    _date("short year with an apostrophe", lambda y, m, d: f"{d} {_MONTHS[m - 1]} \u2019{y % 100:02}"),
    _date("Czech", lambda y, m, d: f"{d}. {_CZECH[m - 1]} {y}"),
    *RARER_NAMES,
)
