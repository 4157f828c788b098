"""What the environment says of sign-in: no mistake in it leaves a door open."""

import re
from pathlib import Path

import pytest

from backend.errors import InvalidRequest
from backend.storage.rights.roles import Role
from backend.web.auth import sign_in_settings
from backend.web.auth.sign_in_claims import groups_in, roles_in
from backend.web.auth.sign_in_settings import SignInSettings

LEAST = {"UNSAID_OIDC_ISSUER": "https://login.example", "UNSAID_OIDC_AUDIENCE": "unsaid"}
GUIDE = Path(__file__).parents[2] / "docs" / "admin-guide.md"


def _issuer(**more):
    return SignInSettings.from_environment({**LEAST, **more}).issuer


def test_without_configuration_no_issuer_is_trusted():
    assert SignInSettings.from_environment({"UNSAID_OIDC_ISSUER": " ", "UNSAID_OIDC_SCOPE": ""}) == SignInSettings()


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"UNSAID_OIDC_AUDIENCE": "unsaid"}, "UNSAID_OIDC_ISSUER"),
        ({"UNSAID_OIDC_ISSUER": "https://login.example"}, "UNSAID_OIDC_AUDIENCE"),
        ({**LEAST, "UNSAID_OIDC_AUDIENCE": " , "}, "UNSAID_OIDC_AUDIENCE"),
        ({**LEAST, "UNSAID_OIDC_ISSUER": "http://login.example"}, "https"),
        ({**LEAST, "UNSAID_OIDC_ISSUER": "login.example"}, "https"),
        ({**LEAST, "UNSAID_OIDC_JWKS": "http://login.example/keys"}, "https"),
        ({**LEAST, "UNSAID_OIDC_JWKS": "file:///etc/keys"}, "https"),
        ({**LEAST, "UNSAID_OIDC_JWKS": "http://127.0.0.1.login.example/keys"}, "https"),
        ({**LEAST, "UNSAID_OIDC_ISSUER": "https://login.example/{tenantid}/v2.0"}, "UNSAID_OIDC_TENANTS"),
        ({**LEAST, "UNSAID_OIDC_ROLES": "staff=boss"}, "boss"),
        ({**LEAST, "UNSAID_OIDC_ROLES": "staff"}, "value=meaning"),
        ({**LEAST, "UNSAID_OIDC_ROLES": "=admin"}, "value=meaning"),
        ({**LEAST, "UNSAID_OIDC_ROLES": "staff=user,staff=admin"}, "twice"),
        ({**LEAST, "UNSAID_OIDC_GROUPS": "retail=Retail"}, "UNSAID_OIDC_GROUPS_CLAIM"),
        ({"UNSAID_RATE_LIMIT": "often"}, "UNSAID_RATE_LIMIT"),
        ({"UNSAID_QUESTIONS": "600 per hour; often"}, "UNSAID_QUESTIONS"),
        ({"UNSAID_LOCK_OUT": "0"}, "UNSAID_LOCK_OUT"),
        ({"UNSAID_PROXIES": "-1"}, "UNSAID_PROXIES"),
        ({"UNSAID_PROXIES": "nginx"}, "UNSAID_PROXIES"),
    ],
)
def test_contradictory_or_unsafe_settings_are_refused(environment, told):
    with pytest.raises(InvalidRequest, match=told):
        SignInSettings.from_environment(environment)


def test_an_issuer_whose_keys_are_elsewhere_may_have_any_name():
    adfs = "http://adfs.example/adfs/services/trust"
    keys = "https://adfs.example/adfs/discovery/keys"
    assert _issuer(UNSAID_OIDC_ISSUER=adfs, UNSAID_OIDC_JWKS=keys).url == adfs


def test_where_no_rule_is_set_roles_are_called_as_they_are():
    issuer = _issuer()
    assert roles_in({"roles": ["admin", "user", "boss"]}, issuer) == {Role.ADMIN, Role.USER}
    assert roles_in({"roles": "auditor"}, issuer) == {Role.AUDITOR}
    for claims in (
        {},
        {"roles": None},
        {"roles": {"admin": True}},
        {"roles": [["admin"]]},
        {"roles": "administrator"},
    ):
        assert roles_in(claims, issuer) == frozenset()


def test_rules_say_which_value_gives_which_role_and_every_value_may():
    issuer = _issuer(UNSAID_OIDC_ROLES="*=user, 0f5d-42=admin")
    assert roles_in({}, issuer) == {Role.USER}
    assert roles_in({"roles": ["0f5d-42"]}, issuer) == {Role.USER, Role.ADMIN}
    assert roles_in({"roles": ["admin"]}, issuer) == {Role.USER}


@pytest.mark.parametrize(
    ("claim", "claims"),
    [
        ("realm_access.roles", {"realm_access": {"roles": ["admin"]}}),
        ("resource_access.unsaid.roles", {"resource_access": {"unsaid": {"roles": ["admin"]}}}),
        ("http://schemas.example/ws/role", {"http://schemas.example/ws/role": "admin"}),
        ("a.b", {"a.b": ["admin"], "a": {"b": ["user"]}}),
    ],
)
def test_a_claim_may_lie_within_another_or_have_an_address_as_its_name(claim, claims):
    assert roles_in(claims, _issuer(UNSAID_OIDC_ROLES_CLAIM=claim)) == {Role.ADMIN}
    assert roles_in({}, _issuer(UNSAID_OIDC_ROLES_CLAIM=claim)) == frozenset()


def test_without_a_claim_of_groups_everyone_sees_all_clients():
    assert groups_in({"groups": ["Retail"]}, _issuer()) is None


def test_with_a_groups_claim_users_see_only_its_groups():
    plain = _issuer(UNSAID_OIDC_GROUPS_CLAIM="groups")
    assert groups_in({"groups": ["Retail", "*"]}, plain) == {"Retail", "*"}  # a claim cannot say: all
    assert groups_in({}, plain) == groups_in({"groups": 7}, plain) == frozenset()
    # More groups than a token can hold: Microsoft says where they are instead.
    assert groups_in({"_claim_names": {"groups": "src1"}}, plain) == frozenset()
    ruled = _issuer(UNSAID_OIDC_GROUPS_CLAIM="groups", UNSAID_OIDC_GROUPS="17=Retail,18=Food,99=*,*=Open")
    assert groups_in({"groups": ["17", "Food"]}, ruled) == {"Retail", "Open"}
    assert groups_in({"groups": ["99", "17"]}, ruled) is None


def test_every_setting_is_in_the_admin_guide():
    names = set(re.findall(r"UNSAID_[A-Z_]+[A-Z]", Path(sign_in_settings.__file__).read_text("utf-8")))
    told = GUIDE.read_text("utf-8")
    assert len(names) >= 12
    assert [name for name in sorted(names - {"UNSAID_OIDC"}) if f"| `{name}` |" not in told] == []
