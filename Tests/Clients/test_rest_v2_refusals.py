"""What each endpoint of REST API v2 refuses, and what it takes although it isn't right.

Sources: Adobe, "Enhanced Error Codes", "Throttling Mechanism" and the page of each endpoint; the order of checks is ours.
"""

import base64
import time
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
    NET,
    NEWS,
    NO_PROFILE,
    compact,
    decisions,
    one_profile,
    permitted,
    refused,
    regular,
    said,
    session_answer,
)
from rest_v2_client import API, FORM, JSON, App, Browser, Client, at, base64_json, base64_text, fingerprint
from simulator import Simulator

# What each endpoint refuses

CALLS = {
    "configuration": ("GET", "/{provider}/configuration", None),
    "create session": ("POST", "/{provider}/sessions", {"mvpd": "{mvpd}"}),
    "resume session": ("POST", "/{provider}/sessions/{code}", {"mvpd": "{mvpd}"}),
    "session": ("GET", "/{provider}/sessions/{code}", None),
    "profiles": ("GET", "/{provider}/profiles", None),
    "profile": ("GET", "/{provider}/profiles/{mvpd}", None),
    "profile by code": ("GET", "/{provider}/profiles/code/{code}", None),
    "authorize": ("POST", "/{provider}/decisions/authorize/{mvpd}", [NEWS]),
    "preauthorize": ("POST", "/{provider}/decisions/preauthorize/{mvpd}", [NEWS]),
    "logout": ("GET", "/{provider}/logout/{mvpd}", None),
}
OF_DEVICES = ("create session", "profiles", "profile", "authorize", "preauthorize", "logout")
OF_MVPDS = ("create session", "resume session", "profile", "authorize", "preauthorize", "logout")
OF_CODES = ("resume session", "session", "profile by code")


def call(app, name, headers=None, provider=NET, mvpd="Adobe", code=None):
    """One call of the table. A header of the value None is left out."""
    method, path, body = CALLS[name]
    if "{code}" in path and code is None:
        code = app.create_session().json["code"]
    names = {"provider": provider, "mvpd": mvpd, "code": code}
    target = "/api/v2" + path.format(**{key: urllib.parse.quote(value or "", safe="") for key, value in names.items()})
    headers = app.headers | (headers or {})
    if isinstance(body, dict):
        fields = urllib.parse.urlencode({key: value.format(**names) for key, value in body.items()})
        return app.api.send(method, target, headers | {"Content-Type": FORM}, fields.encode())
    if isinstance(body, list):
        return app.api.send(method, target, headers | {"Content-Type": JSON}, compact({"resources": body}))
    return app.api.send(method, target, headers)


@pytest.mark.parametrize("name", CALLS)
def test_call_of_the_table_is_understood(subscriber, name):
    """So that the refusals below are for their own reasons."""
    assert call(subscriber, name).status == 200


