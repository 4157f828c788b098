"""Recognise reference numbers of cases, contracts and customers, by a label or by a court's format.

A label consists of a noun and a word for a number ("Contract No. AB-2017/33", "patient ID 778899"), so versions,
part numbers and sections are not recognised. Numbers of laws, protocols and articles are not recognised either.
"""

import re

from backend.detection.patterns.candidate_starts import at_codes, at_words, before, words_before
from backend.detection.patterns.template import LEFT, RIGHT, Template

_NOUNS = (
    "application|applications|case|cases|docket|file|petition|claim|claims|matter|complaint|appeal|judgment"
    "|proceedings|registration|register|contract|agreement|order|customer|client|policy|invoice|patient|member"
    "|membership|account|employee|student|staff|personnel|payroll|badge|ticket|reference|permit|certificate"
    "|booking|reservation|confirmation|tracking|record|chart|prescription|requisition|receipt|transaction|loan"
    "|mortgage|visa|plot|plots|parcel|parcels|deed|inmate|prisoner|detainee|voucher|licence|license|warrant"
    "|report|incident|request|user|beneficiary|insurance|subscriber|subscription|tenant|lease|purchase"
    "|supplier|vendor|project|tender|bond|identification|identity|id|folio|mrn|sample|specimen|accession|study"
    "|subject|candidate|enrolment"
)
_NUMBER_WORD = r"(?:(?i:nos?|nrs?|num|numbers?|id|ids|code|ref|reference|n[°º])(?![^\W_])\.?|#|№)"
_VALUE = r"[A-Za-z0-9](?:[A-Za-z0-9]|[-/._](?=[A-Za-z0-9])){2,40}(?![^\W_])"
_IN_A_LIST = r"\d{1,6}(?:[/.]\d{1,6}){0,3}[A-Z]?"
_OF_LAWS = re.compile(
    r"\b(?:Regulations?|Directive|Law|Act|Decree|Protocol|Article|Convention|Resolution|Ordinance|Rules?|Recommendation"
    r"|Series A|Constitution|Code|Bill|Opinion|Decision|Chapter|Section|Clause|Annex|Schedule|Exhibit|Form|Version"
    r"|Figure|Table|Part|Item|Model|Serial|Lot|Batch|Rev|Revision|Build|Release|Page|Paragraph|Order|Edict|Circular"
    r"|Statute|Instruction|Gazette|Official|law|act|decree|section|article|paragraph|part|model|serial|version|page)"
    r"\b[^.;\n]{0,24}$"
)
_ITEM = r"[A-Z]{0,4}-?\d{1,6}(?:[-/.:]\d{1,6}){0,3}"
_LISTED = re.compile(
    r"\b(?:[nN]os?|[nN]umbers?|cases?|files?|dockets?|applications?|reference|refs?|proceedings|E|K)(?:\.|:)? ?"
    rf"(?:{_ITEM}(?:, and |, | and | & | or |-)){{0,8}}$"
)
_NO_REGISTER = re.compile(
    r"(?:No|Nr|Nos|Act|Law|Art|Reg|Doc|Res|Dir|Sec|Rev|Ver|Vol|In|On|At|By|Of|To|An|As|The|And|For|Jan|Feb|Mar|Apr|May"
    r"|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Rule|Page|Item|Part|Step|Day|ISO|AS|TV|CD|DVD|AC|DC|USB|FY|Q[1-4]?)\b"
)


def in_register(match: re.Match[str]) -> int:
    """Accept a court's register, a number and a year, but not "No 12/2015" or "Reg 44/01"."""
    return 0 if _NO_REGISTER.search(match.group()) else len(match.group())


def looks_like_code(match: re.Match[str]) -> int:
    """Accept at least three digits, or two with letters, but not a decimal number or an amount."""
    value = match["value"]
    digits = sum(map(str.isdigit, value))
    if re.fullmatch(r"\d{1,3}[.,]\d{1,2}", value) or match.string[match.end() : match.end() + 1] == "%":
        return 0
    fits = digits >= 3 or (digits == 2 and len(value) >= 5)
    return len(match.group()) if fits else 0


def after_no(match: re.Match[str]) -> int:
    """Accept a number after "no." if no law or part of a law stands before it."""
    ahead = match.string[max(0, match.start() - 40) : match.start()]
    return 0 if _OF_LAWS.search(ahead) else len(match.group())


def numbered(match: re.Match[str]) -> int:
    """Accept a number with a slash or letters after "no." or in its list, but not of a law, article or protocol."""
    text, start = match.string, match.start()
    ahead = text[max(0, start - 90) : start]
    listed = _LISTED.search(ahead)
    if not listed or _OF_LAWS.search(ahead[: listed.start()]):
        return 0
    return len(match.group())


def several_numbers(match: re.Match[str]) -> int:
    """Accept several numbers with three digits or a slash, but not "claims nos. 1, 2 and 4"."""
    items = re.findall(r"[\d/.]+", match["value"])
    return len(match.group()) if sum(len(item) > 2 for item in items) > len(items) / 2 else 0


