"""People whose surname has small words or signs, or stands first by custom: orders, initials, titles, accounts."""

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation


def _person(name: str, term: str, written: str) -> Transformation:
    """A person of a given name g and a surname s; the surname tells, in small letters where it is written so."""

    def draw(names: Names) -> Spelled:
        given, last = names.word(), names.word()
        values = {"g": given, "s": last, "i": given[0], "lg": given.lower(), "ls": last.lower()}
        values |= {"li": given[0].lower(), "S": last.upper()}
        tell = last.lower() if "{ls}" in written else last.upper() if "{S}" in written else last
        return Spelled(term.format(**values), written.format(**values), (tell,))

    return Transformation("surnames", name, draw)


def _particle(name: str, written: str) -> Transformation:
    return _person(f"van der: {name}", "{g} van der {s}", written)


def _with_title(family: str) -> Transformation:
    """A person whose surname stands first, as a letter addresses them."""

    def draw(names: Names) -> Spelled:
        return Spelled(f"{family} {names.word()}", f"Mr {family}", (family,))

    return Transformation("surnames", f"title before {family}", draw)


PEOPLE_NAMES: tuple[Transformation, ...] = (
    _particle("surname first", "van der {s}, {g}"),
    _particle("surname first, no comma", "van der {s} {g}"),
    _particle("surname first in capitals", "VAN DER {S}, {g}"),
    _particle("particles last", "{s}, {g} van der"),
    _particle("initial", "{i}. van der {s}"),
    _particle("surname and initial", "van der {s}, {i}."),
    _particle("middle name", "{g} M. van der {s}"),
    _particle("title", "Mr van der {s}"),
    _particle("title, capitals", "Herrn Van der {s}"),
    _particle("account", "{li}vander{ls}"),
    _particle("account, surname first", "vander{ls}{li}"),
    _particle("given.surname", "{lg}.vander{ls}"),
    _particle("surname.given", "vander{ls}.{lg}"),
    _particle("given.surname with a figure", "{lg}.vander{ls}2"),
    _particle("given and surname", "{lg}vander{ls}"),
    _particle("surname alone as an account", "CORP\\vander{ls}"),
    _particle("without its particles", "{lg}.{ls}"),
    *(
        _person(f"account of {word}", f"{{g}} {word} {{s}}", f"{{li}}{word.replace(' ', '').lower()}{{ls}}")
        for word in ("de", "von", "de la", "bin", "dos", "du", "el")
    ),
    *(
        _person(f"title before {word}", f"{{g}} {word}{{s}}", f"Frau {word}{{s}}")
        for word in ("de ", "von ", "al-", "d'", "O'", "ten ")
    ),
    _person("without a title, in small letters", "Dr. {g} {s}", "{lg} {ls}"),
    _person("account of al-", "{g} al-{s}", "{li}al{ls}"),
    _person("surname.given of O'", "{g} O'{s}", "o{ls}.{lg}"),
    _person("title before a double surname", "{g} {s}-Rook", "Ms {s}-Rook"),
    _person("account of a double given name", "{g}-Marie {s}", "{lg}marie.{ls}"),
    *(
        _person(f"{family}: {name}", f"{family} {{s}}", written)
        for family in ("Nguyễn", "Kovács")
        for name, written in (("given name first", f"{{s}} {family}"), ("account", "{ls}." + family.lower()))
    ),
    *(_with_title(family) for family in ("Trương", "Hwang", "Szilágyi")),
)
