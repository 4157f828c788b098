"""What a certificate says, what it must not say, and that it is one page."""

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import docx
import pytest

from backend import __version__
from backend.blocking.confusability import Guess
from backend.detection.finding import FindingKind
from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.coverage import Covered, Treatment
from backend.document.placeholders import ENTITIES
from backend.document.policy import CLEAN, Images, Policy
from backend.document.redacted import RedactedString
from backend.redaction.plan import Suppressed
from backend.reporting.certificate import LIMITS, Certificate, Run
from backend.reporting.report import FileReport
from backend.review.suggestions import Suggestion
from backend.verification.partly import Staying
from backend.verification.places import LeftPlace, PartStatus
from backend.verification.recheck import NewFinding
from backend.verification.residue import Verification
from tests.libreoffice import needs_libreoffice, opened

CANARY = "Zyxwcanary"
MADE = datetime(2026, 3, 4, 6, 6, 7, tzinfo=timezone(timedelta(hours=1)))
RUN = Run("2026-01", frozenset({"PERSON", "US_SSN"}), reads_names=False)
UNREAD = "what a picture shows is not read, only searched"


def suppressed(term, entity, count, kind=FindingKind.PERSONAL):
    suggestion = Suggestion(
        *("id", term, (term,), kind, entity, None, 1.0, f"because of {term}", ()),
        is_word=False,
        case_sensitive=False,
    )
    return Suppressed(suggestion, f"[{entity} 1]", count)


FILE = FileReport(
    f"in/{CANARY}.docx",
    "out/[PERSON 1].docx",
    source_sha256="1" * 64,
    result_sha256="2" * 64,
    client=f"{CANARY} Ltd",
    k=3,
    k_reached=4,
    guess_after=(Guess("Alder", 0.5), Guess(f"House of {CANARY}", 0.3), Guess(f"{CANARY} Ltd", 0.1)),
    suppressed=(
        suppressed(CANARY, "PERSON", 5),
        suppressed(f"Ann {CANARY}", "PERSON", 2),
        suppressed("078-05-1120", "US_SSN", 1),
    ),
    sought=(RedactedString(f"{CANARY} Ltd", "[CLIENT]"),),
    kept_share=0.75,
    policy=Policy(images=Images.KEEP),
    verification=Verification(
        (LeftPlace(f"word/{CANARY}.xml", "text", "[PERSON 1]", 0),),
        (
            PartStatus("word/document.xml", examined=True),
            PartStatus(f"media/{CANARY}.png", examined=False, why=UNREAD),
        ),
        (NewFinding("word/document.xml", "body, paragraph 3", "PERSON"),),
        (
            Staying("word/document.xml", "body, paragraph 4", "[PERSON 1]", 0, 2),
            Staying("word/header1.xml", "header, paragraph 1", "[PERSON 1]", 0, 1),
        ),
    ),
    coverage=(
        Covered("word/document.xml", "alt text", Treatment.REDACTED, 2),
        Covered(f"customXml/{CANARY}.xml", "alt text", Treatment.REDACTED, 3),
        Covered("docProps/core.xml", "author", Treatment.REMOVED, 1),
    ),
    warnings=(f"no industry of '{CANARY}' is known",),
)  # fmt: skip


