"""Each version keeps a panel of held-out attackers; whatever becomes of it, the version serves."""

import json
from contextlib import contextmanager

import pytest

from backend.errors import OutputFailed, RegistryDamaged
from backend.learning.counting import count_corpus
from backend.learning.registry import Registry
from backend.learning.train import train
from backend.panel.answer import ask_panel
from backend.panel.attackers import STORED
from backend.services.files.reading import counted_texts
from backend.services.models import stored_panel, training
from backend.services.models.serving import ServedModels
from backend.services.models.stored_panel import PANEL, documents_of_panel, load_panel
from backend.services.models.training import DEFENCE, TrainRequest, complete_version, load_defence, train_version
from backend.workers import Workers
from tests.services.drawn_clients import corpus


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "corpus.jsonl"
    rows = [{"id": each.id, "client": each.client, "text": each.blocks[0]} for each in corpus()]
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return path


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """The attackers learn in this process, so that they can be made to fail."""

    @contextmanager
    def beside(work, item):
        yield lambda: work(item)

    monkeypatch.setattr(Workers, "beside", staticmethod(beside))


def _train(lines, registry, **request):
    return train_version(TrainRequest(lines, **request), registry, lambda _: None, lambda: None)


def test_a_version_comes_with_a_panel_that_knows_its_clients_by_number(lines, tmp_path):
    registry = Registry(tmp_path / "registry")
    assert _train(lines, registry).problems == ()
    panel = load_panel(registry, None)
    assert panel.attackers == STORED
    for each in corpus():
        client = registry.load().find(each.client)
        (answer,) = ask_panel(panel, each.blocks[:1], str(client), [None])
        assert len(answer.content_words.named_by) > 10, each.client


def test_the_panel_learns_from_some_documents_of_every_client(lines, monkeypatch):
    counts = count_corpus(lines, counted_texts).counts
    assert len(documents_of_panel(counts)) == len(counts.documents)
    monkeypatch.setattr(stored_panel, "DOCUMENTS", len(counts.clients))
    drawn = documents_of_panel(counts)
    owners = [counts.client_of[counts.documents.index(each)] for each in drawn]
    assert sorted(owners) == list(range(len(counts.clients)))


def test_the_panel_reads_the_beginnings_of_documents(lines, tmp_path, monkeypatch):
    """With one character of each document there is nothing to learn."""
    monkeypatch.setattr(stored_panel, "CHARACTERS", 1)
    registry = Registry(tmp_path / "registry")
    _train(lines, registry)
    (answer,) = ask_panel(load_panel(registry, None), [corpus()[0].blocks[0]], "0", [None])
    assert answer.content_words.named_by == ()


@pytest.mark.parametrize("at", ["learning", "storing"])
def test_a_panel_that_fails_is_a_problem_and_the_version_is_promoted(lines, tmp_path, monkeypatch, at):
    def fail(*_):
        raise ValueError("gantry quay")

    attach = Registry.attach

    def attach_all_but_the_panel(registry, name, file, content):
        if file == PANEL:
            raise OutputFailed("the disk is full")
        attach(registry, name, file, content)

    if at == "learning":
        monkeypatch.setattr(training, "learn_panel", fail)
    else:
        monkeypatch.setattr(Registry, "attach", attach_all_but_the_panel)
    registry = Registry(tmp_path / "registry")
    done = _train(lines, registry, promote=True)
    (problem,) = done.problems
    assert problem.where == "panel"
    assert "until you train again" in problem.reason
    assert "gantry" not in problem.reason, "an unforeseen error may quote a document"
    assert done.version.promoted
    assert load_defence(registry, None) is not None
    assert load_panel(registry, None) is None


def test_a_training_that_is_finished_from_counts_alone_has_no_panel(lines, tmp_path):
    """Counts have no texts; the version works without a panel, as versions of earlier releases do."""
    registry = Registry(tmp_path / "registry")
    name = registry.save(train(count_corpus(lines, counted_texts).counts), "one")
    complete_version(TrainRequest(lines), registry, name)
    assert load_panel(registry, name) is None
    models = ServedModels(registry)
    models.refresh()
    assert (models.current().panel, models.current().defence is None) == (None, False)


def test_the_panel_is_served_with_the_version(lines, tmp_path):
    registry = Registry(tmp_path / "registry")
    _train(lines, registry)
    models = ServedModels(registry)
    models.refresh()
    assert models.current().panel.attackers == STORED


def test_what_is_no_panel_is_reported(lines, tmp_path):
    registry = Registry(tmp_path / "registry")
    registry.save(train(count_corpus(lines, counted_texts).counts), "one")
    registry.attach("one", DEFENCE, b"nonsense")
    registry.attach("one", PANEL, b"nonsense")
    with pytest.raises(RegistryDamaged, match=r"panel\.npz .* Train again"):
        load_panel(registry, None)
