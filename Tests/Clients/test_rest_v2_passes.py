"""REST API v2 where no MVPD is asked: rules that stand in for it, and temporary access.

Sources: Adobe, "Degraded Access Flows", "Temporary Access Flows", "TempPass".
"""

import re
import uuid
from dataclasses import replace

import pytest

from rest_v2_answers import (
    DOMAIN,
    NEWS,
    NO_PROFILE,
    about,
    authorize_at,
    compact,
    decisions,
    denied,
    hashed,
    logout_entry,
    one_profile,
    permitted,
    refused,
    regular,
    said,
    session_answer,
)
from rest_v2_client import at, base64_json, base64_text, verify_media_token

# Degradation


def degraded(profile):
    user = profile["attributes"]["userID"]["value"]
    assert re.fullmatch("95cf93bcd183214a[0-9a-f]{16,}", user), profile
    assert type(profile["notBefore"]) is int and profile["notAfter"] > profile["notBefore"]
    assert compact(profile) == compact(
        {
            "notBefore": profile["notBefore"], "notAfter": profile["notAfter"], "issuer": "Adobe", "type": "degraded",
            "attributes": {"userID": {"value": user, "state": "plain"}},
        }
    )


def test_rule_that_authenticates_everybody(app, landing, api):
    """Adobe, "Degraded Access Flows", AuthNAll: no login, no profile of its own, everything permitted."""
    app = at(app, "RULE_NET")
    created = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing)
    session_answer(created, *authorize_at("degraded"), mvpd="Adobe", provider="RULE_NET")
    degraded(one_profile(app.profile("Adobe"), "Adobe"))
    said(app.profiles(), NO_PROFILE)
    # The limit of the integration doesn't count while a rule stands in for it.
    first, second = decisions(app.authorize("Adobe", NEWS, "deny:movie"))
    token = permitted(first, NEWS, "Adobe", "degradation", "RULE_NET")
    permitted(second, "deny:movie", "Adobe", "degradation", "RULE_NET")
    assert verify_media_token(api, token["serializedToken"], NEWS)["valid"] is True
    answer = app.preauthorize("Adobe", NEWS, "deny:movie")
    said(answer, {"decisions": [about(name, "Adobe", "degradation", True, "RULE_NET") for name in (NEWS, "deny:movie")]})
    said(app.log_out("Adobe", landing), {"logouts": {"Adobe": logout_entry("complete", "Adobe")}})


@pytest.mark.parametrize("mvpd", ("Adobe", "TempPass"))
def test_rule_comes_before_everything_else_at_a_session(app, mvpd):
    """Before temporary access, and before the question for what is missing."""
    app = at(app, "RULE_NET")
    session_answer(app.create_session(mvpd=mvpd), *authorize_at("degraded"), mvpd=mvpd, provider="RULE_NET")


def test_rule_that_authenticates_everybody_by_code(app):
    app = at(app, "RULE_NET")
    code = app.create_session().json["code"]
    resumed = app.resume_session(code, mvpd="Adobe")
    session_answer(resumed, *authorize_at("degraded"), mvpd="Adobe", provider="RULE_NET")
    degraded(one_profile(app.profile_by_code(code), "Adobe"))


def test_rule_that_authorizes_everything(app, landing, api):
    """AuthZAll: a login as always, decisions without it and without a window."""
    app = at(app, "RULE_NET")
    first, second = decisions(app.authorize("AcmeCable", NEWS, "deny:movie"))
    token = permitted(first, NEWS, "AcmeCable", "degradation", "RULE_NET", windowed=False)
    permitted(second, "deny:movie", "AcmeCable", "degradation", "RULE_NET", windowed=False)
    assert verify_media_token(api, token["serializedToken"], NEWS)["valid"] is True
    answer = app.preauthorize("AcmeCable", "deny:movie")
    said(answer, {"decisions": [about("deny:movie", "AcmeCable", "degradation", True, "RULE_NET")]})
    said(app.profile("AcmeCable"), NO_PROFILE)
    app.log_in("AcmeCable", landing)
    regular(one_profile(app.profile("AcmeCable"), "AcmeCable"), "AcmeCable")
    assert app.log_out("AcmeCable", landing).json["logouts"]["AcmeCable"]["actionName"] == "logout"


def test_rule_that_authorizes_nothing(app, landing):
    """AuthZNone: a login as always, and a denial of each resource."""
    app = at(app, "RULE_NET")
    app.log_in("MetaCable", landing)
    regular(one_profile(app.profile("MetaCable"), "MetaCable"), "MetaCable")
    code = "authorization_denied_by_degradation_rule"
    for answer in (app.authorize("MetaCable", NEWS, "sports-live"), app.preauthorize("MetaCable", NEWS, "sports-live")):
        for resource, decision in zip((NEWS, "sports-live"), decisions(answer), strict=True):
            denied(decision, code, resource, "MetaCable", "degradation", "RULE_NET")


def test_rule_of_one_integration_changes_no_other(app):
    refused(at(app, "RULE_NET").authorize("OAuthTV", NEWS), "authenticated_profile_missing")
    refused(app.authorize("AcmeCable", NEWS), "authenticated_profile_missing")


