"""Reviews, decisions and proposals."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "everyone",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", _MOMENT, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("stage", sa.String, nullable=False),
        sa.Column("author", sa.String, nullable=False),
        sa.Column("second_approver", sa.Boolean, nullable=False),
        sa.Column("claimed_by", sa.String, nullable=True),
        sa.Column("approved_by", sa.String, nullable=True),
        sa.Column("group_mark", sa.String, nullable=True),
        sa.Column("client_mark", sa.String, nullable=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("model", sa.String, nullable=True),
        sa.Column("policy", sa.String, nullable=True),
        sa.Column("blind_share", sa.Float, nullable=False),
        sa.Column("blind_rater", sa.String, nullable=True),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("changed", _MOMENT, nullable=False),
    )
    op.create_index("ix_reviews_changed", "reviews", ["changed"])
    op.create_table(
        "decision_texts",
        sa.Column("id", sa.String, primary_key=True),
        _of_review(),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_decision_texts_review", "decision_texts", ["review"])
    op.create_table(
        "decisions",
        _of_review(primary_key=True),
        sa.Column("mark", sa.String, primary_key=True),
        sa.Column("place", sa.String, primary_key=True),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=True),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("changed", _MOMENT, nullable=False),
        sa.Column("texts", sa.String, sa.ForeignKey("decision_texts.id"), nullable=True),
    )
    op.create_table(
        "blind_verdicts",
        _of_review(primary_key=True),
        sa.Column("mark", sa.String, primary_key=True),
        sa.Column("goes", sa.Boolean, nullable=False),
        sa.Column("given", _MOMENT, nullable=False),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.String, primary_key=True),
        _of_review(),
        sa.Column("mark", sa.String, nullable=False),
        sa.Column("term_mark", sa.String, nullable=False),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("goes", sa.Boolean, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("made", _MOMENT, nullable=False),
        sa.Column("ended_by", sa.String, nullable=True),
        sa.Column("ended", _MOMENT, nullable=True),
    )
    op.create_index("ix_proposals_review", "proposals", ["review", "mark"])
    op.create_index("ix_proposals_state", "proposals", ["state"])
    revisions = sa.table("revisions", sa.column("kind", sa.String), sa.column("number", sa.Integer))
    op.bulk_insert(revisions, [{"kind": "proposals", "number": 0}])


def _of_review(*, primary_key: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("reviews.id", ondelete="CASCADE")
    return sa.Column("review", sa.String, key, primary_key=primary_key, nullable=False)
