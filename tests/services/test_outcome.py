"""A result is held to what was asked for and to the policy, whatever people and lists decided to leave.

`met` is attacked with every combination of terms that stay, decisions, lists and policies; what stands in the file
is searched for here by other means than the code's.
"""

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from backend.detection.custom.lists import TermLists, TermRules
from backend.detection.custom.recognisers import CustomRecogniser, Expression
from backend.document.cleaning import AS_IT_STANDS, Cleaning, Comments, Images, Revisions
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedStrings
from backend.document.tokens import terms
from backend.learning.aliases import with_aliases
from backend.learning.train import train
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ReviewPolicy
from backend.reporting.outcome import Outcome, OutcomeStatus
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.redaction.outcome import RedactionResult, Requirements, outcome_of
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.verification.residue import Verification
from tests.conftest import SAMPLE
from tests.services.drawn_clients import counted, document_of, k_by_hand
from tests.services.requests import asked_of
from tests.web.documents import word_file

ALDER, ALIAS = 0, "Kestrel Wharf"
MAIL, PHONE = "ann@halden.example", "020 7946 0321"
KINDS = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER"})
NAME, PATH = "letter.txt", Path("letter.txt")


@pytest.fixture(scope="module")
def model():
    """Nine clients; the first goes by another name too."""
    return with_aliases(train(counted()).model, {ALDER: (ALIAS,)})


def letter(*more):
    return "\n".join(
        (document_of("Alder"), f"Alder wrote to {MAIL}.", f"{ALIAS} calls {PHONE}.", "Project Gull.", *more)
    )


def request_of(**more):
    return asked_of(**{"entities": KINDS, **more})


def phrases(*texts):
    return tuple(map(Phrase, texts))


def redacted(model, request, text=None, *, decided=None, k=5, path=PATH, style=PlaceholderStyle.NUMBERED):
    content = text if isinstance(text, bytes) else (letter() if text is None else text).encode()
    return redact_content(path, path, content, request.of(model, k, style), decided)


def suggested(model, request, text=None, k=5):
    """The ids of all suggestions by their terms, as somebody who decides sees them."""
    document = open_file(NAME, (letter() if text is None else text).encode()).document
    return {each.term: each.id for each in analyse(document, request.of(model, k)).suggestions}


def told(report):
    """What is unmet, and what is excepted by whom."""
    outcome = report.outcome
    return (
        {row.kind: row.count for row in outcome.unmet},
        {(row.kind, row.role.value): row.count for row in outcome.exceptions},
    )


def everything(model, request, **but):
    """All accepted but for what `but` says: rejected, or None for what nobody has decided."""
    words = {}
    for term, name in suggested(model, request).items():
        verdict = but.get(term, Verdict.ACCEPTED)
        if verdict is not None:
            words[name] = SubmittedDecision(verdict) if isinstance(verdict, Verdict) else verdict
    return GivenDecisions(words)


def test_the_outcome_is_met_if_all_required_terms_are_redacted(model):
    assert redacted(model, request_of()).report.outcome == Outcome()
    policy = ReviewPolicy(least_k=5, personal=KINDS)
    assert redacted(model, request_of(policy=policy)).report.outcome == Outcome()


OTHER_MAIL = "bo@halden.example"


LINK = "https://a.example/?m=bo@halden.example"


