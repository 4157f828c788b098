"""What the pane has to undo in a document, in a row of its own: lists of reviews do not read it."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table; what was stored with a review before stays there until the pane stores it again."""
    op.create_table(
        "pane_marks",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column(
            "review", sa.String, sa.ForeignKey("reviews.id", ondelete="CASCADE"), nullable=False, unique=True
        ),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
