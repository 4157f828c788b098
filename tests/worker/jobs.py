"""Jobs as the tests of the worker ask for them: a tiny corpus, and a folder of letters."""

from backend.services.jobs.folder_batch import FolderBatch, Folders, begin_folder_batch
from backend.services.jobs.training_job import begin_training
from backend.services.models.training import TrainRequest
from backend.worker.job_runs import KINDS

CLIENTS = ("Northgate", "Ostrava", "Pemberton")
FORMS = {kind: each.form for kind, each in KINDS.items()}


def corpus_in(folder):
    """A corpus that is learnt within a second."""
    for client in CLIENTS:
        for number in range(4):
            path = folder / client / f"{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{client} reports on steel and freight, anvil and bellows. Number {number}. " * 3)
    return folder


def ask_for_training(store, registry, corpus, name="learnt", *, promote=True):
    request = TrainRequest(corpus, name, promote=promote)
    return begin_training(store.jobs, registry, request, "ann")


def letters_in(folder, names):
    """Letters of which each says who has written it, in an address that always goes."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Write to {path.stem.split()[0]}@halden.example")
    return folder


def ask_for_batch(store, inputs, outputs, owner="bea", **hiding):
    folders = Folders.below([inputs.parent], inputs.name, outputs.name)
    return begin_folder_batch(store, FolderBatch(folders, hiding, "numbered", None, None), owner)
