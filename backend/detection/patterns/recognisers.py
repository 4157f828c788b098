"""List the pattern recognisers in one table."""

from collections.abc import Collection, Iterator, Sequence

from backend.detection.patterns import validators
from backend.detection.patterns.account_paths import ACCOUNT_PATHS
from backend.detection.patterns.addresses import ADDRESSES
from backend.detection.patterns.ages import AGES
from backend.detection.patterns.candidate_starts import (
    at_codes,
    at_long_numbers,
    at_numbers,
    at_words,
    before,
    either,
)
from backend.detection.patterns.crypto_wallets import WALLETS
from backend.detection.patterns.dates import DATES
from backend.detection.patterns.glued_labels import GLUED
from backend.detection.patterns.identifiers import IDENTIFIERS
from backend.detection.patterns.national_ids import COMPANIES, PEOPLE
from backend.detection.patterns.occupations import TRADES
from backend.detection.patterns.phones import PHONES
from backend.detection.patterns.reference_numbers import CODES
from backend.detection.patterns.sensitive_attributes import CONDITIONS
from backend.detection.patterns.template import LEFT, RIGHT, PatternMatch, Recogniser, Template, TemplateIndex

# Letters that addresses are written in. Chinese, Japanese and Korean put no space before an address.
_L = "A-Za-z\u00c0-\u024f\u0370-\u052f"
_LABEL = rf"[{_L}0-9](?:[{_L}0-9-]{{0,61}}[{_L}0-9])?"
_REST_OF_URL = r"[^\s<>\"|\\^`{}\ufffc]"

_AT, _NO_MORE = r"(?<![\w@./\\-])@", r"(?![\w@(/\\{=-])(?!\.[^\W_])"
"""Around a handle stands nothing of an address, a path, a package or a call."""

_ENDINGS = (
    "com|net|org|edu|gov|mil|int|info|biz|name|pro|eu|uk|us|ca|au|nz|ie|de|at|ch|fr|be|nl|lu|es|pt|it|gr|dk|se|no|fi|"
    "is|pl|cz|sk|hu|ro|bg|hr|si|rs|ee|lv|lt|ru|ua|tr|il|ae|in|cn|jp|kr|sg|hk|tw|br|mx|ar|za|"
    "io|ai|app|dev|cloud|online|site|tech|store|shop|blog|agency|group|company|global|health|bank|news|me|tv|cc|xyz|"
    "example|test|invalid|onion"
)
_EU = "AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI"

