"""Companies with their legal form written otherwise or left out: the raw search's own reading of them.

Text and term are brought to one form: short words for long ones, no dots and no commas.
"""

import re
from collections.abc import Iterator

_SHORT_FOR = {
    "limited": "ltd",
    "incorporated": "inc",
    "corporation": "corp",
    "company": "co",
    "aktiengesellschaft": "ag",
    "proprietary": "pty",
    "private": "pvt",
    "und": "",
}
_LONG = re.compile(rf"\b(?:{'|'.join(_SHORT_FOR)})\b")
_MANY_WORDS = re.compile(r"\b(?:public limited company|societe anonyme|spolka z)\b")
_SHORT_FOR_MANY = {"public limited company": "plc", "societe anonyme": "sa", "spolka z": "sp z"}
_POINTS = re.compile(r"(?<=\b[a-z])\.\s?(?=[a-z]\b)|(?<=\b[a-z])/(?=[a-z]\b)|[.,&]")
_LAST_WORDS = (
    "ltd inc corp co plc llc llp lp pty pvt gmbh ag kg kgaa se ohg sa sas sarl spa srl sl nv bv ab as aps oy oyj"
    " rl kk sdn bhd sro z oo sp"
    " mbh gesmbh ug gbr ev ek snc eurl lda limitada ltda kft zrt nyrt doo dd ou uab sia asa ehf ооо зао пао оао"
    " оод еоод ood eood jsc pjsc ojsc pte bvba sprl vof tbk haftungsbeschrankt de cv"
)
_ENDS = frozenset(_LAST_WORDS.split())
_SHORTEST = 8
_ENDS_OF_WORDS = re.compile(
    r"(?:tion|ment|ness|ity|ing|al|able|ous|ward|ern|age|ance|ence|ive|er|or|ard|ic|ure)s?$"
)
_WORD = re.compile(r"[^\W_]+")


def in_one_legal_form(plain: str) -> str:
    """Return a text in small letters with each legal form written in one way.

    >>> in_one_legal_form("contoso, incorporated; contoso s.a.")
    'contoso inc; contoso sa'
    """
    short = _MANY_WORDS.sub(lambda match: _SHORT_FOR_MANY[match.group()], plain)
    return _POINTS.sub("", _LONG.sub(lambda match: _SHORT_FOR[match.group()], short))


def looks_of_companies(plain: str) -> Iterator[str]:
    """Yield a company's name in one legal form, and without it where what remains is no ordinary word."""
    words = _WORD.findall(in_one_legal_form(plain))
    name = list(words)
    while len(name) > 1 and name[-1] in _ENDS:
        name.pop()
    if len(name) == len(words):
        return
    yield " ".join(words)
    if len("".join(name)) >= _SHORTEST and any(len(word) > 5 and not _ENDS_OF_WORDS.search(word) for word in name):
        yield from (" ".join(name), f"{' '.join(name)}s")
