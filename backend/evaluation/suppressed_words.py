"""Compare the words that SIMPLEREDACTOR suppresses with the paper's list (Table 2) and post (Figure 5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.blocking.confusability import count_model_words, ranking
from backend.document.tokens import terms, tokens
from backend.evaluation.data import Post, newsgroups
from backend.evaluation.result import Advance, Listing, Result, Table, paragraphs, silent
from backend.evaluation.simple_runs import SuppressedWords, count_posts, hide, learn, ranked_words, rows_of
from backend.learning.model import DEFAULT_ALPHA, TrainingOptions
from backend.learning.naive_bayes import NaiveBayes

ATHEISM, CHRISTIAN, MEDICINE = "alt.atheism", "soc.religion.christian", "sci.med"
K_NEAR, K_FAR = 2, 5
_TOP = 10

FAITH = frozenset({"faith", "faiths", "christian", "christians", "christianity"})
"""The words of Table 2's finding, with their plurals."""

PAPER_NEAR = (
    "religion", "dogma", "system", "encourages", "toronto", "humans", "beliefs", "genocide", "philosopher",
    "prison",
)  # fmt: skip
PAPER_FAR = (
    "faith", "christian", "dogma", "system", "encourages", "beliefs", "humans", "secular", "philosopher",
    "christianity",
)  # fmt: skip
"""Table 2, both columns in their order."""

_FIGURE_5 = (
    "overbloom", "penetration", "membrane", "overly", "skeptical", "spurred", "doubters", "ignorance", "endear",
    "sufficiently", "happened", "honest", "expertise", "wasteful", "quixotic", "endeavor", "characteristics",
    "notion",
)  # fmt: skip
"""Rarer words that the paper's Figure 5 leaves visible: enough to tell its post from every other."""

_BLANK_IN_FIGURE_5 = frozenset(
    (
        "admitting", "candida", "clinical", "experience", "hypothesis", "infection", "infections",
        "inflammatory", "interested", "jon", "kinds", "medical", "mild", "mucus", "noring", "number", "occur",
        "proponents", "research", "route", "shared", "skepticism", "skeptics", "solid", "suggestive",
        "surprised", "symptoms", "theory", "tissue", "yeast",
    )
)  # fmt: skip
"""What the paper's picture blanks, read off by laying it on the post, as far as its lines are not lost."""

_BLANK = "____"
_EXCERPT_LINES = 6


@dataclass(frozen=True, slots=True)
class _Order:
    """A way to rank the words of a post."""

    name: str
    smoothing: float
    by_frequency: bool


_PRODUCT = _Order("metric, as Unsaid", DEFAULT_ALPHA, by_frequency=False)
_PRINTED = _Order("metric, as the algorithm is printed", 1.0, by_frequency=False)
_SHOWN = _Order("metric × occurrences, as Table 2 looks", 1.0, by_frequency=True)
_ORDERS = (_SHOWN, _PRINTED, _PRODUCT)


@dataclass(frozen=True, slots=True)
class _Lists:
    """A post's likeliest rival, its words about faith, and the first words of its lists at both k."""

    nearest: str
    says: bool
    near: tuple[str, ...]
    far: tuple[str, ...]

    @classmethod
    def of(cls, model: NaiveBayes, text: str, order: _Order) -> "_Lists":
        seen = count_model_words(model, (text,))
        client = model.classes.index(ATHEISM)
        ranked = ranking(seen.scores())
        near, far = (ranked_words(seen, client, k, by_frequency=order.by_frequency) for k in (K_NEAR, K_FAR))
        says = not FAITH.isdisjoint(near)
        return cls(model.classes[ranked[ranked != client][0]], says, near[:_TOP], far[:_TOP])


@dataclass(frozen=True, slots=True)
class _ListsOfPosts:
    """The lists of posts under one order and one model; `paper_post` are those of the paper's own post."""

    order: _Order
    learnt_from: str
    lists: tuple[_Lists, ...]
    paper_post: _Lists | None

    def subsets(self) -> tuple[tuple[str, Sequence[_Lists]], ...]:
        nearest = [each for each in self.lists if each.nearest == CHRISTIAN]
        saying = [each for each in nearest if each.says]
        return (("all", self.lists), (f"nearest rival {CHRISTIAN}", nearest), ("… that say such a word", saying))

    def shares(self) -> tuple[float, float]:
        """Return the share of religious posts nearest to the Christians with such a word in the list, at both k."""
        _, saying = self.subsets()[-1]
        return _share(each.near for each in saying) or 0.0, _share(each.far for each in saying) or 0.0


