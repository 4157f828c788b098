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
    "half_character": "contains a broken character",
    "no_character": "contains an invalid character",
    "picture_sign": "contains a placeholder for a picture",
    "not_searchable": "contains only spaces, dashes, placeholders or the like",
}

_OWNERS: Mapping[said.Owner, str] = {
    "client_dictionary": "in the dictionary of this client",
    "everyone_dictionary": "in the dictionary for every client",
    "client_list": "in the list of this client",
    "everyone_list": "in the list for every client",
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
    "no_whole_words": "Unsaid found no selection of whole words in time at {at}",
}

_WHY_NOT_COMPUTED = {
    "older_report": "An older version wrote the report. Redact the document again.",
    "models_missing": "The model version that the report names is missing.",
    "recognisers_missing": "The redaction used recognisers that are in no list here.",
}


def _at_levels(message: said.OfLevels) -> str:
    return f"level{'' if len(message.levels) == 1 else 's'} {listed(message.levels)}"


def _names_not_read(message: said.NamesNotRead) -> str:
    if message.unread == message.paragraphs:
        unread, why = "the text", f"it is in {listed([each.language for each in message.languages])}"
    else:
        languages = ", ".join(f"{each.paragraphs} in {each.language}" for each in message.languages)
        unread = f"{message.unread} of {counted(message.paragraphs, 'paragraph')}"
        why = f"{'it is' if message.unread == 1 else 'they are'} not in English ({languages})"
    return f"Unsaid did not search {unread} for names, because {why}. It searches for names in English text only."


def _terms_not_found(message: said.TermsNotFound) -> str:
    more = f" and {message.more} more" if message.more else ""
    return f"Not found in the document: {', '.join(message.terms)}{more}."


def _entry_not_usable(message: said.EntryNotUsable) -> str:
    done = "Unsaid used the rest of this entry." if message.used else "Unsaid did not use it."
    where = f'the list "{message.list_name}" {_OWNERS[message.owner]}'
    return f"Entry {message.number} of {where} {FAULTS[message.fault]}. {done} Correct the list."


def _industry_of_few_clients(message: said.IndustryOfFewClients) -> str:
    has = f"{message.industry!r} has {counted(message.clients, 'client')}"
    if message.kept:
        then = "then knows the client" if message.clients == 1 else "has only these to choose from at any level"
        return f"{has}. A reader who recognises the industry {then}."
    needs = f"At this level an industry needs {message.needed} to stay recognisable, so Unsaid did not keep it."
    highest = f"Level {message.highest} is the highest" if message.highest > 1 else "There is no level"
    return f"{has}. {needs} {highest} at which Unsaid can keep it."


def _industry_of_few_visible_clients(message: said.IndustryOfFewVisibleClients) -> str:
    few = f"You may see only a few clients of {message.industry!r}"
    if message.kept:
        return f"{few}. A reader who recognises the industry may have only a few clients to choose from."
    needed = f"only if you may see at least {message.needed} of them"
    return f"{few}. The industry stays recognisable {needed}, so Unsaid did not keep it."


def _one_by_one(message: said.ChosenOneByOne) -> str:
    why = _WHY_ONE_BY_ONE[message.reason].format(at=_at_levels(message))
    lower = " Choose a lower level." if message.reason == "no_solution" else ""
    return f"{why}, so words were selected one by one.{lower}"


def _attackers_not_blocked(message: said.AttackersNotBlocked) -> str:
    others = " The other attackers that redaction uses do not name the client."
    rest = others if message.others_hold else ""
    hides = "no selection of words that also hides the client from these attackers (other classifiers)"
    return f"At {_at_levels(message)}, Unsaid found {hides}: {listed(message.attackers)}.{rest}"


def _assurance_not_reached(message: said.AssuranceNotReached) -> str:
    measured = "" if message.complete else "as far as measured, "
    return (
        f"Held-out attackers were tried on {counted(message.documents, 'document')} kept out of training. At best, "
        f"{measured}the level was reached in {message.held:.0%} of them, not in {message.asked:.0%}."
    )


def _k_not_reached(message: said.KNotReached) -> str:
    only = "" if message.reached is None else f", only {message.reached}"
    return f"Level {message.k} was not reached{only}."


def _found_in_result(message: said.FoundInResult) -> str:
    places = "; ".join(f"{each.entity} in {_place(each)}" for each in message.places)
    more = f" and {message.more} more" if message.more else ""
    return f"A second check of the redacted copy found more personal data: {places}{more}."


def _redacted_undecided(message: said.RedactedUndecided) -> str:
    them = "it" if message.places == 1 else "them"
    return (
        f"Unsaid also redacted {counted(message.places, 'place')} without a decision: it recognised {them} as "
        f"personal data only after other words were redacted."
    )


