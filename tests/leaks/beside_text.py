"""Leaks beside the text: fields, links, controls, drawings, charts, settings, custom XML, building blocks."""

from dataclasses import replace

from tests.leaks.in_text import body
from tests.leaks.leak import NO_NAME, Leak, Part, docx
from tests.ooxml.building import WORD, paragraph, text

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MS = "http://schemas.microsoft.com/office"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
_TYPES = "application/vnd.openxmlformats-officedocument"


_STORE = "6C3C8BC8-F283-45AE-878A-BAB7291924A1"


def part(
    name: str,
    kind: str,
    path: str,
    content: str | bytes,
    arrow: str,
    declared: str = "",
    *,
    mail: bool = True,
    inside: str = "",
) -> Leak:
    """In a part beside the main one."""
    beside = Part(path, content, arrow, declared)
    return Leak(name, kind, lambda secret: docx(inside, beside, secret=secret), mail=mail)


def settings(name: str, kind: str, inside: str, *, mail: bool = True) -> Leak:
    content = f'<w:settings xmlns:w="{_W}">{inside}</w:settings>'
    return part(name, kind, "word/settings.xml", content, "settings", f"{WORD}.settings+xml", mail=mail)


def link(name: str, target: str, kind: str = "hyperlink", *, mail: bool = False) -> Leak:
    beside = Part(target, "", kind, external=True)
    return Leak(name, "link target", lambda secret: docx("", beside, secret=secret), mail=mail)


def _mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def _code(instruction: str) -> str:
    return f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"


def _field(*instructions: str) -> str:
    return _mark("begin") + "".join(map(_code, instructions)) + _mark("end")


def _field_with_result(instruction: str, result: str) -> str:
    return _mark("begin") + _code(instruction) + _mark("separate") + text(result) + _mark("end")


FIELDS = [
    body("code of a link field", _field(' HYPERLINK "https://x.example/$percent" '), "field instruction"),
    body("codes of letters", _field(" QUOTE $codes "), "field instruction", pieces=("901011121041211141051101013281117105102102105110",)),
    body("code over runs", _field(" TC $head", "$tail "), "field instruction", mail=True),
    body("code around a field", _mark("begin") + _code(" TC $head") + _field_with_result(" PAGE ", "7") + _code("$tail ")
         + _mark("end"), "field instruction"),
    body("code of a simple field", '<w:fldSimple w:instr=" INCLUDETEXT &quot;C:/$whole/a.docx&quot; "/>', "field instruction"),
    body("deleted code", "<w:r><w:delInstrText> TC $whole </w:delInstrText></w:r>", "field instruction", mail=True),
    body("entry of an index", _field(' XE "$whole:plan" '), "field instruction"),
    body("a question of a field", _field(' ASK x "Who is $whole?" \\d "$whole" '), "field instruction", mail=True),
    body("a picture field", _field(' INCLUDEPICTURE "file:///C:/$under.png" '), "field instruction"),
    body("a document variable's field", _field(' DOCVARIABLE "$whole" '), "field instruction", mail=True),
    body("a merge field", _field(" MERGEFIELD $under "), "field instruction"),
    body("an add-in's code", _field(" ADDIN EN.CITE $whole "), "field instruction", mail=True),
    body("data of a field", '<w:r><w:fldChar w:fldCharType="begin"><w:fldData>$base64</w:fldData></w:fldChar></w:r>', "field data"),
    body("wide data of a field", '<w:r><w:fldChar w:fldCharType="begin"><w:fldData>$base64wide</w:fldData></w:fldChar></w:r>', "field data"),
    *(
        body(f"form field {element}", f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:{element} w:val="$whole"/></w:ffData>'
             "</w:fldChar></w:r>", "form field", mail=True)
        for element in ("helpText", "statusText", "default", "listEntry")
    ),
    body("name of a form field", '<w:ffData><w:name w:val="$whole"/></w:ffData>', "bookmark", mail=True),
    body("macro of a form field", '<w:ffData><w:entryMacro w:val="$whole"/></w:ffData>', "other attribute"),
]  # fmt: skip

