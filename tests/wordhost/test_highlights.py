"""What a highlight leaves in the XML."""

from addin.wordhost.making import docx, part, runs
from addin.wordhost.session import Session


def _font(session, text):
    return session.body().call("Search", [text]).items[0].read("Font")


def test_removing_the_only_format_of_a_run_leaves_the_run_as_it_was():
    original = docx(runs("Alice"))
    session = Session(original)
    for colour in ("Yellow", None):
        _font(session, "Alice").write("HighlightColor", colour)
    assert part(session.save()) == part(original)


def test_a_tracked_highlight_is_a_change_of_format():
    session = Session(docx(runs("Alice")))
    session.track("TrackAll")
    _font(session, "Alice").write("HighlightColor", "Yellow")
    assert "<w:rPrChange " in part(session.save())
    made = session.body().call("Search", ["Alice"]).items[0].call("InsertText", ["[NAME]", "Replace"])
    assert part(session.save()).count("<w:rPrChange ") == 1
    assert made.read("text") == "[NAME]"


def test_a_split_keeps_the_spaces_at_its_edges():
    session = Session(docx("<w:p><w:r><w:t>to Alice now</w:t></w:r></w:p>"))
    _font(session, "Alice").write("HighlightColor", "Yellow")
    assert '<w:t xml:space="preserve">to </w:t>' in part(session.save())
    assert '<w:t xml:space="preserve"> now</w:t>' in part(session.save())