class TestKindsWithinOthers:
    """Of an address in a link the link alone is suggested; keeping the link does not excuse the address."""

    REQUEST: ClassVar = {
        "entities": frozenset({"URL", *KINDS}),
        "policy": ReviewPolicy(personal=frozenset({"EMAIL_ADDRESS"})),
    }

    def test_a_required_address_in_a_link_that_never_goes_is_not_met(self, model):
        done = redacted(model, request_of(**self.REQUEST, never=phrases(LINK)), letter(f"See {LINK} now."))
        assert LINK in done.content.decode()
        assert told(done.report) == ({"EMAIL_ADDRESS": 1}, {("URL", "user"): 1})

    def test_a_required_address_in_a_rejected_link_is_not_met(self, model):
        text = letter(f"See {LINK} now.")
        request = request_of(**self.REQUEST)
        words = {name: SubmittedDecision(Verdict.ACCEPTED) for name in suggested(model, request, text).values()}
        words[suggested(model, request, text)[LINK]] = SubmittedDecision(Verdict.REJECTED)
        unmet, _ = told(redacted(model, request, text, decided=GivenDecisions(words)).report)
        assert unmet == {"EMAIL_ADDRESS": 1}

    def test_a_link_without_such_an_address_is_an_exception_alone(self, model):
        link = "https://a.example/plan"
        done = redacted(model, request_of(**self.REQUEST, never=phrases(link)), letter(f"See {link} now."))
        assert told(done.report) == ({}, {("URL", "user"): 1})

    def test_an_own_kind_in_place_of_a_required_one_does_not_excuse_it(self, model):
        own = CustomRecogniser("staff", "STAFF", (Expression(r"\S+@halden\.example", 0.9),))
        request = request_of(
            entities=frozenset({"STAFF", *KINDS}),
            recognisers=(own,),
            policy=ReviewPolicy(personal=frozenset({"EMAIL_ADDRESS"})),
            never=phrases(MAIL),
        )
        unmet, _ = told(redacted(model, request).report)
        assert unmet == {"EMAIL_ADDRESS": 1}

    def test_an_address_that_only_a_viewer_of_markdown_shows_joined_counts_too(self, model):
        written = LINK.replace("@", "\\@")
        request = request_of(**self.REQUEST, never=phrases(written))
        done = redacted(model, request, letter(f"See {written} now."), path=Path("letter.md"))
        assert written in done.content.decode()
        assert told(done.report)[0] == {"EMAIL_ADDRESS": 1}


class TestMarkdown:
    """What a viewer shows joined is not met, whatever parts it in the source."""

    @pytest.mark.parametrize(
        ("written", "kind"),
        [
            (OTHER_MAIL.replace("@", "\\@"), "EMAIL_ADDRESS"),
            (OTHER_MAIL.replace("halden", "**halden**"), "EMAIL_ADDRESS"),
            (OTHER_MAIL.replace("halden", "hal<i></i>den"), "EMAIL_ADDRESS"),
            (OTHER_MAIL.replace("@", "&#64;"), "EMAIL_ADDRESS"),
            (PHONE.replace(" ", "&nbsp;"), "PHONE_NUMBER"),
            (ALIAS.replace(" ", "\\ "), "client_name"),
            (ALIAS.replace(" ", "\\\n"), "client_name"),
            (ALIAS.replace("str", "st&#114;"), "client_name"),
        ],
    )
    def test_what_signs_part_is_redacted_or_not_met(self, model, written, kind):
        request = request_of(policy=ReviewPolicy(least_k=5, personal=KINDS))
        done = redacted(model, request, letter(f"See {written}"), path=Path("letter.md"))
        assert kind in told(done.report)[0] or written not in done.content.decode()

    def test_redacted_links_and_tags_are_met(self, model):
        text = letter(
            f'[plan](https://x.example/Kestrel%20Wharf) <a title="{MAIL}">and</a> 2 \\* 3, **bold**, R&amp;D'
        )
        request = request_of(policy=ReviewPolicy(least_k=5, personal=KINDS))
        done = redacted(model, request, text, path=Path("letter.md"))
        assert done.report.outcome == Outcome()
        assert not re.search("kestrel|wharf|halden", done.content.decode(), re.IGNORECASE)


