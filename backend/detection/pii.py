"""Find personal data in a document, resolve overlaps, and find each value wherever else it occurs."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from backend.detection.finding import Finding, FindingKind
from backend.detection.names.labels import LABELS
from backend.detection.names.name_order import other_orders
from backend.detection.patterns.disguised_addresses import disguised_addresses
from backend.detection.patterns.labels_outside import told_outside
from backend.detection.patterns.number_gaps import across_gaps
from backend.detection.patterns.percent_encoding import decoded_links
from backend.detection.patterns.recognisers import FOUND_BY_PATTERN, find_patterns, patterns_of
from backend.detection.patterns.template import PatternMatch, Recogniser
from backend.detection.same_context import found_in_same_context
from backend.detection.spans.adjacent_findings import merge_adjacent
from backend.detection.spans.number_boundaries import beside_numbers, split_at_numbers
from backend.detection.spans.overlap_resolution import resolve_overlaps
from backend.document.model import Block, Document, Place, Story, StoryKind
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, normal_form
from backend.document.placeholders import ENTITIES
from backend.document.spans import Span
from backend.errors import InvalidRequest
from backend.messages.message import Message
from backend.messages.problems import PersonalKindsMissing, PersonalKindUnknown
from backend.messages.warnings import KindNotChecked, NamesNotChecked

RECOGNISERS: tuple[Recogniser, ...] = (find_patterns,)

DEFAULT_ENTITIES = frozenset(ENTITIES)
"""What `all` means: every kind that Unsaid tells apart."""

FOUND_AS_NAMES = DEFAULT_ENTITIES.intersection(LABELS)
"""What a pipeline for names tells apart; some of it is also found by patterns."""
NAMES = FOUND_AS_NAMES - FOUND_BY_PATTERN
PERSON = "PERSON"
HANDLE = "HANDLE"
MOST_SPECIFIC_FIRST = (
    *("EMAIL_ADDRESS", "IBAN_CODE", "CREDIT_CARD", "CRYPTO", "MAC_ADDRESS", "URL", "IP_ADDRESS", "COORDINATES"),
    *("UK_NHS", "UK_NINO", "US_SSN", "US_ITIN", "US_EIN", "VAT_CODE", "BIC_CODE", "ABA_ROUTING_NUMBER"),
    *("UK_DRIVING_LICENCE", "MEDICAL_LICENSE", "IT_FISCAL_CODE", "ES_NIF", "ES_NIE", "FI_PERSONAL_IDENTITY_CODE"),
    *("IN_PAN", "SG_NRIC_FIN", "SE_PERSONNUMMER", "KR_RRN", "AU_TFN", "CA_SIN", "DE_TAX_ID", "IN_AADHAAR"),
    *("PL_PESEL", "TH_TNIN", "TR_NATIONAL_ID", "ZA_ID_NUMBER", "UK_PASSPORT", "US_PASSPORT", "PASSPORT"),
    *("US_DRIVER_LICENSE", "LICENSE_PLATE", "COMPANY_NUMBER", "NATIONAL_ID", "US_BANK_NUMBER"),
    *("PHONE_NUMBER", "AGE", "DATE_TIME", "CODE"),
)
"""Which kind speaks when two are found at the very same place: first those that only recognisers of the user's own
tell, for they were asked for, and last kinds that are not named."""

_RANK = dict.fromkeys(ENTITIES, len(MOST_SPECIFIC_FIRST)) | {
    entity: rank for rank, entity in enumerate(MOST_SPECIFIC_FIRST)
}
_OF_THE_USER = -1


def parse_entities(wanted: str, others: Collection[str] = ()) -> frozenset[str]:
    """Read a list of kinds as people write it: `all`, `none`, or names between commas, in any case.

    `others` are kinds that only recognisers of the user's own tell.

    Raises InvalidRequest for a name that is not known; the message names the nearest.

    >>> sorted(parse_entities("email_address, US_SSN"))
    ['EMAIL_ADDRESS', 'US_SSN']
    """
    known = {name.upper(): name for name in (*others, *ENTITIES)}
    names = [name.strip().upper() for name in wanted.split(",") if name.strip()]
    if names == ["ALL"]:
        return frozenset(known.values())
    if names == ["NONE"]:
        return frozenset()
    if not names:
        raise InvalidRequest(PersonalKindsMissing())
    for name in names:
        if name not in known:
            nearest = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
            hint = nearest[0] if nearest else None
            raise InvalidRequest(PersonalKindUnknown(name, hint, tuple(known.values())))
    return frozenset(known[name] for name in names)


def unchecked_warnings(
    entities: Collection[str], others: Collection[str] = (), *, names: bool = False
) -> tuple[Message, ...]:
    """Return warnings about wanted kinds that no recogniser finds; `names` means that a pipeline is used.

    `others` are found by other recognisers.
    """
    found = {*FOUND_BY_PATTERN, *FOUND_AS_NAMES, *others}
    missing = sorted(set(entities) - found) if DEFAULT_ENTITIES - set(entities) else []
    unread = () if names or NAMES.isdisjoint(entities) else (NamesNotChecked(),)
    return (*unread, *map(KindNotChecked, missing))


IsCommon = Callable[[str], bool]
"""Tells whether a word in small letters is an ordinary word."""


def may_be_common(word: str) -> bool:
    """Take every word for an ordinary one, where no list of words is at hand."""
    del word
    return True


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A value that is personal data everywhere, and the reason; found outside the text, or on a list."""

    entity: str
    phrase: Phrase
    score: float
    why: Message


