"""Read and write a version: a JSON header and `.npz` arrays without pickle."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Counts, pack, pack_counts, pack_strings, unpack, unpack_counts, unpack_strings
from backend.learning.client_frequency import unpack_clients_by_word
from backend.learning.clients import Client
from backend.learning.counts import TermCounts, no_counts
from backend.learning.model import ClientModel, Temperatures, TrainingOptions
from backend.learning.naive_bayes import Prior
from backend.learning.train import ClientFigures, HeldOut, TrainedModel, TrainingReport

HEADER = "version.json"
MODEL = "model.npz"
WORDS = "words.npz"
PAIRS = "pairs.npz"
FORMS = "forms.npz"
COMPOUNDS = "compounds.npz"
"""What format 5 has instead: forms without capitals."""
REPORT = "report.json"

_FORMAT = 7
_READ = frozenset({3, 4, 5, 6, _FORMAT})
"""Format 6 has no beginnings, format 5 no capitals, and format 4 no compounds. Format 3 also kept the names of the
trained documents, which nobody asks for."""


class UnsupportedFormat(ValueError):
    """Stored in a format that this release does not read."""


class ClientHeader(TypedDict):
    """A client in the header; `ordinary` are the words of its name that other clients say too."""

    name: str
    utility: str | None
    aliases: list[str]
    ordinary: list[str]
    documents: int


class StoredOptions(TypedDict):
    """The options in the header; `features` None is all."""

    features: int | None
    alpha: float
    prior: str


class Header(TypedDict):
    """The JSON that a version begins with; `sha256` has one entry for each other file."""

    format: int
    created: str
    features: int
    clients: list[ClientHeader]
    options: StoredOptions
    temperatures: dict[str, float]
    sha256: dict[str, str]


def pack_version(trained: TrainedModel, created: datetime) -> dict[str, bytes]:
    """The files of a version by name, the header last."""
    model, counts = trained.model, trained.counts
    files = {
        MODEL: pack(
            {
                **pack_strings("vocabulary", model.vocabulary),
                **pack_counts("counts", model.counts),
                **pack_counts("presence", model.presence),
                **model.speakers.packed(),
            }
        ),
        WORDS: _pack_words(counts),
        PAIRS: pack({"pairs": counts.pairs.astype(np.int32), **pack_counts("counts", counts.pair_counts)}),
        FORMS: pack(
            {
                **pack_strings("forms", counts.forms),
                **pack_counts("counts", counts.form_counts),
                **pack_counts("beginnings", counts.form_beginnings),
            }
        ),
        REPORT: _json(asdict(trained.report)),
    }
    header: Header = {
        "format": _FORMAT,
        "created": created.isoformat(timespec="microseconds"),
        "features": len(model.vocabulary),
        "clients": [
            {
                "name": client.name,
                "utility": client.utility,
                "aliases": list(client.aliases),
                "ordinary": sorted(ordinary),
                "documents": documents,
            }
            for client, ordinary, documents in zip(
                model.clients, model.ordinary, model.documents.tolist(), strict=True
            )
        ],
        "options": {
            "features": model.options.features,
            "alpha": model.options.alpha,
            "prior": model.options.prior.value,
        },
        "temperatures": asdict(model.temperatures),
        "sha256": {name: _digest(content) for name, content in files.items()},
    }
    return {**files, HEADER: _json(header)}


def unpack_header(content: bytes) -> Header:
    """The header of a version.

    Raises UnsupportedFormat when this release does not read its format, KeyError or TypeError when it is none.
    """
    header: Header = json.loads(content)
    if header["format"] not in _READ:
        raise UnsupportedFormat("a format that this release does not read")
    return header


def header_with(header: Header, file: str, content: bytes) -> bytes:
    """The header of a version that has one more file."""
    return _json({**header, "sha256": {**header["sha256"], file: _digest(content)}})


def check_checksum(header: Header, file: str, content: bytes) -> None:
    """Compare a file with the checksum that was stored with it.

    Raises ValueError when it is another file.
    """
    if header["sha256"].get(file) != _digest(content):
        raise ValueError(f"{file} does not match its checksum")


def unpack_model(version: str, header: Header, content: bytes) -> ClientModel:
    """The model of the version of that name, ready to serve."""
    arrays = unpack(content)
    return ClientModel(
        clients=_clients(header["clients"]),
        vocabulary=unpack_strings("vocabulary", arrays),
        counts=unpack_counts("counts", arrays),
        presence=unpack_counts("presence", arrays),
        documents=np.array([client["documents"] for client in header["clients"]], dtype=np.int64),
        ordinary=tuple(frozenset(client["ordinary"]) for client in header["clients"]),
        options=TrainingOptions(
            features=header["options"]["features"],
            alpha=header["options"]["alpha"],
            prior=Prior(header["options"]["prior"]),
        ),
        temperatures=Temperatures(**header["temperatures"]),
        speakers=unpack_clients_by_word(arrays),
        version=version,
    )


def unpack_term_counts(version: str, words: bytes, pairs: bytes, forms: bytes | None) -> TermCounts:
    """The counts per document that a version was derived from.

    `forms` are the compounds in an older format, and None in one that has neither.

    What the documents are called is not stored; they are numbered, within their version.
    """
    read, together = unpack(words), unpack(pairs)
    client_of = np.asarray(read["client_of"], dtype=np.int64)
    none = no_counts(len(client_of))
    known, word_counts = unpack_strings("words", read), unpack_counts("counts", read)
    written = {} if forms is None else unpack(forms)
    names = () if forms is None else unpack_strings("forms" if "forms_utf8" in written else "compounds", written)
    return TermCounts(
        documents=tuple(f"{version}/{number}" for number in range(1, len(client_of) + 1)),
        clients=_clients(json.loads(read["clients_json"].tobytes())),
        client_of=client_of,
        words=known,
        word_counts=word_counts,
        pairs=np.asarray(together["pairs"], dtype=np.int64),
        pair_counts=unpack_counts("counts", together),
        forms=names,
        form_counts=none if forms is None else unpack_counts("counts", written),
        beginnings=_unpacked_beginnings(read, len(client_of), len(known)),
        form_beginnings=_unpacked_beginnings(written, len(client_of), len(names)),
    )


def _unpacked_beginnings(arrays: Mapping[str, NDArray[np.generic]], documents: int, terms: int) -> Counts:
    """The counts of beginnings; none where an older format has none."""
    if "beginnings_data" not in arrays:
        return no_counts(documents, terms)
    return unpack_counts("beginnings", arrays)


def unpack_report(content: bytes) -> TrainingReport:
    """The training report of a version."""
    report = json.loads(content)
    return TrainingReport(
        documents=report["documents"],
        words=report["words"],
        distinct_words=report["distinct_words"],
        distinct_pairs=report["distinct_pairs"],
        features=report["features"],
        clients=tuple(_figures(each) for each in report["clients"]),
        by_client=HeldOut(**report["by_client"]) if report["by_client"] else None,
        by_utility=HeldOut(**report["by_utility"]) if report["by_utility"] else None,
        single=tuple(report["single"]),
        warnings=tuple(report["warnings"]),
    )


def _figures(figures: dict[str, object]) -> ClientFigures:
    lists = {name: tuple(value) for name, value in figures.items() if isinstance(value, list)}
    return ClientFigures(**{**figures, **lists})  # type: ignore[arg-type]


def _clients(clients: list[ClientHeader]) -> tuple[Client, ...]:
    return tuple(Client(each["name"], each["utility"], tuple(each["aliases"])) for each in clients)


def _pack_words(counts: TermCounts) -> bytes:
    clients = _json([asdict(client) for client in counts.clients])
    return pack(
        {
            **pack_strings("words", counts.words),
            **pack_counts("counts", counts.word_counts),
            **pack_counts("beginnings", counts.beginnings),
            "client_of": counts.client_of,
            "clients_json": np.frombuffer(clients, dtype=np.uint8),
        }
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(value: object) -> bytes:
    return json.dumps(value, indent=1).encode() + b"\n"
