"""`met` is attacked with what stands where few look: embedded files, deletions, hidden text, false placeholders.

What the saved file says is read here by `zipfile` and regular expressions, and judged by sums of this test's own.
"""

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from PIL import Image

from backend.detection.custom.lists import TermLists, TermRules
from backend.detection.custom.presidio import recognisers
from backend.detection.finding import Finding, FindingKind
from backend.detection.pii import parse_entities
from backend.document.cleaning import Cleaning, Images
from backend.document.model import Block, Document, Place, Replacement, Story, StoryKind
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Span
from backend.document.tokens import terms
from backend.errors import PolicyNotMet
from backend.learning.aliases import with_aliases
from backend.learning.train import train
from backend.messages.reasons import ReadsLikeName
from backend.redaction.review_policy import ReviewPolicy
from backend.reporting.report import Expected
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.redaction.remaining_findings import remaining_findings
from backend.services.redaction.verify import judge_content, verify_content
from backend.services.request.resolve import Purpose
from tests.services.drawn_clients import INDUSTRY, counted, document_of, k_by_hand, words_of
from tests.services.requests import asked_of
from tests.web.documents import word_file, zipped

ALDER = 0
OWN_WORDS = " ".join(words_of("alder", 6) * 5)
KINDS = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER"})
STRICT = ReviewPolicy(least_k=5, personal=KINDS)
WORD_FILE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PACKAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/package"
CUSTOM_XML = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml"


@pytest.fixture(scope="module")
def model():
    return with_aliases(train(counted()).model, {ALDER: ("Kestrel Wharf",)})


def request_of(policy=STRICT, **more):
    return asked_of(**{"policy": policy, "entities": KINDS, **more})


def redacted(model, content, request=None, decided=None, name="a.docx"):
    path = Path(name)
    return redact_content(path, path, content, (request or request_of()).of(model), decided)


def unmet(report):
    return {row.kind: row.count for row in report.outcome.unmet}


def saved(document):
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def with_part(content, name, part, kind=PACKAGE):
    """A Word file with one more part, to which its body leads."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = {each: package.read(each) for each in package.namelist()}
    suffix = name.rpartition(".")[2]
    known = f'Extension="{suffix}"'.encode() in parts["[Content_Types].xml"]
    declared = b"" if known else f'<Default Extension="{suffix}" ContentType="{WORD_FILE}"/>'.encode()
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"</Types>", declared + b"</Types>")
    arrow = f'<Relationship Id="rId900" Type="{kind}" Target="/{name}"/></Relationships>'.encode()
    rels = "word/_rels/document.xml.rels"
    parts[rels] = parts[rels].replace(b"</Relationships>", arrow)
    return zipped({**parts, name: part})


def words_in(content):
    """All words in the XML of a Word file and of those in it, but for placeholders; marks are cut away."""
    said = []
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for name in package.namelist():
            part = package.read(name)
            if part.startswith(b"PK"):
                said += words_in(part)
            elif name.startswith("word/") and name.endswith(".xml"):
                said += terms(re.sub(r"<[^>]+>|\[[A-Z_]+( \d+)?\]", " ", part.decode()))
    return said


def test_k_is_held_on_what_an_embedded_file_says(model):
    content = with_part(word_file("Nothing here, plaina."), "word/embeddings/one.docx", word_file(OWN_WORDS))
    done = redacted(model, content)
    assert (unmet(done.report), done.report.k_reached) == ({}, 5)
    assert k_by_hand(model, words_in(done.content), ALDER) >= 5
    left = redacted(model, content, decided=GivenDecisions({}))
    assert (unmet(left.report), left.report.k_reached) == ({"k": 1}, 1)


def deleted(text):
    document = docx.Document()
    paragraph = document.add_paragraph("Nothing here, plaina.")
    deletion, run, gone = (OxmlElement(f"w:{name}") for name in ("del", "r", "delText"))
    deletion.set(qn("w:id"), "1")
    deletion.set(qn("w:author"), "x")
    gone.text = text
    run.append(gone)
    deletion.append(run)
    paragraph._p.append(deletion)
    return saved(document)


def test_k_is_held_on_what_was_deleted_and_is_kept(model):
    done = redacted(model, deleted(OWN_WORDS))
    assert (unmet(done.report), k_by_hand(model, words_in(done.content), ALDER) >= 5) == ({}, True)
    assert unmet(redacted(model, deleted(OWN_WORDS), decided=GivenDecisions({})).report) == {"k": 1}


def test_invisible_words_of_other_clients_do_not_hide_the_client(model):
    document = docx.Document()
    document.add_paragraph(f"{OWN_WORDS} {document_of('Alder')}")
    for client in list(INDUSTRY)[1:7]:
        document.add_paragraph().add_run(" ".join(words_of(client.lower(), 6) * 40)).font.hidden = True
    content = saved(document)
    done = redacted(model, content)
    shown = docx.Document(io.BytesIO(done.content)).paragraphs[0].text
    assert (unmet(done.report), k_by_hand(model, placeholders_gone(shown), ALDER) >= 5) == ({}, True)
    left = redacted(model, content, decided=GivenDecisions({}))
    assert k_by_hand(model, words_in(left.content), ALDER) >= 5, "by all words it would hold"
    assert (unmet(left.report), left.report.k_reached, left.report.k_held) == ({"k": 1}, 1, False)


def placeholders_gone(text):
    return terms(re.sub(r"\[[A-Z_]+( \d+)?\]", " ", text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[CUSTOM_ALDER]", "client_name"),
        ("[CUSTOM_FOR_KESTREL_WHARF 3]", "client_name"),
        ("[CUSTOM_020_7946_0321]", "PHONE_NUMBER"),
    ],
)
class TestFalsePlaceholders:
    """Anybody can write what looks like a placeholder of somebody's own recogniser."""

    def test_what_they_hold_in_the_text_is_redacted(self, model, text, kind):
        content = f"{document_of('Birch')} See {text} there.".encode()
        done = redacted(model, content, name="a.txt")
        assert (unmet(done.report).get(kind), re.search(b"(?i)alder|kestrel|7946", done.content)) == (None, None)

    def test_as_own_words_too(self, model, text, kind):
        content, request = b"Write to ann@halden.example now.", request_of()
        document = open_file("a.txt", content).document
        (mail,) = analyse(document, request.of(model)).suggestions
        decided = GivenDecisions({mail.id: SubmittedDecision(Verdict.ACCEPTED, text)})
        assert kind in unmet(redacted(model, content, request, decided, "a.txt").report)

    def test_text_outside_the_paragraphs_counts_too(self, model, text, kind):
        part = f"<told><by>{text} there</by></told>".encode()
        content = with_part(word_file("Nothing here."), "customXml/item1.xml", part, CUSTOM_XML)
        done = redacted(model, content)
        with zipfile.ZipFile(io.BytesIO(done.content)) as package:
            stands = text.encode() in package.read("customXml/item1.xml")
        assert (stands, unmet(done.report).get(kind)) == (False, None)


