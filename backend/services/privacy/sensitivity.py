"""Find, train and store the model that tells how sensitive a text is."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from backend.errors import CorpusError, InvalidRequest
from backend.files import read_bytes, write_atomically
from backend.learning.json_lines import CorpusProblem, parsed_lines
from backend.privacy.sensitivity import LabelledText, SensitivityModel, pack_model, train_sensitivity, unpack_model
from backend.workers import Workers

TEXTS_FILE = "texts.jsonl"


def train_from(path: Path, workers: Workers = Workers()) -> tuple[SensitivityModel, tuple[CorpusProblem, ...]]:
    """Train on a file with lines such as `{"text": "…", "sensitive": true}`; bad lines are skipped and returned.

    Raises UnreadableFile when the file cannot be read, CorpusError when it has too few texts.
    """
    found = [each for _, each in parsed_lines(path, workers, _labelled)]
    texts = [each for each in found if isinstance(each, LabelledText)]
    problems = tuple(each for each in found if isinstance(each, CorpusProblem))
    try:
        return train_sensitivity(texts), problems
    except ValueError as error:
        raise CorpusError(f"{path}: {error}. Add lines with text and sensitive.") from error


def store_model(model: SensitivityModel, path: Path) -> None:
    """Write a model to a file."""
    write_atomically(path, pack_model(model))


def load_model(path: Path) -> SensitivityModel:
    """Read a model that `store_model` wrote.

    Raises UnreadableFile, and InvalidRequest when the file is no sensitivity model.
    """
    try:
        return unpack_model(read_bytes(path))
    except ValueError as error:
        raise InvalidRequest(f"{path}: {error}. Train one on labelled texts.") from error


@lru_cache(maxsize=1)
def shipped_model(folder: Path) -> SensitivityModel:
    """Return the model of the texts that come with Unsaid; training on them takes less than a second."""
    model, _ = train_from(folder / TEXTS_FILE)
    return model


def _labelled(entry: dict[str, Any], where: str) -> LabelledText | CorpusProblem:
    text, sensitive = entry.get("text"), entry.get("sensitive")
    if not isinstance(text, str) or not isinstance(sensitive, bool):
        return CorpusProblem(where, "'text' is no string, or 'sensitive' is neither true nor false")
    category = entry.get("category")
    return LabelledText(text, sensitive, category if isinstance(category, str) else "")
