"""Recognise national identifiers of people and companies by country, validated by python-stdnum.

Where the check digit accepts one number in ten, or the digits have no format of their own, a label must stand near.
"""

from collections.abc import Callable

from stdnum import lei
from stdnum.ar import cuit
from stdnum.at import vnr
from stdnum.au import abn, acn, tfn
from stdnum.be import nn
from stdnum.bg import egn
from stdnum.br import cnpj, cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.ch import uid
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.cz import rc
from stdnum.de import idnr
from stdnum.dk import cpr
from stdnum.ee import ik
from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.fr import nir, siren, siret
from stdnum.gr import amka
from stdnum.hr import oib
from stdnum.ie import pps
from stdnum.in_ import aadhaar, pan
from stdnum.it import codicefiscale
from stdnum.kr import rrn
from stdnum.mx import curp
from stdnum.my import nric as mykad
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.pl import pesel
from stdnum.pt import nif
from stdnum.ro import cnp
from stdnum.se import orgnr, personnummer
from stdnum.th import pin
from stdnum.tr import tckimlik
from stdnum.za import idnr as south_african

from backend.detection.patterns.candidate_starts import (
    Begins,
    at_codes,
    at_long_numbers,
    at_numbers,
    at_words,
    either,
)
from backend.detection.patterns.template import LEFT, RIGHT, Template, accept_if
from backend.messages.patterns import Pattern

_ANYWHERE = ("national id", "identity number", "identity card", "id number", "id no", "id card", "personal number")
_PENSION_WEIGHTS = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
_NRIC_WEIGHTS = (2, 7, 6, 5, 4, 3, 2)
_NRIC_LETTERS = {"S": "JZIHGFEDCBA", "T": "GFEDCBAJZIH", "F": "XWUTRQPNMLK", "G": "RQPNMLKXWUT"}