@pytest.mark.parametrize("written", ["[PHONE_NUMBER 02079460321]", "[CODE 4111111111111111]"])
def test_no_number_passes_for_one_of_a_placeholder(model, written):
    number = written.strip("]").partition(" ")[2]
    asked = request_of(entities=parse_entities("PHONE_NUMBER,CREDIT_CARD,EMAIL_ADDRESS"))
    done = redacted(model, f"See {written} there.".encode(), asked, name="a.txt")
    assert number not in done.content.decode()


class TestEveryKind:
    """A policy that asks for all kinds asks for those of the organisation's own recognisers, too."""

    def test_a_list_of_kinds_leaves_none_of_them_out(self, model, case_numbers):
        lists = TermLists(TermRules(recognisers=(case_numbers,)))
        policy = ReviewPolicy(personal=frozenset({"ALL"}))
        asked = request_of(policy, lists=lists, entities=parse_entities("all"))
        with pytest.raises(PolicyNotMet, match="HALDEN_CASE"):
            redacted(model, b"Case HR-2041 is open.", asked, name="a.txt")

    def test_a_custom_kind_of_the_policy_that_is_kept_is_not_met(self, model, case_numbers):
        lists = TermLists(TermRules(recognisers=(case_numbers,)))
        policy = ReviewPolicy(personal=frozenset({"ALL"}))
        kinds = parse_entities("all", ["HALDEN_CASE"])
        asked = request_of(policy, lists=lists, entities=kinds, never=(Phrase("HR-2041"),))
        assert unmet(redacted(model, b"Case HR-2041 is open.", asked, name="a.txt").report)["CUSTOM"] == 1


