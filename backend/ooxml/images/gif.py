"""Clean GIF files: keep frames and timing, remove comments, texts and application blocks (GIF89a, 23 to 27)."""

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number

MAGICS = (b"GIF87a", b"GIF89a")

_EXTENSION, _IMAGE, _TRAILER = 0x21, 0x2C, 0x3B
_CONTROL, _APPLICATION, _TEXT = 0xF9, 0xFF, 0x01
_LOOPS = (b"NETSCAPE2.0", b"ANIMEXTS1.0")
"""The programs' blocks that say how often an animation is repeated, in a sub-block of three bytes."""


def cleaned_gif(content: bytes) -> CleanedPicture:
    """Return the same frames with the same timing, without any text."""
    at = 13 + _table_size(read_number(content, 10, 1, big=False))
    kept, removed = [content[:at]], 0
    control = b""  # belongs to the picture or text that follows it
    while True:
        start, introducer = at, read_number(content, at, 1, big=False)
        if introducer == _TRAILER:
            break
        if introducer == _IMAGE:
            at += 10 + _table_size(read_number(content, at + 9, 1, big=False))
            at = _after_blocks(content, at + 1)
            kept.append(control + content[start:at])
            control = b""
        elif introducer == _EXTENSION:
            label = read_number(content, at + 1, 1, big=False)
            at = _after_blocks(content, at + 2)
            block = content[start:at]
            if label == _CONTROL:
                control = block
                continue
            repeats = _repeats(block) if label == _APPLICATION else b""
            kept.append(repeats)
            removed += repeats != block
            control = b"" if label == _TEXT else control
        else:
            raise MalformedPicture("a block of no known kind")
    removed += len(content) > at + 1
    return CleanedPicture(b"".join(kept) + bytes((_TRAILER,)), removed) if removed else CleanedPicture(content, 0)


def _table_size(packed: int) -> int:
    """Return the size in bytes of the colour table that a packed field announces."""
    return 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0


def _after_blocks(content: bytes, at: int) -> int:
    while size := read_number(content, at, 1, big=False):
        at += 1 + size
    return at + 1


def _repeats(block: bytes) -> bytes:
    """Return an application block without its data, except the number of repetitions."""
    is_loop = block[3:14] in _LOOPS and block[14:16] == b"\x03\x01"
    return block[:18] + b"\0" if is_loop and len(block) > 18 else b""
