"""How much of each bounded thing a file holds, counted by another parser than the product's."""

import io
import zipfile
from collections import Counter
from contextlib import suppress
from xml.parsers import expat

_LISTS = {"p": "runs", "Relationships": "relationships", "Types": "relationships"}


def measured(content: bytes) -> Counter[str]:
    """The largest number for each field of `Limits` that one file reaches, files in it included."""
    seen = _in_package(content)
    seen["packed"] = len(content)
    seen["ratio"] = seen["unpacked"] // len(content)
    seen["unsuspicious"] = seen["unpacked"]
    return seen


def _in_package(content: bytes) -> Counter[str]:
    seen: Counter[str] = Counter(depth=1)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for part in parts.values():
        if part.startswith(b"PK\x03\x04"):
            inside = _in_package(part)
            seen["depth"] = max(seen["depth"], inside.pop("depth") + 1)
            _add(seen, inside)
        elif part.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<"):
            _add(seen, _in_part(part))
    _add(seen, Counter(parts=len(parts), unpacked=sum(map(len, parts.values()))))
    return seen


_SUMS = ("parts", "unpacked", "elements")


def _add(seen: Counter[str], more: Counter[str]) -> None:
    for name, many in more.items():
        seen[name] = seen[name] + many if name in _SUMS else max(seen[name], many)


def _in_part(part: bytes) -> Counter[str]:
    """Names are counted as they are spelled, with their prefixes."""
    seen: Counter[str] = Counter()
    around: list[list[str | int]] = [["", 0]]
    names: set[str] = set()
    spaces: set[str] = set()
    prefixes: set[str] = set()

    def most(name: str, many: int) -> None:
        seen[name] = max(seen[name], many)

    def start(tag: str, attributes: dict[str, str]) -> None:
        seen["elements"] += 1 + sum(name.partition(":")[0] != "xmlns" for name in attributes)
        parent = around[-1]
        parent[1] = children = int(parent[1]) + 1
        most(_LISTS.get(str(parent[0]).rpartition(":")[2], "children"), children)
        around.append([tag, 0])
        most("nesting", len(around) - 1)
        most("attributes", len(attributes))
        for name, value in attributes.items():
            if name.partition(":")[0] == "xmlns":
                prefixes.add(name)
                spaces.add(value)
                most("name_length", len(value))
            else:
                names.add(name)
        names.add(tag)
        most("names", len(names))
        most("namespaces", max(len(spaces), len(prefixes)))
        most("name_length", len(tag.rpartition(":")[2]))

    def unseen(*_: object) -> None:
        seen["unseen"] += 1

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: around.pop()
    parser.CommentHandler = parser.ProcessingInstructionHandler = unseen
    with suppress(expat.ExpatError):  # what came before counts
        parser.Parse(part, True)  # noqa: FBT003 - expat takes no keywords
    return seen