def _amounts_computable(message: said.AmountsComputable) -> str:
    them = "it" if message.amounts == 1 else "them"
    amounts = counted(message.amounts, "redacted amount")
    return f"A reader can compute {amounts} from the amounts beside {them} in a table."


def _accepted_terms_not_suggested(message: said.AcceptedTermsNotSuggested) -> str:
    terms = counted(message.terms, "accepted term")
    return f"The review contains {terms} that Unsaid does not suggest for the current text."


def _outcome_refused(message: said.OutcomeRefused) -> str:
    end = "" if message.detail.endswith(".") else "."
    return f"The outcome was not computed ({message.error}): {message.detail}{end}"


def _place(place: said.FoundPlace) -> str:
    where = f"{place.how} ({place.part})" if place.part else place.how
    return f"{where}, {place.count} times" if place.count > 1 else where


MESSAGE_WORDS: Words = {
    **REASON_WORDS,
    **PROBLEM_WORDS,
    said.PartNotRead: lambda each: f"{each.part} {_SHOWN[each.shows]}. Unsaid did not read that file.",
    said.KindNotChecked: "Unsaid did not search for {entity}: this version has no recogniser for it.",
    said.NamesNotChecked: "Unsaid did not search for names of people, organisations and locations, because no "
    "language model for names is set (UNSAID_NER). It searched only for personal data that have a pattern.",
    said.NamesNotRead: _names_not_read,
    said.RecogniserNotFinished: "The recogniser “{recogniser}” did not finish, because its expression took longer "
    "than {seconds:g} seconds. Make it simpler, and redact the document again.",
    said.RecogniserMatchedNothing: "The recogniser “{recogniser}” has matched places that contain only spaces, "
    "dashes or the like. They are not redacted. Correct the recogniser.",
    said.TermsNotFound: _terms_not_found,
    said.EntryNotUsable: _entry_not_usable,
    said.FewerClientsThanK: "The model knows only {clients} clients, so the level is {k}, not {usual}.",
    said.NoAttackers: "This model version has no attackers, so the client was hidden from the model only. "
    "Train the model again.",
    said.TooFewIndustries: "The model knows fewer than two industries, so the objective "
    "“uniform” was used instead of “{objective}”.",
    said.IndustryNotKnown: "The industry of {client!r} is not known, so the objective “uniform” was used "
    "instead of “{objective}”.",
    said.IndustryOfFewClients: _industry_of_few_clients,
    said.IndustryOfFewVisibleClients: _industry_of_few_visible_clients,
    said.FloorNotReached: lambda each: (
        f"At {_at_levels(each)}, no selection of words keeps the industry "
        "recognisable, so the objective “uniform” was used. Choose a lower level to keep it."
    ),
    said.IndustryNotKept: lambda each: f"At {_at_levels(each)}, the industry was not kept recognisable.",
    said.ChosenOneByOne: _one_by_one,
    said.AttackersNotBlocked: _attackers_not_blocked,
    said.AssuranceNotKnown: "Unsaid measured protection against held-out attackers only for words that an "
    "optimiser selected, not for this objective.",
    said.AssuranceNotMeasured: "Unsaid could not measure how often the level is reached against held-out "
    "attackers: too few clients have three documents. The largest margin was used.",
    said.AssuranceOfOtherObjectives: "Unsaid measured how often the level is reached against held-out attackers "
    "with the objectives “floor” and “uniform”, not with “{objective}”.",
    said.AssuranceNotReached: _assurance_not_reached,
    said.NoKnownWord: "The document contains no word that the model knows, so all clients are equally likely.",
    said.NoWordKnownToAttackers: "The document contains no word that the attackers know, so no attacker can tell "
    "one client from another.",
    said.KNotReached: _k_not_reached,
    said.KNotReachedWithoutWords: "Level {k} was not reached, because the document contains no word that the "
    "model knows.",
    said.FoundInResult: _found_in_result,
    said.RedactedUndecided: _redacted_undecided,
    said.AmountsComputable: _amounts_computable,
    said.AcceptedTermsNotSuggested: _accepted_terms_not_suggested,
    said.PlacesKept: lambda each: (
        f"Someone decided to keep {counted(each.places, 'place')} of terms that are redacted elsewhere."
    ),
    said.ReviewModelGone: "This review uses model version {version}, which no longer exists. All decisions are "
    "saved.",
    said.ReviewModelNotInUse: "This review uses model version {version}, which is no longer in use.",
    said.OutcomeNotComputed: lambda each: f"The outcome was not computed. {_WHY_NOT_COMPUTED[each.reason]}",
    said.OutcomeRefused: _outcome_refused,
}