TEMPLATES: tuple[Template, ...] = (
    Template(
        "EMAIL_ADDRESS",
        rf"(?<![{_L}0-9._%+-])[{_L}0-9_](?:[{_L}0-9._%+'-]{{0,63}})@(?:{_LABEL}\.){{1,8}}"
        rf"(?:[{_L}]{{2,24}}|xn--[a-z0-9-]{{2,58}})(?![{_L}])",
        0.95,
        "email_address",
        validators.email,
        begins=before("@", rf"[{_L}0-9._%+'-]{{0,63}}[{_L}0-9_]"),
    ),
    Template(
        "EMAIL_ADDRESS",
        rf"(?<![{_L}0-9._%+-])[{_L}0-9][{_L}0-9._%+'-]{{0,120}}_(?:{_LABEL}\.){{1,8}}[{_L}]{{2,24}}(?i:#ext#)"
        rf"(?:@(?:{_LABEL}\.){{1,8}}[{_L}]{{2,24}})?",
        0.95,
        "email_address",
        begins=before("#(?i:ext)#", rf"[{_L}0-9._%+'-]{{1,190}}"),
    ),
    Template(
        "HANDLE",
        rf"{_AT}(?=[a-z]{{0,39}}[A-Z0-9_])[A-Za-z_][A-Za-z0-9_]{{1,39}}{_NO_MORE}",
        0.6,
        "handle",
        validators.handle,
        begins=before("@"),
    ),
    Template(
        "HANDLE",
        rf"{_AT}[a-z]{{3,40}}{_NO_MORE}",
        0.6,
        "labelled_handle",
        validators.handle,
        (
            "rt",
            "via",
            "cc",
            "dm",
            "follow",
            "followed",
            "handle",
            "tweet",
            "tweeted",
            "twitter",
            "instagram",
            "telegram",
        ),
        reach=40,
        begins=before("@"),
    ),
    Template(
        "URL",
        rf"(?<![^\W_])(?i:https?://|ftps?://|www\.(?=[^\W_])){_REST_OF_URL}{{2,2000}}",
        0.95,
        "web_address",
        validators.url,
        begins=at_words("http", "https", "ftp", "ftps", "www"),
    ),
    Template(
        "URL",
        rf"(?<![{_L}0-9_@./\\-])(?:{_LABEL}\.){{1,5}}(?i:{_ENDINGS})(?![{_L}0-9_@-])(?!\.[{_L}0-9])"
        rf"(?::\d{{2,5}}(?!\d))?(?:[/?#]{_REST_OF_URL}{{0,2000}})?",
        0.7,
        "site_name",
        validators.domain,
        begins=before(rf"\.(?i:{_ENDINGS})(?![{_L}0-9_@-])", rf"[{_L}0-9.-]{{0,320}}"),
    ),
    Template(
        "IBAN_CODE",
        rf"{LEFT}[A-Za-z]{{2}}\d{{2}}(?:[ -]?[A-Za-z0-9]){{11,30}}(?![A-Za-z0-9])",
        1.0,
        "iban",
        validators.iban_code,
        begins=at_codes,
    ),
    Template(
        "CREDIT_CARD",
        r"(?<![^\W_])(?<!\d[.,-])[2-6](?:[ -]?\d){11,22}(?![^\W_])(?![.,-]\d)",
        1.0,
        "card_number",
        validators.card,
        begins=at_long_numbers,
    ),
    Template(
        "US_SSN",
        rf"{LEFT}\d{{3}}-\d{{2}}-\d{{4}}{RIGHT}",
        0.85,
        "us_social_security_number",
        validators.social_security,
        begins=at_long_numbers,
    ),
    Template(
        "US_SSN",
        rf"(?<![^\W_])\d{{3}}([ .-]?)\d{{2}}\1\d{{4}}{RIGHT}",
        0.9,
        "labelled_us_social_security_number",
        validators.possible_social_security,
        ("ssn", "ssns", "social security", "soc sec", "social sec"),
        begins=at_long_numbers,
    ),
    # Groups as the IRS issues them since 2011: 50-65, 70-88, 90-92, 94-99.
    Template(
        "US_ITIN",
        rf"{LEFT}9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{{4}}{RIGHT}",
        0.8,
        "us_taxpayer_number",
        begins=at_long_numbers,
    ),
    Template(
        "US_ITIN",
        rf"{LEFT}9\d\d([ -]?)(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\1\d{{4}}{RIGHT}",
        0.9,
        "labelled_us_taxpayer_number",
        context=("itin", "taxpayer id", "taxpayer identification", "tax id"),
        begins=at_long_numbers,
    ),
    Template(
        "US_EIN",
        rf"{LEFT}\d\d-?\d{{7}}{RIGHT}",
        0.9,
        "us_employer_number",
        validators.employer,
        ("ein", "fein", "employer identification", "employer id", "federal tax", "tax id", "irs"),
        begins=at_long_numbers,
    ),
    Template(
        "UK_NHS",
        rf"{LEFT}\d{{3}}([ -]?)\d{{3}}\1\d{{4}}{RIGHT}",
        0.95,
        "nhs_number",
        validators.health_service,
        ("nhs", "national health", "health service"),
        begins=at_long_numbers,
    ),
    Template(
        "UK_NINO",
        rf"{LEFT}(?!(?i:BG|GB|NK|KN|TN|NT|ZZ))(?i:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z])"
        rf"( ?)\d\d\1\d\d\1\d\d\1(?i:[A-D]){RIGHT}",
        0.9,
        "uk_national_insurance_number",
        begins=at_codes,
    ),
    Template(
        "VAT_CODE",
        rf"{LEFT}(?:{_EU})[ ]?[0-9A-Z](?:[ .-]?[0-9A-Z]){{6,13}}{RIGHT}",
        0.9,
        "vat_number",
        validators.vat_by_check_digit,
        begins=at_codes,
    ),
    Template(
        "VAT_CODE",
        rf"{LEFT}(?:(?:{_EU}|CHE)[ -]?)?\d(?:[ .-]?[0-9A-Z]){{6,12}}{RIGHT}",
        0.8,
        "labelled_vat_number",
        validators.vat_by_shape,
        (
            "vat",
            "vat no",
            "vat id",
            "ust-id",
            "ust-idnr",
            "ustid",
            "tva",
            "btw-nummer",
            "btw nr",
            "btw no",
            "partita iva",
            "p.iva",
            "mwst",
        ),
        reach=25,
        begins=either(at_codes, at_numbers),
    ),
    Template(
        "BIC_CODE",
        r"(?i:swift|bic)(?i:[ /-]{0,3}(?:bic|swift|code|no\.?|number|is|\(bic\)|\(swift\))){0,3}[ :=.-]{0,3}"
        rf"(?P<value>[A-Z]{{6}}[A-Z0-9]{{2}}(?:[A-Z0-9]{{3}})?){RIGHT}",
        0.85,
        "bank_code",
        validators.bank_identifier,
        begins=at_words("bic", "swift"),
    ),
    Template(
        "IP_ADDRESS",
        r"(?<![^\W_])(?<![^\W_]-)(?<!\.)(?:\d{1,3}\.){3}\d{1,3}(?:/(?:3[0-2]|[12]?\d)(?!\d))?(?![^\W_])(?!\.\d)",
        0.9,
        "ip_address",
        validators.ip_v4,
    ),
    Template(
        "IP_ADDRESS",
        r"(?<![^\W_:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]{1,4})?"
        r"(?:/(?:12[0-8]|1[01]\d|\d{1,2})(?!\d))?(?![^\W_])(?!:[^\W_])",
        0.9,
        "ip_address",
        validators.ip_v6,
        begins=before(":(?=[0-9A-Fa-f]{0,4}:)", "[0-9A-Fa-f]{0,4}"),
    ),
    Template(
        "MAC_ADDRESS",
        r"(?<![^\W_:-])(?:[0-9A-Fa-f]{2}([:-]))(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![^\W_]|[:-][^\W_])",
        0.9,
        "mac_address",
        begins=before("[:-](?=[0-9A-Fa-f]{2}[:-])", "[0-9A-Fa-f]{2}"),
    ),
    *PHONES,
    *DATES,
    *AGES,
    *ADDRESSES,
    *ACCOUNT_PATHS,
    *IDENTIFIERS,
    *PEOPLE,
    *COMPANIES,
    *CODES,
    *WALLETS,
    *GLUED,
    *CONDITIONS,
    *TRADES,
)

_FOUND_IN_PART = frozenset({"LOCATION", "DEMOGRAPHIC", "QUANTITY"})
"""Of places templates find addresses alone, and little of what is said of people."""
FOUND_BY_PATTERN = frozenset(template.entity for template in TEMPLATES) - _FOUND_IN_PART
"""Kinds that are found without names."""


def find_patterns(text: str, templates: Sequence[Template] = TEMPLATES) -> Iterator[PatternMatch]:
    """Return each value that a template recognises in `text`; matches of different rows may overlap.

    >>> [(match.entity, match.span) for match in find_patterns("mail ann@halden.example")]
    [('EMAIL_ADDRESS', Span(start=5, end=23))]
    """
    rows = _ALL if templates is TEMPLATES else TemplateIndex(templates)
    return rows(text)


_ALL = TemplateIndex(TEMPLATES)


def patterns_of(entities: Collection[str]) -> Recogniser:
    """Return `find_patterns` for the templates of these kinds."""
    return TemplateIndex(each for each in TEMPLATES if each.entity in entities)
