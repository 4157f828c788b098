"""List the experiments, in the order of the page.

An experiment is one function from the data folder to one Result. To add one, write the function and add a row.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from backend.errors import InvalidRequest, UnreadableFile
from backend.evaluation.data import DataSet, refuse_missing
from backend.evaluation.held_out_promises import held_out_promises
from backend.evaluation.index_experiment import anonymous_index
from backend.evaluation.known_method import known_method
from backend.evaluation.linkability import linkability
from backend.evaluation.markdown import FIGURES, page
from backend.evaluation.ner import ner
from backend.evaluation.nesting import nesting_cost
from backend.evaluation.panel_protection import protection
from backend.evaluation.pii import pii
from backend.evaluation.protection import protection_curve
from backend.evaluation.redactron import redactron
from backend.evaluation.release_privacy import spi
from backend.evaluation.result import Advance, Result
from backend.evaluation.sec_attackers import sec_attackers
from backend.evaluation.sec_curves import sec_curves
from backend.evaluation.sec_k_eval import sec_k_eval
from backend.evaluation.sensitivity import sensitivity
from backend.evaluation.suppressed_words import redacted_post, word_lists
from backend.evaluation.tab import tab
from backend.files import read_bytes, write_atomically

ALL = "all"
PAGE = "experiments.md"


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment, and the data that it needs."""

    name: str
    run: Callable[[Path, Advance], Result]
    needs: tuple[DataSet, ...]


EXPERIMENTS = (
    Experiment("20news-terms", word_lists, (DataSet.NEWSGROUPS,)),
    Experiment("20news-human", redactron, (DataSet.NEWSGROUPS,)),
    Experiment("20news-example", redacted_post, (DataSet.NEWSGROUPS,)),
    Experiment("nesting-cost", nesting_cost, (DataSet.FILINGS, DataSet.NEWSGROUPS)),
    Experiment("sec-keval", sec_k_eval, (DataSet.FILINGS,)),
    Experiment("sec-curves", sec_curves, (DataSet.FILINGS,)),
    Experiment("sec-attackers", sec_attackers, (DataSet.FILINGS,)),
    Experiment("protection-curve", protection_curve, (DataSet.FILINGS,)),
    Experiment("protection", protection, (DataSet.FILINGS, DataSet.NEWSGROUPS)),
    Experiment("known-method", known_method, (DataSet.FILINGS,)),
    Experiment("promises", held_out_promises, (DataSet.FILINGS,)),
    Experiment(
        "spi",
        spi,
        (
            *(DataSet.NEWSGROUPS, DataSet.DIARIES),
            *(DataSet.SURNAMES, DataSet.WOMEN, DataSet.MEN, DataSet.CITIES),
        ),
    ),
    Experiment("sensitivity", sensitivity, (DataSet.NEWSGROUPS,)),
    Experiment("linkability", linkability, (DataSet.NEWSGROUPS,)),
    Experiment("index", anonymous_index, (DataSet.REUTERS, DataSet.REUTERS_TEST)),
    Experiment("tab", tab, (DataSet.COURT_CASES,)),
    Experiment("pii", pii, (DataSet.GENERATED, DataSet.GENERATED_SMALL, DataSet.HAND_WRITTEN, DataSet.DIARIES)),
    Experiment("ner", ner, (DataSet.NEWS, DataSet.WEB, DataSet.TWEETS, DataSet.USER_TEXTS, DataSet.CALLS)),
)


def experiments_named(name: str, known: Sequence[Experiment] = EXPERIMENTS) -> tuple[Experiment, ...]:
    """Return the experiment of that name, or all for `all`.

    Raises InvalidRequest, which lists the valid names.
    """
    chosen = tuple(each for each in known if name in (each.name, ALL))
    if not chosen:
        names = ", ".join(each.name for each in known)
        raise InvalidRequest(f"There is no experiment {name!r}. Choose one of {names}, or {ALL}.")
    return chosen


def run(
    experiments: Sequence[Experiment], folder: Path, watch: Callable[[str], AbstractContextManager[Advance]]
) -> Iterator[Result]:
    """Run experiments one after the other; `watch` shows the progress of each by its name.

    Raises DataMissing before the first run when a data set is missing.
    """
    refuse_missing(folder, *(need for each in experiments for need in each.needs))
    for each in experiments:
        with watch(each.name) as advance:
            yield each.run(folder, advance)


def write(results: Sequence[Result], out: Path, known: Sequence[Experiment] = EXPERIMENTS) -> tuple[Path, ...]:
    """Write the figures and then the page, each atomically; sections of other experiments are kept.

    Nothing is written before all figures are drawn. Raises OutputFailed, and UnreadableFile when the existing page
    is not a text.
    """
    from backend.evaluation.figures import png  # slow to import, and not every command draws

    target = out / PAGE
    before = _text(target) if target.exists() else ""
    files = {out / FIGURES / f"{each.name}.png": png(each) for result in results for each in result.figures}
    files[target] = page(results, [each.name for each in known], before).encode()
    for path, content in files.items():
        write_atomically(path, content)
    return tuple(files)


def _text(path: Path) -> str:
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path}: not UTF-8. Write to another folder.") from error
