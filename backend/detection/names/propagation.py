"""Propagate names: a name that is found once is found everywhere, with one label.

In the benchmark's training cases a person, a number or a date that is masked once is masked wherever the same words
stand (1,950 of 1,952 places), an organisation in 96 %, a place in 89 %: what speaks against are courts and
governments ("the Istanbul Administrative Court"), which are left out here, and what the pipeline passes over nearly
everywhere.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from backend.detection.names.defined_terms import short_names
from backend.detection.names.name_forms import (
    NAMES,
    NameForm,
    Person,
    Words,
    initials,
    name_forms,
    user_names,
    written_otherwise,
)  # fmt: skip
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.vocabulary import (
    CALENDAR,
    DETERMINERS,
    GROUPS,
    LETTERS_OF_BODIES,
    OF_A_STATE,
    SPEAKS,
)
from backend.detection.names.word_evidence import NameEvidence
from backend.messages.reasons import StandsLikeName

_SURE_ENOUGH = 0.6
"""A name below speaks for no other place."""
_DERIVED = 0.5
"""What a surname alone weighs beside the whole name when kinds are counted."""
_MAX_PASSED = 1
"""What is no person is found again unless it is passed over more than so often for each time that it is named."""
_MAX_WORDS = 8
_SHORTEST_SMALL = 4
"""Letters of a name of one word that is found in small letters too; shorter ones may be syllables."""
_LONGEST_TAIL = 4
"""How many words with a capital are looked at behind a name."""

_FOLLOWS_ONE_NAME = frozenset((" ", "-", ". ", ".", "\n", ", ", " & ", "  ", "_", "'", "’", " \n"))
_NOT_AFTER = frozenset("_/")
_NOT_BEFORE = re.compile(r"[+.]?@|_|\.[^\W_]")
"""What goes on as an address or a host name."""
_MIN_INITIALS = 3
_GLUES = frozenset("-_/&@")
"""What makes letters a part of something longer: "SND-12"."""
_INITIALS_END = re.compile(r"\.(?!\s?[A-Z])")
_WHY = StandsLikeName("named_elsewhere")


@dataclass(slots=True)
class _Known:
    """The forms of all names of a document."""

    votes: dict[Words, dict[str, float]] = field(default_factory=dict)
    forms: dict[Words, NameForm] = field(default_factory=dict)
    lengths: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    sources: Counter[Words] = field(default_factory=Counter)
    """How many found names can be written so."""
    defined: set[Words] = field(default_factory=set)
    """What the document says that something is called."""

    def add(self, form: NameForm, weight: float) -> None:
        """Take a form in; of two for the same words the surer one speaks, and either may allow more."""
        if len(form.words) > _MAX_WORDS:
            return
        self.sources[form.words] += 1
        votes = self.votes.setdefault(form.words, {})
        votes[form.entity] = votes.get(form.entity, 0.0) + weight * form.score
        other = self.forms.get(form.words)
        if other is not None:
            best = form if form.score > other.score else other
            careful = form.careful and other.careful
            form = best if best.careful == careful else replace(best, careful=careful)
        self.forms[form.words] = form
        self.lengths[form.words[0]].add(len(form.words))

    def entity(self, words: Words) -> str:
        """The kind that most findings suggest."""
        votes = self.votes[words]
        return max(votes, key=votes.__getitem__)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a form stands: words `start` up to `end` of a paragraph."""

    block: int
    start: int
    end: int
    form: NameForm


