"""Results of the services as tables and sentences for a terminal."""

from rich.console import Group, RenderableType
from rich.text import Text

from backend.reporting.render import guess_bars, table
from backend.services.guess import GuessedFile
from backend.services.suggest import SuggestedFile


def guess_lines(file: GuessedFile) -> RenderableType:
    """What `guess` tells about one file."""
    if file.error is not None:
        return Text(f"{file.path}\n  could not be read: {file.error}\n")
    parts: list[RenderableType] = [Text(file.path, style="bold"), guess_bars(file.guess)]
    if file.utility is not None:
        parts.append(Text(f"  Industry: {file.utility.name} ({file.utility.probability:.0%})"))
    parts += [Text(f"  Note: {warning}") for warning in file.warnings]
    return Group(*parts, Text())


def suggestion_lines(file: SuggestedFile) -> RenderableType:
    """What `suggest` tells about one file: the levels first, then the terms."""
    if file.error is not None:
        return Text(f"{file.path}\n  could not be analysed: {file.error}\n")
    analysis = file.analysis
    if analysis is None:
        return Text(file.path)
    parts: list[RenderableType] = [Text(file.path, style="bold")]
    if analysis.levels:
        rows = [
            (
                level.k,
                level.k_reached,
                f"{level.kept_share:.1%}",
                f"{level.guess[0].name} {level.guess[0].probability:.0%}",
            )
            for level in analysis.levels
        ]
        parts.append(table(("k", "reached", "words kept", "likeliest then"), rows))
    terms = [
        (each.term, each.entity, each.from_level or "always", f"{each.count}×", each.why)
        for each in sorted(analysis.suggestions, key=lambda each: (each.from_level or 0, -each.score))
    ]
    parts += (
        [Text(), table(("term", "kind", "from k", "times", "why"), terms)] if terms else [Text("  Nothing found.")]
    )
    near = [(each.term, f"{each.count}×", each.why) for each in analysis.near_misses]
    if near:
        parts += [Text("\n  Near misses: they stay; --always takes one out"), table(("word", "times", "why"), near)]
    parts += [Text(f"  Note: {warning}") for warning in analysis.warnings]
    return Group(*parts, Text())
