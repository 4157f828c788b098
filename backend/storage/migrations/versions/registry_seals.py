"""What machines remember of the seals of model registries."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "registry_seals",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
