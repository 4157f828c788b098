"""The words of problems on every surface: what is wrong, and what to do if that is the same for all readers."""

from collections.abc import Mapping

from backend.messages import problems, store_problems
from backend.messages.message import Words

_PURPOSES: Mapping[problems.Purpose, str] = {
    "outputs": "folder for outputs",
    "certificates": "folder for certificates",
}

_REPORT_FAULTS = {
    "read_by_run": "is a file that this run reads",
    "not_a_file": "is not an ordinary file",
}

_IGNORED_BY = {
    "simple": "The objective simple ignores attackers.",
    "not_robust": "The request asks to ignore attackers.",
}


def _output_folder_inside(problem: problems.OutputFolderInside) -> str:
    return f"The {_PURPOSES[problem.purpose]}, {problem.path}, lies inside {problem.other}."


def _report_in_folder(problem: problems.ReportInFolder) -> str:
    holds = "originals, and what opens the certificates" if problem.purpose == "certificates" else "originals"
    return (
        f"The report {problem.report} would hold {holds}, and must not lie inside the "
        f"{_PURPOSES[problem.purpose]}, {problem.folder}."
    )


def _output_is_original(problem: problems.OutputIsOriginal) -> str:
    what = "output" if problem.purpose == "outputs" else "certificate"
    return f"{problem.path} is an original, and no {what} replaces it."


def _industry_not_in_model(problem: problems.IndustryNotInModel) -> str:
    if problem.industry is None:
        return "The model knows no industry of that name."
    known = ", ".join(map(repr, problem.known)) or "none"
    return f"The model knows no industry {problem.industry!r} (it knows {known})."


def _personal_kind_unknown(problem: problems.PersonalKindUnknown) -> str:
    hint = "" if problem.nearest is None else f" Did you mean {problem.nearest}?"
    return f"No kind of personal data is called {problem.kind!r}.{hint} There are: {', '.join(problem.known)}."


def _row_not_authentic(problem: store_problems.RowNotAuthentic) -> str:
    version = "" if problem.version is None else f", version {problem.version},"
    return (
        f"Row {problem.row!r} of the table {problem.table!r}{version} is not what Unsaid has stored. "
        "Unsaid does nothing with it."
    )


