"""The table of transformations: how a name may be written otherwise, and what of it still tells.

This is the tests' own definition of "the same name". It shares nothing with Unsaid's two.
"""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from urllib.parse import quote

from tests.spellings.address_names import ADDRESS_NAMES
from tests.spellings.declined_names import DECLINED_NAMES
from tests.spellings.drawn_names import Names
from tests.spellings.encoded_names import ENCODED_NAMES
from tests.spellings.foreign_names import FOREIGN_NAMES
from tests.spellings.further_names import FURTHER_NAMES
from tests.spellings.people_names import PEOPLE_NAMES
from tests.spellings.spelled import Spelled, Transformation, ordinal
from tests.spellings.whole_names import WHOLE_NAMES

ALWAYS, CLIENT = "always", "client"


def _spelled(term: str, written: str, *tells: str) -> Spelled:
    return Spelled(term, written, tells or (written,))


def _word(kind: str, name: str, inner: str, write: Callable[[str], str]) -> Transformation:
    """A name of one word that holds `inner`."""

    def draw(names: Names) -> Spelled:
        term = names.word(inner)
        written = write(term)
        return _spelled(term, written)

    return Transformation(kind, name, draw)


def _two(kind: str, name: str, pattern: str, term: str = "{a} & {b}") -> Transformation:
    """A company of two words."""

    def draw(names: Names) -> Spelled:
        a, b = names.word(), names.word()
        both = {"a": a, "b": b, "A": a.upper(), "B": b.upper(), "la": a.lower(), "lb": b.lower()}
        both |= {"a1": a[:2], "a2": a[2:]}
        tells = tuple(_as_in(pattern, word, key) for key, word in (("a", a), ("b", b)))
        return Spelled(term.format(**both), pattern.format(**both), tells)

    return Transformation(kind, name, draw)


def _as_in(pattern: str, word: str, key: str) -> str:
    if f"{{l{key}}}" in pattern:
        return word.lower()
    return word.upper() if f"{{{key.upper()}}}" in pattern else word[2:] if f"{{{key}1}}" in pattern else word


def _person(kind: str, name: str, pattern: str, inner: str = "") -> Transformation:
    """A person; the surname tells, and the given name where it is written."""

    def draw(names: Names) -> Spelled:
        given, last = names.word(), names.word(inner)
        plain = last.replace("ü", "ue").lower()
        values = {"g": given, "s": last, "S": last.upper(), "i": given[0], "lg": given.lower(), "ls": plain}
        values |= {"li": given[0].lower(), "LS": plain.capitalize()}
        shown = {
            "s": last,
            "S": last.upper(),
            "ls": plain,
            "LS": plain.capitalize(),
            "g": given,
            "lg": given.lower(),
        }
        tells = tuple(word for key, word in shown.items() if f"{{{key}}}" in pattern)
        return Spelled(f"{given} {last}", pattern.format(**values), tells)

    return Transformation(kind, name, draw)


