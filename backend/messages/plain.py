"""The words of messages on every surface: what happened, and what to do if that is the same for all readers.

No sentence names an option, a member of a request or a control. The advice of each surface follows it.
"""

from collections.abc import Mapping

from backend.messages import warnings as said
from backend.messages.message import Words, counted, listed
from backend.messages.problem_words import PROBLEM_WORDS
from backend.messages.reason_words import REASON_WORDS

FAULTS: Mapping[said.Fault, str] = {
    "empty": "is empty",
    "too_long": "is too long",
    "control_character": "contains a control character",
    "half_character": "contains half of a character",
    "no_character": "contains a code point that is not a character",
    "picture_sign": "contains the character that stands for a picture",
    "not_searchable": "contains no letter, digit or sign to search for",
}

_OWNERS: Mapping[said.Owner, str] = {
    "client_dictionary": "in the dictionary of this client",
    "everyone_dictionary": "in the dictionary for everyone",
    "client_list": "in the list of this client",
    "everyone_list": "in the list for everyone",
    "run_list": "in the list of this run",
    "job": "of this job",
}

_SHOWN = {
    "imported_file": "contains a file that Word imports when it opens the document",
    "sub_document": "shows another file as a sub-document",
}

_WHY_ONE_BY_ONE = {
    "no_solution": "No selection of words reaches {at} under the model",
    "no_solver": "The solvers HiGHS and CBC failed at {at}",
    "no_whole_words": "The solver found no selection of whole words in time at {at}",
}

_WHY_NOT_COMPUTED = {
    "older_report": "An older version wrote the report. Redact the document again.",
    "models_missing": "The models that the report names are missing.",
    "recognisers_missing": "That run used recognisers that no list here contains.",
}


def _at_levels(message: said.OfLevels) -> str:
    return f"k = {listed(message.levels)}"


def _names_not_read(message: said.NamesNotRead) -> str:
    if message.unread == message.paragraphs:
        where = f"the text is in {listed([each.language for each in message.languages])}"
    else:
        languages = ", ".join(f"{each.paragraphs} in {each.language}" for each in message.languages)
        where = f"{message.unread} of {counted(message.paragraphs, 'paragraph')} are not English ({languages})"
    return f"Names were not checked everywhere: {where}. Unsaid searches for names in English text only."


def _terms_not_found(message: said.TermsNotFound) -> str:
    more = f" and {message.more} more" if message.more else ""
    return f"Not found in the document: {', '.join(message.terms)}{more}."


def _entry_not_usable(message: said.EntryNotUsable) -> str:
    done = "Unsaid searched for the rest of it." if message.used else "Unsaid did not search for it."
    where = f"{message.list_name} {_OWNERS[message.owner]}"
    return f"Entry {message.number} of {where} {FAULTS[message.fault]}. {done} Correct the list."


def _industry_of_few_clients(message: said.IndustryOfFewClients) -> str:
    has = f"{message.industry!r} has {counted(message.clients, 'client')}"
    if message.kept:
        return f"{has}. A reader who recognises the industry has only these to choose from, whatever k is."
    return f"{has}. To keep the industry recognisable, it needs {message.needed} at this k, so it was not kept."


def _industry_of_few_visible_clients(message: said.IndustryOfFewVisibleClients) -> str:
    few = f"You see few clients of {message.industry!r}"
    if message.kept:
        return f"{few}. A reader who recognises the industry may have only few clients to choose from."
    return f"{few}. To keep the industry recognisable, you need to see {message.needed}, so it was not kept."


def _one_by_one(message: said.ChosenOneByOne) -> str:
    why = _WHY_ONE_BY_ONE[message.reason].format(at=_at_levels(message))
    lower = " Lower k." if message.reason == "no_solution" else ""
    return f"{why}, so words were selected one by one.{lower}"


def _attackers_not_blocked(message: said.AttackersNotBlocked) -> str:
    rest = " The other attackers do not name the client." if message.others_hold else ""
    hides = f"no selection of words also hides the client from {listed(message.attackers)}"
    return f"At {_at_levels(message)}, {hides}.{rest}"


def _assurance_not_reached(message: said.AssuranceNotReached) -> str:
    margin = "margin" if message.complete else "measured margin"
    return (
        f"No {margin} makes k hold against unknown attackers in {message.asked:.0%} of held-out documents. "
        f"With the best margin, k held in {message.held:.0%} of {message.documents}."
    )


