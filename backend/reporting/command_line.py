"""The wording of messages on the command line: what to do names options and commands."""

from backend.messages import problems
from backend.messages import warnings as said
from backend.messages.message import Words, wording
from backend.messages.plain import PLAIN

_UNIFORM = "--objective uniform does not keep the industry."

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
    said.IndustryNotKnown: "A manifest may name one in its column utility.",
    said.IndustryOfFewClients: lambda each: _UNIFORM if each.kept else "",
    said.IndustryOfFewVisibleClients: _UNIFORM,
    said.AssuranceNotReached: lambda each: (
        "" if each.complete else "`unsaid train --every-margin` measures larger margins."
    ),
    said.KNotReached: "Lower --k, add terms with --always, or try another --objective.",
    said.FoundInResult: "Look there, and use --always.",
    said.OutcomeNotComputed: lambda each: "Name --registry." if each.reason == "models_missing" else "",
}

COMMAND_LINE = wording(PLAIN, ADVICE)
"""The words of the command line, and of the reports that it writes."""
