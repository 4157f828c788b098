"""Recognise numbers of passports, licences, bank accounts and number plates, mostly by a label beside them."""

import re

from stdnum.us import rtn

from backend.detection.patterns.candidate_starts import at_codes, at_long_numbers, at_numbers, at_words
from backend.detection.patterns.template import LEFT, RIGHT, Template, accept_if

LINK = (
    r"(?:[ -]?(?i:card|plate|mark|account))?"
    r"(?:[ -]{0,2}(?i:nos?|nr|num|numbers?|id|code|ref|n[°º])(?![^\W_])\.?){0,2}"
    r"(?: ?(?i:is|was|are|of))?[ :#=]{0,4}"
)
"""What stands between a label and its number: "no.", "number is", ": "."""

_DEGREES = r"[ ]?[°º][ ]?\d{1,2}(?:\.\d{1,6})?[ ]?['’′](?:[ ]?\d{1,2}(?:\.\d{1,6})?[ ]?(?:[\"”″]|['’′]{2}))?[ ]?"


def enough_digits(match: re.Match[str]) -> int:
    """Accept a licence number with at least four digits."""
    return len(match.group()) if sum(map(str.isdigit, match["value"])) >= 4 else 0


def plate(match: re.Match[str]) -> int:
    """Accept a number plate with a letter, a digit, and four to ten characters."""
    value = match["value"]
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return len(match.group()) if mixed and 4 <= len(value) <= 10 else 0


def coordinates(match: re.Match[str]) -> int:
    """Accept a valid latitude and longitude."""
    latitude, longitude = (abs(float(number)) for number in re.findall(r"\d+\.\d+", match.group())[:2])
    return len(match.group()) if latitude <= 90 and longitude <= 180 else 0


def prescriber(match: re.Match[str]) -> int:
    """Accept a DEA registration number whose last digit is the checksum of the others.

    The checksum adds digits one, three and five once, and digits two, four and six twice; its last digit is digit
    seven.
    """
    digits = [int(char) for char in match.group()[-7:]]
    right = (sum(digits[0:5:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]
    return len(match.group()) if right else 0


def british_licence(match: re.Match[str]) -> int:
    """Accept a British licence number with a possible month (a woman's plus fifty) and day of birth."""
    month, day = int(match.group()[6:8]) % 50, int(match.group()[8:10])
    return len(match.group()) if 1 <= month <= 12 and 1 <= day <= 31 else 0


IDENTIFIERS = (
    Template(
        "UK_PASSPORT",
        rf"(?i:uk|british|hm) (?i:passport){LINK}(?P<value>\d{{9}}){RIGHT}",
        0.9,
        "british_passport",
        begins=at_words("uk", "british", "hm"),
    ),
    Template(
        "US_PASSPORT",
        rf"(?i:passports?){LINK}(?P<value>(?:\d{{9}}|[A-Z]\d{{8}})){RIGHT}",
        0.85,
        "passport",
        begins=at_words("passport", "passports"),
    ),
    Template(
        "PASSPORT",
        rf"(?i:passports?|reisepass|passeport|pasaporte){LINK}"
        rf"(?P<value>[A-Z]{{1,3}} ?\d{{5,7}}[A-Z]?|[A-Z]\d{{2}}[A-Z0-9]{{6}}|\d{{7,8}}){RIGHT}",
        0.8,
        "passport",
        begins=at_words("passport", "passports", "reisepass", "passeport", "pasaporte"),
    ),
    Template(
        "US_DRIVER_LICENSE",
        rf"(?:(?i:driver['’]?s?['’]?|driving|drivers['’]) (?i:licen[sc]es?|permit)|(?:DL|D\.L\.)(?=[ :#])){LINK}"
        r"(?P<value>[A-Za-z]{0,3}(?:[ -]?\d){3,16}(?:[ -]?[A-Z0-9]){0,4}?)(?![^\W_])(?!-[^\W_])",
        0.85,
        "driver_license",
        enough_digits,
        begins=at_words("driver", "drivers", "driving", "dl", "d"),
    ),
    Template(
        "UK_DRIVING_LICENCE",
        rf"{LEFT}[A-Z][A-Z9]{{4}}\d[0156]\d[0-3]\d\d[A-Z9]{{2}}[A-Z0-9]{{3}}{RIGHT}",
        0.9,
        "british_driving_licence",
        british_licence,
        begins=at_codes,
    ),
    Template(
        "US_BANK_NUMBER",
        r"(?:(?i:account|acct|acc)\.?|(?<=[aA]/)[cC])[ -]?(?i:nos?|nr|num|numbers?|#)(?![^\W_])\.?"
        r"(?: ?(?i:is|was))?[ :#=]{0,4}(?P<value>\d(?:[ -]?\d){5,16})(?![^\W_])(?!-[^\W_])",
        0.75,
        "bank_account",
        begins=at_words("account", "acct", "acc", "c"),
    ),
    Template(
        "ABA_ROUTING_NUMBER",
        rf"{LEFT}\d{{9}}{RIGHT}",
        0.9,
        "routing_number",
        accept_if(rtn.is_valid),
        ("routing", "aba", "rtn", "transit", "wire", "ach"),
        reach=40,
        begins=at_long_numbers,
    ),
    Template(
        "MEDICAL_LICENSE",
        rf"{LEFT}[ABCDEFGHJKLMPRSTUX][A-Z9]\d{{7}}{RIGHT}",
        0.85,
        "prescriber_number",
        prescriber,
        ("dea", "prescriber", "medical license", "physician", "registrant"),
        begins=at_codes,
    ),
    Template(
        "LICENSE_PLATE",
        rf"(?i:plates?|vrm|kennzeichen|immatriculation){LINK}"
        r"(?P<value>[A-Z0-9]{1,4}(?:[ -][A-Z0-9]{1,4}){1,2}|[A-Z0-9]{4,8})(?![^\W_])",
        0.8,
        "number_plate",
        plate,
        begins=at_words("plate", "plates", "vrm", "kennzeichen", "immatriculation"),
    ),
    Template(
        "LICENSE_PLATE",
        rf"{LEFT}[A-Z]{{2}}\d\d ?[A-Z]{{3}}{RIGHT}",
        0.75,
        "british_number_plate",
        context=("registration", "reg", "vehicle", "car", "van", "taxi", "number plate", "driving", "parked"),
        reach=40,
        begins=at_codes,
    ),
    Template(
        "COORDINATES",
        rf"(?<![^\W_])(?<!\d[.,])\d{{1,2}}\.\d{{4,10}},? ?-?\d{{1,3}}\.\d{{4,10}}{RIGHT}",
        0.75,
        "coordinates",
        coordinates,
    ),
    Template(
        "COORDINATES",
        r"(?<![^\W_])(?<!\d[.,])\d{1,2}\.\d{2,10} ?°? ?[NS],? ?\d{1,3}\.\d{2,10} ?°? ?[EW](?![^\W_])",
        0.85,
        "coordinates",
        coordinates,
    ),
    Template(
        "COORDINATES",
        rf"(?<![^\W_])(?<!\d[.,])\d{{1,2}}{_DEGREES}[NS],? ?\d{{1,3}}{_DEGREES}[EW](?![^\W_])",
        0.9,
        "coordinates",
        begins=at_numbers,
    ),
)