def _k_not_reached(message: said.KNotReached) -> str:
    only = "" if message.reached is None else f", only {message.reached}"
    return f"k = {message.k} was not reached{only}."


def _found_in_result(message: said.FoundInResult) -> str:
    places = "; ".join(f"{each.entity} in {_place(each)}" for each in message.places)
    more = f" and {message.more} more" if message.more else ""
    return f"A second check of the result found more personal data: {places}{more}."


def _outcome_refused(message: said.OutcomeRefused) -> str:
    end = "" if message.detail.endswith(".") else "."
    return f"The outcome was not computed ({message.error}): {message.detail}{end}"


def _place(place: said.FoundPlace) -> str:
    where = f"{place.how} ({place.part})" if place.part else place.how
    return f"{where}, {place.count} times" if place.count > 1 else where


PLAIN: Words = {
    **REASON_WORDS,
    **PROBLEM_WORDS,
    said.PartNotRead: lambda each: f"{each.part} {_SHOWN[each.shows]}. Unsaid did not read that file.",
    said.KindNotChecked: "{entity} was not checked: this version has no recogniser for it.",
    said.NamesNotChecked: "Names were not checked: no pipeline for names is set (UNSAID_NER). Unsaid finds "
    "personal data that have a pattern, but no names of people, organisations and locations.",
    said.NamesNotRead: _names_not_read,
    said.RecogniserNotFinished: "The recogniser “{recogniser}” did not finish, because its expression took longer "
    "than {seconds:g} seconds. Make it simpler, and redact the document again.",
    said.RecogniserMatchedNothing: "The recogniser “{recogniser}” has matched places without letters, digits and "
    "signs. They are not redacted. Correct the recogniser.",
    said.TermsNotFound: _terms_not_found,
    said.EntryNotUsable: _entry_not_usable,
    said.FewerClientsThanK: "The model knows only {clients} clients, so k is {k}, not {usual}.",
    said.NoAttackers: "This version of the model has no attackers, so the client was hidden from the model only. "
    "Train the model again.",
    said.TooFewIndustries: "The model knows fewer than two industries, so uniform was used instead of {objective}.",
    said.IndustryNotKnown: "The industry of {client!r} is not known, so uniform was used instead of {objective}.",
    said.IndustryOfFewClients: _industry_of_few_clients,
    said.IndustryOfFewVisibleClients: _industry_of_few_visible_clients,
    said.FloorNotReached: "No selection of words reaches k = {levels} and keeps the industry recognisable, so "
    "uniform was used. Lower k to keep the industry.",
    said.IndustryNotKept: "The industry was not kept at k = {levels}.",
    said.ChosenOneByOne: _one_by_one,
    said.AttackersNotBlocked: _attackers_not_blocked,
    said.AssuranceNotKnown: "Unsaid did not measure how often k holds against unknown attackers for words that no "
    "program selected.",
    said.AssuranceNotMeasured: "Unsaid could not measure how often k holds against unknown attackers: too few "
    "clients have three documents. The largest margin was used.",
    said.AssuranceOfOtherObjectives: "How often k holds against unknown attackers was measured with floor and "
    "uniform, not with {objective}.",
    said.AssuranceNotReached: _assurance_not_reached,
    said.NoKnownWord: "The document contains no word that the model knows, so all clients are equally likely.",
    said.NoWordKnownToAttackers: "The document contains no word that the attackers know, so no attacker can tell "
    "one client from another.",
    said.KNotReached: _k_not_reached,
    said.KNotReachedWithoutWords: "k = {k} was not reached, because the document contains no word that the "
    "model knows.",
    said.FoundInResult: _found_in_result,
    said.RedactedUndecided: "Places redacted that nobody had decided on, because they look like personal data only "
    "in the redacted text: {places}.",
    said.AmountsComputable: "Redacted amounts that can be computed from the amounts beside them in a table: "
    "{amounts}.",
    said.AcceptedTermsNotSuggested: "Accepted terms of the review that are not suggested for the text as it is "
    "now: {terms}.",
    said.PlacesKept: "Someone decided not to redact some places of redacted terms: {places}.",
    said.ReviewModelGone: "Version {version} of the models, which this review uses, no longer exists. All "
    "decisions are saved.",
    said.ReviewModelNotInUse: "This review uses version {version} of the models. Another one is in use now.",
    said.OutcomeNotComputed: lambda each: f"The outcome was not computed. {_WHY_NOT_COMPUTED[each.reason]}",
    said.OutcomeRefused: _outcome_refused,
}