BAD_BEARERS = {
    "missing": lambda token: None,
    "empty": lambda token: "",
    "no token": lambda token: "Bearer ",
    "no scheme": lambda token: token,
    "other scheme": lambda token: f"Basic {token}",
    "no web token": lambda token: "Bearer 7d0e4a51-1d6b-4c8f-9e3d-0a1b2c3d4e5f",
    "doubled": lambda token: [f"Bearer {token}", "Bearer other"],
    "trailing words": lambda token: f"Bearer {token} {token}",
    "other claims": lambda token: "Bearer " + ".".join(
        [token.split(".")[0], base64.urlsafe_b64encode(b'{"sub":"7"}').rstrip(b"=").decode(), token.split(".")[2]]
    ),
    "unsigned": lambda token: "Bearer " + ".".join(
        [base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=").decode(), token.split(".")[1], ""]
    ),
}


@pytest.mark.parametrize("kind", BAD_BEARERS)
@pytest.mark.parametrize("name", CALLS)
def test_bearer_that_is_none(app, client, name, kind):
    # The code is unknown as well: the token is looked at first.
    header = {"Authorization": BAD_BEARERS[kind](client.access_token)}
    refused(call(app, name, header, code="NOSUCH7"), "invalid_access_token_client_application")


def test_scheme_of_the_bearer_is_no_matter_of_case(app, client):
    said(app.profiles({"Authorization": f"bearer {client.access_token}"}), NO_PROFILE)


@pytest.fixture(scope="module")
def signed(simulator):
    """Makes access tokens with the service's own key; the shared simulator takes clients that it doesn't know."""
    key = RSAKey.import_key((simulator.data_dir / "token.pem").read_bytes())
    now = int(time.time())

    def token(**changes):
        claims = {
            "sub": str(uuid.uuid4()), "nbf": now - 60, "iss": "auth.adobe.com", "exp": now + 3600, "iat": now - 60,
            "scopes": "api:client:v2",
        }
        kept = {name: value for name, value in (claims | changes).items() if value is not None}
        return App(API(simulator.http), Client("", "", jwt.encode({"alg": "RS256"}, kept, key)), NET)

    return token


def test_signed_token_is_good(signed):
    said(signed().profiles(), NO_PROFILE)


@pytest.mark.parametrize(
    "changes",
    [
        {"exp": 1735689600, "nbf": 1735668000, "iat": 1735668000},
        {"scopes": "config:client,decisions:client,platform:sso,profile:client,tokens:client"},
        {"scopes": "api:client:v22"},
        {"scopes": None},
        {"nbf": 4102444800, "exp": 4102448400},
        {"exp": None},
    ],
    ids=("expired", "older scopes", "other scope", "no scopes", "not yet valid", "without an end"),
)
@pytest.mark.parametrize("name", ("configuration", "create session", "session", "profiles", "authorize", "logout"))
def test_signed_token_that_is_not_good(signed, name, changes):
    refused(call(signed(**changes), name, code="NOSUCH7"), "invalid_access_token_client_application")


@pytest.mark.parametrize("name", CALLS)
def test_token_of_a_client_that_is_no_more(api, app, world, name):
    """Clients end with their namespace; the signature of their tokens stays good."""
    space = f"gone-{uuid.uuid4().hex[:8]}"
    inside = replace(app, api=API(f"{world.http}/_ns/{space}"))
    inside.client = Client.registered(inside.api)
    assert inside.profiles().status == 200
    deleted = api.send("DELETE", f"/_sim/namespaces/{space}")
    assert deleted.status in (200, 204), deleted
    refused(call(inside, name, code="NOSUCH7"), "invalid_access_token_client_application")


@pytest.fixture(scope="module")
def elsewhere(api):
    """A client whose application is registered for TEST_REQUESTOR only."""
    claims = {"sub": str(uuid.uuid4()), "nbf": 1735689600, "iss": "auth.adobe.com", "iat": 1735689600}
    head, _, tail = statement().split(".")
    claims = compact(claims | {"requestors": ["TEST_REQUESTOR"]})
    return Client.registered(api, ".".join((head, base64.urlsafe_b64encode(claims).rstrip(b"=").decode(), tail)))


@pytest.mark.parametrize("name", CALLS)
def test_token_of_another_service_provider(app, elsewhere, name):
    app.client = elsewhere
    refused(call(app, name, code="NOSUCH7"), "invalid_access_token_service_provider")
    assert at(app, "TEST_REQUESTOR").configuration().status == 200


@pytest.mark.parametrize("provider", ("NO_SUCH_NET", "demo_net", "DEMO_NET ", "ä"))
@pytest.mark.parametrize("name", CALLS)
def test_unknown_service_provider(app, name, provider):
    refused(call(app, name, provider=provider, code="NOSUCH7"), "invalid_parameter_service_provider")


BAD_DEVICES = {
    "missing": None,
    "empty": "",
    "type only": "fingerprint",
    "type and space": "fingerprint ",
    "no type": base64_text("device"),
    "other type": f"udid {base64_text('device')}",
    "doubled": [fingerprint("one"), fingerprint("two")],
}


@pytest.mark.parametrize("kind", BAD_DEVICES)
@pytest.mark.parametrize("name", OF_DEVICES)
def test_device_identifier_that_is_none(app, name, kind):
    refused(call(app, name, {"AP-Device-Identifier": BAD_DEVICES[kind]}), "invalid_header_device_identifier")


@pytest.mark.parametrize("kind", BAD_DEVICES)
@pytest.mark.parametrize("name", [name for name in CALLS if name not in OF_DEVICES])
def test_device_identifier_where_it_is_not_asked_for(app, name, kind):
    assert call(app, name, {"AP-Device-Identifier": BAD_DEVICES[kind]}).status == 200


def test_device_identifier_in_other_spellings(subscriber):
    """The key is what the base64 says, with or without padding; header names have no case."""
    value = fingerprint(subscriber.device).rstrip("=")
    regular(one_profile(subscriber.profile("Adobe", {"AP-Device-Identifier": value}), "Adobe"), "Adobe")
    headers = {"AP-Device-Identifier": None, "ap-device-identifier": fingerprint(subscriber.device)}
    regular(one_profile(subscriber.profile("Adobe", headers), "Adobe"), "Adobe")


def test_device_identifier_that_is_no_base64_is_a_key_too(app):
    # The text of a field is sent in ISO 8859-1: one character for each byte of UTF-8.
    for value in ("fingerprint device_1", "fingerprint ä-ö".encode().decode("latin-1")):
        said(app.profiles({"AP-Device-Identifier": value}), NO_PROFILE)


def test_device_identifier_that_is_not_utf_8_is_refused(app):
    refused(app.profiles({"AP-Device-Identifier": "fingerprint ä-ö"}), "invalid_header_device_identifier")


@pytest.mark.parametrize("value", (None, "", "%%%", base64_text("not JSON"), base64_json([]), base64_json({"a": 1})))
@pytest.mark.parametrize("name", CALLS)
def test_device_information_is_taken_as_it_comes(subscriber, name, value):
    """The vendor's own sample is broken JSON, and working clients send none."""
    assert call(subscriber, name, {"X-Device-Info": value}).status == 200


SINGLE_SIGN_ON = ("AD-Service-Token", "Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token")


@pytest.mark.parametrize("header", SINGLE_SIGN_ON)
def test_single_sign_on_token_that_is_none_changes_nothing(subscriber, landing, header):
    for value in ("", "nonsense", "a.b.c"):
        regular(one_profile(subscriber.profile("Adobe", {header: value}), "Adobe"), "Adobe")
        created = subscriber.create_session({header: value}, mvpd="AcmeCable", domainName=DOMAIN, redirectUrl=landing)
        session_answer(created, *AUTHENTICATE, mvpd="AcmeCable")
        (decision,) = decisions(subscriber.authorize("Adobe", NEWS, headers={header: value}))
        permitted(decision, NEWS, "Adobe")


@pytest.mark.parametrize("mvpd", ("NoSuchTV", "adobe", "Adobe ", "Adobe/", "ä"))
@pytest.mark.parametrize("name", OF_MVPDS)
def test_unknown_mvpd(app, name, mvpd):
    refused(call(app, name, mvpd=mvpd), "invalid_parameter_mvpd")


@pytest.mark.parametrize("mvpd", ("OAuthTV", "PromoPass"))
@pytest.mark.parametrize("name", OF_MVPDS)
def test_mvpd_without_an_integration(app, name, mvpd):
    app = at(app, "PICKER_NET")
    refused(call(app, name, provider="PICKER_NET", mvpd=mvpd), "invalid_integration")


@pytest.mark.parametrize("code", ("ABC-123", "ABC 123", "ÄBC1234", "A" * 17, "%", "../..", "ABC_123"))
@pytest.mark.parametrize("name", OF_CODES)
def test_malformed_code(app, name, code):
    refused(call(app, name, code=code), "invalid_parameter_code")


@pytest.mark.parametrize("slash", ("", "/"))
def test_missing_code(app, slash):
    """Nothing at the place of the code is a bad parameter; whether it is one as a code or as an MVPD is open."""
    answer = app.api.get(app.path("profiles", "code") + slash, app.headers)
    refused(answer, "invalid_parameter_mvpd" if answer.status == 400 and b"_mvpd" in answer.body else "invalid_parameter_code")


@pytest.mark.parametrize("code", ("NOSUCH7", "A", "A" * 16, "0000000"))
@pytest.mark.parametrize("name", OF_CODES)
def test_unknown_code(app, name, code):
    refused(call(app, name, code=code), "invalid_authentication_session")


@pytest.mark.parametrize("name", OF_CODES)
def test_code_of_another_service_provider(app, name):
    code = app.create_session().json["code"]
    refused(call(app, name, provider="REF30", code=code), "invalid_authentication_session")
    assert app.session(code).status == 200


NO_URL = ("done", "/done", "//demo-net.example/done", "demo-net.example/done", "https://", "http:// x/", "%")


@pytest.mark.parametrize("url", NO_URL)
def test_redirect_that_is_no_url(subscriber, url):
    fields = {"mvpd": "AcmeCable", "domainName": DOMAIN, "redirectUrl": url}
    refused(subscriber.create_session(**fields), "invalid_parameter_redirect_url")
    code = subscriber.create_session().json["code"]
    refused(subscriber.resume_session(code, redirectUrl=url), "invalid_parameter_redirect_url")
    refused(subscriber.log_out("Adobe", url), "invalid_parameter_redirect_url")
    # A refused logout ends nothing.
    regular(one_profile(subscriber.profile("Adobe"), "Adobe"), "Adobe")


def test_redirect_that_is_not_registered(simulator, tmp_path):
    """Where only registered redirects are allowed, the others are as bad as no URL."""
    with Simulator(tmp_path, "--redirects", "registered", data_dir=simulator.data_dir) as strict:
        api = API(strict.http)
        app = App(api, Client.registered(api), NET)
        for url in ("https://demo-net.example/done", "https://www.demo-net.example/", "demonet://done"):
            created = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=url)
            session_answer(created, *AUTHENTICATE, mvpd="Adobe")
        for url in ("https://elsewhere.example/", "https://demo-net.example.elsewhere.example/", "other://done"):
            created = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=url)
            refused(created, "invalid_parameter_redirect_url")
            code = app.create_session().json["code"]
            refused(app.resume_session(code, redirectUrl=url), "invalid_parameter_redirect_url")
            refused(app.log_out("Adobe", url), "invalid_parameter_redirect_url")


