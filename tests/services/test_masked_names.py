"""Other clients' names are confidential: nothing that is told to a reader holds one that the reader may not see."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.tokens import terms
from backend.errors import UnknownClient
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import train
from backend.learning.visible import Visible
from backend.services.analyse import HideRequest
from backend.services.batch import BatchRequest, redact_files
from backend.services.guess import guess_files
from backend.services.suggest import suggest_files

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


def _request(names, k=5):
    return HideRequest(ASKING, None, no_cii=False, k=k, entities=frozenset(), visible=Visible(names))


def _quietly(done, files):
    """Nobody watches the progress."""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(
    text=st.lists(st.sampled_from([*WORDS, ASKING, "and the"]), min_size=1, max_size=30).map(" ".join),
    others=st.sets(st.sampled_from(sorted(set(CLIENTS) - {ASKING}))),
)
def test_no_name_of_another_client_is_told(model, tmp_path_factory, text, others):
    folder = tmp_path_factory.mktemp("told")
    path = folder / "in.txt"
    path.write_text(text)
    request = _request(frozenset({*others, ASKING}))
    told = [
        [file.as_json() for file in suggest_files((path,), request, model, _quietly)],
        redact_files(BatchRequest((path,), folder / "out", request), model, _quietly).as_json(),
        [file.as_json() for file in guess_files((path,), model, 5, _quietly, request.visible)],
    ]
    said = json.dumps(told).casefold()
    for hidden in set(CLIENTS) - others - {ASKING}:
        for word in terms(hidden):
            assert word not in said
    assert all(name.casefold() in said for name in others)  # the guess of five clients names all that it may


def test_what_is_hidden_is_told_by_its_industry(model, tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("barn silo plough wagon crane hoof")
    (file,) = suggest_files((path,), _request(frozenset({ASKING}), k=3), model, _quietly)
    told = file.as_json()
    assert {guess["client"] for level in told["levels"] for guess in level["guess"]} == {
        ASKING,
        "another client",
        "another client, Farms",
        "another client, Ports",
    }
    assert any("likelier for this client than for another client" in each["why"] for each in told["suggestions"])


@pytest.mark.parametrize("client", ["Silverhoof", "silverhoof", "Silverhoo"])
def test_a_client_that_one_may_not_see_cannot_be_asked_for(model, tmp_path, client):
    path = Path(tmp_path / "in.txt")
    path.write_text("hoof")
    request = HideRequest(
        client, None, no_cii=False, k=2, entities=frozenset(), visible=Visible(frozenset({ASKING}))
    )
    with pytest.raises(UnknownClient) as error:
        suggest_files((path,), request, model, _quietly)
    assert "Silverhoof'" not in str(error.value).replace(repr(client), "")
