"""The spellings of companies: their legal forms written otherwise or left out.

A legal form is part of a name that everybody writes as they like: "Ltd" is "Limited", "S.A." is "SA". What remains
without it is the name, unless that is an ordinary word ("Target") or a short one.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

LEGAL_FORMS: tuple[str, ...] = (
    "ltd|limited",
    "inc|incorporated",
    "corp|corporation",
    "co|company",
    "plc|public limited company",
    "llc",
    "llp",
    "lp",
    "pty ltd|pty limited|proprietary limited",
    "pvt ltd|pvt limited|private limited",
    "gmbh & co. kg|gmbh & co kg|gmbh und co. kg|gmbh und co kg|gmbh&co kg",
    "gmbh",
    "ag & co. kgaa|ag & co kgaa",
    "ag|aktiengesellschaft",
    "kg",
    "se",
    "ohg",
    "sa|s.a.|s.a|société anonyme",
    "sas|s.a.s.|s.a.s",
    "sarl|s.a.r.l.|s.a.r.l|s.à r.l.|sàrl",
    "spa|s.p.a.|s.p.a",
    "srl|s.r.l.|s.r.l",
    "sl|s.l.|s.l",
    "nv|n.v.|n.v",
    "bv|b.v.|b.v",
    "ab",
    "a/s|as",
    "aps",
    "oy",
    "oyj",
    "kk|k.k.|k.k",
    "sp. z o.o.|sp z oo|spółka z o.o.",
    "s.r.o.|sro|s.r.o",
    "sdn bhd|sdn. bhd.",
    "mbh|m.b.h.",
    "gesmbh|ges.m.b.h.|gesellschaft mbh",
    "kgaa",
    "ag & co. kg|ag & co kg|ag und co. kg",
    "ug|ug (haftungsbeschränkt)|unternehmergesellschaft",
    "gbr",
    "e.v.|ev|e. v.",
    "e.k.|e. k.",
    "snc|s.n.c.|s.n.c",
    "eurl|e.u.r.l.",
    "lda|lda.|limitada|ltda|ltda.",
    "s.a. de c.v.|sa de cv",
    "a.ş.|aş|a.s.|anonim şirketi",
    "kft|kft.",
    "zrt|zrt.",
    "nyrt|nyrt.",
    "d.o.o.|doo|d.o.o",
    "d.d.",
    "oü|ou",
    "uab",
    "sia",
    "asa",
    "ehf|ehf.",
    "ооо",
    "зао",
    "пао|оао",
    "оод|ood",
    "еоод|eood",
    "jsc|pjsc|ojsc",
    "pte ltd|pte. ltd.|pte limited",
    "bvba|b.v.b.a.",
    "sprl|s.p.r.l.",
    "vof|v.o.f.",
    "tbk",
)
"""The legal forms, each with all its spellings; one of several words stands before the form that it ends with."""
_BESIDE_NAMES = re.compile(
    r"\A(?:株式会社|有限会社|合同会社|㈱|㈲|[(（][株有][)）]|주식회사|㈜|[(（]주[)）])\s*"
    r"|(?<!\s)\s*+(?:株式会社|有限会社|合同会社|㈱|㈲|[(（][株有][)）]|주식회사|㈜|[(（]주[)）]|(?:股份)?有限(?:责任)?公司|(?:股份)?有限公司)\Z"
)
"""Legal forms that stand before or behind a name in Japanese, Korean and Chinese, without a space."""
_SHORTEST_UNSPACED = 2
_SHORTEST = 6
"""Letters of one word that is found without its legal form in any case; a shorter one needs its capital."""
_SHORTEST_WORDS = 8
_SHORTEST_CASED = 5
_ENDINGS_OF_WORDS = re.compile(
    r"(?:tion|ment|ness|ity|ing|ical|ional|able|ous|ward)s?\Z"  # "Consulting", "Foundations"
)
_ORDINARY = "ordinary_words_of_companies.txt"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@cache
def _ordinary_words() -> frozenset[str]:
    return frozenset(files(__package__).joinpath(_ORDINARY).read_text("utf-8").split())


@cache
def _forms(table: tuple[str, ...]) -> re.Pattern[str]:
    """Find a legal form at the end of a name; group numbers are those of its row, from 1."""
    rows = ("|".join(map(_pattern, sorted(row.split("|"), key=len, reverse=True))) for row in table)
    # Not begun amid spaces, since a long run would be tried from each of them.
    before = r"(?<!\s)(?:\s*+,\s*+|\s++)"
    return re.compile(rf"{before}(?:{'|'.join(f'({row})' for row in rows)})\.?\s*\Z", re.IGNORECASE)


def _pattern(form: str) -> str:
    return re.escape(form).replace(r"\ ", r"\s+")


def in_other_legal_forms(term: str) -> Iterator[str]:
    """Yield a company's name with each other spelling of its legal form.

    >>> [*in_other_legal_forms("Contoso Inc.")]
    ['Contoso inc', 'Contoso, inc', 'Contoso incorporated', 'Contoso, incorporated']
    """
    match = _forms(LEGAL_FORMS).search(term)
    if match is not None and match.start() and match.lastindex:
        name = term[: match.start()]
        for form in LEGAL_FORMS[match.lastindex - 1].split("|"):
            yield from (f"{name} {form}", f"{name}, {form}")


def without_legal_form(term: str) -> tuple[str, bool] | None:
    """Return a company's name without its legal form, and whether it needs its capital; None where it tells little.

    >>> [without_legal_form(name) for name in ("Contoso, Ltd.", "Rooks Ltd", "Target Corporation")]
    [('Contoso', False), ('Rooks', True), None]
    """
    bare = _BESIDE_NAMES.sub("", term)
    if bare != term:
        return (bare, False) if len(bare) >= _SHORTEST_UNSPACED else None
    match = _forms(LEGAL_FORMS).search(term)
    if match is None or not term[0].isupper():
        return None
    name = term[: match.start()].rstrip(" ,&")
    words = _WORD.findall(name)
    letters = sum(map(len, words))
    if len(words) > 1:
        return (name, False) if letters >= _SHORTEST_WORDS and any(map(_is_distinctive, words)) else None
    if not words or letters < _SHORTEST_CASED or not _is_distinctive(words[0]):
        return None
    return name, letters < _SHORTEST


def has_legal_form(term: str) -> bool:
    """Tell whether a name ends with the legal form of a company.

    >>> has_legal_form("Acme Ltd"), has_legal_form("Target Corporation"), has_legal_form("European Commission")
    (True, True, False)
    """
    match = _forms(LEGAL_FORMS).search(term)
    return match is not None and match.start() > 0


def _is_distinctive(word: str) -> bool:
    folded = word.casefold()
    if len(folded) < _SHORTEST_CASED or _ENDINGS_OF_WORDS.search(folded):
        return False
    return not {folded, folded.removesuffix("s")} & _ordinary_words()
