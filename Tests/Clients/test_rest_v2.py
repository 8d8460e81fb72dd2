"""REST API v2 as the vendor's pages describe it, flow by flow: registration, login on one device and on two, return,
authorization, preauthorization, logout.

Sources: Adobe, "REST API V2 Overview", the page of each endpoint and of each flow, "REST API V2 Checklist", "Dynamic Client
Registration API"; where they leave something open, what clients that work with the real service rely on.
"""

import base64
import re
import urllib.parse
import uuid
from dataclasses import replace

import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from device import statement
from rest_v2_answers import (
    AUTHENTICATE,
    DOMAIN,
    MEDIA_LIFE,
    MILLISECONDS,
    NET,
    NEWS,
    NO_PROFILE,
    RESUME,
    RETRY,
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
    soon,
)
from rest_v2_client import (
    API, APPLE_DEVICE, BOX, JSON, App, Browser, Client, at, base64_text, fingerprint, verify_media_token,
)
from simulator import Simulator


def test_order_of_a_hash_table_is_the_one_of_the_samples():
    """Two lists from the vendor's own samples, so that the tests below can rely on the rule."""
    assert hashed(["res01", "res02", "res03", "res04"]) == ["res04", "res02", "res03", "res01"]
    assert hashed(["mvpd", "serviceProvider", "domainName", "redirectUrl"]) == [
        "redirectUrl", "domainName", "serviceProvider", "mvpd",
    ]


# Dynamic client registration


def test_registration_and_token_as_documented(api):
    client = api.post_json("/o/client/register", {"software_statement": statement()})
    given = client.json
    wanted = {
        "client_id": str(uuid.UUID(given["client_id"])),
        "client_secret": given["client_secret"],
        "redirect_uris": [],
        "grant_types": ["client_credentials"],
        "scopes": ["api:client:v2"],
        "client_id_issued_at": given["client_id_issued_at"],
    }
    assert soon(given["client_id_issued_at"] * MILLISECONDS)
    said(client, wanted, status=201)

    grant = {"grant_type": "client_credentials", "client_id": given["client_id"], "client_secret": given["client_secret"]}
    token = api.post_form("/o/client/token", grant)
    given = token.json
    wanted = {
        "id": str(uuid.UUID(given["id"])),
        "access_token": given["access_token"],
        "created_at": given["created_at"],
        "expires_in": 21600,
        "token_type": "bearer",
    }
    assert soon(given["created_at"])
    said(token, wanted, status=201)


def test_access_token_is_a_signed_web_token(world, api, client):
    """One client reads `exp` from it, so it must be a real one."""
    client = client.refreshed(api)
    key = RSAKey.import_key((world.data_dir / "token.pem").read_bytes())
    token = jwt.decode(client.access_token, key, algorithms=["RS256"])
    claims = token.claims
    assert claims["sub"] == client.client_id and claims["iss"] == "auth.adobe.com"
    assert claims["scopes"] == "api:client:v2" and claims["exp"] - claims["nbf"] == 21600
    assert claims["iat"] == claims["nbf"] and soon(claims["nbf"] * MILLISECONDS)


def test_token_by_query(api, client, app):
    """The published OpenAPI file and two clients put the parameters there; one adds a JSON content type and no body."""
    grant = {"grant_type": "client_credentials", "client_id": client.client_id, "client_secret": client.client_secret}
    query = urllib.parse.urlencode(grant | {"refresh_token": "ignored", "scope": "api:client:v2"})
    token = api.send("POST", f"/o/client/token?{query}", {"Content-Type": "application/json"})
    assert token.status == 201 and "refresh_token" not in token.json, token
    app.client = replace(client, access_token=token.json["access_token"])
    said(app.profiles(), NO_PROFILE)


@pytest.mark.parametrize(
    "change, code",
    [
        ({"grant_type": None}, "invalid_request"),
        ({"client_id": None}, "invalid_request"),
        ({"client_secret": None}, "invalid_request"),
        ({"client_secret": "wrong"}, "invalid_client"),
        ({"client_id": "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01"}, "invalid_client"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "password", "client_secret": "wrong"}, "unsupported_grant_type"),
    ],
)
def test_token_is_refused(api, client, change, code):
    grant = {"grant_type": "client_credentials", "client_id": client.client_id, "client_secret": client.client_secret}
    fields = {name: value for name, value in (grant | change).items() if value is not None}
    said(api.post_form("/o/client/token", fields), {"error": code}, status=400)


@pytest.mark.parametrize("name", ("grant_type", "client_id", "client_secret"))
def test_token_request_with_a_repeated_parameter(api, client, name):
    grant = {"grant_type": "client_credentials", "client_id": client.client_id, "client_secret": client.client_secret}
    fields = [*grant.items(), (name, grant[name])]
    said(api.post_form("/o/client/token", fields), {"error": "invalid_request"}, status=400)


