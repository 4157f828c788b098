"""A process that changes the store without end, and says after each change what was acknowledged."""

import json
import os
import sys

from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.store import Store


def main():
    """Every third client is changed again, and of every fifth change the key is rotated."""
    store = Store.of(Settings.from_environment())
    begun = len(store.clients.all())
    for number in range(begun, begun + 10_000):
        added = store.clients.add(Dictionary(f"Client {number}", (f"alias {number}",)))
        tell(added)
        if number % 3 == 0:
            tell(store.clients.change(added.id, 1, Dictionary(f"Client {number}", (f"other {number}",))))
        if number % 5 == 0:
            store.rotate_key()


def tell(stored):
    line = json.dumps([stored.id, stored.version, stored.dictionary.name, stored.dictionary.aliases])
    os.write(sys.stdout.fileno(), line.encode() + b"\n")  # in one piece, at once


if __name__ == "__main__":
    main()
