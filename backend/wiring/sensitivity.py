"""Find the model that tells how sensitive a text is."""

from pathlib import Path
from typing import TYPE_CHECKING

from backend.errors import DataMissing
from backend.services.privacy.sensitivity import load_model, shipped_model
from backend.settings import shipped_sensitivity

if TYPE_CHECKING:
    from backend.privacy.sensitivity import SensitivityModel


def sensitivity_model(path: Path | None) -> "SensitivityModel":
    """Return the model in a file, by default the one of the texts that come with Unsaid.

    Raises UnreadableFile or InvalidRequest for a file that is no model, DataMissing where Unsaid has no texts
    """
    if path is not None:
        return load_model(path)
    folder = shipped_sensitivity()
    if folder is None:
        raise DataMissing("This installation has no texts to learn sensitivity from. Name a model of your own.")
    return shipped_model(folder)


def sensitivity_if_any() -> "SensitivityModel | None":
    """Return the model of the texts that come with Unsaid; None where this installation has no texts."""
    folder = shipped_sensitivity()
    return None if folder is None else shipped_model(folder)