@pytest.mark.parametrize(
    "body, code",
    [
        (b"", "invalid_request"),
        (b"no JSON", "invalid_request"),
        (b"[]", "invalid_request"),
        (b"{}", "invalid_request"),
        (b'{"software_statement":7}', "invalid_request"),
        (b'{"software_statement":""}', "invalid_request"),
        (b'{"software_statement":"no statement"}', "invalid_software_statement"),
    ],
)
def test_registration_is_refused(api, body, code):
    said(api.send("POST", "/o/client/register", {"Content-Type": JSON}, body), {"error": code}, status=400)


# Configuration


def test_configuration_as_documented(api, app, world):
    picture = f"{world.http}/_sim/mvpd/{{}}/logo.svg"
    mvpds = [
        {"id": "Adobe", "displayName": "Adobe", "logoUrl": picture.format("Adobe")},
        {
            "id": "PassiveTV", "displayName": "Passive TV", "logoUrl": picture.format("PassiveTV"),
            "authPerAggregator": True,
        },
        {
            "id": "AmpCable", "displayName": "A&B <Cable>",
            "logoUrl": "https://login.mvpd.example/AmpCable/logo.svg?width=112&height=33",
        },
        {"id": "TownCable", "displayName": "Town Cable", "logoUrl": picture.format("TownCable"), "isProxy": True},
        {
            "id": "TempPass", "displayName": "Temporary Pass", "logoUrl": picture.format("TempPass"),
            "authPerAggregator": True, "isTempPass": True,
        },
    ]
    requestor = {
        "id": "PICKER_NET",
        "name": "Picker & Network",
        "domains": [
            {"name": "picker-net.example", "mvpdInitiated": False}, {"name": "picker.example", "mvpdInitiated": False},
        ],
        "mvpds": mvpds,
    }
    # The three names of the platform are the sample's for a device that says nothing of itself.
    wanted = {"device": "unknown", "clientType": "html5", "os": "Unknown", "requestor": requestor}
    answer = api.get("/api/v2/PICKER_NET/configuration", app.bearer)
    said(answer, wanted)
    # A query parameter without a documented meaning, and the slash of some samples, change nothing.
    for target in ("/api/v2/PICKER_NET/configuration/", "/api/v2/PICKER_NET/configuration?profile=any"):
        assert api.get(target, app.bearer).body == answer.body


def test_configuration_for_a_device_of_the_partner(app, world):
    """What the platform needs to know of an MVPD goes to its own devices only."""

    def shown():
        (mvpd,) = (mvpd for mvpd in app.configuration().json["requestor"]["mvpds"] if mvpd["id"] == "PlatformTV")
        return mvpd

    app.info = APPLE_DEVICE
    named = {"id": "PlatformTV", "displayName": "Platform TV", "logoUrl": f"{world.http}/_sim/mvpd/PlatformTV/logo.svg"}
    platform = {
        "boardingStatus": "SUPPORTED", "platformMappingId": "platform-tv", "enablePlatformServices": True,
        "displayInPlatformPicker": True,
    }
    assert compact(shown()) == compact(named | {"authPerAggregator": False} | platform)
    app.info = BOX
    assert not platform.keys() & shown().keys()


def test_configuration_depends_on_the_platform_only(app):
    first = app.configuration()
    assert first.status == 200 and first.json["requestor"]["id"] == NET, first
    assert app.configuration(**{"AP-Visitor-Identifier": "7", "AP-Device-Identifier": fingerprint("other")}).body == first.body


# Login on the device itself


def test_login_on_the_primary_device(app, landing):
    """Adobe, "Basic Authentication Flow Performed within Primary Application"."""
    picker = [mvpd["id"] for mvpd in app.configuration().json["requestor"]["mvpds"]]
    assert "Adobe" in picker
    created = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing)
    code = session_answer(created, *AUTHENTICATE, mvpd="Adobe")

    for pending in (app.profile_by_code(code), app.profile("Adobe"), app.profiles()):
        said(pending, NO_PROFILE)
    journey = Browser(app.api.base).open(created.json["url"], landing)
    # Nothing is added to the address: the application learns of the login by asking for the profile only.
    assert journey.end == landing

    by_code = app.profile_by_code(code)
    attributes = regular(one_profile(by_code, "Adobe"), "Adobe")
    assert attributes["userID"] == {"value": "sim-user-1", "state": "plain"}
    assert attributes["maxRating"] == {"value": {"MPAA": "NC-17", "VCHIP": "TV-MA"}, "state": "plain"}
    assert by_code.body == app.profile("Adobe").body == app.profiles().body


