"""What stands in the way, where surfaces advise differently: the messages of errors."""

from dataclasses import dataclass

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
    """A policy holds a value that no part of a policy has."""

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
