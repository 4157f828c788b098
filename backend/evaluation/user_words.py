"""The words of users of public sets, for the privacy index: senders of newsgroups, writers of diaries."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from backend.document.tokens import terms
from backend.evaluation.data import DataSet, Post, read_lines, read_objects
from backend.evaluation.linkability import sender, written
from backend.learning.arrays import Booleans
from backend.learning.features import stop_words
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.user_elements import UserElements

_SEED = 18


@dataclass(frozen=True, slots=True, eq=False)
class UserWords:
    """The words of users, one entry for each distinct word of a user.

    `private` [entry] tells which words stand in the lists.
    """

    words: UserElements
    names: tuple[str, ...]
    private: Booleans

    @classmethod
    def of(
        cls, said: Mapping[str, Mapping[str, int]], model: SensitivityModel, private: frozenset[str]
    ) -> "UserWords":
        """Return the users in a drawn order, with their words without stop words."""
        names = [name for name in np.random.default_rng(_SEED).permutation(sorted(said)).tolist() if said[name]]
        entries = [(user, *each) for user, name in enumerate(names) for each in sorted(said[name].items())]
        entries = [each for each in entries if each[1] not in stop_words()]
        index = {word: at + 1 for at, word in enumerate(sorted({word for _, word, _ in entries}))}
        sensitivity = {word: model.of_words({word}) for word in index}
        words = UserElements(
            np.array([user for user, _, _ in entries], dtype=np.int32),
            np.array([index[word] for _, word, _ in entries], dtype=np.uint64),
            np.array([count for _, _, count in entries], dtype=np.float32),
            np.array([sensitivity[word] for _, word, _ in entries], dtype=np.float32),
        )
        return cls(words, tuple(names), np.array([word in private for _, word, _ in entries], dtype=bool))

    def first(self, users: int) -> "UserWords":
        """Return the first users."""
        kept = self.words.users < users
        return UserWords(self.words.entries(kept), self.names[:users], self.private[kept])


def heavy_senders(posts: Sequence[Post], model: SensitivityModel, private: frozenset[str]) -> UserWords:
    """Return the senders with more posts than the mean."""
    sent = Counter(address for post in posts if (address := sender(post)))
    mean = sent.total() / max(len(sent), 1)
    heavy = ((sender(post), written(post)) for post in posts if sent[sender(post)] > mean)
    return UserWords.of(_counted(heavy), model, private)


def diary_writers(folder: Path, model: SensitivityModel, private: frozenset[str]) -> UserWords:
    """Return all users of the diaries: there are ten, and all write about equally much.

    Raises DataMissing, UnreadableFile.
    """
    rows = read_objects(folder, DataSet.DIARIES)
    return UserWords.of(_counted((row["user"], row["text"]) for row in rows), model, private)


def _counted(texts: Iterable[tuple[str, str]]) -> Mapping[str, Counter[str]]:
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for user, text in texts:
        said[user].update(terms(text))
    return said


def private_words(folder: Path) -> frozenset[str]:
    """Return the words of the paper's lists (Section 3.3): names, places, and words of sensitive subjects."""
    listed = files("backend.evaluation").joinpath("sensitive_words_en.txt").read_text("utf-8").splitlines()
    found = {word for line in listed if not line.startswith("#") for word in line.split()}
    for names in (DataSet.SURNAMES, DataSet.WOMEN, DataSet.MEN):
        found.update(line.partition("\t")[0].casefold() for line in read_lines(folder, names))
    found.update(each[0].casefold() for each in csv.reader(read_lines(folder, DataSet.CITIES)) if each)
    return frozenset(found)