@pytest.mark.parametrize("domain", ("https://www.demo-net.example/", "unrelated.example", "demo-net.example:8080"))
def test_domain_is_taken_as_it_comes(app, landing, domain):
    """Working clients send whole addresses, or a domain of somebody else."""
    created = app.create_session(mvpd="Adobe", domainName=domain, redirectUrl=landing)
    code = session_answer(created, *AUTHENTICATE, mvpd="Adobe")
    assert app.session(code).json["existingParameters"]["domainName"] == domain
    assert Browser(app.api.base).open(created.json["url"], landing).end == landing


BAD_RESOURCES = {
    "nothing": b"",
    "no JSON": b"resources",
    "half": b'{"resources":["news"',
    "no object": b'"news"',
    "bare array": b'["news"]',
    "null": b"null",
    "no member": b"{}",
    "other member": b'{"resource":["news"]}',
    "null member": b'{"resources":null}',
    "text": b'{"resources":"news"}',
    "empty": b'{"resources":[]}',
    "number": b'{"resources":[7]}',
    "null element": b'{"resources":["news",null]}',
    "empty element": b'{"resources":[""]}',
    "object": b'{"resources":[{"id":"news"}]}',
    "form": b"resources=news",
    "no UTF-8": b'{"resources":["\xff"]}',
}


