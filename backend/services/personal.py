"""The personal data of one document: by patterns, and by the pipeline for names that is asked for."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from backend.detection.finding import Finding
from backend.detection.pii import FOUND_AS_NAMES, find, not_checked
from backend.document.model import Document

if TYPE_CHECKING:
    from backend.detection.names.pipeline import NamesFound


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What was found in the text, and what was not looked for."""

    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()


def personal_data(document: Document, entities: Collection[str], *, pipeline: str | None = None) -> PersonalData:
    """Find personal data of these kinds; a pipeline is loaded only where it can tell one of them.

    Raises PipelineUnusable.
    """
    if not entities:
        return PersonalData()
    warnings = not_checked(entities, names=pipeline is not None)
    if pipeline is None or FOUND_AS_NAMES.isdisjoint(entities):
        return PersonalData(find(document, entities), warnings)
    from backend.detection.names.pipeline import load

    named = load(pipeline).find([[block.text for block in story.blocks] for story in document.stories])
    return PersonalData(find(document, entities, names=named.matches), warnings + _unread(named))


def refuse_unusable(pipeline: str | None, entities: Collection[str]) -> None:
    """Load the pipeline that these kinds need, so that what would fail for every file fails at once.

    Raises PipelineUnusable.
    """
    if pipeline is not None and not FOUND_AS_NAMES.isdisjoint(entities):
        from backend.detection.names.pipeline import load

        load(pipeline)


def _unread(named: "NamesFound") -> tuple[str, ...]:
    """The warning about paragraphs in other languages."""
    if not named.unread:
        return ()
    many = sum(named.unread.values())
    if many == named.paragraphs:
        where = f": the text is in {' and '.join(named.unread)}"
    else:
        languages = ", ".join(f"{count} in {language}" for language, count in named.unread.items())
        where = f" in {many} of {named.paragraphs} paragraphs ({languages})"
    return (f"names not checked{where}; names are looked for in English alone, patterns everywhere",)
