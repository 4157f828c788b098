"""`met` is attacked with places beside the text, and with words of others that outweigh a client's.

What the saved file says is read by `zipfile` alone.
"""

import base64
import html
import io
import zipfile
from pathlib import Path

import pytest

from backend.learning.aliases import with_aliases
from backend.learning.train import train
from backend.redaction.review_policy import ReviewPolicy
from backend.services.redaction.redact import redact_content
from tests.services.drawn_clients import INDUSTRY, counted, words_of
from tests.services.requests import asked_of
from tests.services.test_outcome_outside_text import CUSTOM_XML, unmet, with_part
from tests.web.documents import word_file, zipped

OWN = words_of("alder", 6)
OWN_WORDS = " ".join(OWN * 5)
OTHERS = " ".join(" ".join(words_of(client.lower(), 6) * 40) for client in list(INDUSTRY)[1:7])
KINDS = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER", "IBAN_CODE"})
MAIL, PHONE, IBAN = "ann.berg@halden.example", "+442079460321", "GB33BUKB20201555555555"
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
DRAWING = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'


@pytest.fixture(scope="module")
def model():
    return with_aliases(train(counted()).model, {0: ("Kestrel Wharf",)})


def redacted(model, content, kinds=frozenset()):
    asked = asked_of(policy=ReviewPolicy(least_k=5, personal=kinds), entities=kinds)
    return redact_content(Path("a.docx"), Path("a.docx"), content, asked.of(model))


def with_body(inside, part="word/document.xml", before="<w:sectPr"):
    """A Word file with more XML in one of its parts."""
    with zipfile.ZipFile(io.BytesIO(word_file("Nothing here, plaina."))) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    parts[part] = parts[part].decode().replace(before, inside + before, 1).encode()
    return zipped(parts)


