"""Unsaid hides what a document gives away.

One way through the house (docs/architecture.md):

    Document -> Finding[] -> Suggestion[] -> Decision[] -> RedactionPlan -> Document' -> Verification -> report
"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("unsaid")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0"
