"""Recognise sensitive attributes of a person: health, sexual orientation, income.

The General Data Protection Regulation protects the first two above all (Art. 9). The words alone do not concern a
person: "sales were depressed", "a drug for diabetes". They count only after words for a person who is or has it.
"""

import re
from collections.abc import Sequence

from backend.detection.patterns.candidate_starts import at_words, before
from backend.detection.patterns.template import Template

_PEOPLE = (
    "applicant|claimant|plaintiff|defendant|appellant|patient|employee|worker|colleague|manager|wife|husband|partner"
    "|spouse|son|daughter|mother|father|brother|sister|child|baby|boy|girl|man|woman|person|friend|tenant|client"
    "|customer|pupil|student|neighbour|neighbor|teacher|nurse|driver|witness|candidate|resident|prisoner"
)
_CALLED = r"[^\W\d_a-z][\w’'-]+"
_SOMEBODY = (
    rf"(?:\b(?:I|[Hh]e|[Ss]he|(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Mm]y|[Tt]heir|[Oo]ur|[Yy]our) (?:\w+ )?(?:{_PEOPLE}))"
    rf"|\b(?:M(?:rs?|s)|Miss|Dr)\.? {_CALLED}|\b{_CALLED} {_CALLED}|(?<=[a-z,] ){_CALLED})(?:,? who)?"
)
_IS = r"(?:['’][sm]| (?:\w+ly )?(?:is|am|was|becomes?|became|(?:has|have|had|may|might|could) (?:be|been|become)))"
_HAS = (
    r" (?:\w+ly |also |now |then |still )?(?:has|have|had|developed|suffers? from|suffered from|survived|contracted"
    r"|died (?:of|from)|lives? with|tested positive for|(?:is|am|was|has been|had been|being) (?:\w+ly )?"
    r"(?:diagnosed with|treated for|suffering from|living with|recovering from|ill with|sick with|off with))"
)
_HOW = r"(?: (?:not|now|also|still|again|an?|the|his|her|some|very|being|\w+ly|severe|chronic|mild|acute)){0,3} "
WHO_IS = re.compile(f"{_SOMEBODY}{_IS}{_HOW}$")
"""Ends where somebody is said to be something."""
_WHO_HAS = re.compile(rf"(?:{_SOMEBODY}{_HAS}{_HOW}|\b(?:[Hh]is|[Hh]er|[Mm]y)(?: \w+)? )$")
_REACH = 90
"""How many characters before a word are looked at for whose it is."""

_STATES = (
    *(
        "pregnant",
        "gay",
        "lesbian",
        "bisexual",
        "homosexual",
        "transgender",
        "transsexual",
        "asexual",
        "non-binary",
    ),
    *(
        "intersex",
        "queer",
        "autistic",
        "dyslexic",
        "diabetic",
        "epileptic",
        "asthmatic",
        "schizophrenic",
        "bipolar",
    ),
    *("anorexic", "bulimic", "alcoholic", "infertile", "disabled", "deaf", "blind", "paraplegic", "suicidal"),
    *("depressed", "obese", "menopausal", "hiv-positive", "hiv positive", "mentally ill", "terminally ill"),
    *("seriously ill", "chronically ill", "hard of hearing", "in a wheelchair", "in remission"),
)
_ILLNESSES = (
    *("depression", "anxiety", "diabetes", "epilepsy", "asthma", "schizophrenia", "bipolar disorder", "autism"),
    *(
        "dementia",
        "leukaemia",
        "leukemia",
        "lymphoma",
        "melanoma",
        "cancer",
        "hepatitis",
        "tuberculosis",
        "arthritis",
    ),
    *(
        "hypertension",
        "high blood pressure",
        "migraine",
        "migraines",
        "anorexia",
        "bulimia",
        "alcoholism",
        "obesity",
    ),
    *(
        "endometriosis",
        "lupus",
        "psoriasis",
        "pneumonia",
        "insomnia",
        "infertility",
        "hiv",
        "ptsd",
        "adhd",
        "covid",
    ),
    *(
        "alzheimer's",
        "alzheimer's disease",
        "parkinson's",
        "parkinson's disease",
        "crohn's disease",
        "down's syndrome",
    ),
    *(
        "multiple sclerosis",
        "cystic fibrosis",
        "coeliac disease",
        "celiac disease",
        "heart attack",
        "heart failure",
    ),
    *("heart disease", "kidney failure", "kidney disease", "stroke", "miscarriage", "panic attacks", "burnout"),
    *("eating disorder", "brain tumour", "brain tumor", "post-natal depression", "breast cancer", "lung cancer"),
    *("prostate cancer", "bowel cancer", "skin cancer", "ovarian cancer", "cervical cancer", "type 1 diabetes"),
    *("type 2 diabetes", "rheumatoid arthritis", "clinical depression"),
)


def state_of_person(match: re.Match[str]) -> int:
    """Accept a state after words for a person and "is"."""
    return _length_if_introduced(match, WHO_IS)


def illness_of_person(match: re.Match[str]) -> int:
    """Accept an illness after words for a person who has it, or after "his"."""
    return _length_if_introduced(match, _WHO_HAS)


def _length_if_introduced(match: re.Match[str], who: re.Pattern[str]) -> int:
    ahead = match.string[max(0, match.start() - _REACH) : match.start()]
    return len(match.group()) if who.search(ahead) else 0


def _any_of(words: Sequence[str]) -> str:
    either = "|".join(sorted(words, key=len, reverse=True)).replace("'", "['’]")
    return rf"(?<![^\W_])(?i:{either})(?![^\W_])"


def _first_of(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.split(r"[ '-]", word)[0] for word in words))


CONDITIONS = (
    Template(
        "DEMOGRAPHIC",
        _any_of(_STATES),
        0.7,
        "health_or_orientation",
        state_of_person,
        begins=at_words(*_first_of(_STATES)),
    ),
    Template(
        "DEMOGRAPHIC",
        _any_of(_ILLNESSES),
        0.7,
        "illness",
        illness_of_person,
        begins=at_words(*_first_of(_ILLNESSES)),
    ),
    Template(
        "QUANTITY",
        r"(?:[£$€]|(?:GBP|USD|EUR|CHF) ?)\d{1,3}(?:[,.']?\d{3}){0,2}(?:\.\d\d)?[kK]?(?![^\W_])"
        r"(?! ?(?:million|billion|bn)\b)"
        r"(?: (?:a|an|per|each) (?:year|annum|month|week|day|hour)(?![^\W_]))?",
        0.65,
        "income",
        context=(
            *("salary", "day rate", "daily rate", "hourly rate", "weekly wage", "hourly wage", "wage of", "earns"),
            *("is paid", "was paid a", "annual pay", "take-home pay", "stipend"),
        ),
        reach=40,
        begins=before("[£$€]|(?:GBP|USD|EUR|CHF) ?(?=[0-9])"),
    ),
)
