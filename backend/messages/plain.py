"""What messages say on every surface: what happened, and what to do where that is the same for all readers.

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
    "control_character": "holds a control character",
    "half_character": "holds half of a character",
    "no_character": "holds a code point that stands for no character",
    "picture_sign": "holds the sign that stands for a picture",
    "not_searchable": "holds no letter, digit or sign that could be looked for",
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
    "imported_file": "holds a file that Word imports when it opens the document",
    "sub_document": "shows another file as a sub-document",
}

_WHY_ONE_BY_ONE = {
    "no_solution": "No choice of words reaches {at} before the model",
    "no_solver": "Neither HiGHS nor CBC solved the program at {at}",
    "no_whole_words": "The solver found no choice of whole words in time at {at}",
}

_WHY_NOT_COMPUTED = {
    "older_report": "An older version wrote the report. Redact the document again.",
    "models_missing": "The models of the report are not here.",
    "recognisers_missing": "That run used recognisers that are on no list here.",
}


def _at_levels(message: said.OfLevels) -> str:
    return f"k = {listed(message.levels)}"


def _names_not_read(message: said.NamesNotRead) -> str:
    if message.unread == message.paragraphs:
        where = f"the text is in {listed([each.language for each in message.languages])}"
    else:
        languages = ", ".join(f"{each.paragraphs} in {each.language}" for each in message.languages)
        where = f"{message.unread} of {counted(message.paragraphs, 'paragraph')} are not English ({languages})"
    return f"Names were not checked everywhere: {where}. Unsaid looks for names in English text only."


def _entry_not_usable(message: said.EntryNotUsable) -> str:
    done = "Unsaid looked for the rest of it." if message.used else "Unsaid did not look for it."
    where = f"{message.list_name} {_OWNERS[message.owner]}"
    return f"Entry {message.number} of {where} {FAULTS[message.fault]}. {done} Correct the list."


def _industry_of_few_clients(message: said.IndustryOfFewClients) -> str:
    industry, clients = message.industry, message.clients
    has = f"Few clients share {industry!r}" if clients is None else f"{industry!r} has {counted(clients, 'client')}"
    if not message.kept:
        return f"{has}. To keep the industry recognisable would give the client away, so uniform was followed."
    among = "few" if clients is None else str(clients)
    return f"{has}. A reader who recognises the industry chooses among {among}, whatever k is."


def _one_by_one(message: said.ChosenOneByOne) -> str:
    why = _WHY_ONE_BY_ONE[message.reason].format(at=_at_levels(message))
    lower = " Lower k." if message.reason == "no_solution" else ""
    return f"{why}, so words were chosen one by one.{lower}"


def _attackers_not_blocked(message: said.AttackersNotBlocked) -> str:
    rest = " The other attackers do not name the client." if message.others_hold else ""
    return (
        f"At {_at_levels(message)}, no choice of words hides the client from {listed(message.attackers)} too.{rest}"
    )


def _assurance_not_reached(message: said.AssuranceNotReached) -> str:
    margin = "margin" if message.complete else "measured margin"
    return (
        f"No {margin} makes k hold before strangers in {message.asked:.0%} of held-out documents. "
        f"With the one that was taken, k held in {message.held:.0%} of {message.documents}."
    )


def _k_not_reached(message: said.KNotReached) -> str:
    only = "" if message.reached is None else f", only {message.reached}"
    return f"k = {message.k} was not reached{only}."


def _found_in_result(message: said.FoundInResult) -> str:
    places = ", ".join(f"{each.entity} in {_place(each)}" for each in message.places)
    more = f" and {message.more} more" if message.more else ""
    return f"Personal data were found only when the result was read again: {places}{more}."


def _outcome_refused(message: said.OutcomeRefused) -> str:
    end = "" if message.detail.endswith(".") else "."
    return f"Whether what was asked for holds was not computed ({message.error}): {message.detail}{end}"


def _place(place: said.FoundPlace) -> str:
    return f"{place.how} ({place.part})" if place.part else place.how


PLAIN: Words = {
    **REASON_WORDS,
    **PROBLEM_WORDS,
    said.PartNotRead: lambda each: f"{each.part} {_SHOWN[each.shows]}. Unsaid did not read that file.",
    said.KindNotChecked: "{entity} was not checked: this version has no recogniser for it.",
    said.NamesNotChecked: "Names were not checked: no pipeline for names is set (UNSAID_NER). Unsaid finds "
    "personal data that have a pattern, but no names of people, organisations and places.",
    said.NamesNotRead: _names_not_read,
    said.RecogniserNotFinished: "The recogniser “{recogniser}” did not finish: its expression took longer than "
    "{seconds:g} seconds. Make it simpler, and redact the document again.",
    said.RecogniserMatchedNothing: "The recogniser “{recogniser}” has matched places without letters, digits and "
    "signs. They stay. Correct the recogniser.",
    said.EntryNotUsable: _entry_not_usable,
    said.FewerClientsThanK: "The model knows {clients} clients, so k = {k} counts and not {usual}.",
    said.NoAttackers: "This version of the model has no attackers, so the client was hidden from the model alone. "
    "Train the model again.",
    said.TooFewIndustries: "The model knows fewer than two industries, so uniform was followed instead of "
    "{objective}.",
    said.IndustryNotKnown: "The industry of {client!r} is not known, so uniform was followed instead of "
    "{objective}.",
    said.IndustryOfFewClients: _industry_of_few_clients,
    said.IndustryOfFewVisibleClients: "Few of the clients that you see share {industry!r}. If few others do, a "
    "reader who recognises the industry chooses among few.",
    said.FloorNotReached: "No choice of words was found that reaches k = {levels} and keeps the industry first, so "
    "uniform was followed. Lower k to keep the industry.",
    said.IndustryNotKept: "The industry was not kept at k = {levels}.",
    said.ChosenOneByOne: _one_by_one,
    said.AttackersNotBlocked: _attackers_not_blocked,
    said.AssuranceNotKnown: "Nobody has measured how surely k holds before strangers for words that no program "
    "chose.",
    said.AssuranceNotMeasured: "How surely k holds before strangers could not be measured: too few clients have "
    "three documents. The largest margin was taken.",
    said.AssuranceOfOtherObjectives: "How surely k holds before strangers was measured with floor and uniform, not "
    "with {objective}.",
    said.AssuranceNotReached: _assurance_not_reached,
    said.NoKnownWord: "The document holds no word that the model knows. Every client is as likely.",
    said.NoWordKnownToAttackers: "The document holds no word that the attackers know. No attacker can tell one "
    "client from another.",
    said.KNotReached: _k_not_reached,
    said.KNotReachedWithoutWords: "k = {k} was not reached: the document holds no word that the model knows.",
    said.FoundInResult: _found_in_result,
    said.AcceptedTermsNotSuggested: "Accepted terms of the review that are not suggested for the text as it is "
    "now: {terms}.",
    said.PlacesKept: "Places of redacted terms that stay, as was decided for them alone: {places}.",
    said.ReviewModelGone: "Version {version} of the models, by which this review is judged, is gone. All decisions "
    "were kept.",
    said.ReviewModelNotInUse: "This review is judged by version {version} of the models. Another one is in "
    "use now.",
    said.OutcomeNotComputed: lambda each: (
        f"Whether what was asked for holds was not computed. {_WHY_NOT_COMPUTED[each.reason]}"
    ),
    said.OutcomeRefused: _outcome_refused,
}
