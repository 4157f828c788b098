"""Long-running jobs and their progress."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "jobs",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("started", moment, nullable=False),
        sa.Column("changed", moment, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
        sa.Column("version", sa.String, nullable=True),
        sa.Column("error", sa.String, nullable=True),
    )
