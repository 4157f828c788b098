"""Text boxes, which only some Words reach, and of which an empty one is not read."""

import pytest

from addin.wordhost.host import Host
from addin.wordhost.making import docx, part, runs
from addin.wordhost.profiles import IPAD, LTSC_2024, MAC, WEB, WINDOWS
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.browser.word_terms import leaks

BOX = (
    '<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>{}'
    "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
)


def _term(identity, text, hits):
    story = {"story": "word/document.xml", "kind": "text box", "expected": hits, "hits": hits, "places": []}
    return {
        "id": identity,
        "spellings": [{"text": text, "caseSensitive": True, "wholeWord": True, "stories": [story]}],
    }


@pytest.mark.parametrize("profile", [WINDOWS, MAC, IPAD, WEB, LTSC_2024], ids=lambda profile: profile.name)
def test_text_boxes_are_reached_where_word_has_them_and_told_elsewhere(word, profile):  # noqa: F811
    content = docx(runs("body") + BOX.format(runs("Alice one")) + BOX.format("<w:p/>") + BOX.format(runs("Alice")))
    pane = word(host=Host(content, profile))
    pane.window.with_newer_members()
    pane.start(pane.host, 20_000)
    reached = profile in (WINDOWS, MAC, IPAD)
    assert pane.call("word.capabilities")["textBoxes"] == reached
    (told,) = pane.locate([_term("a", "Alice", 2)])
    assert told["found"] == (2 if reached else 0)
    assert [(each["reason"], each["count"]) for each in told["unreachable"]] == (
        [] if reached else [("text_box", 2)]
    )
    assert not pane.host.session.edited  # the empty box was left alone
    if reached:
        assert pane.paint(a="suggested")["marked"] == 2
        pane.call("word.clear()")
        assert "highlight" not in part(pane.saved())
        assert pane.replace(a="[CLIENT]")["left"] == []
        assert leaks(pane.saved(), "Alice") == []
