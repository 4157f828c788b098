"""Errors of client models, lists and installed data."""

from backend.errors.family import UnsaidError


class PipelineUnusable(UnsaidError):
    """The pipeline that finds names is missing, broken, or needs a library that is not installed."""

    code, status_hint = "pipeline_unusable", 503


class ListUnusable(UnsaidError):
    """A file of allowed words, denied words or recognisers cannot be read."""

    code, status_hint = "list_unusable", 422


class TaxonomyUnusable(UnsaidError):
    """A list of generalisations has lines that cannot be used."""

    code, status_hint = "taxonomy_unusable", 422


class DataMissing(UnsaidError):
    """The data of an experiment are missing."""

    code, status_hint = "data_missing", 404


class NoModel(UnsaidError):
    """The registry has no version in use, so there is nothing to compare a document with."""

    code, status_hint = "no_model", 409


class UnknownVersion(UnsaidError):
    """The registry has no version of that name."""

    code, status_hint = "unknown_version", 404


class VersionExists(UnsaidError):
    """A version of that name exists already; versions are never overwritten."""

    code, status_hint = "version_exists", 409


class RegistryDamaged(UnsaidError):
    """A stored version does not match its own checksums or format."""

    code, status_hint = "registry_damaged", 500


class ModelNotAuthentic(RegistryDamaged):
    """A model version, or the record of which one is in use, was changed from outside Unsaid."""

    code, status_hint = "model_not_authentic", 500


class UnknownClient(UnsaidError):
    """No client of that name exists."""

    code, status_hint = "unknown_client", 404


class ImpossibleK(UnsaidError):
    """k is higher than the number of clients allows."""

    code, status_hint = "impossible_k", 422


class InfeasibleProgram(UnsaidError):
    """No selection of words satisfies every condition."""

    code, status_hint = "infeasible_program", 422


class SolverFailed(UnsaidError):
    """No solver found a solution in time."""

    code, status_hint = "solver_failed", 503


class NoIntegerSolution(SolverFailed):
    """The solver found a fractional solution in time, and no selection of whole words."""

    code, status_hint = "solver_failed", 503
