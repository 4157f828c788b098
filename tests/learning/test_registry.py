import hashlib
import json
import multiprocessing
import shutil
import stat
from dataclasses import replace

import numpy as np
import pytest

from backend.errors import (
    InvalidRequest,
    NoModel,
    OutputFailed,
    RegistryDamaged,
    UnknownVersion,
    UnreadableFile,
    VersionExists,
)
from backend.learning.arrays import pack, pack_strings, unpack
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.registry import Registry
from backend.learning.train import train
from tests.learning.corpora import document, spelled

DOCUMENTS = [
    document("a1", "Alder", "till till aisle cash"),
    document("c1", "Birch", "store store"),
    document("a2\udcff", "Alder", "till aisle cash ledger"),
    replace(document("b1", "Cedar", "loan loan rate ledger café"), aliases=("Cédar", "The C&D")),
    document("b2", "Cedar", "loan rate rate ledger café"),
]
TRAINED = train(count_terms(DOCUMENTS))


@pytest.fixture
def registry(tmp_path):
    return Registry(tmp_path / "registry")


def test_loading_returns_what_was_saved(registry):
    name = registry.save(TRAINED, "first")
    model = registry.load()
    assert (name, model.version) == ("first", "first")
    assert (model.clients, model.vocabulary) == (TRAINED.model.clients, TRAINED.model.vocabulary)
    assert model.ordinary == TRAINED.model.ordinary != (frozenset(),) * 3
    assert (model.options, model.temperatures) == (TRAINED.model.options, TRAINED.model.temperatures)
    assert np.array_equal(model.by_client.log_likelihood, TRAINED.model.by_client.log_likelihood)
    assert np.array_equal(model.by_utility.log_likelihood, TRAINED.model.by_utility.log_likelihood)
    assert spelled(registry.load_counts()) == spelled(_numbered(TRAINED.counts))
    assert registry.load_report() == TRAINED.report


def _numbered(counts, *more):
    """The same, of documents that have only their numbers in the version "first"; `more` have come since."""
    numbers = (f"first/{number}" for number in range(1, 1 + len(counts.documents) - len(more)))
    return replace(counts, documents=(*numbers, *more))


def test_no_file_of_a_version_holds_the_name_of_a_document(registry):
    registry.save(train(count_terms([replace(each, id=f"Zyrq {each.id}") for each in DOCUMENTS])), "first")
    content = b"".join(path.read_bytes() for path in registry.folder.rglob("*") if path.is_file())
    assert b"Zyrq" not in content
    assert b"aisle" in content


@pytest.fixture
def older(registry):
    """A registry as it was stored before, with the names of its documents."""
    registry.save(TRAINED, "first")
    folder = registry.folder / "versions" / "first"
    words = (folder / "words.npz").read_bytes()
    named = pack({**unpack(words), **pack_strings("documents", [f"Zyrq {name}" for name in "12345"])})
    header = json.loads((folder / "version.json").read_text())
    (folder / "words.npz").write_bytes(named)
    sums = {**header["sha256"], "words.npz": hashlib.sha256(named).hexdigest()}
    (folder / "version.json").write_text(json.dumps({**header, "format": 3, "sha256": sums}))
    return registry


def test_a_version_without_beginnings_says_so(registry):
    """As format 6 stored it."""
    registry.save(TRAINED, "first")
    folder = registry.folder / "versions" / "first"
    header = json.loads((folder / "version.json").read_text())
    for name in ("words.npz", "forms.npz"):
        kept = {
            key: value for key, value in unpack((folder / name).read_bytes()).items() if "beginnings" not in key
        }
        (folder / name).write_bytes(pack(kept))
        header["sha256"][name] = hashlib.sha256(pack(kept)).hexdigest()
    (folder / "version.json").write_text(json.dumps({**header, "format": 6}))
    counts = registry.load_counts()
    assert not counts.has_beginnings
    whole = spelled(_numbered(TRAINED.counts))
    assert {name: value for name, value in spelled(counts).items() if "beginnings" not in name} == {
        name: value for name, value in whole.items() if "beginnings" not in name
    }
    assert spelled(counts.without_client(counts.clients[0].name))["documents"]