class TestNever:
    def test_keeps_nothing_that_the_policy_asks_to_go(self, model):
        request = request_of(policy=ReviewPolicy(personal=KINDS), never=phrases(MAIL, PHONE))
        assert told(redacted(model, request).report) == ({"EMAIL_ADDRESS": 1, "PHONE_NUMBER": 1}, {})

    def test_is_an_exception_where_no_policy_asks(self, model):
        request = request_of(never=phrases(MAIL))
        assert told(redacted(model, request).report) == ({}, {("EMAIL_ADDRESS", "user"): 1})
        assert not redacted(model, request).report.needs_attention

    @pytest.mark.parametrize("name", ["Alder", ALIAS, "alder", "Alder wrote to"])
    def test_keeps_no_name_of_the_client(self, model, name):
        unmet, excepted = told(redacted(model, request_of(never=phrases(name))).report)
        assert (unmet.get("client_name"), excepted) == (1, {})

    def test_of_a_longer_term_keeps_nothing_within_it(self, model):
        request = request_of(policy=ReviewPolicy(personal=KINDS), never=phrases(f"calls {PHONE}"))
        assert told(redacted(model, request).report)[0] == {"PHONE_NUMBER": 1}

    def test_of_what_the_model_needs_is_reported_by_k(self, model):
        words = [each for each in suggested(model, request_of()) if each.startswith("alder")]
        unmet, _ = told(redacted(model, request_of(never=phrases(*words))).report)
        assert unmet.get("k") == 1


class TestLists:
    @pytest.mark.parametrize("where", ["everyone", "clients"])
    def test_keep_nothing_that_the_policy_asks_to_go(self, model, where):
        rules = TermRules(allow=(MAIL,))
        lists = TermLists(rules) if where == "everyone" else TermLists(clients={"alder": rules})
        strict = request_of(policy=ReviewPolicy(personal=KINDS), lists=lists)
        assert told(redacted(model, strict).report) == ({"EMAIL_ADDRESS": 1}, {})
        assert told(redacted(model, request_of(lists=lists)).report) == ({}, {("EMAIL_ADDRESS", "admin"): 1})

    def test_keeping_an_always_term_is_reported(self, model):
        lists = TermLists(TermRules(deny=("Project Gull",)))
        assert told(redacted(model, request_of(lists=lists)).report) == ({}, {})
        request = request_of(lists=lists, never=phrases("Project Gull"))
        assert told(redacted(model, request).report) == ({"always_term": 1}, {})

    @pytest.mark.parametrize("spelling", ["Project Gull", "project  GULL"])
    def test_a_request_that_repeats_a_term_of_a_list_does_not_make_it_its_own(self, model, spelling):
        """Whoever asks for a term may reject it again; a term of a list stays a term of the list."""
        lists = TermLists(TermRules(deny=("Project Gull",)))
        request = request_of(lists=lists, always=phrases(spelling))
        rejected = everything(model, request, **{"Project Gull": Verdict.REJECTED})
        assert told(redacted(model, request, decided=rejected).report) == ({"always_term": 1}, {})

    @pytest.mark.parametrize("more", ["The Gull flew.", "See gulls_and_gull."])
    def test_a_longer_term_that_may_stay_keeps_nothing_that_stands_alone(self, model, more):
        """All accepted but the term itself, which nobody has decided on."""
        longer = TermLists(TermRules(deny=("Gull",), allow=("Project Gull",)))
        own = request_of(always=phrases("Gull"), never=phrases("Project Gull"))
        for request, role in ((request_of(lists=longer), "admin"), (own, "user")):
            undecided = everything(model, request, Gull=None)
            assert told(redacted(model, request, decided=undecided).report) == ({}, {("always_term", role): 1})
            text = letter(more)
            names = suggested(model, request, text)
            words = {
                name: SubmittedDecision(Verdict.ACCEPTED) for term, name in names.items() if term.lower() != "gull"
            }
            unmet, excepted = told(redacted(model, request, text, decided=GivenDecisions(words)).report)
            assert (unmet, excepted) == ({"always_term": 2}, {})

    def test_a_list_of_the_client_keeps_what_the_list_for_everyone_lets_go(self, model):
        lists = TermLists(TermRules(deny=("Project Gull",)), {"alder": TermRules(allow=("Project Gull",))})
        assert told(redacted(model, request_of(lists=lists)).report) == ({}, {})