@pytest.mark.parametrize(
    "mvpd",
    (
        "AcmeCable", "MetaCable", "OAuthTV", "TwoPageTV", "RefreshTV", "ScriptTV", "BookendTV", "ConsentTV", "HomeTV",
        "TownCable", "ListTV", "PassiveTV",
    ),
)
def test_login_at_each_kind_of_mvpd(app, landing, mvpd):
    code = app.log_in(mvpd, landing)
    profile = one_profile(app.profile_by_code(code), mvpd)
    # A login by the home network has a life of its own.
    regular(profile, mvpd, life=86400 if mvpd == "HomeTV" else 2592000)
    (decision,) = decisions(app.authorize(mvpd, NEWS))
    permitted(decision, NEWS, mvpd)


def test_login_with_a_custom_scheme(app):
    app.log_in("Adobe", "demonet://signed-in/here")
    regular(one_profile(app.profile("Adobe"), "Adobe"), "Adobe")


def test_metadata_is_encrypted_where_the_programmer_agreed_to_it(app, landing):
    app.log_in("Adobe", landing, username="child")
    attributes = regular(one_profile(app.profile("Adobe"), "Adobe"), "Adobe")
    assert attributes["zip"]["state"] == "enc" and base64.b64decode(attributes["zip"]["value"], validate=True)


def test_session_without_anything(app):
    """A POST without a body is legal."""
    answer = app.api.send("POST", app.path("sessions"), app.headers)
    session_answer(answer, *RESUME, missing=["mvpd", "domainName", "redirectUrl"])


@pytest.mark.parametrize("slash", ("", "/"))
def test_empty_parameters_are_missing(app, slash):
    fields = {"mvpd": "", "domainName": "", "redirectUrl": ""}
    answer = app.api.post_form(app.path("sessions") + slash, fields, app.headers)
    session_answer(answer, *RESUME, missing=["mvpd", "domainName", "redirectUrl"])


@pytest.mark.parametrize("present", ({"mvpd": "Adobe"}, {"domainName": DOMAIN}, {"redirectUrl": "https://demo-net.example/"}))
def test_session_says_what_is_missing(app, present):
    missing = [name for name in ("mvpd", "domainName", "redirectUrl") if name not in present]
    session_answer(app.create_session(**present), *RESUME, mvpd=present.get("mvpd"), missing=missing)


@pytest.mark.parametrize("mvpd, status", [("AcmeCable", 302), ("OAuthTV", 302), ("Adobe", 200)])
def test_first_hop_of_the_user_agent(app, landing, world, mvpd, status):
    """The address works without token, cookie or device, and leads to the MVPD at once: by a redirect or by a form."""
    url = app.create_session(mvpd=mvpd, domainName=DOMAIN, redirectUrl=landing).json["url"]
    answer = app.api.get(url)
    assert answer.status == status, answer
    if status == 302:
        assert answer.header("Location").startswith(f"{world.http}/_sim/mvpd/{mvpd}/"), answer.fields
    else:
        assert b'name="SAMLRequest"' in answer.body and b'name="RelayState"' in answer.body
    # A link may be opened twice, and by somebody else: programs look at it before they hand it to a person.
    assert app.api.get(url).status == status
    assert Browser(app.api.base).open(url, landing).end == landing


def test_first_hop_in_the_vendors_sample(simulator, client, tmp_path):
    """The vendor's sample leads to an address of the service provider first; a setting chooses it."""
    options = ("--rest-v2-login-address", "service")
    with Simulator(tmp_path, *options, data_dir=simulator.data_dir) as running:
        app = App(API(running.http), client, NET)
        url = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=running.landing).json["url"]
        answer = app.api.get(url)
        assert answer.status == 302 and answer.body == b"", answer
        target = urllib.parse.urlsplit(answer.header("Location"))
        address = f"{target.scheme}://{target.netloc}{target.path}"
        assert address == f"{running.http}/adobe-services/authenticate/saml"
        query = urllib.parse.parse_qsl(target.query)
        # What ties the browser to the session is the service's own affair, so it may be there too.
        assert [(name, value) for name, value in query if name != "reg_code"] == [
            ("noflash", "true"), ("mso_id", "Adobe"), ("requestor_id", NET), ("no_iframe", "false"),
            ("domain_name", DOMAIN), ("redirect_url", running.landing),
        ]
        assert Browser(running.http).open(url, running.landing).end == running.landing


def test_link_of_a_finished_login_leads_back(subscriber, landing):
    code = subscriber.log_in("AcmeCable", landing)
    again = subscriber.api.get(subscriber.authenticate_path(code))
    assert (again.status, again.header("Location")) == (302, landing), again


