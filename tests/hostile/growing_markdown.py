"""Markdown whose pieces are put together at random, each at one size and at an eighth of it.

    python -m tests.hostile.growing_markdown [--recipes 300] [--seed 1] [--many 100000] [--text]

Prints each recipe that takes more than twelve times as long as an eighth of it, or that ends in a fault, and the
slowest ones. Time is processor time; what seems to grow too much is measured again.
"""

import argparse
import math
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from backend.document.cleaning import Cleaning
from backend.document.entry_validation import term_fault
from backend.processes.pool import Pool
from tests.hostile.growing_texts import FILE, NAME
from tests.hostile.hostile_runs import FAULTS, PATIENT, pool, whole_way

TIMES, MAX = 8, 12
LEAST = 0.05
"""Seconds below which a ratio tells nothing."""
TAKES = 4
"""For a recipe that seems to grow too much: other work makes a take longer, and never shorter."""
MARKDOWN = "a.md"

BLOCKS = (
    "# {} {w}\n",
    "{w}\n===\n",
    "> {w}\n",
    "> > - {w}\n",
    "- {w}\n",
    "  - {w}\n",
    "* [ ] {w}\n",
    "{}. {w}\n",
    "\t{w}\n",
    "    {w}\n",
    "```{w}\n",
    "~~~\n{w}\n~~~\n",
    "`````",
    "---\n",
    "| {w} | {w} |\n",
    "|{w}|",
    "|---|:--:|\n",
    "[{}]: {w} '{w}'\n",
    "[{w}]: <{w}>\n",
    "[a]: b\n",
    "[^{}]: {w}\n",
    "[^1]",
    "\\\n",
    "  \n",
    "\n\n",
    "<details><summary>{w}</summary>\n",
    "</details>\n",
    "<p align='{w}'>\n",
    "<!-- {w} -->",
    "<!-- {w}\n",
    "-->",
    "<?{w}?>",
    "<![CDATA[{w}]]>",
    "<![CDATA[",
    "<script>{w}</script>\n",
    ": {w}\n",
    "$${w}$$\n",
    "+++\n{w}: {}\n+++\n",
    "---\n{w}: {}\n---\n",
)
"""What stands in lines of its own; `{}` is another number each time, `{w}` a word of the recipe."""
INLINE = (
    "**{w}**",
    "*{w}",
    "{w}*",
    "__{w}__",
    "_",
    "***",
    "~~{w}~~",
    "`{w}`",
    "`",
    "``",
    "[{w}]({w})",
    "[{w}](<{w}> '{w}')",
    "[{w}][{}]",
    "[{w}][]",
    "![{w}]({w})",
    "![",
    "[",
    "]",
    "](",
    "[](",
    "(",
    ")",
    "[[",
    "[{w}",
    "<{w}>",
    "<a href='{w}'>",
    '<a href="{w}',
    "<a ",
    "<b>{w}</b>",
    "</",
    "<!",
    "<",
    ">",
    "&amp;",
    "&#{};",
    "&#x40;",
    "&",
    "\\",
    "\\*",
    "\\@",
    "\\[",
    ":{w}:",
    "{w}[^{}]",
    "|",
    "'",
    '"',
    " ",
    "  ",
    "-",
    ".",
    ":",
    "/",
    "//",
    "@",
    "#",
    "=",
    "%20",
    "\u200b",
    "\u00ad",
    "\u00a0",
    "\r\n",
    "\n",
    "\t",
)
"""What stands inside a line."""
WORDS = (
    "Halden",
    "Rook",
    NAME,
    "Halden*&*Rook",
    "H.a.l.d.e.n",
    "h a l d e n",
    "halden-rook",
    "ann{}@halden.example",
    "ann\\@halden.example",
    "https://halden.example/{}",
    "www.halden.example",
    "Ann Okafor{}",
    "Dr Okafor",
    "+44 20 7946 0{}",
    "DE89 3704 0044 0532 0130 00",
    "4111 1111 1111 1111",
    "12 May 2024",
    "\u00a312.5m",
    "10.0.0.{}",
    "QUJDREVG",
    "[PERSON {}]",
    "[CLIENT]",
    "a",
    "A",
    "7",
    "{}",
    "",
    "word{}",
    "NW1 6XE",
    "e\u0301",
    "\u6f22",
)
"""What a recipe speaks of."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Pieces that are repeated between a start and an end; `ways` says how they are put together."""

    way: str
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    start: str = ""
    end: str = ""
    terms: tuple[str, ...] = ()
    seed: int = 0

    def make(self, many: int) -> bytes:
        """The file with about as many characters."""
        return f"for {NAME} now\n{self.start}{WAYS[self.way](self, many)}{self.end}\n".encode()

    def filled(self, piece: str, number: int) -> str:
        """A piece with its words and a number."""
        for turn in range(piece.count("{w}")):
            piece = piece.replace("{w}", self.words[(number + turn) % len(self.words)], 1)
        return piece.replace("{}", str(number))


