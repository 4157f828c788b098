"""Random scripts of edits: the file says what a list of strings says, and what was not edited is not touched."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from addin.wordhost.making import docx, lines, part
from addin.wordhost.session import Session

WORDS = ["Alice", "Bob", "Öster", "a", "x y", "😀", "&<"]
TEXT = st.lists(st.sampled_from([*WORDS, " ", ". "]), max_size=6).map("".join)
RUNS = st.lists(st.tuples(TEXT, st.sampled_from(["", "<w:rPr><w:b/></w:rPr>"])), max_size=4)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["replace", "start", "end", "delete", "highlight", "clear", "append"]),
        st.sampled_from(WORDS),
        st.integers(0, 5),
        st.sampled_from(["[NAME]", "", "Alice", "Bob\tx"]),
    ),
    max_size=8,
)


def _escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _document(paragraphs):
    """Empty elements are written as Word writes them."""
    made = ""
    for number, inside in enumerate(paragraphs):
        body = "".join(_run(text, look) for text, look in inside)
        mark = f'<w:p w:rsidR="{number:08X}"'
        made += f"{mark}>{body}</w:p>" if body else f"{mark}/>"
    return docx(made)


def _run(text, look):
    leaf = f'<w:t xml:space="preserve">{_escaped(text)}</w:t>' if text else '<w:t xml:space="preserve"/>'
    return f"<w:r>{look}{leaf}</w:r>"


def _places(texts, word):
    return [(at, found.start()) for at, text in enumerate(texts) for found in re.finditer(re.escape(word), text)]


def _apply(session, texts, edit):
    """One edit on the host and on the list of strings; returns which paragraph it touched."""
    kind, word, which, new = edit
    hits = session.body().call("Search", [word, {"matchCase": True}]).items
    places = _places(texts, word)
    assert len(hits) == len(places)
    if not hits:
        return None
    hit, (line, at) = hits[which % len(hits)], places[which % len(hits)]
    text, end = texts[line], at + len(word)
    if kind == "replace":
        hit.call("InsertText", [new, "Replace"])
        texts[line] = text[:at] + new + text[end:]
    elif kind in {"start", "end"}:
        hit.call("InsertText", [new, kind.title()])
        place = at if kind == "start" else end
        texts[line] = text[:place] + new + text[place:]
    elif kind == "delete":
        hit.call("Delete", [])
        texts[line] = text[:at] + text[end:]
    elif kind == "append":
        hit.call("GetRange", ["End"]).call("InsertText", [new, "After"])
        texts[line] = text[:end] + new + text[end:]
    else:
        hit.read("Font").write("HighlightColor", "#FFFF00" if kind == "highlight" else None)
    return line


@settings(max_examples=150, deadline=None)
@given(st.lists(RUNS, min_size=1, max_size=4), EDITS)
def test_untracked_edits_do_what_they_do_to_strings_and_touch_nothing_else(paragraphs, edits):
    original = _document(paragraphs)
    session = Session(original)
    texts = ["".join(text for text, _ in inside) for inside in paragraphs]
    touched = {_apply(session, texts, edit) for edit in edits}
    saved = session.save()
    assert lines(saved) == texts == session.body().read("text").split("\n")
    before, after = part(original), part(saved)
    for number in range(len(paragraphs)):
        if number not in touched:
            mark = f'<w:p w:rsidR="{number:08X}"'
            assert _paragraph(before, mark) == _paragraph(after, mark)
    assert before.split("<w:body>")[0] == after.split("<w:body>")[0]


def _paragraph(xml, mark):
    return re.search(rf"{mark}(?:/>|>.*?</w:p>)", xml).group()


@settings(max_examples=150, deadline=None)
@given(st.lists(RUNS, min_size=1, max_size=4), EDITS)
def test_tracked_edits_can_all_be_accepted_or_all_be_rejected(paragraphs, edits):
    original = _document(paragraphs)
    first = ["".join(text for text, _ in inside) for inside in paragraphs]
    for answer, expected_at_end in (("AcceptAll", True), ("RejectAll", False)):
        session = Session(original)
        session.track("TrackAll")
        texts = list(first)
        for edit in edits:
            try:
                _apply(session, texts, edit)
            except AssertionError:
                # A deletion in the middle hides a match that the string has (#5874).
                assert "delText" in part(session.save())
                break
        assert lines(session.save()) == texts
        session.changes_in(None).call(answer, [])
        assert lines(session.save()) == (texts if expected_at_end else first)
        assert not re.search(r"<w:(ins|del|rPrChange) ", part(session.save()))


@settings(deadline=None)
@given(st.lists(RUNS, min_size=1, max_size=3))
def test_a_highlight_that_is_set_and_removed_leaves_the_text_and_no_format(paragraphs):
    original = _document(paragraphs)
    session = Session(original)
    for hit in session.body().call("Search", ["Alice"]).items:
        hit.read("Font").write("HighlightColor", "Yellow")
        hit.read("Font").write("HighlightColor", None)
    assert lines(session.save()) == lines(original)
    assert "highlight" not in part(session.save())