def word_lists(folder: Path, advance: Advance = silent) -> Result:
    """Run `20news-terms`: the ten words to suppress first in every alt.atheism post, at k = 2 and k = 5.

    Raises DataMissing, UnreadableFile.
    """
    trials = _trials(newsgroups(folder), advance)
    by_order = {trial.order: trial for trial in trials if trial.paper_post}
    rows = [
        (
            trial.order.name,
            f"{trial.order.smoothing:g}",
            trial.learnt_from,
            label,
            len(lists),
            _share(each.near for each in lists),
            _share(each.far for each in lists),
        )
        for trial in trials
        for label, lists in trial.subsets()
    ]
    words = _any_of(FAITH)
    columns = ("order of words", "smoothing", "learnt from", "posts", "number", f"k = {K_NEAR}", f"k = {K_FAR}")
    return Result(
        "20news-terms",
        "the words that hide an atheist among Christians",
        "Cumby & Ghani 2011, Table 2 (their text calls it Table 1).",
        paragraphs(
            f"""
            The paper shows one post's ten first words at k = 2 and at k = 5 and finds that *faith* and
            *christianity* are not in the first list, because they do not tell {ATHEISM} from its nearest rival,
            {CHRISTIAN}. We count that over every post of the group: the share of posts with {words} among the first
            ten. Header lines are stripped, quotes and signatures stay (the paper's own pictures show quotes and no
            header). Levels are un-nested, classes equally likely.
            """
        ),
        _findings(by_order),
        paragraphs(
            """
            The paper counts nothing, so there is no share to compare. Its post is in the data: one post of the
            group says all fourteen words of Table 2.

            By the metric alone, words that only this post says (an address, a signature) come first, because they
            are the surest signs of the group; times the occurrences, they come after what the post is about. Unsaid
            keeps the metric alone: a name said once gives a client away as surely as one said often.

            What is left of the difference: the paper's stop list, smoothing and priors are not printed, it used the
            19,997 posts of the first release (with all duplicates), we the 18,846 of the release by date.
            """
        ),
        tables=(
            Table(
                f"Share of {ATHEISM} posts with {words} among the ten words to suppress first", columns, tuple(rows)
            ),
            _beside_the_paper(by_order),
        ),
    )


def _trials(posts: Sequence[Post], advance: Advance) -> tuple[_ListsOfPosts, ...]:
    """Return every order under a model of all posts, as in the paper, and under one without the tested posts."""
    atheist = [post for post in posts if post.group == ATHEISM]
    later = [post for post in atheist if post.split == "test"]
    paper_post = most_of((*PAPER_NEAR, *PAPER_FAR), atheist)
    counted = count_posts(posts)
    training = rows_of(counted, np.flatnonzero([post.split == "train" for post in posts]))
    protocols = (("all posts", counted, atheist), ("training split, tried on the test split", training, later))
    found: list[_ListsOfPosts] = []
    for order in _ORDERS:
        for learnt_from, counts, chosen in protocols:
            model = learn(counts, TrainingOptions(alpha=order.smoothing))
            lists = tuple(_Lists.of(model, post.body, order) for post in chosen)
            own = lists[atheist.index(paper_post)] if chosen is atheist else None
            found.append(_ListsOfPosts(order, learnt_from, lists, own))
            advance(len(found), len(_ORDERS) * len(protocols))
    return tuple(found)


def _findings(by_order: Mapping[_Order, _ListsOfPosts]) -> tuple[str, ...]:
    shown, product = by_order[_SHOWN].shares(), by_order[_PRODUCT].shares()
    weighted, alone = _in_common(by_order[_SHOWN]), _in_common(by_order[_PRODUCT])
    return paragraphs(
        f"""
        Of posts nearest to {CHRISTIAN} that say such a word at all, {shown[0]:.1%} have one among the first ten at
        k = {K_NEAR} and {shown[1]:.1%} at k = {K_FAR} in the order of Table 2; in Unsaid's order {product[0]:.1%}
        and {product[1]:.1%}. What the paper shows of one post holds for the group: hardly ever at
        k = 2, often at k = 5.

        The paper's table looks as if it were ordered by the metric *times the word's occurrences*, although its
        algorithm does not say so: in that order {weighted[0]} and {weighted[1]} of the ten words of its two lists
        come back, in the order of the metric alone {alone[0]} and {alone[1]}.
        """
    )


def _in_common(trial: _ListsOfPosts) -> tuple[int, int]:
    """Return how many words of the paper's two lists are in ours of the same post."""
    own = trial.paper_post
    if own is None:
        return 0, 0
    return len(set(own.near) & set(PAPER_NEAR)), len(set(own.far) & set(PAPER_FAR))