def _pieces(recipe: Recipe, many: int) -> list[str]:
    made, length, number = [], 0, 0
    while length < many:
        piece = recipe.filled(recipe.pieces[number % len(recipe.pieces)], number)
        made.append(piece)
        length += len(piece) or 1
        number += 1
    return made


def _over_and_over(recipe: Recipe, many: int) -> str:
    return "".join(_pieces(recipe, many))


def _mixed(recipe: Recipe, many: int) -> str:
    made = _pieces(recipe, many)
    Random(recipe.seed).shuffle(made)
    return "".join(made)


def _all_of_one_then_all_of_the_next(recipe: Recipe, many: int) -> str:
    each = many // len(recipe.pieces)
    return "".join("".join(_pieces(Recipe(recipe.way, (piece,), recipe.words), each)) for piece in recipe.pieces)


def _nested(recipe: Recipe, many: int) -> str:
    """Each line deeper than the one before, the square root of the size deep."""
    lines, length, depth = [], 0, 0
    signs = recipe.pieces[0].strip("\n") or ">"
    while length < many:
        line = signs * depth + recipe.filled(recipe.pieces[-1], depth).strip("\n") + "\n"
        lines.append(line)
        length += len(line)
        depth += 1
    return "".join(lines)


def _opened_and_closed(recipe: Recipe, many: int) -> str:
    first, last = recipe.pieces[0], recipe.pieces[-1]
    times = many // max(len(recipe.filled(first, 1)) + len(recipe.filled(last, 1)), 1) + 1
    opened = (recipe.filled(first, number) for number in range(times))
    return "".join(opened) + "".join(recipe.filled(last, times - number) for number in range(times))


def _defined_and_used(recipe: Recipe, many: int) -> str:
    """Half of it definitions, half of it what refers to them."""
    made, length, number = [], 0, 0
    while length < many // 2:
        made.append(recipe.filled("[{w} {}]: {w}\n", number))
        length += len(made[-1])
        number += 1
    uses = (recipe.filled(f"[{{w}}][{{w}} {{}}]{recipe.pieces[0]}", each) for each in range(number))
    return "".join(made) + "".join(uses)


def _long_lines(recipe: Recipe, many: int) -> str:
    return "".join(_pieces(recipe, many)).replace("\n", " ")


WAYS: dict[str, Callable[[Recipe, int], str]] = {
    "over and over": _over_and_over,
    "mixed": _mixed,
    "one kind after the other": _all_of_one_then_all_of_the_next,
    "nested": _nested,
    "opened and closed": _opened_and_closed,
    "defined and used": _defined_and_used,
    "one line": _long_lines,
}


