"""Signatures, hashes and trees that are made with one secret for MACs; a rotation of the key begins another one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from backend.storage.authenticity.checked_trees import Trees
from backend.storage.authenticity.hash_chain import Sign
from backend.storage.authenticity.mac_tree import Hashes


@dataclass(slots=True, eq=False)
class MacKeys:
    """The keys derived from one secret, by its number, and the checks done with them; threads may share it.

    `origin` is the identity of the store that made these secrets, `roots` are those of the last state that was
    looked up.
    """

    number: int
    sign: Sign = field(repr=False)
    hashes: Hashes = field(repr=False)
    origin: str
    trees: Trees = field(init=False, repr=False)
    roots: tuple[str, Mapping[str, str]] = field(init=False, repr=False, default=("", {}))

    def __post_init__(self) -> None:
        self.trees = Trees(self.hashes)