LINKS = [
    link("a web address", "https://$key.example/plan"),
    link("a path with percent signs", "https://x.example/$percent.pdf"),
    link("all percent signs", "https://x.example/$percents.pdf"),
    link("base64 in a query", "https://x.example/?q=$base64"),
    link("a query", "https://x.example/?q=$plus"),
    link("a fragment", "https://x.example/#$under"),
    link("an address for mail", "mailto:$whole", mail=True),
    link("the subject of a mail", "mailto:a@x.example?subject=$percent"),
    link("a file", "file:///C:/$whole/plan.docx"),
    link("a share", "file://server/$under/plan.docx"),
    link("the template", "file:///C:/$whole.dotx", "attachedTemplate"),
    link("a linked picture", "file:///C:/$whole.png", "image"),
    link("a sub-document", "$whole.docx", "subDocument"),
    link("a linked object", "file:///C:/$whole.xlsx", "oleObject"),
    link("a mail-merge source", "file:///C:/$whole.csv", "mailMergeSource"),
    link("a style sheet for saving", "file:///C:/$whole.xsl", "transform"),
    link("a frame of a web page", "$whole.htm", "frame"),
    body("tooltip", '<w:hyperlink w:anchor="x" w:tooltip="$whole"><w:r/></w:hyperlink>', "link tooltip", mail=True),
    body("place in a linked file", '<w:hyperlink w:docLocation="$whole"><w:r/></w:hyperlink>', "link tooltip", mail=True),
    body("frame that a link opens in", '<w:hyperlink w:tgtFrame="$whole"><w:r/></w:hyperlink>', "other attribute"),
    body("tooltip of a drawing", '<w:r><w:drawing><a:hlinkClick tooltip="$whole"/></w:drawing></w:r>', "link tooltip", mail=True),
    body("link of a shape", '<w:r><w:pict><v:shape href="https://x.example/$percent"/></w:pict></w:r>', "link"),
    body("frame of a shape's link", '<w:r><w:pict><v:rect target="$whole"/></w:pict></w:r>', "link", mail=True),
    Leak("a link to a bookmark", "bookmark", lambda secret: docx(paragraph(
        '<w:bookmarkStart w:id="1" w:name="$word"/><w:hyperlink w:anchor="$word"/>'
        '<w:fldSimple w:instr=" REF $word "/><w:fldSimple w:instr=" PAGEREF $word "/>'), secret=secret)),
    body("a bookmark of the pane", '<w:bookmarkStart w:id="1" w:name="Unsaid_none_n_$key"/><w:r/><w:bookmarkEnd w:id="1"/>',
         "mark of the pane"),
    body("a bookmark in capitals", '<w:bookmarkStart w:id="1" w:name="_$key"/>', "bookmark"),
    Leak("a citation of a source", "tag of a source", lambda secret: docx(paragraph(
        '<w:r><w:t>$whole</w:t></w:r><w:r><w:instrText> CITATION Quf21 \\l 2057 </w:instrText></w:r>'), secret=secret), pieces=("quf21",)),
    Leak("a short path in a field", "field instruction", lambda secret: docx(paragraph(
        '<w:r><w:t>$whole</w:t></w:r><w:r><w:instrText> INCLUDETEXT "C:\\\\QUIFFI~1\\\\PLAN.DOC" </w:instrText></w:r>'), secret=secret),
        pieces=("quiffi",)),
    replace(link("a short path in a link", "file:///C:/QUIFFI~1/plan.docx", "hyperlink"), pieces=("quiffi",)),
    body("name of a moved range", '<w:moveFromRangeStart w:id="1" w:name="$word"/>', "bookmark"),
]  # fmt: skip

