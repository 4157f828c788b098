"""Transformations of whole names: what stands in a person's name beside given name and surname, and legal forms."""

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation

_MIDDLE = "more in a name"
_COMPOUND = "compound surnames"


def _whole_person(kind: str, name: str, term: str, pattern: str, *, inner: str = "") -> Transformation:
    """A person whose term has more than two names or whose written form has; the surname tells."""

    def draw(names: Names) -> Spelled:
        given, middle, last = names.word(), names.word(), names.word(inner)
        values = {"g": given, "m": middle, "s": last, "mi": middle[0], "n": given[:4], "ls": last.lower()}
        values |= {"p": last.replace("ü", "u"), "lg": given.lower()}
        tells = last.replace("ü", "u") if "{p}" in pattern else last.lower() if "{ls}" in pattern else last
        written = pattern.format(**values)
        # A middle name that stands beside the surname may be the first half of it, and tells too.
        return Spelled(term.format(**values), written, (tells, middle) if kind == _COMPOUND else (tells,))

    return Transformation(kind, name, draw)


def _company(name: str, term: str, pattern: str) -> Transformation:
    """A company of one word, with a legal form."""

    def draw(names: Names) -> Spelled:
        word = names.word()
        return Spelled(term.format(n=word), pattern.format(n=word), (word,))

    return Transformation("legal forms", name, draw)


def _short_company(name: str, term: str, pattern: str) -> Transformation:
    """A company with a name so short that it tells with its legal form alone."""

    def draw(names: Names) -> Spelled:
        word = names.word()[:4]
        written = pattern.format(n=word)
        return Spelled(term.format(n=word), written, (written,))

    return Transformation("legal forms", name, draw)


_PEOPLE = (
    _whole_person(_MIDDLE, "an initial in it", "{g} {s}", "{g} {mi}. {s}"),
    _whole_person(_MIDDLE, "two initials in it", "{g} {s}", "{g} {mi}.K. {s}"),
    _whole_person(_MIDDLE, "an initial without a dot in it", "{g} {s}", "{g} {mi} {s}"),
    _whole_person(_MIDDLE, "a middle name in it", "{g} {s}", "{g} {m} {s}"),
    _whole_person(_MIDDLE, "a middle name in it, umlaut left out", "{g} {s}", "{g} {m} {p}", inner="ü"),
    _whole_person(_MIDDLE, "initial left out", "{g} {mi}. {s}", "{g} {s}"),
    _whole_person(_MIDDLE, "middle name left out", "{g} {m} {s}", "{g} {s}"),
    _whole_person(_MIDDLE, "middle name as an initial", "{g} {m} {s}", "{g} {mi}. {s}"),
    _whole_person(_MIDDLE, "nickname in quotes", "{g} {s}", '{g} "{n}" {s}'),
    _whole_person(_MIDDLE, "nickname in curly quotes", "{g} {s}", "{g} “{n}” {s}"),
    _whole_person(_MIDDLE, "nickname in brackets", "{g} {s}", "{g} ({n}) {s}"),
    _whole_person("titles", "left out before", "Dr. {g} {s}", "{g} {s}"),
    _whole_person("titles", "left out behind", "{g} {s}, Ph.D.", "{g} {s}"),
    _whole_person("titles", "before", "{g} {s}", "Prof. Dr. {g} {s}"),
    _whole_person("titles", "between", "{g} {s}", "{s}, Dr. {g}"),
    _whole_person("titles", "before the surname alone", "{g} {s}", "Frau {s}"),
    _whole_person("titles", "before a surname without its umlaut", "{g} {s}", "Dr. {p}", inner="ü"),
    _whole_person("titles", "left out, account", "Dr. {g} {s}", "{lg}.{ls}"),
    _whole_person(_COMPOUND, "first, comma", "{g} {m} {s}", "{m} {s}, {g}"),
    _whole_person(_COMPOUND, "first", "{g} {m} {s}", "{m} {s} {g}"),
    _whole_person(_COMPOUND, "hyphen as a space", "{g} {m}-{s}", "{g} {m} {s}"),
    _whole_person(_COMPOUND, "hyphen left out", "{g} {m}-{s}", "{g} {m}{s}"),
)
_COMPANIES = (
    _short_company("short, Ltd as Limited", "{n} Ltd", "{n} Limited"),
    _short_company("short, Incorporated as Inc.", "{n} Incorporated", "{n}, Inc"),
    _short_company("short, S.A. without dots", "{n} S.A.", "{n} SA"),
    _short_company("short, Pty Ltd", "{n} Pty Ltd", "{n} Pty Limited"),
    _short_company("short, plc in words", "{n} plc", "{n} public limited company"),
    _short_company("short, AG in words", "{n} AG", "{n} Aktiengesellschaft"),
    _company("Ltd as Limited", "{n} Ltd", "{n} Limited"),
    _company("Limited as Ltd.", "{n} Limited", "{n} Ltd."),
    _company("Inc. without comma and dot", "{n}, Inc.", "{n} Inc"),
    _company("Inc. as Incorporated", "{n} Inc.", "{n}, Incorporated"),
    _company("S.A. without dots", "{n} S.A.", "{n} SA"),
    _company("SA with dots", "{n} SA", "{n} S.A."),
    _company("without its long form", "{n} GmbH & Co. KG", "{n} GmbH & Co KG"),
    _company("shorter form", "{n} GmbH & Co. KG", "{n} GmbH"),
    _company("glued in small letters", "{n} Limited", "{n}limited"),
    *(_company(f"without {form}", f"{{n}} {form}", "{n}") for form in (
        *("Ltd", "Limited", "Inc.", "Incorporated", "Corp.", "Corporation", "Co.", "Company", "plc", "LLC", "LLP", "LP"),
        *("Pty Ltd", "Pvt Ltd", "GmbH & Co. KG", "GmbH", "AG & Co. KGaA", "AG", "KG", "SE", "OHG", "S.A.", "SAS"),
        *("S.à r.l.", "SpA", "S.r.l.", "S.L.", "N.V.", "B.V.", "AB", "A/S", "ApS", "Oy", "Oyj", "K.K.", "Sp. z o.o."),
        *("s.r.o.", "Sdn Bhd"),
    )),
)  # fmt: skip
WHOLE_NAMES: tuple[Transformation, ...] = (*_PEOPLE, *_COMPANIES)