def said(certificate):
    """All that stands on the page."""
    document = docx.Document(io.BytesIO(certificate.as_docx()))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def test_programs_read_what_was_asked_for_done_and_checked():
    assert Certificate(FILE, RUN, MADE).as_json() == {
        "certificate": 1,
        "version": __version__,
        "made": "2026-03-04T05:06:07+00:00",
        "document": "[PERSON 1].docx",
        "source_sha256": "1" * 64,
        "result_sha256": "2" * 64,
        "asked": {
            "personal": ["PERSON", "US_SSN"],
            "names": False,
            "policy": {
                "images": "keep",
                "revisions": "keep",
                "comments": "keep",
                "remove_hidden_text": False,
                "remove_traces": False,
            },
        },
        "hidden": {
            "model": "2026-01",
            "k": 3,
            "k_reached": 4,
            "kept_share": 0.75,
            "guess_now": [
                {"client": "Alder", "probability": 0.5},
                {"client": "another client", "probability": 0.3},
                {"client": "the document's own client", "probability": 0.1},
            ],
        },
        "taken_out": [{"kind": "PERSON", "terms": 2, "places": 7}, {"kind": "US_SSN", "terms": 1, "places": 1}],
        "coverage": [
            {"kind": "alt text", "treatment": "redacted in place", "parts": 2, "count": 5},
            {"kind": "author", "treatment": "removed", "parts": 1, "count": 1},
        ],
        "verification": {
            "status": "left",
            "examined": 1,
            "not_examined": [{"part": "media/[PERSON 1].png", "why": UNREAD}],
            "left": 1,
            "new": [{"kind": "PERSON", "places": 1}],
            "stays": 3,
        },
        "limits": LIMITS,
    }


def test_without_a_client_nothing_is_said_of_one():
    file = replace(FILE, client=None, k=None, k_reached=None, guess_after=())
    assert Certificate(file, RUN, MADE).as_json()["hidden"] is None
    assert "guessed now" not in said(Certificate(file, RUN, MADE))


def test_neither_holds_an_original():
    certificate = Certificate(FILE, RUN, MADE)
    for told in (json.dumps(certificate.as_json()), said(certificate)):
        assert CANARY.lower() not in told.lower()
        assert "078-05" not in told


def test_people_read_the_same():
    told = said(Certificate(FILE, RUN, MADE))
    for fact in (
        *("1" * 64, "2" * 64, "04 March 2026, 05:06:07 UTC", "PERSON 7×, US_SSN 1×", "k = 3, reached"),
        *("PERSON, US_SSN; names by lists alone", "pictures kept; tracked changes kept", "75.0%"),
        *("NOT clean: 1 part", "1 place; do not hand", f"media/[PERSON 1].png ({UNREAD})", "PERSON 1×", LIMITS),
        "3 places of terms that were taken out elsewhere",
    ):
        assert fact in told


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        (CLEAN, "tracked changes accepted; comments removed; hidden text removed; traces of editing removed"),
        (Policy(), "pictures kept, not examined; "),
        (Policy(images=Images.REMOVE), "pictures removed; "),
    ],
)
def test_the_policy_is_told_in_words(policy, told):
    assert told in said(Certificate(replace(FILE, policy=policy), RUN, MADE))


@needs_libreoffice
def test_however_much_there_is_to_say_it_is_one_page(tmp_path):
    """Every kind of personal data, hundreds of kinds of text and of unread parts, names of any length."""
    long = "W" * 255
    full = replace(
        FILE,
        output=f"out/{long}.docx",
        utility_before=long,
        utility_after=long,
        guess_after=tuple(Guess(f"{i} {long}", 0.2) for i in range(5)),
        suppressed=tuple(suppressed(f"{kind} {i}", kind, 123_456) for i, kind in enumerate(ENTITIES)),
        verification=Verification(
            FILE.verification.places * 9999,
            tuple(PartStatus(f"word/{i}{long}", examined=False, why="nobody reads pixels") for i in range(300)),
            tuple(NewFinding("", f"line {i}", kind) for i, kind in enumerate(ENTITIES)),
        ),
        coverage=tuple(
            Covered("part", f"a kind of text with a very long name {i}", treatment, i)
            for i in range(300)
            for treatment in Treatment
        ),
    )  # fmt: skip
    path = tmp_path / "certificate.docx"
    path.write_bytes(
        Certificate(full, replace(RUN, entities=DEFAULT_ENTITIES - {"URL"}), datetime.now(UTC)).as_docx()
    )
    assert opened([path], tmp_path / "pdf")["certificate"].pages == 1