def german_pension(number: str) -> bool:
    """Return whether the last digit is the checksum of the others; the letter counts as its place in the alphabet.

    >>> german_pension("65 170839 J 003"), german_pension("65 170839 J 004")
    (True, False)
    """
    compact = number.replace(" ", "")
    digits = f"{compact[:8]}{ord(compact[8]) - ord('A') + 1:02}{compact[9:11]}"
    products = (weight * int(digit) for weight, digit in zip(_PENSION_WEIGHTS, digits, strict=True))
    return sum(product // 10 + product % 10 for product in products) % 10 == int(compact[11])


def singaporean(number: str) -> bool:
    """Return whether the last letter of a Singaporean number is the checksum of its digits, by its first letter.

    >>> singaporean("S1234567D"), singaporean("S1234567E")
    (True, False)
    """
    first, digits, last = number[0].upper(), number[1:8], number[8].upper()
    total = sum(weight * int(digit) for weight, digit in zip(_NRIC_WEIGHTS, digits, strict=True))
    return _NRIC_LETTERS[first][total % 11] == last


def _row(
    entity: str,
    shape: str,
    valid: Callable[[str], bool],
    pattern: Pattern,
    *context: str,
    begins: Begins = at_long_numbers,
) -> Template:
    return Template(entity, rf"{LEFT}(?:{shape}){RIGHT}", 0.9, pattern, accept_if(valid), context, begins=begins)


PEOPLE = (
    _row("AU_TFN", r"\d{3} ?\d{3} ?\d{3}", tfn.is_valid, "australian_tax_file_number", "tfn", "tax file"),
    _row(
        "CA_SIN",
        r"\d{3}([ -]?)\d{3}\1\d{3}",
        sin.is_valid,
        "canadian_social_insurance_number",
        "sin",
        "social insurance",
        "nas",
    ),
    _row(
        "DE_TAX_ID",
        r"\d{2} ?\d{3} ?\d{3} ?\d{3}",
        idnr.is_valid,
        "german_tax_number",
        "idnr",
        "steuer-id",
        "steuer-idnr",
        "steueridentifikationsnummer",
        "tax id",
        "tin",
    ),
    _row(
        "ES_NIF",
        r"\d{2}\.?\d{3}\.?\d{3}-?[A-Z]",
        dni.is_valid,
        "spanish_identity_number",
    ),
    _row(
        "ES_NIE",
        r"[XYZ]-?\d{7}-?[A-Z]",
        nie.is_valid,
        "spanish_foreigner_number",
        begins=at_codes,
    ),
    _row(
        "FI_PERSONAL_IDENTITY_CODE",
        r"[0-3]\d[01]\d{3}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]",
        hetu.is_valid,
        "finnish_identity_code",
        begins=at_numbers,
    ),
    _row(
        "IN_AADHAAR",
        r"[2-9]\d{3}([ -]?)\d{4}\1\d{4}",
        aadhaar.is_valid,
        "indian_aadhaar_number",
        "aadhaar",
        "aadhar",
        "uidai",
        "uid",
    ),
    _row(
        "IN_PAN",
        r"[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]",
        pan.is_valid,
        "indian_permanent_account_number",
        begins=at_codes,
    ),
    _row(
        "IT_FISCAL_CODE",
        r"[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]",
        codicefiscale.is_valid,
        "italian_fiscal_code",
        begins=at_codes,
    ),
    _row("KR_RRN", r"\d{6}-\d{7}", rrn.is_valid, "korean_resident_number"),
    _row("PL_PESEL", r"\d{11}", pesel.is_valid, "polish_pesel_number", "pesel", *_ANYWHERE),
    _row(
        "SE_PERSONNUMMER",
        r"(?:19|20)?\d{6}[-+]\d{4}",
        personnummer.is_valid,
        "swedish_identity_number",
    ),
    _row(
        "SG_NRIC_FIN",
        r"[STFG]\d{7}[A-Z]",
        singaporean,
        "singaporean_identity_number",
        begins=at_codes,
    ),
    _row("TH_TNIN", r"\d-?\d{4}-?\d{5}-?\d{2}-?\d", pin.is_valid, "thai_identity_number", "thai", *_ANYWHERE),
    _row(
        "TR_NATIONAL_ID",
        r"[1-9]\d{10}",
        tckimlik.is_valid,
        "turkish_identity_number",
        "tc",
        "kimlik",
        "tckn",
        *_ANYWHERE,
    ),
    _row(
        "ZA_ID_NUMBER",
        r"\d{6} ?\d{4} ?\d{2} ?\d",
        south_african.is_valid,
        "south_african_identity_number",
        "south african",
        "rsa",
        *_ANYWHERE,
    ),
    _row("NATIONAL_ID", r"\d{2}-\d{8}-\d", cuit.is_valid, "argentine_number"),
    _row(
        "NATIONAL_ID",
        r"\d{4} ?\d{6}",
        vnr.is_valid,
        "austrian_insurance_number",
        "svnr",
        "sozialversicherungsnummer",
        "sv-nummer",
        "sv-nr",
    ),
    _row(
        "NATIONAL_ID",
        r"\d\d\.\d\d\.\d\d-\d{3}\.\d\d",
        nn.is_valid,
        "belgian_national_number",
    ),
    _row("NATIONAL_ID", r"\d{10}", egn.is_valid, "bulgarian_egn", "egn", "егн"),
    _row("NATIONAL_ID", r"\d{3}\.\d{3}\.\d{3}-\d\d", cpf.is_valid, "brazilian_cpf"),
    _row("NATIONAL_ID", r"756\.?\d{4}\.?\d{4}\.?\d\d", ahv.is_valid, "swiss_ahv_number"),
    _row("NATIONAL_ID", r"\d{1,2}\.\d{3}\.\d{3}-[\dkK]", rut.is_valid, "chilean_rut"),
    _row("NATIONAL_ID", r"[1-9]\d{16}[\dxX]", ric.is_valid, "chinese_identity_number"),
    _row(
        "NATIONAL_ID",
        r"\d{6}/?\d{3,4}",
        rc.is_valid,
        "czech_or_slovak_birth_number",
        "rodné číslo",
        "birth number",
        "r.č.",
        "rč",
    ),
    _row(
        "NATIONAL_ID",
        r"[0-3]\d[01]\d{3}-?\d{4}",
        cpr.is_valid,
        "danish_cpr_number",
        "cpr",
        "cpr-nr",
        "personnummer",
    ),
    _row(
        "NATIONAL_ID",
        r"[1-6]\d{10}",
        ik.is_valid,
        "estonian_or_lithuanian_identity_number",
        "isikukood",
        "asmens kodas",
        "personal code",
        *_ANYWHERE,
    ),
    _row(
        "NATIONAL_ID",
        r"[12] ?\d\d ?[0-1]\d ?\d[\dAB] ?\d{3} ?\d{3} ?\d\d",
        nir.is_valid,
        "french_insurance_number",
        begins=at_numbers,
    ),
    _row(
        "NATIONAL_ID",
        r"\d\d ?[0-3]\d[01]\d{3} ?[A-Z] ?\d{3}",
        german_pension,
        "german_insurance_number",
        begins=at_numbers,
    ),
    _row("NATIONAL_ID", r"[0-3]\d[01]\d{8}", amka.is_valid, "greek_amka", "amka", "αμκα"),
    _row("NATIONAL_ID", r"\d{11}", oib.is_valid, "croatian_oib", "oib"),
    _row("NATIONAL_ID", r"\d{7}[A-W][ABHWTX]?", pps.is_valid, "irish_pps_number", "pps", "ppsn", "pps no"),
    _row(
        "NATIONAL_ID",
        r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d",
        curp.is_valid,
        "mexican_curp",
        begins=at_codes,
    ),
    _row("NATIONAL_ID", r"\d{6}-\d\d-\d{4}", mykad.is_valid, "malaysian_identity_number"),
    _row(
        "NATIONAL_ID",
        r"\d{3}[ .]?\d{3}[ .]?\d{3}|\d{4}[ .]\d\d[ .]\d{3}",
        bsn.is_valid,
        "dutch_bsn",
        "bsn",
        "burgerservicenummer",
        "sofinummer",
    ),
    _row(
        "NATIONAL_ID",
        r"[0-7]\d[0-5]\d{3} ?\d{5}",
        fodselsnummer.is_valid,
        "norwegian_birth_number",
        "fødselsnummer",
        "fodselsnummer",
        "personnummer",
        "fnr",
        *_ANYWHERE,
    ),
    _row("NATIONAL_ID", r"[1235689]\d{2} ?\d{3} ?\d{3}", nif.is_valid, "portuguese_nif", "nif", "contribuinte"),
    _row("NATIONAL_ID", r"[1-9]\d{12}", cnp.is_valid, "romanian_cnp", "cnp", "cod numeric"),
)

COMPANIES = (
    _row("COMPANY_NUMBER", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", abn.is_valid, "australian_business_number", "abn"),
    _row("COMPANY_NUMBER", r"\d{3} ?\d{3} ?\d{3}", acn.is_valid, "australian_company_number", "acn"),
    _row(
        "COMPANY_NUMBER",
        r"\d\d\.\d{3}\.\d{3}/\d{4}-\d\d",
        cnpj.is_valid,
        "brazilian_cnpj",
    ),
    _row(
        "COMPANY_NUMBER",
        r"CHE[- ]?\d{3}\.?\d{3}\.?\d{3}",
        uid.is_valid,
        "swiss_uid",
        begins=at_codes,
    ),
    _row("COMPANY_NUMBER", r"\d{3} ?\d{3} ?\d{3}", siren.is_valid, "french_siren", "siren", "rcs"),
    _row("COMPANY_NUMBER", r"\d{3} ?\d{3} ?\d{3} ?\d{5}", siret.is_valid, "french_siret", "siret"),
    _row(
        "COMPANY_NUMBER",
        r"\d{6}-\d{4}",
        orgnr.is_valid,
        "swedish_company_number",
        "orgnr",
        "org.nr",
        "org nr",
        "organisationsnummer",
        "company",
    ),
    _row(
        "COMPANY_NUMBER",
        r"[A-Z0-9]{4}00[A-Z0-9]{12}\d\d",
        lei.is_valid,
        "legal_entity_identifier",
        begins=either(at_numbers, at_codes),
    ),
    Template(
        "COMPANY_NUMBER",
        r"HR[AB] ?(?:[Nn]r\.? ?)?\d{3,6}(?: [A-Z])?(?![^\W_])",
        0.85,
        "german_company_register",
        begins=at_words("hra", "hrb"),
    ),
    Template(
        "COMPANY_NUMBER",
        r"(?i:company (?:registration |registered |reg\.? )?(?:nos?|number|nr)|companies house(?: no| number)?"
        r"|registered (?:no|number)|crn|kvk(?:-nummer| no| nr)?|cvr(?:-nr| no)?|krs|regon)\.?(?: is)?[ :#(]{0,3}"
        rf"(?P<value>(?:[A-Z]{{2}} ?)?\d{{6,10}}){RIGHT}",
        0.8,
        "labelled_company_number",
        begins=at_words("company", "companies", "crn", "kvk", "cvr", "krs", "regon", "registered"),
    ),
)
