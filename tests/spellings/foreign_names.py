"""Names in Hebrew and Arabic letters, dates of other countries, escapes of RTF, signs in names, codes and addresses."""

from collections.abc import Callable

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation, ordinal

_TITLES_IN_HEBREW = ("ד״ר", 'ד"ר', "דר'", "פרופ'", "פרופ׳", "פרופסור", "מר", "גב'", "גברת", "עו״ד", 'עו"ד', "הרב")
_TITLES_IN_ARABIC = ("السيد", "السيدة", "د.", "الدكتور", "الأستاذة", "أ.", "الشيخ", "المهندس", "القاضي", "الحاج")
_SEPARATORS = {
    "commas": ",",
    "commas and spaces": ", ",
    "semicolons": ";",
    "apostrophes": "'",
    "quotes": "’",
    "signs for and": "&",
    "equals signs": "=",
    "backslashes": "\\",
    "plus signs": "+",
    "bullets": "•",
    "Arabic commas": "،",
    "wide commas": "，",
    "brackets": ")(",
    "spaces of RTF": "\\'20",
    "no-break of RTF": "\\~",
}
_MONTHS = "January February March April May June July August September October November December".split()
_ARABIC = "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split()
_LEVANT = "كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول".split()
_PERSIAN = "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر".split()
_HEBREW = "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר".split()
_HINDI = "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर".split()
_THAI = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม".split()
_THAI_SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split()
_UKRAINIAN = "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня".split()
_ROMANIAN = (
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie".split()
)
_CROATIAN = (
    "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca".split()
)
_ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
_CHINESE = "〇一二三四五六七八九"


def _hexed(text: str, code_page: str = "cp1252") -> str:
    return "".join(f"\\'{byte:02x}" for byte in text.encode(code_page))


def _semitic(script: str, name: str, pattern: str) -> Transformation:
    """A person of two words: {g} and {s}, {i} the first letter of the given name, {m} another name."""

    def draw(names: Names) -> Spelled:
        given, last, middle = (names.hebrew() if script == "Hebrew" else names.arabic() for _ in range(3))
        return Spelled(f"{given} {last}", pattern.format(g=given, s=last, i=given[0], m=middle), (last,))

    return Transformation(f"people in {script} letters", name, draw)


def _without_article(names: Names) -> Spelled:
    given, last = names.arabic(), names.arabic()
    return Spelled(f"{given} ال{last}", f"{given} {last}", (last,))


def _born(names: Names) -> Spelled:
    given, last, other = names.word(), names.word(), names.word()
    return Spelled(f"{given} {last}", f"{given} {other} geb. {last}", (last,))


def _rtf(name: str, write: Callable[[str, str], tuple[str, str]], inner: str = "ü") -> Transformation:
    """A person in codes of RTF; the function returns the text, and what of it tells."""

    def draw(names: Names) -> Spelled:
        given, last = names.word(), names.word(inner)
        written, tell = write(given, last)
        return Spelled(f"{given} {last}", written, (tell,))

    return Transformation("escapes of RTF", name, draw)


def _with_fallback(fallback: str) -> Callable[[str, str], tuple[str, str]]:
    def write(given: str, last: str) -> tuple[str, str]:
        written = last.replace("ü", f"\\u252{fallback}")
        return f"{given} {written}", written

    return write


def _cyrillic(names: Names) -> Spelled:
    term = names.cyrillic()
    return Spelled(term, _hexed(term, "cp1251"), (_hexed(term, "cp1251"),))


def _central(names: Names) -> Spelled:
    term = names.word("łś")
    written = term.replace("łś", _hexed("łś", "cp1250"))
    return Spelled(term, written, (written,))


def _small_capitals(names: Names) -> Spelled:
    small = dict(zip("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", strict=True))
    term = names.word()
    written = "".join(small.get(char, char) for char in term)
    return Spelled(term, written, (written,))


def _raised(names: Names) -> Spelled:
    term = names.digits(9)
    written = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in term)
    return Spelled(term, written, (written,))


def _foreigner_in_han(names: Names) -> Spelled:
    given, last = names.han(), names.han()
    return Spelled(given + last, f"{given}·{last}", (f"{given}·{last}",))


def _gentleman(names: Names) -> Spelled:
    given, last = names.cyrillic(), names.cyrillic()
    return Spelled(f"{given} {last}", f"г-н {last}", (last,))


