"""The first tables: secrets, revisions, the dictionaries of clients, and API keys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "secrets",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("purpose", sa.String, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    revisions = op.create_table(
        "revisions",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.bulk_insert(revisions, [{"kind": "clients", "number": 0}])
    op.create_table(
        "clients",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name_mark", sa.String, nullable=False, unique=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", moment, nullable=False),
    )
    op.create_table(
        "aliases",
        sa.Column("client", sa.String, sa.ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mark", sa.String, primary_key=True),
    )
    op.create_index("ix_aliases_mark", "aliases", ["mark"])
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("secret_hash", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("expires", moment, nullable=False),
        sa.Column("revoked", moment, nullable=True),
    )
