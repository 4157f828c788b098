"""The stems of English words."""

import snowballstemmer

SHORTEST = 3
"""Words of one or two letters are left out (Abril, Navarro-Arribas and Torra 2012, section 2)."""

_STEMMER = snowballstemmer.stemmer("porter")


def stem(word: str) -> str:
    """Return the stem of a word in small letters, by the algorithm of Porter (1980).

    >>> [stem(word) for word in ("relational", "hopping", "ponies")]
    ['relat', 'hop', 'poni']
    """
    return str(_STEMMER.stemWord(word))
