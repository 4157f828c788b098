"""The personal data of one document: by patterns, by recognisers of the user's own, and by a pipeline for names."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from backend.detection.custom import CustomRecogniser, CustomSearch
from backend.detection.finding import Finding
from backend.detection.pii import FOUND_AS_NAMES, RECOGNISERS, Known, find, find_outside, not_checked
from backend.detection.template import Recogniser
from backend.document.model import Document

if TYPE_CHECKING:
    from backend.detection.names.pipeline import NamesFound


@dataclass(frozen=True, slots=True)
class Search:
    """Which kinds of personal data are looked for, and with what besides the patterns.

    `pipeline` is the folder or the package of a spaCy pipeline, None where names are not looked for.
    """

    entities: Collection[str]
    recognisers: tuple[CustomRecogniser, ...] = ()
    pipeline: str | None = None

    @property
    def reads_names(self) -> bool:
        """Whether the pipeline can tell any of the kinds."""
        return self.pipeline is not None and not FOUND_AS_NAMES.isdisjoint(self.entities)


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What was found in the text, kind and value of what stands outside it, and what was not looked for."""

    findings: tuple[Finding, ...] = ()
    outside: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


def personal_data(
    document: Document, search: Search, outside: Sequence[str] = (), known: Sequence[Known] = ()
) -> PersonalData:
    """Find personal data in a document and in the texts `outside` its stories; `known` are found in any case.

    A pipeline is loaded only where it can tell one of the kinds. Raises PipelineUnusable.
    """
    if not search.entities:
        return PersonalData()
    others = [each.entity for each in search.recognisers]
    warnings = not_checked(search.entities, others, names=search.pipeline is not None)
    custom = CustomSearch(tuple(each for each in search.recognisers if each.entity in search.entities))
    recognisers: tuple[Recogniser, ...] = (*RECOGNISERS, custom)
    look = partial(find, document, search.entities, recognisers, known=known)
    if search.reads_names:
        named = _names(document, search)
        findings = look(names=named.matches)
        warnings += _unread(named)
    else:
        findings = look()
    beyond = find_outside(outside, search.entities, recognisers)
    return PersonalData(findings, beyond, warnings + custom.warnings())


def refuse_unusable(search: Search) -> None:
    """Load the pipeline where it is needed, so that what would fail for every file fails at once.

    Raises PipelineUnusable.
    """
    if search.reads_names:
        from backend.detection.names.pipeline import load

        load(str(search.pipeline))


def _names(document: Document, search: Search) -> "NamesFound":
    from backend.detection.names.pipeline import load

    return load(str(search.pipeline)).find([[block.text for block in story.blocks] for story in document.stories])


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
