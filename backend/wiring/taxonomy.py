"""Find the taxonomy that comes with Unsaid, and read a list of generalisations from a file."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from backend.errors import DataMissing, TaxonomyUnusable
from backend.files import read_bytes
from backend.settings import shipped_taxonomy
from backend.taxonomy.taxonomy import Taxonomy
from backend.taxonomy.written import WrittenTaxonomy, parse


@cache
def taxonomy() -> Taxonomy:
    """Return the taxonomy that comes with Unsaid; its tables are read when they are first needed.

    Raises DataMissing where this installation has none.
    """
    folder = shipped_taxonomy()
    if folder is None:
        raise DataMissing("This installation has no taxonomy. Install Unsaid again.")
    return Taxonomy(folder)


def taxonomy_if_any() -> Taxonomy | None:
    """Return the taxonomy that comes with Unsaid; None where this installation has none."""
    return None if shipped_taxonomy() is None else taxonomy()


def read_written(path: Path, client_names: Iterable[str] = ()) -> WrittenTaxonomy:
    """Return the generalisations of a file.

    Raises UnreadableFile, TaxonomyUnusable.
    """
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise TaxonomyUnusable(f"{path} is not UTF-8. Save it as UTF-8.") from error
    return parse(text, str(path), client_names)
