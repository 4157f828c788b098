"""Recognise postal addresses by part: street lines, flats, boxes, towns with postal codes, military post.

Each part is found on its own, and settling joins the parts of one address. Streets are recognised by their words
(Street, rue, -gasse), towns by a state or a code beside them. A town alone is a name, which the recogniser of names
finds.
"""

import re

from backend.detection.patterns.candidate_starts import at_codes, at_numbers, at_words, either, words_before
from backend.detection.patterns.template import LEFT, RIGHT, Template

_UP = r"[^\W\d_a-zß-öø-ÿα-ωάέήίόύώа-я]"
_NAME = rf"{_UP}[\w'’.-]{{0,30}}"
_SMALL = (
    r"(?:(?:de|del|della|delle|dei|di|da|do|dos|das|du|des|la|las|los|le|les|van|von|den|der|dem|zu|et|y) "
    r"|[dl]['’])"
)
_NAMES = rf"{_SMALL}{{0,2}}{_NAME}(?: {_SMALL}{{0,2}}{_NAME}){{0,3}}"
_HOUSE = r"\d{1,5}(?:[A-Za-z]|[-/]\d{1,4}[A-Za-z]?)?"
_AFTER_HOUSE = r"\d{1,4} ?[A-Za-z]?(?![^\W_])(?![.,]\d)"

_STREETS = (
    *(
        "Street",
        "St",
        "Road",
        "Rd",
        "Avenue",
        "Ave",
        "Av",
        "Boulevard",
        "Blvd",
        "Lane",
        "Ln",
        "Drive",
        "Dr",
        "Court",
    ),
    *("Ct", "Place", "Pl", "Square", "Sq", "Terrace", "Ter", "Way", "Parkway", "Pkwy", "Highway", "Hwy", "Circle"),
    *(
        "Cir",
        "Close",
        "Crescent",
        "Cres",
        "Gardens",
        "Gdns",
        "Grove",
        "Hill",
        "Mews",
        "Row",
        "Walk",
        "Wharf",
        "Quay",
    ),
    *("Trail", "Trl", "Turnpike", "Tpke", "Loop", "Plaza", "Alley", "Esplanade", "Parade", "Rise", "Freeway"),
)
_STREET = rf"(?:(?i:{'|'.join(_STREETS)})(?![^\W_])\.?|Broadway(?![^\W_]))"
_SURE_STREET = r"(?:Street|Road|Avenue|Boulevard|Lane|Square|Crescent)(?![^\W_])"
_COMPASS = r"(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)(?![^\W_])\.?"
_ROOM = r"(?:(?i:apt|apartment|flat|suite|ste|unit|rm|room|floor|fl)\.? ?#?|#)\d{1,5}[A-Za-z]?(?![^\W_])"

_FIRST = (
    *(
        "rue",
        "avenue",
        "boulevard",
        "allée",
        "allee",
        "chemin",
        "impasse",
        "cours",
        "quai",
        "route",
        "place",
        "via",
    ),
    *("viale", "piazza", "corso", "largo", "vicolo", "calle", "avenida", "plaza", "paseo", "carrera", "camino"),
    *("camiño", "rua", "travessa", "praça", "ulica", "ul", "aleja", "al", "strada", "calea", "bulevardul"),
)
_LAST = (
    *("strasse", "straße", "str.", "gasse", "weg", "platz", "allee", "damm", "ufer", "straat", "laan", "plein"),
    *("dreef", "kade", "steenweg", "gracht", "singel", "vej", "gade", "gata", "veien", "vegen", "plads", "allé"),
    *(
        "gatan",
        "vägen",
        "torg",
        "katu",
        "kuja",
        "utca",
        "körút",
        "ulice",
        "třída",
        "náměstí",
        " út",
        " tér",
        " trg",
    ),
)

