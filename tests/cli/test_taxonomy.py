"""`unsaid taxonomy`, from the outside."""

import json


def test_the_meanings_of_a_word_are_shown_with_what_stands_above(unsaid):
    done = unsaid("taxonomy", "show", "Leeds")
    assert done.exit_code == 0, done.output
    for form in ("municipality", "a city in England", "a city in the United Kingdom", "a city in Europe"):
        assert form in done.stdout
    assert "several meanings" in done.stdout


def test_json_has_the_forms_of_each_meaning(unsaid):
    done = unsaid("taxonomy", "show", "€4.37 million", "--json")
    assert done.exit_code == 0, done.output
    shown = json.loads(done.stdout)
    (meaning,) = shown["meanings"]
    assert (shown["word"], meaning["kind"], meaning["meaning"]) == ("€4.37 million", "QUANTITY", "money 4,370,000")
    assert [each["phrase"] for each in meaning["broader"]][3] == "a few million euros"


def test_a_kind_is_chosen(unsaid):
    done = unsaid("taxonomy", "show", "Leeds", "--kind", "location", "--json")
    assert {each["kind"] for each in json.loads(done.stdout)["meanings"]} == {"LOCATION"}


def test_an_organisation_stands_below_its_industry(unsaid):
    done = unsaid("taxonomy", "show", "Xqztrade", "--industry", "Food retail", "--industry", "Retail", "--json")
    (meaning,) = json.loads(done.stdout)["meanings"]
    assert [each["phrase"] for each in meaning["broader"]][:2] == [
        "a company in the food retail industry",
        "a company in the retail industry",
    ]


def test_a_word_without_a_broader_form_needs_attention(unsaid):
    done = unsaid("taxonomy", "show", "xqztrade")
    assert done.exit_code == 1
    assert "no broader form" in done.stdout
    assert json.loads(unsaid("taxonomy", "show", "entity", "--json").stdout)["meanings"][0]["broader"] == []


def test_generalisations_of_ones_own_are_shown_once(unsaid, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Heron > a project > an undertaking\n", "utf-8")
    done = unsaid("taxonomy", "show", "Heron", "--list", path, "--json")
    assert done.exit_code == 0, done.output
    forms = [[each["phrase"] for each in meaning["broader"]] for meaning in json.loads(done.stdout)["meanings"]]
    assert forms == [["a project", "an undertaking"]]


def test_a_list_that_names_the_client_is_refused_in_one_line(unsaid, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("salads > produce\nCarrefour > Carrefour group\n", "utf-8")
    done = unsaid("taxonomy", "show", "salads", "--list", path)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert f"{path} cannot be used. Line 2: a broader form contains the term" in done.stderr
    path.write_text("salads > the Halden range\n", "utf-8")
    done = unsaid("taxonomy", "show", "salads", "--list", path, "--client-name", "Halden")
    assert (done.exit_code, "Line 1" in done.stderr, "Halden" in done.stderr) == (2, True, False)
    path.write_bytes(b"salads > \xff\n")
    assert "UTF-8" in unsaid("taxonomy", "show", "salads", "--list", path).stderr
