"""The broader forms that may stand for the suppressed terms of a document, worded for each of their places."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from backend.blocking.generalisation import OfferedForm
from backend.blocking.hiding_program import WordsAndForms
from backend.document.forms import forms
from backend.document.model import Document, Place, Replacement, StoryKind
from backend.document.placeholders import is_placeholder
from backend.document.spans import Span, SpanCover
from backend.document.tokens import terms
from backend.generalisation.corpus_words import CorpusWords
from backend.generalisation.senses import leading_meaning
from backend.generalisation.wording import Wording, worded
from backend.redaction.plan import RedactionPlan
from backend.review.suggestions import Suggestion
from backend.taxonomy.broader import Broader, Kind
from backend.taxonomy.taxonomy import Taxonomy

BlockKey = tuple[str, StoryKind, int]

_TELLS = 0.5
"""The share of the information of its term that a form must tell. "Content" for a goal tells a reader nothing."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A broader form for a suppressed term: what would stand in each place where the sentence allows it.

    `replaced` are the replacements by placeholders that it takes the place of, `replacements` those by its words;
    both are in the same order. `worth` are the bits of information of all places that count.
    """

    suggestion: Suggestion
    form: Broader
    replaced: tuple[Replacement, ...]
    replacements: tuple[Replacement, ...]
    worth: float


@dataclass(frozen=True, slots=True, eq=False)
class OfferMaker:
    """Finds the broader forms that may stand in a document for the terms of a plan.

    Nouns of the client alone are generalised: personal data and terms that someone asked to redact are suppressed.
    A form is offered only where at least `k` clients could hold it, and where it contains nothing that has to be
    redacted.
    """

    document: Document
    planned: RedactionPlan
    taxonomy: Taxonomy
    corpus: CorpusWords
    k: int

    def offers(self) -> Iterator[Offer]:
        """Yield the offers for all terms that may be generalised; narrow forms of a term come before broad ones."""
        at = self._replacements_of_terms()
        texts = {(story.part, story.kind, block.ordinal): block.text for story, block in self.document.blocks()}
        covers = self._covers()
        for row in self.planned.suppressed:
            suggestion, here = row.suggestion, at.get(row.suggestion.id, ())
            if suggestion.entity != Kind.WORD or not here:
                continue
            chosen = leading_meaning(self.taxonomy.meanings(suggestion.term, Kind.WORD))
            for form in () if chosen is None else chosen.broader:
                if self._may_stand(form, suggestion.term):
                    yield from self._offer(suggestion, form, here, texts, covers)

    def _replacements_of_terms(self) -> Mapping[str, list[Replacement]]:
        """The placeholders of each term that cover exactly its place, by the id of its suggestion.

        Where people have written something of their own, that stays.
        """
        by_place = {place: row.suggestion.id for row in self.planned.suppressed for place in row.suggestion.places}
        found: dict[str, list[Replacement]] = defaultdict(list)
        for each in self.planned.replacements:
            if each.place in by_place and is_placeholder(each.placeholder):
                found[by_place[each.place]].append(each)
        return found

    def _covers(self) -> Mapping[BlockKey, SpanCover]:
        spans: dict[BlockKey, list[Span]] = defaultdict(list)
        for each in self.planned.replacements:
            spans[each.place.part, each.place.kind, each.place.block].append(each.place.span)
        return {key: SpanCover(some) for key, some in spans.items()}

    def _may_stand(self, form: Broader, term: str) -> bool:
        """Whether enough clients could say a form, it still tells something, and nothing redacted is in it."""
        says_enough = self.corpus.bits_of_form(form, term) >= _TELLS * self.corpus.bits(term)
        could_say = self.corpus.clients_that_could_say(form) >= self.k
        return says_enough and could_say and not self._has_redacted(form.text)

    def _is_said(self, word: str) -> bool:
        return self.corpus.speakers(word) >= self.k

    def _has_redacted(self, text: str) -> bool:
        return any(True for _ in self.planned.strings.find(text))

    def _offer(
        self,
        suggestion: Suggestion,
        form: Broader,
        here: Sequence[Replacement],
        texts: Mapping[BlockKey, str],
        covers: Mapping[BlockKey, SpanCover],
    ) -> Iterator[Offer]:
        replaced, replacements, bits = [], [], 0.0
        for each in here:
            place = each.place
            key = place.part, place.kind, place.block
            wording = worded(texts[key], place.span.start, place.span.end, form, self._is_said)
            if wording is None or not _is_free(wording, place, covers[key]) or self._has_redacted(wording.text):
                continue
            span = Span(wording.start, wording.end)
            replaced.append(each)
            replacements.append(Replacement(Place(*key, span), wording.text))
            if place.kind.counted:
                bits += self.corpus.bits_of_form(form, texts[key][place.span.start : place.span.end])
        if replaced:
            yield Offer(suggestion, form, tuple(replaced), tuple(replacements), bits)


def _is_free(wording: Wording, place: Place, cover: SpanCover) -> bool:
    """Tell whether what a wording takes beside the term itself is touched by no other replacement."""
    beside = ((wording.start, place.span.start), (place.span.end, wording.end))
    return not any(cover.overlaps(Span(*ends)) for ends in beside if ends[0] < ends[1])


def offered_form(offer: Offer, term: int, first_blocks: AbstractSet[BlockKey]) -> OfferedForm:
    """Return an offer as the program sees it: the words and forms that it adds, also to the beginning.

    `first_blocks` are those in which the beginning is that some attackers read alone.
    """
    counted = [each for each in offer.replacements if each.place.kind.counted]
    first = [each for each in counted if block_of(each.place) in first_blocks]
    return OfferedForm(term, offer.worth, _added(counted), _added(first))


def block_of(place: Place) -> BlockKey:
    """Return the block of a place."""
    return place.part, place.kind, place.block


def _added(replacements: Sequence[Replacement]) -> WordsAndForms:
    words: Counter[str] = Counter()
    written: Counter[str] = Counter()
    for text, times in Counter(each.placeholder for each in replacements).items():
        for word, count in Counter(terms(text)).items():
            words[word] += count * times
        for form, count in Counter(forms(text)).items():
            written[form] += count * times
    return WordsAndForms(words, written)
