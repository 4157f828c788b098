"""Values that Word and its schemas prescribe, in which a client's name is a coincidence.

A document of the client "Georgia" uses the font Georgia, one about signatures has Word's style "E-mail Signature",
and every package has a part `word/document.xml`. Only a complete value (or a complete segment of a path) counts as
prescribed: "Georgia Sans" and `word/georgia.png` do not.
"""

import re

OFFICE = re.compile(
    r"https?://schemas\.(?:openxmlformats\.org|microsoft\.com)/|https?://purl\.oclc\.org/ooxml"
    r"|urn:schemas-microsoft-com:|https?://purl\.org/dc/"
)
"""How the namespaces of Office's vocabularies begin, transitional, strict and Microsoft's own."""
WEB = re.compile(r"https?://www\.w3\.org/")

_KEYWORD = re.compile(
    r"[a-z][A-Za-z0-9]*|[+-]?\d{1,6}(?:\.\d+)?(?:%|pt|in|cm|mm)?|[0-9A-Fa-f]{6}|[0-9A-F]{8}|External|Internal"
)
_IDENTIFIER = re.compile(
    rf"(?:{OFFICE.pattern}|{WEB.pattern})\S*|application/(?:vnd\.openxmlformats|vnd\.ms-|xml)\S*|image/[a-z-]+"
    r"|\{[0-9A-Fa-f-]{36}\}|unsaid\.(?:review|marks)"
)
_APPLICATION = re.compile(r"(?:Microsoft )?(?:Office |Macintosh )?(?:Word|Excel|PowerPoint)")

# ECMA-376 part 1, 17.16.5, and WdFieldType: the word that makes an instruction a field is Word's.
FIELD_NAMES = (
    "ADDIN ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT AUTOTEXT AUTOTEXTLIST BARCODE"
    " BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS COMPARE CONTROL CREATEDATE DATA DATABASE DATE DDE DDEAUTO"
    " DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EMBED EQ FILENAME FILESIZE FILLIN FOOTNOTEREF FORMCHECKBOX"
    " FORMDROPDOWN FORMTEXT GLOSSARY GOTOBUTTON GREETINGLINE HTMLCONTROL HYPERLINK IF IMPORT INCLUDE"
    " INCLUDEPICTURE INCLUDETEXT INDEX INFO KEYWORDS LASTSAVEDBY LINK LISTNUM MACROBUTTON MERGEBARCODE"
    " MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINT PRINTDATE"
    " PRIVATE QUOTE RD REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SHAPE SKIPIF STYLEREF SUBJECT SYMBOL TA"
    " TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE"
)
_FIELD_NAME = re.compile(rf"\s*+(?:{'|'.join(FIELD_NAMES.split())})(?=\s|$)", re.IGNORECASE)

_FONTS = frozenset(
    {"Aptos", "Aptos Display", "Arial", "Arial Black", "Arial Narrow", "Book Antiqua", "Bookman Old Style"}
    | {"Calibri", "Calibri Light", "Cambria", "Cambria Math", "Candara", "Century", "Century Gothic"}
    | {"Century Schoolbook", "Comic Sans MS", "Consolas", "Constantia", "Corbel", "Courier", "Courier New"}
    | {"Franklin Gothic Book", "Franklin Gothic Medium", "Garamond", "Georgia", "Gill Sans MT", "Helvetica"}
    | {"Impact", "Lucida Console", "Lucida Sans", "Microsoft Sans Serif", "Palatino Linotype", "Rockwell"}
    | {"Segoe UI", "Symbol", "Tahoma", "Times", "Times New Roman", "Trebuchet MS", "Verdana", "Webdings"}
    | {"Wingdings"}
)

# The names of Word's own styles: ECMA-376 part 1, 17.7.4.18, and the latent styles of later versions.
_STYLES = (
    r"normal(?: \(?web\)?| indent| table)?|(?:heading|index|toc) [1-9]|(?:index|toa|toc|note) heading|no list"
    r"|(?:foot|end)note (?:text|reference)|(?:annotation|comment) (?:text|reference|subject)"
    r"|no spacing|header|footer|caption"
    r"|table of (?:figures|authorities)|envelope (?:address|return)|(?:line|page) number|macro(?: ?text)?|revision"
    r"|title|subtitle"
    r"|list(?: bullet| number| continue| paragraph)?(?: [2-5])?|closing|signature|salutation|date|bibliography"
    r"|default paragraph font|body text(?: indent| first indent)?(?: [23])?|message header|block text|hyperlink"
    r"|followedhyperlink|strong|emphasis|document map|(?:plain|balloon|placeholder) text|e-?mail signature|hashtag"
    r"|html (?:top of form|bottom of form|[a-z]+)|outline list [1-3]|table (?:normal|theme|contemporary|elegant"
    r"|professional|(?:3d effects|classic|colorful|columns|grid|list|simple|subtle|web)(?: [1-8])?)"
    r"|(?:intense |subtle )?(?:quote|emphasis|reference)|book title|(?:smart )?(?:mention|hyperlink|link)"
    r"|unresolved mention|(?:light|medium|dark|colorful) (?:shading|list|grid)(?: [1-3])?(?: accent [1-6])?"
    r"|(?:plain|grid|list) table [1-7](?: (?:light|dark|colorful))?(?: accent [1-6])?"
)
# The id of a style is its name without spaces, with a hyphen before "Accent", and an annotation is a comment in it:
# "CommentText"; the style of characters that goes with a paragraph's is its "Char".
_STYLE = re.compile(
    rf"(?:{_STYLES.replace(' accent', '[ -]?accent').replace(' ', ' ?')})(?: ?char)?", re.IGNORECASE
)