def _parted(name: str, pattern: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        a, b = names.word(), names.word()
        return Spelled(f"{a} {b}", pattern.format(a=a, b=b), (a, b))

    return Transformation("signs between two words", name, draw)


def _grouped(name: str, prefix: str, by: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        groups = [f"{prefix}{names.digits(2)}", *(names.digits(4) for _ in range(3))]
        return Spelled(" ".join(groups), by.join(groups), (by.join(groups),))

    return Transformation("signs between groups", f"{prefix or 'digits'}, {name}", draw)


def _street(term: str, written: str) -> Transformation:
    def draw(names: Names) -> Spelled:
        word = names.word()
        both = {"n": word, "N": word.upper()}
        return Spelled(term.format(**both), written.format(**both), (word.upper() if "{N}" in written else word,))

    return Transformation("streets", f"{term.format(n='N')} as {written.format(n='N', N='N')}", draw)


def _date(name: str, write: Callable[[int, int, int], str]) -> Transformation:
    def draw(names: Names) -> Spelled:
        year, month, day = names.number(1930, 1988), names.number(1, 12), names.number(13, 28)
        written = write(year, month, day)
        return Spelled(f"{day} {_MONTHS[month - 1]} {year}", written, (written,))

    return Transformation("dates elsewhere", name, draw)


def _in_digits_from(zero: int, text: str) -> str:
    return "".join(chr(zero + int(char)) if char.isdecimal() else char for char in text)


def _counted(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("" if tens < 2 else _CHINESE[tens]) + ("十" if tens else "") + (_CHINESE[ones] if ones else "")


def _chinese(year: int, month: int, day: int) -> str:
    return f"{''.join(_CHINESE[int(digit)] for digit in str(year))}年{_counted(month)}月{_counted(day)}日"


_PEOPLE = (
    *(_semitic("Hebrew", f"title {each}", f"{each} {{s}}") for each in _TITLES_IN_HEBREW),
    _semitic("Hebrew", "initial behind", "{s} {i}'"),
    _semitic("Hebrew", "initial behind a comma", "{s}, {i}."),
    _semitic("Hebrew", "initial with a geresh", "{i}׳ {s}"),
    _semitic("Hebrew", "two initials", "{i}.ב. {s}"),
    _semitic("Hebrew", "middle name", "{g} {m} {s}"),
    *(_semitic("Arabic", f"title {each}", f"{each} {{s}}") for each in _TITLES_IN_ARABIC),
    _semitic("Arabic", "surname first", "{s} {g}"),
    _semitic("Arabic", "surname first with a comma", "{s}, {g}"),
    _semitic("Arabic", "surname first with its comma", "{s}، {g}"),
    _semitic("Arabic", "initial", "{i}. {s}"),
    _semitic("Arabic", "name of the father", "{g} {m} {s}"),
    _semitic("Arabic", "son of", "{g} بن {m} {s}"),
    Transformation("people in Arabic letters", "article left out", _without_article),
    Transformation("born as", "another surname", _born),
    Transformation("letters", "small capitals", _small_capitals),
    Transformation("digits", "raised", _raised),
    Transformation("scripts without spaces", "dot in a foreign name", _foreigner_in_han),
    Transformation("titles", "Russian title with a hyphen", _gentleman),
)
_ESCAPES = (
    _rtf("every letter", lambda g, s: (_hexed(f"{g} {s}"), _hexed(s))),
    _rtf("first letter", lambda g, s: (f"{g} {_hexed(s[0])}{s[1:]}", s[1:])),
    _rtf("space", lambda g, s: (f"{g}\\'20{s}", s)),
    _rtf("number before a byte", _with_fallback("\\'3f")),
    _rtf("number before a letter in a byte", _with_fallback("\\'fc")),
    _rtf("number before a space and a sign", _with_fallback(" ?")),
    _rtf("number before a plain letter", _with_fallback(" u")),
    _rtf(
        "letter of C in eight digits", lambda g, s: ((w := f"{g} {s}".replace("ü", "\\U000000fc")), w[len(g) + 1 :])
    ),
    _rtf("number of Unicode", lambda g, s: ((w := f"{g} {s}".replace("ü", "U+00FC")), w[len(g) + 1 :])),
    Transformation("escapes of RTF", "Cyrillic code page", _cyrillic),
    Transformation("escapes of RTF", "Central European code page", _central),
)
_DATES = (
    _date("Japanese with spaces", lambda y, m, d: f"{y} 年 {m} 月 {d} 日"),
    _date("Japanese era", lambda y, m, d: f"昭和{y - 1925}年{m}月{d}日"),
    _date("Japanese era, wide digits", lambda y, m, d: _in_digits_from(0xFF10, f"昭和{y - 1925}年{m}月{d}日")),
    _date("Japanese era as a letter", lambda y, m, d: f"S{y - 1925}.{m}.{d}"),
    _date("Japanese era in words", lambda y, m, d: f"昭和{_counted(y - 1925)}年{_counted(m)}月{_counted(d)}日"),
    _date("Chinese in words", _chinese),
    _date("Chinese with 号", lambda y, m, d: f"{y}年{m}月{d}号"),
    _date("Taiwanese", lambda y, m, d: f"民國{y - 1911}年{m}月{d}日"),
    _date("Korean with dots", lambda y, m, d: f"{y}. {m}. {d}."),
    _date("Thai", lambda y, m, d: f"{d} {_THAI[m - 1]} {y + 543}"),
    _date("Thai with its era", lambda y, m, d: f"{d} {_THAI[m - 1]} พ.ศ. {y + 543}"),
    _date("Thai, short", lambda y, m, d: f"{d} {_THAI_SHORT[m - 1]} {y + 543}"),
    _date("Thai, two digits of the year", lambda y, m, d: f"{d} {_THAI_SHORT[m - 1]} {(y + 543) % 100:02}"),
    _date("Thai in its digits", lambda y, m, d: _in_digits_from(0xE50, f"{d} {_THAI[m - 1]} {y + 543}")),
    _date("Thai, a Western year", lambda y, m, d: f"{d} {_THAI[m - 1]} {y}"),
    _date("Thai with slashes", lambda y, m, d: f"{d:02}/{m:02}/{y + 543}"),
    _date("Arabic", lambda y, m, d: f"{d} {_ARABIC[m - 1]} {y}"),
    _date("Arabic with a comma", lambda y, m, d: f"{d} {_ARABIC[m - 1]}، {y}"),
    _date("Arabic in its digits", lambda y, m, d: _in_digits_from(0x660, f"{d} {_ARABIC[m - 1]} {y}")),
    _date("Arabic of the Levant", lambda y, m, d: f"{d} {_LEVANT[m - 1].replace('_', ' ')} {y}"),
    _date("Persian in its digits", lambda y, m, d: _in_digits_from(0x6F0, f"{d} {_PERSIAN[m - 1]} {y}")),
    _date("Hebrew", lambda y, m, d: f"{d} ב{_HEBREW[m - 1]} {y}"),
    _date("Hindi", lambda y, m, d: f"{d} {_HINDI[m - 1]} {y}"),
    _date("Hindi in its digits", lambda y, m, d: _in_digits_from(0x966, f"{d} {_HINDI[m - 1]} {y}")),
    _date("Ukrainian", lambda y, m, d: f"{d} {_UKRAINIAN[m - 1]} {y}"),
    _date("Romanian", lambda y, m, d: f"{d} {_ROMANIAN[m - 1]} {y}"),
    _date("Croatian", lambda y, m, d: f"{d}. {_CROATIAN[m - 1]} {y}."),
    _date("Vietnamese", lambda y, m, d: f"{d} tháng {m} năm {y}"),
    _date("legal English", lambda y, m, d: f"{ordinal(d)} day of {_MONTHS[m - 1]}, {y}"),
    _date("month first with an article", lambda y, m, d: f"{_MONTHS[m - 1]} the {ordinal(d)}, {y}"),
    _date("month first with hyphens", lambda y, m, d: f"{_MONTHS[m - 1]}-{d}-{y}"),
    _date("year first", lambda y, m, d: f"{y} {_MONTHS[m - 1]} {d}"),
    _date("year first, short", lambda y, m, d: f"{y}-{_MONTHS[m - 1][:3]}-{d}"),
    _date("Roman month with slashes", lambda y, m, d: f"{d}/{_ROMAN[m - 1]}/{y}"),
    _date("commas", lambda y, m, d: f"{d},{m:02},{y}"),
    _date("middle dots", lambda y, m, d: f"{d}·{m:02}·{y}"),
    _date("fraction slashes", lambda y, m, d: f"{d}⁄{m}⁄{y}"),
    _date("wide slashes", lambda y, m, d: f"{y}／{m}／{d}"),
    _date("eight digits", lambda y, m, d: f"{d:02}{m:02}{y}"),
)

FOREIGN_NAMES: tuple[Transformation, ...] = (
    *_PEOPLE,
    *_ESCAPES,
    *(
        _parted(name, pattern)
        for name, pattern in (
            ("comma", "{a}, {b}"),
            ("colon", "{a}: {b}"),
            ("exclamation mark", "{a}! {b}"),
            ("Arabic comma", "{a}، {b}"),
            ("arrow", "{a} → {b}"),
            ("ellipsis", "{a} … {b}"),
            ("square brackets", "{a} [{b}]"),
        )
    ),
    *(_grouped(name, prefix, by) for prefix in ("", "DE") for name, by in _SEPARATORS.items()),
    *(
        _street(term, written)
        for term, written in (
            ("{n}straße 12", "{n} Straße 12"),
            ("{n}straße 12", "{n}-Straße 12"),
            ("{n}straße 12", "{n} Str. 12"),
            ("{n}straße 12", "{N} STRASSE 12"),
            ("{n}straße 12", "12 {n} Straße"),
            ("{n} Straße 12", "{n}str. 12"),
            ("{n}weg 12", "{n} Weg 12"),
            ("{n} Allee 12", "{n}allee 12"),
            ("{n}straße 12", "{n}straße Hausnummer 12"),
            ("{n}straße 12", "{n}straße (Nr. 12)"),
            ("{n}straße 12", "{n}straße #12"),
            ("{n}straße 12, 10115 Berlin", "{n}straße 12"),
            ("{n}straße 12, 10115 Berlin", "10115 Berlin, {n} Straße 12"),
            ("12 rue de {n}", "rue de {n}, 12"),
            ("Via {n} 12", "12 Via {n}"),
            ("Via {n} 12", "via {n} n. 12"),
            ("Calle {n} 12", "Calle {n}, nº 12"),
        )
    ),
    *_DATES,
)
