"""Other clients' names are confidential: nothing that is told to a reader holds one that the reader may not see."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.tokens import terms
from backend.errors import UnknownClient
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import train
from backend.learning.visible_clients import VisibleClients
from backend.services.analysis.suggest import suggest_files
from backend.services.models.guess import guess_files
from backend.services.redaction.batch import BatchRequest, redact_files
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.terms.term_selection import ONE_BY_ONE

CLIENTS = {
    "Acmeport": "Ports",
    "Quayside Works": "Ports",
    "Barnfield": "Farms",
    "Silverhoof": "Farms",
    "Ostlerton": None,
}
WORDS = ["gantry", "quay", "berth", "crane", "barn", "silo", "plough", "wagon", "saddle", "hoof", "Zonda", "Boreas"]
ASKING = "Barnfield"


@pytest.fixture(scope="module")
def model():
    """Each client speaks of some of the words, names itself, and is never spoken of by the others."""
    documents = [
        CorpusDocument(
            f"{client}{i}", client, utility, (" ".join(WORDS[number : number + 5 + i] * (i + 1)) + f" {client}",)
        )
        for number, (client, utility) in enumerate(CLIENTS.items())
        for i in range(3)
    ]
    return train(count_terms(documents)).model


def _asked(model, names, k=5, client=ASKING):
    return Request(client, k=k, selection=ONE_BY_ONE), Catalogue(model, visible=VisibleClients(names))


def _quietly(done, files):
    """Nobody watches the progress."""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(
    text=st.lists(st.sampled_from([*WORDS, ASKING, "and the"]), min_size=1, max_size=30).map(" ".join),
    others=st.sets(st.sampled_from(sorted(set(CLIENTS) - {ASKING}))),
)
def test_no_name_of_another_client_is_reported(model, tmp_path_factory, text, others):
    folder = tmp_path_factory.mktemp("told")
    path = folder / "in.txt"
    path.write_text(text)
    request, catalogue = _asked(model, frozenset({*others, ASKING}))
    told = [
        [file.as_json() for file in suggest_files((path,), request, catalogue, _quietly)],
        redact_files(BatchRequest((path,), folder / "out", request, catalogue), _quietly).as_json(),
        [file.as_json() for file in guess_files((path,), model, 5, _quietly, catalogue.visible)],
    ]
    said = json.dumps(told).casefold()
    for hidden in set(CLIENTS) - others - {ASKING}:
        for word in terms(hidden):
            assert word not in said
    assert all(name.casefold() in said for name in others)  # the guess of five clients names all that it may


BARNS = "barn silo plough wagon crane hoof"


def _told(model, tmp_path, names):
    path = tmp_path / "in.txt"
    path.write_text(BARNS)
    request, catalogue = _asked(model, names, k=3)
    (file,) = suggest_files((path,), request, catalogue, _quietly)
    return file.as_json()


def test_visible_clients_are_weighed_against_each_other_alone(model, tmp_path):
    told = _told(model, tmp_path, frozenset({ASKING, "Ostlerton"}))
    for level in told["levels"]:
        assert {guess["client"] for guess in level["guess"]} == {ASKING, "Ostlerton"}
        assert sum(guess["probability"] for guess in level["guess"]) == pytest.approx(1, abs=1e-5)
    whys = [each["why"] for each in told["suggestions"] if each["entity"] == "TERM"]
    apart = r"[\d.,]+ times likelier for this client than for Ostlerton"
    assert any(re.fullmatch(apart, why) for why in whys), whys
    assert all(re.fullmatch(f"{apart}|distinguishes this client from others", why) for why in whys), whys


def test_someone_who_sees_one_client_learns_whether_k_is_held_and_nothing_of_the_others(model, tmp_path):
    told, all_told = (_told(model, tmp_path, names) for names in (frozenset({ASKING}), None))
    words, all_words = ([each for each in of["suggestions"] if each["entity"] == "TERM"] for of in (told, all_told))
    assert [each["term"] for each in words] == [each["term"] for each in all_words], "chosen with all clients"
    assert {each["why"] for each in words} == {"distinguishes this client from others"}
    assert {each["score"] for each in words} == {0.0}
    for level, with_rank in zip(told["levels"], all_told["levels"], strict=True):
        assert (level["k_reached"], level["guess"]) == (None, [])
        assert level["k_held"] is with_rank["k_held"] is (with_rank["k_reached"] >= level["k"])
    assert all("rises" not in each["why"] and each["score"] in {None, 0.0} for each in told["near_misses"])


@pytest.mark.parametrize("client", ["Silverhoof", "silverhoof", "Silverhoo"])
def test_a_client_that_one_may_not_see_cannot_be_requested(model, tmp_path, client):
    path = Path(tmp_path / "in.txt")
    path.write_text("hoof")
    request, catalogue = _asked(model, frozenset({ASKING}), 2, client)
    with pytest.raises(UnknownClient) as error:
        suggest_files((path,), request, catalogue, _quietly)
    assert "Silverhoof'" not in str(error.value).replace(repr(client), "")
