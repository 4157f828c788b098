"""What openpyxl does not write: the rarer parts of a workbook, each as Excel has it."""

import pytest
from lxml import etree

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.opc.package import open_package
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.test_sheet_names import named
from tests.ooxml.test_sheets import redacted, texts_of
from tests.ooxml.workbooks import BOOK, around, saved, with_parts

X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
TC = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
STRINGS = RedactedStrings(
    (
        RedactedString("Halden", "[CLIENT]"),
        RedactedString("4539 5787 6362 1486", "[CREDIT_CARD 1]"),
        RedactedString("14 March 1957", "[DATE_TIME 1]"),
    )
)


def part(root: str, inside: str, namespace: str = X) -> bytes:
    return f'<{root} xmlns="{namespace}">{inside}</{root}>'.encode()


def scrubbed(name: str, content: bytes) -> bytes:
    """One part of a workbook with a sheet "Halden Costs", cleaned, written and opened again."""
    package = around(with_parts(saved(named()), {name: content}))
    inner = open_package(scrub(package, STRINGS).package.to_bytes()).nested[BOOK]
    etree.fromstring(inner.parts[name])
    return inner.parts[name].partition(b"?>")[2].strip()


@pytest.mark.parametrize(
    ("name", "root", "namespace", "before", "after"),
    [
        (
            *("xl/threadedComments/threadedComment1.xml", "ThreadedComments", TC),
            "<threadedComment ref='A1'><text>Halden asked</text></threadedComment>",
            '<threadedComment ref="A1"><text>[CLIENT] asked</text></threadedComment>',
        ),
        (
            *("xl/persons/person.xml", "personList", TC),
            "<person displayName='Ann Halden' userId='S::ann@halden.example::1' providerId='AD'/>",
            '<person displayName="Ann [CLIENT]" userId="S::ann@[CLIENT].example::1" providerId="AD"/>',
        ),
        (
            *("xl/externalLinks/externalLink1.xml", "externalLink", X),
            (
                "<externalBook><sheetNames><sheetName val='Halden Costs'/></sheetNames>"
                "<definedNames><definedName name='Halden_x' refersTo=\"='Halden Costs'!$A$1\"/></definedNames>"
                "<sheetDataSet><sheetData sheetId='0'><row r='1'><cell r='A1' t='str'><v>Halden</v></cell>"
                "<cell r='A2'><v>4539578763621486</v></cell></row></sheetData></sheetDataSet></externalBook>"
            ),
            (
                '<externalBook><sheetNames><sheetName val="CLIENT Costs 2"/></sheetNames>'
                '<definedNames><definedName name="Redacted2" refersTo="=\'CLIENT Costs 2\'!$A$1"/></definedNames>'
                '<sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>[CLIENT]</v></cell>'
                '<cell r="A2" t="str"><v>[CREDIT_CARD 1]</v></cell></row></sheetData></sheetDataSet></externalBook>'
            ),
        ),
        (
            *("xl/pivotCache/pivotCacheRecords1.xml", "pivotCacheRecords", X),
            "<r><x v='0'/><s v='for Halden'/><n v='4539578763621486'/><n v='7'/><d v='1957-03-14T00:00:00'/></r>",
            '<r><x v="0"/><s v="for [CLIENT]"/><s v="[CREDIT_CARD 1]"/><n v="7"/><s v="[DATE_TIME 1]"/></r>',
        ),
        (
            *("xl/connections.xml", "connections", X),
            (
                "<connection id='1' name='Halden' description='db of Halden'><dbPr connection='DSN=Halden'/>"
                "</connection>"
            ),
            (
                '<connection id="1" name="[CLIENT]" description="db of [CLIENT]"><dbPr connection="DSN=[CLIENT]"/>'
                "</connection>"
            ),
        ),
        (
            *("xl/slicerCaches/slicerCache1.xml", "slicerCacheDefinition", X14),
            "<pivotTables><pivotTable tabId='1' name='Halden pivot'/></pivotTables>",
            '<pivotTables><pivotTable tabId="1" name="[CLIENT] pivot"/></pivotTables>',
        ),
        (
            *("xl/charts/chart1.xml", "chartSpace", C),
            (
                "<ser><strRef><f>'Halden Costs'!$A$1</f>"
                "<strCache><pt idx='0'><v>Halden</v></pt></strCache></strRef></ser>"
            ),
            (
                "<ser><strRef><f>'CLIENT Costs 2'!$A$1</f>"
                '<strCache><pt idx="0"><v>[CLIENT]</v></pt></strCache></strRef></ser>'
            ),
        ),
        (
            *("xl/drawings/drawing1.xml", "wsDr", XDR),
            (
                f"<sp textlink=\"'Halden Costs'!A1\"><cNvPr id='1' descr='of Halden'/>"
                f"<p xmlns='{A}'><r><t>Hal</t></r><r><t>den</t></r></p></sp>"
            ),
            (
                '<sp textlink="\'CLIENT Costs 2\'!A1"><cNvPr id="1" descr="of [CLIENT]"/>'
                f'<p xmlns="{A}"><r><t>[CLIENT]</t></r><r><t></t></r></p></sp>'
            ),
        ),
        (
            *("xl/drawings/vmlDrawing1.vml", "xml", "urn:schemas-microsoft-com:office:excel"),
            "<FmlaRange>'Halden Costs'!$A$1:$A$3</FmlaRange><div xmlns=''>Halden note</div>",
            "<FmlaRange>'CLIENT Costs 2'!$A$1:$A$3</FmlaRange><div xmlns=\"\">[CLIENT] note</div>",
        ),
    ],
    ids=["threaded", "persons", "external", "records", "connection", "slicer", "chart", "drawing", "vml"],
)
def test_a_part_loses_what_was_redacted_and_nothing_else(
    name: str, root: str, namespace: str, before: str, after: str
):
    assert scrubbed(name, part(root, before, namespace)).decode() == part(root, after, namespace).decode()