CODES = (
    Template(
        "CODE",
        rf"(?<![^\W_])(?i:{_NOUNS})(?:['’]s)?"
        r"(?: (?i:registration|record|file|policy|order|reference|card|account))?"
        rf"[ -]?(?:{_NUMBER_WORD}[ .]{{0,2}}){{1,2}}(?: ?(?i:is|was))?[ :#=]{{0,4}}(?P<value>{_VALUE})",
        0.7,
        "labelled_code",
        looks_like_code,
        begins=at_words(*_NOUNS.split("|")),
    ),
    Template(
        "CODE",
        rf"(?<![^\W_])(?i:{_NOUNS}) (?i:nos?\.?|numbers?) "
        rf"(?P<value>{_IN_A_LIST}(?:, {_IN_A_LIST}){{1,12}}(?:,? and {_IN_A_LIST})?)(?![^\W_])",
        0.7,
        "labelled_numbers",
        several_numbers,
        begins=at_words(*_NOUNS.split("|")),
    ),
    Template(
        "CODE",
        r"(?i:sheet/plan|sheet and plan)(?: (?i:nos?\.?))? "
        r"(?P<value>\d{1,4}/[\dA-Z][\dA-Z.]{0,12}(?<!\.))(?![^\W_])",
        0.7,
        "land_register_sheet",
        begins=at_words("sheet"),
    ),
    Template(
        "CODE",
        r"(?i:mrn|imei|docket|ref|our ref|your ref|uid|po|claim|ticket|invoice|policy|contract)\.?(?: ?#| ?:) ?"
        rf"(?P<value>{_VALUE})",
        0.65,
        "labelled_code",
        looks_like_code,
        begins=at_words(
            *("mrn", "imei", "docket", "ref", "our", "your", "uid", "po", "claim", "ticket", "invoice"),
            *("policy", "contract"),
        ),
    ),
    Template(
        "CODE",
        r"(?i:mrn|account|acct|patient|customer|policy|passenger)\.?(?: |: {0,2})"
        r"(?P<value>\d{6,14})(?![^\W_])(?![.,]\d)",
        0.65,
        "number_after_owner",
        looks_like_code,
        begins=at_words("mrn", "account", "acct", "patient", "customer", "policy", "passenger"),
    ),
    Template(
        "CODE",
        r"(?<![^\W_])(?<!\d[.,/])\d{1,6}(?:/\d{1,6}){1,3}(?![^\W_])(?![.,/]\d)",
        0.75,
        "case_number",
        numbered,
    ),
    Template(
        "CODE",
        r"(?<![^\W_])[nN]o\.?(?: ?|: {0,2}(?=\d{5}))(?P<value>\d{4,9})(?![^\W_])(?![.,/-]\d)",
        0.6,
        "labelled_number",
        after_no,
        begins=at_words("no"),
    ),
    Template(
        "CODE",
        r"(?<![^\W_])(?:(?:[IVX]{1,4}|\d{1,2})[ -][A-Z][A-Za-zÀ-ž]{0,3}(?:-[IVX]{1,4})?[- ./]{1,2}\d{1,6}"
        r"|[A-Z][A-Za-zÀ-ž]?(?:-[IVX]{1,4})?[- ./]{1,2}\d{2,6})/(?:(?:19|20)\d\d|\d\d)(?![^\W_])(?!/)",
        0.7,
        "court_file_number",
        in_register,
        begins=words_before(r"[- ./](?=\d{1,6}/(?:(?:19|20)\d\d|\d\d)(?![^\W_]))", 2),
    ),
    Template(
        "CODE",
        rf"{LEFT}[CTFP]-\d{{1,4}}/\d{{2}}(?: ?P| ?\(?PPU\)?)?{RIGHT}",
        0.85,
        "court_of_justice_case",
        begins=at_codes,
    ),
    Template(
        "CODE",
        rf"{LEFT}(?:\d{{1,2}}:)?\d{{2,4}}-(?i:cv|cr|mc|md|mj|bk|ap|civ|crim|po|misc)-\d{{3,6}}(?:-[A-Z]{{1,4}}){{0,3}}(?![^\W_])",
        0.9,
        "us_docket_number",
    ),
    Template(
        "CODE",
        r"\[(?:19|20)\d\d\] (?:\d )?(?:EWCA|EWHC|UKHL|UKSC|UKPC|UKUT|CSIH|NICA|IEHC|IESC|WLR|AC|QB|All ER"
        r"|HCA|FCA|NSWSC|SCR|SCC|ECR)(?: (?:Civ|Crim|Admin|QB|Ch|Fam))? \d{1,5}(?![^\W_])",
        0.75,
        "citation",
        begins=before(r"\[(?=(?:19|20)\d\d\] )"),
    ),
    Template(
        "CODE",
        r"(?i:sort ?code)(?: ?(?:no|number|is))?\.?[ :#]{0,3}(?P<value>\d\d[ -]?\d\d[ -]?\d\d)(?![^\W_])",
        0.85,
        "sort_code",
        begins=at_words("sort", "sortcode"),
    ),
    Template(
        "CODE",
        r"(?i:vin|chassis|vehicle identification)(?: (?i:number|no))?\.?[ :#]{0,3}"
        r"(?P<value>[A-HJ-NPR-Z0-9]{17})(?![^\W_])",
        0.85,
        "vehicle_number",
        begins=at_words("vin", "chassis", "vehicle"),
    ),
)
