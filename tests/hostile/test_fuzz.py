"""300 of the files that `make fuzz` makes 10,000 of: each ends redacted or refused, within 1 GB."""

import sys
from dataclasses import replace

import pytest

from tests.hostile.fuzz import PICTURES, SEED, fuzzed, outcomes
from tests.hostile.hostile_runs import CEILING, PATIENT, Outcome, outcome, pool
from tests.hostile.mutations import mutated
from tests.processes import child_tasks

FILES = 300

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are bounded as Linux does it")


@pytest.fixture(scope="module")
def done() -> dict[str, Outcome]:
    return dict(outcomes(SEED, range(FILES), processes=1, ceiling=PATIENT))


def test_any_bytes_give_a_redacted_file_or_an_error_of_our_family(done):
    assert {seed: each for seed, each in done.items() if each.fault} == {}


def test_fuzzed_pictures_are_cleaned_replaced_or_refused():
    done = dict(outcomes(PICTURES, range(FILES), processes=1, ceiling=PATIENT))
    assert {seed: each for seed, each in done.items() if each.fault} == {}
    assert all(each.said in {"clean", "left", "not_examined", "document_too_large"} for each in done.values())


def test_enough_of_them_are_still_documents(done):
    """Files of which none can be opened would try nothing."""
    assert sum(each.said in {"clean", "left", "not_examined"} for each in done.values()) > FILES // 4


@pytest.mark.parametrize("seed", ["17:5358", "17:5365"])
def test_faults_found_by_the_fuzzer_remain_fixed(seed: str):
    """A relationship within a relationship, in a clean copy."""
    assert fuzzed(seed).fault == ""


def test_a_seed_gives_the_same_file_again():
    assert [mutated(f"a:{i}") for i in range(20)] == [mutated(f"a:{i}") for i in range(20)]
    assert mutated("a:1") != mutated("a:2")


def test_endless_work_and_too_much_memory_are_reported(done):
    children = pool(1)
    try:
        assert outcome(children, child_tasks.loop_in_c, replace(CEILING, seconds=1.0)).said == "took_too_long"
        assert outcome(children, child_tasks.eat, PATIENT).said == "took_too_much_memory"
    finally:
        children.close()


def test_an_error_outside_the_family_is_a_fault(monkeypatch):
    def broken(*_: object) -> None:
        raise KeyError("Halden")

    monkeypatch.setattr("tests.hostile.hostile_runs.redact_content", broken)
    done = fuzzed("a:1")
    assert "KeyError" in done.fault
    assert "Halden" not in done.fault
