"""Suggest what to redact in each document, level by level, without writing anything."""

from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from backend.document.model import Place
from backend.files import read_bytes
from backend.messages.message import Wording, reason_as_json, warnings_as_json
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.release_figures import earlier_as_json, gain_as_json, standing_as_json
from backend.reporting.report import guesses_as_json, panel_as_json, promise_as_json
from backend.review.suggestions import Suggestion
from backend.services.analysis.analyse import Analysis, analyse
from backend.services.analysis.panel_answers import with_panel
from backend.services.analysis.privacy_figures import with_privacy
from backend.services.files.inputs import InputFile, collect
from backend.services.files.reading import open_file
from backend.services.files.runner import Advance, map_files, with_progress
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import Purpose, Resolver
from backend.services.terms.client_terms import NearMiss
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class SuggestedFile:
    """The analysis of one file, or its error."""

    path: str
    client: str | None = None
    analysis: Analysis | None = None
    review_policy: str | None = None
    error: str | None = None

    @classmethod
    def failed(cls, path: str, error: str) -> "SuggestedFile":
        """A file that could not be analysed."""
        return cls(path, error=error)

    def as_json(self, worded: Wording = COMMAND_LINE) -> dict[str, Any]:
        """The object of `suggest --json`."""
        analysis = self.analysis or Analysis()
        choice, privacy = analysis.choice, analysis.privacy
        promise = choice.promise if choice else None
        return {
            "path": self.path,
            "client": self.client,
            "levels": [
                {
                    "k": level.k,
                    "k_reached": level.k_reached,
                    "k_held": level.k_held,
                    "guess": guesses_as_json(level.guess),
                    "kept_share": round(level.kept_share, 4),
                    "panel": panel_as_json(level.panel),
                    "privacy": standing_as_json(standing),
                }
                for level, standing in zip_longest(analysis.levels, privacy.levels)
            ],
            "panel": panel_as_json(analysis.panel),
            "privacy": standing_as_json(privacy.now),
            "earlier": earlier_as_json(privacy.earlier),
            "suggestions": [
                {
                    **_suggestion_as_json(each, worded),
                    "gain": gain_as_json(gain) if (gain := privacy.gains.get(each.id)) else None,
                }
                for each in analysis.suggestions
            ],
            "objective": choice.objective.value if choice else None,
            "lp_gap": round(choice.gap, 6) if choice and choice.gap is not None else None,
            "robust": choice.robust if choice else False,
            "promise": promise_as_json(promise) if promise else None,
            "near_misses": [_near_miss_as_json(each, worded) for each in analysis.near_misses],
            "review_policy": self.review_policy,
            **warnings_as_json(analysis.warnings, worded),
            "error": self.error,
        }


def suggest_files(
    paths: tuple[Path, ...],
    request: Request,
    catalogue: Catalogue,
    advance: Advance,
    workers: Workers = Workers(),
) -> tuple[SuggestedFile, ...]:
    """Analyse each file at all levels 2…k, nested as the slider needs them.

    Raises an UnsaidError when nothing could start.
    """
    files = collect(paths).files
    work = partial(_suggested, Resolver.of(request, catalogue, Purpose.ANALYSE))
    return tuple(with_progress(map_files(work, SuggestedFile.failed, files, workers), files, advance))


def _suggested(resolver: Resolver, file: InputFile) -> SuggestedFile:
    request = resolver.of_file(file.path)
    opened = open_file(file.path.name, read_bytes(file.path), request.cleaning)
    analysis = analyse(opened.document, request, near_misses=True, outside=opened.outside)
    analysis = with_privacy(opened.document, request, with_panel(opened.document, request, analysis))
    return SuggestedFile(str(file.path), request.client, analysis, request.policy_name)


def _suggestion_as_json(each: Suggestion, worded: Wording) -> dict[str, Any]:
    return {
        "id": each.id,
        "term": each.term,
        "kind": each.kind.value,
        "entity": each.entity,
        "from_level": each.from_level,
        "score": round(each.score, 6),
        **reason_as_json(each.why, worded),
        "generalisations": [],
        "places": [place_as_json(place) for place in each.places],
    }


def _near_miss_as_json(each: NearMiss, worded: Wording) -> dict[str, Any]:
    return {
        "term": each.term,
        "kind": each.kind.value,
        "score": None if each.score is None else round(each.score, 6),
        **reason_as_json(each.why, worded),
        "count": each.count,
        "places": [place_as_json(place) for place in each.places],
    }


def place_as_json(place: Place) -> dict[str, Any]:
    """A place as JSON."""
    return {
        "story": {"part": place.part, "kind": place.kind.value},
        "block": place.block,
        "start": place.span.start,
        "end": place.span.end,
    }
