"""Read earlier releases and public originals to compare releases with."""

import pickle
from collections.abc import Sequence
from pathlib import Path

from backend.document.tokens import terms
from backend.errors import DocumentError, InvalidRequest, RequestTooLarge
from backend.files import read_bytes
from backend.privacy.earlier_texts import ComparableText, EarlierTexts
from backend.services.files.inputs import collect
from backend.services.files.reading import open_file

MAX_TEXTS = 2_000
"""How many earlier texts are compared; their words and runs take about 50 kB each."""

MAX_SENT, MAX_BYTES = 100, 20_000_000
"""How many earlier texts a request contains, and how many bytes they have together."""


MAX_PACKED = 10_000_000
"""Bytes of the words of earlier texts, packed, that wait for the documents of a batch. A hundred texts of 8,000
words have seven million: eight bytes for each run, twelve for each distinct word of a text."""


def read_earlier_texts(folder: Path) -> EarlierTexts:
    """Read the documents of a folder, with all its folders; only words and hashes of runs are kept.

    Raises InvalidRequest when there are too many, or one cannot be read: a comparison that leaves documents out
    would say less than it seems to.
    """
    files = collect((folder,)).files
    if len(files) > MAX_TEXTS:
        raise InvalidRequest(
            f"{folder}: contains more than {MAX_TEXTS:,} documents. Name a folder with those that are about the "
            "same matter."
        )
    names = [file.relative.as_posix() for file in files]
    return EarlierTexts.of(names, [_words(file.path) for file in files])


def sent_earlier_texts(sent: Sequence[tuple[str, bytes]]) -> EarlierTexts:
    """Read the documents of a request, given by their names and contents; only their words are kept.

    Raises InvalidRequest before any is opened when they are too many or too large, or two have one name; and when
    one cannot be read. Errors tell the number of a document, not its name.
    """
    if len(sent) > MAX_SENT or sum(len(content) for _, content in sent) > MAX_BYTES:
        raise InvalidRequest(
            f"The documents to compare with are more than {MAX_SENT}, or have more than {MAX_BYTES // 1_000_000} "
            "MB together. Send those that are about the same matter."
        )
    names = [name for name, _ in sent]
    if len(set(names)) < len(names):
        raise InvalidRequest("Two documents to compare with have the same name. Name each differently.")
    texts = [_words_of(*each, f"Document {number} of against") for number, each in enumerate(sent, start=1)]
    return EarlierTexts.of(names, texts)


def packed_texts(texts: EarlierTexts) -> bytes:
    """Return earlier texts as bytes, which a process can keep and pass on without making objects of them.

    Raises RequestTooLarge beyond MAX_PACKED.
    """
    packed = pickle.dumps(texts, pickle.HIGHEST_PROTOCOL)
    if len(packed) > MAX_PACKED:
        raise RequestTooLarge(
            f"The words of the documents to compare with take {len(packed) // 1_000_000} MB, and a batch may have "
            f"{MAX_PACKED // 1_000_000}. Send those that are about the same matter, or each document by itself."
        )
    return packed


def unpacked_texts(packed: bytes) -> EarlierTexts:
    """Return the texts that `packed_texts` has packed; the bytes must never have left this service."""
    texts: EarlierTexts = pickle.loads(packed)  # noqa: S301 - packed by a process of this service
    return texts


def _words(path: Path) -> ComparableText:
    return _words_of(path.name, read_bytes(path), f"{path}:")


def _words_of(name: str, content: bytes, called: str) -> ComparableText:
    try:
        document = open_file(name, content).document
    except DocumentError as error:
        raise InvalidRequest(f"{called} cannot be compared with. {error}") from error
    return ComparableText.of([word for text in document.counted_texts() for word in terms(text)])
