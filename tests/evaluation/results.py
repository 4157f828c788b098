"""A small result with one of everything."""

from dataclasses import replace

from backend.evaluation.result import Figure, Listing, Panel, Result, Series, Table

CURVE = Series("k = 2", (1.0, 2.0, 3.0), (0.5, None, 0.25))
FIGURE = Figure(
    "toy-curves", "Errors.", "options (number)", "errors (share)", (Panel("SVM", (CURVE,)),), ticks=("1", "2", "3+")
)
TOY = Result(
    "toy",
    "a toy",
    "Nobody 2011, Table 9.",
    ("What was done.",),
    ("What came out.",),
    ("Why it differs.",),
    tables=(
        Table(
            "Shares", ("objective", "paper", "ours", "posts"), (("ova", None, 0.8344, 1154), ("a|b", 0.6, 1.0, 0))
        ),
    ),
    figures=(FIGURE,),
    listings=(Listing("A post", ("first ____", "second ```", "third"), 2),),
)


def toy(name: str, title: str = "a toy") -> Result:
    """The toy under another name, without its figures."""
    return replace(TOY, experiment=name, title=title, figures=())
