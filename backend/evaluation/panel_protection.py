"""Measure protection by held-out attackers: who still names the company of a filing, or the group of a post."""

from collections.abc import Mapping
from pathlib import Path

from backend.evaluation.data import CHARACTERS, LAST_TRAINING_YEAR
from backend.evaluation.panel_attacks import DEFAULT, UNTOUCHED, Attacked, K, attack_filings, attack_posts
from backend.evaluation.panel_tables import (
    attackers_table,
    figure,
    goals_table,
    industry_table,
    left_table,
    mean,
    quarters_table,
    ways_table,
)
from backend.evaluation.result import Advance, Result, paragraphs, silent
from backend.panel import ATTACKERS
from backend.panel.held_out import Verdict


def protection(folder: Path, advance: Advance = silent) -> Result:
    """Run `protection`: how often held-out attackers name the company of a filing, or the group of a post.

    Raises DataMissing, UnreadableFile.
    """
    found = attack_filings(folder, advance)
    posts = attack_posts(folder)
    return Result(
        "protection",
        "protection measured by held-out attackers",
        "No table of the papers, whose attacker is one naive Bayes model.",
        _setup(found, posts),
        _findings(found, posts),
        paragraphs(
            """
            The papers measure with the classifier that they redact against, or with people. A classifier that
            chooses its own words sees what such a measurement cannot.
            """
        ),
        tables=(
            goals_table(found[DEFAULT], posts[DEFAULT]),
            attackers_table("Filings", found),
            ways_table(found),
            left_table("Filings", found),
            industry_table(found),
            quarters_table(found[DEFAULT]),
            attackers_table("20 Newsgroups", posts),
            left_table("20 Newsgroups", posts),
        ),
        figures=(figure(found),),
    )


def _setup(found: Mapping[str, Attacked], posts: Mapping[str, Attacked]) -> tuple[str, ...]:
    return paragraphs(
        f"""
        {len(ATTACKERS)} attackers learn from the whole filings to {LAST_TRAINING_YEAR} and read the text of
        {len(found[DEFAULT].seen)} later ones, redacted at k = {K} as `unsaid redact` does by default (first
        {CHARACTERS:,} characters, the names of the company first, without personal data). They are *held out*: they
        have tokenisers of their own, use all words, share no code with the product, and constrain no program.
        The beginning of an attacker's name is what it takes for a word. A placeholder is a gap to all of them; one
        reads pairs across it, and two take it for any word. Attackers of *beginnings* learn from and read the first
        8,000 characters alone.

        An attacker *names* a client that is likelier than all others; where several are equally likely, it names
        nobody. *k held*: at least {K} clients are as likely as the true one, itself included. *Knowing the
        industry*: the attacker considers the clients of the true industry alone, for filings whose industry the
        redaction keeps; *chance* is one in so many clients. There are goals for attackers of single content words;
        the others see what the removal of words does not hide.

        *Untouched*, *simple* and the paper's *ova* stand beside the default; nobody has redacted these filings by
        hand. The industry has classifiers of its own, which learn from the same filings. Intervals are Wilson's;
        that of a mean of attackers draws documents. Settings of attackers are scikit-learn's or were fixed
        beforehand; that they name untouched filings was checked on filings to {LAST_TRAINING_YEAR}.

        20 Newsgroups: groups are the clients, the redactor and the attackers learn from the bodies of the training
        posts, and {len(posts[DEFAULT].seen)} of the test posts, which are later, are redacted and attacked.
        """
    )


def _findings(found: Mapping[str, Attacked], posts: Mapping[str, Attacked]) -> tuple[str, ...]:
    default = found[DEFAULT]
    first, inside = default.worst(_named), default.worst(_inside)
    without = sorted(default.without_goal, key=lambda each: -sum(each.named))
    listed = ", ".join(f"{each.attacker.name} {mean(each.named):.0%}" for each in without)
    post = posts[DEFAULT].worst(_named)
    baselines = "; ".join(
        f"{way}: {mean(each.worst(_named).named):.0%} with {each.kept:.1%} of words kept"
        for way, each in found.items()
        if way not in (DEFAULT, UNTOUCHED)
    )
    return paragraphs(
        f"""
        By default {default.kept:.1%} of words are kept, and the worst attacker of single content words
        ({first.attacker.name}) names the company in {mean(first.named):.0%} of filings. Knowing the industry, the
        worst ({inside.attacker.name}) names it in {mean(inside.named_inside):.0%} of those that keep it.

        The worst attacker of each baseline: {baselines}.

        Attackers without a goal: {listed}.

        20 Newsgroups: {posts[DEFAULT].kept:.1%} of words are kept, and the worst attacker
        ({post.attacker.name}) names the group in {mean(post.named):.0%} of posts.
        """
    )


def _named(verdict: Verdict) -> tuple[bool, ...]:
    return verdict.named


def _inside(verdict: Verdict) -> tuple[bool, ...]:
    return verdict.named_inside
