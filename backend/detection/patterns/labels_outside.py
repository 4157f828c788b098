"""Labels that tell a date or an address of the internet also outside the text, such as in a tooltip."""

import re

_BORN = re.compile(
    r"\b(?:born|birth(?:day|date)?|dob|d\.o\.b\.?|geb(?:oren|urtsdatum|urtstag|\.)?|née?|nee|naissance|nacid[oa]|nacimiento"
    r"|nascid[oa]|nascimento|nat[oa] (?:il|a|in)|nascita|geboortedatum|født|fødselsdato|född|födelsedatum|syntynyt"
    r"|syntymäaika|urodzon[ya]|urodzenia|narozen[áý]?|narození|született|születési|născut[ăa]?|nașterii|doğum"
    r"|roden[áa]?|рожд(?:ения|ённ?|ен)\w*|родил(?:ся|ась)|народження|γεννήθηκε|γέννησης|gim(?:ęs|usi|imo)\w*"
    r"|dzimis|dzimusi|dzimšanas|sündinud|sünniaeg)(?![^\W_])",
    re.IGNORECASE,
)
_REACH = 40
_GROUPS_OF_AN_ADDRESS = 5


def told_outside(entity: str, value: str, text: str) -> bool:
    """Tell whether a value is personal in a short text outside the stories.

    A date is one behind a word for a birth. Addresses of IPv6 with most of their groups are: no setting looks
    like one. Versions and dates of programs have no such label.

    >>> told_outside("DATE_TIME", "3 May 1961", "Date of birth: 3 May 1961")
    True
    >>> told_outside("DATE_TIME", "3 May 1961", "Signed 3 May 1961, born 3 May 1961")
    True
    >>> told_outside("DATE_TIME", "3 May 1961", "Version of 3 May 1961")
    False
    >>> told_outside("DATE_TIME", "4 April 1949", "NATO, 4 April 1949")
    False
    """
    if entity == "DATE_TIME":
        places = re.finditer(re.escape(value), text)
        return any(_BORN.search(text[max(each.start() - _REACH, 0) : each.start()]) for each in places)
    return entity == "IP_ADDRESS" and value.count(":") >= _GROUPS_OF_AN_ADDRESS
