"""`unsaid redact`, from the outside."""

import json
import re
import stat
import zipfile

import docx
import pytest

from tests.conftest import CLIENT, SAMPLE

TEXT = (
    "\ufeffHalden & Rook asked Nell Purkiss (nell.purkiss@haldenrook.example, 020 7946 0958)\r\n"
    "to move the Plumbline replenishment to the Goole depot by 3 March 2025.\r\n"
)


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.txt"
    path.write_bytes(TEXT.encode())
    return path


def _report(result):
    return json.loads(result.stdout)


def _only_file(result):
    (file,) = _report(result)["files"]
    return file


def test_the_sample_report_no_longer_reveals_its_client(unsaid, report_docx, tmp_path):
    """The independent look: no piece of the zip, unpacked, holds the name in any spelling."""
    before = report_docx.read_bytes()
    result = unsaid("redact", report_docx, "--client", CLIENT, "--k", 5, "--out", "out", "--report", "r.json")
    assert result.exit_code == 0, result.output
    (file,) = json.loads((tmp_path / "r.json").read_text())["files"]
    assert file["rank_before"] == 1
    assert file["rank_after"] >= file["k_reached"] >= 5
    assert file["verification"]["status"] == "clean"
    assert 0.5 < file["kept_share"] < 1
    assert file["utility_after"] == "Grocery retail"
    with zipfile.ZipFile(tmp_path / "out" / "sample.docx") as package:
        for name in package.namelist():
            flat = re.sub(rb"<[^>]*>", b"", package.read(name)).lower()
            assert b"halden" not in flat + package.read(name).lower(), name
    assert report_docx.read_bytes() == before


def test_word_can_read_the_output_and_formatting_is_kept(unsaid, report_docx, tmp_path):
    """python-docx as the second reader: run by run the same formatting, and the same text but for placeholders.

    Runs all of whose text is redacted, behind the one with the placeholder, are left out.
    """

    def runs(path):
        return [
            (run.text, run.bold, run.italic, run.font.size, str(run.font.color.rgb if run.font.color else None))
            for paragraph in docx.Document(str(path)).paragraphs
            for run in paragraph.runs
        ]

    assert unsaid("redact", report_docx, "--client", CLIENT, "--out", "out").exit_code == 0
    before, after = runs(report_docx), runs(tmp_path / "out" / "sample.docx")
    rest, left_out = iter(before), []
    for new, *look in after:
        gaps = [re.escape(gap) for gap in re.split(r"\[[A-Z_]+(?: \d+)?\]", new)]
        for old, *before_look in rest:
            # A name that began in the run before leaves nothing of itself here.
            is_the_same = re.fullmatch("(.+?)".join(gaps), old, flags=re.DOTALL) or old.endswith(new)
            if before_look == look and is_the_same:
                break
            left_out.append(old)
        else:
            pytest.fail(f"{new!r} is in no run of the source")
    left_out += [old for old, *_ in rest]
    assert len(after) + len(left_out) == len(before)
    assert left_out == ["den", " & Rook", "al", "den", " &", " Ro", "ok"]  # of "Halden & Rook", twice
    tables = [docx.Document(str(path)).tables[0] for path in (report_docx, tmp_path / "out" / "sample.docx")]
    assert len(tables[0].rows) == len(tables[1].rows)


def test_in_text_only_placeholders_are_new_and_no_other_character_changes(unsaid, note, tmp_path):
    result = unsaid("redact", note, "--client", CLIENT, "--k", 3, "--out", "out", "--json")
    assert result.exit_code == 0, result.output
    output = (tmp_path / "out" / "note.txt").read_bytes().decode()
    gaps = [re.escape(gap) for gap in re.split(r"\[[A-Z_]+(?: \d+)?\]", output)]
    assert re.fullmatch("(.+?)".join(gaps), TEXT, flags=re.DOTALL)
    assert output.startswith("\ufeff[CLIENT] ")
    assert "[EMAIL_ADDRESS 1]" in output
    assert "[PHONE_NUMBER 1]" in output
    assert output.endswith("\r\n")


