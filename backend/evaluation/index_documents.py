"""The documents of the experiment on the anonymous index: dispatches of Reuters as vectors."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.document.tokens import terms
from backend.errors import DataMissing
from backend.evaluation.data import dispatches
from backend.learning.arrays import Integers, Sparse
from backend.learning.features import stop_words
from backend.privacy.index_vectors import VectorSpace, other_stem
from backend.settings import shipped_taxonomy
from backend.taxonomy.dictionary import Dictionary

K = 5
DOCUMENTS = 1_000
SEEDS = tuple(range(10))


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Documents as vectors of length 1: `vectors` over the dictionary (`space`), `whole` over all words.

    `subjects` [document] are places in `names`.
    """

    space: VectorSpace
    vectors: Sparse
    whole: Sparse
    subjects: Integers
    names: tuple[str, ...]
    empty: int
    """The documents that are left out, because no word of theirs is in the dictionary."""

    def __len__(self) -> int:
        return len(self.subjects)

    def row(self, document: int) -> dict[int, float]:
        """Return the vector of a document as a mapping from columns to weights."""
        part = slice(int(self.vectors.indptr[document]), int(self.vectors.indptr[document + 1]))
        return dict(zip(self.vectors.indices[part].tolist(), self.vectors.data[part].tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A random draw: the documents that are indexed, and all others, both in random order."""

    indexed: Integers
    others: Integers


def read_documents(folder: Path) -> Documents:
    """Read the dispatches of R8 as vectors.

    Raises DataMissing, UnreadableFile.
    """
    taxonomy = shipped_taxonomy()
    if taxonomy is None:
        raise DataMissing("This installation has no dictionary. Install Unsaid again.")
    dictionary = Dictionary.read(taxonomy)
    texts = dispatches(folder)
    words = [[word for word in terms(each.text) if word not in stop_words()] for each in texts]
    unknown = {other_stem(word) for each in words for word in set(each) if dictionary.column(word) is None}
    space = VectorSpace(dictionary)
    wide = VectorSpace(dictionary, tuple(sorted(unknown - {""} - dictionary.columns.keys())))
    counts = [space.count(each.text) for each in texts]
    kept = [place for place, each in enumerate(counts) if each]
    names = tuple(sorted({each.subject for each in texts}))
    return Documents(
        space,
        space.vectors([counts[place] for place in kept]),
        wide.vectors([wide.count(texts[place].text) for place in kept]),
        np.array([names.index(texts[place].subject) for place in kept], np.int64),
        names,
        len(texts) - len(kept),
    )


def draw(documents: Documents, seed: int) -> Drawn:
    """Draw 1,000 documents, or half of a smaller set."""
    order = np.random.default_rng(seed).permutation(len(documents))
    number = min(DOCUMENTS, len(documents) // 2)
    return Drawn(order[:number], order[number:])
