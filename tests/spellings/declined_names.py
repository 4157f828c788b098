"""Names in other cases, alphabets and orders: declensions, transliterations, initials, titles, numbers of houses."""

from collections.abc import Callable

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation

_KIND = "cases and alphabets"
_CASES_OF_LONG = "in ia ie ul ens ian hez höz ból ből tól től ról ről nel lar ler ach iga is am as ui ją us ksi"
_DECLENSIONS = (
    ("ский", "ского"),
    ("цкий", "цкому"),
    ("ская", "скую"),
    ("ий", "ием"),
    ("ай", "аю"),
    ("ей", "еем"),
    ("ия", "ией"),
    ("ья", "ью"),
    ("а", "ой"),
    ("ь", "ью"),
)
_GREEK = (("ος", "ου"), ("ης", "η"), ("ας", "α"), ("ις", "η"))
_POLISH = (("ski", "skiego"), ("cki", "ckiemu"), ("ska", "skiej"), ("nik", "nikiem"))
_BALTIC = (
    *(("kas", "kui"), ("ius", "iaus"), ("tis", "čio"), ("nis", "nio"), ("ienė", "ienei"), ("aitė", "aitei")),
    ("iņš", "iņam"),
)
_ARMENIAN = ("ի", "ին", "ից", "ով", "ում")
_TITLES = (
    "Familie Rechtsanwalt Rechtsanwältin RA Avv. Avvocato Dott. Dottoressa Maître Kollege Kollegin pan pani panna"
    " κ. κα господин госпожа господина госпожи гражданин товарищ"
    " mevrouw mevr. mw. meneer dhr. heer don dona dom senhor senhora dottore dottor geom. rag. arch."
    " docteur veuve Fräulein Witwe fru hr. rouva herra härra proua pana panu pane slečna domnul doamna dl. dna."
    " sayın bay bayan κυρία ponas ponia gospodin gospođa gosp. gospod gospa zoti zonja bapak ibu pak bu"
    " ông bà"
)
_HUNGARIAN = "január február március április május június július augusztus szeptember október november december"
_LATIN = dict(zip("бвгдзклмнпрстаеио", "bvgdzklmnprstaeio", strict=True))


def _other(name: str, draw: Callable[[Names], Spelled]) -> Transformation:
    return Transformation(_KIND, name, draw)


