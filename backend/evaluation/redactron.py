"""Repeat the paper's Redactron game (Figure 4), with classifiers instead of its 50 players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.document.tokens import terms
from backend.evaluation.data import Post, newsgroups
from backend.evaluation.result import Advance, Cell, Figure, Panel, Result, Series, Table, paragraphs, silent
from backend.evaluation.simple_runs import count_posts, hide, learn, rows_of, suppressed
from backend.evaluation.simulated_players import MARKS, Guesser, Score, calibrated, fit_guesser, fit_scale, play
from backend.learning.arrays import Counts, Integers
from backend.learning.counts import TermCounts
from backend.learning.naive_bayes import NaiveBayes

LEVELS = (1, 2, 5)
POSTS = 1154
"""As many as the paper's players labelled."""

_SEED = 1154
_HELD_OUT = 5
"""Every fifth post of the players' half is kept for calibration."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """Which posts each player is trained on and asked about; disjoint rows of one corpus, ascending."""

    redactor: Integers
    players: Integers
    calibration: Integers
    asked: Integers


def deal(posts: Sequence[Post], asked: int = POSTS, seed: int = _SEED) -> Rounds:
    """Split training posts between the redactor and the players, and draw test posts to ask about.

    Posts without words are left out.
    """
    draw = np.random.default_rng(seed)
    speaking = np.array([bool(terms(post.body)) for post in posts])
    early = np.array([post.split == "train" for post in posts])
    training = draw.permutation(np.flatnonzero(speaking & early))
    redactor, players = np.array_split(training, 2)
    test = np.flatnonzero(speaking & ~early)
    chosen = draw.choice(test, min(asked, len(test)), replace=False)
    held_out = np.arange(len(players)) % _HELD_OUT == 0
    return Rounds(*(np.sort(rows) for rows in (redactor, players[~held_out], players[held_out], chosen)))


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Posts at every level as the players see them, by k; [post, word]. `reached` is how many reached k."""

    counts: TermCounts
    rounds: Rounds
    asked: Mapping[int, Counts]
    calibration: Mapping[int, Counts]
    reached: Mapping[int, int]


def set_up(posts: Sequence[Post], rounds: Rounds, advance: Advance = silent, *, heads: bool = False) -> Game:
    """Redact the posts to ask about, and those for calibration, with a model of the redactor's half.

    With `heads`, header lines are part of the text.
    """
    counts = count_posts(posts, heads=heads)
    model = learn(rows_of(counts, rounds.redactor))
    redact = _Redactor(model, counts, posts, heads)
    total = len(rounds.asked) + len(rounds.calibration)
    redacted, reached = redact(rounds.asked, advance, 0, total)
    calibration, _ = redact(rounds.calibration, advance, len(rounds.asked), total)
    return Game(counts, rounds, redacted, calibration, reached)


@dataclass(frozen=True, slots=True)
class _Redactor:
    model: NaiveBayes
    counts: TermCounts
    posts: Sequence[Post]
    heads: bool

    def __call__(
        self, rows: Integers, advance: Advance, done: int, total: int
    ) -> tuple[dict[int, Counts], dict[int, int]]:
        column = {word: place for place, word in enumerate(self.counts.words)}
        removed: dict[int, list[list[int]]] = {k: [] for k in LEVELS}
        reached = dict.fromkeys(LEVELS, 0)
        for place, row in enumerate(rows.tolist(), done + 1):
            post = self.posts[row]
            hidden = hide(self.model, post.whole if self.heads else post.body, post.group, max(LEVELS))
            for k in LEVELS:
                level = hidden.levels[k - 1]
                removed[k].append([column[word] for word in level.words])
                reached[k] += level.reached
            advance(place, total)
        untouched = self.counts.word_counts[rows]
        return {k: suppressed(untouched, removed[k]) for k in LEVELS}, reached


def scores_of(game: Game, kind: Guesser) -> dict[tuple[bool, int], Score]:
    """Return the scores of a player at each k; the first key tells whether it expects redaction.

    A player that expects redaction is calibrated on posts redacted at the same k, as people see the blanks. Another
    is calibrated on unredacted posts, as the paper's attacker who does not know of the redaction.
    """
    words, class_of = game.counts.word_counts, game.counts.client_of
    scores = fit_guesser(kind, words[game.rounds.players], class_of[game.rounds.players], len(game.counts.clients))
    known = class_of[game.rounds.calibration]
    scale = {k: fit_scale(scores(game.calibration[k]), known) for k in LEVELS}
    found: dict[tuple[bool, int], Score] = {}
    for k in LEVELS:
        redacted = scores(game.asked[k])
        for wary in (True, False):
            found[wary, k] = play(calibrated(redacted, scale[k if wary else 1]), class_of[game.rounds.asked])
    return found


