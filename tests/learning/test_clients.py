import pytest

from backend.errors import CorpusError, UnknownClient
from backend.learning.clients import Client, find_client, merge_clients
from backend.reporting.command_line import COMMAND_LINE

CLIENTS = (
    Client("Corvane Bank", "Banking", ("Corvane", "CVB")),
    Client("Halden & Rook", "Retail", ("H&R",)),
    Client("Target", "Retail"),
    Client("target", "Archery"),
)


@pytest.mark.parametrize(
    ("name", "index"),
    [("Corvane Bank", 0), ("corvane bank", 0), (" Halden & Rook ", 1), ("h&r", 1), ("CVB", 0), ("target", 3)],
)
def test_a_client_is_found_as_written_in_other_case_or_by_an_alias(name, index):
    assert find_client(CLIENTS, name) == index


def test_a_name_that_several_clients_answer_to_is_refused_with_all_of_them():
    with pytest.raises(UnknownClient, match=r"'Target', 'target'.*full name"):
        find_client(CLIENTS, "TARGET")


def test_an_unknown_client_comes_with_the_nearest_names():
    with pytest.raises(UnknownClient, match=r"Did you mean 'Corvane Bank'\?"):
        find_client(CLIENTS, "Corvan Bnak")


def test_part_of_a_name_is_enough_for_the_suggestion():
    with pytest.raises(UnknownClient, match="'Halden & Rook'"):
        find_client(CLIENTS, "rook")


def test_when_nothing_is_near_the_command_that_lists_clients_is_named():
    with pytest.raises(UnknownClient, match="No client 'Zzyzx Quarries' is in the model") as caught:
        find_client(CLIENTS, "Zzyzx Quarries")
    assert "unsaid clients" in caught.value.text(COMMAND_LINE)


def test_two_utility_classes_for_one_client_are_refused():
    with pytest.raises(CorpusError, match="'Ford' has two industries, 'Automobiles' and 'Banking'"):
        merge_clients([Client("Ford", "Banking"), Client("Ford", "Automobiles")])
