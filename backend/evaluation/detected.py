"""What Unsaid finds in a text: the very findings that `unsaid redact --pii all --no-cii` takes out of a file."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from backend.detection.names.pipeline import Names, load
from backend.detection.pii import DEFAULT_ENTITIES, RECOGNISERS, find
from backend.detection.template import PatternMatch, Recogniser
from backend.document.plain_text import read_text
from backend.evaluation.span_scores import Labelled

_SHIPPED = Path(__file__).parents[2] / "models" / "ner"


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds personal data with a pipeline for names, or by patterns alone."""

    names: Names | None
    recognisers: tuple[Recogniser, ...] = RECOGNISERS

    def __call__(self, text: str) -> tuple[Labelled, ...]:
        """What is found in a text, read as a text file is."""
        document = read_text(text.encode())
        seats = (*self.recognisers, *map(_seat, filter(None, (self.names,))))
        found = find(document, DEFAULT_ENTITIES, seats)
        return tuple(Labelled(each.place.span, each.entity) for each in found)


def _seat(names: Names) -> Recogniser:
    def named(text: str) -> Iterable[PatternMatch]:
        ((matches,),) = names.find([[text]]).matches
        return matches

    return named


def shipped() -> Finder:
    """Everything that Unsaid has, with the pipeline of the settings.

    Raises PipelineUnusable.
    """
    return Finder(load(os.environ.get("UNSAID_NER") or _SHIPPED))
