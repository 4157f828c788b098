"""What the add-in keeps is in the file that it reads, and there again when the file is opened."""

import json
import re
from pathlib import Path

import pytest
from lxml import etree

from addin.wordhost.errors import WordError
from addin.wordhost.making import docx, part, runs
from addin.wordhost.objects.document import Document
from addin.wordhost.session import Session
from addin.wordhost.web_extension import ADD_IN

MANIFEST = Path(__file__).parents[2] / "manifest.xml"
EXTENSION = "word/webextensions/webextension1.xml"
KEEP = """given => new Promise(done => {
  const { settings } = Office.context.document;
  for (const key in given) given[key] === null ? settings.remove(key) : settings.set(key, given[key]);
  settings.saveAsync(({ status }) => done(status)); })"""
FILE = """() => new Promise(done => Office.context.document.getFileAsync('compressed', ({value}) =>
  value.getSliceAsync(0, slice => value.closeAsync(() => done(slice.value.data)))))"""


def _properties(content):
    root = etree.fromstring(part(content, EXTENSION).encode())
    return {mark.get("name"): mark.get("value") for mark in root.iter("{*}property")}


def test_the_host_speaks_for_the_add_in_of_the_manifest():
    assert f"<Id>{ADD_IN}</Id>" in MANIFEST.read_text("utf-8")


def test_what_is_saved_is_in_the_file_that_the_pane_reads_as_json(pane):
    beside = pane(docx(runs("Alice")))
    assert beside.page.evaluate(KEEP, {"unsaid.review": 'a "b" <c>'}) == "succeeded"
    content = bytes(beside.page.evaluate(FILE))
    assert _properties(content) == {"unsaid.review": json.dumps('a "b" <c>')}
    assert beside.page.evaluate(KEEP, {"unsaid.review": None}) == "succeeded"
    assert _properties(bytes(beside.page.evaluate(FILE))) == {}


def test_every_part_of_it_is_related_and_typed():
    session = Session(docx(runs("Alice")))
    session.keep({"a": "1"})
    saved = session.save()
    types = part(saved, "[Content_Types].xml")
    for name, target, source in [
        ("webextensiontaskpanes", "word/webextensions/taskpanes.xml", "_rels/.rels"),
        ("webextension", "webextension1.xml", "word/webextensions/_rels/taskpanes.xml.rels"),
    ]:
        assert re.search(rf'/relationships/{name}"[^>]* Target="{target}"', part(saved, source))
        assert f'ContentType="application/vnd.ms-office.{name}+xml"' in types
    identity = re.search(r'webextensionref [^>]*r:id="(\w+)"', part(saved, "word/webextensions/taskpanes.xml"))
    assert f'Id="{identity[1]}"' in part(saved, "word/webextensions/_rels/taskpanes.xml.rels")


def test_a_file_that_is_opened_again_gives_them_back_and_only_to_the_same_add_in(pane):
    session = Session(docx(runs("Alice")))
    session.keep({"mine": '"x"'})
    saved = session.save()
    assert Session(saved).add_in_settings == {"mine": '"x"'}
    other = Session(saved)
    extension = other.package.tree(EXTENSION)
    extension[0].set("id", "another add-in")
    other.package.changed(EXTENSION)
    strange = Session(other.save())
    assert strange.add_in_settings == {}
    strange.keep({"mine": "2"})
    assert _properties(strange.save()) == {"mine": '"x"'}
    assert Session(strange.save()).add_in_settings == {"mine": "2"}


def test_who_keeps_nothing_leaves_no_part():
    original = docx(runs("Alice"))
    session = Session(original)
    session.keep({})
    assert session.package.names() == Session(original).package.names()


def test_settings_as_objects_are_the_same_settings():
    session = Session(docx(runs("a")))
    settings = Document(session).read("settings")
    settings.call("Add", ["seen", True])
    assert session.add_in_settings == {"seen": "true"}
    kept = Document(session).read("settings").call("GetItem", ["seen"])
    assert kept.read("value") is True
    kept.call("Delete", [])
    assert Document(session).read("settings").items == []
    with pytest.raises(WordError):
        kept.read("value")