def test_what_only_the_rest_of_the_document_tells_still_stands_in_a_changed_paragraph():
    """Its paragraph was changed elsewhere, so it was read again, and alone it is nobody's name."""
    body = ("word/document.xml", StoryKind.BODY)
    before = Document((Story(*body, (Block(0, "May called 020 7946 0321, May did."),)),))
    after = Document((Story(*body, (Block(0, "May called [PHONE_NUMBER 1], May did."),)),))

    def found(start, end):
        text = before.stories[0].blocks[0].text[start:end]
        return Finding(
            FindingKind.PERSONAL, "PERSON", text, Place(*body, 0, Span(start, end)), 1.0, ReadsLikeName("PERSON")
        )

    gone = Replacement(Place(*body, 0, Span(11, 24)), "[PHONE_NUMBER 1]")
    stand = remaining_findings(before, after, [found(0, 3), found(11, 24), found(26, 29)], [gone])
    texts = after.stories[0].blocks[0].text
    assert [each.place.span.of(texts) for each in stand] == ["May", "May"]
    assert stand == remaining_findings(before, after, [found(0, 3), found(26, 29)], [gone], stand), (
        "each is counted once"
    )
    moved = Document((Story(*body, (Block(7, texts),)),))
    assert [each.place.block for each in remaining_findings(before, moved, [found(0, 3)], [gone])] == [7]


def test_findings_stand_where_the_text_between_the_replacements_has_moved():
    body = ("word/document.xml", StoryKind.BODY)
    before = Document((Story(*body, (Block(0, "Ann met Bob, Cem met Dan, Eve met Fay."),)),))
    after = Document((Story(*body, (Block(0, "Ann met [P], Cem met [PERSON 2], Eve met Fay."),)),))
    names = {name: Span(at, at + 3) for name, at in {"Ann": 0, "Bob": 8, "Cem": 13, "Dan": 21, "Eve": 26}.items()}
    found = [
        Finding(FindingKind.PERSONAL, "PERSON", name, Place(*body, 0, span), 1.0, ReadsLikeName("PERSON"))
        for name, span in names.items()
    ]
    made = [
        Replacement(Place(*body, 0, names["Dan"]), "[PERSON 2]"),
        Replacement(Place(*body, 0, names["Bob"]), "[P]"),
    ]
    stand = remaining_findings(before, after, found, made)
    text = after.stories[0].blocks[0].text
    assert [finding.place.span.of(text) for finding in stand] == ["Ann", "Cem", "Eve"]


class TestVerification:
    """Whoever sends a report says what had to go; the policy and the client's names are not theirs to say."""

    NOTHING = Expected(RedactedStrings(()), pictures_accepted=False)
    K = 5

    def outcome(self, model, content, request=None, expected=NOTHING):
        content = open_file("a.docx", content).redacted((), RedactedStrings(())).content  # no preview
        found = verify_content("a.docx", content, expected)
        asked = (request or request_of()).of(model, self.K, purpose=Purpose.VERIFY)
        return judge_content("a.docx", content, expected, found, asked).outcome

    def test_without_a_client_a_k_of_the_policy_is_not_met(self, model):
        asked = request_of(client=None, entities=frozenset())
        told = self.outcome(model, word_file("Nothing here."), asked)
        assert [(row.kind, row.count) for row in told.unmet] == [("k", 1)]

    @pytest.mark.parametrize("spared", [(), (Phrase("Alder"),)])
    def test_verification_finds_names_outside_the_text(self, model, spared):
        part = b"<told><by>For Alder</by></told>"
        content = with_part(word_file(document_of("Birch")), "customXml/item1.xml", part, CUSTOM_XML)
        expected = replace(self.NOTHING, strings=RedactedStrings((), spared))
        told = self.outcome(model, content, expected=expected)
        assert "client_name" in {row.kind for row in told.unmet}

    @pytest.mark.parametrize(("policy", "may"), [(Images.KEEP, True), (Images.TELL, False), (Images.REMOVE, False)])
    def test_pictures_are_kept_only_if_the_policy_allows_it(self, model, policy, may):
        strict = replace(STRICT, clean=Cleaning(images=policy))
        document = docx.Document()
        document.add_paragraph(document_of("Birch"))
        pixels = io.BytesIO()
        Image.new("RGB", (8, 8), "red").save(pixels, "PNG")
        document.add_picture(pixels)
        expected = replace(self.NOTHING, pictures_accepted=True)
        told = self.outcome(model, saved(document), request_of(strict), expected)
        assert ("images" in {row.kind for row in told.exceptions}) is may
        assert ("images" in {row.kind for row in told.unmet}) is not may


@pytest.fixture
def case_numbers():
    told = {
        "recognizers": [
            {
                "name": "cases",
                "supported_entity": "HALDEN_CASE",
                "supported_language": "en",
                "patterns": [{"name": "case", "regex": r"HR-\d{4}", "score": 0.9}],
            }
        ]
    }
    (made,) = recognisers(told, "test")
    return made