def cache(fields: str) -> bytes:
    source = "<cacheSource><worksheetSource sheet='Halden Costs' ref='A1:B3'/></cacheSource>"
    return part("pivotCacheDefinition", f"{source}<cacheFields>{fields}</cacheFields>")


def test_the_cache_of_a_pivot_table_is_made_again_with_distinct_fields():
    fields = (
        "<cacheField name='Halden'/><cacheField name='HALDEN'/><cacheField name='x' formula=\"Halden*2+'halden'\"/>"
        "<cacheField name='n'><sharedItems minValue='1' maxValue='4539578763621486'/></cacheField>"
        "<cacheField name='m'><sharedItems minValue='1' maxValue='2'/></cacheField>"
    )
    root = etree.fromstring(scrubbed("xl/pivotCache/pivotCacheDefinition1.xml", cache(fields)))
    assert root.get("refreshOnLoad") == "1"
    assert root[0][0].get("sheet") == "CLIENT Costs 2"
    assert [field.get("name") for field in root[1]][:2] == ["[CLIENT]", "[CLIENT]2"]
    assert [dict(items.attrib) for items in root.iter(f"{{{X}}}sharedItems")] == [
        {},
        {"minValue": "1", "maxValue": "2"},
    ]


def test_numbers_and_days_that_a_pivot_table_keeps_are_stories():
    records = part("pivotCacheRecords", "<r><n v='4539578763621486'/><n v='7'/><d v='1957-03-14T00:00:00'/></r>")
    package = around(with_parts(saved(named()), {"xl/pivotCache/pivotCacheRecords1.xml": records}))
    assert {"4539578763621486", "1957-03-14"} <= set(texts_of(package))
    after = redacted(package, "1957-03-14").nested[BOOK].parts["xl/pivotCache/pivotCacheRecords1.xml"]
    assert b'<n v="4539578763621486"/><n v="7"/><s v="[CLIENT]"/>' in after
