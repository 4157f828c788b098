"""Errors about the anonymous index of released documents."""

from backend.errors.family import UnsaidError


class IndexUnusable(UnsaidError):
    """A folder is no index, or its files are damaged."""

    code, status_hint = "index_unusable", 500


class IndexBusy(IndexUnusable):
    """Another program is changing the index; nothing was changed here."""

    code, status_hint = "index_busy", 503


class IndexNotWritable(IndexUnusable):
    """The files of the index cannot be written or read; nothing was changed."""

    code = "index_not_writable"


class NoIndex(UnsaidError):
    """No index of released documents was built for this installation."""

    code, status_hint = "no_index", 404


class NoEdition(UnsaidError):
    """No edition of the index was published yet."""

    code, status_hint = "no_edition", 409


class IndexBelowK(UnsaidError):
    """The index has documents of fewer than k owners left."""

    code, status_hint = "index_below_k", 409


class AlreadyIndexed(UnsaidError):
    """A document with this id is in the index already."""

    code, status_hint = "already_indexed", 409


class NotIndexed(UnsaidError):
    """The index has no document with this id."""

    code, status_hint = "not_indexed", 404


class EditionReplaced(UnsaidError):
    """A group of an edition was named that is not the current one."""

    code, status_hint = "edition_replaced", 409


class UnknownIndexRequest(UnsaidError):
    """No open request for a document has that id, or it is none of the caller's."""

    code, status_hint = "unknown_index_request", 404


class TooManyIndexRequests(UnsaidError):
    """An account has asked for as many documents as it may."""

    code, status_hint = "too_many_index_requests", 429
