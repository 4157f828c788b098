"""What a certificate says, what it must not say, that it is signed, and that its page is one page."""

import hashlib
import hmac
import io
import json
import zipfile
from dataclasses import replace
from datetime import date

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import __version__
from backend.blocking.confusability import Guess
from backend.detection.finding import FindingKind
from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.cleaning import CLEAN, Cleaning, Images
from backend.document.coverage import CoverageEntry, Treatment
from backend.document.placeholders import ENTITIES
from backend.document.redacted_strings import RedactedString
from backend.messages.found_in import FoundIn
from backend.messages.reasons import AsReported, MatchesRecogniser
from backend.messages.warnings import IndustryNotKnown
from backend.redaction.plan import RedactedTerm
from backend.reporting.certificate import OWN_WORDS, Certificate, Run
from backend.reporting.certificate_page import LIMITS, PROVES_NOTHING
from backend.reporting.crowd import AnonymitySet
from backend.reporting.outcome import Approver, Outcome, Shortfall
from backend.reporting.report import FileReport
from backend.review.suggestions import Suggestion
from backend.storage.certificates.signatures import SigningKey
from backend.verification.partial_terms import KeptTerm
from backend.verification.places import LeftPlace, PartStatus
from backend.verification.recheck import NewFinding
from backend.verification.residue import Verification
from tests.libreoffice import needs_libreoffice, opened

CANARY = "Zyxwcanary"
MADE = date(2026, 3, 4)
OPENING = "ab" * 32
KEY = SigningKey(bytes(range(32)))
RUN = Run("2026-01", frozenset({"PERSON", "US_SSN"}), reads_names=False)
UNREAD = "what a picture shows was searched but not read"


def suppressed(term, entity, count, kind=FindingKind.PERSONAL):
    suggestion = Suggestion(
        *("id", term, (term,), kind, entity, None, 1.0, MatchesRecogniser(f"because of {term}"), ()),
        is_word=False,
        case_sensitive=False,
    )
    return RedactedTerm(suggestion, f"[{entity} 1]", count)


def mark(what, value):
    """The commitment, as docs/security.md describes it."""
    return hmac.new(bytes.fromhex(OPENING), f"{what}\n{value}".encode(), hashlib.sha256).hexdigest()


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
    review_policy="client@3",
    outcome=Outcome(),
    crowd=AnonymitySet(hides_k=True, industry="Ports"),
    policy=Cleaning(images=Images.KEEP),
    verification=Verification(
        (),
        (
            PartStatus("word/document.xml", examined=True),
            PartStatus(f"media/{CANARY}.png", examined=False, reason=AsReported(UNREAD), accepted=True),
        ),
        (),
        (
            KeptTerm("word/document.xml", FoundIn("paragraph", "body", 4), "[PERSON 1]", 0, 2),
            KeptTerm("word/header1.xml", FoundIn("paragraph", "header", 1), "[PERSON 1]", 0, 1),
        ),
    ),
    coverage=(
        CoverageEntry("word/document.xml", "alt text", Treatment.REDACTED, 2),
        CoverageEntry(f"customXml/{CANARY}.xml", "alt text", Treatment.REDACTED, 3),
        CoverageEntry("docProps/core.xml", "author", Treatment.REMOVED, 1),
    ),
    warnings=(IndustryNotKnown(CANARY, "floor"),),
)  # fmt: skip


NOT_MET = replace(
    FILE,
    outcome=Outcome(unmet=(Shortfall("left", 1), Shortfall("PERSON", 1))),
    verification=replace(
        FILE.verification,
        places=(LeftPlace(f"word/{CANARY}.xml", FoundIn("text"), "[PERSON 1]", 0),),
        new=(NewFinding("word/document.xml", FoundIn("paragraph", "body", 3), "PERSON"),),
    ),
)


def content(file=FILE, run=RUN):
    """What programs read."""
    return Certificate(file, run, MADE).signed(KEY, OPENING).content


def said(file=FILE, run=RUN):
    """All that stands on the page."""
    document = docx.Document(io.BytesIO(Certificate(file, run, MADE).signed(KEY, OPENING).page))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def test_programs_read_what_was_requested_done_and_checked():
    signed = Certificate(FILE, RUN, MADE).signed(KEY, OPENING)
    told = {**signed.content}
    del told["signature"]
    assert told == {
        "certificate": 2,
        "version": __version__,
        "made": "2026-03-04",
        "result_sha256": "2" * 64,
        "page_sha256": hashlib.sha256(signed.page).hexdigest(),
        "source": mark("source", "1" * 64),
        "policy": mark("policy", "client@3"),
        "model": mark("model", "2026-01"),
        "outcome": "met",
        "exceptions": [],
        "k": {"required": 3, "held": True},
        "industry": "Ports",
        "asked": {
            "personal": ["PERSON", "US_SSN"],
            "names": False,
            "cleaning": {
                "images": "keep",
                "revisions": "keep",
                "comments": "keep",
                "remove_hidden_text": False,
                "remove_traces": False,
            },
        },
        "taken_out": [{"kind": "PERSON", "places": 7}, {"kind": "US_SSN", "places": 1}],
        "coverage": [
            {"kind": "alt text", "treatment": "redacted in place"},
            {"kind": "author", "treatment": "removed"},
        ],
        "verification": {"status": "not_examined", "examined": 1, "not_examined": 1, "stays": 3},
        "signed_by": {"algorithm": "Ed25519", "key": KEY.id},
    }