def test_the_report_has_every_key_of_the_contract(unsaid, note):
    file = _only_file(unsaid("redact", note, "--client", CLIENT, "--out", "out", "--json"))
    assert {
        "path",
        "output",
        "client",
        "k",
        "k_reached",
        "rank_before",
        "rank_after",
        "rank_guess",
        "suppressed",
        "kept_share",
        "utility_before",
        "utility_after",
        "lp_gap",
        "verification",
        "warnings",
        "error",
    } <= set(file)
    assert {"term", "kind", "placeholder", "count"} <= set(file["suppressed"][0])
    assert {"status", "places", "parts"} <= set(file["verification"])


def test_a_report_file_is_for_its_owner_alone(unsaid, note, tmp_path):
    unsaid("redact", note, "--client", CLIENT, "--out", "out", "--report", "r.json")
    assert stat.S_IMODE((tmp_path / "r.json").stat().st_mode) == 0o600


def test_counts_are_those_of_the_placeholders_in_the_output(unsaid, note, tmp_path):
    file = _only_file(unsaid("redact", note, "--client", CLIENT, "--k", 4, "--out", "out", "--json"))
    output = (tmp_path / "out" / "note.txt").read_text("utf-8")
    assert sum(row["count"] for row in file["suppressed"]) == len(re.findall(r"\[[A-Z_]+(?: \d+)?\]", output))


def test_k_1_leaves_the_client_and_takes_personal_data(unsaid, note, tmp_path):
    assert unsaid("redact", note, "--client", CLIENT, "--k", 1, "--out", "out").exit_code == 0
    output = (tmp_path / "out" / "note.txt").read_text("utf-8")
    assert "Halden & Rook asked Nell Purkiss ([EMAIL_ADDRESS 1]" in output


def test_without_client_terms_no_model_is_needed(unsaid, note, tmp_path):
    result = unsaid("redact", note, "--no-cii", "--pii", "EMAIL_ADDRESS", "--out", "out", "--registry", "nowhere")
    assert result.exit_code == 0, result.output
    output = (tmp_path / "out" / "note.txt").read_text("utf-8")
    assert "[EMAIL_ADDRESS 1]" in output
    assert "020 7946 0958" in output


def test_always_terms_are_redacted_and_never_terms_are_kept(unsaid, note, tmp_path):
    (tmp_path / "always.txt").write_text("Nell  Purkiss\n\ndepot\n", "utf-8")
    result = unsaid(
        "redact",
        note,
        "--client",
        CLIENT,
        "--always",
        "@always.txt",
        "--never",
        "Plumbline",
        "--out",
        "out",
        "--json",
    )
    output = (tmp_path / "out" / "note.txt").read_text("utf-8")
    assert "asked [REDACTED] (" in output
    assert "Plumbline" in output
    assert {row["kind"] for row in _only_file(result)["suppressed"]} == {"always", "client", "personal"}


@pytest.mark.parametrize(("style", "shown"), [("typed", "[EMAIL_ADDRESS]"), ("redacted", "[REDACTED]")])
def test_the_chosen_placeholder_is_written(unsaid, note, tmp_path, style, shown):
    unsaid("redact", note, "--no-cii", "--placeholder", style, "--out", "out")
    assert shown in (tmp_path / "out" / "note.txt").read_text("utf-8")


def test_json_is_one_document_and_nothing_else_on_stdout(unsaid, note):
    result = unsaid("redact", note, "--client", CLIENT, "--out", "out", "--json")
    assert {"version", "model", "files"} <= set(json.loads(result.stdout))
    assert json.loads(result.stdout)["model"] == "sample"


def test_a_folder_is_read_recursively_and_names_with_the_client_are_changed(unsaid, tmp_path):
    inbox = tmp_path / "inbox"
    for name in (
        "a/plan.txt",
        "a/Halden & Rook plan.txt",
        "halden_&_rook/x.md",
        "~$lock.docx",
        ".hidden.txt",
        "b.pdf",
    ):
        (inbox / name).parent.mkdir(parents=True, exist_ok=True)
        (inbox / name).write_text("The Goole depot waits for Halden & Rook.", "utf-8")
    result = unsaid("redact", inbox, "--client", CLIENT, "--k", 2, "--out", "out", "--json")
    outputs = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.*"))
    assert outputs == ["CLIENT/x.md", "a/CLIENT plan.txt", "a/plan.txt"]
    assert sorted(file["output"] for file in _report(result)["files"]) == [f"out/{name}" for name in outputs]


