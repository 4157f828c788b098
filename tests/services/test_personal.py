"""Personal data of one document, whatever finds them."""

import sys

import pytest

from backend.document.plain_text import read_text
from backend.errors import PipelineUnusable
from backend.services.personal import PersonalData, Search, personal_data

TEXT = read_text(b"ann@halden.example")


def test_a_library_that_is_not_installed_is_named_with_what_to_do(monkeypatch):
    """As where there is no onnxruntime for a machine."""
    for module in [name for name in sys.modules if name.startswith("backend.detection.names.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(
        PipelineUnusable, match=r"the library onnxruntime, which is not installed; .*UNSAID_NER=none"
    ):
        personal_data(TEXT, Search({"PERSON"}, pipeline="/srv/ner"))


def test_nothing_is_found_and_nothing_said_where_nothing_is_wanted():
    assert personal_data(TEXT, Search(frozenset(), pipeline="/srv/ner")) == PersonalData()