@pytest.mark.parametrize("kind", BAD_RESOURCES)
@pytest.mark.parametrize("which", ("authorize", "preauthorize"))
def test_resources_that_are_none(app, which, kind):
    """Before anybody looks for a profile."""
    path = app.path("decisions", which, "Adobe")
    answer = app.api.send("POST", path, app.headers | {"Content-Type": JSON}, BAD_RESOURCES[kind])
    refused(answer, "invalid_parameter_resources")


@pytest.mark.parametrize("ask", ("authorize", "preauthorize"))
def test_decisions_without_a_profile(app, ask):
    refused(getattr(app, ask)("Adobe", NEWS), "authenticated_profile_missing")


NOBODY = {"Authorization": None, "AP-Device-Identifier": None}
UNNAMED = {"AP-Device-Identifier": None}


@pytest.mark.parametrize(
    "headers, provider, mvpd, resources, code",
    [
        (NOBODY, "NO_SUCH_NET", "NoSuchTV", [], "invalid_access_token_client_application"),
        (UNNAMED, "NO_SUCH_NET", "NoSuchTV", [], "invalid_parameter_service_provider"),
        (UNNAMED, NET, "NoSuchTV", [], "invalid_header_device_identifier"),
        ({}, NET, "NoSuchTV", [], "invalid_parameter_mvpd"),
        ({}, "PICKER_NET", "OAuthTV", [], "invalid_parameter_resources"),
        ({}, "PICKER_NET", "OAuthTV", ["a", "b"], "invalid_integration"),
        ({}, "RULE_NET", "Adobe", [], "invalid_parameter_resources"),
        ({}, NET, "Adobe", [], "invalid_parameter_resources"),
    ],
)
def test_what_is_checked_first(app, headers, provider, mvpd, resources, code):
    """The token, the service provider, the device, the parameters of the path and of the body, the integration."""
    path = at(app, provider).path("decisions", "authorize", mvpd)
    refused(app.api.post_json(path, {"resources": resources}, app.headers | headers), code)


