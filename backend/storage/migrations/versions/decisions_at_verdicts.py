"""What others had decided when a blind verdict was given."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the column; it is empty for verdicts that were given before."""
    op.add_column("blind_verdicts", sa.Column("decided", sa.String, nullable=True))
