"""Errors of client models, lists and installed data."""

from backend.errors.family import UnsaidError


class PipelineUnusable(UnsaidError):
    """The pipeline that finds names is missing, broken, or needs what is not installed."""

    code, status_hint = "pipeline_unusable", 503


class ListUnusable(UnsaidError):
    """A file of allowed words, denied words or recognisers cannot be read."""

    code, status_hint = "list_unusable", 422


class DataMissing(UnsaidError):
    """The data of an experiment are not where they were looked for."""

    code, status_hint = "data_missing", 404


class NoModel(UnsaidError):
    """The registry holds no promoted version, so there is nothing to compare a document with."""

    code, status_hint = "no_model", 409


class UnknownVersion(UnsaidError):
    """The registry holds no version of that name."""

    code, status_hint = "unknown_version", 404


class VersionExists(UnsaidError):
    """A version of that name exists already; versions are never overwritten."""

    code, status_hint = "version_exists", 409


class RegistryDamaged(UnsaidError):
    """A stored version does not match its own checksums or format."""

    code, status_hint = "registry_damaged", 500


class ModelNotAuthentic(RegistryDamaged):
    """A model version, or which one is in use, is not what Unsaid has stored with its key."""

    code, status_hint = "model_not_authentic", 500


class UnknownClient(UnsaidError):
    """The model knows no client of that name."""

    code, status_hint = "unknown_client", 404


class ImpossibleK(UnsaidError):
    """More rivals are asked for than there are other clients."""

    code, status_hint = "impossible_k", 422


class InfeasibleProgram(UnsaidError):
    """No choice of words satisfies every row of the program."""

    code, status_hint = "infeasible_program", 422


class SolverFailed(UnsaidError):
    """No solver answered, or not in time."""

    code, status_hint = "solver_failed", 503


class NoWholeWords(SolverFailed):
    """A solver found shares of words in time, and no choice of whole words."""

    code, status_hint = "solver_failed", 503
