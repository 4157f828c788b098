"""The actions that the audit trail can record. Their names never change, because stored rows contain them."""

from enum import StrEnum

from backend.storage.authenticity.hash_chain import RESTORED


class Action(StrEnum):
    """An action, named `object.verb`; in the past tense if it is finished when the row is written."""

    DOCUMENT_ANALYSED = "document.analysed"
    DOCUMENT_REDACTED = "document.redacted"
    DOCUMENT_VERIFIED = "document.verified"
    DOCUMENT_COPIED = "document.copied"

    CLIENT_ADDED = "client.added"
    CLIENT_CHANGED = "client.changed"
    CLIENT_REMOVAL_BEGUN = "client.removal_begun"
    CLIENT_REMOVED = "client.removed"
    CLIENTS_IMPORTED = "clients.imported"

    KEY_MADE = "key.made"
    KEY_REVOKED = "key.revoked"

    CERTIFICATE_KEY_MADE = "certificate_key.made"
    CERTIFICATE_KEY_REVOKED = "certificate_key.revoked"

    POLICY_SET = "policy.set"
    POLICY_REMOVED = "policy.removed"

    USER_SEEN = "user.seen"
    USER_GRANTED = "user.granted"
    USER_REVOKED = "user.revoked"
    USER_FORGOTTEN = "user.forgotten"

    VERSION_PROMOTED = "version.promoted"
    VERSION_ROLLED_BACK = "version.rolled_back"
    VERSION_TRAINED = "version.trained"
    VERSIONS_AUTHENTICATED = "versions.authenticated"
    VERSIONS_SEALED = "versions.sealed"

    JOB_BEGUN = "job.begun"
    JOB_TAKEN = "job.taken"
    JOB_CANCELLED = "job.cancelled"
    JOB_STOPPED = "job.stopped"
    JOB_RETRIED = "job.retried"
    JOB_DONE = "job.done"
    JOB_FAILED = "job.failed"

    REVIEW_CREATED = "review.created"
    REVIEW_SUBMITTED = "review.submitted"
    REVIEW_RECALLED = "review.recalled"
    REVIEW_CLAIMED = "review.claimed"
    REVIEW_RELEASED = "review.released"
    REVIEW_DECIDED = "review.decided"
    REVIEW_PASSED_ON = "review.passed_on"
    REVIEW_APPROVED = "review.approved"
    REVIEW_RETURNED = "review.returned"
    REVIEW_REOPENED = "review.reopened"
    REVIEW_SAMPLED = "review.sampled"
    REVIEW_APPLIED = "review.applied"
    REVIEW_VERIFIED = "review.verified"
    REVIEW_REMOVED = "review.removed"

    PROPOSAL_ACCEPTED = "proposal.accepted"
    PROPOSAL_DECLINED = "proposal.declined"

    INDEX_BUILT = "index.built"
    INDEX_ADDED = "index.added"
    INDEX_REMOVED = "index.removed"
    INDEX_PUBLISHED = "index.published"
    INDEX_DOWNLOADED = "index.downloaded"
    INDEX_SEARCHED = "index.searched"
    INDEX_ASKED = "index.asked"
    INDEX_WITHDRAWN = "index.withdrawn"
    INDEX_ACCEPTED = "index.accepted"
    INDEX_DECLINED = "index.declined"

    EVERYONE_CHANGED = "everyone.changed"

    STORE_ADOPTED = "store.adopted"
    STORE_RESTORED = RESTORED
    STORE_KEY_ROTATED = "store.key_rotated"
