"""The documents that come with the project for a first try; models/sample/README.md says where they are from."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "models" / "sample"


@dataclass(frozen=True)
class Sample:
    """A document to try the pane on."""

    file: str
    title: str
    """What kind of document it is, and about whom."""

    @property
    def path(self) -> Path:
        return FOLDER / self.file


SAMPLES = (
    Sample("steering-committee-report.docx", "Report: a supermarket chain moves its depots"),
    Sample("engagement-letter.docx", "Letter: a consultant's proposal to a bank"),
    Sample("outage-minutes.docx", "Minutes: an energy company after a storm"),
)
