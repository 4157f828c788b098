"""The pane sorts every kind of personal data that the service tells apart."""

import re
from pathlib import Path

from backend.document.placeholders import ENTITIES

KINDS = Path(__file__).parents[2] / "addin" / "src" / "state" / "kinds.ts"


def test_each_kind_of_the_service_is_in_one_kind_of_the_pane():
    source = KINDS.read_text("utf-8")
    table = source[source.index("const ENTITIES") : source.index("const KIND_OF")]
    named = [name for text in re.findall(r'"([A-Z_ ]+)"', table) for name in text.split()]
    assert sorted(named) == sorted(ENTITIES)
