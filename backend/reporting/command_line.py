"""The wording of messages on the command line: what to do names options and commands."""

from backend.messages import problems, store_problems
from backend.messages import warnings as said
from backend.messages.message import Words, wording
from backend.messages.warning_words import MESSAGE_WORDS

_UNIFORM = "--objective uniform does not keep the industry."

_IGNORES = {"simple": "--objective simple", "not_robust": "--no-robust"}
_FOLDERS = {"outputs": "--out", "certificates": "--certificate"}
_RESTORE = "`unsaid db restore` restores a backup."
_WHICH_ROWS = f"`unsaid audit verify` shows which rows were changed, and {_RESTORE}"
_VOUCH = "Or check the model versions, and accept them with `unsaid model authenticate --restored`."


def _other_folder(problem: problems.OutputFolderIsFile | problems.OutputIsOriginal) -> str:
    return f"Name another folder with {_FOLDERS[problem.purpose]}."


ADVICE: Words = {
    problems.ModelMissing: "Or use --no-cii.",
    problems.NotAReport: "Name a file that `unsaid redact --report` wrote.",
    problems.PolicyValueUnknown: "See `unsaid policy set --help`.",
    problems.PolicyNotSet: "`unsaid policy list` shows all policies.",
    problems.ClientNotStored: "`unsaid client add` stores one.",
    problems.ClientNotInModel: "`unsaid clients` lists the clients that it knows.",
    problems.UserNotKnown: "`unsaid user list` shows all users.",
    problems.ApiKeyNotKnown: "`unsaid key list` shows all keys.",
    problems.CertificateKeyNotKnown: "`unsaid certificate-key list` shows all keys.",
    problems.OutputFolderIsFile: _other_folder,
    problems.OutputFolderInside: lambda each: f"Name a folder outside it with {_FOLDERS[each.purpose]}.",
    problems.ReportInFolder: lambda each: f"Change --report or {_FOLDERS[each.purpose]}.",
    problems.ReportWouldReplace: "Choose another name with --report.",
    problems.OutputIsOriginal: _other_folder,
    problems.DataFolderMissing: "Name yours with --data.",
    problems.DataSetMissing: "Or name its folder with --data.",
    problems.FiguresNotInstalled: "Without --out there are no figures.",
    problems.CertificateNotRecognised: "Name the .certificate.json that `unsaid redact --certificate` wrote.",
    problems.CertificateKeysNotRecognised: "Name a file that `unsaid certificate-key export` wrote, or a response "
    "of /v1/certificate-keys.",
    problems.ReportNotSearchable: "Name the report as `unsaid redact --report` wrote it.",
    problems.ClientNotInView: "`unsaid clients` lists the clients of the model, `unsaid client list` those stored.",
    problems.ClientNotKnown: "Or store the client with `unsaid client add`.",
    problems.IndustryNotInModel: "Correct the column utility of the manifest.",
    problems.IndustryWithoutClient: "Name the client with --client.",
    problems.AttackersMissing: lambda each: f"Or leave out --{each.option}.",
    problems.AttackersIgnored: lambda each: f"Leave out {_IGNORES[each.ignored_by]} or --{each.option}.",
    problems.PersonalKindsMissing: "Use --pii all, --pii none, or a list such as --pii US_SSN,URL.",
    problems.TlsHalfSet: "Name both --certfile and --keyfile.",
    problems.NobodyCouldSignIn: "`unsaid key new` makes an API key.",
    store_problems.BackupNotRecognised: "Name a file that `unsaid db backup` wrote.",
    store_problems.StoreNotEmpty: "Add --replace to overwrite them.",
    store_problems.TrailNotRecognised: "Name a file that `unsaid audit export` wrote.",
    store_problems.TrailTampered: f"`unsaid audit verify` shows where, and {_RESTORE}",
    store_problems.StoreWentBack: f"Restore the newest state. {_RESTORE} If "
    "someone restored an earlier state by other means and on purpose, run `unsaid db accept`.",
    store_problems.ForeignObject: "`unsaid audit verify` names all of them.",
    store_problems.RowNotAuthentic: _WHICH_ROWS,
    store_problems.RowsNeverAuthenticated: "If it is of an earlier version, run `unsaid db upgrade` once. "
    "Otherwise restore a backup.",
    store_problems.RowVersionsChanged: _WHICH_ROWS,
    store_problems.MacsRemoved: _RESTORE,
    store_problems.TablesOutdated: "Run `unsaid db upgrade`.",
    store_problems.TablesUnknown: _RESTORE,
    store_problems.DatabaseDamaged: f"Stop Unsaid. {_RESTORE}",
    store_problems.RowNotOnce: "`unsaid audit verify` shows which rows were changed.",
    store_problems.RowNotText: "`unsaid audit verify` shows which rows were changed.",
    store_problems.KeyNotSet: "`unsaid db new-key` makes one.",
    store_problems.KeyMalformed: "`unsaid db new-key` makes one.",
    store_problems.RegistrySealMissing: _VOUCH,
    store_problems.RegistrySealOfOtherKey: _VOUCH,
    store_problems.RegistrySealWentBack: _VOUCH,
    store_problems.RegistrySealOfOtherRegistry: _VOUCH,
    store_problems.NoPromotedVersion: "Run `unsaid train CORPUS` first, or `unsaid model promote`.",
    said.IndustryNotKnown: "Name it in the column utility of a manifest.",
    said.IndustryOfFewClients: lambda each: _UNIFORM if each.kept else "",
    said.IndustryOfFewVisibleClients: lambda each: _UNIFORM if each.kept else "",
    said.AssuranceNotReached: lambda each: (
        "" if each.complete else "`unsaid train --every-margin` measures larger margins."
    ),
    said.KNotReached: "Lower --k, add terms with --always, or try another --objective.",
    said.FoundInResult: "Check these places. To redact the terms, use --always.",
    said.AmountsComputable: "Redact the other amounts of their row or column with --always.",
    said.OutcomeNotComputed: lambda each: (
        "Name its folder with --registry." if each.reason == "models_missing" else ""
    ),
}

COMMAND_LINE = wording(MESSAGE_WORDS, ADVICE)
"""The words of the command line, and of the reports that it writes."""