def recipe(seed: int) -> Recipe:
    """A recipe by chance."""
    chance = Random(seed)
    kinds = (BLOCKS, INLINE, (*BLOCKS, *INLINE))
    pieces = tuple(chance.choice(chance.choice(kinds)) for _ in range(chance.choice((1, 1, 2, 2, 3, 5))))
    words = tuple(chance.choice(WORDS) for _ in range(chance.choice((1, 1, 2, 3))))
    around = Recipe("mixed", (), words)
    start, end = (
        around.filled(chance.choice((*BLOCKS, *INLINE)), 0) if chance.random() < 0.4 else "" for _ in range(2)
    )
    terms = tuple(
        dict.fromkeys(
            around.filled(
                chance.choice(("{w}", "Halden", "{w} {w}", "a", "Ann Okafor{}", "ann1@halden.example")), 1
            )
            for _ in range(chance.choice((0, 0, 1, 3)))
        )
    )
    allowed = tuple(each for each in terms if term_fault(each) is None)
    return Recipe(chance.choice(tuple(WAYS)), pieces, words, start, end, allowed, seed)


def seconds(content: bytes, name: str, terms: tuple[str, ...], _state: Any = None) -> tuple[float, str, str]:
    """Processor seconds of the whole way, and what came of it."""
    begun = _processor()
    done = whole_way(content, name, Cleaning(), also=terms)
    return _processor() - begun, done.said, done.fault


def _processor() -> float:
    ran = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in ran)


@dataclass(frozen=True, slots=True)
class Growth:
    """How a recipe grows: seconds at both sizes, or why there are none."""

    seed: int
    few: float = 0.0
    many: float = 0.0
    fault: str = ""

    @property
    def times(self) -> float:
        """How many times as long the whole takes as an eighth of it."""
        return self.many / max(self.few, LEAST)


def growth(children: Pool, seed: int, many: int, name: str) -> Growth:
    """Measure a recipe in processes that can be ended, again while it seems to grow too much."""
    made, shortest = recipe(seed), Growth(seed, math.inf, math.inf)
    for _ in range(TAKES):
        try:
            few, much = (
                children.run(partial(seconds, made.make(size), name, made.terms), PATIENT)
                for size in (many // TIMES, many)
            )
        except FAULTS as error:
            return Growth(seed, fault=f"{error.code}: {error}")
        if few[2] or much[2]:
            return Growth(seed, fault=few[2] or much[2])
        shortest = Growth(seed, min(shortest.few, few[0]), min(shortest.many, much[0]))
        if shortest.times <= MAX:
            break
    return shortest


def main() -> int:
    """Measure the recipes of a seed, and tell which of them grow too much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recipes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--many", type=int, default=100_000, help="characters of the larger file")
    parser.add_argument("--text", action="store_true", help="name the files .txt")
    asked = parser.parse_args()
    children, grown = pool(2), list[Growth]()
    try:
        with ThreadPoolExecutor(2) as threads:
            seeds = range(asked.seed * 1_000_000, asked.seed * 1_000_000 + asked.recipes)
            name = FILE if asked.text else MARKDOWN
            for each in threads.map(lambda seed: growth(children, seed, asked.many, name), seeds):
                grown.append(each)
                if each.fault or each.times > MAX:
                    _tell(each)
    finally:
        children.close()
    wrong = [each for each in grown if each.fault or each.times > MAX]
    sys.stdout.write(f"{len(grown)} recipes, {len(wrong)} that fail or grow too much; those that grow the most:\n")
    for each in sorted(grown, key=lambda one: -one.times)[:5]:
        _tell(each)
    sys.stdout.write("and the slowest:\n")
    for each in sorted(grown, key=lambda one: -one.many)[:5]:
        _tell(each)
    return 1 if wrong else 0


def _tell(each: Growth) -> None:
    took = each.fault or f"{each.few:.2f} s, {each.many:.2f} s, {each.times:.1f} times as long"
    sys.stdout.write(f"{each.seed}: {took}: {recipe(each.seed)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
