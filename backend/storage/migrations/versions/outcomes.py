"""The outcome of each file of a batch."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the column; it is empty for files that were done before."""
    op.add_column("job_files", sa.Column("outcome", sa.String, nullable=True))