def test_a_kind_in_which_nothing_changed_is_not_listed_as_redacted_or_removed():
    """The report lists every kind that occurs, with 0 places where nothing was found in it."""
    untouched = ("theme name", Treatment.REDACTED), ("rsid", Treatment.REMOVED), ("alt text", Treatment.REDACTED)
    rows = tuple(CoverageEntry("word/theme/theme1.xml", kind, treatment) for kind, treatment in untouched)
    unread = CoverageEntry("word/media/1.png", "picture", Treatment.NOT_EXAMINED)
    file = replace(FILE, coverage=(*FILE.coverage, *rows, unread))
    assert content(file)["coverage"] == [
        {"kind": "alt text", "treatment": "redacted in place"},
        {"kind": "author", "treatment": "removed"},
        {"kind": "picture", "treatment": "not examined"},
    ]
    page = said(file)
    assert "Redacted in place\nalt text\n" in page
    assert "theme name" not in page
    assert "rsid" not in page
    assert "Removed\nnothing\n" in said(replace(FILE, coverage=rows))


def test_a_certificate_says_that_requirements_are_not_met():
    """Which condition fails may say more than the document does: where k does not hold, few clients are left."""
    short_of_k = replace(FILE, k_reached=1, outcome=Outcome(unmet=(Shortfall("k", 1),)))
    for file in (NOT_MET, short_of_k, replace(FILE, outcome=None)):
        told = content(file)
        assert told["outcome"] == "not_met"
        assert set(told) == {
            *("certificate", "version", "made", "result_sha256", "page_sha256", "source", "policy", "model"),
            *("outcome", "signed_by", "signature"),
        }
        assert "NOT met: do not share the document" in said(file)
        assert "k = 3" not in said(file)


def test_an_exception_is_reported_as_kind_count_and_role():
    allowed = Shortfall("client_name", 2, Approver.REVIEWER), Shortfall("comments", 1, Approver.ADMIN)
    file = replace(FILE, outcome=Outcome(exceptions=allowed))
    assert (content(file)["outcome"], content(file)["exceptions"]) == (
        "met_with_exceptions",
        [
            {"kind": "client_name", "count": 2, "role": "reviewer"},
            {"kind": "comments", "count": 1, "role": "admin"},
        ],
    )
    for fact in (
        "WITH EXCEPTIONS",
        "a name of the client is still in the file (2×)",
        "by admin",
        "comments or their authors are still",
    ):
        assert fact in said(file)


def test_without_a_client_nothing_is_reported_about_one():
    file = replace(FILE, client=None, k=None, k_reached=None, guess_after=(), crowd=AnonymitySet(hides_k=False))
    assert (content(file)["k"], content(file)["industry"]) == (None, None)
    assert "hidden at k" not in said(file)


def test_k_is_omitted_if_it_would_leave_fewer_than_k_clients():
    assert content(replace(FILE, crowd=AnonymitySet(hides_k=False)))["k"] is None


def test_no_certificate_contains_an_original():
    for file in (FILE, NOT_MET):
        for told in (json.dumps(content(file)), said(file)):
            assert CANARY.lower() not in told.lower()
            assert "078-05" not in told


NAME = st.text("abcXYZ", min_size=1, max_size=9)
WHOSE = st.fixed_dictionaries(
    {
        "client": st.sampled_from(["Alder", "Rook", f"{CANARY} Ltd"]),
        "k_reached": st.integers(3, 40),
        "rank_before": st.integers(1, 40),
        "rank_after": st.integers(3, 40),
        "rank_guess": st.sampled_from([1.0, 0.2]),
        "guess_before": st.lists(st.builds(Guess, NAME, st.floats(0, 1)), max_size=3).map(tuple),
        "guess_after": st.lists(st.builds(Guess, NAME, st.floats(0, 1)), max_size=3).map(tuple),
        "source_sha256": st.text("0123456789abcdef", min_size=64, max_size=64),
        "review_policy": st.none() | st.sampled_from(["client@1", "client@12", "everyone@3"]),
        "kept_share": st.floats(0, 1),
        "utility_before": st.none() | NAME,
        "utility_after": st.none() | NAME,
        "lp_gap": st.none() | st.floats(0, 1),
        "objective": st.none() | st.sampled_from(["floor", "uniform"]),
        "path": NAME,
        "output": NAME,
        "warnings": st.lists(st.builds(IndustryNotKnown, NAME, NAME), max_size=3).map(tuple),
        "sought": st.lists(st.builds(RedactedString, NAME, st.just("[CLIENT]")), max_size=3).map(tuple),
    }
)