class TestDecisions:
    def test_deciding_nothing_does_not_meet_the_request(self, model):
        done = redacted(model, request_of(), decided=GivenDecisions({}))
        unmet, excepted = told(done.report)
        assert {"k", "client_name", "EMAIL_ADDRESS", "PHONE_NUMBER"} <= unmet.keys()
        assert (excepted, done.report.verification.status) == ({}, "clean")

    def test_rejecting_all_suggestions_does_not_meet_the_request(self, model):
        request = request_of()
        words = dict.fromkeys(suggested(model, request).values(), SubmittedDecision(Verdict.REJECTED))
        unmet, excepted = told(redacted(model, request, decided=GivenDecisions(words)).report)
        assert unmet.keys() == {"k", "client_name"}
        assert excepted == {("EMAIL_ADDRESS", "user"): 1, ("PHONE_NUMBER", "user"): 1}

    def test_rejected_terms_are_exceptions_and_undecided_ones_are_not(self, model):
        rejected = everything(model, request_of(), **{MAIL: Verdict.REJECTED, PHONE: None})
        done = redacted(model, request_of(), decided=rejected)
        assert told(done.report) == ({"PHONE_NUMBER": 1}, {("EMAIL_ADDRESS", "user"): 1})

    def test_the_policy_is_held_against_what_was_rejected(self, model):
        request = request_of(policy=ReviewPolicy(personal=KINDS))
        decided = everything(model, request, **{MAIL: Verdict.REJECTED})
        assert told(redacted(model, request, decided=decided).report) == ({"EMAIL_ADDRESS": 1}, {})

    @pytest.mark.parametrize(
        ("instead", "kind"),
        [("bob@quay.example", "EMAIL_ADDRESS"), (f"call {PHONE}", "PHONE_NUMBER"), ("Alder", "client_name")],
    )
    def test_replacements_must_meet_the_same_requirements(self, model, instead, kind):
        request = request_of(policy=ReviewPolicy(personal=KINDS))
        decided = everything(model, request, **{MAIL: SubmittedDecision(Verdict.ACCEPTED, instead)})
        assert kind in told(redacted(model, request, decided=decided).report)[0]

    def test_terms_redacted_in_one_place_violate_the_policy_elsewhere(self, model):
        text = letter(f"Write to {MAIL} again.")
        request = request_of(policy=ReviewPolicy(personal=KINDS))
        document = open_file(NAME, text.encode()).document
        found = analyse(document, request.of(model)).suggestions
        mail = next(each for each in found if each.term == MAIL)
        place = mail.places[0]
        here = {mail.id: [(place.part, str(place.kind), place.block, place.span.start)]}
        words = {each.id: SubmittedDecision(Verdict.ACCEPTED) for each in found}
        done = redacted(model, request, text, decided=GivenDecisions(words, places=here))
        assert told(done.report) == ({"EMAIL_ADDRESS": 1}, {})
        lax = redacted(model, request_of(), text, decided=GivenDecisions(words, places=here))
        assert told(lax.report) == ({}, {("EMAIL_ADDRESS", "user"): 1})

    def test_own_words_stand_against_a_policy_of_placeholders(self, model):
        request = request_of(policy=ReviewPolicy(placeholder=PlaceholderStyle.TYPED))
        decided = everything(model, request, **{MAIL: SubmittedDecision(Verdict.ACCEPTED, "our office")})
        done = redacted(model, request, decided=decided, style=PlaceholderStyle.TYPED)
        assert told(done.report) == ({"placeholder": 1}, {})


class TestOwnTerms:
    def test_requested_personal_data_that_was_rejected_is_an_exception(self, model):
        request = request_of(always=phrases("Project Gull"))
        rejected = everything(model, request, **{"Project Gull": Verdict.REJECTED})
        assert told(redacted(model, request, decided=rejected).report) == ({}, {("always_term", "user"): 1})

    def test_personal_data_without_a_decision_are_not_an_exception(self, model):
        request = request_of(always=phrases("Project Gull"))
        undecided = everything(model, request, **{"Project Gull": None})
        assert told(redacted(model, request, decided=undecided).report) == ({"always_term": 1}, {})