@pytest.mark.parametrize("name", ("mvpd", "redirectUrl"))
def test_parameter_with_two_values(app, landing, name):
    """It has no value that could be the right one."""
    fields = {"mvpd": "Adobe", "domainName": DOMAIN, "redirectUrl": landing}
    second = {"mvpd": "AcmeCable", "redirectUrl": "https://demo-net.example/"}[name]
    code = {"mvpd": "invalid_parameter_mvpd", "redirectUrl": "invalid_parameter_redirect_url"}[name]
    refused(app.api.post_form(app.path("sessions"), [*fields.items(), (name, second)], app.headers), code)
    session = app.create_session().json["code"]
    refused(app.api.post_form(app.path("sessions", session), [*fields.items(), (name, second)], app.headers), code)
    if name == "redirectUrl":
        query = urllib.parse.urlencode([(name, landing), (name, second)])
        refused(app.api.get(f"{app.path('logout', 'Adobe')}?{query}", app.headers), code)


# The user agent


@pytest.mark.parametrize("code", ("NOSUCH7", "ABC-123", "A" * 17))
def test_user_agent_with_a_code_that_is_none(app, code):
    answer = app.api.get(app.authenticate_path(code))
    assert answer.status == 400 and answer.header("Content-Type").lower() == "text/html;charset=utf-8", answer.fields
    assert b"<" in answer.body


def test_user_agent_with_a_code_of_another_service_provider(app, landing):
    code = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing).json["code"]
    for provider in ("REF30", "NO_SUCH_NET"):
        answer = app.api.get(at(app, provider).authenticate_path(code))
        assert answer.status == 400 and answer.header("Content-Type").startswith("text/html"), answer
    assert app.api.get(app.authenticate_path(code)).status in (200, 302)


def test_traces_are_of_one_answer_each(app):
    traces = {app.authorize("Adobe", NEWS).json["trace"] for _ in range(3)}
    assert len(traces) == 3


# Methods, paths, other origins


ALLOWED = {
    "/{provider}/configuration": "GET",
    "/{provider}/sessions": "POST",
    "/{provider}/sessions/NOSUCH7": "GET POST",
    "/authenticate/{provider}/NOSUCH7": "GET",
    "/{provider}/profiles": "GET",
    "/{provider}/profiles/Adobe": "GET",
    "/{provider}/profiles/code/NOSUCH7": "GET",
    "/{provider}/decisions/authorize/Adobe": "POST",
    "/{provider}/decisions/preauthorize/Adobe": "POST",
    "/{provider}/logout/Adobe": "GET",
}


@pytest.mark.parametrize("path", ALLOWED)
def test_wrong_method(app, path):
    """405 with the methods that are right, and no body; a token doesn't matter."""
    allowed = set(ALLOWED[path].split())
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - allowed:
        answer = app.api.send(method, "/api/v2" + path.format(provider=NET))
        assert (answer.status, answer.body) == (405, b""), answer
        named = {name.strip() for name in answer.header("Allow").split(",")}
        assert allowed <= named and method not in named, answer.fields


@pytest.mark.parametrize("path", ("", "/", f"/{NET}", f"/{NET}/nothing", f"/{NET}/decision/authorize/Adobe"))
def test_unknown_path(app, path):
    answer = app.api.get(f"/api/v2{path}", app.headers)
    assert (answer.status, answer.body, answer.header("Content-Length")) == (404, b"", "0"), answer


