"""The names in fields that hold one by definition, with the short forms in which a document repeats them.

Nothing asks whether such a text reads like a name. So what programs and templates write there is left out, and a
word alone counts only with its capital, and where it is no ordinary word.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from backend.detection.names.name_order import other_orders
from backend.detection.names.vocabulary import CALENDAR, GROUPS, HONORIFICS, JOBS, NO_NAME, PARTIES, ROLES, SUFFIXES
from backend.detection.pii import PERSON, KnownValue
from backend.document.cleaning import AUTHOR_ALIAS
from backend.document.model import HeldName
from backend.document.phrases import Phrase, is_searchable, normal_form
from backend.document.placeholders import PLACEHOLDER
from backend.document.surnames import is_particle
from backend.messages.reasons import StandsLikeName

_WHY = StandsLikeName("field")
_SCORE = 1.0
_LONGEST = 80
_MAX_WORDS = 6
_SHORTEST = 3
_SHORTEST_ACCOUNT = 5
_NOBODY = frozenset(
    normal_form(name)
    for name in (
        *(
            "a",
            "admin",
            "administrator",
            "anonymous",
            "apache poi",
            "author",
            "autor",
            "company",
            "default",
            "guest",
        ),
        *(
            "home",
            "marked by",
            "microsoft",
            "microsoft corporation",
            "microsoft office user",
            "microsoft word",
            "none",
        ),
        *("office", "openxml sdk", "owner", "python-docx", "reviewer", "root", "system", "test", "unknown"),
        *("unknown author", "user", "user name", "windows user", "word", "your company", "your name", "everyone"),
        *("administrators", "editors", "contributors", "owners", "current"),
    )
)
"""What programs and templates write where a name stands; the groups are Word's (ECMA-376 part 1, 17.18.24)."""
_NO_NAMES = frozenset(map(str.lower, NO_NAME | GROUPS | CALENDAR | JOBS | PARTIES | ROLES | HONORIFICS | SUFFIXES))
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_PROMPT = re.compile(r"\s*\[.*\]\s*", re.DOTALL)
"""What a template asks for: "[Organization Name]"."""
_ALIAS = re.compile(rf"\s*{AUTHOR_ALIAS} [0-9]{{1,9}}\s*")
# Only from the start of a word, since a long one would be tried from each of its letters.
_ADDRESS = re.compile(r"(?:[<(\[]|(?<![^\s<>()\[\]]))[^\s<>()\[\]]+@[^\s<>()\[\]]+[>)\]]?")
_DEPARTMENT = re.compile(r"[/\d]")
_DOMAIN = re.compile(r"^[\w.-]+\\")


def known_names(
    held: Iterable[HeldName], entities: Collection[str], is_ordinary: Callable[[str], bool]
) -> tuple[tuple[KnownValue, ...], tuple[KnownValue, ...]]:
    """Return the names that must be gone from the whole file, and those that are looked for in its text alone.

    The latter are a first or a last name alone; `is_ordinary` tells that a word is no name wherever it stands.
    """
    firm: dict[str, KnownValue] = {}
    short: dict[str, KnownValue] = {}
    for each in held:
        if each.entity not in entities:
            continue
        for name in _names(each.text):
            whole, parts = _forms(each.entity, name, is_ordinary)
            whole += [each.spelling] if each.spelling else []
            firm |= {normal_form(text): _known(each.entity, text) for text in whole if is_searchable(text)}
            short |= {normal_form(text): _known(each.entity, text) for text in parts if is_searchable(text)}
    return tuple(firm.values()), tuple(value for key, value in short.items() if key not in firm)


def account_forms(name: str) -> tuple[str, ...]:
    """Return how accounts are called after a person of a first and a last name, in small letters.

    >>> account_forms("Gisela van Kirsten")
    ('gkirsten', 'kirsteng', 'giselakirsten', 'gvankirsten', 'vankirsteng', 'giselavankirsten')
    """
    words = [word.lower() for word in _WORD.findall(name)]
    if len(words) < 2:
        return ()
    first, at = words[0], len(words) - 1
    while at > 1 and is_particle(words[at - 1]):
        at -= 1
    lasts = dict.fromkeys((words[-1], "".join(words[at:])))
    forms = [form for last in lasts for form in (first[0] + last, last + first[0], first + last)]
    return tuple(form for form in forms if form.isalpha() and len(form) >= _SHORTEST_ACCOUNT)


def _names(text: str) -> Iterator[str]:
    """Yield the names in a field, without accounts' domains, addresses and what stands for nobody."""
    if PLACEHOLDER.search(text) or _PROMPT.fullmatch(text) or _ALIAS.fullmatch(text):
        return
    for part in text.split(";"):
        name = _DOMAIN.sub("", _ADDRESS.sub("", part).strip()).strip()
        words = _WORD.findall(name)
        if (
            sum(map(str.isalpha, name)) >= _SHORTEST
            and len(name) <= _LONGEST
            and len(words) <= _MAX_WORDS
            and normal_form(name) not in _NOBODY
        ):
            yield name


def _forms(entity: str, name: str, is_ordinary: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    words = _WORD.findall(name)
    if len(name.split()) == 1:
        return ([] if _is_ordinary(name, is_ordinary) else [name]), []
    if not any(word[0].isupper() for word in words):
        return ([] if all(_is_ordinary(word, is_ordinary) for word in words) else [name]), []
    if entity != PERSON:
        return [name], []
    if "," in name:
        name = _in_speaking_order(name)
        words = _WORD.findall(name)
    parts = [
        word
        for word in (words[0], words[-1])
        if word[0].isupper() and len(word) >= _SHORTEST and not _is_ordinary(word, is_ordinary)
    ]
    return [name, *other_orders(name), *account_forms(name)], parts


def _in_speaking_order(name: str) -> str:
    """Return a name whose surname stands before a comma; what may stand behind a whole name is its department.

    >>> _in_speaking_order("Kirsten, Gisela"), _in_speaking_order("KIRSTEN Gisela, EXD/KIS")
    ('Gisela Kirsten', 'KIRSTEN Gisela')
    """
    before, _, behind = (each.strip() for each in name.partition(","))
    return before if " " in before and _DEPARTMENT.search(behind) else f"{behind} {before}"


def _is_ordinary(word: str, is_ordinary: Callable[[str], bool]) -> bool:
    return word.lower() in _NO_NAMES or is_ordinary(word)


def _known(entity: str, text: str) -> KnownValue:
    one_word = len(text.split()) == 1
    return KnownValue(entity, Phrase(text, case_sensitive=one_word), _SCORE, _WHY)