CONTROLS = [
    body("title of a control", '<w:sdt><w:sdtPr><w:alias w:val="$whole"/></w:sdtPr></w:sdt>', "content control", mail=True),
    body("tag of a control", '<w:sdt><w:sdtPr><w:tag w:val="$whole"/></w:sdtPr></w:sdt>', "content control", mail=True),
    body("choice", '<w:dropDownList><w:listItem w:displayText="$whole" w:value="1"/></w:dropDownList>', "content control", mail=True),
    body("value of a choice", '<w:comboBox><w:listItem w:displayText="x" w:value="$whole"/></w:comboBox>', "content control", mail=True),
    body("last choice", '<w:comboBox w:lastValue="$whole"/>', "content control", mail=True),
    body("repeated section", '<w15:repeatingSection><w15:sectionTitle w15:val="$whole"/></w15:repeatingSection>',
         "content control", mail=True),
    body("prompt's building block", '<w:sdtPr><w:placeholder><w:docPart w:val="$whole"/></w:placeholder></w:sdtPr>',
         "content control", mail=True),
    body("gallery of a control", '<w:docPartObj><w:docPartGallery w:val="$whole"/></w:docPartObj>', "other attribute"),
    body("category of a control", '<w:docPartObj><w:docPartCategory w:val="$whole"/></w:docPartObj>', "building block", mail=True),
    body("path of a binding", '<w:sdtPr><w:dataBinding w:xpath="/a[@for=&quot;$nbsp&quot;]"/></w:sdtPr>', "other attribute"),
    body("binding to a property", f'<w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="{{{_STORE}}}"/></w:sdtPr>',
         "binding to a property", pieces=(_STORE.replace("-", "").lower(),)),
    body("prefix of a binding", '<w:sdtPr><w:dataBinding w:prefixMappings="xmlns:a=&quot;urn:$under&quot;" w:xpath="/a"/></w:sdtPr>',
         "other attribute"),
    body("date format", '<w:sdtPr><w:date><w:dateFormat w:val="$whole"/></w:date></w:sdtPr>', "other attribute"),
    body("smart tag", '<w:smartTag w:uri="urn:x" w:element="a"><w:smartTagPr><w:attr w:name="a" w:val="$whole"/></w:smartTagPr>'
         "</w:smartTag>", "smart tag", mail=True),
    body("address of a smart tag", '<w:smartTag w:uri="urn:$under" w:element="a"/>', "other attribute"),
    body("element of a smart tag", '<w:smartTag w:uri="urn:x" w:element="$word"/>', "smart tag"),
    body("element of custom markup", '<w:customXml w:uri="urn:x" w:element="$word"/>', "smart tag"),
    body("who may edit", '<w:permStart w:id="1" w:ed="corp\\$whole"/>', "author", mail=True),
    body("name of a control", '<w:r><w:object><w:control w:name="$whole" w:shapeid="_x0000_i1"/></w:object></w:r>', "control name", mail=True),
]  # fmt: skip