def test_an_older_version_serves_as_before(older):
    assert older.load().vocabulary == TRAINED.model.vocabulary
    assert older.load_report() == TRAINED.report
    assert spelled(older.load_counts()) == spelled(_numbered(TRAINED.counts))
    older.attach("first", "more.npz", b"weights")
    assert older.attached("first", "more.npz") == b"weights"


def test_a_version_that_is_made_of_an_older_one_has_no_names_of_documents(older):
    older.save(train(older.load_counts("first")), "second")
    folder = older.folder / "versions" / "second"
    assert b"Zyrq" not in b"".join(path.read_bytes() for path in folder.iterdir())


def test_the_documents_of_two_versions_are_never_taken_for_the_same(registry):
    registry.save(TRAINED, "first")
    registry.save(TRAINED, "second")
    both = registry.load_counts("first").merged(registry.load_counts("second"))
    assert len(set(both.documents)) == 2 * len(DOCUMENTS)
    assert both.word_counts.sum() == 2 * TRAINED.counts.word_counts.sum()


def test_the_speakers_of_other_words_are_stored_with_the_model(registry):
    trained = train(count_terms(DOCUMENTS), TrainingOptions(features=3))
    registry.save(trained, "first")
    speakers = registry.load().speakers
    assert set(speakers.words) == set(trained.counts.words) - set(trained.model.vocabulary)
    assert {word: speakers.of(word) for word in speakers.words} == {
        word: trained.model.speakers.of(word) for word in trained.model.speakers.words
    }


def test_the_first_version_promotes_itself_and_later_ones_wait(registry):
    registry.save(TRAINED, "first")
    registry.save(TRAINED, "second")
    assert registry.promoted() == "first"
    assert [(version.name, version.promoted) for version in registry.versions()] == [
        ("first", True),
        ("second", False),
    ]


def test_rolling_back_walks_through_the_promotions(registry):
    for name in ("first", "second", "third"):
        registry.save(TRAINED, name)
    registry.promote("second")
    registry.promote("second")
    registry.promote("third")
    assert [registry.roll_back(), registry.roll_back()] == ["second", "first"]
    with pytest.raises(InvalidRequest, match="'first' is the first version"):
        registry.roll_back()


def test_a_removed_version_cannot_be_restored_by_rollback(registry):
    for name in ("first", "second"):
        registry.save(TRAINED, name)
    registry.promote("second")
    shutil.rmtree(registry.folder / "versions" / "first")
    with pytest.raises(UnknownVersion, match="no version 'first'"):
        registry.roll_back()
    assert registry.promoted() == "second"


def test_a_version_without_a_name_gets_one_that_is_free(registry):
    names = {registry.save(TRAINED) for _ in range(3)}
    assert names == {version.name for version in registry.versions()}
    assert len(names) == 3


def test_the_registry_is_for_its_owner_alone(registry):
    registry.save(TRAINED, "first")
    every = [registry.folder, *registry.folder.rglob("*")]
    modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in every}
    assert modes == {(True, 0o700), (False, 0o600)}


def test_a_version_is_never_overwritten(registry):
    registry.save(TRAINED, "first")
    with pytest.raises(VersionExists, match="'first' exists"):
        registry.save(TRAINED, "first")


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "..", "a b", "ä", "x" * 101])
def test_names_are_letters_digits_and_a_few_signs(registry, name):
    with pytest.raises(InvalidRequest, match="cannot name a version"):
        registry.save(TRAINED, name)


def test_an_empty_registry_says_to_train(registry):
    for ask in (registry.load, registry.load_counts, registry.promoted, registry.roll_back):
        with pytest.raises(NoModel, match="no model version is in use"):
            ask()
    assert registry.versions() == ()


