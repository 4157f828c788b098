"""`met` is attacked layer by layer: words of the client in one, words of others in another that few people look at.

A reader of a layer sees it with what everybody sees. What stands there is read by `zipfile`, and k is summed here.
"""

import base64
import io
import re
import zipfile

import pytest

from backend.document.phrases import Phrase
from backend.redaction.review_policy import ReviewPolicy
from tests.services.drawn_clients import k_by_hand
from tests.services.requests import asked_of
from tests.services.test_outcome_outside_text import CUSTOM_XML, unmet, with_part
from tests.services.test_outcome_outside_text import redacted as redacted_by
from tests.services.test_outcome_places import (
    ALT,
    DRAWING,
    HIDDEN,
    KINDS,
    MAIL,
    MC,
    OTHERS,
    OWN,
    OWN_WORDS,
    PHONE,
    deletion,
    model,
    redacted,
    run,
    says,
    with_body,
)
from tests.web.documents import word_file, zipped

__all__ = ["model"]

ALDER = 0
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def story(kind, root, before="", after=""):
    def added(content, text):
        part = f"<w:{root} {W}>{before}{run(text)}{after}</w:{root}>".encode()
        return with_part(content, f"word/{kind}9.xml", part, RELATIONS + kind)

    return added


def body(xml, part="word/document.xml", before="<w:sectPr"):
    def added(content, text):
        return changed(content, part, xml.format(text), before)

    return added


def changed(content, part, xml, before):
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    parts[part] = parts[part].decode().replace(before, xml + before, 1).encode()
    return zipped(parts)


STYLE = '<w:style w:type="paragraph" w:styleId="Zq"><w:name w:val="{}"/></w:style>'
LAYERS = {
    "visible": body(run("{}")),
    "hidden": body(run("{}", "<w:vanish/>")),
    "white": body(run("{}", '<w:color w:val="FFFFFF"/>')),
    "pale by the theme": body(run("{}", '<w:color w:val="auto" w:themeColor="background1"/>')),
    "tiny": body(run("{}", '<w:sz w:val="2"/>')),
    "deleted": body(deletion("{}")),
    "inserted": body(
        '<w:p><w:r><w:t>x </w:t></w:r><w:ins w:id="2" w:author="q"><w:r><w:t>{}</w:t></w:r></w:ins></w:p>'
    ),
    "alt text": body(
        f'<w:p><w:r><w:drawing><wp:inline {DRAWING}><wp:docPr id="1" name="n" descr="{{}}"/></wp:inline>'
        "</w:drawing></w:r></w:p>"
    ),
    "second copy": body(
        f'<w:p><mc:AlternateContent {MC}><mc:Choice Requires="wps"><w:r><w:t>x</w:t></w:r></mc:Choice>'
        "<mc:Fallback><w:r><w:t>{}</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"
    ),
    "variable": body(
        '<w:docVars><w:docVar w:name="a" w:val="{}"/></w:docVars>', "word/settings.xml", "</w:settings>"
    ),
    "style": body(STYLE, "word/styles.xml", "</w:styles>"),
    "unused header": story("header", "hdr"),
    "unused note": story("footnotes", "footnotes", '<w:footnote w:id="9">', "</w:footnote>"),
    "comment": story("comments", "comments", '<w:comment w:id="9" w:author="q">', "</w:comment>"),
}


def own_left(content):
    return [word for word in re.findall(r"[^\W_]+", says(content)) if word in OWN]


def is_a_lie(model, done):
    """Whether it is called met, and the words of the client that are left give it away."""
    left = own_left(done.content)
    return unmet(done.report) == {} and bool(left) and k_by_hand(model, [*left, "plaina"], ALDER) < 5