_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]"
    "|W[AIVY]"
)
_WORDLIKE_STATES = "ID|CO|OR|IN|ME|OK|PA|DC|PR|SC|HI|LA|MS|MD"
_STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois"
    "|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri"
    "|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio"
    "|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington"
    "|West Virginia|Wisconsin|Wyoming"
)
_ZIP = r"\d{5}(?:-\d{4})?"
_TOWN = rf"{_NAME}(?: {_NAME}){{0,2}}"
# The letters that begin a postcode of Royal Mail.
_AREAS = (
    "A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE|K[ATWY]|L[ADELNSU]?"
    "|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE"
)
_OPENS = re.compile(r"(?:^[^\w\n]{0,6}|:\s{1,3}|,\s{1,3}|\b(?:at|to|address|address is) )$", re.MULTILINE)
_NO_STREET = re.compile(
    r"(?:1[5-9]|20)\d\d [^\d]+(?:1[5-9]|20)\d\d$|\b(?:Article|Rule|Section|Chapter|Table|Figure|Page|Note|Item|Form"
    r"|Part|Schedule|Exhibit|Protocol|Version|Level|Group|Class|Type|Phase|Step|No|Nr|Vol|Day|Week|Year|Quarter|Grade|Windows"
    r"|Office|Act|Law|Code|Series|Round|Game|Match|Lot|Unit)\b"
)
_MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_COURT = re.compile(
    r"\b(?:Supreme|High|County|District|Regional|Circuit|Administrative|Constitutional|Criminal|Civil|Federal|Labour|Assize"
    r"|Appeals?|Magistrates?['’]?s?|Magistrate['’]s|Crown|Security|Law|Social|City|Military|State|Commercial|Family|Youth"
    r"|Bankruptcy|Superior|Municipal|Cassation|Tax|Sheriff|Land) (?:Court|Ct|Place|Square)\.?$"
)
_LAST_WORDS_OF_OTHERS = re.compile(r"(?i:brigade|renegade|regata|norweg) \d")


def numbered_street(match: re.Match[str]) -> int:
    """Accept a street with its number, but not "7 March 2002 Warsaw Court" or "the District Court"."""
    text, start = match.group(), match.start()
    year = re.match(r"(?:1[5-9]|20)\d\d,? ", text)
    dated = year and _MONTH.search(match.string, max(0, start - 11), start)
    return 0 if dated or _COURT.search(text) else len(text)


def romance_street(match: re.Match[str]) -> int:
    """Accept a Romance street with a number before or after it; "via" alone is a word."""
    text = match.group()
    numbered = text[0].isdigit() or (text[0].isupper() and text[-1].isalnum() and any(map(str.isdigit, text)))
    return len(text) if numbered else 0


def germanic_street(match: re.Match[str]) -> int:
    """Accept a street with a German or Dutch ending, but not "Brigade 44"."""
    return 0 if _LAST_WORDS_OF_OTHERS.search(match.group()) else len(match.group())


def line_of_address(match: re.Match[str]) -> int:
    """Accept a number, names and a number where a line or an address begins, but not a date."""
    ahead = match.string[max(0, match.start() - 12) : match.start()]
    other = _MONTH.search(match.group()) or _NO_STREET.search(match.group())
    return len(match.group()) if _OPENS.search(ahead) and not other else 0