# Temporary access


def temporary(profile, *names):
    """A profile of temporary access; its attributes are returned without their states."""
    assert list(profile) == ["notBefore", "notAfter", "issuer", "type", "attributes"], profile
    assert (profile["issuer"], profile["type"]) == ("Adobe", "temporary")
    attributes = profile["attributes"]
    # Two of these share a slot of the hash table, so their order is the sample's.
    wanted = ("remaining_resources", "used_assets", "expiration_date", "userID")
    assert [*attributes] == [name for name in wanted if name in {"expiration_date", "userID", *names}], attributes
    values = {}
    for name, attribute in attributes.items():
        assert list(attribute) == ["value", "state"] and attribute["state"] == "plain", attributes
        values[name] = attribute["value"]
    assert re.fullmatch("temppass_[0-9a-f]{40}", values["userID"]), attributes
    assert type(values["expiration_date"]) is int and values["expiration_date"] == profile["notAfter"]
    return values


def test_temporary_access_by_code(app):
    code = app.create_session().json["code"]
    resumed = app.resume_session(code, mvpd="TempPass")
    session_answer(resumed, *authorize_at("temporary"), mvpd="TempPass")
    temporary(one_profile(app.profile_by_code(code), "TempPass"))


def test_temporary_access_beside_a_login(subscriber):
    """Both are there, each under its own name."""
    temporary(one_profile(subscriber.profile("TempPass"), "TempPass"))
    (decision,) = decisions(subscriber.authorize("TempPass", NEWS))
    permitted(decision, NEWS, "TempPass", "temppass")
    regular(one_profile(subscriber.profile("Adobe"), "Adobe"), "Adobe")
    assert list(subscriber.profiles().json["profiles"]) == ["Adobe"]


def identity(name=None):
    return {"AP-TempPass-Identity": base64_json({"email": name or uuid.uuid4().hex})}


def test_promotional_access(app):
    """Three different resources for one identity; a resource that was used before is free."""
    who = identity()
    values = temporary(one_profile(app.profile("PromoPass", who), "PromoPass"), "remaining_resources", "used_assets")
    assert (values["remaining_resources"], values["used_assets"]) == (3, [])
    used = []
    for left, resource in ((2, "res01"), (1, "res02"), (1, "res01"), (0, "res03")):
        (decision,) = decisions(app.authorize("PromoPass", resource, headers=who))
        permitted(decision, resource, "PromoPass", "temppass")
        used += [resource] if resource not in used else []
        if left:
            profile = one_profile(app.profile("PromoPass", who), "PromoPass")
            values = temporary(profile, "remaining_resources", "used_assets")
            assert (values["remaining_resources"], values["used_assets"]) == (left, hashed(used))
    over = "temporary_access_resources_limit_exceeded"
    refused(app.profile("PromoPass", who), over)
    (decision,) = decisions(app.authorize("PromoPass", "res04", headers=who))
    denied(decision, over, "res04", "PromoPass", "temppass")
    (decision,) = decisions(app.authorize("PromoPass", "res02", headers=who))
    permitted(decision, "res02", "PromoPass", "temppass")


@pytest.mark.parametrize("same", ("device", "identity"))
def test_promotional_access_counts_by_device_and_by_identity(app, same):
    """A use under either is a use."""
    who = identity()
    for resource in ("res01", "res02", "res03"):
        (decision,) = decisions(app.authorize("PromoPass", resource, headers=who))
        permitted(decision, resource, "PromoPass", "temppass")
    other, whom = (app, identity()) if same == "device" else (replace(app, device="next" + app.device), who)
    (decision,) = decisions(other.authorize("PromoPass", "res04", headers=whom))
    denied(decision, "temporary_access_resources_limit_exceeded", "res04", "PromoPass", "temppass")


NO_IDENTITY = {
    "missing": None,
    "empty": "",
    "no base64": "%%%",
    "no JSON": base64_text("email"),
    "no object": base64_json(["email"]),
    "no member": base64_json({"phone": "7"}),
    "empty member": base64_json({"email": ""}),
    "doubled": [base64_json({"email": "a"}), base64_json({"email": "b"})],
}


@pytest.mark.parametrize("kind", NO_IDENTITY)
def test_promotional_access_without_an_identity(app, kind):
    """Reads of the profile are refused by 400, decisions by an item of status 400 in a 200."""
    header = {"AP-TempPass-Identity": NO_IDENTITY[kind]}
    code = app.create_session().json["code"]
    app.resume_session(code, mvpd="PromoPass")
    missing = "invalid_header_identity_for_temporary_access"
    refused(app.profile("PromoPass", header), missing)
    refused(app.profile_by_code(code, header), missing)
    for ask in (app.authorize, app.preauthorize):
        (decision,) = decisions(ask("PromoPass", NEWS, headers=header))
        denied(decision, missing, NEWS, "PromoPass", "temppass")


def test_basic_temporary_access_needs_no_identity(app):
    temporary(one_profile(app.profile("TempPass", {"AP-TempPass-Identity": "%%%"}), "TempPass"))
