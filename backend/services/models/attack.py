"""Attack redacted documents with classifiers that were trained on the same documents as the model."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from backend.blocking.attackers import AttackerKind, fit_attacker, named_first, sample_documents
from backend.blocking.confusability import k_reached
from backend.document.tokens import terms
from backend.errors import InvalidRequest
from backend.files import read_bytes, resolved
from backend.learning.arrays import Counts, Floats, columns_of, counts_from_rows
from backend.learning.counts import TermCounts
from backend.learning.registry import Registry
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.message import Message, warnings_as_json
from backend.messages.problems import ManifestRowMissing
from backend.messages.warnings import NoWordKnownToAttackers
from backend.panel import Panel
from backend.panel.answer import PanelAnswer, ask_panel
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.report import panel_as_json
from backend.services.files.inputs import InputFile, ManifestRow, collect, read_manifest
from backend.services.files.reading import open_file
from backend.services.files.runner import Advance, map_files, with_progress
from backend.services.models.stored_panel import load_panel
from backend.workers import Workers

DEFAULT_K = 5
"""The k that ranks are held against where the manifest has none."""

LEARN_FROM = 2_000
"""Documents at most that attackers learn from: enough to name clients, and 450 of them are learnt in a minute."""


@dataclass(frozen=True, slots=True)
class HiddenDocument:
    """A document as attackers read it: its words and its text, and the index of its true client."""

    client: int
    said: Mapping[str, int]
    text: str = ""

    @classmethod
    def of(cls, client: int, texts: Iterable[str]) -> "HiddenDocument":
        """The document with these blocks of text; placeholders are not words."""
        blocks = tuple(texts)
        word_counts: Counter[str] = Counter()
        for text in blocks:
            word_counts.update(terms(text))
        return cls(client, word_counts, "\n".join(blocks))


@dataclass(frozen=True, slots=True)
class AttackResult:
    """The result of one attacker for one document.

    `rank` is 1 + the number of clients strictly likelier than the true one. `named` tells whether the true one is
    strictly first, `guess` whoever is, by name; None where several share the lead.
    """

    attacker: AttackerKind
    rank: int
    named: bool
    guess: str | None


@dataclass(frozen=True, slots=True)
class AttackedFile:
    """The results of every attacker for one file; `k` is what its ranks are compared with.

    `panel` is the answer of the held-out attackers that the version keeps; None if it keeps none.
    """

    path: str
    client: str | None = None
    k: int = DEFAULT_K
    verdicts: tuple[AttackResult, ...] = ()
    panel: PanelAnswer | None = None
    warnings: tuple[Message, ...] = ()
    error: str | None = None

    @classmethod
    def failed(cls, path: str, error: str) -> "AttackedFile":
        """A file that could not be read, or whose client is unknown."""
        return cls(path, error=error)

    @property
    def needs_attention(self) -> bool:
        """Whether it failed, or an attacker that reads single words names its client."""
        named = self.panel is not None and self.panel.content_words.named_by
        return self.error is not None or any(verdict.named for verdict in self.verdicts) or bool(named)

    def as_json(self) -> dict[str, Any]:
        """The object that `attack --json` prints for a file."""
        return {
            "path": self.path,
            "client": self.client,
            "k": self.k,
            "ranks": {each.attacker.value: each.rank for each in self.verdicts},
            "guesses": {each.attacker.value: each.guess for each in self.verdicts},
            "named_by": [each.attacker.value for each in self.verdicts if each.named],
            "panel": panel_as_json(self.panel),
            **warnings_as_json(self.warnings, COMMAND_LINE),
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class AttackerFigures:
    """The figures of one attacker, by name, over all `documents`; None without any.

    `top1` is the share (0…1) in which it named the client, `below_k` the share in which the client's rank is
    below k.
    """

    attacker: str
    documents: int
    top1: float | None
    below_k: float | None

    @classmethod
    def over(cls, attacker: AttackerKind, files: Sequence[AttackedFile]) -> "AttackerFigures":
        """Compute the figures over files that all have a result of every attacker, or an error."""
        found = [
            (each.named, each.rank < file.k)
            for file in files
            for each in file.verdicts
            if each.attacker is attacker
        ]
        return cls._of(attacker.value, found)

    @classmethod
    def of_panel(cls, files: Sequence[AttackedFile]) -> "tuple[AttackerFigures, ...]":
        """Compute the figures of each held-out attacker over the files that they were asked about."""
        found: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for file in files:
            groups = () if file.panel is None else (file.panel.content_words, file.panel.others)
            for name, rank in (each for group in groups for each in group.ranks):
                found[name].append((rank == 1, rank < file.k))
        return tuple(cls._of(name, each) for name, each in found.items())

    @classmethod
    def _of(cls, attacker: str, found: Sequence[tuple[bool, bool]]) -> "AttackerFigures":
        """Compute the figures of an attacker from whether it named each client, and whether k failed."""
        if not found:
            return cls(attacker, 0, None, None)
        top1, below_k = (sum(each) / len(found) for each in zip(*found, strict=True))
        return cls(attacker, len(found), top1, below_k)

    def as_json(self) -> dict[str, Any]:
        """The object that `attack --json` prints for an attacker."""
        shares = {"top1": self.top1, "below_k": self.below_k}
        rounded = {name: None if share is None else round(share, 4) for name, share in shares.items()}
        return {"attacker": self.attacker, "documents": self.documents, **rounded}


@dataclass(frozen=True, slots=True)
class AttackReport:
    """All files of a run, and the figures of each attacker and of each held-out one.

    Attackers learnt from `learnt_from` of the version's `documents`; a blind guess names one of `clients`.
    """

    model: str
    clients: int
    documents: int
    learnt_from: int
    attackers: tuple[AttackerFigures, ...]
    files: tuple[AttackedFile, ...]
    panel: tuple[AttackerFigures, ...] = ()

    @property
    def needs_attention(self) -> bool:
        """Whether a file failed, or an attacker names the client of one."""
        return any(file.needs_attention for file in self.files)

    def as_json(self) -> dict[str, Any]:
        """The document that `attack --json` prints."""
        return {
            "model": self.model,
            "chance": round(1 / self.clients, 6),
            "documents": self.documents,
            "learnt_from": self.learnt_from,
            "attackers": [each.as_json() for each in self.attackers],
            "panel": [each.as_json() for each in self.panel],
            "files": [file.as_json() for file in self.files],
        }


def parse_attackers(names: str) -> tuple[AttackerKind, ...]:
    """Parse a comma-separated list of attackers, or `all`.

    Raises InvalidRequest for a name that none of them has.

    >>> parse_attackers("svm, 1nn")
    (<AttackerKind.SVM: 'svm'>, <AttackerKind.NEAREST_NEIGHBOUR: '1nn'>)
    """
    if names.strip().casefold() == "all":
        return tuple(AttackerKind)
    known = {kind.value: kind for kind in AttackerKind}
    requested = [name.strip().casefold() for name in names.split(",")]
    if unknown := [name for name in requested if name not in known]:
        raise InvalidRequest(f"There is no attacker {unknown[0]!r}. Choose from {', '.join(known)}, or all.")
    return tuple(dict.fromkeys(known[name] for name in requested))


def attack_documents(
    learnt: TermCounts,
    documents: Sequence[HiddenDocument],
    kinds: Sequence[AttackerKind] = tuple(AttackerKind),
    *,
    visible: VisibleClients = EVERYBODY,
    trained: Callable[[], None] = lambda: None,
) -> tuple[tuple[AttackResult, ...], ...]:
    """The result of each attacker for each document, [document][attacker].

    All attackers learn from the same documents, at most LEARN_FROM, every client keeping one, and know their words
    alone; they come and go one after the other, because together they would be large. `trained` is called
    as each is done.
    """
    if not documents:
        return ()
    rows = sample_documents(learnt.client_of, LEARN_FROM)
    counts, client_of = learnt.word_counts[rows], learnt.client_of[rows]
    # Of 350,000 documents most words stand in none that was drawn; with 500 clients they would take gigabytes.
    read = np.flatnonzero(np.bincount(counts.indices, minlength=len(learnt.words)))
    counts, hidden_counts = columns_of(counts, read), columns_of(_hidden_counts(documents, learnt.words), read)
    names = [visible.name_of(client) for client in learnt.clients]
    by_attacker: list[list[AttackResult]] = []
    for kind in kinds:
        scores = fit_attacker(kind, counts, client_of, len(names)).scores(hidden_counts)
        by_attacker.append([_verdict(kind, names, *each) for each in zip(documents, scores, strict=True)])
        trained()
    return tuple(zip(*by_attacker, strict=True))


@dataclass(frozen=True, slots=True)
class AttackRequest:
    """The files to attack, the manifest that names their clients, and the attackers.

    `visible` are the clients that whoever asks may see by name; the command line's user owns the registry.
    """

    paths: tuple[Path, ...]
    manifest: Path
    attackers: tuple[AttackerKind, ...] = tuple(AttackerKind)
    visible: VisibleClients = EVERYBODY
    workers: Workers = Workers()


def attack_files(request: AttackRequest, registry: Registry, version: str | None, advance: Advance) -> AttackReport:
    """Train attackers on a version's documents and attack each file; a file that cannot be read gets an error.

    Raises InvalidRequest when no file is named or the manifest cannot be used, and as `Registry.load_counts` does.
    """
    files = collect(request.paths).files
    manifest = read_manifest(request.manifest)
    model = version or registry.promoted()
    learnt = registry.load_counts(model)
    subjects = _Subjects(request, manifest, learnt)
    steps = len(files) + len(request.attackers)
    step = count(len(files) + 1)
    read = tuple(
        with_progress(
            map_files(subjects.read, _failed, files, request.workers),
            files,
            lambda done, _: advance(done, steps),
        )
    )
    hidden = [document for _, document in read if document is not None]
    judged = attack_documents(
        learnt,
        hidden,
        request.attackers,
        visible=request.visible,
        trained=lambda: advance(next(step), steps),
    )
    verdicts = iter(judged)
    panel = load_panel(registry, model) if request.visible.sees_all else None
    attacked = tuple(
        file if document is None else replace(file, verdicts=next(verdicts), panel=_asked(panel, document))
        for file, document in read
    )
    return AttackReport(
        model=model,
        clients=len(learnt.clients),
        documents=len(learnt.documents),
        learnt_from=len(sample_documents(learnt.client_of, LEARN_FROM)),
        attackers=tuple(AttackerFigures.over(kind, attacked) for kind in request.attackers),
        files=attacked,
        panel=AttackerFigures.of_panel(attacked),
    )


def _asked(panel: Panel | None, document: HiddenDocument) -> PanelAnswer | None:
    """Ask the held-out attackers about one document; None without them, or if they do not know its client."""
    answers = () if panel is None else ask_panel(panel, [document.text], str(document.client), [None])
    return next(iter(answers), None)


def _failed(path: str, error: str) -> "tuple[AttackedFile, HiddenDocument | None]":
    return AttackedFile.failed(path, error), None


@dataclass(frozen=True, slots=True, eq=False)
class _Subjects:
    """The clients of the files, as the manifest names them."""

    request: AttackRequest
    manifest: Mapping[Path, ManifestRow]
    learnt: TermCounts

    def read(self, file: InputFile) -> tuple[AttackedFile, HiddenDocument | None]:
        """Read a file: its result without attacks, and what attackers will see of it.

        Raises InvalidRequest when the manifest has no row for it, UnknownClient, and as `open_file` does.
        """
        row = self.manifest.get(resolved(file.path))
        if row is None:
            raise InvalidRequest(ManifestRowMissing(str(file.path), str(self.request.manifest)))
        client = self.request.visible.find(self.learnt.clients, row.client)
        document = open_file(file.path.name, read_bytes(file.path)).document
        hidden = HiddenDocument.of(client, document.counted_texts())
        known = any(_place(word, self.learnt.words) is not None for word in hidden.said)
        warnings = document.warnings + (() if known else (NoWordKnownToAttackers(),))
        name = self.learnt.clients[client].name
        return AttackedFile(str(file.path), name, row.k or DEFAULT_K, warnings=warnings), hidden


def _hidden_counts(documents: Sequence[HiddenDocument], words: Sequence[str]) -> Counts:
    """The documents as a matrix for attackers, [document, word]; unknown words are left out."""
    rows = [
        [(place, times) for word, times in document.said.items() if (place := _place(word, words)) is not None]
        for document in documents
    ]
    both = np.array([pair for row in rows for pair in row], dtype=np.int64).reshape(-1, 2)
    starts = np.cumsum([0, *map(len, rows)])
    return counts_from_rows(both[:, 1].astype(np.int32), both[:, 0], starts, len(words))


def _place(word: str, words: Sequence[str]) -> int | None:
    """The index of a word in `words`, which ascend."""
    place = bisect_left(words, word)
    return place if place < len(words) and words[place] == word else None


def _verdict(kind: AttackerKind, names: Sequence[str], document: HiddenDocument, scores: Floats) -> AttackResult:
    first = named_first(scores)
    guess = None if first is None else names[first]
    return AttackResult(kind, k_reached(scores, document.client), first == document.client, guess)
