"""Figures as files: the same bytes for the same figures, and curves told apart without colour."""

import struct
import zlib
from dataclasses import replace

import numpy as np

from backend.evaluation import figures
from backend.evaluation.result import Panel, Series
from tests.evaluation.results import CURVE, FIGURE


def chunks(png):
    """The kinds of chunks in a PNG, read by the format's own rules; each checksum holds."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, kinds = 8, []
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        kinds.append(kind)
        at += 12 + length
    return kinds


def test_the_same_figures_give_the_same_bytes_without_a_date_or_a_version():
    drawn = figures.png(FIGURE)
    assert drawn == figures.png(FIGURE)
    assert set(chunks(drawn)) == {b"IHDR", b"pHYs", b"IDAT", b"IEND"}


def test_other_figures_give_another_picture():
    other = replace(FIGURE, panels=(Panel("SVM", (replace(CURVE, y=(0.5, 0.4, 0.25)),)),))
    assert figures.png(other) != figures.png(FIGURE)


def test_many_panels_and_the_papers_curve_are_drawn():
    curves = (CURVE, Series("k = 2", (1.0, 2.0, 3.0), (0.6, 0.5, 0.1), paper=True))
    for many in (1, 2, 3, 4, 5):
        assert figures.png(replace(FIGURE, panels=tuple(Panel(f"{i}", curves) for i in range(many))))


def test_curves_differ_in_mark_and_stroke_and_neighbours_in_grey():
    assert len(set(figures._MARKS)) == len(set(map(str, figures._STROKES))) == len(figures._COLOURS)
    grey = [
        float(np.dot([int(colour[i : i + 2], 16) for i in (1, 3, 5)], (0.299, 0.587, 0.114)))
        for colour in figures._COLOURS[:3]
    ]
    assert min(abs(a - b) for i, a in enumerate(grey) for b in grey[:i]) > 30, (
        "the first three, which most figures use"
    )
