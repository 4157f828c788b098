"""The panel of held-out attackers that a model version keeps, to attack each document that is analysed.

No program knows of them: they measure what the suggestions achieve.
"""

from collections.abc import Mapping

from backend.blocking.attackers import sample_documents
from backend.errors import RegistryDamaged
from backend.learning.counts import TermCounts
from backend.learning.registry import Registry
from backend.panel import Panel
from backend.panel.attackers import STORED
from backend.panel.stored import pack_panel, unpack_panel

PANEL = "panel.npz"
"""What a version's panel is attached as."""

DOCUMENTS, CHARACTERS = 600, 20_000
"""How many documents the panel learns from, and how much of each: 19 seconds and 58 MB with 107 clients."""


def documents_of_panel(counts: TermCounts) -> frozenset[str]:
    """Return the ids of the documents to learn from: of each client the same number, and at least one."""
    return frozenset(counts.documents[row] for row in sample_documents(counts.client_of, DOCUMENTS).tolist())


def learn_panel(counts: TermCounts, texts: Mapping[str, str]) -> bytes | None:
    """Return the bytes of a panel that has learnt from texts by document; None without a text.

    It knows clients by their numbers in the model, since dictionaries may change their names.
    """
    number = dict(zip(counts.documents, counts.client_of.tolist(), strict=True))
    learnt = {document: texts[document] for document in sorted(documents_of_panel(counts)) if document in texts}
    if not learnt:
        return None
    clients = [str(number[document]) for document in learnt]
    return pack_panel(Panel.learn([text[:CHARACTERS] for text in learnt.values()], clients, STORED))


def load_panel(registry: Registry, version: str | None) -> Panel | None:
    """Load the panel of a version, by default of the promoted one; None if it has none.

    Raises NoModel, UnknownVersion, RegistryDamaged, UnreadableFile.
    """
    content = registry.attached(version, PANEL)
    if content is None:
        return None
    try:
        return unpack_panel(content)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RegistryDamaged(f"{PANEL} in the registry is not what was stored. Train again.") from error
