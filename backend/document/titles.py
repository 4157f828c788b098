"""Spellings of the titles that stand before and behind a person's name."""

import re

TITLES: tuple[str, ...] = (
    "dr|doctor|doktor",
    "prof|professor|professorin",
    "mr|mister",
    "mrs|ms|miss|madam",
    "herr|herrn",
    "frau",
    "sir|lord|lady|dame",
    "monsieur|madame|mme|mlle",
    "señor|señora|sr|sra|srta",
    "signor|signora|sig",
    "ing|dipl-ing|ir",
    "rev|fr",
    "familie|family|famille",
    "rechtsanwalt|rechtsanwältin|ra",
    "avv|avvocato|dott|dottoressa",
    "maitre",
    "kollege|kollegin",
    "pan|pani|panna",
    "κ|κα",
    "господин|госпожа|господина|госпожи|гражданин|товарищ",
    "mevrouw|mevr|mw|meneer|dhr|heer",
    "don|dona|dom|senhor|senhora",
    "dottore|dottor|geom|rag|arch",
    "docteur|veuve|fräulein|witwe",
    "fru|hr|rouva|herra|härra|proua",
    "pana|panu|pane|slečna",
    "domnul|doamna|dl|dna",
    "sayın|bay|bayan",
    "κυρία",
    "ponas|ponia|gospodin|gospođa|gosp|gospod|gospa|zoti|zonja",
    "bapak|ibu|pak|bu|ông|bà",
)
"""Titles that stand before a name, each with its spellings, in small letters and without dots."""
DEGREES: tuple[str, ...] = ("ph.?d|phd", "m.?d", "mba", "m.?sc|b.?sc", "ll.?m", "esq", "jr|sr|ii|iii", "cpa|cfa")
"""What stands behind a name, as parts of a regular expression."""

_BEFORE = re.compile(
    rf"(?:(?:{'|'.join(TITLES)})(?:\.\s*|\s+)(?:h\.\s?c\.\s*|med\.\s*)?)+(?=[^\W\d_]{{2}})", re.IGNORECASE
)
# Possessive and bounded, and not begun amid spaces: a name of many degrees is not tried in all its cuts.
_BEHIND = re.compile(
    rf"(?:(?:,|(?<!\s))\s++(?:{'|'.join(DEGREES).replace('.?', '[.]?')})\.?(?=[,\s]|\Z)){{1,8}}+\s*+\Z",
    re.IGNORECASE,
)
ALL_TITLES = frozenset(title for row in TITLES for title in row.split("|"))


def without_titles(name: str) -> str:
    """Return a name without the titles before and behind it.

    >>> without_titles("Prof. Dr. Renate Krüger, Ph.D."), without_titles("Renate Krüger")
    ('Renate Krüger', 'Renate Krüger')
    """
    match = _BEFORE.match(name)
    return _BEHIND.sub("", name[match.end() :] if match else name)
