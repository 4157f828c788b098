"""The shipped table of nouns beside the files of WordNet, which this test reads by code of its own."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

WORDNET = Path("/usr/share/wordnet")

pytestmark = pytest.mark.skipif(
    not (WORDNET / "data.noun").is_file(),
    reason="the files of WordNet are not here; install Debian's wordnet-base to compare the table with them",
)

SET = re.compile(
    r"^(\d{8}) (\d\d) n ([0-9a-f]{2}) (.*?) (\d{3})((?: \S+ \d{8} [nvar] [0-9a-f]{4})*) +\|", re.MULTILINE
)
POINTER = re.compile(r"(\S+) (\d{8}) n [0-9a-f]{4}")


@pytest.fixture(scope="module")
def sets():
    """Each synonym set: its file, its words, and the targets of its pointers by their sign."""
    found = {}
    for number, file, _, words, _, pointers in SET.findall((WORDNET / "data.noun").read_text("ascii")):
        targets = defaultdict(list)
        for sign, target in POINTER.findall(pointers):
            targets[sign].append((pointers.index(f"{sign} {target}"), int(target)))
        found[int(number)] = (int(file), [word.replace("_", " ") for word in words.split()[::2]], targets)
    assert len(found) == 82_115  # wnstats(7WN)
    return found


def above(sets, number):
    """The hypernyms and what a name is an instance of, in the order of the file."""
    _, _, targets = sets[number]
    return [target for _, target in sorted(targets["@"] + targets["@i"])]


def test_every_concept_has_the_words_and_the_concepts_above_it(sets, nouns):
    for number, (_, words, targets) in sets.items():
        assert list(nouns.synonyms(number)) == words
        assert list(nouns.above(number)) == above(sets, number)
        assert nouns.is_instance(number) == bool(targets["@i"])


def test_every_two_hundredth_lemma_has_the_senses_and_their_frequencies(nouns):
    counts = {}
    for line in (WORDNET / "cntlist.rev").read_text("ascii").splitlines():
        key, number, count = line.split()
        if "%1:" in key:
            counts[key.split("%")[0], int(number)] = int(count)
    lines = [line for line in (WORDNET / "index.noun").read_text("ascii").splitlines() if line[0] != " "]
    for line in lines[::200]:
        lemma, _, how_many, *rest = line.split()
        numbers = list(map(int, rest[-int(how_many) :]))
        own = [sense for sense in nouns.senses(lemma.replace("_", " "), names=True) if sense.concept in numbers]
        assert [sense.concept for sense in own] == numbers
        assert [sense.frequency for sense in own] == [counts.get((lemma, n), 0) for n in range(1, len(numbers) + 1)]


def test_the_words_below_are_those_of_the_files(sets, nouns):
    under = defaultdict(list)
    for number in sets:
        for upper in above(sets, number):
            under[upper].append(number)

    @cache
    def words(number):
        own = frozenset(word.lower() for word in sets[number][1])
        return own.union(*map(words, under[number]))

    numbers = sorted(sets)[::40]
    assert {number: nouns.count_below(number) for number in numbers} == {
        number: len(words(number)) for number in numbers
    }
    for number in numbers[::100]:
        assert nouns.words_below(number) == words(number)


def test_the_written_rule_says_which_concepts_are_cut(sets, nouns):
    """Decision 58: noun.Tops but for six, more than 5,000 words, or fewer than four steps below "entity"."""
    distance = {number: 0 for number in sets if not above(sets, number)}
    while missing := {number for number in sets if number not in distance}:
        nearer = {
            number: 1 + min(distance[upper] for upper in above(sets, number) if upper in distance)
            for number in missing
            if any(upper in distance for upper in above(sets, number))
        }
        # A step at a time, so that what is reached first is reached on the shortest way.
        least = min(nearer.values())
        distance.update({number: steps for number, steps in nearer.items() if steps == least})
    for number, (file, words, _) in sets.items():
        if file == 3:
            cut = words[0] not in {"person", "animal", "plant", "food", "event", "feeling"}
        else:
            cut = nouns.count_below(number) > 5_000 or distance[number] < 4
        assert nouns.is_too_abstract(number) == cut, words