def says(content):
    """All that a file holds as text, the files in it included."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = [(name, package.read(name)) for name in package.namelist()]
    return "\n".join(
        name + (says(part) if part[:2] == b"PK" else html.unescape(part.decode())) for name, part in parts
    )


def run(text, properties=""):
    return f"<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


def deletion(text):
    return f'<w:p><w:del w:id="1" w:author="q"><w:r><w:delText>{text}</w:delText></w:r></w:del></w:p>'


HIDDEN = run(OTHERS, "<w:vanish/>")
ALT = (
    f'<w:p><w:r><w:drawing><wp:inline {DRAWING}><wp:docPr id="1" name="n" descr="{OTHERS}"/></wp:inline>'
    "</w:drawing></w:r></w:p>"
)


@pytest.mark.parametrize("others", [HIDDEN, deletion(OTHERS), ALT])
def test_nothing_elsewhere_outweighs_what_an_embedded_file_says(model, others):
    content = with_part(with_body(others), "word/embeddings/one.docx", word_file(f"{OWN_WORDS} plaina"))
    done = redacted(model, content)
    assert unmet(done.report) == {}
    left = [word for word in OWN if word in says(done.content)]
    assert len(left) < len(OWN), "a reader of the embedded file knows the client"


def test_hidden_words_of_others_do_not_outweigh_a_deletion(model):
    done = redacted(model, with_body(deletion(OWN_WORDS) + HIDDEN))
    assert unmet(done.report) == {}
    assert len([word for word in OWN if word in says(done.content)]) < len(OWN)


LEVEL = (
    f'<w:abstractNum w:abstractNumId="77"><w:lvl w:ilvl="0"><w:lvlText w:val="{OWN_WORDS} %1."/></w:lvl>'
    "</w:abstractNum>"
)


@pytest.mark.parametrize(
    ("inside", "part", "before"),
    [
        (LEVEL, "word/numbering.xml", "<w:num "),
        (
            f'<w:docVars><w:docVar w:name="a" w:val="{OWN_WORDS}"/></w:docVars>',
            "word/settings.xml",
            "</w:settings>",
        ),
        (
            f'<w:p><w:fldSimple w:instr=" SET x {OWN_WORDS} "><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>',
            "word/document.xml",
            "<w:sectPr",
        ),
    ],
)
def test_words_of_the_client_in_lists_variables_and_fields_count(model, inside, part, before):
    done = redacted(model, with_body(inside, part, before))
    assert OWN[0] in says(done.content)
    assert unmet(done.report) == {"k": 1}


@pytest.mark.parametrize("secret", [MAIL, PHONE, IBAN])
@pytest.mark.parametrize("attribute", ["attribute", "element", "base64"])
def test_personal_data_in_unknown_markup_are_removed(model, secret, attribute):
    in_base64 = base64.b64encode(secret.encode()).decode()
    content = {
        "attribute": with_body(f'<x:y xmlns:x="urn:example:x" z="{secret}"/>'),
        "element": with_body(f'<x:y xmlns:x="urn:example:x">{secret}</x:y>'),
        "base64": with_part(
            word_file("Nothing here."), "customXml/item1.xml", f"<a>{in_base64}</a>".encode(), CUSTOM_XML
        ),
    }[attribute]
    done = redacted(model, content, KINDS)
    stands = any(each in says(done.content) for each in (secret, in_base64))
    assert not stands or unmet(done.report)


def test_an_address_in_the_name_of_an_embedded_file_is_removed(model):
    content = with_part(word_file("Nothing."), f"word/embeddings/{MAIL}.docx", word_file("Nothing."))
    done = redacted(model, content, KINDS)
    assert MAIL not in says(done.content) or unmet(done.report)


@pytest.mark.parametrize(
    ("name", "goes", "becomes"),
    [
        (f"{MAIL}.docx", KINDS, "EMAIL_ADDRESS.docx"),
        (f"{MAIL}/notes.docx", KINDS, "EMAIL_ADDRESS/notes.docx"),
        (f"call {PHONE}.docx", KINDS, "call PHONE_NUMBER.docx"),
        (f"{IBAN}_2026.docx", KINDS, "IBAN_CODE_2026.docx"),
        (f"{MAIL}.docx", frozenset(), f"{MAIL}.docx"),
        ("minutes 2026-11-23 (3).docx", KINDS, "minutes 2026-11-23 (3).docx"),
    ],
)
def test_an_address_in_the_name_of_the_file_is_removed(model, name, goes, becomes):
    asked = asked_of(policy=ReviewPolicy(personal=goes), entities=goes)
    done = redact_content(Path(name), Path(name), word_file("Nothing here, plaina."), asked.of(model))
    assert done.name.as_posix() == becomes
    assert unmet(done.report) == {}


@pytest.mark.parametrize("written", ["A L D E R", "K E S T R E L   W H A R F", "k e s t r e l w h a r f"])
def test_a_name_spaced_like_a_title_is_redacted(model, written):
    done = redacted(model, word_file(f"For {written} only, plaina."))
    assert unmet(done.report) == {}
    assert "For [CLIENT] only" in says(done.content)


def test_a_name_with_dots_between_its_letters_is_the_name(model):
    assert unmet(redacted(model, word_file("For A.l.d.e.r only, plaina.")).report) == {"client_name": 1}


@pytest.mark.parametrize("written", ["A l d e", "P L A I N", "Ann B. C. D. Elm"])
def test_other_letters_are_not(model, written):
    assert unmet(redacted(model, word_file(f"For {written} only, plaina.")).report) == {}


def test_a_name_is_found_in_each_branch_of_alternate_content(model):
    def text(said):
        return f"<w:r><w:t>{said}</w:t></w:r>"

    branches = (
        f'<mc:Choice Requires="x">{text("a")}</mc:Choice>'
        f'<mc:Choice Requires="y">{text("Kestrel Wharf")}</mc:Choice>'
        f"<mc:Fallback>{text('b')}</mc:Fallback>"
    )
    done = redacted(model, with_body(f"<w:p><mc:AlternateContent {MC}>{branches}</mc:AlternateContent></w:p>"))
    assert "Kestrel Wharf" not in says(done.content)
    assert unmet(done.report) == {}


def test_letters_from_the_private_use_area_are_read(model):
    signs = "".join(f'<w:sym w:font="Arial" w:char="{0xF000 + ord(char):04X}"/>' for char in "Alder")
    done = redacted(model, with_body(f"<w:p><w:r>{signs}</w:r></w:p>"))
    assert "F041" not in says(done.content) or unmet(done.report)
