"""Store what a panel has learnt as arrays, without any word of a document."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse

from backend.panel.attackers import ATTACKERS, Attacker, Classifier, Runs, Windows
from backend.panel.features import RunCounter
from backend.panel.fitted import Fitted, Learnt, NearestProfile, Weights
from backend.panel.panel import Panel
from backend.panel.readers import Ignorant, Index, Reader
from backend.panel.windows import WindowIndex

MOST_DENSE = 10_000_000
"""The most weights that a linear attacker may have to be stored: 20 MB. More clients than some 200 make more."""

_Arrays = dict[str, NDArray[Any]]
_BY_NAME = {each.name: each for each in ATTACKERS}


def pack_panel(panel: Panel) -> bytes:
    """Return the bytes of a panel whose attackers read runs of words or windows.

    Dense weights have 16 bits and sparse ones 32; that is enough for the order of the clients. Attackers with more
    than `MOST_DENSE` dense weights are left out.
    """
    arrays: _Arrays = {}
    stored = [_without_large(each) for each in panel.readers]
    readers = [_packed(each, f"{place}_", arrays) for place, each in enumerate(stored)]
    header = json.dumps({"clients": panel.clients, "readers": readers}).encode()
    arrays["header"] = np.frombuffer(header, np.uint8)
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def unpack_panel(content: bytes) -> Panel:
    """Return a stored panel, without attackers that are not in the list any more; nothing stored is executed.

    Raises ValueError or KeyError when the bytes are not a panel.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            arrays = dict(stored)
    except (zipfile.BadZipFile, EOFError, OSError, AttributeError, TypeError) as error:
        raise ValueError("not an .npz file") from error
    header = json.loads(arrays["header"].tobytes())
    clients = len(header["clients"])
    readers = [
        reader
        for place, names in enumerate(header["readers"])
        if any(known := [_BY_NAME.get(name) for name in names])
        for reader in _unpacked(known, f"{place}_", arrays, clients)
    ]
    attackers = {each for reader in readers for each in _attackers_of(reader)}
    return Panel(tuple(header["clients"]), tuple(each for each in ATTACKERS if each in attackers), tuple(readers))


def _attackers_of(reader: Reader | Index | Ignorant) -> tuple[Attacker, ...]:
    match reader:
        case Reader():
            return tuple(each for each, _ in reader.fitted)
        case Index():
            return (reader.attacker,)
        case Ignorant():
            return reader.attackers


def _without_large(reader: Reader | Index | Ignorant) -> Reader | Index | Ignorant:
    if not isinstance(reader, Reader):
        return reader
    kept = tuple(
        (attacker, fitted)
        for attacker, fitted in reader.fitted
        if isinstance(fitted, NearestProfile) or issparse(fitted.weights) or fitted.weights.size <= MOST_DENSE
    )
    return replace(reader, fitted=kept)


def _packed(reader: Reader | Index | Ignorant, begin: str, arrays: _Arrays) -> list[str]:
    """Add the arrays of a reader, whose names `begin` so; return the names of its attackers."""
    if isinstance(reader, Reader):
        if not isinstance(reader.counter, RunCounter):
            raise TypeError("runs of characters are not stored")
        arrays[f"{begin}known"] = reader.counter.known
        for place, (_, fitted) in enumerate(reader.fitted):
            arrays |= _packed_learnt(fitted, f"{begin}{place}_")
    elif isinstance(reader, Index):
        if reader.index.reads.blanks:
            raise ValueError("windows with blanks are not stored")
        arrays[f"{begin}windows"], owner = reader.index.owners[()]
        arrays[f"{begin}owner"] = owner.astype(np.uint32)
    return [each.name for each in _attackers_of(reader)]


def _unpacked(
    known: Sequence[Attacker | None], begin: str, arrays: Mapping[str, Any], clients: int
) -> Iterator[Reader | Index | Ignorant]:
    """Yield the reader of the attackers; None for one that is not in the list any more."""
    attackers = [each for each in known if each is not None]
    reads = attackers[0].reads
    if isinstance(reads, Windows) and f"{begin}windows" in arrays:
        owned = arrays[f"{begin}windows"], arrays[f"{begin}owner"].astype(np.int64)
        yield Index(attackers[0], WindowIndex(reads, clients, {(): owned}))
    elif isinstance(reads, Runs) and f"{begin}known" in arrays:
        fitted = tuple(
            (attacker, _unpacked_learnt(attacker, f"{begin}{place}_", arrays, clients))
            for place, attacker in enumerate(known)
            if attacker is not None
        )
        yield Reader(RunCounter(reads, arrays[f"{begin}known"]), fitted)
    else:
        yield Ignorant(tuple(attackers), clients)


def _packed_learnt(learnt: Learnt, begin: str) -> _Arrays:
    if isinstance(learnt, NearestProfile):
        return _packed_sparse(learnt.shares, begin)
    arrays: _Arrays = {
        f"{begin}client_of": learnt.client_of.astype(np.uint32),
        f"{begin}per_count": learnt.per_count,
        f"{begin}intercept": learnt.intercept,
    }
    if learnt.rarity is not None:
        arrays[f"{begin}rarity"] = learnt.rarity
    if not issparse(learnt.weights):
        return {**arrays, f"{begin}weights": learnt.weights.astype(np.float16)}
    return {**arrays, **_packed_sparse(learnt.weights, begin)}


def _packed_sparse(matrix: Weights, begin: str) -> _Arrays:
    rows = csr_array(matrix)
    return {
        f"{begin}data": rows.data.astype(np.float32),
        f"{begin}rows": rows.indices.astype(np.uint32 if rows.shape[1] > 65_535 else np.uint16),
        f"{begin}starts": rows.indptr.astype(np.uint32),
    }


def _unpacked_learnt(attacker: Attacker, begin: str, arrays: Mapping[str, Any], clients: int) -> Learnt:
    if attacker.classifier is Classifier.NEAREST_PROFILE:
        return NearestProfile(_unpacked_sparse(begin, arrays, clients))
    client_of = arrays[f"{begin}client_of"].astype(np.int64)
    weights: Weights = arrays.get(f"{begin}weights")
    if weights is None:
        weights = _unpacked_sparse(begin, arrays, len(client_of))
    intercept, per_count = arrays[f"{begin}intercept"], arrays[f"{begin}per_count"]
    return Fitted(weights, client_of, per_count, intercept, arrays.get(f"{begin}rarity"))


def _unpacked_sparse(begin: str, arrays: Mapping[str, Any], columns: int) -> Weights:
    data, rows, starts = (arrays[f"{begin}{part}"] for part in ("data", "rows", "starts"))
    parts: Any = data, rows.astype(np.int32), starts.astype(np.int64)
    return csr_array(parts, shape=(len(starts) - 1, columns))
