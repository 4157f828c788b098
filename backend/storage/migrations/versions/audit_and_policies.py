"""The audit trail, policies and users."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "audit",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("content", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("signature", sa.String, nullable=False),
    )
    head = op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("moment", sa.String, nullable=False),
        sa.Column("signature", sa.String, nullable=False),
    )
    op.bulk_insert(head, [{"id": 1, "number": 0, "hash": "0" * 64, "moment": "", "signature": ""}])
    op.create_table(
        "policies",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("mark", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.UniqueConstraint("mark", "version"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("changed", moment, nullable=False),
    )
    revisions = sa.table("revisions", sa.column("kind", sa.String), sa.column("number", sa.Integer))
    op.bulk_insert(revisions, [{"kind": "policies", "number": 0}, {"kind": "users", "number": 0}])
