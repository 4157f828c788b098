"""Measure promises: redact documents held out of training as `unsaid redact` does, and attack them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from backend.blocking.held_out_promises import HeldOutPromise, Interval, Lack, MissingPromise, Promise
from backend.blocking.known_attackers import Defence, MeasuredProtection
from backend.blocking.trained_defence import train_defence
from backend.errors import CorpusError, UnsaidError
from backend.learning.counts import TermCounts
from backend.learning.model import ClientModel, TrainingOptions
from backend.learning.train import derive
from backend.services.models.held_out_splits import HeldOutDocuments
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import DEFAULT_SELECTION
from backend.services.terms.subject import Subject

if TYPE_CHECKING:
    from backend.panel.held_out import Share

CHARACTERS = 8_000
"""What is redacted, and learnt from, of a document: about 1,200 words."""

_FILE = Path("document.txt")


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutTexts:
    """The splits of a corpus, and the beginnings of the documents that they or the panel need, by id."""

    splits: Sequence[HeldOutDocuments | MissingPromise]
    texts: Mapping[str, str]


def needed_texts(counts: TermCounts, splits: Sequence[HeldOutDocuments | MissingPromise]) -> frozenset[str]:
    """Return the ids of the documents whose texts the splits need."""
    rows = {
        row
        for each in splits
        if isinstance(each, HeldOutDocuments)
        for row in (*each.panel.tolist(), *each.hidden.tolist())
    }
    return frozenset(counts.documents[row] for row in rows)


def measure_held_out(
    counts: TermCounts, held_out: HeldOutTexts, options: TrainingOptions, level: MeasuredProtection
) -> tuple[Promise, ...]:
    """Return the promise of each split for a protection level, at the k that it was measured at."""
    return tuple(
        each if isinstance(each, MissingPromise) else _promise(counts, each, held_out.texts, options, level)
        for each in held_out.splits
    )


def _promise(
    counts: TermCounts,
    split: HeldOutDocuments,
    texts: Mapping[str, str],
    options: TrainingOptions,
    level: MeasuredProtection,
) -> Promise:
    removed = np.setdiff1d(np.arange(len(counts.documents)), split.known).tolist()
    known = counts.without([counts.documents[row] for row in removed])
    learnt = _read(counts, split.panel.tolist(), texts)
    clients = {client for _, client in learnt}
    hidden = [each for each in _read(counts, split.hidden.tolist(), texts) if each[1] in clients]
    k = min(level.k, len(known.clients))
    try:
        model, _ = derive(known, options)
    except CorpusError:
        return MissingPromise(split.split, Lack.DOCUMENTS)
    if not hidden:
        return MissingPromise(split.split, Lack.DOCUMENTS)
    defence = replace(train_defence(known), promises=(level,))
    tried = [(client, _redacted(model, defence, k, text, client)) for text, client in hidden]
    redacted = [(client, *done) for client, done in tried if done is not None]
    if not redacted:
        return MissingPromise(split.split, Lack.MEASUREMENT)
    # scikit-learn, which the panel uses, takes a second to import, and only training needs it.
    from backend.panel import PROMISING, Panel
    from backend.panel.held_out import Share

    panel = Panel.learn([text for text, _ in learnt], [client for _, client in learnt], PROMISING)
    ranks = np.array(
        [
            each.ranks([client for client, _, _ in redacted])
            for each in panel.rank([text for _, text, _ in redacted])
        ]
    )
    not_named = ranks > 1
    worst = int(not_named.mean(axis=1).argmin())
    return HeldOutPromise(
        split=split.split,
        k=k,
        documents=len(redacted),
        attackers=len(ranks),
        not_named=_interval(Share.cautious(not_named.mean(axis=0).tolist())),
        k_holds=_interval(Share.cautious((ranks >= k).mean(axis=0).tolist())),
        worst=panel.attackers[worst].name,
        worst_not_named=_interval(Share.of(not_named[worst].tolist(), among=len(ranks))),
        kept=float(np.mean([kept for _, _, kept in redacted])),
    )


def _read(counts: TermCounts, rows: Sequence[int], texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the texts and the clients of the documents that could be read again."""
    return [
        (texts[document][:CHARACTERS], counts.clients[counts.client_of[row]].name)
        for row in rows
        if (document := counts.documents[row]) in texts
    ]


def _redacted(model: ClientModel, defence: Defence, k: int, text: str, client: str) -> tuple[str, float] | None:
    """Return the released text, and the share of word occurrences that are kept; None if it is not redacted.

    Unsaid reads no text file that begins as RTF does, for example, but learns from a Word file with these words.
    """
    subject = Subject(model, model.find(client), k, defence)
    # A redaction has nested levels, which take half as much time again and remove about 2 words in 100 more. So the
    # attackers read somewhat more here than they do there.
    request = EffectiveRequest(subject, selection=DEFAULT_SELECTION, nested=False)
    # Half a character, as a JSON line may hold it, cannot be written to a file.
    content = text.encode(errors="replace")
    try:
        done = redact_content(_FILE, _FILE, content, request)
    except UnsaidError:
        return None
    kept = done.report.kept_share
    return done.content.decode(), 1.0 if kept is None else kept


def _interval(share: "Share | None") -> Interval:
    if share is None:
        raise ValueError("a share of no documents")
    return Interval(share.value, share.low, share.high)
