"""Terms are found where they stand, and what is not found is told with its reason."""

import pytest

from addin.wordhost.making import docx, lines, runs
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.browser.word_terms import highlighted, margin, term

LONG = " ".join(f"w{number}" for number in range(90))
SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'


def _leaf(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def _found(told):
    return [(each["expected"], each["found"], _reasons(each)) for each in told]


def _reasons(each):
    return {one["reason"]: one["count"] for one in each["unreachable"]}


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        (runs("a^p and a^^p"), "a^p"),
        (runs("100^", "% sure"), "100^%"),
        (runs("x 😀 y"), "😀"),
        (runs("no\u00a0break"), "no\u00a0break"),
        (runs("Zoë Öster"), "Zoë Öster"),
        (runs("[NAME 1] (a.b*c?)"), "(a.b*c?)"),
        (f"<w:p>{_leaf('Ann')}<w:r><w:tab/></w:r>{_leaf('Rook')}</w:p>", "Ann\tRook"),
        (runs("before ", LONG, " after"), LONG),
        (runs("(" + LONG.replace(" ", "😀") + ")") * 2, LONG.replace(" ", "😀")),
        (runs("^" * 200 + "end"), "^" * 200 + "end"),
    ],
    ids=lambda _: "",
)
def test_search_codes_and_long_terms_are_matched_literally(word, inside, text):  # noqa: F811
    content = docx(inside)
    pane = word(content)
    wanted = term(content, "a", text)
    (story,) = wanted["spellings"][0]["stories"]
    expected = story["expected"] = story["hits"]  # within other words, too
    story["places"] = []
    assert _found(pane.locate([wanted])) == [(expected, expected, {})]
    pane.paint(a="suggested")
    assert {each[0] for each in highlighted(pane.saved())} <= {text, text.replace("\t", ""), "Ann", "Rook"}
    assert pane.replace(a="[X]")["left"] == []


def test_the_places_of_the_analysis_are_taken_and_no_others(word):  # noqa: F811
    """`Smith` stands in a longer term and in a longer word: the ordinals of the hits tell which are its own."""
    content = docx(runs("John Smith met Smithson; Smith left. John Smith stayed."))
    wanted = term(content, "s", "Smith")
    (story,) = wanted["spellings"][0]["stories"]
    story["places"] = [place for place in story["places"] if place["hit"] == 2]
    story["expected"] = 1
    pane = word(content)
    assert _found(pane.locate([wanted])) == [(1, 1, {})]
    pane.replace(s="[X]")
    assert highlighted(pane.saved()) == []
    assert "John Smith met Smithson; [X] left. John Smith stayed." in _text(pane)


def _text(pane):
    return "\n".join(lines(pane.saved()))


def test_if_counts_differ_the_paragraphs_decide_which_hits_are_the_term(word):  # noqa: F811
    """Somebody has typed since the analysis: borders and longer terms are looked at in what stands there now."""
    content = docx(runs("Smith, Smithson and John Smith") + runs("Other"))
    terms = [term(content, "s", "Smith"), term(content, "j", "John Smith")]
    (story,) = terms[0]["spellings"][0]["stories"]
    story["places"], story["expected"] = story["places"][:1], 1
    pane = word(content)
    pane.host.session.body().do_search("Other").items[0].do_insert_text("Smith and Smiths", "Replace")
    assert _found(pane.locate(terms))[0] == (1, 2, {})
    pane.replace(s="[X]")
    assert _text(pane) == "[X], Smithson and John Smith\n[X] and Smiths"


def test_obstacles_inside_a_term_are_reported_with_it(word):  # noqa: F811
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    content = docx(f"<w:p>{_leaf('Ali')}{note}{_leaf('ce, Alice and Alices')}</w:p>")
    wanted = term(content, "a", "Alice", obstacles={0: ["note"]})
    pane = word(content)
    told = pane.locate([wanted])
    assert _found(told) == [(2, 1, {"obstacle": 1})]
    assert told[0]["unreachable"][0]["obstacles"] == ["note"]
    assert pane.replace(a="[X]")["left"] == []
    assert "[X] and Alices" in _text(pane)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("text box", "text_box"),
        ("copy", "not_reachable"),
        ("embedded document", "not_reachable"),
        ("before deletion", "not_reachable"),
        ("header", "not_reachable"),
    ],
)
def test_unreachable_places_are_reported_without_a_search(word, kind, reason):  # noqa: F811
    content = docx(runs("Alice"))
    wanted = term(content, "a", "Alice")
    there = {"story": "word/header7.xml", "kind": kind, "expected": 2, "hits": 2, "places": []}
    wanted["spellings"][0]["stories"].append(there)
    pane = word(content)
    assert _found(pane.locate([wanted])) == [(3, 1, {reason: 2})]
    assert pane.host.failures == []