ADDRESSES = (
    Template(
        "LOCATION",
        rf"{LEFT}{_HOUSE},? (?:{_COMPASS} )?(?:(?:{_NAME}|\d{{1,3}}(?:st|nd|rd|th)) ){{1,4}}{_STREET}"
        rf"(?: {_COMPASS})?(?:,? {_ROOM})?(?![^\W_])",
        0.85,
        "street_with_number",
        numbered_street,
    ),
    Template(
        "LOCATION",
        r"(?<![^\W_])(?:(?:The|A|An|On|At|In|From|To|Of|By|Near|This|That|Our|Off|Along|And|See|Visit) )?"
        rf"(?P<value>{_NAME}(?: {_NAME}){{0,2}} {_SURE_STREET})(?: {_COMPASS})?",
        0.6,
        "street",
        begins=words_before(rf" (?={_SURE_STREET})", 3),
    ),
    Template(
        "LOCATION",
        rf"(?<![^\W_])(?:{_HOUSE},? )?(?i:{'|'.join(_FIRST)})\.? {_NAMES}(?:,? (?:[nN][°º.o]? ?)?{_AFTER_HOUSE})?",
        0.75,
        "street_with_number",
        romance_street,
        begins=either(at_numbers, at_words(*_FIRST)),
    ),
    Template(
        "LOCATION",
        rf"(?<![^\W_])(?:{_NAME} |{_SMALL}){{0,3}}[\w'’.-]{{0,30}}(?i:{'|'.join(map(re.escape, _LAST))})"
        rf" {_AFTER_HOUSE}",
        0.8,
        "street_with_number",
        germanic_street,
        begins=words_before(
            rf" (?={_AFTER_HOUSE})(?:{'|'.join(f'(?<=(?i:{re.escape(word)}) )' for word in _LAST)})", 4
        ),
    ),
    Template(
        "LOCATION",
        rf"{LEFT}{_HOUSE} {_NAMES} {_AFTER_HOUSE}(?= ?(?:$|\n|,|\.(?:\s|$)|(?i:apt|suite)))",
        0.6,
        "address_line",
        line_of_address,
    ),
    Template(
        "LOCATION",
        rf"(?<![^\W_]){_NAMES} {_AFTER_HOUSE}",
        0.6,
        "address_line_before_flat",
        begins=words_before(r" (?=\d{1,4}[A-Za-z]?,?\s{1,2}[? ]{0,4}(?i:apt|suite))", 4),
    ),
    Template(
        "LOCATION",
        r"(?<!test )(?:(?i:apt|apartment)\.?|(?<![a-z] )Suite|SUITE|Ste\.?|STE|Flat|FLAT|(?<=\n)suite|(?<= )suite)"
        r" ?#?\d{1,5}[A-Za-z]?(?![^\W_])(?!%|\.\d)",
        0.7,
        "flat",
        begins=at_words("apt", "apartment", "suite", "ste", "flat"),
    ),
    Template(
        "LOCATION",
        r"(?<![^\W_])(?i:p\.? ?o\.? ?box|post office box|gpo box|postfach|postbus|apartado(?: de correos)?|apdo\.?"
        r"|casilla|bo[iî]te postale)(?: n[°o]\.?)? ?#?\d{1,7}(?![^\W_])",
        0.85,
        "post_office_box",
        begins=at_words(
            *("p", "po", "post", "gpo", "postfach", "postbus", "apartado", "apdo", "casilla", "boite", "boîte")
        ),
    ),
    Template(
        "LOCATION",
        r"(?i:unit|psc|cmr) \d{1,5},? (?i:box) \d{1,5}(?![^\W_])",
        0.85,
        "field_post_box",
        begins=at_words("unit", "psc", "cmr"),
    ),
    Template(
        "LOCATION",
        rf"(?:USNV|USNS|USS|USCGC|HMS) {_NAME}(?=[,\n])",
        0.6,
        "field_post_ship",
        begins=at_words("usnv", "usns", "uss", "uscgc", "hms"),
    ),
    Template(
        "LOCATION",
        rf"(?i:apo|fpo|dpo),? (?i:a[aep]),? {_ZIP}{RIGHT}",
        0.9,
        "field_post_office",
        begins=at_words("apo", "fpo", "dpo"),
    ),
    Template(
        "LOCATION",
        rf"(?<![^\W_])(?:{_TOWN}(?:,[ \n]{{1,2}}|\n ?|,? )(?:{_STATE_NAMES}|(?!{_WORDLIKE_STATES})(?:{_STATES}))"
        rf"|{_TOWN}(?:,[ \n]{{1,2}}|\n ?)(?!NO|PO|SO|WO|CR|DR)[A-Z]{{2}}"
        rf"|(?!{_WORDLIKE_STATES})(?:{_STATES})),? {_ZIP}{RIGHT}",
        0.8,
        "town_with_zip_code",
        begins=words_before(rf",? (?={_ZIP}(?!\d))", 5),
    ),
    Template(
        "LOCATION",
        rf"{LEFT}(?:{_AREAS})\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{{2}}{RIGHT}",
        0.8,
        "british_postcode",
        begins=at_codes,
    ),
    Template(
        "LOCATION",
        rf"{LEFT}[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]\d[ABCEGHJ-NPRSTV-Z]\d{RIGHT}",
        0.7,
        "canadian_postcode",
        begins=at_codes,
    ),
    Template(
        "LOCATION",
        rf"(?<![^\W_])(?:D|A|CH|F|B|L|NL|DK|I|E|S|FI|FIN|N)-\d{{4,5}} {_TOWN}",
        0.8,
        "postcode_with_country",
        begins=at_codes,
    ),
    Template(
        "LOCATION",
        rf"{LEFT}\d{{4}} (?!S[ADS]|AD|BC|AM|PM)[A-Z]{{2}} {_TOWN}(?= ?(?:$|[\n,.;]))",
        0.6,
        "dutch_postcode",
        line_of_address,
    ),
    Template(
        "LOCATION",
        rf"(?i:zipcode|zip|postal code|post code|postcode)(?i: ?codes?)?(?:[ :#]| is){{1,4}}"
        rf"(?P<value>(?!00[0-4]){_ZIP}){RIGHT}",
        0.85,
        "labelled_zip_code",
        begins=at_words("zip", "zipcode", "postal", "post", "postcode"),
    ),
)
