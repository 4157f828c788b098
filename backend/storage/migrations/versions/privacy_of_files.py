"""What each redacted file of a batch gives away, in figures."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the column; it is empty for files that were done before."""
    op.add_column("job_files", sa.Column("privacy", sa.String, nullable=True))