def find_personal_data(
    document: Document,
    entities: Collection[str] = DEFAULT_ENTITIES,
    recognisers: Sequence[Recogniser] = RECOGNISERS,
    names: Sequence[Sequence[Sequence[PatternMatch]]] = (),
    known: Sequence[KnownValue] = (),
    is_common: IsCommon = may_be_common,
) -> tuple[Finding, ...]:
    """Find personal data in every block of every story, those that do not count included.

    `names` are what a pipeline has found in each block of each story, `known` what must be found besides.

    Of values at one place the longest stays, then the most specific (MOST_SPECIFIC_FIRST). A value found once
    is found wherever its normal form stands, so that "123456789" is as known without its label as with it; but
    what was told by its context alone ("two years", "a teacher") is found only where it is told, or stands between
    the same words.
    """
    recognised = _recognised(document, entities, recognisers, is_common)
    found = [*recognised, *_named(document, entities, names, recognised, is_common)]
    numbers = _numbers(recognised)
    listed = _ended_at_numbers(_listed(document, known), numbers, is_common)
    here = merge_adjacent(document, _settled(document, [*found, *listed]))
    again = _ended_at_numbers(_again(document, here), numbers, is_common)
    return merge_adjacent(document, _settled(document, [*here, *again, *found_in_same_context(document, here)]))


NOT_OUTSIDE = frozenset({"DATE_TIME", "URL", "IP_ADDRESS"})
"""Kinds that are looked for outside the text only where a label tells them (`told_outside`): there, dates and
addresses are mostly settings of Word's own."""


def find_personal_data_outside(
    texts: Iterable[str],
    entities: Collection[str] = DEFAULT_ENTITIES,
    recognisers: Sequence[Recogniser] = RECOGNISERS,
) -> tuple[tuple[str, str], ...]:
    """Return the distinct personal data, by kind and value, of texts outside the stories, such as links."""
    found = (
        (entity, value)
        for text in texts
        for recognise in recognisers
        for entity, value, said in _values(text, recognise)
        if entity in entities and (entity not in NOT_OUTSIDE or told_outside(entity, value, said))
    )
    return tuple(dict.fromkeys(found))


_MAIL = "EMAIL_ADDRESS"


def _values(text: str, recognise: Recogniser) -> Iterator[tuple[str, str, str]]:
    """Yield the kind and the value of each match, and the reading of the text that has it."""
    yield from ((match.entity, match.span.of(text), text) for match in recognise(text))
    if (decoded := decoded_links(text)) is not None:
        yield from ((*each, decoded.text) for each in decoded.values(recognise))
    if (disguised := disguised_addresses(text)) is not None:
        yield from ((*each, disguised.text) for each in disguised.values(recognise) if each[0] == _MAIL)


_SURE_OUTSIDE = 0.8


def full_names(
    texts: Sequence[str], names: Sequence[Sequence[PatternMatch]], entities: Collection[str] = DEFAULT_ENTITIES
) -> tuple[KnownValue, ...]:
    """Return the distinct names in texts outside the stories, so far as they are certain.

    Such texts are short and often Word's own ("Table Grid"), so only names of two or more capitalised words count.
    """
    found: dict[str, KnownValue] = {}
    for text, matches in zip(texts, names, strict=True):
        for match in matches:
            name = match.span.of(text)
            sure = match.entity in _CALLED and match.entity in entities and match.score >= _SURE_OUTSIDE
            words = [word for word in name.split() if word[0].isalpha()]
            if sure and sum(word[0].isupper() for word in words) > 1 and not any(map(str.isdigit, name)):
                phrase = Phrase(name)
                found.setdefault(phrase.key, KnownValue(match.entity, phrase, match.score, match.why))
    return tuple(found.values())