@pytest.mark.parametrize("name", CALLS)
def test_slash_at_the_end(app, name):
    method, path, body = CALLS[name]
    code = app.create_session().json["code"]
    target = "/api/v2" + path.format(provider=NET, mvpd="TempPass", code=code) + "/"
    kind, content = (JSON, compact({"resources": [NEWS]})) if isinstance(body, list) else (FORM, b"mvpd=TempPass")
    answer = app.api.send(method, target, app.headers | {"Content-Type": kind}, content if body else None)
    assert answer.status == 200, answer


def test_pages_of_other_origins(app):
    origin = {"Origin": "https://www.demo-net.example"}
    wanted = "authorization, content-type, ap-device-identifier, x-device-info, ap-temppass-identity"
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": wanted}
    answer = app.api.send("OPTIONS", app.path("decisions", "authorize", "Adobe"), origin | asks)
    assert (answer.status, answer.body) == (204, b""), answer
    assert answer.header("Access-Control-Allow-Origin") == origin["Origin"]
    assert answer.header("Access-Control-Allow-Credentials") == "true"
    assert "POST" in answer.header("Access-Control-Allow-Methods")
    allowed = {name.strip().lower() for name in answer.header("Access-Control-Allow-Headers").split(",")}
    assert set(wanted.split(", ")) <= allowed, allowed
    for answer in (app.profiles(origin), app.profiles(origin | {"Authorization": None})):
        assert answer.header("Access-Control-Allow-Origin") == origin["Origin"], answer.fields


@pytest.mark.parametrize("accept", ("text/html,*/*", "application/xml", "application/json; charset=utf-8"))
def test_answers_are_json_whatever_is_accepted(app, accept):
    said(app.profiles({"Accept": accept}), NO_PROFILE)


@pytest.mark.parametrize("name", [name for name, (method, _, _) in CALLS.items() if method == "GET"])
def test_reads_with_a_content_type(subscriber, name):
    """A working client sends one with every GET, and all header names in lower case."""
    headers = {key.lower(): value for key, value in subscriber.headers.items()}
    headers |= dict.fromkeys(subscriber.headers) | {"content-type": "application/json", "ap-visitor-identifier": "7"}
    assert call(subscriber, name, headers).status == 200


def test_user_agent_that_sends_what_it_has(app, landing):
    """A working client opens the link itself, with the header fields of its API calls."""
    created = app.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing)
    answer = app.api.get(created.json["url"], app.headers | {"Accept": "text/html,*/*", "Content-Type": "application/json"})
    assert answer.status in (200, 302), answer


# Throttling

TOO_MANY = b"""<html>
<head><title>429 Too Many Requests</title></head>
<body>
<center><h1>429 Too Many Requests</h1></center>
<hr><center>openresty</center>
</body>
</html>
""".replace(b"\n", b"\r\n")


@pytest.fixture(scope="module")
def throttled(simulator, tmp_path_factory):
    """Makes applications that ask from an address of their own, on a server with the published limit."""
    options = ("--throttle-requests-per-second", "1", "--throttle-burst", "10")
    with Simulator(tmp_path_factory.mktemp("throttled"), *options, data_dir=simulator.data_dir) as running:
        client = Client.registered(API(simulator.http))

        def app(address):
            return App(API(running.http), client, NET, extra={"X-Forwarded-For": address})

        yield app


# Seconds after the first request, and whether it is answered: the vendor's own example.
TIMELINE = (
    *((at, 200) for at in (0, 0.3, 0.6, 0.9, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 2.1, 2.2)),
    *((at, 429) for at in (2.4, 2.6, 2.8)),
    (3.1, 200),
)


def test_answer_to_too_many_requests(throttled):
    app = throttled("203.0.113.10")
    answer = [app.profiles() for _ in range(14)][-1]
    assert answer.status == 429 and answer.body == TOO_MANY and len(TOO_MANY) == 166, answer
    assert answer.header("Content-Type") == "text/html" and answer.header("Content-Length") == "166"
    assert answer.header("Server") == "openresty", answer.fields
    for absent in ("Retry-After", "Set-Cookie", "Access-Control-Allow-Origin"):
        assert answer.header(absent) is None, answer.fields
