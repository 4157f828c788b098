"""The word lists of the name rules, read from vocabulary.txt."""

import re
from importlib.resources import files

_PART = re.compile(r"^\[(.+)\]$\n([^\[]*)", re.MULTILINE)
_PARTS = {
    heading: frozenset(words.split())
    for heading, words in _PART.findall(
        files("backend.detection.names").joinpath("vocabulary.txt").read_text(encoding="utf-8")
    )
}

HONORIFICS = _PARTS["honorifics"]
"""Titles that belong to a name: they go with it, and tell the sex."""
ROLES = _PARTS["roles"]
"""Words before a name that are also said without one, so that the name must look like one."""
SUFFIXES = _PARTS["suffixes"]
NO_NAME = _PARTS["no name"] | {word.upper() for word in _PARTS["no name"]}
"""Words with a capital that stand after a name or where one is expected, and are none of it."""
PARTICLES = _PARTS["particles"]
"""Small words inside a surname; they begin none of our names unless they have a capital."""
GROUPS = _PARTS["groups"]
"""Words that no person's name holds: with one, a group, a role or a street is meant."""
LEGAL_FORMS = _PARTS["legal forms"]
COMPANY_FORMS = _PARTS["company forms"]
"""Legal forms that are nothing else."""
CALENDAR = _PARTS["calendar"]
MONTHS_THAT_ARE_NAMES = _PARTS["months that are names"]
BEFORE_A_MONTH = _PARTS["before a month"]
DETERMINERS = _PARTS["determiners"]
SPEAKS = _PARTS["speaks"]
"""What only people do, right after their names."""
OF_A_STATE = _PARTS["of a state"]
"""Words of courts, governments and laws: a place beside them is not told as one."""
PARTIES = _PARTS["parties"]
"""Sides of a contract or a case: whoever they are, the word tells nobody."""
JOBS = _PARTS["jobs"]
"""Words of which job titles are made."""
HEADINGS = _PARTS["headings"]
PRODUCTS = _PARTS["products"]
"""Software, languages and measures that stand in every office's documents."""
STATES = _PARTS["states"]
STATES_OF_TWO_WORDS = frozenset(tuple(name.split("-")) for name in _PARTS["states of two words"])
NOT_INITIALS = _PARTS["not initials"]
"""Letters that dots stand between in names of states and companies."""
TIMES = _PARTS["times"]
"""Months, days, parts of days and units: one of them stands in every date that is no number."""
NO_DAY = _PARTS["no day in particular"]
"""Times that stand for no day, when only small words stand beside them."""
SMALL_WORDS = _PARTS["small words"]
NUMBERED = _PARTS["numbered"]
"""What a number is called right before it, when it is that of a thing or of a passage and of no person."""
WITH_TIMES = _PARTS["with times"]
"""What is said with times: "two years ago", "the end of June"."""
TIME_EDGES = _PARTS["time edges"]
"""Small words that stand inside a time and, but for an article, neither begin nor end one."""
NUMBERS = _PARTS["numbers"]
DEGREES = _PARTS["degrees"]
"""What somebody has studied, without its dots."""
PUBLIC_BODIES = _PARTS["public bodies"]
BODIES_WITH_AN_ARTICLE = _PARTS["public bodies with an article"]
"""Companies are called so too, and then stand without one."""
OF_PUBLIC_BODIES = _PARTS["of public bodies"]
"""What names of public bodies are made of besides: "Supreme", "Appeal", "Foreign"."""
NATIONS = _PARTS["nations"]
HUES = _PARTS["hues"]
"""Colours and metals: two of them beside each other are grades."""
SOFTWARE = _PARTS["software"]
"""Software whose names are somebody's too; it comes in company."""
OF_SOFTWARE = _PARTS["things of software"]
OF_SCIENCE = _PARTS["things of science"]
"""What is called after somebody, and is a method."""
OF_MEDICINE = _PARTS["things of medicine"]
"""What is called after the physician who described it."""
LETTERS_OF_BODIES = _PARTS["public by their letters"]
"""Public bodies that everybody calls by their letters, and regulators that every company answers."""