def _settled(document: Document, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Block by block in the order of the document, and at equal places the most specific kind first."""
    order = {(story.part, story.kind, block.ordinal): i for i, (story, block) in enumerate(document.blocks())}

    def rank(finding: Finding) -> tuple[int, int, bool, float]:
        place = finding.place
        specific = _RANK.get(finding.entity, _OF_THE_USER)
        return order[place.part, place.kind, place.block], specific, finding.only_here, -finding.score

    return resolve_overlaps(sorted(findings, key=rank))


def _recognised(
    document: Document, entities: Collection[str], recognisers: Sequence[Recogniser], is_common: IsCommon
) -> list[Finding]:
    requested = [patterns_of(entities) if each is find_patterns else each for each in recognisers]
    # Cells and headings repeat, so that each text is searched once.
    texts = dict.fromkeys(block.text for _, block in document.blocks())
    found = {
        text: [(match, _stays(match.entity, match.span.of(text), is_common)) for match in matches]
        for text in texts
        if (matches := [each for each in _matches(text, requested) if each.entity in entities])
    }
    return [
        _finding(match, story, block, only_here=stays)
        for story, block in document.blocks()
        for match, stays in found.get(block.text, ())
    ]


def _matches(text: str, recognisers: Sequence[Recogniser]) -> Iterator[PatternMatch]:
    decoded, disguised = decoded_links(text), disguised_addresses(text)
    for recognise in recognisers:
        yield from recognise(text)
        yield from across_gaps(text, recognise, _TOLD_BY_DIGITS | {"DATE_TIME"})
        if decoded is not None:
            yield from decoded.matches(recognise)
        if disguised is not None:
            yield from (each for each in disguised.matches(recognise) if each.entity == _MAIL)


_TOLD_BY_CONTEXT = frozenset({"DATE_TIME", "AGE", "DEMOGRAPHIC", "QUANTITY", "HANDLE"})


def _stays(entity: str, text: str, is_common: IsCommon) -> bool:
    """Whether a value by template tells nothing elsewhere: the month in "until May" is a verb in "they may"."""
    return entity in _TOLD_BY_CONTEXT and not _tells_alone(entity, text, is_common)


def _named(
    document: Document,
    entities: Collection[str],
    names: Sequence[Sequence[Sequence[PatternMatch]]],
    recognised: Sequence[Finding],
    is_common: IsCommon,
) -> Iterator[Finding]:
    """What a pipeline tells around numbers; a name of one word wants its capital elsewhere ("Will", "Rose")."""
    numbers = _numbers(recognised) if names else {}
    for story, blocks in zip(document.stories, names, strict=False):
        for block, matches in zip(story.blocks, blocks, strict=True):
            taken = numbers.get((story.part, story.kind, block.ordinal), ())
            for match in matches:
                if match.entity not in entities:
                    continue
                for span in split_at_numbers(match.span, taken, block.text):
                    text = span.of(block.text)
                    piece, only_here = replace(match, span=span), not _tells_alone(match.entity, text, is_common)
                    yield _finding(piece, story, block, case_sensitive=_is_one_word(text), only_here=only_here)


_TOLD_BY_DIGITS = FOUND_BY_PATTERN - FOUND_AS_NAMES - {"URL", "AGE"}
"""Kinds whose values are no parts of names; a company may be called as its site is."""


def _numbers(recognised: Sequence[Finding]) -> dict[tuple[str, StoryKind, int], list[Span]]:
    """The values per block that names end at, ascending and apart."""
    numbers: dict[tuple[str, StoryKind, int], list[Span]] = {}
    for each in resolve_overlaps(each for each in recognised if each.entity in _TOLD_BY_DIGITS):
        place = each.place
        numbers.setdefault((place.part, place.kind, place.block), []).append(place.span)
    return numbers


def _ended_at_numbers(
    found: Iterable[Finding], numbers: Mapping[tuple[str, StoryKind, int], Sequence[Span]], is_common: IsCommon
) -> Iterator[Finding]:
    """End a name before, and begin it behind, a number or an address that it runs into.

    "Mbeki, Sarah" is Sarah Mbeki with the surname first, but not in "Sarah Mbeki, sarah.mbeki@northgate.example".
    """
    for each in found:
        place = each.place
        taken = numbers.get((place.part, place.kind, place.block), ()) if each.entity in FOUND_AS_NAMES else ()
        span = beside_numbers(place.span, taken)
        if span == place.span:
            yield each
        elif text := each.text[span.start - place.span.start : span.end - place.span.start].strip(_SIGNS):
            start = place.span.start + each.text.index(text, span.start - place.span.start)
            at = replace(place, span=Span(start, start + len(text)))
            only_here = each.only_here or not _tells_alone(each.entity, text, is_common)
            yield replace(each, text=text, place=at, case_sensitive=_is_one_word(text), only_here=only_here)


_SIGNS = " \t\n\u00a0,;:<(["
"""What stands between a name and a number."""


_WORDS_OWN = frozenset(
    {
        *(
            "microsoft",
            "microsoft office",
            "microsoft word",
            "microsoft excel",
            "microsoft windows",
            "word",
            "excel",
        ),
        *("office", "windows", "adobe", "times new roman", "arial", "calibri", "cambria", "helvetica", "verdana"),
    }
)
"""Names that programs write into files: in the text they go, but nobody can promise that a file is without them."""
_CALLED = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SHORTEST_NAME = 3
_SHORTEST_IN_SMALL_LETTERS = 4
_MIN_DIGITS = 4


def _tells_alone(entity: str, text: str, is_common: IsCommon) -> bool:
    """Whether the same words are the same datum elsewhere: names are, unless like a word; numbers, unless short.

    A year is a year wherever somebody says so, else a number of things, and in files a part of many dates. A name
    in small letters ("kestrelux", "@kestrelux") is like a word if it is a common one.
    """
    if _YEAR.fullmatch(text):
        return False
    if sum(char.isdigit() for char in text) >= _MIN_DIGITS:
        return True
    if normal_form(text) in _WORDS_OWN:
        return False
    if entity == HANDLE and not text.startswith("@"):
        return bool(_OF_SEVERAL_WORDS.search(text))
    letters = sum(map(str.isalpha, text))
    if entity == HANDLE or (_is_one_word(text) and not any(map(str.isupper, text))):
        uncommon = not any(map(is_common, _WORDS.findall(text.lower())))
        return entity in (HANDLE, *_CALLED) and letters >= _SHORTEST_IN_SMALL_LETTERS and uncommon
    return entity in _CALLED and letters >= _SHORTEST_NAME


_WORDS = re.compile(r"[^\W_]+")
_OF_SEVERAL_WORDS = re.compile(r"[^\W_](?:[^\w]|_)+[^\W_]")
"""The account of a person in a path: sarah.mbeki, Sarah Mbeki; or the folder with it."""


def _is_one_word(text: str) -> bool:
    return len(text.split()) == 1


def _listed(document: Document, known: Sequence[KnownValue]) -> Iterator[Finding]:
    if not known:
        return
    phrases = PhraseIndex.of_spellings((each.phrase for each in known), lambda i: known[i].entity == PERSON)
    for story, block in document.blocks():
        for i, span in phrases.find(block.text):
            match = PatternMatch(known[i].entity, span, known[i].score, known[i].why)
            yield _finding(match, story, block, case_sensitive=known[i].phrase.case_sensitive)


def _again(document: Document, found: Iterable[Finding]) -> Iterator[Finding]:
    """The same values and their parts wherever else they stand, in the order of the document.

    People are also looked for surname first.
    """
    found = [one for each in found for one in (each, *each.parts)]
    forms = [normal_form(each.text) for each in found]
    firm = {form: each for form, each in zip(reversed(forms), reversed(found), strict=True) if not each.only_here}
    in_any_case = {form for form, each in zip(forms, found, strict=True) if not each.case_sensitive}
    known = [
        KnownValue(each.entity, Phrase(each.text, case_sensitive=form not in in_any_case), each.score, each.why)
        for form, each in firm.items()
    ]
    people = (each for each in known if each.entity == PERSON)
    turned = [replace(each, phrase=Phrase(name)) for each in people for name in other_orders(each.phrase.text)]
    return _listed(document, [*known, *turned])


def _finding(
    match: PatternMatch, story: Story, block: Block, *, case_sensitive: bool = False, only_here: bool = False
) -> Finding:
    return Finding(
        FindingKind.PERSONAL,
        match.entity,
        match.span.of(block.text),
        Place(story.part, story.kind, block.ordinal, match.span),
        match.score,
        match.why,
        case_sensitive=case_sensitive,
        only_here=only_here,
    )
