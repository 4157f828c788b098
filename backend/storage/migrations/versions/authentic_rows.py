"""Versions and MACs of the rows that grant, approve or constrain; `Store.upgrade` fills these tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "row_macs",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("leaf", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("mac", sa.String, nullable=False),
        sa.Column("parts", sa.String, nullable=True),
    )
    op.create_index("ix_row_macs_leaf", "row_macs", ["kind", "leaf"])
    op.create_table(
        "mac_tree",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("children", sa.LargeBinary, nullable=False),
    )
