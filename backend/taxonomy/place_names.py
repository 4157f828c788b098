"""Which names of places have an article: "the Netherlands", "the Amur Oblast", "France"."""

import re

_WITH_ARTICLE = re.compile(
    r"(?:united|netherlands|philippines|bahamas|gambia|maldives|seychelles|comoros|vatican|isle of|state of"
    r"|province of|region of|republic of|kingdom of|democratic republic|dominican republic|central african"
    r"|canton of|city of|district of|municipality of|free state|british isles|crimea)\b.*"
    r"|.*\b(?:islands|isles|republic|federation|territory|territories|district|region|province|oblast|krai|kray"
    r"|governorate|prefecture|voivodeship|department|emirate|states|alps|himalayas|mountains|highlands|river|ocean|sea)",
    re.IGNORECASE,
)


def with_the(name: str) -> str:
    """Return the name of a place with its article, where it has one.

    >>> with_the("United Kingdom"), with_the("Canary Islands"), with_the("England")
    ('the United Kingdom', 'the Canary Islands', 'England')
    """
    return f"the {name}" if _WITH_ARTICLE.fullmatch(name) else name
