"""Errors of documents, and of files that are read or written."""

from backend.errors.family import UnsaidError


class DocumentError(UnsaidError):
    """A document cannot be read, so nothing was done to it; the base of the reasons why."""

    code, status_hint = "document_unreadable", 422


class NotAWordDocument(DocumentError):
    """The file is not a Word document (.docx): it is not a zip, is incomplete, or has no main document part."""

    code, status_hint = "not_a_word_document", 415


class EncryptedDocument(DocumentError):
    """The document has a password."""

    code, status_hint = "document_encrypted", 422


class DocumentTooLarge(DocumentError):
    """The document, or its decompressed content, is too large."""

    code, status_hint = "document_too_large", 413


class UnsafeDocument(DocumentError):
    """The document is unsafe: it has entity declarations, names that leave the package, or duplicate parts."""

    code, status_hint = "document_unsafe", 422


class NotUtf8(DocumentError):
    """A text file is not UTF-8."""

    code, status_hint = "not_utf8", 415


class UnsupportedFile(DocumentError):
    """Unsaid does not read files of this type."""

    code, status_hint = "unsupported_file", 415


class UnreadableFile(DocumentError):
    """The file is missing, or the operating system does not let Unsaid read it."""

    code, status_hint = "unreadable_file", 404


class CorpusError(UnsaidError):
    """The corpus contains nothing to learn from, or its files contradict each other."""

    code, status_hint = "corpus_unusable", 422


class OutputRefused(UnsaidError):
    """The output would replace an original or another output, or leave originals beside copies."""

    code, status_hint = "output_refused", 409


class OutputFailed(UnsaidError):
    """The output cannot be written; nothing was left behind. The disk may be full, or permission is missing."""

    code, status_hint = "output_failed", 507


class ReportUnusable(UnsaidError):
    """The report cannot be read, or `unsaid redact` did not write it."""

    code, status_hint = "report_unusable", 422