def _mail(name: str, pattern: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        given, last = names.word().lower(), names.word().lower()
        host = names.word().lower()[::-1]  # it may stay, and must have no name in it
        written = pattern.format(g=given, s=last, h=host)
        return Spelled(f"{given}.{last}@{host}.com", written, (last,))

    return Transformation("mangled addresses", name, draw)


def _short_mail(name: str, pattern: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        given, host = names.word().lower(), names.word().lower()[::-1]
        return Spelled(f"{given}@{host}.com", pattern.format(g=given, h=host), (given, host))

    return Transformation("mangled addresses", name, draw)


def _url(
    name: str, write: Callable[[str], str], tells: Callable[[str, str], str] = lambda a, _: a
) -> Transformation:
    def draw(names: Names) -> Spelled:
        a, b = names.word(), names.word("ü")
        term = f"{a} & {b}"
        return Spelled(term, write(term), (tells(a, b),))

    return Transformation("encodings of URLs", name, draw)


def _number(
    name: str, grouped: Sequence[int], write: Callable[[Sequence[str]], str], by: str = "-"
) -> Transformation:
    def draw(names: Names) -> Spelled:
        groups = [names.digits(count) for count in grouped]
        written = write(groups)
        return Spelled(
            by.join(groups),
            written,
            (written.rpartition("/")[2].removeprefix("tel:+"),) if ":" in written else (written,),
        )

    return Transformation("numbers", name, draw)


def _id(name: str, term: str, written: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        values = {"a": names.word()[:2].upper(), "n": names.digits(5), "m": names.digits(6)}
        return Spelled(term.format(**values), written.format(**values), (values["m"],))

    return Transformation("ids", name, draw)


def _phone(name: str, written: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        values = {"area": names.digits(3), "number": names.digits(7)}
        return Spelled("+49 {area} {number}".format(**values), written.format(**values), (values["number"],))

    return Transformation("phones", name, draw)


_GERMAN_MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
_SPANISH_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_MONTHS = "January February March April May June July August September October November December".split()


def _date(name: str, write: Callable[[int, int, int], str]) -> Transformation:
    def draw(names: Names) -> Spelled:
        year, month, day = names.number(1930, 1999), names.number(1, 12), names.number(13, 28)
        written = write(year, month, day)
        return Spelled(f"{day} {_MONTHS[month - 1]} {year}", written, (written,))

    return Transformation("dates", name, draw)


def _script(kind: str, name: str, draw_word: Callable[[Names], str], write: Callable[[str], str]) -> Transformation:
    def draw(names: Names) -> Spelled:
        term = draw_word(names)
        written = write(term)
        return Spelled(term, written, (term if term in written else written,))

    return Transformation(kind, name, draw)


def _percent_u(text: str) -> str:
    return "".join(f"%u{ord(char):04X}" for char in text)


def _proofpoint(text: str) -> str:
    return "https://urldefense.proofpoint.com/v2/url?u=" + quote(f"https://x.example/{text}").replace(
        "%", "-"
    ).replace("/", "_")


_MARKED = {"α": "ά", "ε": "έ", "ι": "ί", "ο": "ό"}


def _accented_greek(names: Names) -> str:
    word = names.greek()
    return word[:3] + _MARKED.get(word[3], word[3]) + word[4:] + "ος"


def _with_apostrophe(sign: str, term: str) -> str:
    return term.replace("'", sign)


_PLAIN_GREEK = str.maketrans("άέίό", "αειο")
_KIND = "case and letters"
_FOLDS = (
    _word(_KIND, "Turkish capitals", "ilik", lambda t: t.replace("i", "İ").upper()),
    _word(_KIND, "Turkish dotless small letters", "ıg", lambda t: t.replace("ı", "i")),
    _word(_KIND, "Turkish dotless capitals", "ıg", lambda t: t.upper()),
    _word(_KIND, "Turkish dotted capital, small", "İl", lambda t: t.lower()),
    _script(_KIND, "Greek capitals without accents", _accented_greek, lambda t: t.translate(_PLAIN_GREEK).upper()),
    _script(_KIND, "Greek final sigma", _accented_greek, lambda t: t[:-1] + "σ"),
    _word(_KIND, "accents left out", "éñ", lambda t: t.replace("é", "e").replace("ñ", "n")),
    _word(_KIND, "accents added", "en", lambda t: t.replace("en", "én")),
    _word(_KIND, "accents decomposed", "éñ", lambda t: t.replace("é", "e\u0301").replace("ñ", "n\u0303")),
    _word(_KIND, "strokes left out", "łø", lambda t: t.replace("ł", "l").replace("ø", "o")),
    _word(_KIND, "d with stroke left out", "đa", lambda t: t.replace("đ", "d")),
    _word(_KIND, "ligature spelled out", "œu", lambda t: t.replace("œ", "oe")),
    _word(_KIND, "ligature made", "oeu", lambda t: t.replace("oe", "œ")),
    _word(_KIND, "ae spelled out", "æs", lambda t: t.replace("æ", "ae")),
    _word(_KIND, "typographic ligature", "ffi", lambda t: t.replace("ffi", "\ufb03")),
    _word(_KIND, "sharp s", "ße", lambda t: t.replace("ß", "ss")),
    _word(_KIND, "umlaut spelled out", "üm", lambda t: t.replace("ü", "ue")),
    _word(_KIND, "umlaut made", "uem", lambda t: t.replace("ue", "ü")),
    _word(_KIND, "umlaut left out", "üm", lambda t: t.replace("ü", "u")),
    _word(_KIND, "punycode", "üm", lambda t: t.lower().encode("idna").decode()),
    _word(_KIND, "ring spelled out", "åb", lambda t: t.replace("å", "aa")),
    _word(
        _KIND,
        "mathematical letters",
        "",
        lambda t: "".join(chr(0x1D400 + ord(c) - 65) if c.isupper() else chr(0x1D41A + ord(c) - 97) for c in t),
    ),
    _word(_KIND, "look-alikes of another script", "ao", lambda t: t.replace("a", "а").replace("o", "о")),
)
_SIGNS_OF_APOSTROPHES = "\u2019\u2018\u02bc\u00b4`\u2032\uff07\ua78c\u02c8"
_APOSTROPHES = (
    *(
        _word("apostrophes", f"U+{ord(sign):04X}", "'", partial(_with_apostrophe, sign))
        for sign in _SIGNS_OF_APOSTROPHES
    ),
    _word("apostrophes", "left out", "'", partial(_with_apostrophe, "")),
)
_SIGNS = (
    *(
        _two("signs", f"& as {word!r}", f"{{a}} {word} {{b}}")
        for word in ("and", "und", "et", "y", "e", "og", "+", "&amp;", "n")
    ),
    *(_two("signs", f"and as {word!r}", f"{{a}} {word} {{b}}", "{a} and {b}") for word in ("&", "und", "et")),
    _two("signs", "soft hyphen", "{a1}\u00ad{a2} {b}", "{a} {b}"),
    _two("signs", "hard hyphen in a word", "{a1}-{a2} {b}", "{a} {b}"),
    _two("signs", "hyphen at a line end", "{a1}-\n{a2} {b}", "{a} {b}"),
    _two("signs", "no-break hyphen in a word", "{a1}\u2011{a2} {b}", "{a} {b}"),
    _two("signs", "minus sign for a hyphen", "{a}\u2212{b}", "{a}-{b}"),
    _two("signs", "hyphen left out", "{a}{lb}", "{a}-{b}"),
    _two("signs", "hyphen before a small letter left out", "{a}{lb}", "{a}-{lb}"),
    _two("signs", "hyphen for a space", "{a}-{b}", "{a} {b}"),
    _two("signs", "(TM) in letters", "{a}(TM) {b}", "{a} {b}"),
    _two("signs", "™", "{a}™ {b}", "{a} {b}"),
    _two("signs", "(R) in letters", "{a} (R) {b}", "{a} {b}"),
    _two("signs", "superscript figure", "{a}² {b}", "{a} {b}"),
    _two("signs", "superscript letter", "{a}ᵃ {b}", "{a} {b}"),
    _two("signs", "mark of a note in brackets", "{a}[1] {b}", "{a} {b}"),
    _two("signs", "asterisk", "{a}* {b}", "{a} {b}"),
    _two("signs", "dagger", "{a}† {b}", "{a} {b}"),
    _two("signs", "dots between words", "{a}.{b}", "{a} {b}"),
    _two("signs", "middle dot", "{a}·{b}", "{a} {b}"),
    _two("signs", "slash", "{a}/{b}", "{a} {b}"),
    _two("signs", "zero-width space", "{a1}\u200b{a2} {b}", "{a} {b}"),
    _two("signs", "glued", "{a}{b}", "{a} {b}"),
    _two("signs", "glued in small letters", "{la}{lb}", "{a} {b}"),
    _two("signs", "glued without its &", "{la}{lb}"),
    _two("signs", "host without its &", "intranet.{la}{lb}.example"),
    _two("signs", "host with the word for &", "https://www.{la}and{lb}.example/jobs"),
    _two("signs", "host with its und", "{la}und{lb}.example", "{a} und {b}"),
)
_PEOPLE = (
    _person("order of names", "surname first", "{s}, {g}", "ü"),
    _person("order of names", "surname first in capitals", "{S} {g}"),
    _person("order of names", "surname first, no comma", "{s} {g}"),
    _person("order of names", "JSON", '"family":"{s}","given":"{g}"', "ü"),
    _person("order of names", "JSON, given name first", '"first_name": "{g}", "last_name": "{s}"'),
    _person("order of names", "semicolon", "{s};{g}", "ü"),
    _person("order of names", "tab", "{s}\t{g}"),
    _person("order of names", "bar", "{s}|{g}"),
    _person("order of names", "query", "family={s}&given={g}"),
    _person("order of names", "vCard", "N:{s};{g};;;"),
    _person("order of names", "elements", "<family>{s}</family><given>{g}</given>"),
    _person("order of names", "short elements", "<ln>{s}</ln><fn>{g}</fn>"),
    _person("order of names", "labels", "Family name: {s}, given name: {g}", "ü"),
    _person("order of names", "labels without a comma", "Surname: {s} Given name: {g}"),
    _person("initials", "initial and surname", "{i}. {s}"),
    _person("initials", "initial without a dot", "{i} {s}"),
    _person("initials", "surname and initial", "{s} {i}."),
    _person("initials", "surname, initial", "{s}, {i}."),
    _person("initials", "initial glued", "{i}.{s}"),
    _person("accounts", "initial and surname", "{li}{ls}", "ü"),
    _person("accounts", "initial and surname in capitals", "{i}{LS}"),
    _person("accounts", "surname and initial", "{ls}{li}"),
    _person("accounts", "surname_initial", "{ls}_{li}"),
    _person("accounts", "initial.surname", "{li}.{ls}"),
    _person("accounts", "given.surname", "{lg}.{ls}", "ü"),
    _person("accounts", "given and surname", "{lg}{ls}"),
    _person("accounts", "with a figure", "{li}{ls}7"),
    _person("accounts", "of a domain", "CORP\\{li}{ls}"),
    _person("accounts", "of a guest", "{li}{ls}7_contoso_com#ext#"),
    _mail("of a guest", "{g}.{s}_{h}.com#EXT#@tenant.onmicrosoft.com"),
    _mail("of a site", "personal/{g}_{s}_{h}_com"),
    _mail("(at)", "{g}.{s}(at){h}.com"),
    _mail("[at] and [dot]", "{g}.{s} [at] {h} [dot] com"),
    _mail("with a tag", "{g}.{s}+news@{h}.com"),
    _mail("percent-encoded", "{g}.{s}%40{h}.com"),
    _mail("in capitals", "{g}.{s}@{h}.COM"),
    _short_mail("of one name, (at)", "{g}(at){h}.com"),
    _short_mail("of one name, (dot)", "{g}@{h}(dot)com"),
)
_URLS = (
    _url("percent", lambda t: "https://x.example/" + quote(t)),
    _url("percent u", _percent_u, lambda a, _: _percent_u(a)),
    _url("percent u of other letters alone", lambda t: t.replace("ü", "%u00FC").replace(" ", "%20")),
    _url("percent twice", lambda t: quote(quote(t))),
    _url("percent three times", lambda t: quote(quote(quote(t)))),
    _url(
        "every byte, percent three times",
        lambda t: "".join(f"%2525{byte:02X}" for byte in t.encode()),
        lambda a, _: "".join(f"%2525{byte:02X}" for byte in a.encode()),
    ),
    _url("Proofpoint", _proofpoint),
    _url("_x0020_", lambda t: t.replace(" ", "_x0020_").replace("&", "_x0026_").replace("ü", "_x00fc_")),
    _url(
        "slug",
        lambda t: "https://x.example/" + t.lower().replace(" & ", "-und-").replace("ü", "ue"),
        lambda a, _: a.lower(),
    ),
    _url(
        "slug without a word for the sign",
        lambda t: t.lower().replace(" & ", "-").replace("ü", "u"),
        lambda a, _: a.lower(),
    ),
    _url("plus signs", lambda t: "https://x.example/?q=" + quote(t).replace("%20", "+")),
    _url(
        "JSON escapes",
        lambda t: "".join(f"\\u{ord(char):04x}" for char in t),
        lambda a, _: "".join(f"\\u{ord(char):04x}" for char in a),
    ),
    _url(
        "entities",
        lambda t: "".join(f"&#{ord(char)};" for char in t),
        lambda a, _: "".join(f"&#{ord(char)};" for char in a),
    ),
)
_NUMBERS = (
    _number("no groups", (4, 4, 2), "".join),
    _number("spaces", (4, 4, 2), " ".join),
    _number("dots", (4, 4, 2), ".".join),
    _number("slashes", (4, 4, 2), "/".join),
    _number("other groups", (4, 4, 2), lambda g: f"{''.join(g)[:3]} {''.join(g)[3:6]} {''.join(g)[6:]}"),
    _number("groups made", (9,), lambda g: f"{g[0][:3]}-{g[0][3:6]}-{g[0][6:]}"),
    _number("no-break spaces", (4, 4, 2), "\u00a0".join),
    _number("full-width digits", (10,), lambda g: "".join(chr(ord(c) + 0xFEE0) for c in g[0])),
    _number("Arabic digits", (10,), lambda g: "".join(chr(0x660 + int(c)) for c in g[0])),
    _number("leading zeros", (8,), lambda g: f"000{g[0]}"),
    _number("link to a chat", (2, 3, 7), lambda g: f"https://wa.me/{''.join(g)}", " "),
    _number("link to a phone", (2, 3, 7), lambda g: f"tel:+{'-'.join(g)}", " "),
    _number("of a phone abroad", (2, 3, 7), lambda g: f"00{''.join(g)}", " "),
)  # fmt: skip
_IDS = (
    _id("joined", "{a}-{n}-{m}", "{a}{n}{m}"),
    _id("dots", "{a}-{n}-{m}", "{a}.{n}.{m}"),
    _id("partly joined", "{a}-{n}-{m}", "{a}{n}-{m}"),
    _id("before a suffix", "{a}-{n}-{m}", "{a}{n}{m}_signed.pdf"),
    _id("parted", "{a}{n}{m}", "{a}-{n}-{m}"),
    _id("spaces", "DE44 {n} {m} {n} {m} 31", "DE44{n}{m}{n}{m}31"),
    _id("groups made", "DE44{n}{m}{n}{m}31", "DE44 {n} {m} {n} {m} 31"),
    _phone("at home", "0{area} {number}"),
    _phone("at home, a slash", "0{area}/{number}"),
    _phone("area code in brackets", "+49 (0){area} {number}"),
)  # fmt: skip
_DATES = (
    _date("ISO", lambda y, m, d: f"{y}-{m:02}-{d:02}"),
    _date("ISO without hyphens", lambda y, m, d: f"{y}{m:02}{d:02}"),
    _date("dots", lambda y, m, d: f"{d:02}.{m:02}.{y}"),
    _date("slashes", lambda y, m, d: f"{d:02}/{m:02}/{y}"),
    _date("American", lambda y, m, d: f"{_MONTHS[m - 1]} {d}, {y}"),
    _date("short month", lambda y, m, d: f"{d}-{_MONTHS[m - 1][:3]}-{y}"),
    _date("ordinal", lambda y, m, d: f"{ordinal(d)} of {_MONTHS[m - 1]} {y}"),
    _date("with a time", lambda y, m, d: f"{y}-{m:02}-{d:02}T09:30:00Z"),
    _date("with a time, no signs", lambda y, m, d: f"{y}{m:02}{d:02}T093000Z"),
    _date("year first, slashes", lambda y, m, d: f"{y}/{m:02}/{d:02}"),
    _date("hyphens", lambda y, m, d: f"{d:02}-{m:02}-{y}"),
    _date("short month and year", lambda y, m, d: f"{d}-{_MONTHS[m - 1][:3]}-{y % 100:02}"),
    _date("Chinese", lambda y, m, d: f"{y}年{m}月{d}日"),
    _date("German", lambda y, m, d: f"{d}. {_GERMAN_MONTHS[m - 1]} {y}"),
    _date("Spanish", lambda y, m, d: f"{d} de {_SPANISH_MONTHS[m - 1]} de {y}"),
    _date("short year", lambda y, m, d: f"{d:02}.{m:02}.{y % 100:02}"),
)  # fmt: skip
_SCRIPTS = (
    _script("scripts without spaces", "Han after Han", Names.han, lambda t: f"我们与{t}"),
    _script("scripts without spaces", "Han within Han", Names.han, lambda t: f"我们与{t}公司签约"),
    _script("scripts without spaces", "Hangul before a particle", Names.hangul, lambda t: f"{t}는"),
    _script("scripts without spaces", "kana within kana", Names.kana, lambda t: f"この{t}です"),
    _script("scripts without spaces", "Thai within Thai", Names.thai, lambda t: f"กับ{t}และ"),
    _script("scripts without spaces", "Latin beside Han", Names.word, lambda t: f"与{t}公司"),
    _script("prefixes and marks", "Arabic and", Names.arabic, lambda t: f"و{t}"),
    _script("prefixes and marks", "Arabic by the", Names.arabic, lambda t: f"بال{t}"),
    _script("prefixes and marks", "Hebrew in", Names.hebrew, lambda t: f"ב{t}"),
    _script("prefixes and marks", "Hebrew and the", Names.hebrew, lambda t: f"וה{t}"),
    _script("prefixes and marks", "tatweel", Names.arabic, lambda t: t[:2] + "ــ" + t[2:]),
    _script(
        "prefixes and marks", "Arabic vowels", Names.arabic, lambda t: t[:1] + "\u064e" + t[1:2] + "\u0650" + t[2:]
    ),
    _script("prefixes and marks", "Hebrew vowels", Names.hebrew, lambda t: t[:1] + "\u05b0" + t[1:]),
)


def _with_ending(end: str) -> Callable[[str], str]:
    return lambda term: term + end


_INFLECTED = tuple(
    _script("inflected endings", name, draw, _with_ending(end))
    for name, draw, end in (
        ("German genitive", Names.word, "s"),
        ("German plural of a place", Names.word, "er"),
        ("Finnish genitive", Names.word, "n"),
        ("Finnish in", Names.word, "ssa"),
        ("Hungarian of", Names.word, "nak"),
        ("Polish instrumental", Names.word, "em"),
        ("Turkish of", Names.word, "'nin"),
        ("Russian genitive", Names.cyrillic, "а"),
        ("Russian instrumental", Names.cyrillic, "ом"),
        ("Greek genitive", Names.greek, "ου"),
    )
)

_FALSE_PLACEHOLDERS = tuple(
    _two("false placeholders", pattern.replace("\u00a0", "~"), pattern, "{a} {b}")
    for pattern in ("[CUSTOM_{A}_{B}]", "[CUSTOM_{A}_{B} 3]", "[C_{A}_{B}\u00a0]", "[C_FOR_{A}_{B}\u00a07]")
)

LIMITS: tuple[Transformation, ...] = (
    _script("limits", "a related name with another ending", lambda names: names.word()[:5], lambda t: t + "a"),
    _script("limits", "written backwards", Names.word, lambda t: t[::-1]),
    _script("limits", "a hash of a name", Names.word, lambda t: sha256(t.encode()).hexdigest()),
)
"""What nobody finds, as the README says."""

TRANSFORMATIONS: tuple[Transformation, ...] = (
    _script("as it is", "as it is", Names.word, str),
    *_FOLDS,
    *_APOSTROPHES,
    *_SIGNS,
    *_PEOPLE,
    *WHOLE_NAMES,
    *ADDRESS_NAMES,
    *ENCODED_NAMES,
    *_URLS,
    *_NUMBERS,
    *_IDS,
    *_DATES,
    *_SCRIPTS,
    *_FALSE_PLACEHOLDERS,
    *_INFLECTED,
    *FURTHER_NAMES,
    *PEOPLE_NAMES,
    *DECLINED_NAMES,
    *FOREIGN_NAMES,
)
