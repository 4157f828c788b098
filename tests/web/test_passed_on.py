"""Whatever reads a document is done where it can be ended."""

from backend.web.documents_in import _MARK
from backend.web.passed_on import HEAVY


def test_every_route_that_takes_a_document_is_passed_on(app):
    """A zip is opened elsewhere too, and each of its documents is redacted there."""
    takes = {endpoint for endpoint, view in app.view_functions.items() if _MARK in repr(getattr(view, "_spec", {}))}
    assert takes >= {"analyses.analyse", "batches.redact_batch"}
    assert takes - {"batches.redact_batch"} <= set(HEAVY)
