"""Search against a reading of its own: what is between walls, character by character."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from addin.wordhost.making import docx, runs
from addin.wordhost.session import Session

LETTERS = "aAbBäÄßéÉsSſσΣςıI1² _-.'^😀"
TEXT = st.text(LETTERS, min_size=1, max_size=6)
WALLS = {
    "note": '<w:r><w:footnoteReference w:id="2"/></w:r>',
    "picture": "<w:r><w:drawing/></w:r>",
    "deletion": '<w:del w:id="1" w:author="a"><w:r><w:delText>ab</w:delText></w:r></w:del>',
    "field": (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>ab</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    ),
    "end of field": '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
}
LENGTHS = {"deletion": 2}
LEAVES = {"\t": "<w:r><w:tab/></w:r>", "\v": "<w:r><w:br/></w:r>"}
INSIDE = st.lists(st.one_of(TEXT, st.sampled_from([*WALLS, *LEAVES])), max_size=5)
PARAGRAPHS = st.lists(INSIDE, min_size=1, max_size=5)
CODES = {
    "^?": lambda character: character != "\n",
    "^#": str.isdecimal,
    "^$": lambda character: character.isalnum() and not character.isdecimal(),  # "²" too: unsourced
    "^^": lambda character: character == "^",
    "^t": lambda character: character == "\t",
    "^l": lambda character: character == "\v",
}
NEEDLE = st.lists(st.sampled_from([*LETTERS.replace("^", ""), *CODES]), min_size=1, max_size=4)
FLAGS = st.sets(st.sampled_from(["matchCase", "matchWholeWord", "matchPrefix", "matchSuffix"]), max_size=2)


def _paragraph(inside):
    made = [WALLS.get(each) or LEAVES.get(each) or _run(each) for each in inside]
    return f"<w:p>{''.join(made)}</w:p>"


def _run(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def _between_walls(inside):
    """The offset of each stretch, and what it is made of."""
    at, begun, made = 0, 0, []
    for each in [*inside, "note"]:
        if each in WALLS:
            if made:
                yield begun, made
            at += LENGTHS.get(each, 0)
            begun, made = at, []
        else:
            made.append(each)
            at += len(each)


def _expected(paragraphs, needle, flags):
    return [
        (number, begun + start, begun + start + len(needle))
        for number, inside in enumerate(paragraphs)
        for begun, made in _between_walls(inside)
        for start in _starts("".join(made), needle, flags)
    ]


def _starts(text, needle, flags):
    at = 0
    while at + len(needle) <= len(text):
        if _stands(text, at, needle, flags):
            yield at
            at += len(needle)
        else:
            at += 1


def _stands(text, at, needle, flags):
    end = at + len(needle)
    if flags & {"matchWholeWord", "matchPrefix"} and at > 0 and _of_a_word(text[at - 1]):
        return False
    if flags & {"matchWholeWord", "matchSuffix"} and end < len(text) and _of_a_word(text[end]):
        return False
    return all(
        _same(wanted, found, case="matchCase" in flags) for wanted, found in zip(needle, text[at:end], strict=True)
    )


def _of_a_word(character):
    return character.isalnum() or character == "_"


def _same(wanted, found, *, case):
    if wanted in CODES:
        return CODES[wanted](found)
    return wanted == found or (not case and (wanted.lower() == found.lower() or wanted.upper() == found.upper()))


def _found(session, story, where, needle, options):
    """Each hit as the number of its paragraph and its offsets."""
    order = session.stories.order(story)
    hits = where.call("Search", [needle, options]).items
    spans = [hit.span() for hit in hits]
    assert all(span.first is span.last for span in spans)
    return [(order[span.first], span.start, span.end) for span in spans]


@settings(max_examples=400, deadline=None)
@given(PARAGRAPHS, NEEDLE, FLAGS)
@example([["a"], ["b"]], ["a", "^?", "b"], set())
@example([["ab", "note", "ab"], [], ["picture"], ["b"]], ["b", "^?"], set())
def test_the_body_is_searched_as_each_stretch_of_its_text_is(paragraphs, needle, flags):
    session = Session(docx("".join(map(_paragraph, paragraphs))))
    body = session.body()
    found = _found(session, body.container, body, "".join(needle), dict.fromkeys(flags, True))
    assert found == _expected(paragraphs, needle, flags)


@settings(max_examples=200, deadline=None)
@given(PARAGRAPHS, NEEDLE, NEEDLE, NEEDLE)
@example([["bab"]], ["a"], ["a"], ["b"])
@example([["bab"], ["b"], ["bab"]], ["a"], ["a"], ["b"])
def test_a_range_has_the_hits_of_the_body_that_are_inside_it(paragraphs, one, other, needle):
    session = Session(docx("".join(map(_paragraph, paragraphs))))
    body = session.body()
    ends = [hit for each in (one, other) for hit in body.call("Search", ["".join(each)]).items]
    if not ends:
        return
    within = ends[0].call("ExpandTo", [ends[-1]])
    order, span = session.stories.order(body.container), within.span()
    start, end = (order[span.first], span.start), (order[span.last], span.end)
    assert _found(session, body.container, within, "".join(needle), {}) == [
        (number, first, last)
        for number, first, last in _expected(paragraphs, needle, set())
        if start <= (number, first) and (number, last) <= end
    ]


WILD = st.lists(
    st.sampled_from([*"abAB1 ", "?", "*", "[!a]", "[ab]", "<", ">", "(a)", "b@", "a{1,2}"]), min_size=1, max_size=4
)


@settings(max_examples=200, deadline=None)
@given(PARAGRAPHS, WILD)
@example([["a", "note", "b"], ["a"]], ["a", "[!b]"])
@example([["a", "note", "b"], ["a"]], ["a", "?"])
@example([["a"], ["c", "b"]], ["a", "*", "b"])
def test_wildcards_find_in_the_body_what_they_find_in_its_paragraphs_alone(paragraphs, wild):
    whole = Session(docx("".join(map(_paragraph, paragraphs))))
    body = whole.body()
    options = {"matchWildcards": True}
    expected = []
    for number, inside in enumerate(paragraphs):
        for begun, made in _between_walls(inside):
            alone = Session(docx(_paragraph(made))).body()
            hits = alone.call("Search", ["".join(wild), options]).items
            expected += [(number, begun + hit.span().start, begun + hit.span().end) for hit in hits]
    assert _found(whole, body.container, body, "".join(wild), options) == expected


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["replace", "delete", "highlight", "new paragraph", "break", "join", "control", "note"]),
        st.integers(0, 9),
        st.booleans(),
    ),
    max_size=6,
)


def _edit(session, kind, which, tracked):
    body = session.body()
    paragraphs, hits = body.read("paragraphs").items, body.call("Search", ["a"]).items
    session.track("TrackAll" if tracked else "Off")
    if kind == "new paragraph":
        paragraphs[which % len(paragraphs)].call("InsertParagraph", ["a new one", "After"])
    elif not hits:
        return
    elif kind == "join":
        hits[0].call("ExpandTo", [hits[-1]]).call("Delete", [])
    else:
        hit = hits[which % len(hits)]
        if kind == "highlight":
            hit.read("Font").write("HighlightColor", "#FFFF00")
        elif kind == "control":
            hit.call("InsertContentControl", [])
        elif kind == "note":
            hit.call("InsertFootnote", ["said a"])
        else:
            hit.call("InsertText", [{"replace": "xyz a", "delete": "", "break": "x\na"}[kind], "Replace"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(TEXT, max_size=3), min_size=1, max_size=4), EDITS)
def test_what_was_edited_is_searched_as_the_saved_file_is(paragraphs, edits):
    session = Session(docx("".join(runs(*inside) for inside in paragraphs)))
    for kind, which, tracked in edits:
        _edit(session, kind, which, tracked)
        for story in ("body", "footnotes"):
            assert _everywhere(session, story) == _everywhere(Session(session.save()), story)
        if (changes := session.changes_in(None)).items and which % 3 == 0:
            changes.call("AcceptAll" if which % 2 else "RejectAll", [])
            assert _everywhere(session, "body") == _everywhere(Session(session.save()), "body")


def _everywhere(session, story):
    if story == "footnotes" and "word/footnotes.xml" not in session.package:
        return []
    body = session.body() if story == "body" else session.note_story(story)
    return [
        [_found(session, body.container, body, needle, {}), body.read("text").count(needle)]
        for needle in ("a", "x")
    ]


def test_a_character_that_no_document_has_is_not_found_between_its_paragraphs():
    body = Session(docx(runs("a") + runs("b"))).body()
    assert body.call("Search", ["\0"]).items == []
    assert body.call("Search", ["a\0b", {"matchCase": True}]).items == []
    assert body.call("Search", ["[\0]", {"matchWildcards": True}]).items == []


def test_a_word_is_found_in_each_of_many_paragraphs_as_often_as_it_is_there():
    text = "".join(runs(f"one{number} Al", f"ice two{number}") for number in range(500))
    hits = Session(docx(text)).body().call("Search", ["alice"]).items
    assert [hit.read("text") for hit in hits] == ["Alice"] * 500
    places = [
        re.fullmatch(r"one(\d+) Alice two\1", hit.read("paragraphs").items[0].read("text"))[1] for hit in hits
    ]
    assert places == [str(number) for number in range(500)]
