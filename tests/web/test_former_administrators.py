"""Who was an administrator, and is none any more, starts nothing again that takes one."""

from contextlib import closing

from tests.web.oidc.issuer import Issuer
from tests.web.rights_world import EVERY, World


def test_who_is_a_user_of_every_group_by_now_repeats_no_training(sample_registry, tmp_path):
    with closing(Issuer()) as issuer:
        world = World(tmp_path, sample_registry, issuer)

        def ask_as(roles, method, path, **sent):
            world.said["former"] = (roles, [EVERY])
            world.tokens.pop("former", None)
            return world.ask("former", method, path, **sent)

        asked = ask_as(["admin", "user"], "POST", "/v1/admin/training", json={"corpus": "clients", "promote": True})
        at = f"/v1/jobs/{asked.json['id']}"
        assert ask_as(["admin"], "POST", f"{at}/cancel").json["state"] == "cancelled"
        for roles in (["user"], ["reviewer", "auditor"]):
            refused = ask_as(roles, "POST", f"{at}/retry")
            assert (refused.status_code, refused.json["code"]) == (403, "not_of_all_groups")
        assert ask_as(["user"], "GET", at).json["state"] == "cancelled"
        assert ask_as(["admin"], "POST", f"{at}/retry").json["state"] == "waiting"
