"""The taxonomy: from a term and its kind to its meanings, each with broader forms from narrow to broad."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from backend.document.text_cache import cached_texts_once
from backend.taxonomy.ages import age_meanings
from backend.taxonomy.amount_levels import amount_meanings
from backend.taxonomy.broader import Broader, Kind, Meaning
from backend.taxonomy.dates import date_meanings
from backend.taxonomy.gazetteer import Gazetteer
from backend.taxonomy.job_titles import job_title_meanings
from backend.taxonomy.landmarks import Landmarks
from backend.taxonomy.nouns import NounTable
from backend.taxonomy.organisations import organisation_meanings
from backend.taxonomy.places import places
from backend.taxonomy.written import WrittenTaxonomy


@dataclass(frozen=True)
class Taxonomy:
    """Everything that stands above a term: the tables of a folder, rules, and what an administrator has written.

    The tables are read when they are first needed.
    """

    folder: Path
    written: WrittenTaxonomy = field(default_factory=WrittenTaxonomy)

    @cached_property
    def nouns(self) -> NounTable:
        """The nouns of WordNet. Raises DataMissing."""
        return NounTable.read(self.folder)

    @cached_property
    def landmarks(self) -> Landmarks:
        """The places of WordNet and of the gazetteer. Raises DataMissing."""
        return Landmarks(self.nouns, Gazetteer.read(self.folder))

    def meanings(self, term: str, kind: Kind, industries: Sequence[str] = ()) -> tuple[Meaning, ...]:
        """Return the meanings of a term of a kind; none where nothing is known.

        Which meaning a document has is for the caller to choose. They are in the order of WordNet's senses: the one
        that is most frequent in general texts comes first, which is often not the one of a document. Dates,
        amounts, ages and organisations have one meaning. `industries` are those of an organisation, from narrow to
        broad.

        Where an administrator has written broader forms for the term, it has one meaning, with these alone.

        Within `cached_texts` many terms are quicker: what stands above them is often the same.

        Raises DataMissing where a table is needed and cannot be read.
        """
        if written := self.written.broader(term):
            return (Meaning(kind, term, written),)
        with cached_texts_once():
            return self._found(term, kind, industries)

    def broader(self, term: str, kind: Kind, industries: Sequence[str] = ()) -> tuple[Broader, ...]:
        """Return the broader forms of the first meaning, from narrow to broad; none without a meaning."""
        return next((each.broader for each in self.meanings(term, kind, industries)), ())

    def _found(self, term: str, kind: Kind, industries: Sequence[str]) -> tuple[Meaning, ...]:
        match kind:
            case Kind.WORD:
                found = self.nouns.meanings(term)
            case Kind.LOCATION:
                found = places(term, self.landmarks)
            case Kind.DATE_TIME:
                found = date_meanings(term)
            case Kind.QUANTITY:
                found = amount_meanings(term)
            case Kind.AGE:
                found = age_meanings(term)
            case Kind.JOB_TITLE:
                found = job_title_meanings(term, self.nouns)
            case Kind.ORGANIZATION:
                found = organisation_meanings(term, industries)
        return found