DRAWINGS = [
    *(
        body(f"{attribute} of a drawing", f'<w:r><w:drawing><wp:inline><wp:docPr id="1" {attribute}="$whole"/></wp:inline></w:drawing></w:r>',
             "alt text", mail=True)
        for attribute in ("descr", "title", "name")
    ),
    body("alt text of a shape", '<w:r><w:pict><v:shape alt="$whole"/></w:pict></w:r>', "alt text", mail=True),
    body("title of a shape", '<w:r><w:pict><v:rect title="$whole"/></w:pict></w:r>', "alt text", mail=True),
    body("caption of a table", '<w:tbl><w:tblPr><w:tblCaption w:val="$whole"/></w:tblPr></w:tbl>', "alt text", mail=True),
    body("description of a table", '<w:tbl><w:tblPr><w:tblDescription w:val="$whole"/></w:tblPr></w:tbl>', "alt text", mail=True),
    body("title of a picture", '<w:r><w:pict><v:shape><v:imagedata o:title="$whole"/></v:shape></w:pict></w:r>', "picture title", mail=True),
    body("word art", '<w:r><w:pict><v:shape><v:textpath string="$whole"/></v:shape></w:pict></w:r>', "word art", mail=True),
    body("id of a shape", '<w:r><w:object><v:shape id="$under"/><o:OLEObject ShapeID="$under"/></w:object></w:r>', "shape id"),
    body("id of a control's shape", '<w:r><w:object><v:shape id="$under"/><w:control w:shapeid="$under"/></w:object></w:r>', "shape id"),
    body("style of a shape", '<w:r><w:pict><v:shape style="font-family:$whole"/></w:pict></w:r>', "other attribute"),
    body("program of an object", '<w:r><w:object><o:OLEObject ProgID="$whole"/></w:object></w:r>', "other attribute", mail=False),
    body("switches of an object", '<w:r><w:object><o:OLEObject><o:FieldCodes>$whole</o:FieldCodes></o:OLEObject></w:object></w:r>',
         "other text", mail=True),
    body("words of a drawing", "<w:r><w:drawing><a:p><a:r><a:t>$head</a:t></a:r><a:r><a:t>$tail</a:t></a:r></a:p></w:drawing></w:r>",
         "drawing text", mail=True),
    body("cached drawing", '<w:r><w:pict><v:shape o:gfxdata="$base64"/></w:pict></w:r>', "cached drawing"),
    body("an extension", '<w:r><w:drawing><a:extLst><a:ext uri="{0}"><x:y xmlns:x="urn:x" z="$whole"/></a:ext></a:extLst></w:drawing></w:r>',
         "other vocabulary", mail=True),
    body("text of an extension", '<w:r><w:drawing><a:extLst><a:ext uri="{0}"><x:y xmlns:x="urn:x">$whole</x:y></a:ext></a:extLst>'
         "</w:drawing></w:r>", "other vocabulary", mail=True),
    body("text split in an extension", '<w:r><a:ext uri="{0}"><x:y xmlns:x="urn:x">$head</x:y><x:y xmlns:x="urn:x">$tail</x:y></a:ext></w:r>',
         "other vocabulary"),
    body("text behind an extension", '<w:r><a:ext uri="{0}"><x:y xmlns:x="urn:x"/>$whole</a:ext></w:r>', "other text", mail=True),
    body("an equation behind a picture", '<w:r><w:pict><v:shape equationxml="&lt;m:t&gt;$head&lt;/m:t&gt;&lt;m:t&gt;$tail&lt;/m:t&gt;"/></w:pict></w:r>',
         "other attribute", pieces=("ine&lt;/m:t&gt;", "zephyrin")),
    body("codes of a symbol font in an attribute", '<w:r w:whim="whimsical $private"/>', "other attribute", pieces=("whimsical",)),
    body("an attribute nobody knows", '<w:r w:whim="$whole"/>', "other attribute", mail=True),
    body("an element nobody knows", "<w:r><w:whim>$whole</w:whim></w:r>", "other text", mail=True),
    body("elements nobody knows", "<w:r><w:whim>$head</w:whim><w:whim>$tail</w:whim></w:r>", "other text"),
    body("a foreign attribute", '<w:p xmlns:x="urn:x" x:whim="$whole"/>', "other attribute", mail=True),
    body("font of a run", '<w:r><w:rPr><w:rFonts w:ascii="$whole Sans"/></w:rPr></w:r>', "other attribute"),
    body("font of a symbol", '<w:r><w:sym w:font="$whole" w:char="F04A"/></w:r>', "other attribute"),
    body("base64 in an attribute", '<w:r w:whim="$base64"/>', "other attribute"),
    body("entities in an attribute", '<w:sdt><w:sdtPr><w:tag w:val="$twice"/></w:sdtPr></w:sdt>', "content control"),
    body("a date of a control", text("$whole") + '<w:sdt><w:sdtPr><w:date w:fullDate="2024-03-12T00:00:00Z"/></w:sdtPr></w:sdt>',
         "date", hides="12 March 2024", pieces=("20240312",)),
    body("a date of a revision", text("$whole") + '<w:ins w:id="1" w:author="A" w:date="2024-03-12T10:00:00Z"><w:r/></w:ins>',
         "date", hides="3/12/24", pieces=("20240312",)),
    body("format of a date", '<w:sdt><w:sdtPr><w:date w:fullDate="2024-03-12T00:00:00Z"><w:dateFormat w:val="$whole"/></w:date>'
         "</w:sdtPr></w:sdt>", "other attribute"),
]  # fmt: skip

_C, _A = f"{_DRAWING}/chart", f"{_DRAWING}/main"
_CHART = f'<c:chartSpace xmlns:c="{_C}" xmlns:a="{_A}">{{}}</c:chartSpace>'
_DATA = f'<dgm:dataModel xmlns:dgm="{_DRAWING}/diagram" xmlns:a="{_A}" xmlns:dsp="{_MS}/drawing/2008/diagram">{{}}</dgm:dataModel>'


def chart(name: str, kind: str, inside: str, *, mail: bool = True) -> Leak:
    return part(
        name,
        kind,
        "word/charts/chart1.xml",
        _CHART.format(inside),
        "chart",
        f"{_TYPES}.drawingml.chart+xml",
        mail=mail,
    )


def smart_art(
    name: str, kind: str, inside: str, path: str = "word/diagrams/data1.xml", *, mail: bool = True
) -> Leak:
    return part(
        name, kind, path, _DATA.format(inside), "diagramData", f"{_TYPES}.drawingml.diagramData+xml", mail=mail
    )


