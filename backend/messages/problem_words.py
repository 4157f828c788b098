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
    "simple": "The objective simple does not use the attackers, but the request needs them.",
    "not_robust": "The request switches the attackers off, but needs them.",
}


def _output_folder_inside(problem: problems.OutputFolderInside) -> str:
    return f"The {_PURPOSES[problem.purpose]}, {problem.path}, lies inside {problem.other}."


def _report_in_folder(problem: problems.ReportInFolder) -> str:
    secrets = " and the secrets of the certificates" if problem.purpose == "certificates" else ""
    return (
        f"The report {problem.report} would contain the redacted terms{secrets}. "
        f"Put it outside the {_PURPOSES[problem.purpose]}, {problem.folder}."
    )


def _output_is_original(problem: problems.OutputIsOriginal) -> str:
    what = "a redacted copy" if problem.purpose == "outputs" else "a certificate"
    return f"{problem.path} is an original. Unsaid does not overwrite it with {what}."


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
        "Unsaid refuses to use it."
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
    problems.FileUnwritable: "{path}: cannot be written ({reason}). Nothing was written; a file that was there "
    "before is unchanged.",
    problems.DataFolderMissing: "{path}: there is no such folder of experimental data.",
    problems.DataSetMissing: "{path}: this data set is not there. Put it there.",
    problems.FiguresNotInstalled: "Figures are drawn with matplotlib, which is not installed. Install it with "
    "pip install '.[evaluate]'.",
    problems.CertificateNotRecognised: "{source}: this is not a certificate.",
    problems.CertificateKeysNotRecognised: "{source}: this file contains no certificate keys.",
    problems.ReportNotSearchable: "The report names a string that cannot be searched for.",
    problems.ClientNotInView: "No client of that name is known here, or you may not see it.",
    problems.ClientNotKnown: "No client {client!r} is stored or in the model that is in use. Correct the name.",
    problems.IndustryNotInModel: _industry_not_in_model,
    problems.IndustryWithoutClient: "An industry was named without a client.",
    problems.ManifestRowMissing: "{path}: the manifest {manifest} has no row for it. Add one with its client.",
    problems.AttackersMissing: "This model version has no attackers. Train the model again.",
    problems.AttackersIgnored: lambda each: _IGNORED_BY[each.ignored_by],
    problems.PersonalKindsMissing: "No kind of personal data is named.",
    problems.PersonalKindUnknown: _personal_kind_unknown,
    problems.StoryTwice: "The document contains one story or one paragraph twice.",
    problems.EditWithoutReplacement: "A decision to edit needs a replacement, and other decisions must not "
    "have one.",
    problems.HereWithoutPlace: "A decision about one place must name the place, and other decisions must not "
    "name one.",
    problems.WideWithoutTerm: "A decision that applies to other documents must name its term, "
    "and other decisions must not name one.",
    problems.NoVerdict: "Only accepting, rejecting and editing may have a reason or a note, or apply to other "
    "documents.",
    problems.ReviewWithoutClient: "This review has no client, so no decision can apply to its client.",
    problems.TooManyProposals: "You have proposed more than {most:,} terms on which no administrator has decided. "
    "Remove reviews that you no longer need.",
    problems.LevelOfAuthorOnly: "Only the author of a review chooses its level.",
    problems.NothingSampled: "No sample can be drawn: the share is 0 or above 1.",
    problems.TlsHalfSet: "TLS needs a certificate and its key, and only one of the two is named.",
    problems.NobodyCouldSignIn: "Other machines could reach the service at this address, but no way to sign in is "
    "set up. Set UNSAID_OIDC_ISSUER and UNSAID_OIDC_AUDIENCE, make an API key, or listen at 127.0.0.1.",
    store_problems.BackupNotRecognised: "{path}: this is not a backup of Unsaid.",
    store_problems.StoreNotEmpty: "The database already contains data.",
    store_problems.TrailNotRecognised: "{path}: this is not an audit trail.",
    store_problems.TrailTampered: "Someone changed the audit trail outside Unsaid. Unsaid records nothing more.",
    store_problems.StoreWentBack: "The database is in an earlier state than when this machine last used it. "
    "Unsaid refuses to use it.",
    store_problems.ForeignObject: "The table {table!r} has a trigger, a rule or a view that Unsaid did not make. "
    "Unsaid stores nothing until it is removed.",
    store_problems.RowNotAuthentic: _row_not_authentic,
    store_problems.RowsNeverAuthenticated: "The rows of this database have no authentication codes (MACs): an "
    "earlier version of Unsaid wrote them, or someone has restored an earlier state.",
    store_problems.RowVersionsChanged: "The versions of stored rows are not those in the signed audit trail. "
    "Unsaid refuses to use them.",
    store_problems.MacsRemoved: "Someone has removed the authentication codes (MACs) of this database, together "
    "with the audit trail.",
    store_problems.TablesOutdated: "The database has the tables of an earlier version of Unsaid.",
    store_problems.TablesUnknown: "The database does not say which tables it has.",
    store_problems.DatabaseDamaged: "The database is damaged.",
    store_problems.RowNotOnce: "A row of the database is missing, or occurs twice.",
    store_problems.RowNotText: "A row of the database contains a value that is not text.",
    store_problems.KeyNotSet: "No key is set to encrypt the stored data of clients. Set UNSAID_KEY.",
    store_problems.KeyMalformed: "A key is not one that Unsaid makes. Correct UNSAID_KEY, or the key file.",
    store_problems.RegistrySealMissing: "{path}: this file, which authenticates the model versions, is "
    "missing. Restore it from a backup.",
    store_problems.RegistrySealOfOtherKey: "{path}: another key authenticated the model versions. Set UNSAID_KEY "
    "to that key.",
    store_problems.RegistrySealWentBack: "{path}: this file, which authenticates the model versions, is older than "
    "the last one used. Restore the newer one.",
    store_problems.RegistrySealOfOtherRegistry: "{path}: this file authenticates the model versions of another "
    "registry. Restore the one that was here.",
    store_problems.NoPromotedVersion: "{folder}: no model version is in use.",
}
