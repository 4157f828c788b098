"""Find the personal data in a text that `unsaid redact --pii all --no-cii` removes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from backend.detection.names.pipeline import load
from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.plain_text import read_text
from backend.errors import PipelineUnusable
from backend.evaluation.span_scores import Labelled
from backend.services.terms.personal_data import PersonalDataSearch, personal_data
from backend.settings import Settings, shipped_pipeline


@dataclass(frozen=True, slots=True)
class Finder:
    """A finder of personal data with the pipeline for names in a folder, or with patterns only."""

    pipeline: str | None

    def __call__(self, text: str) -> tuple[Labelled, ...]:
        """Return the findings in a text, which is read like a text file."""
        found = personal_data(
            read_text(text.encode()), PersonalDataSearch(DEFAULT_ENTITIES, pipeline=self.pipeline)
        ).findings
        return tuple(Labelled(each.place.span, each.entity) for each in found)

    @property
    def told(self) -> str:
        """Return a sentence about the pipeline for readers of the figures."""
        if self.pipeline is None:
            return "Names were not looked for."
        if self.pipeline == shipped_pipeline():
            return "Names were found by the shipped pipeline."
        return "Names were found by another pipeline than the shipped one (`UNSAID_NER`)."

    @contextmanager
    def asking(self, odds: float) -> Iterator[None]:
        """Raise the threshold for names by this factor of odds inside the context."""
        if self.pipeline is None:
            yield
        else:
            with load(self.pipeline).asking(odds):
                yield


def shipped() -> Finder:
    """Return a finder with everything that Unsaid has, with the pipeline of the settings.

    Raises PipelineUnusable when there is none.
    """
    pipeline = Settings.from_environment().ner
    if pipeline is None:
        raise PipelineUnusable(
            "No language model for names is set, so there is nothing to measure. Set UNSAID_NER."
        )
    return Finder(pipeline)