def test_kept_personal_data_is_not_met_if_the_policy_requires_its_kind():
    request = EffectiveRequest(entities=KINDS, asked=Terms(never=phrases(MAIL)))
    strict = replace(request, policy=ReviewPolicy(personal=KINDS), policy_name="default@1")
    for asked, expected in (
        (request, ({}, {("EMAIL_ADDRESS", "user"): 1})),
        (strict, ({"EMAIL_ADDRESS": 1}, {})),
    ):
        done = redact_content(PATH, PATH, letter().encode(), asked)
        assert told(done.report) == expected


def test_names_that_nobody_looks_for_are_an_exception_of_the_settings_or_against_the_policy(model):
    names = KINDS | {"PERSON"}
    assert told(redacted(model, request_of(entities=names)).report) == ({}, {("names_not_checked", "admin"): 1})
    strict = request_of(entities=names, policy=ReviewPolicy(personal=frozenset({"PERSON"})))
    assert told(redacted(model, strict).report) == ({"names_not_checked": 1}, {})


SAMPLE_DOCX = SAMPLE / "steering-committee-report.docx"


def _hidden():
    document = docx.Document()
    document.add_paragraph("Nothing here.").add_run("But this.").font.hidden = True
    return _saved(document)


def _inserted():
    document = docx.Document()
    paragraph = document.add_paragraph("Nothing here.")
    inserted = OxmlElement("w:ins")
    inserted.set(qn("w:author"), "Ann")
    inserted.set(qn("w:id"), "1")
    inserted.append(paragraph.runs[0]._r)
    paragraph._p.append(inserted)
    return _saved(document)


def _with_picture():
    document = docx.Document()
    document.add_paragraph("Nothing here.")
    pixels = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(pixels, "PNG")
    document.add_picture(pixels)
    return _saved(document)


def _saved(document):
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


class TestWordFiles:
    PATH = Path("letter.docx")

    def test_a_name_in_a_comment_counts_too(self, model):
        """`never` keeps it out of every search that goes by what was accepted."""
        document = docx.Document()
        run = document.add_paragraph("Nothing here.").runs[0]
        document.add_comment(run, text=f"As {ALIAS} wanted.", author="Ann", initials="A")
        stream = io.BytesIO()
        document.save(stream)
        request = request_of(never=phrases(ALIAS), entities=frozenset())
        unmet, _ = told(redacted(model, request, stream.getvalue(), path=self.PATH).report)
        assert unmet["client_name"] == 1

    def test_a_name_in_the_file_name_counts_too(self, model):
        request = request_of(never=phrases(ALIAS), entities=frozenset())
        path = Path(f"{ALIAS} draft.docx")
        unmet, _ = told(redacted(model, request, word_file("Nothing here."), path=path).report)
        assert unmet["client_name"] == 1

    def test_pictures_that_someone_has_looked_at_are_an_exception(self, model):
        request, looked_at = request_of(), replace(AS_IT_STANDS, images=Images.KEEP)
        with_picture = request_of(cleaning=looked_at, left_open=frozenset())
        content = _with_picture()
        assert told(redacted(model, with_picture, content, path=self.PATH, k=1).report) == (
            {},
            {("images", "user"): 1},
        )
        assert told(redacted(model, request, content, path=self.PATH, k=1).report)[0] == {"not_examined": 1}

    @pytest.mark.parametrize(
        ("matter", "demand", "content"),
        [
            ("traces", Cleaning(remove_traces=True), SAMPLE_DOCX.read_bytes),
            ("comments", Cleaning(comments=Comments.REMOVE), SAMPLE_DOCX.read_bytes),
            ("comments", Cleaning(comments=Comments.ANONYMISE), SAMPLE_DOCX.read_bytes),
            ("images", Cleaning(images=Images.REMOVE), _with_picture),
            ("hidden_text", Cleaning(remove_hidden_text=True), _hidden),
            ("revisions", Cleaning(revisions=Revisions.ACCEPT), _inserted),
        ],
    )
    def test_content_that_a_clean_copy_should_have_removed_is_found(self, matter, demand, content):
        """As if the cleaning had been forgotten on the way: the file itself is looked at."""
        written = content()
        asked = EffectiveRequest()

        def found(cleaned, policy):
            read = open_file("a.docx", written, policy)
            made = written if policy == AS_IT_STANDS else read.redacted((), RedactedStrings(())).content
            result = RedactionResult("a.docx", made, read.document, Verification((), ()), cleaned=cleaned)
            return {row.kind for row in outcome_of(Requirements.of(asked), result).unmet}

        assert found(demand, AS_IT_STANDS) == {matter}
        assert found(AS_IT_STANDS, AS_IT_STANDS) == set(), "nobody asked for it"
        assert found(demand, demand) == set(), "it is gone"