def redactron(folder: Path, advance: Advance = silent) -> Result:
    """Run `20news-human`: the error of guessers by the number of options they mark, at k = 1, 2 and 5.

    Raises DataMissing, UnreadableFile.
    """
    posts = newsgroups(folder)
    rounds = deal(posts)
    game = set_up(posts, rounds, advance)
    played = {kind: scores_of(game, kind) for kind in Guesser}
    with_heads = set_up(posts, rounds, advance, heads=True)
    played_with_heads = {kind: scores_of(with_heads, kind) for kind in Guesser}
    wary = {kind: {k: played[kind][True, k] for k in LEVELS} for kind in Guesser}
    return Result(
        "20news-human",
        "the game Redactron, played by classifiers",
        "Cumby & Ghani 2011, Figure 4.",
        paragraphs(
            f"""
            A player sees a post and marks groups, +1 for the right one and −.05 for each wrong one.
            {len(rounds.asked):,} posts of the test split, as many as the paper's players labelled, are drawn
            once and shown at every k. SIMPLEREDACTOR learns from one half of the training split
            ({len(rounds.redactor):,} posts), the players from the other ({len(rounds.players):,}, and
            {len(rounds.calibration):,} more to calibrate their probabilities), so that nobody has seen a post
            that is asked. A player marks every group whose probability is above 1/21, which earns the most
            points on average.

            People see the blanks, so the players are *wary*: calibrated on posts redacted at the same k.
            *Trusting* players, calibrated on untouched posts, stand beside them. Header lines are stripped, as
            in the paper's picture of a post; quotes and signatures stay. The last table leaves the header lines
            in.
            """
        ),
        _findings(wary, game),
        paragraphs(
            """
            The paper prints Figure 4 as a picture only, so there are no figures to put beside ours. Its text
            says that at higher k the error of those who mark one option is much higher than of those who mark
            two or more, that four or more were rarely marked, and nothing of k = 1.

            People bring a life's knowledge and take in the sense of what is left; classifiers know all words of
            5,000 posts and play without fault by their own probabilities, so they mark four and more wherever
            that pays, which people rarely did. They also err less: players of this kind were trained for
            nothing but telling these groups apart.

            The paper's redactor learnt from all posts, those that were shown included; ours has never seen
            them. Each of the paper's posts was shown at one k to one person, ours at every k to every player.
            """
        ),
        tables=(
            _by_marks("Wary players: share of wrong answers, by the number of options marked", wary),
            _counts_by_marks(wary),
            _trusting(played),
            _heads(played_with_heads),
        ),
        figures=(_figure(wary),),
    )


_ByLevel = Mapping[Guesser, Mapping[int, Score]]


def _rows(found: _ByLevel) -> Iterable[tuple[Guesser, int, Score]]:
    return ((kind, k, found[kind][k]) for k in LEVELS for kind in Guesser)


def _by_marks(caption: str, found: _ByLevel) -> Table:
    columns = ("k", "player", "points a post", "all", *(f"{mark} marked" for mark in MARKS))
    rows: list[tuple[Cell, ...]] = [
        (k, kind.value, score.points, score.error, *score.error_by_marks) for kind, k, score in _rows(found)
    ]
    return Table(caption, columns, tuple(rows))


def _counts_by_marks(found: _ByLevel) -> Table:
    rows = tuple((k, kind.value, *score.posts_by_marks) for kind, k, score in _rows(found))
    return Table("How many posts that is", ("k", "player", *(f"{mark} marked" for mark in MARKS)), rows)


def _trusting(played: Mapping[Guesser, Mapping[tuple[bool, int], Score]]) -> Table:
    return _by_marks(
        "Trusting players, calibrated on untouched posts",
        {kind: {k: played[kind][False, k] for k in LEVELS} for kind in Guesser},
    )


def _heads(played: Mapping[Guesser, Mapping[tuple[bool, int], Score]]) -> Table:
    rows = tuple(
        (k, kind.value, played[kind][True, k].points, played[kind][True, k].error)
        for k in LEVELS
        for kind in Guesser
    )
    return Table("Header lines left in, wary players", ("k", "player", "points a post", "wrong"), rows)


def _findings(wary: _ByLevel, game: Game) -> tuple[str, ...]:
    def mean(k: int, of: str) -> float:
        return float(np.mean([getattr(wary[kind][k], of) for kind in Guesser]))

    questions = len(game.rounds.asked)
    points = ", ".join(f"{mean(k, 'points'):.2f} at k = {k}" for k in LEVELS)
    errors = ", ".join(f"{mean(k, 'error'):.0%} at k = {k}" for k in LEVELS)
    alone = {
        k: [error for kind in Guesser if (error := wary[kind][k].error_by_marks[0]) is not None] for k in LEVELS
    }
    single = ", ".join(f"{np.mean(errors):.0%} at k = {k}" for k, errors in alone.items() if errors)
    as_the_paper = "; ".join(_single_errs_most(wary, k) for k in LEVELS[1:])
    reached = ", ".join(f"{game.reached[k]:,} of {questions:,} at k = {k}" for k in LEVELS[1:])
    return paragraphs(
        f"""
        Points a post, mean of the players: {points}. Wrong answers: {errors}.

        Of the answers with a single option, which the paper found much more often wrong at higher k, wrong are
        {single}. Answers with a single option are wrong more often than all others {as_the_paper}.

        k is reached under the redactor's own model in {reached}; in the others no suppression suffices.
        """
    )


def _single_errs_most(found: _ByLevel, k: int) -> str:
    """Return the players for which a single option has the highest error at k, as the paper finds."""
    holds = [
        kind.value
        for kind in Guesser
        if (single := found[kind][k].error_by_marks[0]) is not None
        and single > max((error for error in found[kind][k].error_by_marks[1:] if error is not None), default=1.0)
    ]
    return f"for {len(holds)} of {len(Guesser)} players at k = {k}" + (f" ({', '.join(holds)})" if holds else "")


def _figure(found: _ByLevel) -> Figure:
    places = tuple(float(place) for place in range(1, len(MARKS) + 1))
    panels = tuple(
        Panel(
            kind.value,
            tuple(Series(f"k = {k}", places, found[kind][k].error_by_marks) for k in LEVELS),
        )
        for kind in Guesser
    )
    highest = max(share for _, _, score in _rows(found) for share in score.error_by_marks if share is not None)
    return Figure(
        "20news-human",
        "Share of wrong answers by the number of options a wary player marked; a gap where it never did.",
        "options marked (number)",
        "wrong answers (share of posts)",
        panels,
        ticks=MARKS,
        y_range=(0.0, float(np.ceil(10 * highest)) / 10),
    )