@pytest.mark.parametrize("mvpd, username, choice", [("ConsentTV", "user", 1), ("Adobe", "suspended", 0)])
def test_login_that_fails_can_be_repeated_with_the_same_code(app, landing, mvpd, username, choice):
    created = app.create_session(mvpd=mvpd, domainName=DOMAIN, redirectUrl=landing)
    url, code = created.json["url"], created.json["code"]
    Browser(app.api.base).open(url, landing, username=username, choice=choice)
    said(app.profile_by_code(code), NO_PROFILE)
    said(app.profile(mvpd), NO_PROFILE)
    Browser(app.api.base).open(url, landing)
    regular(one_profile(app.profile_by_code(code), mvpd), mvpd)


def test_newer_session_of_a_device_ends_the_older_one(app, landing):
    older = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing).json
    newer = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing).json
    assert newer["code"] != older["code"] and newer["sessionId"] != older["sessionId"]
    refused(app.session(older["code"]), "invalid_authentication_session")
    refused(app.profile_by_code(older["code"]), "invalid_authentication_session")
    assert app.api.get(older["url"]).status == 400
    assert app.session(newer["code"]).status == 200


def test_session_of_another_device_client_or_provider_stays(app, landing, api):
    first = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing).json
    for other in (replace(app, device="another"), replace(app, client=Client.registered(api)), at(app, "REF30")):
        assert other.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing).status == 200
        assert app.session(first["code"]).status == 200, other


# Return within a session, and of an application


def test_return_with_a_profile(subscriber, landing):
    """The answer is to authorize instead of a login: no code, no times."""
    for fields in ({"domainName": DOMAIN, "redirectUrl": landing}, {}):
        created = subscriber.create_session(mvpd="Adobe", **fields)
        session_answer(created, *authorize_at("authenticated"), mvpd="Adobe")
    other = subscriber.create_session(mvpd="AcmeCable", domainName=DOMAIN, redirectUrl=landing)
    session_answer(other, *AUTHENTICATE, mvpd="AcmeCable")


def test_profile_survives_a_new_token_of_the_same_client(subscriber):
    subscriber.client = subscriber.client.refreshed(subscriber.api)
    regular(one_profile(subscriber.profile("Adobe"), "Adobe"), "Adobe")


def test_profile_belongs_to_provider_client_and_device(subscriber, api):
    strangers = (
        replace(subscriber, device="another"),
        replace(subscriber, client=Client.registered(api)),
        at(subscriber, "REF30"),
    )
    for stranger in strangers:
        said(stranger.profile("Adobe"), NO_PROFILE)
        said(stranger.profiles(), NO_PROFILE)
        refused(stranger.authorize("Adobe", NEWS), "authenticated_profile_missing")


def test_profiles_of_several_mvpds(app, landing):
    """All in one map, in the order of a hash table; one read names one MVPD."""
    mvpds = ["Adobe", "AcmeCable", "OAuthTV", "ListTV"]
    for mvpd in mvpds:
        app.log_in(mvpd, landing)
    profiles = app.profiles().json["profiles"]
    assert list(profiles) == hashed(mvpds)
    for mvpd, profile in profiles.items():
        regular(profile, mvpd)
        assert one_profile(app.profile(mvpd), mvpd) == profile


def test_code_shows_the_profile_after_another_session(app, landing):
    """Clients keep the pair of code and token for hours."""
    code = app.log_in("Adobe", landing)
    app.log_in("AcmeCable", landing)
    regular(one_profile(app.profile_by_code(code), "Adobe"), "Adobe")


# Login on a second device


def phone_of(app, api):
    """A page for the second screen has credentials of its own and no device identifier of the TV."""
    return App(api, Client.registered(api), app.provider, info={})


DEVICE_OF_THE_BOX = {
    "type": "SetTopBox",
    "model": "Box 4",
    "version": {"major": 4, "minor": 1, "patch": 0, "profile": ""},
    "hardware": {
        "name": None, "vendor": "Acme", "version": {"major": 0, "minor": 0, "patch": 0, "profile": ""},
        "manufacturer": "Acme",
    },
    "operatingSystem": {
        "name": "Linux", "family": "Linux", "vendor": None,
        "version": {"major": 6, "minor": 1, "patch": 0, "profile": ""},
    },
    "browser": {
        "name": None, "vendor": None, "version": {"major": 0, "minor": 0, "patch": 0, "profile": ""},
        "userAgent": "DemoTV/2.0 (Box 4; Linux 6.1)", "originalUserAgent": "DemoTV/2.0 (Box 4; Linux 6.1)",
    },
    "display": {
        "width": 0, "height": 0, "ppi": 0, "name": "DISPLAY", "vendor": None, "version": None, "diagonalSize": None,
    },
    "applicationId": "DEMOTV",
}


