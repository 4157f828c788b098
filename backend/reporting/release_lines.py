"""What a release gives away, as lines for people."""

from collections.abc import Sequence

from rich.text import Text

from backend.messages.message import counted
from backend.privacy.client_profiles import Crowd
from backend.privacy.document_release import WeighedWord
from backend.privacy.earlier_texts import EarlierText
from backend.privacy.release_figures import ReleaseFigures
from backend.reporting.release_figures import BatchFigures, other_clients, sentence_of


def release_figure_lines(figures: ReleaseFigures | None) -> list[Text]:
    """What the release of one document gives away: the sentence first, and then the figures."""
    if figures is None:
        return []
    release = figures.release
    lines = [
        Text(f"  {sentence_of(figures)}"),
        Text(f"    Privacy index of its words (SPI): {release.spi:.3f} of 1; divergence (JSD): {release.jsd:.3f}."),
    ]
    if figures.before is not None and figures.after is not None:
        lines += _crowd_lines(figures.before, figures.after)
    if release.words:
        words = ", ".join(map(_word, release.words))
        lines.append(Text(f"    The words that weigh most: {words}."))
    return lines + earlier_lines(figures.earlier)


def earlier_lines(earlier: Sequence[EarlierText]) -> list[Text]:
    """The closest of the earlier texts."""
    return [
        Text(
            f"    “{each.name}”: distance {each.distance:.2f}, {each.shared:.0%} of passages in common, contains "
            f"{counted(each.terms, 'redacted term')}, {each.quoted:,} of them in passages that both have."
        )
        for each in earlier
    ]


def fits(crowd: Crowd) -> str:
    """How many other clients words fit, as the end of a sentence."""
    if crowd.clients == 1:
        return "can only fit this client: no other one was compared"
    if crowd.k == 1:
        return f"fit this client better than {other_clients(crowd)}"
    return f"fit {crowd.k - 1:,} of {counted(crowd.clients - 1, 'other client')} at least as well as this client"


def batch_figure_lines(figures: BatchFigures | None) -> list[Text]:
    """What a batch gives away; nothing for a single document, which has its own lines."""
    if figures is None or figures.documents < 2:
        return []
    return [
        Text(figures.sentence, style="bold"),
        Text(
            f"Privacy index (SPI) of the words: {figures.word.spi:.3f}, of the documents: "
            f"{figures.document.spi:.3f}, of documents that match partly: {figures.partial.spi:.3f}."
        ),
    ]


def _crowd_lines(before: Crowd, after: Crowd) -> list[Text]:
    """(k, d) in words."""
    return [
        Text(
            "    Clients (k), its own included, whose words are at least as close to the text as its own client's: "
            f"{before.k} of {before.clients} before, {after.k} of {after.clients} after."
        ),
        Text(
            f"    Distance (d) of the text from the words of its own client: {before.d:.2f} before, "
            f"{after.d:.2f} after (0: the same words; 1: no word in common)."
        ),
    ]


def _word(each: WeighedWord) -> str:
    return f"{each.word} ({each.before}× before, {each.after}× after)"
