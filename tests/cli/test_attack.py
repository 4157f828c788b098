"""`unsaid attack`, from the outside."""

import json

import pytest

from backend.services.models import attack
from tests.conftest import CLIENT

KINDS = [
    *("nb", "nb-strong", "nb-medium", "nb-binary", "complement-nb", "complement-nb-strong"),
    *("svm", "ridge", "logistic", "centroid", "1nn"),
]


@pytest.fixture
def manifest(tmp_path):
    """Write a manifest of the given rows and return its path."""

    def written(*rows):
        path = tmp_path / "manifest.csv"
        path.write_text("\n".join(("path,client,k", *rows)) + "\n", "utf-8")
        return path

    return written


def test_every_attacker_names_the_client_of_a_document_that_hides_nothing(unsaid, report_docx, manifest):
    done = unsaid("attack", report_docx, "--manifest", manifest(f"{report_docx.name},{CLIENT},3"), "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 1
    assert report["model"] == "sample"
    assert report["chance"] == round(1 / 24, 6)
    assert report["documents"] == report["learnt_from"] == 312
    assert report["attackers"] == [
        {"attacker": kind, "documents": 1, "top1": 1.0, "below_k": 1.0} for kind in KINDS
    ]
    (file,) = report["files"]
    panel = file.pop("panel")
    assert (panel["clients"], panel["content_words"]["attackers"], panel["others"]["attackers"]) == (24, 15, 3)
    assert len(panel["content_words"]["named_by"]) == 15, "nothing is hidden from held-out attackers either"
    assert len(report["panel"]) == 18
    figures = {each["attacker"]: (each["top1"], each["below_k"]) for each in report["panel"]}
    assert {figures[name] for name in panel["content_words"]["named_by"]} == {(1.0, 1.0)}
    assert report["files"] == [
        {
            "path": str(report_docx),
            "client": CLIENT,
            "k": 3,
            "ranks": dict.fromkeys(KINDS, 1),
            "guesses": dict.fromkeys(KINDS, CLIENT),
            "named_by": KINDS,
            "warnings": [],
            "messages": [],
            "error": None,
        }
    ]


def test_a_document_without_known_words_identifies_no_client(unsaid, tmp_path, manifest):
    (tmp_path / "note.txt").write_text("zzyzx [TERM] [CLIENT]", "utf-8")
    done = unsaid("attack", "note.txt", "--manifest", manifest(f"note.txt,{CLIENT},"), "--json")
    report = json.loads(done.stdout)
    (file,) = report["files"]
    assert done.exit_code == 0
    assert file["messages"] == [{"code": "no_word_known_to_attackers", "params": {}}]
    assert file["k"] == 5
    assert set(file["ranks"].values()) == {1}, "a tie does not count for us"
    assert set(file["guesses"].values()) == {None}
    assert {each["top1"] for each in report["attackers"]} == {0.0}


def test_a_document_of_another_client_is_not_a_leak(unsaid, report_docx, manifest):
    rows = manifest(f"{report_docx.name},Marchetto Ipermercati,")
    done = unsaid("attack", report_docx, "--manifest", rows, "--attackers", "svm,nb", "--json")
    (file,) = json.loads(done.stdout)["files"]
    assert done.exit_code == 0
    assert list(file["ranks"]) == ["svm", "nb"]
    assert min(file["ranks"].values()) >= 2
    assert set(file["guesses"].values()) == {CLIENT}


def test_a_file_that_fails_stops_no_other(unsaid, report_docx, tmp_path, manifest):
    for name in ("broken.docx", "unlisted.txt", "stranger.txt"):
        (tmp_path / name).write_text("Halden & Rook", "utf-8")
    rows = (f"broken.docx,{CLIENT},", "stranger.txt,Halden and Rok,", f"{report_docx.name},Marchetto Ipermercati,")
    names = ("broken.docx", "unlisted.txt", "stranger.txt", "missing.txt", report_docx.name)
    listed = manifest(*rows, f"missing.txt,{CLIENT},")
    done = unsaid("attack", *names, "--manifest", listed, "--attackers", "centroid", "--json")
    report = json.loads(done.stdout)
    errors = {file["path"]: file["error"] for file in report["files"]}
    assert done.exit_code == 1
    assert errors.pop(report_docx.name) is None
    assert "not a" in errors["broken.docx"] or "no " in errors["broken.docx"]
    assert "Add one with its client" in errors["unlisted.txt"]
    assert "Did you mean 'Halden & Rook'" in errors["stranger.txt"]
    assert errors["missing.txt"]
    assert all(error in done.stderr for error in errors.values())
    assert report["attackers"][0]["documents"] == 1


def test_if_every_file_fails_the_shares_are_empty(unsaid, manifest):
    done = unsaid("attack", "missing.txt", "--manifest", manifest(), "--json")
    assert done.exit_code == 1
    assert {each["top1"] for each in json.loads(done.stdout)["attackers"]} == {None}
    assert unsaid("attack", "missing.txt", "--manifest", manifest()).exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--attackers", "svm,oracle"], "There is no attacker 'oracle'. Choose from nb, "),
        (["--name", "unknown"], "There is no version 'unknown'. Choose from sample."),
        (["--registry", "nowhere"], "Run `unsaid train CORPUS` first"),
        (["--manifest", "missing.csv"], "missing.csv"),
    ],
)
def test_wrong_usage_exits_with_2(unsaid, report_docx, manifest, arguments, said):
    done = unsaid("attack", report_docx, "--manifest", manifest(f"{report_docx.name},{CLIENT},"), *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_the_manifest_is_required(unsaid, report_docx):
    assert unsaid("attack", report_docx).exit_code == 2


def test_people_see_ranks_guesses_and_what_was_learnt_from(unsaid, report_docx, manifest, monkeypatch):
    monkeypatch.setattr(attack, "LEARN_FROM", 40)
    rows = manifest(f"{report_docx.name},Marchetto Ipermercati,")
    done = unsaid("attack", report_docx, "--manifest", rows, "--attackers", "ridge,1nn")
    assert "would name" in done.stdout
    assert CLIENT in done.stdout
    assert "learnt from 40 of the 312 documents of sample, drawn so that every client keeps some" in done.stdout
    assert "A blind guess among 24 clients names the right one in 4.2% of cases." in done.stdout


def test_the_example_of_the_help_names_attackers_that_exist(unsaid):
    said = unsaid("attack", "--help").stdout
    assert all(kind in said for kind in KINDS)