def _long(end: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        term = names.word()
        return Spelled(term, term + end, (term + end,))

    return draw


def _declined(stem: Callable[[Names], str], end: str, other: str) -> Callable[[Names], Spelled]:
    """A name of two words of which the second one is in another case."""

    def draw(names: Names) -> Spelled:
        first, second = names.word(), stem(names)
        return Spelled(f"{first} {second}{end}", f"{first} {second}{other}", (second + other,))

    return draw


def _person(term: str, written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        given, last, more = names.word(), names.word(), names.word()
        values = {"g": given, "s": last, "m": more, "i": given[0], "lg": given.lower(), "ls": last.lower()}
        values |= {"lm": more.lower(), "li": given[0].lower()}
        tell = last.lower() if "{ls}" in written else last if "{s}" in written else given
        return Spelled(term.format(**values), written.format(**values), (tell,))

    return draw


def _named(term: str, written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        word = names.word()
        return Spelled(term.format(n=word), written.format(n=word), (word,))

    return draw


def _transliterated(names: Names) -> Spelled:
    word = names.cyrillic()
    latin = "".join(_LATIN[each] for each in word.lower()).capitalize()
    return Spelled(word, latin, (latin,))


def _in_cyrillic(names: Names) -> Spelled:
    word = names.cyrillic()
    latin = "".join(_LATIN[each] for each in word.lower()).capitalize()
    return Spelled(latin, word, (word,))


def _in_greek(names: Names) -> Spelled:
    word = names.greek()
    latin = word.lower().translate(str.maketrans("βγδζκλμνπρσταειο", "vgdzklmnprstaeio")).capitalize()
    return Spelled(latin, word, (word,))


def _mail(written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        given, last, host = names.word().lower(), names.word().lower(), names.word().lower()
        term = f"{given}.{last}@{host}.com"
        return Spelled(term, written.format(l=f"{given}.{last}", h=host), (last, host))

    return draw


def _umlaut(written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        word = names.word("ü")
        return Spelled(word, word.replace("ü", written), (word.replace("ü", written),))

    return draw


def _two(sign: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        one, two = names.word(), names.word()
        return Spelled(f"{one} & {two}", f"{one} {sign} {two}", (one, two))

    return draw


def _joined(sign: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        one, two = names.word(), names.word()
        return Spelled(f"{one} {two}", f"{one}{sign}{two}", (one, two))

    return draw


def _arabic(one: str, two: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        stem = names.arabic()
        return Spelled(f"{stem[:3]}{one}{stem[3:]}", f"{stem[:3]}{two}{stem[3:]}", (f"{stem[:3]}{two}{stem[3:]}",))

    return draw


def _hebrew(written: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        given, last = names.hebrew(), names.hebrew()
        return Spelled(f"{given} {last}", written.format(g=given, s=last, i=given[0]), (last,))

    return draw


def _number(sign: str) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        groups = [names.digits(4) for _ in range(3)]
        return Spelled("-".join(groups), sign.join(groups), (sign.join(groups),))

    return draw


def _date(write: Callable[[int, int, int], str]) -> Callable[[Names], Spelled]:
    def draw(names: Names) -> Spelled:
        year, month, day = names.number(1930, 1999), names.number(1, 12), names.number(13, 28)
        return Spelled(f"{year}-{month:02}-{day:02}", write(year, month, day), (write(year, month, day),))

    return draw


_GREEK_MONTHS = (
    "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου"
    " Δεκεμβρίου"
)
_ROMAN = "I II III IV V VI VII VIII IX X XI XII"

DECLINED_NAMES: tuple[Transformation, ...] = (
    *(_other(f"ending {end} of a long name", _long(end)) for end in _CASES_OF_LONG.split()),
    *(_other(f"{end} as {other}", _declined(Names.cyrillic, end, other)) for end, other in _DECLENSIONS),
    *(_other(f"{end} as {other}", _declined(Names.greek, end, other)) for end, other in _GREEK),
    *(_other(f"{end} as {other}", _declined(Names.word, end, other)) for end, other in (*_POLISH, *_BALTIC)),
    *(_other(f"Armenian ending {end}", _long(end)) for end in _ARMENIAN),
    _other("Cyrillic in Latin letters", _transliterated),
    _other("Latin in Cyrillic letters", _in_cyrillic),
    _other("Latin in Greek letters", _in_greek),
    _other("two initials", _person("{g} {s}", "{i}. M. {s}")),
    _other("two initials without a space", _person("{g} {s}", "{i}.M. {s}")),
    _other("two initials without dots", _person("{g} {s}", "{i}M {s}")),
    _other("c/o", _person("{g} {s}", "c/o {s}")),
    *(_other(f"title {title}", _person("{g} {s}", f"{title} {{s}}")) for title in _TITLES.split()),
    _other("ending of a surname with an apostrophe", _person("{g} O'{s}", "{g} O'{s}s")),
    _other("second name and family name", _person("Nguyễn {g} {s}", "CN={g} Nguyễn")),
    _other("account of two surnames", _person("{g} {m} {s}", "{li}{lm}{ls}")),
    _other("given name and two surnames", _person("{g} {m} {s}", "{lg}.{lm}{ls}")),
    *(
        _other(f"street, {written.format(n='N')}", _named("{n}straße 12", written))
        for written in ("{n}straße Nr. 12", "{n}str. No 12", "12 {n}straße", "12, {n}strasse", "{n}straße, 12")
    ),
    _other("number of a house last", _named("14 {n} Street", "{n} St. 14")),
    _other("dots in a name with figures", _named("{n} 3D Systems", "{n}.3D.Systems")),
    _other("figure joined", _named("{n} 3D Systems", "{n}3D Systems")),
    _other("figure apart", _named("{n} 3D Systems", "{n} 3-D Systems")),
    *(
        _other(f"address with {written.format(l='l', h='h')}", _mail(written))
        for written in (
            *("{l}(at){h}.com", "{l} at {h}.com", "{l}_at_{h}.com", "{l} arroba {h} dot com", "{l}={h}.com"),
            *("{l}+news@{h}.com", "{l}@mail.{h}.com", "{l}@{h}[.]com", "{l}<at>{h}.com"),
        )
    ),
    *(_other(f"groups with {sign}", _number(sign)) for sign in ",:~"),
    _other("letters of RTF with a question mark", _umlaut("\\u252?")),
    _other("letters of RTF, doubled backslash", _umlaut("\\\\u252?")),
    *(_other(f"white space as {sign}", _joined(sign)) for sign in ("\\n", "\\\\t")),
    *(_other(f"& as {sign}", _two(sign)) for sign in ("u.", "'n'")),
    *(_other(f"Arabic {one} as {two}", _arabic(one, two)) for one, two in ("ةه", "ىي", "یي", "کك")),
    *(
        _other(f"Hebrew, {written}", _hebrew(written))
        for written in ("{s}, {g}", "{s} {g}", "{i}. {s}", "{i}' {s}")
    ),
    _other("Hungarian date", _date(lambda y, m, d: f"{y}. {_HUNGARIAN.split()[m - 1]} {d}.")),
    _other("Greek date", _date(lambda y, m, d: f"{d} {_GREEK_MONTHS.split()[m - 1]} {y}")),
    _other("Korean date", _date(lambda y, m, d: f"{y}년 {m}월 {d}일")),
    _other("Roman month without dots", _date(lambda y, m, d: f"{d} {_ROMAN.split()[m - 1]} {y}")),
)
