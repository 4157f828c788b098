"""Finds personal data in many documents in one process and prints its memory after each, in MB, as JSON.

python -m tests.benchmarks.read_many unsaid|presidio PIPELINE DATA DOCUMENTS
"""

import json
import re
import sys
from itertools import islice
from pathlib import Path

from backend.evaluation.data import DataSet, read_objects

CHARACTERS = 50_000
FOREIGN = "Der Vertrag wird von beiden Parteien nicht vor dem Ende des Jahres gekündigt."
"""The first paragraph in another language loads what tells languages, 70 MB that stay: it is read before all."""


def documents(folder):
    """Texts that all differ: the filings one after the other, cut."""
    text = ""
    for each in read_objects(folder, DataSet.FILINGS):
        text += each["text"]
        while len(text) >= CHARACTERS:
            yield text[:CHARACTERS]
            text = text[CHARACTERS:]


def memory(field):
    """What the system says of this process, in MB: `VmRSS` now, `VmHWM` at most."""
    return int(re.search(rf"{field}:\s+(\d+)", Path("/proc/self/status").read_text("ascii"))[1]) / 1024


def main(peer, pipeline, folder, many):
    texts = Path(folder)
    if peer == "presidio":
        from tests.benchmarks import presidio

        find = presidio.finder(presidio.analyzer(pipeline))
    else:
        from backend.evaluation.findings import Finder

        find = Finder(str(pipeline))
    find(FOREIGN)
    resident = []
    for text in islice(documents(texts), int(many)):
        find(text)
        resident.append(round(memory("VmRSS"), 1))
    print(json.dumps({"resident": resident, "peak": memory("VmHWM")}))


if __name__ == "__main__":
    main(*sys.argv[1:])
