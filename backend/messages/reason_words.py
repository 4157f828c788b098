"""What reasons say on every surface that shows text: clauses, as they stand in a row of a table."""

from collections.abc import Mapping

from backend.messages import reasons
from backend.messages.message import Words
from backend.messages.patterns import PATTERNS

_NAMES: Mapping[reasons.NameKind, str] = {
    "PERSON": "a person's name",
    "ORGANIZATION": "the name of an organisation",
    "LOCATION": "the name of a place",
    "DATE_TIME": "a date or a time",
    "NRP": "a nationality, a religion or a political group",
    "CODE": "a number that somebody or something goes by",
    "QUANTITY": "a quantity that may single somebody out",
    "DEMOGRAPHIC": "a trade, a heritage or a state of health",
    "MISC": "something that singles somebody out",
}

_SIGNS: Mapping[reasons.NameSign, str] = {
    "named_elsewhere": "stands elsewhere in the document as a name",
    "listed_given_name": "is a given name with a surname",
    "listed_place": "is a place in lists",
    "addressed": "stands where a letter or a form names somebody",
    "signs": "stands where somebody signs",
    "writes": "is said to have written",
    "beside_address": "stands beside an address",
    "after_title": "stands behind a title",
    "after_role": "stands behind a role",
    "list_of_people": "stands in a list of people",
    "before_legal_form": "stands before the legal form of a company",
}

_USES = {
    "this_client": "only this client's documents say it; the model does not look at it",
    "nobody": "no document the model has learnt from says it",
    "one_other": "of all other clients only one says it; the model does not look at it",
    None: "the model does not weigh it",
}

_CONTENTS: Mapping[reasons.Content, str] = {
    "picture": "what a picture shows",
    "imported_file": "an imported file",
    "font": "a font",
    "recording": "a recording",
    "pdf": "a PDF",
    "text_without_xml": "a text that is no XML",
    "ole_object": "an OLE object",
    "binary": "a binary part",
    "no_text": "a file that is no text",
}

_FAULTS = {
    "no_zip": "it is no readable zip",
    "not_unpacked": "it cannot be unpacked",
    "too_large": "the file unpacks to more than is looked at",
    "too_deep": "it is a package too deep in packages",
    "no_xml": "it is not well-formed XML",
    "document_type": "it declares a document type",
}

_LEADS: Mapping[reasons.LeadChange, str] = {
    "same": "",
    "smaller": ", by a smaller lead",
    "larger": ", by a larger lead",
}


def _likelier(likelier: reasons.LikelierThan) -> str:
    return f"{_times(likelier.times)} times likelier for this client than for {likelier.rival}"


def _times(times: float) -> str:
    return "over 1,000" if times >= reasons.MOST_TIMES else f"{times:g}"


def _likelihood(reason: reasons.TermHidesClient | reasons.TermCouldGo) -> str:
    if reason.likelier is not None:
        return _likelier(reason.likelier)
    return (
        f"{'less likely' if reason.less_likely else 'no likelier'} for this client than for those it is most like"
    )


def _hides(reason: reasons.TermHidesClient) -> str:
    stays = "if it stays" if reason.level is None else f"if it stays at level {reason.level}"
    if reason.k_without < reason.k:
        then = f"k falls from {reason.k} to {reason.k_without}"
    elif reason.k_without > reason.k:
        then = f"k is {reason.k_without} instead of {reason.k}"
    else:
        then = f"k is still {reason.k}{_LEADS[reason.lead]}"
    return f"{_likelihood(reason)}; {stays}, {then}"


def _could_go(reason: reasons.TermCouldGo) -> str:
    if reason.k_with == reason.k:
        then = f"k is still {reason.k}{_LEADS[reason.lead]}"
    else:
        then = f"k {'rises' if reason.k_with > reason.k else 'falls'} from {reason.k} to {reason.k_with}"
    return f"{_likelihood(reason)}; if it goes too, {then}"


REASON_WORDS: Words = {
    reasons.OnRedactionList: "on the list of terms to redact",
    reasons.NameOfClient: "the client's name",
    reasons.NameOfOtherClient: "another client's name",
    reasons.NameOfOrganisation: "an organisation",
    reasons.MatchesPattern: lambda each: PATTERNS[each.pattern],
    reasons.MatchesRecogniser: "found by the recogniser “{recogniser}”",
    reasons.ReadsLikeName: lambda each: f"reads like {_NAMES[each.entity]}",
    reasons.StandsLikeName: lambda each: _SIGNS[each.sign],
    reasons.TermHidesClient: _hides,
    reasons.TermCouldGo: _could_go,
    reasons.TermLikelier: lambda each: _likelier(each.likelier),
    reasons.TermDistinctive: "sets this client apart from others",
    reasons.TermBeyondModel: "the model does not look at it, but others may know the client by it",
    reasons.WordNotWeighed: lambda each: _USES[each.use],
    reasons.ContentNotRead: lambda each: f"{_CONTENTS[each.content]} is not read, only searched",
    reasons.PartDamaged: lambda each: _FAULTS[each.fault],
    reasons.TooManyParts: "it holds more than {most} parts",
    reasons.EmbeddedNotRedacted: "an embedded file is searched but not redacted",
    reasons.EmbeddedNotRead: "a file in the file is searched but was not read",
    reasons.MuchNotEnglish: "much of its text is not English, the one language that names are looked for in",
    reasons.SearchNotFinished: "a recogniser of a list was not finished",
    reasons.AsReported: "{why}",
}
