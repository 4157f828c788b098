"""What a batch keeps in the process that answers everyone: packed, bounded, and not longer than it is open."""

import gc
import io
import json
import pickle
import pickletools
import zipfile
from dataclasses import replace

import pytest

from backend.errors import Busy
from backend.privacy.earlier_texts import ComparableText, EarlierTexts
from backend.services.privacy import earlier
from backend.services.privacy.earlier import packed_texts, unpacked_texts
from backend.web.open_batches import IN_ALL, OF_ONE_ACCOUNT, OpenBatches
from backend.web.service import EXTENSION
from backend.wiring import catalogues
from tests.web.documents import encoded, zipped

WORDS = [f"w{number}" for number in range(5_000)]
FILES = {f"{number}.txt": b"Please call the harbour office." for number in range(2)}


def text(name, words):
    return {"name": name, "document": encoded(" ".join(words).encode())}


class Pickling:
    """Does work in this process, and keeps what would be sent to another one and back."""

    def __init__(self, doer):
        self.doer, self.sent, self.returned = doer, [], []

    def run(self, work, ceiling):
        self.sent.append(pickle.dumps(work))
        done = self.doer.run(work, ceiling)
        self.returned.append(pickle.dumps(done))
        return done


@pytest.fixture
def pickling(app):
    doer = Pickling(app.extensions[EXTENSION].doer)
    app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], doer=doer)
    return doer


@pytest.fixture
def send(client):
    def batch(*against, **options):
        data = {
            "documents": (io.BytesIO(zipped(FILES)), "a.zip"),
            "request": json.dumps({"pii": [], "against": list(against), **options}),
        }
        return client.post("/v1/batches", data=data)

    return batch


@pytest.fixture
def open_batches(app):
    return app.extensions[EXTENSION].open_batches


def kept(open_batches):
    """The bytes that are kept by now."""
    gc.collect()
    open_batches._forget_gone()
    return open_batches._kept.total()


def summary(answer):
    """What the zip of an answer says of its files, once it was read."""
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        return json.loads(archive.read("summary.json"))["files"]


def objects(content):
    """How many steps it takes to make the objects of pickled content."""
    return sum(1 for _ in pickletools.genops(content))


def test_words_and_lists_are_bytes_wherever_they_go(send, pickling):
    """48 MB of words were pickled again for each of up to 2,000 files, while nobody else was answered."""
    lists = {"always": [f"heron {number}" for number in range(200)]}
    assert summary(send(text("old.txt", WORDS), **lists))
    opened, *_ = pickling.returned
    assert len(pickling.sent) == 1 + len(FILES)
    assert all(objects(each) < 500 for each in (opened, *pickling.sent[1:]))
    packed = len(packed_texts(EarlierTexts.of(["old.txt"], [ComparableText.of(WORDS)])))
    assert packed > 20 * len(WORDS)
    assert all(packed < len(each) < packed + 100_000 for each in pickling.sent[1:])


def test_without_sensitivity_nothing_is_compared_or_kept(send, pickling, monkeypatch):
    monkeypatch.setattr(catalogues, "sensitivity_if_any", lambda: None)
    assert summary(send(text("old.txt", WORDS)))
    assert len(pickling.sent) == 1 + len(FILES)
    assert all(len(each) < 10_000 for each in pickling.sent[1:])


def test_packed_texts_compare_as_they_did():
    once = EarlierTexts.of(["a", "b"], [ComparableText.of(WORDS[:500]), ComparableText.of(WORDS[300:900])])
    asked = ([WORDS[:400]], [WORDS[5:7], WORDS[350:352]])
    assert unpacked_texts(packed_texts(once)).compared(*asked) == once.compared(*asked)


def test_a_request_with_too_many_words_is_refused_before_any_file_is_redacted(send, pickling, monkeypatch):
    monkeypatch.setattr(earlier, "MAX_PACKED", 10_000)
    refused = send(text("old.txt", WORDS))
    assert (refused.status_code, refused.json["code"]) == (413, "request_too_large")
    assert "each document by itself" in refused.json["detail"]
    assert len(pickling.sent) == 1


def test_a_batch_counts_until_it_is_read(send, open_batches):
    others = [open_batches.keep(f"{each}", OF_ONE_ACCOUNT) for each in range(IN_ALL // OF_ONE_ACCOUNT)]
    refused = send(text("old.txt", WORDS))
    assert (refused.status_code, refused.json["code"]) == (503, "busy")
    assert summary(send()), "it has nothing to compare with"
    del others
    assert kept(open_batches) == 0
    read = send(text("old.txt", WORDS))
    assert kept(open_batches) > 20 * len(WORDS)
    assert summary(read)
    del read
    assert kept(open_batches) == 0


def test_a_batch_counts_until_it_is_given_up(send, open_batches):
    given_up = send(text("old.txt", WORDS))
    assert kept(open_batches) > 20 * len(WORDS)
    given_up.close()
    del given_up
    assert kept(open_batches) == 0


@pytest.mark.parametrize(
    ("limits", "account", "said"),
    [((100, 1_000), "ann", "one account may"), ((1_000, 100), "ben", "as the service may")],
)
def test_accounts_and_all_together_have_their_limits(limits, account, said):
    held = OpenBatches(*limits)
    first = held.keep("ann", 60)
    with pytest.raises(Busy, match=said):
        held.keep(account, 41)
    second = held.keep(account, 40)
    held.keep("cy", 0)
    del first
    third = held.keep(account, 60)
    with pytest.raises(Busy):
        held.keep(account, 1)
    del second, third


def test_what_is_kept_is_forgotten_with_its_account():
    held = OpenBatches()
    for number in range(5):
        held.keep(f"account {number}", 10)
    ann = held.keep("ann", 10)
    assert (set(held._kept), ann is not None) == ({"ann"}, True)