def test_an_unknown_version_comes_with_those_that_exist(registry):
    with pytest.raises(UnknownVersion, match="no version 'x' yet"):
        registry.load("x")
    registry.save(TRAINED, "first")
    for name in ("x", "../versions/first", ""):
        with pytest.raises(UnknownVersion, match="Choose from first"):
            registry.load(name)
    with pytest.raises(UnknownVersion, match="Choose from first"):
        registry.promote("x")


@pytest.mark.parametrize(
    ("file", "load"),
    [
        ("model.npz", Registry.load),
        ("version.json", Registry.load),
        ("words.npz", Registry.load_counts),
        ("pairs.npz", Registry.load_counts),
        ("report.json", Registry.load_report),
        ("more.npz", lambda registry: registry.attached("first", "more.npz")),
    ],
)
@pytest.mark.parametrize("damage", ["flipped", "cut", "gone"])
def test_a_damaged_file_is_never_served(registry, file, load, damage):
    registry.save(TRAINED, "first")
    registry.attach("first", "more.npz", b"weights")
    path = registry.folder / "versions" / "first" / file
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 0x80]) + content[middle + 1 :]
        path.write_bytes(flipped if damage == "flipped" else content[:middle])
    with pytest.raises(RegistryDamaged, match="'first' in the registry is not what was stored"):
        load(registry)


def test_a_header_of_another_format_is_refused(registry):
    registry.save(TRAINED, "first")
    path = registry.folder / "versions" / "first" / "version.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": 99}))
    with pytest.raises(RegistryDamaged):
        registry.load()


def test_damaged_promotions_are_reported(registry):
    registry.save(TRAINED, "first")
    (registry.folder / "promotions.json").write_text("{}")
    with pytest.raises(RegistryDamaged, match=r"promotions\.json"):
        registry.load()


def test_a_registry_that_cannot_be_written_leaves_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OutputFailed, match="Nothing was stored"):
        Registry(tmp_path / "file" / "registry").save(TRAINED, "first")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_promotions_that_cannot_be_locked_are_unchanged(registry):
    registry.save(TRAINED, "first")
    registry.save(TRAINED, "second")
    (registry.folder / ".lock").unlink()
    (registry.folder / ".lock").mkdir()
    for change in (lambda: registry.promote("second"), registry.roll_back):
        with pytest.raises(OutputFailed, match=r"cannot be written \(.*\). The version in use is unchanged"):
            change()
    assert registry.promoted() == "first"


def test_an_unreadable_registry_is_not_treated_as_empty(tmp_path):
    """Permissions do not stop root; a name longer than the system takes (255 bytes) stops everybody."""
    registry = Registry(tmp_path / ("x" * 300))
    for ask in (registry.load, registry.versions, registry.roll_back, lambda: registry.save(TRAINED)):
        with pytest.raises(UnreadableFile, match="cannot be read"):
            ask()


def test_a_name_that_cannot_be_taken_is_refused_before_any_work(registry):
    registry.save(TRAINED, "first")
    with pytest.raises(VersionExists, match="'first' exists"):
        registry.refuse_taken("first")
    with pytest.raises(InvalidRequest, match="cannot name a version"):
        registry.refuse_taken("../first")
    registry.refuse_taken("second")


def test_a_model_derived_from_stored_counts_without_a_client_is_the_model_trained_without_it(registry):
    registry.save(TRAINED, "first")
    found = train(registry.load_counts("first").without_client("Cedar"))
    expected = train(count_terms([each for each in DOCUMENTS if each.client != "Cedar"]))
    assert spelled(found.counts) == spelled(_numbered(expected.counts))
    assert found.report == expected.report
    assert found.model.clients == expected.model.clients
    assert found.model.ordinary == expected.model.ordinary
    assert found.model.temperatures == expected.model.temperatures
    assert found.model.vocabulary == expected.model.vocabulary
    assert np.array_equal(found.model.by_client.log_likelihood, expected.model.by_client.log_likelihood)


