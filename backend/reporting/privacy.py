"""Measures of privacy as text for people."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from backend.learning.json_lines import CorpusProblem
from backend.privacy.linkability import LinkedPair, LocalAnonymity, local_anonymity, precision_at
from backend.privacy.privacy_policy import Assessment, Requirement
from backend.privacy.spi import ReleasePrivacy, UserPrivacy
from backend.reporting.render import table

SHOWN = 10
"""Rows that a person reads; `--json` has all."""

_PAIR_COLUMNS = (
    *("entity", "from", "to", "rank", "candidates", "anonymous subset", "distance", "likelihood"),
    *("without one profile", "without one word"),
)


def release_lines(privacy: ReleasePrivacy, unit: str, problems: Sequence[CorpusProblem]) -> RenderableType:
    """Describe the measures of a release: what a lawyer reads first, then the users who are protected least."""
    exposure = "undefined" if privacy.pel is None else f"{privacy.pel:.1f} %"
    rows = [
        (
            "privacy index (SPI)",
            f"{privacy.spi:.3f} bits",
            "the divergence, in which sensitive text counts less",
        ),
        ("divergence (JSD)", f"{privacy.jsd:.3f} bits", "0: the release is the original; 1: nothing in common"),
        ("profile exposure (PEL)", exposure, "how much of the original’s information the release has"),
        (
            "released",
            f"{privacy.impressions:.1%}",
            f"{privacy.after:,} of {privacy.before:,} {_units(unit)} in all",
        ),
    ]
    parts: list[RenderableType] = [
        Text(release_sentence(privacy, unit), style="bold"),
        Text(),
        table(("measure (mean of users)", "value", "meaning"), rows),
        Text(),
        table(("user", "SPI", "JSD", "released"), [_user_row(each) for each in least_protected(privacy.users)]),
    ]
    if len(privacy.users) > SHOWN:
        parts.append(Text(f"The {SHOWN} users with the lowest SPI of {len(privacy.users):,}; --json lists all."))
    if privacy.outside:
        parts.append(
            Text(f"Released {_units(unit)} that are not in the original of their user: {privacy.outside:,}.")
        )
    if privacy.unknown_users:
        parts.append(Text(f"Users who are only in the release, and do not count: {privacy.unknown_users:,}."))
    if privacy.empty_users:
        parts.append(Text(f"Users without a word in the original, and do not count: {privacy.empty_users:,}."))
    return Group(*parts, *problem_lines(problems))


def release_sentence(privacy: ReleasePrivacy, unit: str) -> str:
    """Say in one sentence what the release reveals."""
    kept = f"The release has {privacy.impressions:.0%} of the {_units(unit)}"
    if privacy.jsd == 0 and privacy.impressions < 1:
        whole = "word" if unit == "word" else "text"
        return f"{kept}, but every {whole} of the original is among them: nothing is hidden."
    if privacy.jsd == 0:
        return f"{kept}: nothing is hidden."
    if unit == "word":
        return f"{kept}, and the words differ by {privacy.jsd:.3f} of 1 on average."
    lost = 1 - privacy.spi / privacy.jsd
    return f"{kept}, and {lost:.0%} of what it hides or changes is sensitive text."


def _units(unit: str) -> str:
    """Say what is compared: with the unit `partial` these are documents, too."""
    return "words" if unit == "word" else "documents"


def least_protected(users: Sequence[UserPrivacy]) -> Sequence[UserPrivacy]:
    """Return the users with the lowest index."""
    return sorted(users, key=lambda each: (each.spi, each.user))[:SHOWN]


def _user_row(user: UserPrivacy) -> tuple[object, ...]:
    return user.user, round(user.spi, 3), round(user.jsd, 3), f"{user.impressions:.0%}"


def linkability_lines(
    profiles: int, pairs: Sequence[LinkedPair], silent: float | None, problems: Sequence[CorpusProblem]
) -> RenderableType:
    """Describe how well the profiles of the same entity are matched."""
    if not pairs or silent is None:
        return Group(
            Text(f"Profiles: {profiles:,}. No entity has profiles in two communities."),
            *problem_lines(problems),
        )
    entities = len({each.entity for each in pairs})
    first = sum(each.rank == 1 for each in pairs)
    worst = sorted(pairs, key=lambda each: (each.rank, each.anonymous_subset, each.distance))[:SHOWN]
    return Group(
        Text(
            f"In {first:,} of {len(pairs):,} pairs ({first / len(pairs):.0%}), no profile in the other community "
            "is closer than the one of the same entity.",
            style="bold",
        ),
        Text(f"Profiles: {profiles:,}. Entities with profiles in two or more communities: {entities:,}."),
        Text(f"The theoretical bound of the likelihood says nothing in {silent:.0%} of the pairs."),
        Text(),
        table(("among the closest", "matched"), _precision_rows(precision_at(pairs))),
        Text(),
        table(
            ("k", "targets with k profiles within the distance", "within .5", "d that half of them need"),
            [_anonymity_row(each) for each in local_anonymity(pairs)],
        ),
        Text(),
        table(
            _PAIR_COLUMNS,
            [_pair_row(each) for each in worst],
        ),
        Text("Without one profile, and without one word: how far the attacker’s belief then moves at most, of 1."),
        *problem_lines(problems),
    )


def _precision_rows(precision: Mapping[int, float | None]) -> list[tuple[object, ...]]:
    return [(n, "—" if share is None else f"{share:.1%}") for n, share in precision.items()]


def _anonymity_row(anonymity: LocalAnonymity) -> tuple[object, ...]:
    median = "—" if anonymity.median_d is None else round(anonymity.median_d, 3)
    return anonymity.k, f"{anonymity.at_distance:.1%}", f"{anonymity.below_half:.1%}", median


def _pair_row(pair: LinkedPair) -> tuple[object, ...]:
    return (
        *(pair.entity, pair.source, pair.target, pair.rank, pair.candidates, pair.anonymous_subset),
        round(pair.distance, 3),
        f"{pair.likelihood:.2%}",
        *(round(pair.epsilon_profiles, 3), round(pair.epsilon_words, 3)),
    )


def requirement_lines(requirement: Requirement, documents: Sequence[tuple[str, Assessment]]) -> RenderableType:
    """Describe whether the documents of a profile satisfy a requirement, and which words are critical."""
    violated = [(name, each) for name, each in documents if not each.satisfied]
    verdict = "satisfied" if not violated else f"violated by {len(violated)} of {len(documents)} documents"
    head = Text(
        f"{requirement.profile}: {requirement.attribute} {requirement.value!r} believed to at most "
        f"{requirement.belief:.0%}: {verdict}",
        style="bold",
    )
    if not violated:
        return head
    rows = [(name, f"{each.belief:.1%}", _critical(each)) for name, each in violated[:SHOWN]]
    return Group(head, table(("document", "belief", "critical words"), rows))


def _critical(assessment: Assessment) -> str:
    """Name the words that make the difference."""
    if assessment.critical_set is None:
        return f"none: the prior alone is {assessment.prior:.1%}"
    words = ", ".join(assessment.critical_set[:SHOWN])
    more = len(assessment.critical_set) - SHOWN
    return f"{words} and {more} more" if more > 0 else words


def problem_lines(problems: Sequence[CorpusProblem]) -> list[RenderableType]:
    """List the first skipped lines."""
    lines: list[RenderableType] = [Text(f"Skipped {each.where}: {each.reason}.") for each in problems[:SHOWN]]
    if len(problems) > SHOWN:
        lines.append(Text(f"… and {len(problems) - SHOWN:,} more skipped lines (--json lists all)"))
    return lines