_LEVEL = re.compile(r"%[1-9]")  # ECMA-376 part 1, 17.9.11

# In the `style` of a VML shape, a keyword or number after its property.
_DECLARATION = re.compile(r"\s*[a-z-]+:[a-z0-9#_.%+-]*\s*")

_FOLDERS = frozenset(
    {"word", "xl", "ppt", "docProps", "_rels", "customXml", "theme", "media", "embeddings", "fonts", "charts"}
    | {"diagrams", "worksheets", "glossary", "printerSettings", "activeX", "webextensions", "drawings", "tables"}
    | {"ctrlProps", "ink", "externalLinks", "_xmlsignatures", "..", "."}
)
_PART = re.compile(
    r"(?:document|stylesWithEffects|styles|settings|webSettings|fontTable|numbering|people|footnotes|endnotes|header"
    r"|comments(?:Extended|Ids|Extensible)?|footer|theme|themeOverride|image|chart|chartex|colors|style|data|layout"
    r"|quickStyle|drawing|vmlDrawing|item|itemProps|core|app|custom|thumbnail|oleObject|sheet|sharedStrings|workbook"
    r"|calcChain|table|font|vbaProject|vbaData|printerSettings|control|activeX|keyMapCustomizations|recipients"
    r"|attachedToolbars|afchunk|glossary|bibliography|taskpanes|webextension|externalLink|documentTasks|ink"
    r"|Microsoft_(?:Office_)?(?:Excel|Word|PowerPoint|Visio)(?:_(?:97-2003_)?[A-Za-z]+)?|\[Content_Types\])?"
    r"\d*\.[A-Za-z0-9]{2,5}(?:\.rels)?"
)


def is_prescribed(value: str) -> bool:
    """Tell whether the value is a keyword, number, colour or identifier of the schemas.

    >>> is_prescribed("center"), is_prescribed("Halden"), is_prescribed("http://schemas.microsoft.com/office/word")
    (True, False, True)
    """
    return bool(_KEYWORD.fullmatch(value)) or is_identifier(value)


def is_identifier(value: str) -> bool:
    """Tell whether the value is a namespace, content type or GUID as the schemas use them.

    So are the names of the two settings that the pane stores in a document.
    """
    return bool(_IDENTIFIER.fullmatch(value))


def is_usual_font(value: str) -> bool:
    """Tell whether a font comes with Office; a company's own font identifies the company."""
    return value in _FONTS


def is_built_in_style(name: str) -> bool:
    """Tell whether a style has exactly the name or id of one of Word's own."""
    return bool(_STYLE.fullmatch(name))


def chosen_in_css(style: str) -> str:
    """Return the declarations whose value is no keyword or number, such as a font.

    >>> chosen_in_css("position:absolute;width:12pt;font-family:'Halden Sans'")
    "font-family:'Halden Sans'"
    """
    return ";".join(each for each in style.split(";") if not _DECLARATION.fullmatch(each))


def names_application(text: str) -> bool:
    """Tell whether the text only names the program that wrote the file."""
    return bool(_APPLICATION.fullmatch(text))


def without_field_name(instruction: str) -> str:
    """Return the part of a field instruction that people wrote; the field's name counts only at the start.

    >>> without_field_name(' HYPERLINK "https://halden.example"')
    ' "https://halden.example"'
    """
    # A search would begin anew at each space of a long run of them.
    match = _FIELD_NAME.match(instruction)
    return instruction[match.end() :] if match else instruction


def chosen_in_label(label: str) -> str:
    """Return the part of a list label that people wrote; "%2" is the number of the second level.

    >>> chosen_in_label("Plan %1.%2")
    'Plan .'
    """
    return _LEVEL.sub("", label)


def chosen_in_path(path: str) -> str:
    """Return the segments of a part name that a person chose; empty when every package has the same ones.

    >>> chosen_in_path("word/media/halden-logo.png"), chosen_in_path("/word/header2.xml")
    ('halden-logo.png', '')
    """
    segments = path.split("/")
    return "/".join(part for part in segments if not (part in _FOLDERS or _PART.fullmatch(part)))
