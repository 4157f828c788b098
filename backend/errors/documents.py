"""Errors of documents, and of files that are read or written."""

from backend.errors.family import UnsaidError


class DocumentError(UnsaidError):
    """A document cannot be read, so nothing was done to it; the base of the reasons why."""

    code, status_hint = "document_unreadable", 422


class NotAWordDocument(DocumentError):
    """The bytes are no .docx: not a zip, cut short, or without a main document part."""

    code, status_hint = "not_a_word_document", 415


class EncryptedDocument(DocumentError):
    """The document is locked with a password."""

    code, status_hint = "document_encrypted", 422


class DocumentTooLarge(DocumentError):
    """The document, or what its zip would unpack to, is over a limit."""

    code, status_hint = "document_too_large", 413


class UnsafeDocument(DocumentError):
    """The package plays tricks: entity declarations, names that leave the package, duplicate parts."""

    code, status_hint = "document_unsafe", 422


class NotUtf8(DocumentError):
    """A text file is not UTF-8."""

    code, status_hint = "not_utf8", 415


class UnsupportedFile(DocumentError):
    """The file is of a kind that Unsaid does not read."""

    code, status_hint = "unsupported_file", 415


class UnreadableFile(DocumentError):
    """The file is missing, or the operating system refuses to let it be read."""

    code, status_hint = "unreadable_file", 404


class CorpusError(UnsaidError):
    """A corpus holds nothing to learn from, or its files contradict each other."""

    code, status_hint = "corpus_unusable", 422


class OutputRefused(UnsaidError):
    """Writing there would touch an original, overwrite another output, or leave originals beside copies."""

    code, status_hint = "output_refused", 409


class OutputFailed(UnsaidError):
    """The operating system did not take the output (disk full, no permission); nothing was left behind."""

    code, status_hint = "output_failed", 507


class ReportUnusable(UnsaidError):
    """A report file cannot be read or was not written by `unsaid redact`."""

    code, status_hint = "report_unusable", 422
