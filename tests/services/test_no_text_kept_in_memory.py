"""A process that works on many documents keeps the text of none in a cache."""

import functools
import gc
import io
import random

import docx
import pytest

from backend.blocking.trained_defence import train_defence
from backend.detection.custom.lists import NO_LISTS
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import derive
from backend.reporting.command_line import COMMAND_LINE
from backend.services.analysis.pane_analysis import analyse_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.resolve import Purpose, resolve
from backend.wiring.requests import request_of
from tests.services.test_k_inside_industry import BANKS, PORTS, WORDS, redact

MAY_GROW = {
    "backend.blocking.rounding._cheapest_pairs": "by numbers of words, which are few",
    "backend.blocking.rounding._combinations": "by numbers of words, which are few",
    "backend.document.phrase_lookup._others": "names and terms, 20,000 at most; most are of the clients",
}
CAN_BE_COUNTED = type(functools.lru_cache(len))


@pytest.fixture(scope="module")
def catalogue():
    chance = random.Random(3)  # noqa: S311 - the same model each time
    documents = [
        CorpusDocument(f"{name}{nth}", name, industry, (" ".join(chance.choices(WORDS, k=40)) + " long-term",))
        for industry, names in (("Banks", BANKS), ("Ports", PORTS))
        for name in names
        for nth in range(2)
    ]
    counts = count_terms(documents)
    return Catalogue(derive(counts)[0], train_defence(counts))


def invented(chance):
    return "".join(chance.sample("abcdefghijklmnopqrstuvwxyz", 9))


def drawn_document(chance):
    """A document of words, names, numbers, addresses and compounds that no other has."""
    document, stream = docx.Document(), io.BytesIO()
    for _ in range(12):
        first, last, place = (invented(chance).title() for _ in range(3))
        number = chance.randint(10**6, 10**7)
        document.add_paragraph(
            f"{first} {last} of Alder wrote from {place}: {first}-{last}'s {'/'.join(chance.sample(WORDS, 2))}, "
            f"${number}.50, {first.lower()}@{last.lower()}.example, +44 20 {number}, {number % 28 + 1} May 2021."
        )
    document.add_table(1, 2).cell(0, 0).text = f"{invented(chance)}-{invented(chance)}"
    document.core_properties.author = invented(chance).title()
    document.save(stream)
    return stream.getvalue()


def entries():
    """The entries of each cache of the program."""
    caches = [each for each in gc.get_objects() if type(each) is CAN_BE_COUNTED]
    ours = [each for each in caches if (each.__module__ or "").startswith("backend.")]
    return {f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize for each in ours}


def test_no_cache_holds_more_after_more_documents(catalogue):
    chance = random.Random(4)  # noqa: S311 - the same documents each time

    def work():
        content = drawn_document(chance)
        asked = request_of({"client": "Alder", "k": 2}, NO_LISTS)
        analyse_content("a.docx", content, resolve(asked, catalogue, Purpose.ANALYSE)).as_json(COMMAND_LINE)
        redact("a.docx", content, resolve(asked, catalogue, Purpose.REDACT))

    work()
    before = entries()
    for _ in range(3):
        work()
    assert {name for name, size in entries().items() if size > before.get(name, 0)} <= MAY_GROW.keys()
