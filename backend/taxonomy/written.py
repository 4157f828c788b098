"""Generalisations that an administrator writes: `term > broader > broader`, one term a line.

    # for every client
    Carrefour > a European retailer > a retailer > a company
    a retailer > a company
    salads > produce

The last form of a line goes on where it is itself the term of a line. An article belongs to the form: "a retailer".
Text after `#` at the beginning of a line is a comment.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import islice, pairwise

from backend.document.entry_validation import term_fault, with_single_spaces
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, is_searchable, normal_form
from backend.document.text_cache import cached_texts_once
from backend.errors import TaxonomyUnusable
from backend.taxonomy.broader import Article, Broader, Source, Step, levels, reveals

MOST_LINES = 5_000
"""Lines of a list; a longer one was made by a program for something else."""
MOST_FORMS = 10
"""Broader forms of a line."""
MOST_ALTOGETHER = 20
"""Broader forms of a term, with those of the lines that its line goes on in."""
_FAULTS_TOLD = 5
_BETWEEN = ">"
_ARTICLES = {"a": Article.INDEFINITE, "an": Article.INDEFINITE, "the": Article.DEFINITE}


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line of the list: its number from 1, the term, and its broader forms from narrow to broad."""

    number: int
    term: str
    broader: tuple[str, ...]

    def __str__(self) -> str:
        """The line as it is written."""
        return f" {_BETWEEN} ".join((self.term, *self.broader))


@dataclass(frozen=True, slots=True)
class WrittenTaxonomy:
    """The generalisations of a list, each term once and without cycles; `parse` makes and validates it."""

    lines: tuple[WrittenLine, ...] = ()
    _by_key: Mapping[str, WrittenLine] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {_key(line.term): line for line in self.lines})

    def broader(self, term: str) -> tuple[Broader, ...]:
        """Return the broader forms that are written for a term, in any of its spellings."""
        forms = islice(self.forms(term), MOST_ALTOGETHER)
        return levels(term, Source.ADMINISTRATOR, map(_step, forms))

    def over(self, general: "WrittenTaxonomy") -> "WrittenTaxonomy":
        """Return the list of a client over that for every client: where both have a term, the client's counts."""
        others = (line for line in general.lines if _key(line.term) not in self._by_key)
        return WrittenTaxonomy((*self.lines, *others))

    def text(self) -> str:
        """Return the list as it is written, without comments."""
        return "".join(f"{line}\n" for line in self.lines)

    def forms(self, term: str) -> Iterator[str]:
        """Yield the forms of a term's line, and on from the last; none twice."""
        seen: set[str] = set()
        key = _key(term)
        while key in self._by_key and key not in seen:
            seen.add(key)
            forms = self._by_key[key].broader
            yield from forms
            key = _key(forms[-1])


def parse(
    text: str, name: str, client_names: Iterable[str] = (), general: WrittenTaxonomy | None = None
) -> WrittenTaxonomy:
    """Read a list of generalisations; `name` is what errors call it.

    No broader form may contain its term or one of `client_names`: all names of the client, or of every client where
    the list is for all. `general` is the list for every client that a client's list is used over.

    Raises TaxonomyUnusable, which names the lines and what is wrong with each, and quotes nothing.
    """
    lines: list[WrittenLine] = []
    terms: set[str] = set()
    faults: list[tuple[int, str]] = []
    written = text.removeprefix("\ufeff").splitlines()
    if len(written) > MOST_LINES:
        raise TaxonomyUnusable(f"{name} has more than {MOST_LINES:,} lines. Split it by client.")
    for number, line in enumerate(written, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            fields = tuple(map(with_single_spaces, line.split(_BETWEEN)))
            if fault := _fault(fields, terms):
                faults.append((number, fault))
            else:
                terms.add(_key(fields[0]))
                lines.append(WrittenLine(number, fields[0], fields[1:]))
    taxonomy = WrittenTaxonomy(tuple(lines))
    whole = taxonomy if general is None else taxonomy.over(general)
    if (closing := _line_that_closes_cycle(taxonomy.lines, whole.lines[len(lines) :])) is not None:
        faults.append((closing.number, "its forms lead back to its term; leave the last ones out"))
    else:
        with cached_texts_once():
            faults += _faults_of_forms(taxonomy.lines, whole, client_names)
    if faults:
        raise TaxonomyUnusable(_told(name, sorted(faults)))
    return taxonomy


def _fault(fields: Sequence[str], terms: Collection[str]) -> str | None:
    """What is wrong with a line by itself."""
    if len(fields) < 2:
        return "it has no broader form; write TERM > BROADER"
    if len(fields) > MOST_FORMS + 1:
        return f"it has more than {MOST_FORMS} broader forms; leave some out"
    for entry in fields:
        if fault := term_fault(entry):
            return f"an entry {fault}; write it again"
    keys = [_key(each) for each in fields]
    if len(set(keys)) < len(keys):
        return "it has one entry twice; remove one of them"
    if keys[0] in terms:
        return "an earlier line has the same term; join the lines"
    return None


def _faults_of_forms(
    lines: Iterable[WrittenLine], whole: WrittenTaxonomy, client_names: Iterable[str]
) -> Iterator[tuple[int, str]]:
    """The lines that go on too far, and those with a form that contains the term or a name of the client."""
    names = PhraseIndex.of_spellings(Phrase(name) for name in client_names if is_searchable(name))
    for line in lines:
        forms = tuple(islice(whole.forms(line.term), MOST_ALTOGETHER + 1))
        if len(forms) > MOST_ALTOGETHER:
            yield line.number, f"its forms go on over more than {MOST_ALTOGETHER}; leave some out"
        elif any(reveals(form, line.term) for form in forms):
            yield line.number, "a broader form contains the term; choose words that do not"
        elif any(next(names.find(form), None) for form in line.broader):
            yield line.number, "a broader form contains a name of a client; choose words that do not"


def _line_that_closes_cycle(lines: Sequence[WrittenLine], others: Sequence[WrittenLine]) -> WrittenLine | None:
    """The first line with which the lines up to it, and the others, lead from a term back to it; None for none."""
    if not _leads_back((*lines, *others)):
        return None
    first, last = 0, len(lines)  # the first lines have no cycle, but with all of them there is one
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if _leads_back((*lines[:middle], *others)) else (middle, last)
    return lines[last - 1] if lines else None


def _leads_back(lines: Iterable[WrittenLine]) -> bool:
    above: dict[str, set[str]] = {}
    for line in lines:
        entries = (line.term, *line.broader)
        for lower, upper in pairwise(entries):
            above.setdefault(_key(lower), set()).add(_key(upper))
    try:
        TopologicalSorter(above).prepare()
    except CycleError:
        return True
    return False


def _told(name: str, faults: Sequence[tuple[int, str]]) -> str:
    told = "; ".join(f"line {number}: {fault}" for number, fault in faults[:_FAULTS_TOLD])
    more = len(faults) - _FAULTS_TOLD
    return f"{name} cannot be used. {told[0].upper()}{told[1:]}{f'; and {more} more' if more > 0 else ''}."


def _step(form: str) -> Step:
    article, noun = _parted(form)
    return Step(noun, article)


def _parted(entry: str) -> tuple[Article, str]:
    article, _, noun = entry.partition(" ")
    known = _ARTICLES.get(article.lower()) if noun else None
    return (Article.UNKNOWN, entry) if known is None else (known, noun)


def _key(entry: str) -> str:
    """What an entry is found by: folded, without its article."""
    return normal_form(_parted(entry)[1])
