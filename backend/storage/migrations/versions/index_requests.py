"""Requests for documents that were found in the index, and what was answered to them, encrypted."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make the table, and the counter that its writers wait for."""
    op.create_table(
        "index_requests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("asker", sa.String, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    revisions = sa.table("revisions", sa.column("kind", sa.String), sa.column("number", sa.Integer))
    op.bulk_insert(revisions, [{"kind": "index_requests", "number": 0}])
