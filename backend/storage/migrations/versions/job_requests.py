"""What a job was asked to do, in a row of its own: lists and heartbeats of jobs do not read it."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make the table; what was stored with a job before stays there until it is no longer kept."""
    op.create_table(
        "job_requests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("job", sa.String, sa.ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False, unique=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
