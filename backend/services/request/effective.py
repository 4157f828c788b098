"""The effective request for one document: with its client, the term lists, the policy and the defaults."""

from dataclasses import dataclass

from backend.blocking.target_rank import RankKey
from backend.detection.custom.recognisers import CustomRecogniser
from backend.detection.finding import Finding
from backend.document.cleaning import AS_IT_STANDS, Cleaning
from backend.document.model import Document
from backend.document.phrases import Phrase
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.message import Message
from backend.panel import Panel
from backend.privacy.earlier_texts import EarlierTexts
from backend.privacy.sensitivity import SensitivityModel
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ANY, NEVER_SET, ReviewPolicy
from backend.services.request.request import DEFAULT_SELECTION, NO_TERMS, STYLE, Terms
from backend.services.terms.personal_data import PersonalDataSearch
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import SelectionOptions
from backend.taxonomy.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class EffectiveRequest:
    """The effective request for one document.

    `subject` is the client, None where client terms are left alone. `entities` are the kinds of personal data to
    look for, with `recognisers` and the `pipeline` for names. `asked` are the terms that the request names,
    `listed` those that the lists add; `left` are terms that someone decided to leave. `found_again` are personal
    data that only a look at the redacted text has found, where they stand in the document. `selection` says how the
    terms of the model are selected, and `nested` whether each level holds the terms of the level below it.
    `cleaning`, `copy` and `index` are as in `Request`. `policy` and `policy_name` are the policy that counts.
    `visible` are the clients that the caller may see by name. `own_kinds` are what recognisers of the user's own
    find, in this run and on all lists. `rank_key` draws the rank of the client, None where there is no key. `panel`
    are the held-out attackers that say what they identify, None where the caller may not know. `sensitivity`
    measures what the release gives away, and `earlier` are texts that it is compared with.
    `taxonomy` has the broader forms that may stand for terms, None where this installation has none; they are put
    in the places of terms if `generalise` says so.
    `warnings` are about what was filled in.
    """

    subject: Subject | None = None
    entities: frozenset[str] = frozenset()
    asked: Terms = NO_TERMS
    listed: Terms = NO_TERMS
    left: tuple[Phrase, ...] = ()
    found_again: tuple[Finding, ...] = ()
    recognisers: tuple[CustomRecogniser, ...] = ()
    pipeline: str | None = None
    selection: SelectionOptions = DEFAULT_SELECTION
    nested: bool = True
    cleaning: Cleaning = AS_IT_STANDS
    copy: Cleaning | None = None
    index: bool = False
    generalise: bool = False
    style: PlaceholderStyle = STYLE
    policy: ReviewPolicy = ANY
    policy_name: str = NEVER_SET
    visible: VisibleClients = EVERYBODY
    own_kinds: frozenset[str] = frozenset()
    rank_key: RankKey | None = None
    panel: Panel | None = None
    sensitivity: SensitivityModel | None = None
    earlier: EarlierTexts | None = None
    taxonomy: Taxonomy | None = None
    warnings: tuple[Message, ...] = ()

    def drawn(self, unnamed: Document) -> float | None:
        """What the rank of the client is drawn with in a document; None without a client or a key.

        The document comes without personal data: the rank of a release must not depend on what it does not show.
        """
        if self.subject is None or self.client is None or self.rank_key is None:
            return None
        known = self.subject.model.by_client.column
        return self.rank_key.drawn(self.client, unnamed.counted_texts(), known)

    @property
    def client(self) -> str | None:
        """The name of the client."""
        return None if self.subject is None else self.subject.model.clients[self.subject.client].name

    @property
    def k(self) -> int | None:
        """The requested level; None without a client."""
        return None if self.subject is None else self.subject.k

    @property
    def model(self) -> str | None:
        """The model version; None without a client."""
        return None if self.subject is None else self.subject.model.version

    @property
    def always(self) -> tuple[Phrase, ...]:
        """All terms to redact always: those that were asked for, and those of the lists."""
        return (*self.asked.always, *self.listed_always)

    @property
    def listed_always(self) -> tuple[Phrase, ...]:
        """The terms of the lists to redact always."""
        return self._listed(self.listed.always)

    @property
    def never(self) -> tuple[Phrase, ...]:
        """All terms to redact never."""
        return (*self.asked.never, *self._listed(self.listed.never), *self.left)

    @property
    def search(self) -> PersonalDataSearch:
        """Which personal data to search for, and with what."""
        return PersonalDataSearch(self.entities, self.recognisers, self.pipeline)

    def _listed(self, terms: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """The terms of the lists that the request itself does not mention."""
        own = {phrase.key for phrase in (*self.asked.always, *self.asked.never)}
        return tuple(each for each in terms if each.key not in own)
