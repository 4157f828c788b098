"""The environment as one value."""

from pathlib import Path

import pytest

from backend import settings
from backend.errors import InvalidRequest
from backend.settings import Settings


def test_the_pipeline_is_the_one_that_is_set():
    assert Settings.from_environment({"UNSAID_NER": "/srv/ner"}).ner == "/srv/ner"
    assert Settings.from_environment({"UNSAID_NER": "en_core_web_sm"}).ner == "en_core_web_sm"
    assert Settings.from_environment({"UNSAID_NER": "none"}).ner is None


def test_without_a_setting_it_is_the_shipped_one_beside_the_package_or_in_it(tmp_path, monkeypatch):
    """A checkout has `models/ner` beside `backend`, a wheel `shipped/ner` in it; an empty folder is no pipeline."""
    package = tmp_path / "backend"
    monkeypatch.setattr(settings, "__file__", str(package / "settings.py"))
    assert Settings.from_environment({}).ner is None
    for folder in (tmp_path / "models" / "ner", package / "shipped" / "ner"):
        folder.mkdir(parents=True)
        before = Settings.from_environment({}).ner
        (folder / "config.cfg").touch()
        assert Path(str(Settings.from_environment({}).ner)) == folder
        assert before != str(folder)


def test_a_folder_of_lists_that_is_named_must_be_there(tmp_path):
    here = Settings.from_environment({"UNSAID_LISTS": str(tmp_path)})
    assert here.lists == tmp_path
    with pytest.raises(InvalidRequest, match=r"UNSAID_LISTS names .*typo"):
        Settings.from_environment({"UNSAID_LISTS": str(tmp_path / "typo")})


def test_a_missing_default_folder_of_lists_is_not_an_error(tmp_path):
    assert Settings.from_environment({"UNSAID_DATA": str(tmp_path)}).lists == tmp_path / "lists"
