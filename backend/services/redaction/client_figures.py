"""Add to a report what the model sees of the client in a document before and after its redaction."""

from dataclasses import replace

from backend.blocking.confusability import (
    ClientGuesses,
    ModelWordCounts,
    count_model_words,
    guess_client,
    k_reached,
)
from backend.document.model import Document
from backend.learning.visible_clients import VisibleClients
from backend.messages.message import Message
from backend.messages.warnings import KNotReached, KNotReachedWithoutWords
from backend.reporting.crowd import AnonymitySet, anonymity_set
from backend.reporting.report import FileReport
from backend.services.analysis.analyse import GUESSES
from backend.services.terms.industry import CountedRank
from backend.services.terms.subject import Subject


def with_client_figures(
    report: FileReport,
    subject: Subject,
    before: Document,
    after: Document,
    seen_by: tuple[CountedRank, VisibleClients],
) -> FileReport:
    """Add the guesses before and after, from the words of the two documents alone.

    Both ranks are among all clients, so that they compare. `k_reached` holds in every view of the file, and counts
    among the clients of the industry where the file shows it. The report does not tell everybody.
    """
    model, (least, visible) = subject.model, seen_by
    seen = [count_model_words(model.by_client, document.counted_texts()) for document in (before, after)]
    ranks = [k_reached(each.scores_against(subject.client), subject.client) for each in seen]
    looks = [guess_client(model, each, visible) for each in seen]
    rank_before, rank_after, reached = (*ranks, least.rank) if visible.sees_all else (None, None, None)
    return replace(
        report,
        client=model.clients[subject.client].name,
        model=model.version,
        k=subject.k,
        k_reached=reached,
        held=least.rank >= subject.k,
        rank_before=rank_before,
        rank_after=rank_after,
        guess_before=looks[0].clients[:GUESSES],
        guess_after=looks[1].clients[:GUESSES],
        utility_before=_likeliest(looks[0]),
        utility_after=_likeliest(looks[1]),
        crowd=_crowd(subject, _likeliest(looks[1]), visible, least),
        warnings=report.warnings + _short_of_k(subject.k, least.rank, seen[0], visible),
    )


def _crowd(subject: Subject, likeliest: str | None, visible: VisibleClients, least: CountedRank) -> AnonymitySet:
    """The anonymity set for the certificate.

    It names no industry that the result does not show, and none among whose clients k was not counted: a reader
    of the certificate takes the industry for certain.
    """
    clients = subject.model.clients
    crowd = anonymity_set([client.utility for client in clients], subject.client, subject.k, visible.of(clients))
    named = least.of_industry and crowd.industry == likeliest
    return crowd if named else replace(crowd, industry=None)


def _likeliest(look: ClientGuesses) -> str | None:
    return look.utilities[0].name if look.utilities else None


def _short_of_k(k: int, reached: int, seen: ModelWordCounts, visible: VisibleClients) -> tuple[Message, ...]:
    if reached >= k:
        return ()
    if not len(seen.counts):
        return (KNotReachedWithoutWords(k),)
    return (KNotReached(k, reached if visible.sees_all else None),)
