"""Recognise occupations and origins: "she worked as a nurse", "of Kurdish origin".

The words alone do not identify a person: a hospital has nurses, and oil is of Greek origin. They count only after
words for a person who is or works as one. The annotators of the Text Anonymization Benchmark mask them so.
"""

import re

from backend.detection.patterns.candidate_starts import at_words
from backend.detection.patterns.sensitive_attributes import WHO_IS
from backend.detection.patterns.template import Template

_TRADES = (
    "accountant|actor|actress|advocate|architect|artist|baker|barber|barrister|beautician|bookkeeper|bricklayer"
    "|builder|butcher|captain|caretaker|carpenter|carer|cashier|chef|chemist|childminder|cleaner|clerk|cook|dancer"
    "|dentist|dietician|doctor|driver|economist|electrician|engineer|farmer|firefighter|fisherman|gardener|geologist"
    "|guard|gynaecologist|hairdresser|historian|interpreter|janitor|joiner|journalist|judge|labourer|laborer|lawyer"
    "|lecturer|librarian|lieutenant|locksmith|mason|mathematician|mechanic|midwife|miner|model|musician|notary|nurse"
    "|optician|painter|paramedic|pastor|pharmacist|philosopher|photographer|physician|physicist|physiotherapist|pilot"
    "|plumber|poet|policeman|policewoman|politician|porter|postman|potter|preacher|priest|professor|programmer"
    "|psychiatrist|psychologist|publisher|receptionist|researcher|roofer|sailor|scientist|secretary|shepherd"
    "|shopkeeper|singer|soldier|solicitor|student|surgeon|surveyor|tailor|teacher|therapist|translator|tutor"
    "|veterinarian|waiter|waitress|warehouseman|watchman|welder|writer"
)
_OF_WHICH_KIND = (
    "art|army|artillery|ballet|bus|car|chartered|civil|college|community|computer|dental|factory|lorry|maths|medical"
    "|music|naval|night|opera|police|primary school|prison|research|school|science|secondary school|security|shop"
    "|software|student|taxi|tax|truck|university|veterinary"
)
_KINDS_OF_PEOPLE = "assistant|officer|practitioner|worker|attendant"
_FIRST = tuple(dict.fromkeys(word.split()[0] for word in f"{_TRADES}|{_OF_WHICH_KIND}".split("|")))

_WORKS_AS = re.compile(
    r"\b(?:work(?:s|ed|ing)?|employ(?:ed|s)|practi[sc](?:e[sd]?|ing)|train(?:ed|ing)|qualified|serv(?:e[sd]?|ing)"
    r"|retired|job|career|living)(?: \w+ly)? as an? (?:\w+ )?$"
)
_BY_PROFESSION = re.compile(r" by (?:profession|trade|occupation|training)\b")
_BELONGS = re.compile(r"\b(?:nationals?|citizens?|people|persons?|m[ae]n|wom[ae]n|family|parents)(?: and)? $")
_REACH = 90
"""How many characters before a word are looked at for whose it is."""


def occupation_of_person(match: re.Match[str]) -> int:
    """Accept a trade after words for a person who is or works as one, or before "by profession"."""
    ahead = match.string[max(0, match.start() - _REACH) : match.start()]
    introduction = (
        WHO_IS.search(ahead) or _WORKS_AS.search(ahead) or _BY_PROFESSION.match(match.string, match.end())
    )
    return len(match.group()) if introduction else 0


def origin_of_person(match: re.Match[str]) -> int:
    """Accept a people after words for a person: "she is of Kurdish origin", not "goods of Chinese origin"."""
    ahead = match.string[max(0, match.start() - _REACH) : match.start()]
    return len(match.group()) if WHO_IS.search(ahead) or _BELONGS.search(ahead) else 0


TRADES = (
    Template(
        "DEMOGRAPHIC",
        rf"(?<![^\W_])(?i:(?:(?:{_OF_WHICH_KIND}) )?(?:{_TRADES})|(?:{_OF_WHICH_KIND}) (?:{_KINDS_OF_PEOPLE}))"
        r"(?![^\W_])",
        0.65,
        "occupation",
        occupation_of_person,
        begins=at_words(*_FIRST),
    ),
    Template(
        "DEMOGRAPHIC",
        r"of (?P<value>[^\W\d_a-z]\w{2,20}(?:-[^\W\d_a-z]\w{2,20})?)"
        r"(?= (?:ethnic )?(?:origin|descent|extraction|ethnicity|heritage)\b)",
        0.7,
        "origin",
        origin_of_person,
        begins=at_words("of"),
    ),
)
