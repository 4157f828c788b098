"""Recognise ages: "aged 43", "a 35-year-old", "in her forties".

The words are part of the value, because a bare 43 would then be redacted everywhere.
"""

from backend.detection.patterns.candidate_starts import at_words
from backend.detection.patterns.template import Template

_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_IN_WORDS = rf"(?i:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{'|'.join((*_TEENS, *_ONES))})"
_NUMBER = r"(?:1[01]\d|[1-9]?\d)(?![.,]?\d)"
_OLD = r"(?:[- ](?:years?|yrs?|months?|weeks?)[- ](?:old|of age)(?:s\b|\b)|[- ]?(?:y/o|yo|y\.o\.)(?![^\W_]))"
_THINGS = (
    r"(?! (?:company|firm|business|building|house|car|vehicle|agreement|contract|law|dispute|policy|bank"
    r"|institution|tradition|brand|whisky|wine|system)\b)"
)
_LIMIT = r"(?! (?:years )?(?:or|and) (?:over|above|older|under|younger|more|less|up)\b)"

AGES = (
    Template("AGE", rf"(?<![^\W_])(?<!\d[.,]){_NUMBER}{_OLD}{_LIMIT}{_THINGS}", 0.85, "age_in_years"),
    Template(
        "AGE",
        rf"(?<![^\W_]){_IN_WORDS}{_OLD}{_LIMIT}{_THINGS}",
        0.85,
        "age_in_words",
        begins=at_words(*_TENS, *_ONES, *_TEENS),
    ),
    Template(
        "AGE",
        r"(?<![^\W_])(?i:aged|ages?(?: ?:| is| was| of| at [a-z]{3,12}:?)?|aet\.?) "
        rf"(?:{_NUMBER}(?:(?:,| and| or|-) ?{_NUMBER}){{0,4}}|{_IN_WORDS})"
        rf"(?![^\W_])(?!%)(?: (?:years?|months?)\b)?{_LIMIT}",
        0.75,
        "labelled_age",
        begins=at_words("aged", "age", "ages", "aet"),
    ),
    Template(
        "AGE",
        r"in (?i:his|her|their|my) (?:(?i:early|mid|late)[- ])?"
        rf"(?:(?i:{'|'.join(ten[:-1] + 'ies' for ten in _TENS)})|[2-9]0['’]?s)(?![^\W_])",
        0.7,
        "age_by_decade",
        begins=at_words("in"),
    ),
)