ALWAYS = ["Gull", "Project Gull", "0321", "wrote to", f"calls {PHONE}", f"wrote to {MAIL}"]
TERMS = [MAIL, PHONE, "Alder", ALIAS, "Project Gull", "aldera", "alderb", "retailxa", f"to {MAIL}", "wrote"]
MAILS = re.compile(r"[\w.]+@[\w.]+\w")
PHONES = re.compile(r"\b0\d\d[ \d]{8,}\d")


VERDICTS = st.sampled_from([None, Verdict.ACCEPTED, Verdict.REJECTED, "bob@quay.example", "Alder"])
ATTEMPTS = st.fixed_dictionaries(
    {
        "never": st.sets(st.sampled_from(TERMS), max_size=4),
        "allowed": st.sets(st.sampled_from(TERMS), max_size=3),
        "of_client": st.sets(st.sampled_from(TERMS), max_size=3),
        "denied": st.sets(st.sampled_from(ALWAYS), max_size=2),
        "always": st.sets(st.sampled_from([*ALWAYS, "wrote"]), max_size=2),
        "verdicts": st.none() | st.lists(VERDICTS),
        "personal": st.sets(st.sampled_from(sorted(KINDS))),
        "least": st.sampled_from([1, 3, 5]),
    }
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(ATTEMPTS)
def test_met_means_that_no_check_finds_a_shortfall(model, attempt):
    """The saved file is read and searched here: plain regular expressions, plain sums, plain lower case."""
    never, personal, verdicts = attempt["never"], attempt["personal"], attempt["verdicts"]
    always = attempt["always"] - never
    allowed, denied = attempt["allowed"], attempt["denied"] - attempt["allowed"]
    lists = TermLists(
        TermRules(allow=tuple(allowed), deny=tuple(denied)),
        {"alder": TermRules(allow=tuple(attempt["of_client"]))},
    )
    policy = ReviewPolicy(least_k=attempt["least"], personal=frozenset(personal))
    request = request_of(policy=policy, never=phrases(*never), always=phrases(*always), lists=lists)
    decided = None
    if verdicts is not None:
        names = list(suggested(model, request).values())
        said = dict(zip(names, verdicts, strict=False))
        decided = GivenDecisions(
            {
                name: SubmittedDecision(verdict)
                if isinstance(verdict, Verdict)
                else SubmittedDecision(Verdict.ACCEPTED, verdict)
                for name, verdict in said.items()
                if verdict is not None
            }
        )
    done = redacted(model, request, decided=decided)
    text = done.content.decode()
    against_policy = {
        "EMAIL_ADDRESS": bool(MAILS.search(text)),
        "PHONE_NUMBER": bool(PHONES.search(text)),
    }
    words = terms(re.sub(r"\[[A-Z_ 0-9]+\]", " ", text))
    held = k_by_hand(model, words, ALDER) >= 5
    named = any(name.lower() in text.lower() for name in ("alder ", ALIAS))
    status = done.report.outcome.status
    if not held or named or any(against_policy[kind] for kind in personal):
        assert status is OutcomeStatus.NOT_MET
    stays = re.compile(
        "|".join(map(re.escape, sorted(allowed | attempt["of_client"], key=len, reverse=True))) or "$^"
    )
    goes = denied - attempt["of_client"]
    if any(term.lower() in stays.sub(" ", text).lower() for term in goes):
        assert status is OutcomeStatus.NOT_MET
    if any(against_policy.values()) or any(term.lower() in text.lower() for term in always):
        assert status is not OutcomeStatus.MET
    if status is OutcomeStatus.MET:
        assert done.report.verification.status == "clean"
