"""Whether each redacted file of a batch is in the index of released documents."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make the column; it is empty for files that nobody wanted in the index, or that were done before."""
    op.add_column("job_files", sa.Column("index_result", sa.String, nullable=True))
