"""From settings and options to the values that the services take."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from backend.blocking.defence import Defence
from backend.blocking.utility import Objective
from backend.detection.finding import FindingKind
from backend.detection.lists import read_lists, read_rules
from backend.detection.pii import parse_entities
from backend.document.model import StoryKind
from backend.document.phrases import Phrase
from backend.document.policy import AS_IT_STANDS, CLEAN, Comments, Images, Policy, Revisions
from backend.errors import InvalidRequest
from backend.learning.model import ClientModel
from backend.learning.registry import Registry
from backend.ooxml.in_place import Obstacle
from backend.redaction.placeholders import PlaceholderStyle
from backend.review.decisions import Verdict, Word
from backend.services.analyse import HideRequest
from backend.services.choosing import Wish
from backend.services.dictionaries import Dictionaries
from backend.services.guess import KnownClients
from backend.services.retrain import load_defence
from backend.services.serving import ServedModels
from backend.settings import Settings
from backend.storage.keys import new_key
from backend.storage.roles import Role
from backend.storage.store import Store

OBJECTIVES = tuple(objective.value for objective in Objective)
"""The names that `hide_request` takes for `objective`."""

ROLES = tuple(role.value for role in Role)
"""The names of the roles that an API key can have."""

PLACEHOLDER_STYLES = tuple(style.value for style in PlaceholderStyle)
"""The names that `placeholder_style` takes."""

STORY_KINDS = tuple(kind.value for kind in StoryKind)
SUGGESTION_KINDS = tuple(kind.value for kind in FindingKind)
OBSTACLES = tuple(obstacle.value for obstacle in Obstacle)
"""What suggestions and their places may be."""

REVISIONS = tuple(each.value for each in Revisions)
COMMENTS = tuple(each.value for each in Comments)
IMAGES = tuple(each.value for each in Images)
KEEP, REMOVE = "keep", "remove"
"""The names that `clean_policy` takes."""


def placeholder_style(name: str) -> PlaceholderStyle:
    """The style of that name.

    >>> placeholder_style("typed").name
    'TYPED'
    """
    return PlaceholderStyle(name)


def open_registry(folder: Path | None) -> Registry:
    """The registry in a folder, by default the one of the settings."""
    return Registry(folder or Settings.from_environment().registry)


@contextmanager
def opened_store() -> Iterator[Store]:
    """The store of the settings, closed when the block ends.

    Raises InvalidRequest when UNSAID_DATABASE cannot be understood.
    """
    store = Store.of(Settings.from_environment())
    try:
        yield store
    finally:
        store.close()


def another_key() -> str:
    """A key for UNSAID_KEY that nobody has seen."""
    return new_key()


def role(name: str) -> Role:
    """The role of that name.

    >>> role("admin").name
    'ADMIN'
    """
    return Role(name)


def as_stored(hide: HideRequest, model: ClientModel | None) -> tuple[HideRequest, ClientModel | None]:
    """What is asked and the model, with what the store knows of its clients; as they are where nothing is stored.

    Raises StoreUnavailable: without the store, names could stay that somebody has told to go.
    """
    with opened_store() as store:
        if model is None or not store.exists:
            return hide, model
        known = Dictionaries(store).known_to(model)
        return known.asked(hide), known.model


def serving_model(folder: Path | None, version: str | None) -> ClientModel:
    """The model of a version, by default the promoted one.

    Raises NoModel, UnknownVersion, RegistryDamaged.
    """
    return open_registry(folder).load(version)


def check_names(pipeline: str | None, sentence: str | None = None) -> None:
    """See that the pipeline for names is loaded; let it read a sentence, so that no request is its first.

    Raises PipelineUnusable.
    """
    if pipeline is not None:
        from backend.detection.names.pipeline import load

        names = load(pipeline)
        if sentence is not None:
            names.find([[sentence]])


def served_models(folder: Path, tell: Callable[[str, str], None]) -> ServedModels:
    """The models that a long-lived process serves from a registry; `tell` hears what becomes of each promotion."""
    return ServedModels(Registry(folder), tell)


def serving_defence(
    folder: Path | None, version: str | None, hide: HideRequest, *, robust: bool | None
) -> Defence | None:
    """The attackers of a version that programs hold out against; None where they are not wanted, or not there.

    `robust` None takes them where the version has them.

    Raises InvalidRequest when they are wanted and not there, or asked for and refused at once; RegistryDamaged.
    """
    wanted = "--robust" if robust else "--assurance" if hide.wish.assurance is not None else None
    simple = hide.wish.objective is Objective.SIMPLE
    if wanted and (simple or robust is False):
        against = "--objective simple" if simple else "--no-robust"
        raise InvalidRequest(f"{wanted} speaks of attackers, to which {against} pays no heed; drop one of the two")
    if simple or robust is False or hide.no_cii:
        return None
    defence = load_defence(open_registry(folder), version)
    if defence is None and wanted:
        raise InvalidRequest(f"{wanted} needs attackers, and this version was stored without; train it again")
    return defence


def known_clients(folder: Path | None, version: str | None) -> KnownClients:
    """The clients of a version with what it has read of each; raises as `serving_model`."""
    registry = open_registry(folder)
    name = version or registry.promoted()
    return KnownClients(name, registry.load_report(name).clients)


def hide_request(  # noqa: PLR0913 - one argument an option
    *,
    client: str | None,
    manifest: Path | None,
    no_cii: bool,
    k: int,
    pii: str,
    always: tuple[str, ...],
    never: tuple[str, ...],
    objective: str | None = None,
    assurance: float | None = None,
    robust: bool | None = False,
    recognisers: tuple[Path, ...] = (),
    policy: Policy = AS_IT_STANDS,
    settings: Settings | None = None,
) -> HideRequest:
    """Check what somebody asks to be hidden, and add what the settings say: the pipeline for names and the lists.

    `recognisers` are files of lists for this run alone; `settings` are by default those of the environment.

    Raises InvalidRequest when it contradicts itself or names unknown kinds of personal data; ListUnusable.
    """
    if [client is not None, manifest is not None, no_cii].count(True) != 1:
        raise InvalidRequest("say whose documents these are: one of --client, --manifest and --no-cii")
    settings = settings or Settings.from_environment()
    lists, own = read_lists(settings.lists), [read_rules(path) for path in recognisers]
    custom = tuple(each for rules in own for each in rules.recognisers)
    always_terms = _phrases((*always, *(term for rules in own for term in rules.deny)))
    never_terms = _phrases((*never, *(term for rules in own for term in rules.allow)))
    if both := {term.key for term in always_terms} & {term.key for term in never_terms}:
        raise InvalidRequest(f"{len(both)} terms stand in --always and in --never; take each out of one")
    return HideRequest(
        client,
        manifest,
        no_cii,
        k,
        parse_entities(pii, [each.entity for each in (*custom, *lists.recognisers())]),
        always_terms,
        never_terms,
        sources=(*recognisers, *lists.sources),
        wish=Wish(None if objective is None else Objective(objective), assurance, robust),
        pipeline=settings.ner,
        recognisers=custom,
        lists=lists,
        policy=policy,
    )


def kinds_known(kinds: Collection[str], settings: Settings) -> bool:
    """Whether all of these are kinds of personal data that are told, or that a recogniser of a list tells."""
    unknown = {kind.strip().upper() for kind in kinds} - parse_entities("all")
    if not unknown:
        return True
    return unknown <= {each.entity.upper() for each in read_lists(settings.lists).recognisers()}


def decided_words(decisions: Iterable[Mapping[str, str]]) -> dict[str, Word]:
    """What was decided, by the id of the suggestion; `edited` is accepted with a replacement.

    Raises InvalidRequest when one suggestion is decided on twice.
    """
    words: dict[str, Word] = {}
    for each in decisions:
        if each["id"] in words:
            raise InvalidRequest("one suggestion is decided on twice; send the last decision alone")
        goes = each["verdict"] != Verdict.REJECTED
        words[each["id"]] = Word(Verdict.ACCEPTED, each.get("replacement")) if goes else Word(Verdict.REJECTED)
    return words


def clean_policy(
    *,
    clean: bool,
    revisions: str | None,
    comments: str | None,
    hidden_text: str | None,
    traces: str | None,
    images: str | None,
) -> Policy:
    """The policy that the options ask for: those of `--clean` or none, each overruled by what is said of it alone.

    >>> clean_policy(clean=True, revisions=None, comments="anonymise", hidden_text=None, traces=None, images=None)
    ... # doctest: +ELLIPSIS
    Policy(...comments=<Comments.ANONYMISE: 'anonymise'>, remove_hidden_text=True, remove_traces=True)
    """
    asked = CLEAN if clean else AS_IT_STANDS
    return Policy(
        images=asked.images if images is None else Images(images),
        revisions=asked.revisions if revisions is None else Revisions(revisions),
        comments=asked.comments if comments is None else Comments(comments),
        remove_hidden_text=asked.remove_hidden_text if hidden_text is None else hidden_text == REMOVE,
        remove_traces=asked.remove_traces if traces is None else traces == REMOVE,
    )


def _phrases(terms: tuple[str, ...]) -> tuple[Phrase, ...]:
    try:
        return tuple(Phrase(term) for term in terms)
    except ValueError as error:
        raise InvalidRequest(f"a term of --always or --never cannot be looked for: {error}") from error