PROBLEM_WORDS: Words = {
    problems.ModelMissing: "Client terms cannot be found without a model. Train one.",
    problems.NotAReport: "{source}: this is not a report of a redaction.",
    problems.PolicyValueUnknown: "The policy contains a value that policies do not allow.",
    problems.PolicyNotSet: "No such policy is set.",
    problems.ClientNotStored: "No client {client!r} is stored.",
    problems.ClientNotInModel: "No client {client!r} is in the model.",
    problems.UserNotKnown: "No user has that id.",
    problems.ApiKeyNotKnown: "No API key has that id.",
    problems.CertificateKeyNotKnown: "No certificate key has that id.",
    problems.OutputFolderIsFile: lambda each: f"The {_PURPOSES[each.purpose]}, {each.path}, is a file.",
    problems.OutputFolderInside: _output_folder_inside,
    problems.ReportInFolder: _report_in_folder,
    problems.ReportWouldReplace: lambda each: f"The report {each.report} {_REPORT_FAULTS[each.fault]}.",
    problems.OutputIsOriginal: _output_is_original,
    problems.FileUnreadable: "{path}: cannot be read ({reason}).",
    problems.NotAnOrdinaryFile: "{path}: is not an ordinary file. Name a document.",
    problems.FileUnwritable: "{path}: cannot be written ({reason}). Nothing was left there.",
    problems.DataFolderMissing: "{path}: there is no such folder of experimental data.",
    problems.DataSetMissing: "{path}: this data set is not there. Put it in its place.",
    problems.FiguresNotInstalled: "Figures are drawn with matplotlib, which is not installed. Install it with "
    "pip install '.[evaluate]'.",
    problems.CertificateNotRecognised: "{source}: this is not a certificate.",
    problems.CertificateKeysNotRecognised: "{source}: this file holds no certificate keys.",
    problems.ReportNotSearchable: "The report names a string that cannot be searched for.",
    problems.ClientNotInView: "No client of that name is known here, or none that you may see.",
    problems.ClientNotKnown: "No client {client!r} is stored or in the model that is in use. Correct the name.",
    problems.IndustryNotInModel: _industry_not_in_model,
    problems.IndustryWithoutClient: "An industry was named without a client.",
    problems.ManifestRowMissing: "{path}: the manifest {manifest} has no row for it. Add one with its client.",
    problems.AttackersMissing: "This version of the model was stored without attackers. Train it again.",
    problems.AttackersIgnored: lambda each: _IGNORED_BY[each.ignored_by],
    problems.PersonalKindsMissing: "No kind of personal data is named.",
    problems.PersonalKindUnknown: _personal_kind_unknown,
    problems.StoryTwice: "The document holds one story or one paragraph twice.",
    problems.EditWithoutReplacement: "Every edit needs a replacement, and no other decision has one.",
    problems.HereWithoutPlace: "A decision about one place names this place, and no other decision names one.",
    problems.WideWithoutTerm: "A decision that counts for other documents names its term, "
    "and no other decision names one.",
    problems.NoVerdict: "Only accepting, rejecting and editing have a reason or a note, or count for other "
    "documents.",
    problems.ReviewWithoutClient: "This review has no client, so no decision can count for its client.",
    problems.TooManyProposals: "You have proposed more than {most:,} terms on which no administrator has decided. "
    "Remove reviews that you no longer need.",
    problems.LevelOfAuthorOnly: "Only the author of a review chooses its level.",
    problems.NothingSampled: "The policy samples nothing for this review, or the sample would exceed the whole.",
    problems.TlsHalfSet: "TLS needs a certificate and its key, and only one of the two is named.",
    problems.NobodyCouldSignIn: "Others could reach the service there, and nobody could sign in. Set "
    "UNSAID_OIDC_ISSUER and UNSAID_OIDC_AUDIENCE, make an API key, or listen at 127.0.0.1.",
    store_problems.BackupNotRecognised: "{path}: this is not a backup of Unsaid.",
    store_problems.StoreNotEmpty: "The database holds data already.",
    store_problems.TrailNotRecognised: "{path}: this is not an audit trail.",
    store_problems.TrailTampered: "Someone else than Unsaid has changed the audit trail. Nothing more is recorded.",
    store_problems.StoreWentBack: "The store was put back to an earlier state than this machine has seen. "
    "Nothing is done with it.",
    store_problems.ForeignObject: "The table {table!r} has a trigger, a rule or a view that Unsaid has not made. "
    "Nothing is stored until it is removed.",
    store_problems.RowNotAuthentic: _row_not_authentic,
    store_problems.RowsNeverAuthenticated: "The rows of this store have no MACs: it is of an earlier version of "
    "Unsaid, or someone has put it back to an earlier state.",
    store_problems.RowVersionsChanged: "The versions of stored rows are not those that the audit trail has signed. "
    "Nothing is done with them.",
    store_problems.MacsRemoved: "Someone has removed the MACs of this store together with the audit trail.",
    store_problems.TablesOutdated: "The database has the tables of an earlier version of Unsaid.",
    store_problems.TablesUnknown: "The database does not say which tables it has.",
    store_problems.DatabaseDamaged: "The database is damaged.",
    store_problems.RowNotOnce: "A row of the database is missing, or stands there twice.",
    store_problems.RowNotText: "A row of the database holds what is not text.",
    store_problems.KeyNotSet: "No key is set to encrypt what is stored of clients. Set UNSAID_KEY.",
    store_problems.KeyMalformed: "A key is not one that Unsaid makes. Correct UNSAID_KEY, or the key file.",
    store_problems.RegistrySealMissing: "{path}: the seal of the models is gone. Restore it from a backup.",
    store_problems.RegistrySealOfOtherKey: "{path}: the key here has not sealed the models. Set UNSAID_KEY to the "
    "key that has.",
    store_problems.RegistrySealWentBack: "{path}: an earlier seal of the models was put back. Restore the newer.",
    store_problems.RegistrySealOfOtherRegistry: "{path}: this is the seal of another registry. Restore the one "
    "that was here.",
    store_problems.NoPromotedVersion: "{folder}: no version of the models is in use.",
}