def propagate_names(blocks: Sequence[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """The paragraphs of a document with the names that are found elsewhere in it."""
    known = _known(blocks, evidence)
    if not known.forms:
        return list(blocks)
    passed: defaultdict[Words, list[_Place]] = defaultdict(list)
    for number, block in enumerate(blocks):
        taken = block.taken()
        for place in _places(number, block, known):
            seen = taken[place.start : place.end]
            if not (any(seen) if place.form.text else all(seen)):
                passed[place.form.words].append(place)
    found: defaultdict[int, list[NameSpan]] = defaultdict(list)
    for words, places in passed.items():
        entity = known.entity(words)
        certain = entity == "PERSON" or words in known.defined
        if certain or len(places) <= _MAX_PASSED * known.sources[words]:
            for place in places:
                found[place.block].append(_again(blocks[place.block], place, entity))
    return [_of_one_label(block.having(found[number]), known) for number, block in enumerate(blocks)]


def _again(block: NameParagraph, place: _Place, entity: str) -> NameSpan:
    return NameSpan(entity, block.starts[place.start], block.ends[place.end - 1], place.form.score, _WHY)


def _known(blocks: Sequence[NameParagraph], evidence: NameEvidence) -> _Known:
    known = _Known()
    persons: set[Person] = set()
    for block in blocks:
        for name in block.names:
            if name.score < _SURE_ENOUGH:
                continue
            for i, form in enumerate(name_forms(block, name, evidence)):
                _add(known, form, 1.0 if i == 0 else _DERIVED, evidence)
            for form in short_names(block, name, evidence):
                _add(known, form, 1.0, evidence)
                known.defined.add(form.words)
            if name.entity == "PERSON" and (person := Person.of(block, name)) is not None:
                persons.add(person)
    for form in _short_for(persons, evidence):
        known.add(form, _DERIVED)
    return known


def _add(known: _Known, form: NameForm, weight: float, evidence: NameEvidence) -> None:
    if form.text or form.careful:
        known.add(form, weight)
        return
    if len(form.words) == 1:
        telling = len(form.words[0]) >= _SHORTEST_SMALL and evidence.only_a_name(form.words[0])
    else:
        telling = not all(evidence.lexicon.common(word) for word in form.words) and bool(evidence.lexicon)
    for words in written_otherwise(form.words, in_lower_case=telling and form.entity == "PERSON"):
        known.add(NameForm(words, form.entity, form.score), weight)


def _short_for(persons: set[Person], evidence: NameEvidence) -> Iterator[NameForm]:
    """Initials, where they are those of one person alone, and user names; without dots if there are enough."""
    by_letters: defaultdict[str, set[Words]] = defaultdict(set)
    for person in persons:
        if letters := initials(person):
            by_letters[letters].add(tuple(word.casefold() for word in person.surname))
        for user in user_names(person):
            yield NameForm((user,), "PERSON", _SURE_ENOUGH)
    for letters, surnames in by_letters.items():
        if len(surnames) == 1:
            yield NameForm(tuple(letters), "PERSON", _SURE_ENOUGH, text=".".join(letters))
            known = evidence.ordinary(letters) or evidence.lexicon.of(letters) or letters in LETTERS_OF_BODIES
            if len(letters) >= _MIN_INITIALS and not known:
                yield NameForm((letters,), "PERSON", _SURE_ENOUGH, text=letters)


def _places(number: int, block: NameParagraph, known: _Known) -> Iterator[_Place]:
    words, lengths, i = block.words, known.lengths, 0
    while i < len(words):
        if words[i] in lengths:
            place = _place(number, block, i, known)
            if place is not None:
                yield place
                i = place.end
                continue
        i += 1


def _place(number: int, block: NameParagraph, start: int, known: _Known) -> _Place | None:
    for length in sorted(known.lengths[block.words[start]], reverse=True):
        end = start + length
        form = known.forms.get(block.words[start:end])
        if form is not None and len(form.words) == length and _stands(block, start, end, form):
            return _Place(number, start, end, form)
    return None


def _stands(block: NameParagraph, start: int, end: int, form: NameForm) -> bool:
    if form.text:
        return _stands_as_written(block, start, end, form.text)
    if not _is_one_name(block, start, end) or (form.careful and not _names_here(block, start, end)):
        return False
    if form.entity in ("LOCATION", "NRP", "ORGANIZATION") and _of_the_state(block, start, end):
        return False
    alone = form.entity in ("PERSON", "LOCATION") and end - start == 1
    return not (alone and _begins_a_group(block, end))


def _is_one_name(block: NameParagraph, start: int, end: int) -> bool:
    """Whether words stand together as those of a name do, and not inside an address, a host or a handle."""
    before, after = block.starts[start], block.ends[end - 1]
    if block.text[before - 1 : before] in _NOT_AFTER or _NOT_BEFORE.match(block.text, after):
        return False
    return all(block.gap(i) in _FOLLOWS_ONE_NAME for i in range(start, end - 1))


def _stands_as_written(block: NameParagraph, start: int, end: int, text: str) -> bool:
    first, last = block.starts[start], block.ends[end - 1]
    if block.text[first:last] != text:
        return False
    if end - start == 1 and start and block.words[start - 1].lower() in CALENDAR:
        return False  # the year of a longer date
    if text.isalpha():
        return _GLUES.isdisjoint((block.text[first - 1 : first], block.text[last : last + 1]))
    if not any(map(str.isdigit, text)):
        return _INITIALS_END.match(block.text, last) is not None
    inside_a_number = block.text[last : last + 1] in tuple(".,/") and block.text[last + 1 : last + 2].isdigit()
    after_a_number = block.text[first - 1 : first] in tuple(".,/") and block.text[first - 2 : first - 1].isdigit()
    return not ((inside_a_number or after_a_number) and text[-1:].isdigit())


def _names_here(block: NameParagraph, start: int, end: int) -> bool:
    """Whether an ordinary word with a capital can only be a name here."""
    follows = block.words[end] if end < len(block.words) and block.gap(end - 1) == " " else ""
    if follows in SPEAKS:
        return True
    if follows.isdigit():
        return False
    if not start or block.gap(start - 1) not in (" ", ", ") or follows == "of" or (follows and capital(follows)):
        return False
    before = block.words[start - 1]
    return before.islower() and before not in DETERMINERS


def _of_the_state(block: NameParagraph, start: int, end: int) -> bool:
    """Whether a place or a people stands for its state, or in the name of a court."""
    before = [word.lower() for word in block.words[max(0, start - 3) : start] if word.lower() != "the"]
    if before[-1:] == ["of"] and before[-2:-1] and before[-2] in OF_A_STATE:
        return True
    i = end
    while (
        i < len(block.words)
        and i - end < _LONGEST_TAIL
        and block.gap(i - 1) in (" ", "-")
        and capital(block.words[i])
    ):
        if block.words[i].lower() in OF_A_STATE:
            return True
        i += 1
    return False


def _begins_a_group(block: NameParagraph, end: int) -> bool:
    """Whether a word goes on as the name of something else: "Morgan Stanley Bank", "Ford Motor Company"."""
    i = end
    while i < len(block.words) and i - end < _LONGEST_TAIL and block.gap(i - 1) == " " and capital(block.words[i]):
        if block.words[i].lower() in GROUPS:
            return True
        i += 1
    return False


def _of_one_label(block: NameParagraph, known: _Known) -> NameParagraph:
    """The names of a paragraph under the label that most of their places in the document have."""
    return block.with_names(_relabelled(block, name, known) for name in block.names)


def _relabelled(block: NameParagraph, name: NameSpan, known: _Known) -> NameSpan:
    words = block.words_of(name) if name.entity in NAMES else ()
    entity = known.entity(words) if words in known.votes else name.entity
    return replace(name, entity=entity, why=_WHY) if entity in NAMES and entity != name.entity else name