CHARTS = [
    chart("title of a chart", "drawing text", "<a:p><a:r><a:t>$whole</a:t></a:r></a:p>"),
    chart("title over runs", "drawing text", "<a:p><a:r><a:t>$head</a:t></a:r><a:r><a:t>$tail</a:t></a:r></a:p>"),
    chart("cached value", "chart value", "<c:pt><c:v>$whole</c:v></c:pt>"),
    replace(
        chart("value over two cells", "chart value", "<c:pt><c:v>$low</c:v></c:pt><c:pt><c:v>$lowlast</c:v></c:pt>", mail=False),
        hides=NO_NAME),
    chart("value cut in two cells", "chart value", "<c:pt><c:v>$head</c:v></c:pt><c:pt><c:v>$tail</c:v></c:pt>", mail=False),
    chart("formula of a chart", "chart formula", "<c:f>'$under'!A1</c:f>"),
    chart("header of a chart", "chart header", "<c:oddHeader>&amp;L$whole</c:oddHeader>", mail=False),
    chart("footer of a chart", "chart header", "<c:oddFooter>$whole</c:oddFooter>"),
    chart("first header of a chart", "other text", "<c:firstHeader>$whole</c:firstHeader>"),
    chart("format of a chart", "number format", '<c:numFmt formatCode="&quot;$whole&quot; 0"/>', mail=False),
    chart("format of a chart in two texts", "number format",
          '<c:numFmt formatCode="0;&quot;$head&quot;&quot;$tail&quot; 0"/>', mail=False),
    chart("format of a chart with a gap", "number format",
          '<c:numCache><c:formatCode>"$head"_-"$tail"* 0</c:formatCode></c:numCache>', mail=False),
    chart("extension of a chart", "other text", '<c:extLst><c:ext uri="{0}"><c:whim>$whole</c:whim></c:ext></c:extLst>'),
    part("newer chart", "chart value", "word/charts/chartEx1.xml",
         f'<cx:chartSpace xmlns:cx="{_MS}/drawing/2014/chartex"><cx:pt idx="0">$whole</cx:pt></cx:chartSpace>',
         f"{_MS}/2014/relationships/chartEx", "application/vnd.ms-office.chartex+xml"),
    part("value of a newer chart", "chart value", "word/charts/chartEx1.xml",
         f'<cx:chartSpace xmlns:cx="{_MS}/drawing/2014/chartex"><cx:v>$whole</cx:v></cx:chartSpace>',
         f"{_MS}/2014/relationships/chartEx", "application/vnd.ms-office.chartex+xml"),
    part("formula of a newer chart", "chart formula", "word/charts/chartEx1.xml",
         f'<cx:chartSpace xmlns:cx="{_MS}/drawing/2014/chartex"><cx:f>$under</cx:f></cx:chartSpace>',
         f"{_MS}/2014/relationships/chartEx", "application/vnd.ms-office.chartex+xml", mail=False),
    part("drawing on a chart", "drawing text", "word/drawings/drawing1.xml",
         f'<c:userShapes xmlns:c="{_C}" xmlns:a="{_A}"><a:p><a:t>$whole</a:t></a:p></c:userShapes>', "chartUserShapes"),
    part("name of a chart's style", "other attribute", "word/charts/style1.xml",
         f'<cs:chartStyle xmlns:cs="{_MS}/drawing/2012/chartStyle" label="$whole"/>', f"{_MS}/2011/relationships/chartStyle"),
    smart_art("SmartArt", "drawing text", "<dgm:pt><dgm:t><a:p><a:r><a:t>$whole</a:t></a:r></a:p></dgm:t></dgm:pt>"),
    smart_art("SmartArt over runs", "drawing text", "<a:p><a:r><a:t>$head</a:t></a:r><a:r><a:t>$tail</a:t></a:r></a:p>"),
    smart_art("SmartArt as drawn", "drawing text", "<dsp:txBody><a:p><a:r><a:t>$whole</a:t></a:r></a:p></dsp:txBody>",
              "word/diagrams/drawing1.xml"),
    smart_art("prompt of SmartArt", "SmartArt prompt", '<dgm:prSet phldrT="[$whole]"/>'),
    smart_art("equation in SmartArt", "equation",
              '<m:t xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">$whole</m:t>', mail=False),
    smart_art("alt text of SmartArt", "alt text", '<dsp:cNvPr id="1" name="x" descr="$whole"/>'),
    smart_art("title of a layout", "other attribute", '<dgm:title val="$whole"/>', "word/diagrams/layout1.xml", mail=True),
]  # fmt: skip


