"""Generalise: take broader forms for the suppressed terms of a plan, as many as every requirement lets stand."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from backend.blocking.confusability import from_word_counts
from backend.blocking.generalisation import take_forms
from backend.blocking.hiding_program import HidingGoal, HidingProblem
from backend.blocking.objectives import Objective
from backend.document.forms import forms
from backend.document.model import Document, Replacement
from backend.document.tokens import terms
from backend.generalisation.corpus_words import CorpusWords, corpus_words
from backend.learning.counts import BEGINNING
from backend.redaction.plan import GeneralisedTerm, RedactionPlan
from backend.services.analysis.analyse import Analysis, beginning_in
from backend.services.generalisation.offers import BlockKey, Offer, OfferMaker, block_of, offered_form
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.residual_text import ResidualText
from backend.taxonomy.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True, eq=False)
class Generaliser:
    """The offers for the terms of a plan, and the program that chooses among them.

    Each call of `plan` may use less room of the constraints, so that what a check of the written file refuses can
    be tried again with fewer broader forms.
    """

    planned: RedactionPlan
    offers: tuple[Offer, ...]
    problem: HidingProblem | None
    goal: HidingGoal | None
    first_blocks: AbstractSet[BlockKey]
    lost_bits: float = 0.0

    @classmethod
    def of(
        cls,
        document: Document,
        planned: RedactionPlan,
        analysis: Analysis,
        request: EffectiveRequest,
        taxonomy: Taxonomy,
    ) -> "Generaliser":
        """Find what may stand for the terms of a plan in a document.

        Without a client nothing tells how frequent words are, so nothing is offered.
        """
        subject = request.subject
        if subject is None or analysis.choice is None:
            return cls(planned, (), None, None, frozenset())
        corpus = corpus_words(subject.model, taxonomy.nouns)
        left = ResidualText.without(document, (each.place for each in planned.replacements)).document
        offers = tuple(OfferMaker(document, planned, taxonomy, corpus, subject.k).offers())
        problem, goal = _problem(left, request), _goal(document, analysis, request)
        lost = _lost_bits(document, planned, corpus)
        return cls(planned, offers, problem, goal, _first_blocks(left), lost)

    def plan(self, room: float = 1.0) -> RedactionPlan:
        """Return the plan with the broader forms that are worth most within that share of the room."""
        if self.problem is None or self.goal is None or not self.offers:
            return self.planned
        numbers: dict[str, int] = {}
        offered = [
            offered_form(each, numbers.setdefault(each.suggestion.id, len(numbers)), self.first_blocks)
            for each in self.offers
        ]
        taken = take_forms(self.problem, self.goal, offered, room)
        return with_offers(self.planned, [self.offers[place] for place in taken.forms], self.lost_bits)


def with_offers(planned: RedactionPlan, taken: Sequence[Offer], lost_bits: float) -> RedactionPlan:
    """Return a plan in which these offers stand for the placeholders that they replace."""
    instead: dict[Replacement, Replacement] = {
        old: new for each in taken for old, new in zip(each.replaced, each.replacements, strict=True)
    }
    fewer: Counter[str] = Counter()
    for each in taken:
        fewer[each.suggestion.id] += sum(not new.place.kind.repeats for new in each.replacements)
    return replace(
        planned,
        replacements=tuple(instead.get(each, each) for each in planned.replacements),
        suppressed=tuple(replace(row, count=row.count - fewer[row.suggestion.id]) for row in planned.suppressed),
        generalised=tuple(
            GeneralisedTerm(each.suggestion, each.form, each.replacements, each.worth) for each in taken
        ),
        lost_bits=lost_bits,
    )


def _problem(left: Document, request: EffectiveRequest) -> HidingProblem | None:
    """The document with placeholders, as the program reads it."""
    subject = request.subject
    if subject is None:
        return None
    texts = left.counted_texts()
    said = Counter(word for text in texts for word in terms(text))
    return HidingProblem(
        model=subject.model,
        client=subject.client,
        said=said,
        original=from_word_counts(subject.model.by_client, said).scores(),
        defence=None if subject.defence is None else subject.defence.for_one_document(),
        utility=subject.utility_class,
        forms=Counter(form for text in texts for form in forms(text)),
        beginning=beginning_in(left),
    )


def _goal(document: Document, analysis: Analysis, request: EffectiveRequest) -> HidingGoal | None:
    """What the redaction has reached, and must still reach."""
    choice, subject = analysis.choice, request.subject
    if choice is None or subject is None:
        return None
    level = next((each for each in choice.levels if each.k == subject.k), None)
    among = None if level is None else level.among
    objective = (
        choice.objective if among is not None or choice.objective is not Objective.FLOOR else Objective.UNIFORM
    )
    hardness = None if subject.defence is None else subject.defence.hardness(request.selection.assurance)
    drawn = request.drawn(ResidualText.of(document, analysis.personal).document)
    return HidingGoal(subject.k, objective, hardness, among=among, drawn=drawn)


def _lost_bits(document: Document, planned: RedactionPlan, corpus: CorpusWords) -> float:
    """The information of what is replaced in the text that counts."""
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    counted = (each.place for each in planned.replacements if each.place.kind.counted)
    return sum(corpus.bits(texts[block_of(place)][place.span.start : place.span.end]) for place in counted)


def _first_blocks(left: Document) -> AbstractSet[BlockKey]:
    """The blocks that begin in the beginning of a document."""
    found, length = set(), 0
    for story, block in left.blocks():
        if story.kind.counted:
            if length >= BEGINNING:
                break
            found.add((story.part, story.kind, block.ordinal))
            length += len(block.text)
    return frozenset(found)
