"""A product name that the model has never seen: is it shown to the person who reviews the document?

For each name that at most two companies say, the company's filings that say it are taken out of the counts, the
model is derived again, and the latest of these filings is analysed at k = 5.
"""

from collections import Counter, defaultdict

import numpy as np

from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import derive
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.client_terms import NearMissKind
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ONE_BY_ONE
from tests.benchmarks.conftest import markdown

NAMES = frozenset(
    terms(
        "avastin demandware dreamliner duracell exacttarget frappuccino harvoni hcm heroku hittite imbruvica "
        "itanium keurig kindle marlboro opdivo oncor photoshop plavix prozac revlimid snapdragon sovaldi truvada "
        "vmware xbox xeon xience"
    )
)
CUTS = {"first 8,000 characters": 8_000, "whole filing": None}


def _cases(filings):
    """Company, name, and the filings of the company that say it; two others of the company must be left."""
    said = defaultdict(list)
    for each in filings:
        for name in NAMES & {*terms(each["text"])}:
            said[name, each["client"]].append(each)
    owners = Counter(name for name, _ in said)
    filed = Counter(each["client"] for each in filings)
    for (name, client), having in sorted(said.items()):
        if owners[name] <= 2 and filed[client] - len(having) >= 2:
            yield name, client, having


def _outcome(model, client, name, text):
    """What becomes of the name: None when the text does not say it or the model knows it all the same."""
    if name not in terms(text) or name in model.by_client.column:
        return None
    request = EffectiveRequest(Subject(model, model.find(client), 5), selection=ONE_BY_ONE)
    document = open_file("filing.txt", text.encode()).document
    found = analyse(document, request, near_misses=True)
    unseen = [each.term.casefold() for each in found.near_misses if each.kind is NearMissKind.UNSEEN]
    return unseen.index(name) + 1 if name in unseen else 0


def test_new_names_are_shown(filings, tell):
    counts = count_terms(
        CorpusDocument(each["id"], each["client"], each["utility"], (each["text"],)) for each in filings
    )
    ranks = defaultdict(list)
    for name, client, having in _cases(filings):
        model, _ = derive(counts.without([each["id"] for each in having]))
        latest = max(having, key=lambda each: int(each["year"]))
        for cut, characters in CUTS.items():
            outcome = _outcome(model, client, name, latest["text"][:characters])
            if outcome is not None:
                ranks[cut].append(outcome)
    rows = []
    for cut in CUTS:
        shown = [rank for rank in ranks[cut] if rank]
        rows.append((cut, len(ranks[cut]), f"{len(shown)}", f"{np.median(shown):.0f}"))
    tell(
        "Product names that the model has never seen",
        "How many of them `suggest` shows among its unseen near misses (14 at most), and at which place.",
        "",
        *markdown(("text", "names", "shown", "median place"), rows),
    )
    first = ranks["first 8,000 characters"]
    assert sum(map(bool, first)) >= 0.75 * len(first)