def test_a_header_that_is_not_there_spoils_no_other_search(word):  # noqa: F811
    content = docx(runs("Alice") + SECTION, header1=runs("Alice"))
    wanted = term(content, "a", "Alice")
    pane = word(content)
    gone = margin("word/header1.xml", kind="EvenPages")
    assert _found(pane.locate([wanted], [gone])) == [(2, 1, {"no_search": 1})]


def test_a_straight_quotation_mark_is_no_curly_one(word):  # noqa: F811
    content = docx(runs("O'Neill and O’Neill"))
    pane = word(content)
    assert _found(pane.locate([term(content, "a", "O’Neill")])) == [(1, 1, {})]


def test_nothing_is_searched_twice_and_a_person_can_stop(word):  # noqa: F811
    content = docx("".join(runs(f"Name{number} Name{number}") for number in range(90)))
    terms = [term(content, str(number), f"Name{number}") for number in range(90)]
    pane = word(content)
    stopped = """(() => {
      const stop = new AbortController();
      return word.locate(given, [], stop.signal, () => stop.abort());
    })()"""
    assert pane.call(stopped, terms) == {"problem": "cancelled"}
    pane.host.batches = 0
    assert sum(each["found"] for each in pane.locate(terms + terms)) >= 180
    assert pane.host.batches < 8


@pytest.mark.parametrize("batch", [1, 2])
def test_a_word_that_is_silent_is_left_in_time(word, batch):  # noqa: F811
    content = docx("".join(runs(f"Name{number}") for number in range(60)))
    pane = word(content, patience=3_000)
    pane.host.faults.silent = {batch}
    terms = [term(content, str(number), f"Name{number}") for number in range(60)]
    assert pane.locate(terms) == {"problem": "no_answer"}
    assert _found(pane.locate(terms))[0] == (1, 1, {})


def test_going_to_an_occurrence_selects_it_and_runs_round(word):  # noqa: F811
    content = docx(runs("Alice one, Alice two") + SECTION, header1=runs("Alice above"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")], [margin("word/header1.xml")])
    assert pane.call("word.selection()") is None
    for asked, reached in ((0, 0), (1, 1), (2, 2), (3, 0), (-1, 2)):
        assert pane.call("word.goTo('a', given)", asked) == {"occurrence": reached, "of": 3}
    assert pane.call("word.selection()") == {"text": "Alice", "story": "Header"}
    assert pane.call("word.goTo('b', 0)") == {"problem": "gone"}


def test_a_place_deleted_in_the_meantime_is_reported_as_gone(word):  # noqa: F811
    content = docx(runs("Alice") + runs("Bob"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.session.body().do_search("Alice").items[0].do_delete()
    assert pane.call("word.goTo('a', 0)") == {"problem": "gone"}
    assert pane.paint(a="suggested")["unmarked"] == [{"term": "a", "occurrence": 0, "reason": "gone"}]


def test_ranges_are_let_go_when_others_are_searched_for(word):  # noqa: F811
    content = docx(runs("Alice") * 50)
    pane = word(content)
    for _ in range(3):
        pane.locate([term(content, "a", "Alice")])
    assert len(pane.host.references) < 120
    pane.locate([])
    assert len(pane.host.references) < 20


def test_a_long_string_that_repeats_itself_is_reported_and_not_guessed(word):  # noqa: F811
    """Its beginning and its end are found in other places than where it begins and ends."""
    content = docx(runs("x" + "ab" * 200))
    wanted = term(content, "a", "ab" * 200)
    wanted["spellings"][0]["stories"][0].update(expected=1, hits=1, places=[])
    pane = word(content)
    expected, found, reasons = _found(pane.locate([wanted]))[0]
    assert expected == found + sum(reasons.values()) == 1


def test_a_paragraph_is_selected_by_its_number_and_missing_ones_are_gone(word):  # noqa: F811
    pane = word(docx(runs("First.") + runs("Second.") + runs("Third.")))
    body = "{part: 'word/document.xml', kind: 'body'}"
    pane.call(f"word.goToParagraph({body}, 1)")
    assert pane.call("word.selection()")["text"] == "Second."
    assert pane.call(f"word.goToParagraph({body}, 9)") == {"problem": "gone"}
    assert pane.call("word.goToParagraph({part: 'word/document.xml', kind: 'copy'}, 0)") == {"problem": "gone"}
