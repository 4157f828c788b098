"""Names with the surname first, as in directories and indexes."""

import re

from backend.detection.names.vocabulary import HONORIFICS, ROLES

_TITLES = frozenset(title.casefold() for title in HONORIFICS | ROLES)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")
_SHORTEST_SURNAME = 2


def other_orders(name: str) -> tuple[str, ...]:
    """The same name in other orders of its words; none where it is a word alone or no plain name.

    >>> other_orders("Ms Gisela Kirsten")
    ('Kirsten, Gisela', 'Kirsten Gisela')
    >>> other_orders("Kirsten, Gisela")
    ('Gisela Kirsten',)
    >>> other_orders("G. van Kirsten")
    ('Kirsten, G. van', 'van Kirsten, G.')
    """
    surname, comma, given_names = name.partition(",")
    if comma:
        first, last = _words(given_names), _words(surname)
        return (f"{' '.join(first)} {' '.join(last)}",) if _may_be(first, last) else ()
    words = _words(name)
    orders: list[str] = []
    for at in _beginnings_of_surname(words):
        first, last = words[:at], words[at:]
        if _may_be(first, last):
            orders.append(f"{' '.join(last)}, {' '.join(first)}")
            if not any(word.endswith(".") for word in first) and last[0][0].isupper():
                orders.append(f"{' '.join(last)} {' '.join(first)}")
    return tuple(orders)


def _words(name: str) -> list[str]:
    """The words of a name without titles; none where something else stands among them."""
    words = name.split()
    if not all(map(_WORD.fullmatch, words)):
        return []
    return [word for word in words if word.rstrip(".").casefold() not in _TITLES]


def _beginnings_of_surname(words: list[str]) -> list[int]:
    """Where the surname may begin: at the last word, and at the small words before it ("van", "de la")."""
    last = at = len(words) - 1
    while at > 1 and words[at - 1][0].islower():
        at -= 1
    return [last] if at == last else [last, at]


def _may_be(given_names: list[str], surname: list[str]) -> bool:
    if not (given_names and surname and given_names[0][0].isupper()):
        return False
    return surname[-1][0].isupper() and len(surname[-1].rstrip(".")) >= _SHORTEST_SURNAME
