"""Personal data of one document, from all recognisers."""

import sys
from functools import partial

import pytest

from backend.detection.custom.recognisers import CustomRecogniser, CustomSearch, Expression
from backend.document.plain_text import read_text
from backend.errors import PipelineUnusable
from backend.messages.reasons import ContentNotRead, SearchNotFinished
from backend.services.terms.personal_data import PersonalData, PersonalDataSearch, personal_data, with_unexamined
from backend.verification.places import WHOLE_FILE, PartStatus

TEXT = read_text(b"ann@halden.example")


def test_a_library_that_is_not_installed_is_named_with_what_to_do(monkeypatch):
    """As where there is no onnxruntime for a machine."""
    for module in [name for name in sys.modules if name.startswith("backend.detection.names.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(
        PipelineUnusable, match=r"the library onnxruntime, which is not installed\. .*UNSAID_NER=none"
    ):
        personal_data(TEXT, PersonalDataSearch({"PERSON"}, pipeline="/srv/ner"))


def test_without_requested_kinds_nothing_is_found_and_nothing_is_reported():
    assert personal_data(TEXT, PersonalDataSearch(frozenset(), pipeline="/srv/ner")) == PersonalData()


def test_text_of_an_unfinished_recogniser_counts_as_not_examined(monkeypatch):
    monkeypatch.setattr("backend.services.terms.personal_data.CustomSearch", partial(CustomSearch, seconds=0))
    slow = CustomRecogniser("slow", "ZIP", (Expression("[0-9]{5}", 0.5),))
    found = personal_data(TEXT, PersonalDataSearch({"ZIP"}, (slow,)))
    assert list(found.unexamined) == [""]
    assert found.warnings[0].code == "recogniser_not_finished"
    parts = (PartStatus(WHOLE_FILE, examined=True), PartStatus("other.xml", examined=True))
    assert [part.examined for part in with_unexamined(parts, found.unexamined)] == [False, True]


def test_parts_not_examined_keep_their_first_reason():
    picture = PartStatus(WHOLE_FILE, examined=False, reason=ContentNotRead("picture"))
    assert with_unexamined([picture], {"": SearchNotFinished()}) == (picture,)
