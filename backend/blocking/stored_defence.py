"""Store a defence with a version of the model: the sample of documents, and what takes long to train."""

import json
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from backend.blocking.attackers import AttackerKind
from backend.blocking.known_attackers import AttackResults, Defence, MeasuredProtection, ProtectionLevel
from backend.blocking.readings import FeatureCounts, Reading
from backend.blocking.trained_defence import CLIENTS, INDUSTRIES, other_readings, train_reading
from backend.learning.arrays import (
    Floats,
    columns_of,
    pack,
    pack_counts,
    pack_strings,
    unpack,
    unpack_counts,
    unpack_strings,
)


def pack_defence(defence: Defence) -> bytes:
    """Return the bytes that a version stores of a defence: the sample, and what takes long to train."""
    promises = json.dumps([asdict(promise) for promise in defence.promises]).encode()
    ridges: dict[str, NDArray[np.generic]] = {}
    for each in defence.attackers:
        for name, some in ((CLIENTS, each.linear), (INDUSTRIES, each.industry)):
            ridges |= {
                f"{each.reading}_{name}": linear.weights.astype(np.float32)
                for linear in some
                if linear.kind is AttackerKind.RIDGE
            }
    return pack(
        {
            **pack_strings("vocabulary", defence.vocabulary),
            **pack_counts("counts", defence.words.counts),
            **_packed_compounds(defence),
            "class_of": defence.class_of,
            "utility_of": defence.utility_of,
            **ridges,
            "promises": np.frombuffer(promises, dtype=np.uint8),
        }
    )


def _packed_compounds(defence: Defence) -> dict[str, NDArray[np.generic]]:
    if not defence.has_compounds:
        return {}
    documents = defence.attackers[1].documents
    columns = np.arange(len(defence.vocabulary), len(documents.vocabulary))
    return {
        **pack_strings("compounds", documents.vocabulary[len(defence.vocabulary) :]),
        **pack_counts("compound_counts", columns_of(documents.counts, columns)),
    }


def unpack_defence(content: bytes) -> Defence:
    """Return the stored defence; what only has to be counted is computed again.

    A defence of an older version has no compounds, and no attackers that name the industry.

    Raises KeyError or ValueError when the bytes are not a defence.
    """
    arrays = unpack(content)
    words = FeatureCounts(Reading.WORDS, unpack_strings("vocabulary", arrays), unpack_counts("counts", arrays))
    class_of = np.asarray(arrays["class_of"], dtype=np.int64)
    promises = tuple(
        MeasuredProtection(
            ProtectionLevel(**row["hardness"]),
            row["k"],
            row["documents"],
            AttackResults(**row["same"]),
            AttackResults(**row["others"]),
            row["kept"],
        )
        for row in json.loads(arrays["promises"].tobytes())
    )
    if "utility_of" not in arrays:
        unknown = np.full(int(class_of.max()) + 1, -1)
        return Defence(
            class_of,
            unknown,
            (train_reading(words, class_of, unknown, {CLIENTS: _floats(arrays["ridge"])}),),
            promises,
        )
    utility_of = np.asarray(arrays["utility_of"], dtype=np.int64)
    readings = [words]
    if "compounds_utf8" in arrays:
        compounds, counts = unpack_strings("compounds", arrays), unpack_counts("compound_counts", arrays)
        readings += other_readings(words, compounds, counts)
    attackers = []
    for each in readings:
        stored = {
            name: _floats(arrays[key])
            for name in (CLIENTS, INDUSTRIES)
            if (key := f"{each.reading}_{name}") in arrays
        }
        attackers.append(train_reading(each, class_of, utility_of, stored))
    return Defence(class_of, utility_of, tuple(attackers), promises)


def _floats(array: NDArray[np.generic]) -> Floats:
    return np.asarray(array, dtype=np.float64)
