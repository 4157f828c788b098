"""Problems for which surfaces give different advice: the messages of errors."""

from dataclasses import dataclass
from typing import Literal

from backend.messages.message import Message


@dataclass(frozen=True, slots=True)
class ModelMissing(Message):
    """The terms of a client cannot be found without a model."""

    code = "model_missing"


@dataclass(frozen=True, slots=True)
class NotAReport(Message):
    """A file or a member of a request is not a report of a redaction."""

    code = "not_a_report"

    source: str


@dataclass(frozen=True, slots=True)
class PolicyValueUnknown(Message):
    """A policy contains a value that policies do not allow."""

    code = "policy_value_unknown"


@dataclass(frozen=True, slots=True)
class PolicyNotSet(Message):
    """No policy is set for these documents."""

    code = "policy_not_set"


@dataclass(frozen=True, slots=True)
class ClientNotStored(Message):
    """No client of that name is stored."""

    code = "client_not_stored"

    client: str


@dataclass(frozen=True, slots=True)
class ClientNotInModel(Message):
    """The model knows no client of that name, and none with a similar one."""

    code = "client_not_in_model"

    client: str


@dataclass(frozen=True, slots=True)
class UserNotKnown(Message):
    """No user has that id."""

    code = "user_not_known"


@dataclass(frozen=True, slots=True)
class ApiKeyNotKnown(Message):
    """No API key has that id."""

    code = "api_key_not_known"


@dataclass(frozen=True, slots=True)
class CertificateKeyNotKnown(Message):
    """No certificate key has that id."""

    code = "certificate_key_not_known"


Purpose = Literal["outputs", "certificates"]
"""What a folder is for."""

AttackerOption = Literal["robust", "assurance"]
"""What of a request needs attackers."""


@dataclass(frozen=True, slots=True)
class OutputFolderIsFile(Message):
    """The folder for outputs is a file."""

    code = "output_folder_is_file"

    purpose: Purpose
    path: str


@dataclass(frozen=True, slots=True)
class OutputFolderInside(Message):
    """A folder for outputs is inside a folder that the run reads or writes."""

    code = "output_folder_inside"

    purpose: Purpose
    path: str
    other: str


@dataclass(frozen=True, slots=True)
class ReportInFolder(Message):
    """A report, which contains originals, would be in a folder that may be handed on."""

    code = "report_in_folder"

    purpose: Purpose
    report: str
    folder: str


@dataclass(frozen=True, slots=True)
class ReportWouldReplace(Message):
    """A report would replace a file that is read, or something that is not a file."""

    code = "report_would_replace"

    report: str
    fault: Literal["read_by_run", "not_a_file"]


@dataclass(frozen=True, slots=True)
class OutputIsOriginal(Message):
    """An output would replace an original."""

    code = "output_is_original"

    purpose: Purpose
    path: str


@dataclass(frozen=True, slots=True)
class FileUnreadable(Message):
    """The operating system refuses to let a file be read, or there is none."""

    code = "file_unreadable"

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class NotAnOrdinaryFile(Message):
    """A pipe or a device was named where a file is read."""

    code = "not_an_ordinary_file"

    path: str


@dataclass(frozen=True, slots=True)
class FileUnwritable(Message):
    """The operating system did not take an output."""

    code = "file_unwritable"

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class DataFolderMissing(Message):
    """There is no folder of experimental data there."""

    code = "data_folder_missing"

    path: str


@dataclass(frozen=True, slots=True)
class DataSetMissing(Message):
    """A data set is not in the folder of experimental data."""

    code = "data_set_missing"

    path: str


@dataclass(frozen=True, slots=True)
class FiguresNotInstalled(Message):
    """The library that draws figures is not installed."""

    code = "figures_not_installed"


@dataclass(frozen=True, slots=True)
class CertificateNotRecognised(Message):
    """A file is not a certificate."""

    code = "certificate_not_recognised"

    source: str


@dataclass(frozen=True, slots=True)
class CertificateKeysNotRecognised(Message):
    """A file contains no certificate keys."""

    code = "certificate_keys_not_recognised"

    source: str


@dataclass(frozen=True, slots=True)
class ReportNotSearchable(Message):
    """A report names a string that cannot be searched for."""

    code = "report_not_searchable"


@dataclass(frozen=True, slots=True)
class ClientNotInView(Message):
    """No client of that name is known, or none that the caller may see."""

    code = "client_not_in_view"


@dataclass(frozen=True, slots=True)
class ClientNotKnown(Message):
    """No client of that name is stored or in the model."""

    code = "client_not_known"

    client: str


@dataclass(frozen=True, slots=True)
class IndustryNotInModel(Message):
    """The model knows no such industry; the name is None where it must not be repeated."""

    code = "industry_not_in_model"

    industry: str | None
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndustryWithoutClient(Message):
    """An industry was named without a client."""

    code = "industry_without_client"


@dataclass(frozen=True, slots=True)
class ManifestRowMissing(Message):
    """The manifest has no row for a file."""

    code = "manifest_row_missing"

    path: str
    manifest: str


@dataclass(frozen=True, slots=True)
class AttackersMissing(Message):
    """Something needs attackers, and the model version has none."""

    code = "attackers_missing"

    option: AttackerOption


@dataclass(frozen=True, slots=True)
class AttackersIgnored(Message):
    """One option needs attackers, and another one ignores them."""

    code = "attackers_ignored"

    option: AttackerOption
    ignored_by: Literal["simple", "not_robust"]


@dataclass(frozen=True, slots=True)
class PersonalKindsMissing(Message):
    """A list of kinds of personal data is empty."""

    code = "personal_kinds_missing"


@dataclass(frozen=True, slots=True)
class PersonalKindUnknown(Message):
    """No kind of personal data has that name."""

    code = "personal_kind_unknown"

    kind: str
    nearest: str | None
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryTwice(Message):
    """A document that was sent contains one story or one paragraph twice."""

    code = "story_twice"


@dataclass(frozen=True, slots=True)
class TlsHalfSet(Message):
    """TLS needs a certificate and its key, and only one of them is named."""

    code = "tls_half_set"


@dataclass(frozen=True, slots=True)
class NobodyCouldSignIn(Message):
    """Others could reach the service, and nobody could sign in."""

    code = "nobody_could_sign_in"


@dataclass(frozen=True, slots=True)
class EditWithoutReplacement(Message):
    """A decision is an edit without a replacement, or has a replacement without being an edit."""

    code = "edit_without_replacement"


@dataclass(frozen=True, slots=True)
class HereWithoutPlace(Message):
    """A decision about one place names no place, or another decision names one."""

    code = "here_without_place"


@dataclass(frozen=True, slots=True)
class WideWithoutTerm(Message):
    """A decision for other documents names no term, or another decision names one."""

    code = "wide_without_term"


@dataclass(frozen=True, slots=True)
class NoVerdict(Message):
    """A move that decides nothing has a reason, a note, or counts for other documents."""

    code = "no_verdict"


@dataclass(frozen=True, slots=True)
class ReviewWithoutClient(Message):
    """A decision would count for a client, and the review has none."""

    code = "review_without_client"


@dataclass(frozen=True, slots=True)
class TooManyProposals(Message):
    """A person has proposed more terms than may be unsettled."""

    code = "too_many_proposals"

    most: int


@dataclass(frozen=True, slots=True)
class LevelOfAuthorOnly(Message):
    """Someone else than the author would store the level of a review."""

    code = "level_of_author_only"


@dataclass(frozen=True, slots=True)
class NothingSampled(Message):
    """A sample to be judged blindly would be empty, or larger than everything."""

    code = "nothing_sampled"
