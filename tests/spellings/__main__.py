"""Print what became of every case: `python -m tests.spellings [SEED]`."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence

from tests.spellings.judging import Judged, Judgement, every_judgement


def table(title: str, judged: Sequence[Judged], key: Callable[[Judged], str]) -> str:
    """A table of the judgements by a property of the cases."""
    counts: dict[str, Counter[Judgement]] = {}
    for each in judged:
        counts.setdefault(key(each), Counter())[each.judgement] += 1
    rows = [f"{title:<52}{'redacted':>9}{'reported':>9}{'silent':>9}"]
    rows += [f"{name:<52}" + "".join(f"{count[kind]:>9}" for kind in Judgement) for name, count in counts.items()]
    return "\n".join(rows)


def main() -> None:
    """Judge all cases and print three tables."""
    judged = list(every_judgement(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
    for title, key in (
        ("transformation", lambda each: f"{each.case.transformation.kind}: {each.case.transformation.name}"),
        ("kind of transformation", lambda each: each.case.transformation.kind),
        ("place", lambda each: each.case.place),
        ("all", lambda _: "all"),
    ):
        print(table(title, judged, key), end="\n\n")


if __name__ == "__main__":
    main()