def _share(lists: Iterable[tuple[str, ...]]) -> float | None:
    found = [not FAITH.isdisjoint(words) for words in lists]
    return sum(found) / len(found) if found else None


def _any_of(words: Iterable[str]) -> str:
    *most, last = (f"*{word}*" for word in sorted(words))
    return f"{', '.join(most)} or {last}"


def _beside_the_paper(by_order: Mapping[_Order, _ListsOfPosts]) -> Table:
    columns: dict[str, Sequence[str]] = {}
    for k, paper in ((K_NEAR, PAPER_NEAR), (K_FAR, PAPER_FAR)):
        columns[f"paper, k = {k}"] = paper
        for name, order in (("× occurrences", _SHOWN), ("metric alone", _PRODUCT)):
            own = by_order[order].paper_post
            found = (own.near if k == K_NEAR else own.far) if own else ()
            columns[f"{name}, k = {k}"] = (*found, *[""] * (_TOP - len(found)))
    return Table("The paper's post", tuple(columns), tuple(zip(*columns.values(), strict=True)))


def redacted_post(folder: Path, advance: Advance = silent) -> Result:
    """Run `20news-example`: the post of the paper's Figure 5 with blanks for its suppressed words.

    Raises DataMissing, UnreadableFile.
    """
    posts = newsgroups(folder)
    model = learn(count_posts(posts))
    post = most_of(_FIGURE_5, (each for each in posts if each.group == MEDICINE))
    hidden = hide(model, post.body, MEDICINE, K_FAR)
    advance(1, 1)
    rows = tuple(
        (
            k,
            hidden.levels[k - 1].k_reached,
            len(hidden.levels[k - 1].words),
            blanks(hidden, k),
            hidden.kept_share(k),
        )
        for k in (K_NEAR, K_FAR)
    )
    nearest = ", ".join(model.classes[rival] for rival in hidden.levels[K_FAR - 1].rivals)
    removed = {k: set(hidden.levels[k - 1].words) for k in (K_NEAR, K_FAR)}
    taken = {k: len(words & _BLANK_IN_FIGURE_5) for k, words in removed.items()}
    extra = {k: len(words - _BLANK_IN_FIGURE_5) for k, words in removed.items()}
    nearer = max(taken, key=lambda k: taken[k] - extra[k])
    return Result(
        "20news-example",
        "one redacted post",
        "Cumby & Ghani 2011, Figure 5.",
        paragraphs(
            f"""
            The post of {MEDICINE} that says the most of the rarer words visible in the paper's picture; it is
            the paper's own. The model is learnt from all posts without their header lines; the picture shows
            none either, but it shows quotes. Its likeliest rivals are {nearest}. The set is for research only,
            so a few lines stand here; the command prints the post as a whole.
            """
        ),
        paragraphs(
            f"""
            The paper's picture blanks {len(_BLANK_IN_FIGURE_5)} different words, as far as it can be read. Ours at
            k = {K_FAR} takes {taken[K_FAR]} of them and {extra[K_FAR]} that it leaves, at k = {K_NEAR}
            {taken[K_NEAR]} and {extra[K_NEAR]}; the picture is nearer to k = {nearer}.
            """
        ),
        paragraphs(
            """
            The paper does not say at which k its picture was made, nor the size of its blanks; ours are all
            alike, so that they do not tell the length of a word. Words differ where the paper's stop list,
            features and smoothing, which it does not print, decide.
            """
        ),
        tables=(
            Table(
                "The post at both levels",
                ("k", "k reached", "words suppressed", "occurrences", "share of words kept"),
                rows,
            ),
        ),
        listings=tuple(
            Listing(f"k = {k}", blank_words(post.body, hidden.levels[k - 1].words), _EXCERPT_LINES)
            for k in (K_NEAR, K_FAR)
        ),
    )


def most_of(words: Iterable[str], posts: Iterable[Post]) -> Post:
    """Return the post with the most of these words; the first of equals."""
    wanted = set(words)
    return max(posts, key=lambda post: len(wanted.intersection(terms(post.body))))


def blank_words(text: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of a text with a blank of fixed length for every occurrence of the words.

    >>> blank_words("Yeast, or yeasts?", ["yeast"])
    ('____, or yeasts?',)
    """
    removed = set(words)
    pieces, done = [], 0
    for token in tokens(text):
        if token.term in removed:
            pieces += [text[done : token.start], _BLANK]
            done = token.end
    return tuple("".join((*pieces, text[done:])).strip("\n").splitlines())


def blanks(hidden: SuppressedWords, k: int) -> int:
    """Return how many word occurrences are blank at `k`."""
    return sum(hidden.said[word] for word in hidden.levels[k - 1].words)