def two_styles(secret: str) -> bytes:
    """Two styles whose names become equal, which Word would take for one."""
    style = '<w:style w:customStyle="1" w:styleId="{}"><w:name w:val="{}"/></w:style>'
    content = f'<w:styles xmlns:w="{_W}">{style.format("a", "$whole")}{style.format("b", "$upper")}</w:styles>'
    return docx("", Part("word/styles.xml", content, "styles"), secret=secret)


SETTINGS = [
    settings("document variable", "document variable", '<w:docVars><w:docVar w:name="a" w:val="$whole"/></w:docVars>'),
    settings("name of a document variable", "document variable", '<w:docVars><w:docVar w:name="$whole" w:val="1"/></w:docVars>'),
    settings("base64 in a document variable", "document variable", '<w:docVars><w:docVar w:name="a" w:val="$base64"/></w:docVars>', mail=False),
    settings("caption label", "caption label", '<w:captions><w:caption w:name="$whole"/></w:captions>'),
    *(
        settings(f"mail merge {element}", "mail merge", f'<w:mailMerge><w:{element} w:val="$whole"/></w:mailMerge>')
        for element in ("connectString", "query", "mailSubject", "addressFieldName")
    ),
    settings("mail-merge source", "mail merge", '<w:mailMerge><w:odso><w:udl w:val="Data Source=$whole"/></w:odso></w:mailMerge>'),
    settings("mail-merge table", "mail merge", '<w:mailMerge><w:odso><w:table w:val="$whole"/></w:odso></w:mailMerge>'),
    settings("mapped field", "mail merge", '<w:odso><w:fieldMapData><w:mappedName w:val="$whole"/></w:fieldMapData></w:odso>'),
    settings("name of a mapped field", "style or list name", '<w:odso><w:fieldMapData><w:name w:val="$whole"/></w:fieldMapData></w:odso>'),
    settings("attached schema", "other attribute", '<w:attachedSchema w:val="urn:$under"/>', mail=False),
    settings("XSLT's solution", "other attribute", '<w:saveThroughXslt w:solutionID="$whole"/>', mail=False),
    settings("kind of smart tag", "other attribute", '<w:smartTagType w:namespaceuri="urn:x" w:url="https://$key.example" w:name="a"/>', mail=False),
    settings("name of a checker", "other attribute", '<w:activeWritingStyle w:lang="en" w:vendorID="64" w:appName="$whole"/>', mail=False),
    settings("extension of the settings", "other vocabulary", '<x:y xmlns:x="urn:x" z="$whole"/>'),
    part("recipients", "other attribute", "word/recipientData.xml",
         f'<w:recipients xmlns:w="{_W}"><w:recipientData><w:uniqueTag w:val="$base64wide"/></w:recipientData></w:recipients>',
         "recipientData", mail=False),
    part("own style", "style or list name", "word/styles.xml",
         f'<w:styles xmlns:w="{_W}"><w:style w:customStyle="1" w:styleId="x"><w:name w:val="$whole"/></w:style></w:styles>', "styles"),
    Leak("two own styles", "style or list name", two_styles),
    part("alias of a style", "style or list name", "word/styles.xml",
         f'<w:styles xmlns:w="{_W}"><w:style w:customStyle="1" w:styleId="x"><w:aliases w:val="$whole"/></w:style></w:styles>', "styles"),
    part("id of a style", "style id", "word/styles.xml",
         f'<w:styles xmlns:w="{_W}"><w:style w:customStyle="1" w:styleId="$under"/></w:styles>', "styles", mail=False,
         inside=paragraph('<w:pPr><w:pStyle w:val="$under"/></w:pPr>')),
    part("label of a list", "list label", "word/numbering.xml", f'<w:numbering xmlns:w="{_W}"><w:lvlText w:val="$whole %1."/></w:numbering>',
         "numbering"),
    part("name of a list", "style or list name", "word/numbering.xml",
         f'<w:numbering xmlns:w="{_W}"><w:abstractNum><w:name w:val="$whole"/></w:abstractNum></w:numbering>', "numbering"),
    part("font of the house", "other attribute", "word/fontTable.xml", f'<w:fonts xmlns:w="{_W}"><w:font w:name="$whole"/></w:fonts>', "fontTable",
         mail=False),
    part("other name of a font", "other attribute", "word/fontTable.xml",
         f'<w:fonts xmlns:w="{_W}"><w:font w:name="A B"><w:altName w:val="$whole"/></w:font></w:fonts>', "fontTable", mail=False),
    *(
        part(f"name of {element}", "theme name", "word/theme/theme1.xml", f'<a:{element} xmlns:a="{_A}" name="$whole"/>', "theme")
        for element in ("theme", "clrScheme", "fontScheme", "fmtScheme", "extraClrScheme")
    ),
    part("font of a theme", "other attribute", "word/theme/theme1.xml", f'<a:latin xmlns:a="{_A}" typeface="$whole"/>', "theme", mail=False),
    part("frame of a web page", "other attribute", "word/webSettings.xml",
         f'<w:webSettings xmlns:w="{_W}"><w:frameset><w:frame><w:sourceFileName w:val="$whole"/></w:frame></w:frameset></w:webSettings>',
         "webSettings", mail=False),
    part("people", "author", "word/people.xml",
         f'<w15:people xmlns:w15="{_MS}/word/2012/wordml"><w15:person w15:author="$whole"/></w15:people>', f"{_MS}/2011/relationships/people"),
    part("account of people", "author", "word/people.xml",
         f'<w15:people xmlns:w15="{_MS}/word/2012/wordml"><w15:person w15:author="x"><w15:presenceInfo w15:userId="S::$whole::1"/>'
         "</w15:person></w15:people>", f"{_MS}/2011/relationships/people"),
    part("contact of people", "author", "word/people.xml",
         f'<w15:people xmlns:w15="{_MS}/word/2012/wordml"><w15:person w15:author="x" w15:contact="$whole"/></w15:people>',
         f"{_MS}/2011/relationships/people"),
    part("tasks", "other attribute", "word/documentTasks/documenttasks1.xml",
         f'<t:Tasks xmlns:t="{_MS}/tasks/2019/documenttasks"><t:Assign userId="S::x" userName="$whole"/></t:Tasks>',
         f"{_MS}/2019/05/relationships/documenttasks"),
    part("keys", "macro", "word/customizations.xml",
         f'<wne:tcg xmlns:wne="{_MS}/word/2006/wordml"><wne:macro wne:macroName="PROJECT.$whole"/></wne:tcg>',
         f"{_MS}/2006/relationships/keyMapCustomizations", mail=False),
    part("ribbon", "other attribute", "customUI/customUI14.xml",
         f'<customUI xmlns="{_MS}/2009/07/customui"><button label="$lower" id="a"/></customUI>', f"{_MS}/2007/relationships/ui/extensibility",
         mail=False),
    part("add-in", "add-in property", "word/webextensions/webextension1.xml",
         f'<we:webextension xmlns:we="{_MS}/webextensions/webextension/2010/11"><we:property name="a" value="$whole"/></we:webextension>',
         f"{_MS}/2011/relationships/webextension"),
    part("store of an add-in", "other attribute", "word/webextensions/webextension1.xml",
         f'<we:webextension xmlns:we="{_MS}/webextensions/webextension/2010/11"><we:reference id="a" store="//$whole/share"/></we:webextension>',
         f"{_MS}/2011/relationships/webextension", mail=False),
    part("hash of a text", "hash of a text", "word/intelligence2.xml",
         f'<i:intelligence xmlns:i="{_MS}/intelligence/2020/intelligence"><i:textHash i:hashCode="$whole"/></i:intelligence>',
         f"{_MS}/2020/10/relationships/intelligence"),
    part("hash of a bookmark's text", "hash of a text", "word/intelligence2.xml",
         f'<i:intelligence xmlns:i="{_MS}/intelligence/2020/intelligence"><i:bookmark i:bookmarkName="_Int_a" i:hashCode="$whole"/></i:intelligence>',
         f"{_MS}/2020/10/relationships/intelligence"),
    part("hash of a word", "hash of a text", "word/intelligence.xml",
         f'<i:Intelligence xmlns:i="{_MS}/intelligence/2019/intelligence"><i:WordHash hashCode="$whole" id="a"/></i:Intelligence>',
         f"{_MS}/2019/09/relationships/intelligence"),
    part("ink", "other vocabulary", "word/ink/ink1.xml",
         '<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:annotation type="a">$whole</inkml:annotation></inkml:ink>', "customXml/ink"),
    part("an unknown part", "other vocabulary", "word/whim.xml", '<whim xmlns="urn:x"><a b="$whole"/></whim>', "whim"),
]  # fmt: skip