def session_status(answer, session, existing, missing=()):
    """What a code stands for. The port is the connection's, whatever it is."""
    given = answer.json
    port = given["device"]["connection"]["port"]
    device = DEVICE_OF_THE_BOX | {
        "connection": {"ipAddress": "127.0.0.1", "port": port, "secure": False, "type": "LAN"}
    }
    wanted = {"missingParameters": [*missing]} if missing else {}
    wanted["existingParameters"] = {name: existing[name] for name in hashed([*existing])}
    wanted |= {"device": device, "notBefore": session["notBefore"], "notAfter": session["notAfter"]}
    said(answer, wanted)


def test_login_on_a_phone_with_the_mvpd_chosen_on_the_tv(app, api, landing):
    """Adobe, "Basic Authentication Flow Performed within Secondary Application with Preselected MVPD"."""
    agent = {"User-Agent": "DemoTV/2.0 (Box 4; Linux 6.1)"}
    created = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing, headers=agent)
    code = session_answer(created, *AUTHENTICATE, mvpd="Adobe")
    phone = phone_of(app, api)
    existing = {"mvpd": "Adobe", "domainName": DOMAIN, "redirectUrl": landing, "serviceProvider": NET}
    session_status(phone.session(code), created.json, existing)
    said(app.profile_by_code(code), NO_PROFILE)

    assert Browser(api.base).open(phone.authenticate_path(code), landing).end == landing
    regular(one_profile(app.profile_by_code(code), "Adobe"), "Adobe")
    regular(one_profile(app.profile("Adobe"), "Adobe"), "Adobe")
    # Whoever has the code may ask for its profile; the profile is the TV's all the same.
    regular(one_profile(phone.profile_by_code(code), "Adobe"), "Adobe")
    said(phone.profile("Adobe"), NO_PROFILE)
    session_status(phone.session(code), created.json, existing)


def test_login_on_a_phone_that_adds_what_the_tv_left_out(app, api, landing):
    created = app.create_session(mvpd="Adobe")
    code = session_answer(created, *RESUME, mvpd="Adobe", missing=["domainName", "redirectUrl"])
    resumed = phone_of(app, api).resume_session(code, domainName=DOMAIN, redirectUrl=landing)
    assert session_answer(resumed, *AUTHENTICATE, mvpd="Adobe") == code
    Browser(api.base).open(resumed.json["url"], landing)
    regular(one_profile(app.profile_by_code(code), "Adobe"), "Adobe")


def test_login_on_a_phone_with_the_mvpd_chosen_there(app, api, landing):
    """Adobe, "Basic Authentication Flow Performed within Secondary Application without Preselected MVPD"."""
    agent = {"User-Agent": "DemoTV/2.0 (Box 4; Linux 6.1)"}
    created = app.create_session(headers=agent)
    code = session_answer(created, *RESUME, missing=["mvpd", "domainName", "redirectUrl"])
    phone = phone_of(app, api)
    session_status(
        phone.session(code), created.json, {"serviceProvider": NET}, ["mvpd", "domainName", "redirectUrl"]
    )
    assert app.api.get(app.authenticate_path(code)).status == 400

    # One by one: each call adds to what is known.
    partly = phone.resume_session(code, mvpd="AcmeCable")
    session_answer(partly, *RETRY, mvpd="AcmeCable", missing=["domainName", "redirectUrl"])
    partly = phone.resume_session(code, domainName=DOMAIN)
    session_answer(partly, *RETRY, mvpd="AcmeCable", missing=["redirectUrl"])
    existing = {"mvpd": "AcmeCable", "domainName": DOMAIN, "serviceProvider": NET}
    session_status(phone.session(code), created.json, existing, ["redirectUrl"])
    resumed = phone.resume_session(code, redirectUrl=landing)
    assert session_answer(resumed, *AUTHENTICATE, mvpd="AcmeCable") == code
    assert resumed.json["notAfter"] == created.json["notAfter"]

    # A repeated field takes the place of the earlier one.
    resumed = phone.resume_session(code, mvpd="Adobe")
    session_answer(resumed, *AUTHENTICATE, mvpd="Adobe")
    Browser(api.base).open(resumed.json["url"], landing)
    regular(one_profile(app.profile_by_code(code), "Adobe"), "Adobe")


def test_resume_with_a_profile(subscriber, api):
    code = subscriber.create_session().json["code"]
    resumed = phone_of(subscriber, api).resume_session(code, mvpd="Adobe")
    session_answer(resumed, *authorize_at("authenticated"), mvpd="Adobe")


def test_resume_of_a_finished_session(subscriber, landing):
    code = subscriber.log_in("AcmeCable", landing)
    session_answer(subscriber.resume_session(code), *authorize_at("authenticated"), mvpd="AcmeCable")


def test_code_is_read_in_lower_case(app, landing):
    """People type it."""
    code = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing).json["code"]
    assert app.session(code.lower()).status == 200
    Browser(app.api.base).open(app.authenticate_path(code.lower()), landing)
    regular(one_profile(app.profile_by_code(code.lower()), "Adobe"), "Adobe")


