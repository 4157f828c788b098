"""The wording of messages over HTTP: what to do names fields of the request."""

from backend.messages import problems
from backend.messages import warnings as said
from backend.messages.message import Words, wording
from backend.messages.plain import PLAIN

_UNIFORM = "The objective uniform does not keep the industry."

ADVICE: Words = {
    problems.ModelMissing: "Or leave client out.",
    problems.NotAReport: "Send the report of /v1/redactions as it is.",
    problems.PolicyValueUnknown: "PolicyIn in /v1/openapi.json lists all values.",
    problems.PolicyNotSet: "GET /v1/admin/policies lists all policies.",
    problems.ClientNotStored: "GET /v1/clients lists the clients that you may see.",
    problems.ClientNotInModel: "GET /v1/clients lists the clients that you may see.",
    problems.UserNotKnown: "GET /v1/admin/users lists all users.",
    said.IndustryNotKnown: "Name one in utility.",
    said.IndustryOfFewClients: lambda each: _UNIFORM if each.kept else "",
    said.IndustryOfFewVisibleClients: _UNIFORM,
    said.KNotReached: "Lower k, add terms to always, or try another objective.",
    said.FoundInResult: "Look there, and add what has to go to always.",
}

HTTP = wording(PLAIN, ADVICE)
"""The words of the answers."""
