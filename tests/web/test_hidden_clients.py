"""What is answered to somebody from whom clients are hidden depends on no name of theirs and on no word
that they say alone.

Two services differ in nothing else, and answer the same, byte for byte. Somebody who sees all clients gets other
answers from the two, so the questions do ask.
"""

import io
import json
import zipfile
from datetime import timedelta

import pytest

from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.web.documents import encoded, word_file, zipped
from tests.web.paired_services import GROUP, OURS, two_worlds


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """Two services that draw the told sizes of clients with one secret; each installation has another one."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Store, "size_secret", b"that of both")
        yield two_worlds(lambda: tmp_path_factory.mktemp("world"))


def _texts(worlds):
    """Names and words of both worlds, as somebody may write them who tries them out."""
    names = [name for world in worlds for name in world.hidden]
    words = [word for world in worlds for some in world.says.values() for word in some]
    return {
        "sentences": [f"The committee met {name} in Leeds to speak of stores and loans." for name in names],
        "lines": names,
        "small letters": [f"the turbine of {name.lower()} was visited" for name in names],
        "in capitals": [f"REPORT FOR {name.upper()}" for name in names],
        "joined up": [f"see {name.replace(' ', '')}.example and {name.replace(' ', '_')}_plan" for name in names],
        "words": [f"{OURS} speaks of {word} and the store" for word in words],
        "words like names": [f"They call it {word.title()} in the ward of the store." for word in words],
        "all words at once": [" ".join([*words, "store", "till", "ledger"])],
    }


OPTIONS = (
    {"k": 5},
    {"k": 10},
    {"k": 4, "objective": "floor", "robust": True},
    {"k": 3, "objective": "uniform", "assurance": 0.9},
)


def _stories(blocks):
    return [{"kind": "body", "blocks": [{"ordinal": at, "text": text} for at, text in enumerate(blocks)]}]


def _questions(worlds):
    """Every route that answers somebody with documents, with every option that looks at clients."""
    for what, blocks in _texts(worlds).items():
        for options in OPTIONS if what in {"sentences", "words like names", "all words at once"} else OPTIONS[:1]:
            yield f"analyse {what}", "analyses", {"stories": _stories(blocks), "client": OURS, **options}
        yield f"redact {what}", "redactions", {"document": encoded(word_file(*blocks)), "client": OURS, "k": 5}
        packed = encoded(zipped({"a.txt": "\n".join(blocks)}))
        yield f"batch {what}", "batches", {"documents": packed, "client": OURS, "k": 5, "report": True}
        words = {word.lower(): 2 for text in blocks for word in text.split()}
        for k in (2, 5):
            yield f"guess {what} {k}", "guesses", {"words": words, "client": OURS, "k": k}
        yield f"guess {what} of nobody", "guesses", {"words": words}
    for world in worlds:
        for word in [*world.says[world.hidden[0]], *world.hidden[0].lower().split()]:
            for words in ({word: 1}, {word: 50, "store": 3}, {word: 1, "turbine": 9}):
                yield f"guess {words}", "guesses", {"words": words, "client": OURS, "k": 2}
        for name in world.hidden:
            yield f"ask for {name}", "guesses", {"words": {"store": 1}, "client": name}


def _told(response):
    """All that an answer tells but for the time of day, ids of requests and ciphertext of zips."""
    if response.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(response.data)) as files:
            return {name: files.read(name) for name in sorted(files.namelist())}
    told = response.get_json(silent=True)
    if told is None:
        return response.status_code, len(response.data)
    told.pop("request_id", None)
    told.get("report", {}).pop("opening", None)
    certificate = told.pop("certificate", None)
    told.pop("certificate_page", None)
    if certificate:
        told["certificate"] = {name: value for name, value in certificate.items() if name not in UNREPEATED}
    return response.status_code, told


UNREPEATED = {"made", "signature", "signed_by", "source", "policy", "model", "page_sha256"}
"""What is sealed anew, by chance or with the key of each service."""


def _differences(worlds, groups, kinds=("",)):
    """What is answered otherwise, of the questions of these kinds, as they are when it is asked."""
    askers = [world.asker(groups) for world in worlds]
    for what, route, body in _questions(worlds):
        if not what.startswith(tuple(kinds)):
            continue
        one, other = (_told(ask(route, **body)) for ask in askers)
        if one != other:
            yield what


def test_someone_who_sees_their_group_gets_the_same_answers_whatever_hidden_clients_are_called_and_say(worlds):
    assert list(_differences(worlds, [GROUP])) == []


def test_someone_who_sees_all_clients_gets_other_answers(worlds):
    """Otherwise the test above would ask for nothing."""
    kinds = {"analyse words", "analyse lines", "redact words", "batch lines", "guess words", "guess {"}
    for what in _differences(worlds, None, kinds):
        kinds -= {kind for kind in kinds if what.startswith(kind)}
        if not kinds:
            break
    assert kinds == set()


@pytest.mark.parametrize("path", ["clients", "version", "reviews"])
def test_lists_are_the_same(worlds, path):
    told = []
    for world in worlds:
        token = world.service.store.api_keys.new("lists", Role.USER, [GROUP], timedelta(days=1)).token
        answer = world.app.test_client().get(f"/v1/{path}", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        told.append({**answer.json, "clients": [{**each, "id": None} for each in answer.json.get("clients", ())]})
    assert told[0] == told[1]
    assert all(name not in json.dumps(told) for world in worlds for name in world.hidden)
