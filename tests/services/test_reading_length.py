"""Whoever may end the work learns how long the text is."""

from io import BytesIO

import docx

from backend.processes import child
from backend.processes.ceilings import CHARACTERS_A_BYTE
from backend.services.analysis.pane_analysis import document_of
from backend.services.files.reading import open_file
from tests.hostile.growing import document
from tests.ooxml.building import paragraph, text


class Listening:
    def __init__(self):
        self.told = []

    def text(self, characters):
        self.told.append(characters)


def test_the_length_of_a_text_is_reported_when_it_was_read(monkeypatch):
    listening = Listening()
    monkeypatch.setattr(child, "_at_hand", listening)
    word = docx.Document()
    word.add_paragraph("twelve chars")
    word.add_paragraph("four")
    content = BytesIO()
    word.save(content)
    open_file("note.txt", b"A note.")
    open_file("letter.docx", content.getvalue())
    document_of([("", "body", [(0, "one"), (1, "three")])])
    assert listening.told == [7, 16, 8]


def test_text_that_shrinks_more_than_peoples_does_earns_no_more_than_its_file(monkeypatch):
    listening = Listening()
    monkeypatch.setattr(child, "_at_hand", listening)
    content = document(paragraph(text("a" * 2_000_000)))
    assert open_file("bomb.docx", content).document.length == 2_000_000
    assert listening.told == [CHARACTERS_A_BYTE * len(content)]
    assert listening.told[0] < 60_000