def test_session_status_of_a_described_device(app):
    app.info = {
        "primaryHardwareType": "TV", "model": "OLED 65", "version": "2024.1.7", "manufacturer": "Maker",
        "vendor": "Seller", "osName": "webOS", "osFamily": "webOS", "osVendor": "LG", "osVersion": "24",
        "browserName": "Chrome", "browserVendor": "Google", "browserVersion": "120.1.2",
        "userAgent": "Explicit/1.0", "displayWidth": 3840, "displayHeight": 2160, "displayPpi": 68,
        "connectionIp": "203.0.113.9", "connectionPort": "50123", "connectionType": "WiFi", "connectionSecure": True,
        "applicationId": "APP", "somethingElse": {"kept": []},
    }
    device = app.session(app.create_session().json["code"]).json["device"]
    assert list(device) == [
        "type", "model", "version", "hardware", "operatingSystem", "browser", "display", "applicationId", "connection",
    ]
    assert (device["type"], device["model"], device["applicationId"]) == ("TV", "OLED 65", "APP")
    assert device["version"] == {"major": 2024, "minor": 1, "patch": 7, "profile": ""}
    assert device["operatingSystem"] == {
        "name": "webOS", "family": "webOS", "vendor": "LG",
        "version": {"major": 24, "minor": 0, "patch": 0, "profile": ""},
    }
    browser = device["browser"]
    assert (browser["name"], browser["vendor"], browser["userAgent"]) == ("Chrome", "Google", "Explicit/1.0")
    assert browser["version"] == {"major": 120, "minor": 1, "patch": 2, "profile": ""}
    assert [device["display"][name] for name in ("width", "height", "ppi")] == [3840, 2160, 68]
    assert device["connection"] == {"ipAddress": "203.0.113.9", "port": "50123", "secure": True, "type": "WiFi"}


def test_session_status_has_the_address_of_the_connection(app):
    """A device that doesn't name its address has the one that its request came from; the port is text."""
    app.info = {name: value for name, value in BOX.items() if name != "connectionType"}
    connection = app.session(app.create_session().json["code"]).json["device"]["connection"]
    assert list(connection) == ["ipAddress", "port", "secure", "type"]
    assert (connection["ipAddress"], connection["secure"], connection["type"]) == ("127.0.0.1", False, None), connection
    assert isinstance(connection["port"], str) and 0 < int(connection["port"]) < 65536, connection


PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 "
    "Mobile/15E148 Safari/604.1"
)


def test_device_is_derived_from_the_user_agent(app):
    """Adobe, "Headers: X-Device-Info": values that aren't given are derived from `User-Agent`."""
    created = app.create_session(headers={"X-Device-Info": None, "User-Agent": PHONE})
    device = app.session(created.json["code"]).json["device"]
    assert device["browser"]["userAgent"] == device["browser"]["originalUserAgent"] == PHONE
    assert device["operatingSystem"]["name"] == "iOS" and device["browser"]["name"] == "Safari", device


def test_codes_have_no_characters_that_look_alike(app):
    """A person types them from a screen that is far away."""
    codes = "".join(app.create_session().json["code"] for _ in range(20))
    assert not set(codes) & set("01IO"), codes


# Authorization


def test_authorization_and_its_media_token(subscriber, api):
    (decision,) = decisions(subscriber.authorize("Adobe", NEWS))
    token = permitted(decision, NEWS, "Adobe")
    # One client decodes it and sends on the text, so it must be some.
    text = base64.b64decode(token["serializedToken"], validate=True).decode()
    fields = (
        "<sessionGUID>([^<]+)</sessionGUID>"
        f"<requestorID>{NET}</requestorID><resourceID>{NEWS}</resourceID><ttl>{MEDIA_LIFE}</ttl>"
        r"<issueTime>[0-9-]+ [0-9:]+ \+0000</issueTime><mvpdId>Adobe</mvpdId>"
    )
    assert re.fullmatch(
        f"<signatureInfo>[A-Za-z0-9+/=]+<signatureInfo><shortAuthorizationToken>{fields}</shortAuthorizationToken>", text
    ), text

    checked = verify_media_token(api, token["serializedToken"], NEWS)
    assert (checked["status"], checked["valid"]) == ("VALID_TOKEN", True), checked
    assert (checked["requestorID"], checked["resourceID"], checked["mvpdID"]) == (NET, NEWS, "Adobe"), checked
    assert checked["expires"] - checked["timeIssued"] == MEDIA_LIFE
    # It is for one start of one playback.
    assert verify_media_token(api, token["serializedToken"], NEWS)["valid"] is False


def test_media_token_of_another_resource(subscriber, api):
    (decision,) = decisions(subscriber.authorize("Adobe", NEWS))
    assert verify_media_token(api, decision["token"]["serializedToken"], "sports-live")["valid"] is False


