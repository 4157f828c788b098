"""Personal data in a document: recognised, without overlaps, and found again wherever the same value stands."""

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence

from backend.detection.finding import Finding, FindingKind
from backend.detection.patterns import FOUND_BY_PATTERN, find_patterns
from backend.detection.settle import settled
from backend.detection.template import Recogniser
from backend.document.lookup import Phrases
from backend.document.model import Block, Document, Place, Story
from backend.document.phrases import Phrase, normal_form
from backend.document.placeholders import ENTITIES
from backend.document.spans import Span
from backend.errors import InvalidRequest

RECOGNISERS: tuple[Recogniser, ...] = (find_patterns,)

DEFAULT_ENTITIES = frozenset(ENTITIES)
"""What `all` means: every kind that Unsaid tells apart."""

NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
NAMES_NOT_CHECKED = "names not checked: this version finds personal data by how it is written, not names or places"

MOST_SPECIFIC_FIRST = (
    *("EMAIL_ADDRESS", "IBAN_CODE", "CREDIT_CARD", "CRYPTO", "MAC_ADDRESS", "URL", "IP_ADDRESS"),
    *("UK_NHS", "UK_NINO", "US_SSN", "US_ITIN", "US_EIN", "VAT_CODE", "BIC_CODE", "DATE_TIME", "PHONE_NUMBER"),
)
"""Which kind speaks when two are found at the very same place; kinds that are not named come last."""

_RANK = {entity: rank for rank, entity in enumerate(MOST_SPECIFIC_FIRST)}


def parse_entities(wanted: str) -> frozenset[str]:
    """Read a list of kinds as people write it: `all`, `none`, or names between commas, in any case.

    Raises InvalidRequest for a name that is not known; the message names the nearest.

    >>> sorted(parse_entities("email_address, US_SSN"))
    ['EMAIL_ADDRESS', 'US_SSN']
    """
    names = [name.strip().upper() for name in wanted.split(",") if name.strip()]
    if names == ["ALL"]:
        return DEFAULT_ENTITIES
    if names == ["NONE"]:
        return frozenset()
    if not names:
        raise InvalidRequest("no kind of personal data is named; use 'all', 'none' or a list such as US_SSN,URL")
    for name in names:
        if name not in ENTITIES:
            nearest = difflib.get_close_matches(name, ENTITIES, n=1, cutoff=0.5)
            hint = f"; did you mean {nearest[0]}?" if nearest else ""
            raise InvalidRequest(f"unknown kind of personal data '{name}'{hint} (known: {', '.join(ENTITIES)})")
    return frozenset(names)


def not_checked(entities: Collection[str]) -> tuple[str, ...]:
    """Warnings about wanted kinds that the recognisers of this version do not find."""
    missing = sorted(set(entities) - FOUND_BY_PATTERN - NAMES) if set(entities) != DEFAULT_ENTITIES else []
    names = (NAMES_NOT_CHECKED,) if NAMES & set(entities) else ()
    return names + tuple(f"{entity} not checked: this version has no recogniser for it" for entity in missing)


def find(
    document: Document,
    entities: Collection[str] = DEFAULT_ENTITIES,
    recognisers: Sequence[Recogniser] = RECOGNISERS,
) -> tuple[Finding, ...]:
    """Find personal data in every block of every story, those that do not count included.

    Of values at one place the longest stays, then the most specific (MOST_SPECIFIC_FIRST). A value found once
    is found wherever its normal form stands, so that "123456789" is as known without its label as with it.
    """
    found = _settled(document, _recognised(document, entities, recognisers))
    return _settled(document, [*found, *_again(document, found)])


SURE_OUTSIDE = DEFAULT_ENTITIES - {"DATE_TIME", "URL", "IP_ADDRESS"}
"""Kinds that are looked for outside the text too. There, dates and addresses are mostly settings of Word's own."""


def find_outside(
    texts: Iterable[str],
    entities: Collection[str] = DEFAULT_ENTITIES,
    recognisers: Sequence[Recogniser] = RECOGNISERS,
) -> tuple[tuple[str, str], ...]:
    """Kind and value of personal data in texts that are no stories (link targets, alt texts, charts), each once."""
    wanted = SURE_OUTSIDE.intersection(entities)
    found = (
        (match.entity, match.span.of(text))
        for text in texts
        for recognise in recognisers
        for match in recognise(text)
        if match.entity in wanted
    )
    return tuple(dict.fromkeys(found))


def _settled(document: Document, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Block by block in the order of the document, and at equal places the most specific kind first."""
    order = {(story.part, story.kind, block.ordinal): i for i, (story, block) in enumerate(document.blocks())}

    def rank(finding: Finding) -> tuple[int, int, float]:
        place = finding.place
        specific = _RANK.get(finding.entity, len(_RANK))
        return order[place.part, place.kind, place.block], specific, -finding.score

    return settled(sorted(findings, key=rank))


def _recognised(document: Document, entities: Collection[str], recognisers: Sequence[Recogniser]) -> list[Finding]:
    return [
        _finding(match.entity, story, block, match.span, match.score, match.why)
        for story, block in document.blocks()
        for recognise in recognisers
        for match in recognise(block.text)
        if match.entity in entities
    ]


def _again(document: Document, found: Sequence[Finding]) -> Iterator[Finding]:
    """The same values wherever else they stand, in the order of the document."""
    known = tuple({normal_form(finding.text): finding for finding in reversed(found)}.values())
    phrases = Phrases.of(Phrase(finding.text) for finding in known)
    for story, block in document.blocks():
        for i, span in phrases.find(block.text):
            yield _finding(known[i].entity, story, block, span, known[i].score, known[i].why)


def _finding(entity: str, story: Story, block: Block, span: Span, score: float, why: str) -> Finding:
    place = Place(story.part, story.kind, block.ordinal, span)
    return Finding(FindingKind.PERSONAL, entity, span.of(block.text), place, score, why)