def test_a_corpus_merged_into_stored_counts_is_the_corpus_counted_at_once(registry):
    registry.save(train(count_terms(DOCUMENTS[:3])), "first")
    found = train(registry.load_counts("first").merged(count_terms(DOCUMENTS[3:])))
    assert spelled(found.counts) == spelled(_numbered(TRAINED.counts, "b1", "b2"))
    assert found.report == TRAINED.report


def test_a_file_of_another_version_is_not_taken_for_the_right_one(registry):
    registry.save(TRAINED, "first")
    registry.save(train(TRAINED.counts.without(["b2"])), "second")
    first, second = (registry.folder / "versions" / name / "model.npz" for name in ("first", "second"))
    first.write_bytes(second.read_bytes())
    with pytest.raises(RegistryDamaged):
        registry.load("first")


def _save_and_promote(folder, names, start):
    registry = Registry(folder)
    start.wait()
    for name in names:
        registry.save(TRAINED, name)
    for _ in range(20):
        for name in names:
            registry.promote(name)


def test_two_trainers_at_once_lose_no_version_and_no_promotion(registry):
    registry.save(TRAINED, "before")
    spawn = multiprocessing.get_context("spawn")
    start = spawn.Barrier(2)
    names = [["a0", "a1"], ["b0", "b1"]]
    trainers = [spawn.Process(target=_save_and_promote, args=(registry.folder, own, start)) for own in names]
    for trainer in trainers:
        trainer.start()
    for trainer in trainers:
        trainer.join()
    assert [trainer.exitcode for trainer in trainers] == [0, 0]
    history = json.loads((registry.folder / "promotions.json").read_text())["promoted"]
    assert [name for name in history if name in names[0]] == names[0] * 20
    assert [name for name in history if name in names[1]] == names[1] * 20
    assert {version.name for version in registry.versions()} == set(history) == {"before", *names[0], *names[1]}
    assert registry.load().version == history[-1]


def test_files_left_by_a_killed_trainer_are_not_a_version(registry):
    registry.save(TRAINED, "first")
    (registry.folder / "versions" / ".new-abc").mkdir()
    assert [version.name for version in registry.versions()] == ["first"]


def test_an_attached_file_is_private_and_the_version_still_works(registry):
    registry.save(TRAINED, "first")
    registry.save(TRAINED, "second")
    assert registry.attached("first", "more.npz") is None
    registry.attach("first", "more.npz", b"weights")
    assert registry.attached("first", "more.npz") == registry.attached(None, "more.npz") == b"weights"
    assert registry.attached("second", "more.npz") is None
    assert registry.load().clients == TRAINED.model.clients
    assert registry.load_report() == TRAINED.report
    assert [version.name for version in registry.versions()] == ["first", "second"]
    path = registry.folder / "versions" / "first" / "more.npz"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_attached_files_are_never_overwritten(registry):
    registry.save(TRAINED, "first")
    registry.attach("first", "more.npz", b"weights")
    for file in ("more.npz", "model.npz"):
        with pytest.raises(VersionExists, match="never overwritten"):
            registry.attach("first", file, b"others")
    assert registry.attached("first", "more.npz") == b"weights"
    assert registry.load().vocabulary == TRAINED.model.vocabulary


def test_a_file_that_a_killed_trainer_left_is_not_attached(registry):
    """It is there, but the header does not know it; another trainer may attach it again."""
    registry.save(TRAINED, "first")
    (registry.folder / "versions" / "first" / "more.npz").write_bytes(b"half of the wei")
    assert registry.attached("first", "more.npz") is None
    registry.attach("first", "more.npz", b"weights")
    assert registry.attached("first", "more.npz") == b"weights"


def test_nothing_is_attached_to_a_version_that_is_not_there(registry):
    registry.save(TRAINED, "first")
    with pytest.raises(UnknownVersion, match="Choose from first"):
        registry.attach("second", "more.npz", b"weights")
    with pytest.raises(UnknownVersion, match="Choose from first"):
        registry.attached("second", "more.npz")
    with pytest.raises(NoModel):
        Registry(registry.folder / "elsewhere").attached(None, "more.npz")
