"""A request before the policy, the lists and the defaults are applied, and the one table of defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from backend.detection.custom.recognisers import CustomRecogniser
from backend.document.cleaning import AS_IT_STANDS, Cleaning
from backend.document.phrases import Phrase
from backend.messages.message import Message
from backend.redaction.placeholders import PlaceholderStyle
from backend.services.terms.term_selection import SelectionOptions

K = 5
"""The k where nobody names one; a policy may ask for a higher one."""

STYLE = PlaceholderStyle.NUMBERED
"""The placeholders where neither the request nor the policy names any."""

DEFAULT_SELECTION = SelectionOptions(objective=None, assurance=None, robust=None)
"""How terms are selected: `floor` where the industry is known, else `uniform`; against the version's attackers."""

MATTERS: Mapping[str, str] = {
    "revisions": "revisions",
    "comments": "comments",
    "hidden_text": "remove_hidden_text",
    "traces": "remove_traces",
    "images": "images",
}
"""What a clean copy is asked about: the names in requests, and the fields of `Cleaning`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms to redact always, and terms to keep with everything inside them."""

    always: tuple[Phrase, ...] = ()
    never: tuple[Phrase, ...] = ()


NO_TERMS = Terms()


@dataclass(frozen=True, slots=True)
class Request:
    """A request; None leaves a value to the policy of the client, and then to the defaults above.

    `client` is None where the manifest names it, or where client terms are left alone. `levels` asks an analysis to
    show the levels above `k` too, up to this one or to as many as there are clients. `utility` is the industry
    of the documents where it is not their client's. `recognisers` are the user's own. `cleaning` says what of a
    Word file is cleaned before it is read; no one has chosen the fields of it in `left_open`. `copy` is what more
    goes once the document is redacted; with a copy, what the policy requires goes then too. `index` adds the
    result to the index of released documents, if the policy allows it. `generalise` puts broader words in the
    places of terms, where every requirement still holds. `sources` are the files that this was read from,
    `warnings` are about it.
    """

    client: str | None = None
    manifest: Path | None = None
    k: int | None = None
    levels: int | None = None
    utility: str | None = None
    entities: frozenset[str] = frozenset()
    terms: Terms = NO_TERMS
    recognisers: tuple[CustomRecogniser, ...] = ()
    selection: SelectionOptions = DEFAULT_SELECTION
    cleaning: Cleaning = AS_IT_STANDS
    left_open: frozenset[str] = frozenset(MATTERS.values())
    copy: Cleaning | None = None
    index: bool = False
    generalise: bool = False
    style: PlaceholderStyle | None = None
    sources: tuple[Path, ...] = ()
    warnings: tuple[Message, ...] = ()

    @property
    def hides_a_client(self) -> bool:
        """Whether the request names a client, directly or by a manifest."""
        return self.client is not None or self.manifest is not None

    def of_client(self, client: str, k: int | None, utility: str | None) -> "Request":
        """The same request for one file, with the values of its manifest row."""
        return replace(self, client=client, manifest=None, k=k or self.k, utility=utility or self.utility)
