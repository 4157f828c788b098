"""Training: attackers learn beside it, and whatever becomes of them, the version serves."""

import json
import multiprocessing
import os
import shutil
from contextlib import contextmanager
from dataclasses import replace

import pytest

from backend.blocking.held_out_promises import HeldOutPromise, Lack, MissingPromise, Split, none_for
from backend.blocking.known_attackers import LADDER, SELDOM
from backend.errors import CorpusError, OutputFailed, RegistryDamaged
from backend.learning.counting import count_corpus
from backend.learning.registry import Registry
from backend.learning.train import train
from backend.services.files.reading import counted_texts
from backend.services.models import training
from backend.services.models.training import (
    DEFENCE,
    TrainRequest,
    complete_version,
    load_defence,
    load_promises,
    train_version,
)
from backend.workers import Workers
from tests.services.drawn_clients import corpus


def _quietly(more=0):
    """Nobody watches."""


@pytest.fixture
def lines(tmp_path):
    return _written(tmp_path / "corpus.jsonl", corpus())


def _written(path, documents):
    rows = [
        {"id": each.id, "client": each.client, "utility": each.utility, "text": each.blocks[0]}
        for each in documents
    ]
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return path


def _train(lines, registry, **request):
    return train_version(TrainRequest(lines, **request), registry, _quietly, _quietly)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A registry with one version, of which every margin is measured, and what its training has told."""
    folder = tmp_path_factory.mktemp("trained")
    registry = Registry(folder / "registry")
    return registry, _train(_written(folder / "corpus.jsonl", corpus()), registry, name="one", every_margin=True)


@pytest.fixture
def copied(trained, tmp_path):
    """A copy of that registry, to damage."""
    return Registry(shutil.copytree(trained[0].folder, tmp_path / "registry"))


def test_a_version_comes_with_its_attackers_and_their_promises(trained):
    registry, done = trained
    defence = load_defence(registry, None)
    assert defence.promises == done.promises
    assert [promise.hardness for promise in done.promises] == list(LADDER)
    assert set(defence.vocabulary) == set(registry.load_counts().words)
    assert len(done.as_json()["promises"]) == len(LADDER)
    assert done.problems == ()


def test_margins_are_measured_until_one_suffices(trained, lines, tmp_path):
    every = trained[1].promises
    enough = _train(lines, Registry(tmp_path / "enough")).promises
    first = next(n for n, each in enumerate(every, start=1) if each.same.not_named >= SELDOM)
    assert enough == every[:first]


def test_dates_and_authors_give_promises_and_no_version_keeps_them(tmp_path):
    """Each client has documents of four days, by four authors."""
    lines = tmp_path / "corpus.jsonl"
    rows = [
        {
            "id": each.id,
            "client": each.client,
            "text": each.blocks[0],
            "date": f"2024-05-0{int(each.id[-1]) + 1}",
            "author": f"Quarrel {each.id[-1]} of {each.client}",
        }
        for each in corpus()
    ]
    lines.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    registry = Registry(tmp_path / "registry")
    done = _train(lines, registry, name="one")
    held_out = done.promises[-1].held_out
    assert [type(each) for each in held_out] == [HeldOutPromise] * 3
    assert [each.split for each in held_out] == list(Split)
    assert load_promises(registry, None) == load_defence(registry, None).promises == done.promises
    stored = b"".join(path.read_bytes() for path in registry.folder.rglob("*") if path.is_file()).lower()
    assert b"quarrel" not in stored
    assert b"2024-05-0" not in stored


def test_a_training_that_is_finished_from_counts_alone_promises_nothing(lines, tmp_path):
    """The version is stored, and its attackers are not: as a worker leaves it that dies in between."""
    registry = Registry(tmp_path / "registry")
    counted = count_corpus(lines, counted_texts).counts
    name = registry.save(train(counted), "one")
    complete_version(TrainRequest(lines), registry, name)
    assert load_defence(registry, name).promises[-1].held_out == none_for(Lack.TEXTS)


def test_a_document_that_no_text_file_could_hold_leaves_the_attackers_in_place(tmp_path):
    """Whoever writes one document of a corpus must not decide how well all others are protected."""
    odd = [replace(each, blocks=(f"{{\\rtf1 {each.blocks[0]}",)) for each in corpus()]
    registry = Registry(tmp_path / "registry")
    done = _train(_written(tmp_path / "odd.jsonl", odd), registry)
    assert load_defence(registry, None).promises == done.promises
    assert done.promises[-1].held_out[0] == MissingPromise(Split.RANDOM, Lack.MEASUREMENT)


def test_a_measurement_that_fails_is_a_problem_and_the_attackers_stay(lines, tmp_path, monkeypatch):
    """The attackers learn in this process here, so that the measurement can be made to fail."""

    def fail(*_):
        raise ValueError("gantry quay")

    @contextmanager
    def beside(work, item):
        yield lambda: work(item)

    monkeypatch.setattr(Workers, "beside", staticmethod(beside))
    monkeypatch.setattr(training, "measure_held_out", fail)
    registry = Registry(tmp_path / "registry")
    done = _train(lines, registry, promote=True)
    (problem,) = done.problems
    assert problem.where == "measured protection"
    assert "gantry" not in problem.reason, "an unforeseen error may quote a document"
    assert load_defence(registry, None).promises[-1].held_out == none_for(Lack.MEASUREMENT)
    assert done.version.promoted


def test_waiting_is_reported_once_everything_else_is_done(lines, tmp_path):
    registry, seen = Registry(tmp_path / "registry"), []
    train_version(TrainRequest(lines), registry, _quietly, lambda: seen.append(registry.promoted()))
    assert len(seen) == 1


def test_a_corpus_of_one_client_stores_nothing_and_leaves_no_process(tmp_path):
    lines = _written(tmp_path / "one.jsonl", [each for each in corpus() if each.client == "Alder"])
    others = multiprocessing.active_children()  # workers that an earlier test has left to rest
    with pytest.raises(CorpusError, match="at least two"):
        _train(lines, Registry(tmp_path / "registry"))
    assert not (tmp_path / "registry").exists()
    assert set(multiprocessing.active_children()) <= set(others)


def _train_until_killed(lines, folder):
    Registry.attach = lambda *_: os._exit(9)  # type: ignore[method-assign] # as if the machine went down at that moment
    _train(lines, Registry(folder), name="one")


def test_a_trainer_that_is_killed_before_the_attackers_are_kept_leaves_a_version_that_serves(lines, tmp_path):
    trainer = multiprocessing.get_context("spawn").Process(
        target=_train_until_killed, args=(lines, tmp_path / "registry")
    )
    trainer.start()
    trainer.join()
    assert trainer.exitcode == 9
    registry = Registry(tmp_path / "registry")
    assert registry.load().version == "one"
    assert load_defence(registry, None) is None


@pytest.mark.usefixtures("attackers_here")
@pytest.mark.parametrize("gone_wrong", [MemoryError, ValueError("gantry quay"), OutputFailed("the disk is full")])
def test_attackers_that_fail_are_a_problem_and_no_failure(lines, tmp_path, monkeypatch, gone_wrong):
    def fail(*_):
        raise gone_wrong

    monkeypatch.setattr(Registry, "attach", fail)
    registry = Registry(tmp_path / "registry")
    done = _train(lines, registry)
    (problem,) = done.problems
    assert problem.skipped
    assert "hides clients from the model only until you train again" in problem.reason
    assert "gantry" not in problem.reason, "an unforeseen error may quote a document"
    assert (done.promises, load_defence(registry, None), load_promises(registry, None)) == ((), None, ())
    earlier = registry.promoted()
    assert not _train(lines, registry, name="later", promote=True).version.promoted
    assert registry.promoted() == earlier


def test_a_damaged_defence_is_reported(copied):
    registry = copied
    path = registry.folder / "versions" / "one" / DEFENCE
    whole = path.read_bytes()
    for damaged in (whole[:-100], b"", whole.replace(b"alder", b"elder", 1)):
        path.write_bytes(damaged)
        with pytest.raises(RegistryDamaged, match="not what was stored"):
            load_defence(registry, None)
    path.unlink()
    with pytest.raises(RegistryDamaged, match="not what was stored"):
        load_defence(registry, None)


def test_an_attached_file_that_is_no_defence_is_reported(lines, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "_hold_out", _nonsense)
    registry = Registry(tmp_path / "registry")
    _train(lines, registry)
    with pytest.raises(RegistryDamaged, match="Train again"):
        load_defence(registry, None)


def _nonsense(options, counts):
    return {DEFENCE: b"nonsense"}, (), ()


def test_a_version_of_another_release_stops_no_training_and_says_what_it_is(lines, copied):
    registry = copied
    header = registry.folder / "versions" / "one" / "version.json"
    header.write_text(header.read_text("utf-8").replace('"format": ', '"format": 9'), "utf-8")
    assert _train(lines, registry, name="new", promote=True).version.promoted
    with pytest.raises(RegistryDamaged, match=r"stored by another version of Unsaid\. Train it again"):
        registry.load("one")
