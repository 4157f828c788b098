"""What a run of base64 inflates to is read, in proportion to its length."""

import base64
import zlib

from backend.document.text_readings import other_readings

SENTENCE = "Halden & Rook wrote to Ann Whitfield about berth seven. "


def run_of(text):
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def test_a_compressed_text_is_read():
    assert any(SENTENCE.strip() in read.text for read in other_readings(f"token {run_of(SENTENCE)} ends"))


def test_many_runs_that_inflate_a_thousandfold_are_read_in_proportion():
    text = "\n".join(run_of(f"{number} " + SENTENCE * 1_000) for number in range(20))
    readings = [*other_readings(text)]
    assert readings
    assert all(len(read.text) < 20 * len(text) for read in readings)