@settings(max_examples=60, deadline=None)
@given(whose=WHOSE, model=st.none() | NAME, terms=st.lists(NAME, min_size=1, max_size=8))
def test_the_certificate_reads_the_same_for_every_client(whose, model, terms):
    """But for what the document itself shows, and for marks that nobody can open: nothing is left to tell by."""
    rows = tuple(suppressed(term, "CLIENT", 1, FindingKind.CLIENT) for term in terms[:-1])
    rows += (suppressed(terms[-1], "CLIENT", 8 - len(rows), FindingKind.CLIENT),)
    usual = replace(FILE, suppressed=(suppressed("Rook", "CLIENT", 8, FindingKind.CLIENT),))
    told = content(replace(FILE, suppressed=rows, **whose), replace(RUN, model=model))
    marks = {"source", "policy", "model", "page_sha256", "signature"}
    assert {name: value for name, value in told.items() if name not in marks} == {
        name: value for name, value in content(usual).items() if name not in marks
    }


def test_no_two_certificates_have_a_mark_in_common():
    """Equal marks would say that two documents are of one client, by its policy."""
    first, second = (Certificate(FILE, RUN, MADE).signed(KEY) for _ in range(2))
    assert first.opening != second.opening
    assert all(first.content[name] != second.content[name] for name in ("source", "policy", "model"))


def test_the_page_contains_no_time_and_is_reproducible():
    page = Certificate(FILE, RUN, MADE).signed(KEY, OPENING).page
    with zipfile.ZipFile(io.BytesIO(page)) as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert str(docx.Document(io.BytesIO(page)).core_properties.created).startswith("2013-")  # the template's
    assert Certificate(FILE, RUN, MADE).signed(KEY, OPENING).page == page


def test_the_opening_is_neither_in_the_certificate_nor_printed():
    signed = Certificate(FILE, RUN, MADE).signed(KEY)
    assert signed.opening not in json.dumps(signed.content) + repr(signed) + said()


def test_a_kind_is_counted_as_its_placeholder_shows_it_and_no_further():
    def stands_as(placeholder, count):
        return replace(suppressed("Rook", "CLIENT", count, FindingKind.CLIENT), placeholder=placeholder)

    rows = (
        *(stands_as("[REDACTED]", 2), stands_as("[REDACTED]", 3), stands_as("a grocer", 1)),
        *(stands_as("[PERSON]", 1), stands_as("[CUSTOM_ROOK_CASE 7]", 4)),
    )
    assert content(replace(FILE, suppressed=rows))["taken_out"] == [
        {"kind": "REDACTED", "places": 5},
        {"kind": "CUSTOM", "places": 4},
        {"kind": OWN_WORDS, "places": 1},
        {"kind": "PERSON", "places": 1},
    ]


def test_the_name_of_a_custom_recogniser_is_not_revealed():
    told = content(run=replace(RUN, entities=frozenset({"PERSON", "ROOK_CASE", "ROOK_SITE"})))
    assert told["asked"]["personal"] == ["CUSTOM", "PERSON"]


def test_people_read_the_same():
    told = said()
    for fact in (
        *(content()[name] for name in ("result_sha256", "source", "policy", "model")),
        *(
            "2026-03-04",
            "PERSON 7×, US_SSN 1×",
            "The client is hidden at k = 3.",
            "Ports",
            "met: all requirements are met",
        ),
        *("PERSON, US_SSN; names by lists only", "pictures kept; tracked changes kept"),
        *("no redacted term is left in the examined parts: 1 part", KEY.id, LIMITS, PROVES_NOTHING),
        "3 places of terms that were redacted elsewhere",
    ):
        assert fact in told


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        (CLEAN, "tracked changes accepted; comments removed; hidden text removed; editing traces removed"),
        (Cleaning(), "pictures kept, not examined; "),
        (Cleaning(images=Images.REMOVE), "pictures removed; "),
    ],
)
def test_the_policy_is_reported_in_words(policy, told):
    assert told in said(replace(FILE, policy=policy))


@needs_libreoffice
def test_every_certificate_fits_on_one_page(tmp_path):
    """Every kind of personal data, hundreds of kinds of text, an industry of any length."""
    long = "W" * 255
    full = replace(
        FILE,
        crowd=AnonymitySet(hides_k=True, industry=long),
        suppressed=tuple(suppressed(f"{kind} {i}", kind, 123_456) for i, kind in enumerate(ENTITIES)),
        coverage=tuple(
            CoverageEntry("part", f"a kind of text with a very long name {i}", treatment, i)
            for i in range(300)
            for treatment in Treatment
        ),
    )
    path = tmp_path / "certificate.docx"
    asked = replace(RUN, entities=DEFAULT_ENTITIES - {"URL"})
    path.write_bytes(Certificate(full, asked, MADE).signed(KEY).page)
    assert opened([path], tmp_path / "pdf")["certificate"].pages == 1
