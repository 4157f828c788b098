"""Documents of the sample with broader nouns in the places of terms: nothing that was asked for is lost."""

from dataclasses import replace
from pathlib import Path

import pytest

from backend.blocking.target_rank import RankKey
from backend.document.placeholders import PLACEHOLDER
from backend.document.tokens import terms
from backend.reporting.outcome import OutcomeStatus
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import SelectionOptions
from backend.taxonomy.written import parse
from backend.wiring.taxonomy import taxonomy
from tests.conftest import SAMPLE

K = 3
FILE = Path("Note 7.txt")
CLIENTS = ("Corvane Bank", "Dunmallow Foodstores", "Brightbasket")
WRITTEN = "stores > outlets\nbranches > outlets\nsavings > deposits\nmortgages > loans\nsalads > produce\n"


def text_of(client):
    return "\n".join(each.read_text() for each in sorted((SAMPLE / "corpus" / client).iterdir())[:2])


def redacted(model, client, **options):
    subject = Subject(model, model.find(client), K)
    broader = replace(taxonomy(), written=parse(WRITTEN, "list"))
    request = EffectiveRequest(subject, selection=SelectionOptions(None), taxonomy=broader, **options)
    return redact_content(FILE, FILE, text_of(client).encode(), request)


@pytest.fixture(scope="module")
def files(sample_model):
    """Each document with placeholders alone, and with broader nouns."""
    return {
        client: [redacted(sample_model, client, generalise=generalise) for generalise in (False, True)]
        for client in CLIENTS
    }


def test_broader_nouns_take_the_place_of_placeholders(files):
    counts = [[len(PLACEHOLDER.findall(each.content.decode())) for each in both] for both in files.values()]
    assert all(after <= before for before, after in counts)
    assert any(after < before for before, after in counts)


def test_the_outcome_holds_and_no_redacted_term_is_left(files):
    for suppressed, generalised in files.values():
        report = generalised.report
        assert report.outcome.status is suppressed.report.outcome.status is OutcomeStatus.MET
        assert report.k_reached >= K
        assert report.utility_after == suppressed.report.utility_after
        gone = {word for row in report.suppressed for text in row.suggestion.spellings for word in terms(text)}
        assert gone.isdisjoint(terms(generalised.content.decode()))


def test_unchanged_words_are_counted_alike(files):
    """A broader noun is no word that was kept, and an article that changes with it is none either."""
    for suppressed, generalised in files.values():
        assert 0 <= suppressed.report.kept_share - generalised.report.kept_share < 0.01


def test_the_counts_of_terms_are_those_of_the_placeholders(files):
    for both in files.values():
        for file in both:
            counted = sum(row.count for row in file.report.suppressed)
            assert counted == len(PLACEHOLDER.findall(file.content.decode()))


def test_a_drawn_rank_is_not_claimed_where_broader_nouns_change_it(sample_model):
    guesses = []
    for client in CLIENTS:
        before, after = (
            redacted(sample_model, client, generalise=each, rank_key=RankKey(b"key")) for each in (False, True)
        )
        assert before.report.rank_guess is not None
        if before.content != after.content:
            guesses.append(after.report.rank_guess)
    assert guesses
    assert set(guesses) == {None}


def test_nothing_is_generalised_where_nobody_decided_to_redact(sample_model):
    subject = Subject(sample_model, sample_model.find(CLIENTS[0]), K)
    request = EffectiveRequest(subject, taxonomy=taxonomy(), generalise=True)
    content = text_of(CLIENTS[0]).encode()
    assert redact_content(FILE, FILE, content, request, GivenDecisions({})).content == content
