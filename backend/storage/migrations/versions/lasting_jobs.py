"""Jobs that survive a killed worker: the request, the holder and its lease, and the files of a batch."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the columns and the table; jobs that ran before cannot be resumed."""
    moment = sa.DateTime(timezone=True)
    for column in (
        sa.Column("owner", sa.String, nullable=True),
        sa.Column("form", sa.Integer, nullable=False, server_default="1"),
        sa.Column("sealed", sa.LargeBinary, nullable=True),
        sa.Column("only_one", sa.String, nullable=True),
        sa.Column("total", sa.Integer, nullable=True),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("holder", sa.String, nullable=True),
        sa.Column("held_until", moment, nullable=True),
        sa.Column("ending", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("cancel_asked", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("jobs", column)
    op.execute("UPDATE jobs SET state = 'failed', error = 'process_gone' WHERE state = 'running'")
    op.create_table(
        "job_files",
        sa.Column("job", sa.String, sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ordinal", sa.Integer, primary_key=True),
        sa.Column("mark", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("output_mark", sa.String, nullable=True),
        sa.Column("k_reached", sa.Integer, nullable=True),
        sa.Column("verification", sa.String, nullable=True),
        sa.Column("needs_attention", sa.Boolean, nullable=True),
        sa.Column("error", sa.String, nullable=True),
    )
