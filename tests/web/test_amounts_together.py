"""The amounts of a column over HTTP and in folder jobs: what keeps one of them does not meet the policy."""

import pytest

from backend.redaction.review_policy import ReviewPolicy
from backend.storage.store import Store
from tests.services.test_amount_columns import SALES
from tests.web.documents import encoded

KEPT = {"kind": "QUANTITY", "count": 2}
"""Two of three amounts stand."""


@pytest.fixture
def together(settings):
    Store.of(settings).policies.set(None, 0, ReviewPolicy(amounts_together=True), "root")


@pytest.mark.parametrize("placeholder", ["numbered", "typed", "redacted"])
@pytest.mark.parametrize("way", ["never", "rejected", "own words"])
def test_a_redaction_its_certificate_and_a_verification_agree(client, together, way, placeholder):
    del together
    asked = {
        "document": encoded(SALES),
        "name": "sales.docx",
        "pii": ["EMAIL_ADDRESS"],
        "always": ["4,600"],
        "placeholder": placeholder,
    }
    if way == "never":
        asked["never"] = ["1,200", "3,400"]
    else:
        found = client.post("/v1/analyses", json={name: asked[name] for name in asked if name != "placeholder"})
        asked["decisions"] = [_decision(each, way) for each in found.json["suggestions"]]
    done = client.post("/v1/redactions", json=asked).json
    assert (done["report"]["outcome"], done["report"]["unmet"]) == ("not_met", [KEPT])
    assert done["certificate"]["outcome"] == "not_met"
    told = {**done["report"], "outcome": "met", "exceptions": [], "unmet": []}
    again = {"document": done["document"], "name": "sales.docx", "report": told}
    verified = client.post("/v1/verifications", json=again).json
    assert (verified["outcome"], verified["unmet"]) == ("not_met", [KEPT])


def _decision(suggestion, way):
    if suggestion["entity"] != "REDACTED":
        return {"id": suggestion["id"], "verdict": "rejected"}
    own = {"replacement": "not stated", "verdict": "edited"} if way == "own words" else {"verdict": "accepted"}
    return {"id": suggestion["id"], **own}
