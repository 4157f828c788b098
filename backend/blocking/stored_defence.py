"""Store a defence with a model version: the sample of documents, and what takes long to train."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.blocking.attackers import RidgeAttacker
from backend.blocking.held_out_promises import held_out_as_json, held_out_from_json
from backend.blocking.known_attackers import (
    AttackResults,
    Defence,
    LearntDocuments,
    MeasuredProtection,
    ProtectionLevel,
)
from backend.blocking.readings import Reading, WrittenDocuments, words_inside
from backend.blocking.trained_defence import CLIENTS, INDUSTRIES, stored_name, train_readings
from backend.learning.arrays import (
    pack,
    pack_counts,
    pack_strings,
    unpack,
    unpack_counts,
    unpack_strings,
)

_TOTALS, _BEGINNINGS = "totals_", "beginnings_"
"""What the names of the arrays begin with."""


def pack_defence(defence: Defence) -> bytes:
    """Return the bytes that a version stores of a defence: the counts, and what takes long to train."""
    promises = json.dumps([_as_json(promise) for promise in defence.promises]).encode()
    ridges: dict[str, NDArray[np.generic]] = {}
    for each in defence.attackers:
        for name, some in ((CLIENTS, each.linear), (INDUSTRIES, each.industry)):
            ridges |= {
                stored_name(each.reading, name, of_beginnings=each.of_beginnings): linear.shares.astype(np.float32)
                for linear in some
                if isinstance(linear, RidgeAttacker)
            }
    beginnings = {} if defence.beginnings is None else _packed_documents(_BEGINNINGS, defence.beginnings)
    return pack(
        {
            **_packed_documents("", defence.learnt),
            **beginnings,
            "class_of": defence.class_of,
            "utility_of": defence.utility_of,
            **ridges,
            "promises": np.frombuffer(promises, dtype=np.uint8),
        }
    )


def _as_json(promise: MeasuredProtection) -> dict[str, Any]:
    return {**asdict(promise), "held_out": held_out_as_json(promise.held_out)}


def unpack_defence(content: bytes) -> Defence:
    """Return the stored defence; what only has to be counted is computed again.

    A defence of an older version has no beginnings, no capitals or no forms, and perhaps no attackers that name the
    industry.

    Raises KeyError or ValueError when the bytes are not a defence.
    """
    arrays = unpack(content)
    class_of = np.asarray(arrays["class_of"], dtype=np.int64)
    unknown = np.full(int(class_of.max()) + 1, -1)
    utility_of = np.asarray(arrays.get("utility_of", unknown), dtype=np.int64)
    names = {
        stored_name(reading, name, of_beginnings=each)
        for reading in Reading
        for name in (CLIENTS, INDUSTRIES)
        for each in (False, True)
    }
    stored = {name: np.asarray(arrays[name], dtype=np.float64) for name in names if name in arrays}
    sample = _unpacked_sample(arrays)
    has_totals = f"{_TOTALS}counts_data" in arrays
    totals = _unpacked_counts(_TOTALS, arrays, sample) if has_totals else sample.sums(class_of, len(utility_of))
    beginnings = _unpacked_beginnings(arrays) if f"{_BEGINNINGS}counts_data" in arrays else None
    defence = train_readings(LearntDocuments(sample, totals), beginnings, class_of, utility_of, stored)
    return replace(defence, promises=_unpacked_promises(arrays))


def _packed_documents(begin: str, learnt: LearntDocuments) -> dict[str, NDArray[np.generic]]:
    return {
        **pack_strings(f"{begin}vocabulary", learnt.sample.words),
        **pack_strings(f"{begin}forms", learnt.sample.forms),
        **_packed_counts(begin, learnt.sample),
        **_packed_counts(f"{begin}{_TOTALS}", learnt.totals),
    }


def _unpacked_beginnings(arrays: Mapping[str, NDArray[np.generic]]) -> LearntDocuments:
    words = unpack_strings(f"{_BEGINNINGS}vocabulary", arrays)
    alone = WrittenDocuments.of_words(words, unpack_counts(f"{_BEGINNINGS}counts", arrays))
    alike = replace(alone, forms=unpack_strings(f"{_BEGINNINGS}forms", arrays))
    sample, totals = (_unpacked_counts(begin, arrays, alike) for begin in (_BEGINNINGS, f"{_BEGINNINGS}{_TOTALS}"))
    return LearntDocuments(sample, totals)


def _packed_counts(begin: str, written: WrittenDocuments) -> dict[str, NDArray[np.generic]]:
    return {
        **pack_counts(f"{begin}counts", written.word_counts),
        **pack_counts(f"{begin}inside_counts", written.inside_counts),
        **pack_counts(f"{begin}form_counts", written.form_counts),
    }


def _unpacked_counts(
    begin: str, arrays: Mapping[str, NDArray[np.generic]], alike: WrittenDocuments
) -> WrittenDocuments:
    """Return the counts of the words and forms of another value."""
    words, inside, forms = (
        unpack_counts(f"{begin}{name}", arrays) for name in ("counts", "inside_counts", "form_counts")
    )
    return WrittenDocuments(alike.words, words, inside, alike.forms, forms)


def _unpacked_sample(arrays: Mapping[str, NDArray[np.generic]]) -> WrittenDocuments:
    words, word_counts = unpack_strings("vocabulary", arrays), unpack_counts("counts", arrays)
    alone = WrittenDocuments.of_words(words, word_counts)
    if "forms_utf8" in arrays:
        return _unpacked_counts("", arrays, replace(alone, forms=unpack_strings("forms", arrays)))
    if "compounds_utf8" in arrays:
        compounds, counts = unpack_strings("compounds", arrays), unpack_counts("compound_counts", arrays)
        return WrittenDocuments(words, word_counts, words_inside(words, compounds, counts), compounds, counts)
    return alone


def unpack_promises(content: bytes) -> tuple[MeasuredProtection, ...]:
    """Return the measured protection of a stored defence alone, without training its attackers again.

    Raises KeyError or ValueError when the bytes are not a defence.
    """
    return _unpacked_promises(unpack(content))


def _unpacked_promises(arrays: Mapping[str, NDArray[np.generic]]) -> tuple[MeasuredProtection, ...]:
    return tuple(
        MeasuredProtection(
            ProtectionLevel(**row["hardness"]),
            row["k"],
            row["documents"],
            AttackResults(**row["same"]),
            AttackResults(**row["others"]),
            row["kept"],
            held_out_from_json(row.get("held_out", [])),
        )
        for row in json.loads(arrays["promises"].tobytes())
    )
