"""Client terms: the names of the client, and the words that the model suppresses."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from backend.detection.finding import Finding, FindingKind
from backend.document.entry_validation import searchable_part
from backend.document.model import Document, Place
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, without_equals
from backend.document.placeholders import CLIENT, TERM
from backend.document.spans import Span
from backend.document.tokens import terms, tokens
from backend.messages.message import Message
from backend.messages.reasons import NameOfClient

# The registers' forms of a company, as they stand at the end of a name; SEC names add a state: "CO INC /DE/".
_LEGAL_FORMS = (
    "inc|incorporated|corp|corporation|co|cos|company|companies|ltd|limited|llc|llp|lp|plc|ag|gmbh|kg|se|sa|sas|"
    "sarl|spa|srl|nv|bv|ab|as|asa|oy|oyj|aps|kk|pty|pte|bhd|holding|holdings|group|the|s\\.?p\\.?a|s\\.a|n\\.v|b\\.v|a/s"
)
# Not begun amid spaces and signs, since a long run would be tried from each of them.
_LEGAL_FORM = re.compile(rf"(?<![\s,&])[\s,&]++(?:{_LEGAL_FORMS})\.?\s*$", re.IGNORECASE)
_STATE = re.compile(r"(?<!\s)\s*+(?:[/\\][A-Z]{2,3}[/\\]?|\([^)]*+\))\s*+$")
_THE = re.compile(r"^the\s+", re.IGNORECASE)

_SHORTEST_VARIANT = 6
"""Letters and digits; shorter ones, joined, are words or other people's initials."""

_SHORTEST_WITHOUT_ACCENTS = 4
"""Letters and digits; shorter ones are other words without their accents."""

_ACCENT = re.compile("[\u0300-\u036f]")
_PLAIN = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
    | {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ı": "i", "ß": "ss", "ẞ": "SS"}
)
_WRITTEN_OUT = str.maketrans(
    {"ä": "ae", "Ä": "Ae", "ö": "oe", "Ö": "Oe", "ü": "ue", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa"}
)
"""As people and addresses write them where the letters are missing (German DIN 5007-2, Danish and Norwegian)."""

LEVEL_OF_NAMES = 2
"""At k = 1 nothing about the client is hidden; from k = 2 on its names always are."""


@dataclass(frozen=True, slots=True)
class ClientWord:
    """A word of the model that level `from_level` suppresses, its metric in nats, and the reason.

    `phrase` are the words of its term, including the word itself; a reviewer decides on them together.
    """

    from_level: int
    metric: float
    why: Message
    phrase: tuple[str, ...] = ()


def names_of(client: str, aliases: Iterable[str], ordinary: frozenset[str]) -> tuple[Phrase, ...]:
    """Every way a client is named: in full, without its legal form, with "and" for "&", as in an address or a path.

    A name of one word that is in `ordinary` (folded words that other clients' documents use too) is
    looked for with its capital only: "Target" is the company, "target" is not.

    >>> [phrase.text for phrase in names_of("Halden & Rook Ltd", (), frozenset())]
    ['Halden & Rook Ltd', 'Halden & Rook', 'Halden and Rook', 'Halden Rook', 'HaldenRook']
    """
    texts: dict[str, bool] = {}
    for name in filter(None, map(searchable_part, (client, *aliases))):
        short = without_legal_form(name)
        for text in (name, short, *_variants(short)):
            is_ordinary = _is_ordinary(text, ordinary)
            for spelling in (text, *_without_accents(text)):
                texts.setdefault(spelling, is_ordinary or _is_ordinary(spelling, ordinary))
    unique: dict[str, Phrase] = {}
    for text, is_ordinary in texts.items():
        if terms(text):
            phrase = Phrase(text, case_sensitive=is_ordinary)
            unique.setdefault(phrase.key, phrase)
    return tuple(unique.values())


def find_names(document: Document, names: Iterable[Phrase]) -> list[Finding]:
    """Find the client's names in every story."""
    return find_phrases(document, names, FindingKind.CLIENT, CLIENT, NameOfClient(), LEVEL_OF_NAMES)


def find_phrases(
    document: Document,
    phrases: Iterable[Phrase],
    kind: FindingKind,
    entity: str,
    why: Message,
    from_level: int | None = None,
) -> list[Finding]:
    """Find each phrase in every story; one finding for each place."""
    wanted = PhraseIndex.of_spellings(without_equals(phrases))
    findings = []
    for story, block in document.blocks():
        found = {span: position for position, span in reversed([*wanted.find(block.text)])}
        for span, position in sorted(found.items()):
            place = Place(story.part, story.kind, block.ordinal, span)
            cased = wanted.phrases[position].case_sensitive
            findings.append(Finding(kind, entity, span.of(block.text), place, 1.0, why, from_level, cased))
    return findings


def find_words(document: Document, words: Mapping[str, ClientWord]) -> list[Finding]:
    """Find every occurrence of the model's words, as the tokeniser sees them, in every story."""
    findings = []
    for story, block in document.blocks():
        for term, start, end in tokens(block.text):
            word = words.get(term)
            if word is not None:
                span = Span(start, end)
                place = Place(story.part, story.kind, block.ordinal, span)
                findings.append(
                    Finding(
                        FindingKind.CLIENT,
                        TERM,
                        span.of(block.text),
                        place,
                        score=word.metric,
                        why=word.why,
                        from_level=word.from_level,
                        phrase=word.phrase,
                    )
                )
    return findings


def _variants(name: str) -> tuple[str, ...]:
    """Other spellings; none of initials ("H&R"), which would be anybody's words ("HR", "h and r")."""
    words = re.findall(r"[^\W_]+", name)
    if len("".join(words)) < _SHORTEST_VARIANT:
        return ()
    swapped = re.sub(r"\s*&\s*", " and ", name) if "&" in name else re.sub(r"\band\b", "&", name)
    return swapped, " ".join(words), "".join(words)


def _without_accents(name: str) -> tuple[str, ...]:
    """The name as it is written without accents, in addresses too: "Müller" is "Muller" and "Mueller".

    None of initials, as in `_variants`.
    """
    if name.isascii() or sum(map(str.isalnum, name)) < _SHORTEST_WITHOUT_ACCENTS:
        return ()
    name = unicodedata.normalize("NFC", name)
    spellings = (_letters_alone(name), _letters_alone(name.translate(_WRITTEN_OUT)))
    return tuple(each for each in dict.fromkeys(spellings) if each != name)


def _letters_alone(name: str) -> str:
    """The name without the accents that Unicode takes for marks, and with those letters that hold one exchanged."""
    alone = _ACCENT.sub("", unicodedata.normalize("NFD", name.translate(_PLAIN)))
    return unicodedata.normalize("NFC", alone)


def without_legal_form(name: str) -> str:
    """Return the name of a company without its legal form.

    >>> without_legal_form("Corvid Logistics GmbH")
    'Corvid Logistics'
    """
    short = _THE.sub("", _STATE.sub("", name)).strip()
    while True:
        shorter = _LEGAL_FORM.sub("", short).strip(" ,&")
        if shorter in (short, ""):
            return short
        short = shorter


def _is_ordinary(text: str, ordinary: frozenset[str]) -> bool:
    words = terms(text)
    return len(words) == 1 and words[0] in ordinary