_GLOSSARY = (
    f'<w:glossaryDocument xmlns:w="{_W}"><w:docParts><w:docPart>{{}}</w:docPart></w:docParts></w:glossaryDocument>'
)


def glossary(name: str, kind: str, inside: str) -> Leak:
    return part(
        name,
        kind,
        "word/glossary/document.xml",
        _GLOSSARY.format(inside),
        "glossaryDocument",
        f"{WORD}.document.glossary+xml",
    )


BUILDING_BLOCKS = [
    glossary("building block", "building block text", f"<w:docPartBody>{paragraph(text('$head'), text('$tail'))}</w:docPartBody>"),
    glossary("name of a building block", "style or list name", '<w:docPartPr><w:name w:val="$whole"/></w:docPartPr>'),
    glossary("description of a building block", "building block", '<w:docPartPr><w:description w:val="$whole"/></w:docPartPr>'),
    glossary("category of a building block", "style or list name",
             '<w:docPartPr><w:category><w:name w:val="$whole"/></w:category></w:docPartPr>'),
    glossary("deleted in a building block", "deleted text",
             f'<w:docPartBody>{paragraph("<w:del><w:r><w:delText>$whole</w:delText></w:r></w:del>")}</w:docPartBody>'),
]  # fmt: skip


def custom(
    name: str, content: str, kind: str = "custom XML", *, mail: bool = True, encoding: str = "utf-8"
) -> Leak:
    beside = Part("customXml/item1.xml", content, "customXml", encoding=encoding)
    return Leak(name, kind, lambda secret: docx("", beside, secret=secret), mail=mail)


