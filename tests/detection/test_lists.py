"""Lists of what must stay and what must go, from files."""

import pytest

from backend.detection.custom.lists import NO_LISTS, TermRules, read_lists, read_rules
from backend.errors import ListUnusable, UnreadableFile
from backend.settings import Settings
from backend.wiring.requests import lists_here


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_a_list_file_has_terms_to_keep_and_terms_to_redact(tmp_path):
    rules = read_rules(write(tmp_path / "a.yaml", "allow_list: [United Nations, 2024]\ndeny_list:\n  - Bluebird\n"))
    assert rules == TermRules(("United Nations", "2024"), ("Bluebird",))


def test_a_folder_has_a_list_for_everyone_and_one_for_a_client(tmp_path):
    write(tmp_path / "everyone.yaml", "allow_list: [United Nations]")
    write(tmp_path / "Halden & Rook.yml", "deny_list: [Bluebird]")
    write(tmp_path / "ap.json", '{"client": "A/P Møller", "allow_list": ["Aarhus"]}')
    write(tmp_path / "notes.txt", "no list")
    lists = read_lists(tmp_path)
    everyone = TermRules(("United Nations",))
    assert lists.of("HALDEN & ROOK") == (everyone, TermRules((), ("Bluebird",)))
    assert lists.of("A/P MØLLER") == (everyone, TermRules(("Aarhus",)))
    assert lists.of("Danone") == lists.of(None) == (everyone,)
    assert [path.name for path in lists.sources] == ["Halden & Rook.yml", "ap.json", "everyone.yaml"]


def test_without_a_folder_there_are_no_lists(tmp_path):
    assert read_lists(tmp_path / "none") == NO_LISTS


def test_a_configured_folder_that_disappears_does_not_drop_its_lists(tmp_path):
    """The terms to redact would stay in silence."""
    folder = tmp_path / "lists"
    folder.mkdir()
    settings = Settings.from_environment({"UNSAID_DATA": str(tmp_path), "UNSAID_LISTS": str(folder)})
    assert lists_here(settings) == NO_LISTS
    folder.rmdir()
    with pytest.raises(ListUnusable, match="does not exist any more"):
        lists_here(settings)
    assert lists_here(Settings.from_environment({"UNSAID_DATA": str(tmp_path)})) == NO_LISTS


def test_two_files_for_one_client_are_refused(tmp_path):
    write(tmp_path / "Ford.yaml", "deny_list: [a]")
    write(tmp_path / "other.yaml", "client: ford\ndeny_list: [b]")
    with pytest.raises(ListUnusable, match=r"other.yaml: another file.*same client"):
        read_lists(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "contains none of"),
        ("just words", "contains none of"),
        ("names: [a]", "contains none of"),
        ("allow_list: [a", "line 1: neither YAML nor JSON"),
        ("\x00", "neither YAML nor JSON"),
        ("allow_list: a", "allow_list must be a list"),
        ("allow_list: [Acme, '\u00ad']", "entry 2 of allow_list contains only spaces"),
        ('deny_list: ["Her\\x07on"]', "entry 1 of deny_list contains a control character"),
        ("allow_list: [Acme]\ndeny_list: [ACME]", "1 terms are in both"),
        ("!!python/object/apply:os.system ['true']", "neither YAML nor JSON"),
    ],
)
def test_a_file_that_is_not_a_list_is_named_with_its_fault(tmp_path, text, said):
    with pytest.raises(ListUnusable, match=f"a.yaml.*{said}"):
        read_rules(write(tmp_path / "a.yaml", text))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnreadableFile, match=r"nowhere.yaml"):
        read_rules(tmp_path / "nowhere.yaml")
