"""Redact a made .docx of so many characters in a process of its own, and print what it took.

Started by test_large_documents.py: characters, the folder of the pipeline or "none", and where the text lies.
"""

import io
import json
import resource
import sys
import time
from html import escape
from pathlib import Path

import docx

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.phrases import Phrase
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped

PARAGRAPH = 400
SHORT, ROUNDS = 100_000, 5
ALWAYS = (Phrase("net sales"), Phrase("the company's"))


def main(characters: int, pipeline: str, source: Path) -> None:
    said = source.read_text("utf-8")
    said = (said * (characters // len(said) + 1))[:characters]
    cut = (said[start : start + PARAGRAPH] for start in range(0, characters, PARAGRAPH))
    content = zipped(docx_parts(body("".join(paragraph(text(escape(each))) for each in cut))))
    model = None if pipeline == "none" else pipeline
    request = EffectiveRequest(entities=DEFAULT_ENTITIES, asked=Terms(ALWAYS), pipeline=model)
    redact_content(Path("a.docx"), Path("a.docx"), small(), request)  # what loads once
    seconds = float("inf")
    for _ in range(ROUNDS if characters <= SHORT else 1):
        start, burnt = time.perf_counter(), time.process_time()
        done = redact_content(Path("a.docx"), Path("a.docx"), content, request)
        seconds = min(seconds, time.perf_counter() - start)
        processor = time.process_time() - burnt
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = time.process_time()
    docx.Document(io.BytesIO(content)).save(io.BytesIO())
    verification = done.report.verification
    print(
        json.dumps(
            {
                "seconds": seconds,
                "processor": processor,
                "megabytes": megabytes,
                "peer": time.process_time() - start,
                "status": verification.status if verification else None,
                "places": sum(each.count for each in done.report.suppressed),
            }
        )
    )


def small() -> bytes:
    return zipped(docx_parts(body(paragraph(text("Ann Lee wrote to us on 3 May 2021.")))))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
