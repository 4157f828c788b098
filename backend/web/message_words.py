"""The wording of messages over HTTP: what to do names fields of the request."""

from backend.messages import problems, store_problems
from backend.messages import warnings as said
from backend.messages.message import Message, Words, wording
from backend.messages.warning_words import MESSAGE_WORDS

_UNIFORM = "The objective uniform does not keep the industry."

_IGNORES = {"simple": "that objective", "not_robust": "robust"}

_FOR_ADMINISTRATORS: tuple[type[Message], ...] = (
    store_problems.TrailTampered,
    store_problems.StoreWentBack,
    store_problems.ForeignObject,
    store_problems.RowNotAuthentic,
    store_problems.RowsNeverAuthenticated,
    store_problems.RowVersionsChanged,
    store_problems.MacsRemoved,
    store_problems.TablesOutdated,
    store_problems.TablesUnknown,
    store_problems.DatabaseDamaged,
    store_problems.RowNotOnce,
    store_problems.RowNotText,
    store_problems.KeyNotSet,
    store_problems.KeyMalformed,
    store_problems.RegistrySealMissing,
    store_problems.RegistrySealOfOtherKey,
    store_problems.RegistrySealWentBack,
    store_problems.RegistrySealOfOtherRegistry,
    store_problems.NoPromotedVersion,
)
"""Problems that callers cannot solve; the machine of the service has commands for them."""

ADVICE: Words = {
    problems.ModelMissing: "Or leave client out.",
    problems.NotAReport: "Send the report of /v1/redactions as it is.",
    problems.PolicyValueUnknown: "PolicyIn in /v1/openapi.json lists all values.",
    problems.PolicyNotSet: "GET /v1/admin/policies lists all policies.",
    problems.ClientNotStored: "GET /v1/clients lists the clients that you may see.",
    problems.ClientNotInModel: "GET /v1/clients lists the clients that you may see.",
    problems.UserNotKnown: "GET /v1/admin/users lists all users.",
    problems.CertificateKeysNotRecognised: "GET /v1/certificate-keys lists all keys.",
    problems.ReportNotSearchable: "Send the report as it was.",
    problems.ClientNotInView: "GET /v1/clients lists the clients that you may see.",
    problems.ClientNotKnown: "GET /v1/clients lists the clients that you may see.",
    problems.IndustryNotInModel: "Correct utility.",
    problems.IndustryWithoutClient: "Name client, or leave utility out.",
    problems.AttackersMissing: lambda each: f"Or leave {each.option} out.",
    problems.AttackersIgnored: lambda each: f"Leave out {_IGNORES[each.ignored_by]} or {each.option}.",
    problems.PersonalKindsMissing: "Name kinds such as US_SSN, or leave pii out for all.",
    problems.StoryTwice: "Give each story a part or a kind of its own, and each paragraph an ordinal of its own.",
    problems.EditWithoutReplacement: "The move `edit` needs `replacement`; other moves must not have it.",
    problems.HereWithoutPlace: "The scope `here` needs `place`; other scopes must not have it.",
    problems.WideWithoutTerm: "The scopes `client` and `everyone` need `term`; others must not have it.",
    problems.NoVerdict: "Send `reason`, `note` and `scope` only with `accept`, `reject` and `edit`.",
    problems.ReviewWithoutClient: "Set scope to document or everyone.",
    problems.TooManyProposals: "Or set scope to document.",
    problems.LevelOfAuthorOnly: "Leave chosen out.",
    problems.NothingSampled: "Set share to a number above 0 and up to 1.",
    **dict.fromkeys(_FOR_ADMINISTRATORS, "Tell an administrator of this service."),
    said.IndustryNotKnown: "Name it in utility.",
    said.IndustryOfFewClients: lambda each: _UNIFORM if each.kept else "",
    said.IndustryOfFewVisibleClients: lambda each: _UNIFORM if each.kept else "",
    said.KNotReached: "Lower k, add terms to always, or try another objective.",
    said.FoundInResult: "Check these places. To redact the terms, add them to `always`.",
    said.AmountsComputable: "Add the other amounts of their row or column to always.",
}

HTTP = wording(MESSAGE_WORDS, ADVICE)
"""The words of the responses."""