@pytest.mark.parametrize(
    ("told", "outweighed"),
    [
        *(("visible", each) for each in ("white", "pale by the theme", "tiny", "unused header", "unused note")),
        ("visible", "comment"),
        ("deleted", "second copy"),
        ("inserted", "white"),
        ("comment", "unused header"),
        ("hidden", "comment"),
        ("second copy", "deleted"),
        ("alt text", "hidden"),
        ("alt text", "variable"),
        ("variable", "alt text"),
        ("style", "comment"),
    ],
)
def test_no_layer_outweighs_another(model, told, outweighed):
    content = LAYERS[outweighed](LAYERS[told](word_file("Nothing here, plaina."), OWN_WORDS), OTHERS)
    assert not is_a_lie(model, redacted(model, content))


@pytest.mark.parametrize(
    ("told", "outweighed"),
    [
        ("inserted", None),
        ("visible", "hidden"),
        ("visible", "deleted"),
        ("visible", "comment"),
        ("alt text", "white"),
    ],
)
def test_nor_does_one_of_an_embedded_file(model, told, outweighed):
    inner = LAYERS[told](word_file("Nothing here, plaina."), OWN_WORDS)
    if outweighed is not None:
        inner = LAYERS[outweighed](inner, OTHERS)
    content = with_part(word_file("Nothing here, plaina."), "word/embeddings/one.docx", inner)
    assert not is_a_lie(model, redacted(model, content))


@pytest.mark.parametrize("more", [HIDDEN, ALT, deletion(OTHERS)])
def test_visible_text_may_be_surrounded_by_words_of_other_clients(model, more):
    """It goes word by word as far as k needs, and no further than without them."""
    content = with_body(run(OWN_WORDS) + more)
    done = redacted(model, content)
    assert unmet(done.report) == {}
    assert not is_a_lie(model, done)


def test_comments_in_markdown_are_no_text(model):
    content = f"{OWN_WORDS} plaina\n<!-- {OTHERS} -->\n[//]: # ({OTHERS})\n".encode()
    done = redacted_by(model, content, asked_of(policy=ReviewPolicy(least_k=5)), name="a.md")
    assert not is_a_lie_in(model, done.content.decode())


def is_a_lie_in(model, text):
    left = [word for word in re.findall(r"[^\W_]+", text) if word in OWN]
    return bool(left) and k_by_hand(model, [*left, "plaina"], ALDER) < 5


@pytest.mark.parametrize("place", ["name of a style", "latent style"])
@pytest.mark.parametrize("secret", ["Kestrel Wharf", MAIL, PHONE])
def test_naming_a_style_like_words_own_hides_nothing(model, place, secret):
    latent = '<w:lsdException w:name="{}"/>'
    xml, before = (STYLE, "</w:styles>") if place == "name of a style" else (latent, "</w:latentStyles>")
    content = changed(word_file("Nothing here."), "word/styles.xml", xml.format(secret), before)
    done = redacted(model, content, KINDS)
    assert secret not in says(done.content) or unmet(done.report)


@pytest.mark.parametrize("never", ["Wharf", "Kestrel"])
@pytest.mark.parametrize("written", ["K\u0435strel Wharf", "Kestrel Wh\u0430rf"])
def test_a_kept_term_does_not_hide_a_name_that_contains_it(model, never, written):
    """The letters only look Latin: the reader of the text does not find the name, the search of the file does."""
    request = asked_of(policy=ReviewPolicy(least_k=5), never=[Phrase(never)])
    done = redacted_by(model, word_file(f"For {written} only."), request)
    assert done.report.verification.status.value == "left"
    assert "client_name" in unmet(done.report) or "left" in unmet(done.report)


def test_a_kept_term_may_contain_the_name_of_another(model):
    request = asked_of(policy=ReviewPolicy(least_k=5), always=[Phrase("Wharf")], never=[Phrase("Old Wharf Road")])
    packed = base64.b64encode(b"Old Wharf Road").decode()
    content = with_part(
        word_file("Old Wharf Road."), "customXml/item1.xml", f"<a>{packed}</a>".encode(), CUSTOM_XML
    )
    done = redacted_by(model, content, request)
    assert done.report.verification.status.value == "clean"
