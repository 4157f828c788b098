"""What a batch keeps in the process that answers everyone: packed, bounded, and not longer than it is open."""

import gc
import io
import json
import pickle
import pickletools
import secrets
import zipfile
from dataclasses import replace

import pytest

from backend.errors import Busy
from backend.privacy.earlier_texts import ComparableText, EarlierTexts
from backend.services.privacy import earlier
from backend.services.privacy.earlier import packed_texts, unpacked_texts
from backend.web.open_batches import OF_ONE_ACCOUNT, OpenBatches
from backend.web.service import EXTENSION
from backend.wiring import catalogues
from tests.web.documents import encoded, zipped

MB = 1024 * 1024
LARGEST = 64 * MB
"""The largest request, where nothing else is set."""

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
    others = [open_batches.open(f"account {number}") for number in range(3)]
    for each in others:
        each.keeps(2 * LARGEST)
    refused = send()
    assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "busy", "5")
    assert "384 MB, as much as the service may" in refused.json["detail"]
    del others, each
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


@pytest.mark.parametrize("options", [{}, {"always": [f"heron {number:08}" for number in range(4_000)]}])
def test_all_that_a_batch_keeps_counts(client, open_batches, pickling, options):
    """Its files, packed as they came, the longest twice; what is to be hidden; something for each file."""
    files = {"a.txt": secrets.token_bytes(200_000), "b.txt": secrets.token_bytes(100_000)}
    request = json.dumps({"pii": [], **options})
    data = {"documents": (io.BytesIO(zipped(files)), "a.zip"), "request": request}
    answer = client.post("/v1/batches", data=data)
    values = len(request) if options else 0
    assert 500_000 + values < kept(open_batches) < 500_000 + 2 * values + 20_000
    answer.close()


def test_a_body_counts_while_it_waits_for_its_turn(send, open_batches, pickling):
    """Two dozen bodies of 64 MB may wait for a place."""
    seen = []
    pickling.run = lambda work, ceiling: seen.append(kept(open_batches)) or pickling.doer.run(work, ceiling)
    assert summary(send())
    assert seen[0] > len(zipped(FILES))


def test_reports_count_while_they_wait_for_the_end(send, open_batches, app):
    with_report = iter(send(report=True).response)
    before = kept(open_batches)
    for _ in range(len(FILES)):
        next(with_report)
    assert 200 * len(FILES) < kept(open_batches) - before < 20_000


def test_a_report_that_is_too_much_fails_its_file_alone(send, open_batches):
    answer = send(report=True)
    others = [open_batches.open(f"account {number}") for number in range(3)]
    for each in others[:2]:
        each.keeps(5 * LARGEST // 2)
    others[2].keeps(LARGEST - kept(open_batches) + 5 * LARGEST)  # what is left
    first, second = sorted((each["error"] or "" for each in summary(answer)), key=len)
    assert first == "", "the first document was done when the answer began"
    assert second.startswith("The open batches of all accounts would keep more than 384 MB")


def test_an_account_has_so_many_open_batches(send, open_batches):
    """Many small batches cost little by their bytes, but a thread and a stream each."""
    answer = send()
    (account,) = open_batches._open
    others = [open_batches.open(account) for _ in range(OF_ONE_ACCOUNT - 1)]
    refused = send()
    assert (refused.status_code, refused.json["code"]) == (503, "busy")
    assert "Read their answers to the end" in refused.json["detail"]
    assert summary(answer)
    del answer
    gc.collect()
    assert summary(send())
    assert len(others) == OF_ONE_ACCOUNT - 1


@pytest.mark.parametrize(
    ("account", "said"), [("ann", "250 MB, as much as those of one account may"), ("ben", "600 MB, as much as the")]
)
def test_accounts_and_all_together_have_their_limits(account, said):
    held = OpenBatches(100 * MB)
    first, second, others = held.open("ann"), held.open(account), [held.open(name) for name in "cd"]
    first.keeps(200 * MB)
    for each in others:
        each.keeps(175 * MB)
    with pytest.raises(Busy, match=said):
        second.keeps(51 * MB)
    second.keeps(50 * MB)
    with pytest.raises(Busy):
        second.keeps_more(1)
    second.keeps(10 * MB)  # less is never refused, and frees what it was
    second.keeps_more(40 * MB)
    del first
    second.keeps(200 * MB)


def test_what_is_kept_is_forgotten_with_its_account():
    held = OpenBatches(MB)
    for number in range(5):
        held.open(f"account {number}").keeps(10)
    ann = held.open("ann")
    ann.keeps(10)
    assert (set(held._kept), set(held._open)) == ({"ann"}, {"ann"})