def test_media_token_of_a_changed_resource_is_no_token(subscriber, api):
    (decision,) = decisions(subscriber.authorize("Adobe", NEWS))
    text = base64.b64decode(decision["token"]["serializedToken"]).decode()
    forged = base64_text(text.replace(NEWS, "movies-live"))
    assert verify_media_token(api, forged, "movies-live")["valid"] is False


def test_media_token_of_a_proxied_mvpd_names_its_proxy_last(app, landing, api):
    app.log_in("TownCable", landing)
    (decision,) = decisions(app.authorize("TownCable", NEWS))
    token = permitted(decision, NEWS, "TownCable")["serializedToken"]
    text = base64.b64decode(token).decode()
    assert text.endswith("<mvpdId>TownCable</mvpdId><proxyMvpdId>HubTV</proxyMvpdId></shortAuthorizationToken>"), text
    assert verify_media_token(api, token, NEWS)["valid"] is True


MRSS = (
    '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News é "9"</title><item>'
    '<title>A &amp; B</title><guid isPermaLink="false">show-7</guid></item></channel></rss>'
)


@pytest.mark.parametrize("resource", (MRSS, " spaced ", "Größe/☃?&=%20", "a" * 500))
def test_resource_comes_back_as_it_was_sent(subscriber, resource):
    (decision,) = decisions(subscriber.authorize("Adobe", resource))
    assert decision["resource"] == resource and decision["authorized"] is True, decision
    (decision,) = decisions(subscriber.preauthorize("Adobe", resource))
    assert decision["resource"] == resource and decision["authorized"] is True, decision


@pytest.mark.parametrize("kind", ("application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8"))
def test_content_type_of_decisions(subscriber, kind):
    body = compact({"resources": [NEWS]})
    path = subscriber.path("decisions", "preauthorize", "Adobe")
    answer = subscriber.api.send("POST", path, subscriber.headers | {"Content-Type": kind}, body)
    said(answer, {"decisions": [about(NEWS, "Adobe", "mvpd", True)]})


@pytest.mark.parametrize("username", ("denied", "expired"))
def test_denial_with_the_words_of_the_mvpd(app, landing, username):
    words = {
        "denied": "Your package does not include this channel.", "expired": "Your subscription has expired.",
    }[username]
    app.log_in("Adobe", landing, username=username)
    (decision,) = decisions(app.authorize("Adobe", NEWS))
    denied(decision, "authorization_denied_by_mvpd", NEWS, "Adobe", details=words, windowed=True)


# A decision of the MVPD has a window; that there was none has not. Texts that the simulated MVPD adds are its own.
DENIALS = {
    "deny": ("authorization_denied_by_mvpd", "preauthorization_denied_by_mvpd", True),
    "parental": ("authorization_denied_by_parental_controls",) * 2 + (True,),
    "hba": ("authorization_denied_by_hba_policies",) * 2 + (True,),
    "identity": ("identity_not_recognized_by_mvpd",) * 2 + (True,),
    "norefreshtoken": ("authorization_denied_by_session_invalidated",) * 2 + (None,),
    "network": ("network_connection_timeout",) * 2 + (False,),
    "readerror": ("network_received_error",) * 2 + (False,),
    "tooslow": ("maximum_execution_time_exceeded",) * 2 + (False,),
}


@pytest.mark.parametrize("kind", DENIALS)
def test_each_denial(subscriber, kind):
    authorization, preauthorization, windowed = DENIALS[kind]
    resource = f"{kind}:movie"
    (decision,) = decisions(subscriber.authorize("Adobe", resource))
    details = decision.get("error", {}).get("details")
    windowed = "notAfter" in decision if windowed is None else windowed
    denied(decision, authorization, resource, "Adobe", details=details, windowed=windowed)
    (decision,) = decisions(subscriber.preauthorize("Adobe", resource))
    denied(decision, preauthorization, resource, "Adobe", details=decision.get("error", {}).get("details"))


def test_denial_by_rule_names_the_rule_as_its_source(subscriber):
    (decision,) = decisions(subscriber.authorize("Adobe", "authznone:movie"))
    denied(decision, "authorization_denied_by_degradation_rule", "authznone:movie", "Adobe", source="degradation")


def test_several_resources_where_the_integration_allows_them(app, landing):
    """One decision for each, in the order of the request; a resource that is named twice is answered twice."""
    app.log_in("TripleTV", landing)
    first, second, third = decisions(app.authorize("TripleTV", NEWS, "parental:movie", NEWS))
    permitted(first, NEWS, "TripleTV")
    details = second.get("error", {}).get("details")
    denied(
        second, "authorization_denied_by_parental_controls", "parental:movie", "TripleTV", details=details, windowed=True
    )
    permitted(third, NEWS, "TripleTV")
    refused(app.authorize("TripleTV", *"abcd"), "too_many_resources")
    refused(app.preauthorize("TripleTV", *"abc"), "too_many_resources")


