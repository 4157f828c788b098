"""What goes wrong: errors that Word would answer, and failures that only a test may see."""

MESSAGES = {
    "AccessDenied": "You do not have permission to perform this operation.",
    "ConnectionFailure": "The connection to the service was lost.",
    "SearchDialogIsOpen": "The search dialog is open.",
    "ApiNotFound": "The API you are trying to use could not be found. It may require a newer version of Word.",
    "GeneralException": "There was an internal error while processing the request.",
    "InvalidArgument": "The argument is invalid or missing or has an incorrect format.",
    "InvalidObjectPath": "The object path isn't working for what you're trying to do.",
    "ItemNotFound": "The requested resource doesn't exist.",
    "NotAllowed": "This operation is not permitted for the current object.",
    "ResponsePayloadSizeLimitExceeded": "The response payload size has exceeded the limit.",
    "RequestPayloadSizeLimitExceeded": "The request payload size has exceeded the limit.",
}
"""Word's own words (docs-pr: docs/testing/application-specific-api-error-handling.md)."""


class WordError(Exception):
    """What Word answers instead of a value; the client library makes an `OfficeExtension.Error` of it."""

    def __init__(self, code: str) -> None:
        super().__init__(MESSAGES[code])
        self.code = code


class HostFailure(Exception):
    """What makes a test fail loudly: a broken file, an unknown member, a message that makes no sense."""
