"""Compare findings with the labels of a data set, and make tables of the agreement."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from backend.evaluation.personal_sets import Marked, Scheme
from backend.evaluation.result import Cell, Table
from backend.evaluation.span_scores import Labelled, Match, Score, by_mention, by_token

Find = Callable[[str], Sequence[Labelled]]


@dataclass(frozen=True, slots=True)
class ComparedText:
    """A text with the labels of the data set, and the findings in the labels of the data set."""

    marked: Marked
    found: tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """All texts of a data set; every score is summed over them (micro-averaged)."""

    name: str
    texts: tuple[ComparedText, ...]

    @classmethod
    def of(cls, name: str, texts: Iterable[Marked], scheme: Scheme, find: Find) -> "Agreement":
        """Search the texts of a data set."""
        return cls(name, tuple(ComparedText(each, each.counted(scheme.renamed(find(each.text)))) for each in texts))

    def mentions(self, match: Match, label: str | None = None) -> Score:
        """Return the score by mention."""
        return sum((by_mention(each.marked.gold, each.found, match, label) for each in self.texts), Score())

    def tokens(self, *, blind: bool, label: str | None = None) -> Score:
        """Return the score by token."""
        return sum(
            (
                by_token(each.marked.at, each.marked.gold, each.found, blind=blind, label=label)
                for each in self.texts
            ),
            Score(),
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the data set, the most frequent first."""
        labels = [gold.label for each in self.texts for gold in each.marked.gold]
        return tuple(sorted(set(labels), key=lambda label: (-labels.count(label), label)))


def ways_table(caption: str, sets: Sequence[Agreement]) -> Table:
    """Return a table of recall, precision and F of whole data sets, for each way of counting."""
    rows: list[tuple[Cell, ...]] = []
    for each in sets:
        ways = {
            "mention, strict": each.mentions(Match.STRICT),
            "mention, overlap": each.mentions(Match.PARTIAL),
            "mention, overlap, label-blind": each.mentions(Match.BLIND),
            "token": each.tokens(blind=False),
            "token, label-blind": each.tokens(blind=True),
        }
        rows += [
            (
                each.name,
                way,
                int(score.recall.whole),
                score.recall.value,
                score.precision.value,
                score.f(),
                score.f(2),
            )
            for way, score in ways.items()
        ]
    return Table(caption, ("set", "counted by", "marked", "recall", "precision", "F1", "F2"), tuple(rows))


def labels_table(caption: str, sets: Sequence[Agreement]) -> Table:
    """Return a table of recall, precision and F of each label, and of its recall under any label."""
    rows: list[tuple[Cell, ...]] = []
    for each in sets:
        for label in each.labels:
            same, strict = each.mentions(Match.PARTIAL, label), each.mentions(Match.STRICT, label)
            blind = each.mentions(Match.BLIND, label)
            rows.append(
                (
                    each.name,
                    label,
                    int(same.recall.whole),
                    same.recall.value,
                    same.precision.value,
                    same.f(),
                    strict.f(),
                    blind.recall.value,
                    each.tokens(blind=True, label=label).recall.value,
                )
            )
    columns = ("recall", "precision", "F1", "strict F1", "recall, any label", "tokens, any label")
    return Table(caption, ("set", "label", "marked", *columns), tuple(rows))
