"""A file that was redacted elsewhere is held to the policy too, whatever its report and its request leave out.

Documents, policies, lists and requests are drawn at random. What each document holds is known from how it is made.
"""

import random
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import pytest
import spacy
from spacy.pipeline import EntityRuler

from backend.detection.custom.lists import TermLists, TermRules
from backend.detection.custom.recognisers import CustomRecogniser, CustomSearch, Expression
from backend.detection.pii import parse_entities
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedStrings
from backend.learning.train import train
from backend.redaction.review_policy import EVERY_KIND, ReviewPolicy
from backend.reporting.outcome import Outcome, OutcomeStatus
from backend.reporting.report import Expected, RequestRecord
from backend.services.redaction.recompute import Recompute
from backend.services.redaction.verify import judge_content, verify_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.policy_book import PolicyBook
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import Purpose, resolve
from tests.services.drawn_clients import counted, document_of

CASES = 100
CLIENT, NAME = "Alder", "letter.txt"
PERSON = "Ann Okafor"
OF_EVERYONE, OF_CLIENT = "NIGHTINGALE_NUMBER", "ROOKERY_NUMBER"
VALUES = {
    "EMAIL_ADDRESS": "bo@halden.example",
    "PHONE_NUMBER": "020 7946 0321",
    "PERSON": PERSON,
    OF_EVERYONE: "NG-1734",
    OF_CLIENT: "RK-2812",
}
ENGLISH = "They would not have had this without him and the others, who were there before all of them."
GERMAN = "Der Vertrag wird von beiden Parteien nicht vor dem Ende des Jahres gekündigt, so wie es allen recht ist."


def recogniser(kind, letters):
    return CustomRecogniser(kind.lower(), kind, (Expression(rf"\b{letters}-[0-9]{{4}}\b", 0.9),))


LISTS = TermLists(
    TermRules(recognisers=(recogniser(OF_EVERYONE, "NG"),)),
    {CLIENT.casefold(): TermRules(recognisers=(recogniser(OF_CLIENT, "RK"),))},
)


@pytest.fixture(scope="module")
def model():
    return train(counted()).model


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """A pipeline of rules that finds one name in English text."""
    nlp = spacy.blank("en")
    cast("EntityRuler", nlp.add_pipe("entity_ruler")).add_patterns([{"label": "PERSON", "pattern": PERSON}])
    folder = tmp_path_factory.mktemp("pipeline")
    nlp.to_disk(folder)
    return str(folder)


@dataclass(frozen=True)
class Case:
    """A document with what it holds, the policy, and the request."""

    text: str
    kinds: frozenset[str]
    is_english: bool
    policy: ReviewPolicy
    client: str | None
    k: int
    entities: frozenset[str]
    kept: tuple[Phrase, ...]
    reads_names: bool

    @property
    def faults(self):
        """What stands against the policy, by other means than the code's."""
        personal = self.policy.personal
        wanted = frozenset(VALUES) if EVERY_KIND in personal else personal
        sought = self.kinds - (set() if self.client else {OF_CLIENT})
        found = {kind for kind in sought & wanted if kind != "PERSON" or (self.is_english and self.reads_names)}
        if "PERSON" in wanted and not (self.is_english and self.reads_names):
            found.add("names not read")
        if self.policy.least_k > 1 and self.client is None:
            found.add("k")
        return found


def drawn(seed):
    """A case; most documents hold little, so that one fault does not hide another."""
    draw = random.Random(seed)  # noqa: S311 - cases, no secrets
    kinds = frozenset(draw.sample(sorted(VALUES), draw.choice((0, 1, 1, 2))))
    is_english = draw.random() < 0.7
    lines = [document_of("Birch"), *([ENGLISH] if is_english else [GERMAN]) * 4]
    lines += [f"There is {VALUES[kind]}." for kind in sorted(kinds)]
    known = sorted(VALUES)
    personal = frozenset(draw.choice(([], ["ALL"], ["ALL"], draw.sample(known, 1), draw.sample(known, 2))))
    asked = draw.choice(([], draw.sample(known, 2), sorted(parse_entities("all")), ["EMAIL_ADDRESS"], known))
    policy = ReviewPolicy(least_k=draw.choice((1, 1, 1, 2)), personal=personal)
    kept = tuple(Phrase(VALUES[kind]) for kind in kinds if draw.random() < 0.4)
    client = draw.choice((None, CLIENT))
    return Case("\n".join(lines), kinds, is_english, policy, client, 2, frozenset(asked), kept, draw.random() < 0.8)


def catalogue_of(case, model, pipeline):
    return Catalogue(
        model,
        lists=LISTS,
        policies=PolicyBook((case.policy, "default@1")),
        pipeline=pipeline if case.reads_names else None,
    )


def verified(case, model, pipeline):
    """As the pane asks, with a report that says as little as it can."""
    content = case.text.encode()
    expected = Expected(RedactedStrings((), case.kept), pictures_accepted=True, left=case.kept)
    request = Request(
        case.client, k=case.k if case.client else None, entities=case.entities, terms=Terms((), case.kept)
    )
    resolved = resolve(request, catalogue_of(case, model, pipeline), Purpose.VERIFY)
    return judge_content(NAME, content, expected, verify_content(NAME, content, expected), resolved).outcome


def recomputed(case, model, pipeline):
    """As `unsaid verify` does, from an edited report."""
    content = case.text.encode()
    record = RequestRecord(case.entities, never=case.kept, left=case.kept)
    expected = Expected(
        RedactedStrings((), case.kept),
        pictures_accepted=True,
        outcome=Outcome(),
        left=case.kept,
        client=case.client,
        k=case.k,
        asked=record,
    )
    anew = Recompute(catalogue_of(case, model, pipeline))(
        NAME, content, expected, verify_content(NAME, content, expected)
    )
    return replace(anew.outcome, unmet=tuple(row for row in anew.outcome.unmet if row.kind != "changed"))


@pytest.mark.parametrize("judge", [verified, recomputed])
def test_nothing_that_stands_against_the_policy_is_met(model, pipeline, judge):
    wrong, met = [], 0
    for seed in range(CASES):
        case = drawn(seed)
        outcome = judge(case, model, pipeline)
        if case.faults and outcome.status is not OutcomeStatus.NOT_MET:
            wrong.append((seed, sorted(case.faults)))
        met += outcome.status is not OutcomeStatus.NOT_MET
    assert not wrong
    assert met > CASES // 10


def test_what_a_recogniser_has_not_searched_to_the_end_is_not_met(model, pipeline, monkeypatch):
    every_kind = ReviewPolicy(personal=frozenset({EVERY_KIND}))
    case = replace(drawn(0), text=ENGLISH, policy=every_kind, client=None, kept=(), reads_names=True)
    assert verified(case, model, pipeline).status is OutcomeStatus.MET
    monkeypatch.setattr("backend.services.terms.personal_data.CustomSearch", partial(CustomSearch, seconds=0))
    assert [row.kind for row in verified(case, model, pipeline).unmet] == ["not_examined"]