def test_names_that_we_changed_get_a_number_when_they_meet(unsaid, tmp_path):
    (tmp_path / "Halden & Rook.txt").write_text("Halden & Rook, Goole", "utf-8")
    (tmp_path / "HALDEN & ROOK.txt").write_text("Halden & Rook, Selby", "utf-8")
    unsaid("redact", "Halden & Rook.txt", "HALDEN & ROOK.txt", "--client", CLIENT, "--k", 2, "--out", "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["CLIENT (2).txt", "CLIENT.txt"]


def test_such_a_number_is_none_of_the_redacted_terms(unsaid, tmp_path):
    (tmp_path / "Halden & Rook.txt").write_text("Halden & Rook, part 2", "utf-8")
    (tmp_path / "HALDEN & ROOK.txt").write_text("Halden & Rook, part 2 and 3", "utf-8")
    terms = ("--no-cii", "--always", "Halden & Rook", "--always", "2")
    unsaid("redact", "Halden & Rook.txt", "HALDEN & ROOK.txt", *terms, "--out", "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["REDACTED (3).txt", "REDACTED.txt"]


def test_two_inputs_of_one_name_do_not_overwrite_each_other(unsaid, tmp_path):
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "note.txt").write_text(f"Halden & Rook {folder}", "utf-8")
    result = unsaid("redact", "a/note.txt", "b/note.txt", "--client", CLIENT, "--k", 2, "--out", "out", "--json")
    first, second = _report(result)["files"]
    assert result.exit_code == 1
    assert first["error"] is None
    assert "output of another file" in second["error"]
    assert (tmp_path / "out" / "note.txt").read_text("utf-8") == "[CLIENT] a"


def test_a_manifest_says_whose_documents_and_how_hard(unsaid, tmp_path):
    for name in ("one.txt", "two.txt", "three.txt"):
        (tmp_path / name).write_text("Halden & Rook meets Corvane at the Goole depot.", "utf-8")
    (tmp_path / "m.csv").write_text(
        "path,client,utility,k\none.txt,Halden & Rook,,2\ntwo.txt,corvane,Banking,\nabsent.txt,Nobody,,\n", "utf-8"
    )
    result = unsaid(
        "redact", "one.txt", "two.txt", "three.txt", "--manifest", "m.csv", "--k", 3, "--out", "o", "--json"
    )
    one, two, three = _report(result)["files"]
    assert result.exit_code == 1
    assert (one["client"], one["k"]) == ("Halden & Rook", 2)
    assert (two["client"], two["k"]) == ("Corvane Bank", 3)
    assert "the manifest m.csv has no row for it" in three["error"]
    assert "[CLIENT] meets [ORGANIZATION 1]" in (tmp_path / "o" / "one.txt").read_text("utf-8")


def test_several_processes_do_what_one_does(unsaid, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number, path in enumerate(sorted((SAMPLE / "corpus" / CLIENT).iterdir())[:4]):
        (inbox / f"{number}{path.suffix}").write_bytes(path.read_bytes())
    one = unsaid("redact", inbox, "--client", CLIENT, "--out", "one", "--json")
    two = unsaid("redact", inbox, "--client", CLIENT, "--out", "two", "--json", "--jobs", 2)
    assert one.exit_code == two.exit_code == 0
    assert one.stdout.replace('"one/', '"two/') == two.stdout


def test_a_document_without_known_words_is_written_and_reported_as_short_of_k(unsaid, tmp_path):
    (tmp_path / "empty.txt").write_text("", "utf-8")
    (tmp_path / "strange.txt").write_text("Zzyx qwxv.", "utf-8")
    result = unsaid("redact", "empty.txt", "strange.txt", "--client", CLIENT, "--k", 2, "--out", "out", "--json")
    assert result.exit_code == 1
    for file in _report(result)["files"]:
        assert file["error"] is None
        assert file["k_reached"] == 1
        assert any("no word that the model knows" in warning for warning in file["warnings"])
    assert (tmp_path / "out" / "strange.txt").read_text("utf-8") == "Zzyx qwxv."
