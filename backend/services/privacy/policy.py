"""Check the documents of a corpus against a privacy policy: what an adversary may believe of them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from backend.errors import InvalidRequest
from backend.files import read_bytes
from backend.learning.arrays import Floats, Integers
from backend.learning.clients import find_client
from backend.learning.corpus import CorpusDocument
from backend.learning.counting import count_corpus
from backend.learning.counts import TermCounts, count_terms
from backend.learning.features import class_sums
from backend.learning.json_lines import CorpusProblem
from backend.learning.model import TrainingOptions
from backend.learning.naive_bayes import Prior, log_prior
from backend.learning.train import train
from backend.privacy.privacy_policy import Adversary, Assessment, Requirement, assess, models_having
from backend.services.files.reading import counted_texts
from backend.workers import Workers

ATTRIBUTES = ("client", "industry")


@dataclass(frozen=True, slots=True)
class PrivacyPolicy:
    """The requirements, and the prior of the adversary over the clients."""

    requirements: tuple[Requirement, ...]
    prior: Prior = Prior.UNIFORM


@dataclass(frozen=True, slots=True)
class AssessedDocument:
    """A document of a profile; the adversary has read all other documents of the corpus."""

    id: str
    assessment: Assessment


@dataclass(frozen=True, slots=True)
class AssessedRequirement:
    """A requirement with the documents of its profile."""

    requirement: Requirement
    documents: tuple[AssessedDocument, ...]

    @property
    def satisfied(self) -> bool:
        """Whether all documents satisfy the requirement."""
        return all(each.assessment.satisfied for each in self.documents)


@dataclass(frozen=True, slots=True)
class PolicyReport:
    """Which requirements of a policy hold."""

    prior: Prior
    requirements: tuple[AssessedRequirement, ...]
    problems: tuple[CorpusProblem, ...]

    @property
    def violations(self) -> int:
        """The number of requirements that are violated."""
        return sum(not each.satisfied for each in self.requirements)

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "prior": self.prior.value,
            "violations": self.violations,
            "requirements": [_requirement_as_json(each) for each in self.requirements],
            "problems": [{"where": each.where, "reason": each.reason} for each in self.problems],
        }


def check_policy(policy: PrivacyPolicy, corpus: Path, workers: Workers = Workers()) -> PolicyReport:
    """Assess the documents of each profile that the policy names.

    The adversary is naive Bayes over the clients, calibrated, trained on all documents but the assessed one.

    Raises InvalidRequest when the policy names a client or a value that the corpus does not have, or a profile with
    one document, whose client the adversary could not know, or when two requirements mean the same subject; and
    whatever reading a corpus raises.
    """
    counted = count_corpus(corpus, counted_texts, workers=workers)
    return assess_policy(policy, counted.counts, counted.problems)


def assess_policy(
    policy: PrivacyPolicy, counts: TermCounts, problems: tuple[CorpusProblem, ...] = ()
) -> PolicyReport:
    """Assess the counted documents of a corpus as `check_policy` does; `problems` are those of reading it."""
    requirements = [_resolved(each, counts) for each in policy.requirements]
    _refuse_repeated(requirements, "policy")
    readers = _Readers.of(counts, TrainingOptions(features=None, prior=policy.prior))
    assessed = tuple(AssessedRequirement(each, tuple(_assessed(each, readers))) for each in requirements)
    return PolicyReport(policy.prior, assessed, problems)


def check_documents(policy: PrivacyPolicy, corpus: Sequence[Mapping[str, Any]]) -> PolicyReport:
    """Assess documents such as `{"id": "…", "client": "…", "text": "…", "utility": "…"}`, as `check_policy`."""
    documents = (
        CorpusDocument(each["id"], each["client"], each.get("utility"), (each["text"],)) for each in corpus
    )
    return assess_policy(policy, count_terms(documents))


@dataclass(frozen=True, slots=True, eq=False)
class _Readers:
    """The adversaries of a corpus: for each document one who has read all others.

    `class_counts` is [client, word]. Subtracting a document's own counts equals training again without it.
    """

    counts: TermCounts
    options: TrainingOptions
    class_counts: Floats
    documents: Integers
    temperature: float

    @classmethod
    def of(cls, counts: TermCounts, options: TrainingOptions) -> "_Readers":
        """Return the adversaries of a corpus. Raises CorpusError as training does."""
        sums = class_sums(counts.word_counts, counts.client_of, len(counts.clients))
        return cls(
            counts,
            options,
            sums.toarray().astype(np.float64),
            np.bincount(counts.client_of),
            train(counts, options).model.temperatures.client,
        )

    def of_document(self, row: int) -> tuple[Adversary, Mapping[str, int]]:
        """Return who has read all documents but this one, and the words of this one."""
        counts = self.counts.word_counts[[row]]
        words, own = counts.indices, int(self.counts.client_of[row])
        known = self.class_counts[:, words].copy()
        known[own] -= counts.data
        totals = self.class_counts.sum(axis=1)
        totals[own] -= counts.data.sum()
        alpha = self.options.alpha
        likelihood = np.log(known + alpha) - np.log(totals + alpha * len(self.counts.words))[:, None]
        documents = self.documents.copy()
        documents[own] -= 1
        spoken = tuple(self.counts.words[word] for word in words.tolist())
        adversary = Adversary(spoken, log_prior(self.options.prior, documents), likelihood.T, self.temperature)
        return adversary, dict(zip(spoken, counts.data.tolist(), strict=True))


def _assessed(requirement: Requirement, readers: _Readers) -> Iterator[AssessedDocument]:
    clients = readers.counts.clients
    values = [each.name if requirement.attribute == "client" else each.utility for each in clients]
    having = models_having(values, requirement.value)
    profile = find_client(clients, requirement.profile)
    for row in np.flatnonzero(readers.counts.client_of == profile).tolist():
        adversary, said = readers.of_document(row)
        yield AssessedDocument(readers.counts.documents[row], assess(adversary, having, requirement.belief, said))


def _resolved(requirement: Requirement, counts: TermCounts) -> Requirement:
    """Return a requirement with the name of its client as the corpus has it, and with the value that it means."""
    index = find_client(counts.clients, requirement.profile)
    client = counts.clients[index]
    if np.bincount(counts.client_of)[index] < 2:
        raise InvalidRequest(
            f"{client.name!r} has one document, so nobody who has read the others can know it. Add a document."
        )
    if requirement.attribute == "client":
        value = counts.clients[find_client(counts.clients, requirement.value or client.name)].name
        return replace(requirement, profile=client.name, value=value)
    value = requirement.value or client.utility or ""
    if value not in {each.utility for each in counts.clients}:
        raise InvalidRequest(f"The corpus has no industry {value!r}. Correct the policy, or clients.csv.")
    return replace(requirement, profile=client.name, value=value)


def read_policy(path: Path) -> PrivacyPolicy:
    """Read a policy such as `{"requirements": [{"profile": "Rook", "attribute": "client", "belief": 0.2}]}`.

    `attribute` is `client` or `industry`; without `value` the profile's own is meant. `prior` is `uniform` (the
    default) or `empirical`.

    Raises UnreadableFile, and InvalidRequest when the file is no policy.
    """
    content = read_bytes(path)
    try:
        policy = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _no_policy(str(path)) from error
    return policy_of(policy, str(path))


def policy_of(policy: Any, source: str) -> PrivacyPolicy:
    """Return the policy that the object of a file describes; `source` names it in messages.

    Raises InvalidRequest when it is no policy, or two requirements have the same subject.
    """
    try:
        prior = Prior(policy.get("prior", Prior.UNIFORM.value))
        requirements = tuple(_requirement(each) for each in policy["requirements"])
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError) as error:
        raise _no_policy(source) from error
    if not requirements:
        raise InvalidRequest(f"{source}: has no requirement. Add one.")
    _refuse_repeated(requirements, source)
    return PrivacyPolicy(requirements, prior)


def _refuse_repeated(requirements: Sequence[Requirement], source: str) -> None:
    """Raise InvalidRequest for two requirements of one subject, of which the stricter says all."""
    if len({each.subject for each in requirements}) < len(requirements):
        raise InvalidRequest(
            f"{source}: two requirements have the same profile, attribute and value. Keep the one with the lower "
            "belief."
        )


def _no_policy(source: str) -> InvalidRequest:
    return InvalidRequest(
        f"{source}: no privacy policy. Write an object with requirements: a list of objects with profile, "
        "attribute (client or industry) and belief (0 to 1)."
    )


def _requirement(entry: Mapping[str, Any]) -> Requirement:
    profile, attribute, belief = entry["profile"], entry["attribute"], entry["belief"]
    value = entry.get("value", "")
    if not (isinstance(profile, str) and isinstance(value, str)) or attribute not in ATTRIBUTES:
        raise ValueError("profile, attribute or value")
    if isinstance(belief, bool):
        raise TypeError("belief")
    return Requirement(profile, attribute, value, float(belief))


def _requirement_as_json(assessed: AssessedRequirement) -> dict[str, Any]:
    requirement = assessed.requirement
    return {
        "profile": requirement.profile,
        "attribute": requirement.attribute,
        "value": requirement.value,
        "belief": requirement.belief,
        "satisfied": assessed.satisfied,
        "documents": [{"id": each.id, **asdict(each.assessment)} for each in assessed.documents],
    }