CUSTOM_XML = [
    custom("text in custom XML", "<plan><for>$whole</for></plan>"),
    custom("attribute in custom XML", '<plan for="$whole"/>'),
    custom("small letters in custom XML", '<plan for="$lower"/>', mail=False),
    custom("mixed text in custom XML", "<plan><b/>for $whole.</plan>"),
    custom("words over elements", "<plan><a>$first</a><b>$last</b></plan>", mail=False),
    custom("letters over elements", "<plan><a>$head</a><b>$tail</b></plan>", mail=False),
    custom("base64 in custom XML", "<plan>$base64</plan>", mail=False),
    custom("wide base64 in custom XML", "<plan>$base64wide</plan>", mail=False),
    custom("entities twice in custom XML", "<plan>$twice</plan>", mail=False),
    custom("percent signs in custom XML", "<plan>$percent</plan>", mail=False),
    custom("percent signs twice in custom XML", "<plan>$wrapped</plan>", mail=False),
    custom("CDATA in custom XML", "<plan><![CDATA[$whole]]></plan>"),
    custom("name of an element", "<plan><$word>x</$word></plan>", "names in other vocabularies", mail=False),
    custom("name of an attribute", '<plan $word="x"/>', "names in other vocabularies", mail=False),
    custom("namespace", '<plan xmlns="urn:$under"><a/></plan>', "names in other vocabularies", mail=False),
    custom("prefix", '<$word:plan xmlns:$word="urn:x"/>', "names in other vocabularies", mail=False),
    custom("UTF-16", '<?xml version="1.0" encoding="UTF-16"?><plan>$whole</plan>', encoding="utf-16"),
    custom("sources of a bibliography", '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">'
           "<b:Source><b:Title>$whole</b:Title></b:Source></b:Sources>"),
    custom("properties of a cover page", f'<CoverPageProperties xmlns="{_MS}/2006/coverPageProps"><Abstract>$whole</Abstract>'
           "</CoverPageProperties>"),
    part("schema of custom XML", "other attribute", "customXml/itemProps1.xml",
         '<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"><ds:schemaRef ds:uri="urn:$under"/>'
         "</ds:datastoreItem>", "customXmlProps", mail=False),
    body("a vocabulary of one's own", '<x:y xmlns:x="urn:$under"><x:z/></x:y>', "names in other vocabularies"),
    body("an element of one's own", '<x:$word xmlns:x="urn:x"/>', "names in other vocabularies"),
]  # fmt: skip

LEAKS = [*FIELDS, *LINKS, *CONTROLS, *DRAWINGS, *CHARTS, *SETTINGS, *BUILDING_BLOCKS, *CUSTOM_XML]
