"""An index that counts the decisions of reviews by their states, for lists of reviews."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_decisions_state", "decisions", ["review", "state"])
