"""The case forms of names that change their ending: "Соколовского" of Соколовский, "Παπαδάκη" of Παπαδάκης.

Endings that are only added stand in `text_readings`; here the ending of the name itself gives way to another one.
"""

import re
from collections.abc import Iterator

from backend.document.plain_letters import plain_letters

DECLENSIONS: tuple[tuple[str, str], ...] = (
    ("ский", "ского скому ским ском ские ских скими"),
    ("цкий", "цкого цкому цким цком цкие цких"),
    ("ская", "ской скую"),
    ("ий", "ия ию ием ии"),
    ("ай", "ая аю аем ае"),
    ("ей", "ея ею еем ее"),
    ("ия", "ии ию ией"),
    ("ья", "ьи ье ью ьей"),
    ("а", "ы и е у ой ей"),
    ("ь", "я ю ем е и ью"),
    ("ος", "ου ο ε"),
    ("ης", "η"),
    ("ας", "α"),
    ("ις", "η"),
    ("ski", "skiego skiemu skim scy skich"),
    ("cki", "ckiego ckiemu ckim ccy ckich"),
    ("ska", "skiej ska"),
    ("nik", "nika nikiem nikowi"),
    ("kas", "ko kui ką ke ku"),
    ("ius", "iaus iui ių iumi iau"),
    ("tis", "čio čiui tį čiu ti"),
    ("nis", "nio niui nį niu ni"),
    ("ienė", "ienės ienei ienę iene"),
    ("aitė", "aitės aitei aitę aite"),
    ("iņš", "iņa iņam iņu iņā iņ"),
)
"""The end of a name, and what stands for it in other cases: Russian, Greek, Polish, Lithuanian, Latvian."""
_WITH_MARKS = re.compile("[\u0100-\u017f]")
"""Letters of the Baltic: without them an end is one of other languages, too ("Martins")."""
_SHORTEST = 3
"""Letters that stay."""


def declined(word: str) -> Iterator[str]:
    """Yield the case forms of a word in small letters without accents.

    >>> [*declined("Παπαδάκης")], [*declined("Дмитрий")][:2], [*declined("Krüger")]
    (['παπαδακη'], ['дмитрия', 'дмитрию'], [])
    """
    plain = plain_letters(word.casefold())
    for end, others in DECLENSIONS:
        stem = plain.removesuffix(plain_letters(end))
        if _WITH_MARKS.search(end) and not word.casefold().endswith(end):
            continue
        if stem != plain and len(stem) >= _SHORTEST:
            yield from (stem + plain_letters(other) for other in others.split())
            return
