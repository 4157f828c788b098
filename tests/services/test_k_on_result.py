"""Every claim about k is true for the written text, recounted by other means."""

import io
import math
import zipfile
from collections import Counter
from pathlib import Path

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import train
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ONE_BY_ONE

CLIENTS = ("Acme Ports", "Quayside", "Barnfield", "Target", "Ostler & Co")
WORDS = [
    "gantry",
    "quay",
    "berth",
    "crane",
    "barn",
    "silo",
    "plough",
    "wagon",
    "target",
    "saddle",
    "hoof",
    "invoice",
    "order",
    "plan",
    "881",
    "team",
    "Acme",
]

sentences = st.lists(
    st.sampled_from([*WORDS, *CLIENTS, "Quayside’s", "30,881Barnfield", "U.S.", "ann@acme.example"])
)
texts = sentences.map(" ".join)


@pytest.fixture(scope="module")
def model():
    """Five clients that share some words and differ in others, three documents each."""
    documents = [
        CorpusDocument(
            f"{client}{i}",
            client,
            "Ports" if number < 2 else "Farms",
            (" ".join(WORDS[number * 2 : number * 2 + 8 + i] * (i + 1)) + f" {client}",),
        )
        for number, client in enumerate(CLIENTS)
        for i in range(3)
    ]
    return train(count_terms(documents)).model


def rank_by_hand(model, text, client):
    """Plain sums over the model's counts, one word at a time; shares nothing with `blocking`."""
    counts = model.counts.toarray().tolist()
    column = {word: i for i, word in enumerate(model.vocabulary)}
    alpha = model.options.alpha
    said = Counter(term for term in terms(text) if term in column)
    scores = [
        math.fsum(
            times * math.log((row[column[word]] + alpha) / (sum(row) + alpha * len(column)))
            for word, times in said.items()
        )
        for row in counts
    ]
    return 1 + sum(score > scores[client] + 1e-6 for score in scores)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)
@given(text=texts, client=st.integers(0, 4), k=st.integers(1, 5))
def test_the_reported_k_is_that_of_the_written_text(model, text, client, k):
    index = model.find(CLIENTS[client])
    request = EffectiveRequest(Subject(model, index, k), frozenset({"EMAIL_ADDRESS"}), selection=ONE_BY_ONE)
    done = redact_content(Path("a.txt"), Path("a.txt"), text.encode(), request)
    written = done.content.decode()
    assert done.report.k_reached == rank_by_hand(model, written, index)
    assert done.report.rank_before == rank_by_hand(model, text, index)
    assert (done.report.k_reached >= k) == (not any("k_not_reached" in each.code for each in done.report.warnings))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=80)
@given(text=texts, client=st.integers(0, 4))
def test_each_level_of_the_analysis_is_kept_by_the_text_it_promises(model, text, client):
    """What `suggest` shows for level k is what taking out the terms of levels up to k really comes to."""
    index = model.find(CLIENTS[client])
    request = EffectiveRequest(Subject(model, index, 5), selection=ONE_BY_ONE)
    document = open_file("a.txt", text.encode()).document
    found = analyse(document, request)
    for level in found.levels:
        places = sorted(
            (place.span.start, place.span.end)
            for each in found.suggestions
            if each.from_level is None or each.from_level <= level.k
            for place in each.places
        )
        written = text
        for start, end in reversed(places):
            written = f"{written[:start]}[TERM]{written[end:]}"
        assert rank_by_hand(model, written, index) == level.k_reached
        before, after = len(terms(text)), len(terms(written))
        assert level.kept_share == pytest.approx(after / before if before else 1)


def test_a_name_that_touches_a_number_leaves_no_word_that_was_not_counted(model):
    """ "30,881Barnfield" holds the term "881barnfield"; without the name it holds "881", which is another word."""
    text = "30,881Barnfield wagon saddle hoof 881 881 wagon plan"
    index = model.find("Barnfield")
    request = EffectiveRequest(Subject(model, index, 3), selection=ONE_BY_ONE)
    done = redact_content(Path("a.txt"), Path("a.txt"), text.encode(), request)
    assert "Barnfield" not in done.content.decode()
    assert done.report.k_reached == rank_by_hand(model, done.content.decode(), index)


def test_k_holds_beside_words_that_stand_outside_the_text_alone(model):
    """A property says "target gantry": no suggestion can remove these, so other words of the text have to go."""
    content = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("881 order saddle barn barn crane")
    document.save(content)
    written = io.BytesIO()
    with zipfile.ZipFile(content) as before, zipfile.ZipFile(written, "w") as after:
        for each in before.infolist():
            changed = before.read(each).replace(b"Microsoft Macintosh Word", b"target gantry")
            after.writestr(each.filename, changed)
    index = model.find("Acme Ports")
    request = EffectiveRequest(Subject(model, index, 2), selection=ONE_BY_ONE)
    done = redact_content(Path("a.docx"), Path("a.docx"), written.getvalue(), request)
    text = "\n".join(open_file("a.docx", done.content).document.counted_texts())
    assert rank_by_hand(model, text, index) >= 2
    assert rank_by_hand(model, f"{text} target gantry", index) >= 2
    assert done.report.k_reached >= 2


def test_a_level_counts_no_word_of_a_name_that_two_paragraphs_share(model):
    """Redaction removes "Acme¶Ports" as a whole, so that no word of it may be what level k is reached with."""
    content = io.BytesIO()
    document = docx.Document()
    for each in ("gantry berth plan Acme", "Ports"):
        document.add_paragraph(each)
    document.save(content)
    request = EffectiveRequest(Subject(model, model.find("Acme Ports"), 2), selection=ONE_BY_ONE)
    found = analyse(open_file("a.docx", content.getvalue()).document, request)
    done = redact_content(Path("a.docx"), Path("a.docx"), content.getvalue(), request)
    assert found.levels[-1].k_reached == done.report.k_reached
