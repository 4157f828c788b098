"""Group findings into the suggestions that a person decides on."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from backend.detection.finding import Finding, FindingKind
from backend.document.model import Place
from backend.document.phrases import normal_form
from backend.document.tokens import tokens
from backend.messages.message import Message

_SHORTENED = frozenset(("PERSON", "ORGANIZATION"))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One term in all its places and spellings, and why it should be redacted.

    `term` is its most frequent spelling; for a phrase, that of the complete phrase. `spellings` are all spellings,
    for a phrase also those of its words, and for joined findings also those of their parts: each of them must be
    redacted wherever it stands. A term that is
    recognised by its context alone has no spellings. `from_level`, `score` and `why` come from its findings.
    `places` are in document order and include text that does not count (deletions, copies).
    """

    id: str
    term: str
    spellings: tuple[str, ...]
    kind: FindingKind
    entity: str
    from_level: int | None
    score: float
    why: Message
    places: tuple[Place, ...]
    is_word: bool
    case_sensitive: bool

    @property
    def count(self) -> int:
        """The occurrences of the term in the document and embedded files, without deletions and copies."""
        return sum(not place.kind.repeats for place in self.places)


def suggestion_id(kind: FindingKind, entity: str, term: str) -> str:
    """Return the stable id of a suggestion: the same term of the same kind has the same id in every document.

    >>> suggestion_id(FindingKind.CLIENT, "TERM", "Retail") == suggestion_id(FindingKind.CLIENT, "TERM", "retail")
    True
    """
    return id_of_normal_form(kind, entity, normal_form(term))


def id_of_normal_form(kind: FindingKind, entity: str, term: str) -> str:
    """Return the id as `suggestion_id` does, for a term in normal form."""
    return id_after(id_prefix(kind, entity), term)


def id_prefix(kind: FindingKind, entity: str) -> bytes:
    """Return what is hashed for an id before the term."""
    return f"{kind}\0{entity}\0".encode()


def id_after(prefix: bytes, term: str) -> str:
    """Return the id of a term in normal form, given `id_prefix`."""
    return hashlib.sha256(prefix + term.encode()).hexdigest()[:16]


def group_findings(findings: Iterable[Finding]) -> tuple[Suggestion, ...]:
    """Group findings by their text, in the order of their first places."""
    groups: dict[str, list[Finding]] = defaultdict(list)
    ids: dict[tuple[FindingKind, str, str], str] = {}  # most findings say what one before them has said
    for finding in findings:
        key = finding.kind, finding.entity, " ".join(finding.phrase) or finding.text
        if key not in ids:
            ids[key] = suggestion_id(*key)
        groups[ids[key]].append(finding)
    return tuple(_suggestion(name, group) for name, group in groups.items())


def with_short_names(
    suggestions: Iterable[Suggestion], short: Mapping[str, tuple[str, ...]]
) -> tuple[Suggestion, ...]:
    """Return the suggestions with the short forms of names, by normal form, as spellings of theirs.

    A form that is a term of its own stays with that term.
    """
    listed = tuple(suggestions)
    spelled = {normal_form(spelling) for each in listed for spelling in each.spellings}
    extended = []
    for each in listed:
        names = (
            [normal_form(spelling) for spelling in each.spellings] if short and each.entity in _SHORTENED else []
        )
        more = [form for name in names for form in short.get(name, ()) if normal_form(form) not in spelled]
        spelled.update(map(normal_form, more))
        extended.append(replace(each, spellings=(*each.spellings, *more)) if more else each)
    return tuple(extended)


def _suggestion(name: str, group: list[Finding]) -> Suggestion:
    spellings = Counter(finding.text for finding in group)
    everywhere = dict.fromkeys(finding.text for finding in group if not finding.only_here)
    parts = (part for finding in group for part in finding.parts if not part.only_here)
    joined = (part.text for part in parts if group[0].is_word or not part.is_word)
    words = (word for text in everywhere if group[0].is_word for word in _words(text))
    first = group[0]
    levels = [finding.from_level for finding in group if finding.from_level is not None]
    return Suggestion(
        id=name,
        term=_in_full(spellings) if first.is_word else spellings.most_common(1)[0][0],
        spellings=tuple(dict.fromkeys((*everywhere, *joined, *words))),
        kind=first.kind,
        entity=first.entity,
        from_level=min(levels, default=None),
        score=max(finding.score for finding in group),
        why=first.why,
        places=tuple(finding.place for finding in group),
        is_word=first.is_word,
        case_sensitive=all(finding.case_sensitive for finding in group),
    )


def _in_full(spellings: Counter[str]) -> str:
    """Return the most frequent of the spellings with the most words; a phrase may be broken over two lines."""
    fullest = next(iter(spellings))
    if len(spellings) > 1:  # mostly there is one, and its words need not be counted
        fullest = max(spellings, key=lambda text: (len(_words(text)), spellings[text]))
    return " ".join(fullest.split())


def _words(text: str) -> list[str]:
    return [text[token.start : token.end] for token in tokens(text)]
