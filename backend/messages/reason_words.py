"""The words of reasons on every surface that shows text: clauses, as in a row of a table."""

from collections.abc import Mapping

from backend.messages import reasons
from backend.messages.message import Words
from backend.messages.patterns import PATTERNS

_NAMES: Mapping[reasons.NameKind, str] = {
    "PERSON": "a person's name",
    "ORGANIZATION": "the name of an organisation",
    "LOCATION": "the name of a location",
    "DATE_TIME": "a date or a time",
    "NRP": "a nationality, a religion or a political group",
    "CODE": "a number that identifies someone or something",
    "QUANTITY": "a quantity that may identify someone",
    "DEMOGRAPHIC": "an occupation, an origin or a state of health",
    "MISC": "something that may identify someone",
}

_SIGNS: Mapping[reasons.NameSign, str] = {
    "named_elsewhere": "is a name elsewhere in the document",
    "listed_given_name": "is a given name with a surname",
    "listed_place": "is a town before its state",
    "addressed": "is named in a letter or a form",
    "signs": "is in the place of a signature",
    "writes": "is named as an author",
    "beside_address": "is beside an address",
    "after_title": "is after a title",
    "after_role": "is after a role",
    "list_of_people": "is in a list of people",
    "before_legal_form": "is before the legal form of a company",
    "field": "is in a field for a name",
}

_USES = {
    "this_client": "only documents of this client use it; the model does not use it",
    "nobody": "no training document uses it",
    "one_other": "documents of only one other client use it; the model does not use it",
    None: "the model does not use it",
}

_AS_BYTES = "searched as bytes, because it cannot be read as text"

_CONTENTS: Mapping[reasons.Content, str] = {
    "picture": "a picture: its bytes were searched, but what it shows was not read",
    "imported_file": "an imported file: searched for the redacted terms only, not for names",
    "font": f"a font: {_AS_BYTES}",
    "recording": f"a recording: {_AS_BYTES}",
    "pdf": f"a PDF: {_AS_BYTES}",
    "text_without_xml": "a text that is not XML: searched as plain text",
    "ole_object": f"an OLE object: {_AS_BYTES}",
    "binary": f"binary data: {_AS_BYTES}",
    "no_text": f"a file without text: {_AS_BYTES}",
    "packed": f"packed data: {_AS_BYTES}",
    "sub_document": "a sub-document: it is another file, which was not read",
    "map_data": f"the data of a map: {_AS_BYTES}",
    "text_hash": "a hash of a text: it lets a reader test a guess of the text",
}

_FAULTS = {
    "no_zip": "it is not a valid zip file",
    "not_unpacked": "it cannot be unpacked",
    "too_large": "the file unpacks to too much data",
    "too_deep": "too many files are embedded in one another",
    "no_xml": "it is not well-formed XML",
    "document_type": "it declares a document type",
}

_LEADS: Mapping[reasons.LeadChange, str] = {
    "same": "",
    "smaller": ", by a smaller margin",
    "larger": ", by a larger margin",
}


def _likelier(likelier: reasons.LikelierThan) -> str:
    return f"{_times(likelier.times)} times likelier for this client than for {likelier.rival}"


def _times(times: float) -> str:
    return "over 1,000" if times >= reasons.MAX_TIMES else f"{times:g}"


def _likelihood(reason: reasons.TermHidesClient | reasons.TermCouldGo) -> str:
    if reason.likelier is not None:
        return _likelier(reason.likelier)
    likely = "less likely" if reason.less_likely else "no likelier"
    return f"{likely} for this client than for the most similar clients"


def _hides(reason: reasons.TermHidesClient) -> str:
    stays = "if it is kept" if reason.level is None else f"if it is kept at level {reason.level}"
    return f"{_likelihood(reason)}; {stays}, {_reached(reason.k, reason.k_without, reason.lead)}"


def _could_go(reason: reasons.TermCouldGo) -> str:
    return f"{_likelihood(reason)}; if it is redacted too, {_reached(reason.k, reason.k_with, reason.lead)}"


def _reached(k: int, then: int, lead: reasons.LeadChange) -> str:
    return f"level {k} is still reached{_LEADS[lead]}" if then == k else f"level {then} is reached, not {k}"


REASON_WORDS: Words = {
    reasons.OnRedactionList: "on the list of terms to redact",
    reasons.AskedFor: "added to the terms to redact in this document",
    reasons.NameOfClient: "the client's name",
    reasons.NameOfOtherClient: "another client's name",
    reasons.NameOfOrganisation: "an organisation",
    reasons.AmountInColumn: "another amount of its column is redacted",
    reasons.MatchesPattern: lambda each: PATTERNS[each.pattern],
    reasons.MatchesRecogniser: "found by the recogniser “{recogniser}”",
    reasons.ReadsLikeName: lambda each: f"reads like {_NAMES[each.entity]}",
    reasons.StandsLikeName: lambda each: _SIGNS[each.sign],
    reasons.TermHidesClient: _hides,
    reasons.TermCouldGo: _could_go,
    reasons.TermLikelier: lambda each: _likelier(each.likelier),
    reasons.TermDistinctive: "distinguishes this client from others",
    reasons.TermBeyondModel: "the model does not use it, but others may recognise the client by it",
    reasons.WordNotWeighed: lambda each: _USES[each.use],
    reasons.ContentNotRead: lambda each: _CONTENTS[each.content],
    reasons.PartDamaged: lambda each: _FAULTS[each.fault],
    reasons.TooManyParts: "it contains more than {most} parts",
    reasons.EmbeddedNotRedacted: "an embedded file was searched but not redacted",
    reasons.EmbeddedNotRead: "an embedded file was searched but could not be read",
    reasons.MuchNotEnglish: "much of its text is not in English; Unsaid searches for names in English text only",
    reasons.SearchNotFinished: "a recogniser of a list did not finish",
    reasons.TableNotRead: "Unsaid cannot read the columns of a table; the policy requires all amounts of a column "
    "to be redacted, or none",
    reasons.AsReported: "{why}",
}