def test_limits_of_resources(subscriber):
    refused(subscriber.authorize("Adobe", "a", "b"), "too_many_resources")
    answer = subscriber.preauthorize("Adobe", *"abcde")
    said(answer, {"decisions": [about(name, "Adobe", "mvpd", True) for name in "abcde"]})
    refused(subscriber.preauthorize("Adobe", *"abcdef"), "too_many_resources")


# Preauthorization


def test_preauthorization_with_mixed_decisions(subscriber):
    """Adobe, "Retrieve preauthorization decisions": no token and no times; a denial changes nothing of the 200."""
    answer = subscriber.preauthorize("Adobe", NEWS, "deny:movie", "sports-live", NEWS)
    first, second, third, fourth = decisions(answer)
    denied(second, "preauthorization_denied_by_mvpd", "deny:movie", "Adobe", details=second["error"].get("details"))
    assert compact([first, third, fourth]) == compact(
        [about(name, "Adobe", "mvpd", True) for name in (NEWS, "sports-live", NEWS)]
    )


# Logout


@pytest.mark.parametrize("mvpd", ("Adobe", "AcmeCable", "MetaCable", "OAuthTV", "TownCable"))
def test_logout_with_its_leg_at_the_mvpd(app, landing, mvpd):
    """Adobe, "Basic Logout Flow": the profile is gone at once, and the browser tells the MVPD."""
    browser = Browser(app.api.base)
    code = app.log_in(mvpd, landing, browser)
    bye = f"{landing}?signed=out&in=no"
    answer = app.log_out(mvpd, bye)
    query = urllib.parse.urlencode({"noflash": "true", "mso_id": mvpd, "requestor_id": NET, "redirect_url": bye})
    url = f"/adobe-services/logout?{query}"
    said(answer, {"logouts": {mvpd: logout_entry("logout", mvpd, url)}})

    said(app.profile(mvpd), NO_PROFILE)
    said(app.profiles(), NO_PROFILE)
    refused(app.authorize(mvpd, NEWS), "authenticated_profile_missing")
    gone = app.profile_by_code(code)
    assert gone.status == 400 or gone.json == NO_PROFILE, gone
    said(app.log_out(mvpd, bye), {"logouts": {mvpd: logout_entry("invalid", mvpd)}})

    # Until the browser has been there, the MVPD still knows the person.
    assert browser.open(answer.json["logouts"][mvpd]["url"], bye).end == bye
    created = app.create_session(mvpd=mvpd, domainName=DOMAIN, redirectUrl=landing)
    asked = browser.open(created.json["url"], landing, username="nobody")
    assert asked.end == "" and asked.page.visible, asked.hops


def test_link_of_a_login_that_was_logged_out_leads_nowhere(app, landing):
    code = app.log_in("Adobe", landing)
    app.log_out("Adobe", landing)
    answer = app.api.get(app.authenticate_path(code))
    assert answer.status == 400 and answer.header("Content-Type").startswith("text/html"), answer


def test_login_after_a_logout_without_its_leg_asks_for_nothing(app, landing):
    browser = Browser(app.api.base)
    app.log_in("Adobe", landing, browser)
    assert app.log_out("Adobe", landing).json["logouts"]["Adobe"]["actionName"] == "logout"
    # Nobody types a password that doesn't exist.
    app.log_in("Adobe", landing, browser, username="nobody")
    regular(one_profile(app.profile("Adobe"), "Adobe"), "Adobe")


def test_logout_at_an_mvpd_without_one(app, landing):
    app.log_in("StayTV", landing)
    said(app.log_out("StayTV", landing), {"logouts": {"StayTV": logout_entry("complete", "StayTV")}})
    said(app.profile("StayTV"), NO_PROFILE)


def test_logout_without_a_profile(app, landing):
    said(app.log_out("Adobe", landing), {"logouts": {"Adobe": logout_entry("invalid", "Adobe")}})


def test_logout_without_a_way_back(subscriber):
    """The pages ask for `redirectUrl`; the published OpenAPI file and clients leave it out."""
    answer = subscriber.log_out("Adobe")
    url = answer.json["logouts"]["Adobe"]["url"]
    assert answer.status == 200 and "redirect_url" not in url, answer
    end = subscriber.api.get(url)
    assert end.status in (200, 302), end


def test_logout_leaves_other_mvpds(subscriber, landing):
    subscriber.log_in("AcmeCable", landing)
    assert list(subscriber.log_out("Adobe", landing).json["logouts"]) == ["Adobe"]
    assert list(subscriber.profiles().json["profiles"]) == ["AcmeCable"]
