"""The native chain of AccessEnabler, gone through by a client that was written from the protocol alone.

Each expectation is one of the protocol's, as SDK overviews, recorded traffic and other clients tell it.
"""

import base64
import datetime
import hashlib
import json
import re
import subprocess
import time
import urllib.parse

import pytest

from simulator import Simulator
from witness import FORM, Connection, StepFailed, Witness, made_up_statement

REQUESTOR = "TEST_REQUESTOR"
RESOURCE = "TEST_RESOURCE"
PROXY_OF = {"TownCable": "HubTV"}
MVPDS = ["Adobe", "AcmeCable", "MetaCable", "OAuthTV", *PROXY_OF]

BASE64 = r"(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
PENDING_LOGOUT = r'<pendingLogout reason="\d+">true</pendingLogout>'


def device_of(name):
    """A raw device identifier of a test's own: what one of them ends doesn't reach the others."""
    return f"device of {name}"


def signed_in(simulator, mvpd="Adobe", *, device=None, user="user", redirect="adobepass://ios.app"):
    witness = Witness(f"{simulator.http}/adobe-services", REQUESTOR, mvpd, device or device_of(mvpd), redirect)
    witness.sign_in(made_up_statement(), user, "password")
    return witness


@pytest.fixture(scope="module", params=MVPDS)
def chain(request, simulator):
    """A witness that is signed in and authorized, and its three tokens."""
    witness = signed_in(simulator, request.param)
    tokens = {"authn": witness.authentication, "authz": witness.authorize(RESOURCE), "media": witness.short_authorize()}
    return witness, tokens


def verified(folder, simulator, key, signature, message):
    """What openssl says about a signature (base64) of a message (text), by a key that the simulator publishes."""
    folder.mkdir(exist_ok=True)
    (folder / "key.pem").write_text(Connection().send("key", "GET", f"{simulator.http}/_sim/keys/{key}.pem").body)
    (folder / "signature").write_bytes(base64.b64decode(signature, validate=True))
    (folder / "message").write_bytes(message.encode())
    command = ["openssl", "dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "message"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def refusal(step, *arguments):
    """The answer with which a step is refused."""
    with pytest.raises(StepFailed) as failure:
        step(*arguments)
    return failure.value.answer


def moment(text, form):
    """Seconds since 1970 of a date in UTC, which has exactly this form."""
    parsed = datetime.datetime.strptime(text, form)
    assert parsed.strftime(form) == text
    return parsed.replace(tzinfo=datetime.timezone.utc).timestamp()


# The envelope


def test_envelope_is_two_pieces_on_one_line_with_a_tag_that_lacks_its_slash(chain):
    for token in chain[1].values():
        shape = re.fullmatch(rf"<signatureInfo>{BASE64}<signatureInfo><(\w+)>.*</\1>", token.raw)
        assert shape, token.raw
        assert shape[1] == token.root
        # No white space between tags, no attribute, no empty element.
        assert not re.search(r">\s+<|<\w+\s|<\w+/>", token.raw)


def test_signature_is_of_the_exact_bytes_of_the_token_element(chain, simulator, tmp_path):
    for kind, token in chain[1].items():
        assert verified(tmp_path / kind, simulator, "token", token.signature, token.signed)
        assert not verified(tmp_path / kind, simulator, "token", token.signature, token.signed.replace(REQUESTOR, "X"))


# The authN and the authZ token


def test_authentication_token_has_its_elements_in_the_recorded_order(chain):
    witness, tokens = chain
    token = tokens["authn"]
    assert token.root == "simpleAuthenticationToken"
    assert list(token.elements) == [
        "simpleTokenAuthenticationGuid",
        "simpleSamlSessionIndex",
        "simpleTokenRequestorID",
        "simpleTokenDomainName",
        "simpleTokenExpires",
        "simpleTokenMsoID",
        "simpleTokenFingerprint",
        "simpleSamlNameID",
        "ttl",
        *(["simpleTokenSubMvpdID"] if witness.mvpd in PROXY_OF else []),
    ]
    assert f"<simpleTokenDeviceID><simpleTokenFingerprint>{token['simpleTokenFingerprint']}<" in token.raw


def test_authentication_token_names_the_requestor_the_mvpd_and_its_proxy(chain):
    witness, tokens = chain
    token = tokens["authn"]
    assert token["simpleTokenRequestorID"] == REQUESTOR
    assert token["simpleTokenDomainName"] == "adobe.com"
    assert token["simpleTokenMsoID"] == PROXY_OF.get(witness.mvpd, witness.mvpd)
    assert token.elements.get("simpleTokenSubMvpdID") == (witness.mvpd if witness.mvpd in PROXY_OF else None)
    assert re.fullmatch(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", token["simpleTokenAuthenticationGuid"])
    assert re.fullmatch(BASE64, token["simpleSamlSessionIndex"])
    assert re.fullmatch(BASE64, token["simpleSamlNameID"])


def test_authorization_token_has_its_elements_in_their_order(chain):
    witness, tokens = chain
    token = tokens["authz"]
    assert token.root == "simpleAuthorizationToken"
    documented = [
        "simpleTokenRequestorID",
        "simpleTokenResourceID",
        "simpleTokenTTL",
        "simpleTokenMsoID",
        "simpleTokenFingerprint",
    ]
    assert list(token.elements)[: len(documented)] == documented
    if witness.mvpd not in PROXY_OF:  # nobody says what else there is for a proxied one
        assert list(token.elements) == documented
    assert token["simpleTokenRequestorID"] == REQUESTOR
    assert token["simpleTokenResourceID"] == RESOURCE
    assert token["simpleTokenMsoID"] == PROXY_OF.get(witness.mvpd, witness.mvpd)


def test_fingerprint_is_the_servers_signature_of_the_clear_device_id(chain, simulator, tmp_path):
    witness, tokens = chain
    assert witness.device_id == hashlib.sha256(device_of(witness.mvpd).encode()).hexdigest()
    for kind in ("authn", "authz"):
        fingerprint = tokens[kind]["simpleTokenFingerprint"]
        assert verified(tmp_path, simulator, "device", fingerprint, witness.device_id)
        assert not verified(tmp_path, simulator, "device", fingerprint, hashlib.sha256(b"another").hexdigest())


def test_user_metadata_comes_with_both_tokens_as_json_without_a_special_but_quotes(chain):
    witness, tokens = chain
    device = {"requestor_id": REQUESTOR, "device_id": witness.device_id}
    session = witness.entitle("sessionDevice", device | {"_method": "GET", "reg_code": witness.code})
    asked = {"resource_id": RESOURCE, "userMeta": "1", "authentication_token": tokens["authn"].raw}
    decision = witness.entitle("authorizeDevice", device | asked | {"mso_id": tokens["authn"]["simpleTokenMsoID"]})
    for answer in (session, decision):
        metadata = re.fullmatch(r"<result>.*<userMeta>([^<>&]+)</userMeta></result>", answer.body)[1]
        assert list(json.loads(metadata)) == ["updated", "encrypted", "data"]


def test_session_can_be_fetched_again(chain):
    witness, tokens = chain
    guid = tokens["authn"]["simpleTokenAuthenticationGuid"]
    assert witness.authenticate()["simpleTokenAuthenticationGuid"] == guid


# The media token


def test_media_token_has_its_elements_in_their_order_and_the_proxy_last(chain):
    witness, tokens = chain
    token = tokens["media"]
    assert token.root == "shortAuthorizationToken"
    assert list(token.elements) == [
        "sessionGUID",
        "requestorID",
        "resourceID",
        "ttl",
        "issueTime",
        "mvpdId",
        *(["proxyMvpdId"] if witness.mvpd in PROXY_OF else []),
    ]
    assert token["requestorID"] == REQUESTOR
    assert token["resourceID"] == RESOURCE
    assert token["ttl"] == "300000"
    assert token["mvpdId"] == witness.mvpd
    assert token.elements.get("proxyMvpdId") == PROXY_OF.get(witness.mvpd)


def test_session_guid_is_the_md5_of_the_authentication_guid(chain):
    guid = chain[1]["authn"]["simpleTokenAuthenticationGuid"]
    assert chain[1]["media"]["sessionGUID"] == hashlib.md5(guid.encode()).hexdigest()


def test_session_guid_of_the_request_is_not_checked(simulator):
    witness = signed_in(simulator, device=device_of("session GUID"))
    witness.authorize(RESOURCE)
    witness.authentication.elements["simpleTokenAuthenticationGuid"] = "0" * 32
    assert witness.short_authorize()["resourceID"] == RESOURCE


def test_media_token_is_valid_once(simulator):
    witness = signed_in(simulator, device=device_of("presentation"))
    witness.authorize(RESOURCE)
    body = urllib.parse.urlencode({"resource": RESOURCE, "token": witness.short_authorize().raw}).encode()
    answers = [
        Connection().send("verify", "POST", f"{simulator.http}/_sim/tokens/verify", body, Content_Type=FORM).body
        for _ in range(2)
    ]
    assert [json.loads(answer)["valid"] for answer in answers] == [True, False]
    assert json.loads(answers[0])["status"] == "VALID_TOKEN"


# Dates


def test_dates_have_their_forms_and_follow_the_clock_and_a_later_media_token_is_another(tmp_path):
    began = time.monotonic()
    with Simulator(tmp_path, "--time", "2031-05-14T08:30:00Z") as simulator:
        witness = signed_in(simulator)
        witness.authorize(RESOURCE)
        first = witness.short_authorize()
    elapsed = time.monotonic() - began
    # The same installation, some minutes later: the tokens that the device holds still count.
    with Simulator(tmp_path, "--time", "2031-05-14T08:34:00Z") as simulator:
        later = Witness(f"{simulator.http}/adobe-services", REQUESTOR, "Adobe", device_of("Adobe"))
        later.register(made_up_statement())
        later.request_access()
        later.authentication, later.authorization = witness.authentication, witness.authorization
        second = later.short_authorize()

    start = moment("2031-05-14 08:30:00", "%Y-%m-%d %H:%M:%S")
    expires = moment(witness.authentication["simpleTokenExpires"], "%Y/%m/%d %H:%M:%S GMT +0000")
    assert 0 <= expires - int(witness.authentication["ttl"]) - start <= elapsed
    expires = moment(witness.authorization["simpleTokenTTL"], "%Y/%m/%d %H:%M:%S GMT +0000")
    assert 0 <= expires - 24 * 60 * 60 - start <= elapsed
    issued = moment(first["issueTime"], "%Y-%m-%d %H:%M:%S +0000")
    assert 0 <= issued - start <= elapsed

    assert moment(second["issueTime"], "%Y-%m-%d %H:%M:%S +0000") > issued
    assert second.raw != first.raw
    assert second["sessionGUID"] == first["sessionGUID"]


# What comes back as clients spell it


def test_token_is_read_with_spaces_for_plusses_in_its_signature_and_with_a_slash_in_its_second_tag(simulator):
    witness = signed_in(simulator, device=device_of("spelling"))
    while "+" not in witness.authentication.signature:  # about one in a hundred has none
        witness = signed_in(simulator, device=device_of("spelling"))
    token = witness.authentication
    raw, signature = token.raw, token.signature
    for spelled in (signature.replace("+", " ") + "<signatureInfo>", signature + "</signatureInfo>"):
        token.raw = f"<signatureInfo>{spelled}{token.signed}"
        assert token.raw != raw
        assert witness.authorize(RESOURCE)["simpleTokenResourceID"] == RESOURCE


def test_session_is_read_from_a_query_too_and_at_the_older_paths(simulator):
    witness = signed_in(simulator, device=device_of("paths"))
    fields = {"requestor_id": REQUESTOR, "reg_code": witness.code, "device_id": witness.device_id}
    query = urllib.parse.urlencode(fields | {"_method": "GET"})
    access = {"Authorization": f"Bearer {witness.access_token}"}
    for path in ("/adobe-services", "/adobe-services/1.0", "//adobe-services/1.0"):
        url = f"{simulator.http}{path}/sessionDevice?{query}&_=1735689600123"
        for method in ("POST", "GET"):
            answer = Connection().send("session", method, url, **access)
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "application/xml;charset=UTF-8"
            children = "".join(f"<{name}>[^<]+</{name}>" for name in ("authnToken", "userMeta"))
            assert re.fullmatch(f"<result>{children}</result>", answer.body)


def test_another_programmers_app_on_the_device_uses_the_authentication_token(simulator):
    witness = signed_in(simulator, device=device_of("single sign-on"))
    witness.requestor = "DEMO_NET"
    assert witness.authorize("demo-live")["simpleTokenRequestorID"] == "DEMO_NET"
    media = witness.short_authorize()
    assert (media["requestorID"], media["resourceID"]) == ("DEMO_NET", "demo-live")


# Settings


@pytest.fixture(scope="module")
def documented(tmp_path_factory):
    """A simulator whose tokens have the documented elements, the recorded fingerprints and the recorded media root."""
    settings = {"tokens-elements": "documented", "device-binding-form": "hash", "media-token-root": "authToken"}
    options = [part for name, value in settings.items() for part in (f"--{name}", value)]
    with Simulator(tmp_path_factory.mktemp("documented"), *options) as running:
        yield running


def test_tokens_have_the_documented_elements_alone_when_asked_to(documented):
    witness = signed_in(documented)
    assert list(witness.authentication.elements) == [
        "simpleTokenAuthenticationGuid",
        "simpleTokenRequestorID",
        "simpleTokenDomainName",
        "simpleTokenExpires",
        "simpleTokenMsoID",
        "simpleTokenFingerprint",
    ]
    assert witness.authentication["simpleTokenFingerprint"] == hashlib.sha1(witness.device_id.encode()).hexdigest()
    assert witness.authorize(RESOURCE)["simpleTokenFingerprint"] == witness.authentication["simpleTokenFingerprint"]
    assert witness.short_authorize().root == "authToken"
    witness.logout()
    assert re.fullmatch(PENDING_LOGOUT, refusal(witness.authorize, RESOURCE).body)


# Refusals


def test_another_device_is_told_to_log_out(simulator):
    witness = signed_in(simulator, device=device_of("mismatch"))
    witness.authorize(RESOURCE)
    witness.device_id = hashlib.sha256(device_of("somebody else").encode()).hexdigest()
    for step, reason in ((lambda: witness.authorize(RESOURCE), 34764), (witness.short_authorize, 58772)):
        answer = refusal(step)
        assert (answer.status, answer.body) == (200, f'<pendingLogout reason="{reason}">true</pendingLogout>')


def test_native_call_without_a_device_id_is_refused(simulator):
    witness = signed_in(simulator, device=device_of("no ID"))
    witness.authorize(RESOURCE)
    witness.device_id = ""
    for step in (witness.authenticate, lambda: witness.authorize(RESOURCE), witness.short_authorize):
        answer = refusal(step)
        assert (answer.status, answer.body) == (400, "<reason>34763</reason>")


def test_altered_token_is_answered_with_a_logout(simulator):
    witness = signed_in(simulator, device=device_of("alteration"))
    witness.authentication.raw = witness.authentication.raw.replace(REQUESTOR, "DEMO_NET")
    answer = refusal(witness.authorize, RESOURCE)
    assert answer.status == 200
    assert re.fullmatch(PENDING_LOGOUT, answer.body)


@pytest.mark.parametrize("mvpd", MVPDS)
def test_logout_ends_at_the_app_and_the_token_no_longer_counts(simulator, mvpd):
    witness = signed_in(simulator, mvpd, device=device_of(f"logout {mvpd}"))
    witness.authorize(RESOURCE)
    witness.logout()
    answer = refusal(witness.authorize, RESOURCE)
    assert answer.status == 200
    assert re.fullmatch(PENDING_LOGOUT, answer.body)


def test_there_is_no_token_before_the_login(simulator):
    witness = Witness(f"{simulator.http}/adobe-services", REQUESTOR, "Adobe", device_of("waiting"))
    witness.register(made_up_statement())
    witness.request_access()
    witness.request_code()
    answer = refusal(witness.authenticate)
    assert (answer.status, answer.body) == (401, "Data not found")


def test_denial_is_a_200_with_a_message(simulator):
    witness = signed_in(simulator, user="denied", device=device_of("denial"))
    answer = refusal(witness.authorize, RESOURCE)
    message = "Your package does not include this channel."
    assert answer.status == 200
    assert answer.body == f"<error><notAuthorized/><details>{message}</details></error>"
    assert answer.headers["Authzf-Error-Code"] == "noAuthZ"
    assert answer.headers["Authzf-Error-Details"] == message


def test_registration_refuses_what_is_no_statement(simulator):
    witness = Witness(f"{simulator.http}/adobe-services", REQUESTOR, "Adobe", device_of("statement"))
    answer = refusal(witness.register, "no statement")
    assert (answer.status, json.loads(answer.body)) == (400, {"error": "invalid_software_statement"})


def test_unknown_access_token_is_refused(simulator):
    witness = signed_in(simulator, device=device_of("access"))
    witness.authorize(RESOURCE)
    witness.access_token = "unknown"
    for step in (witness.authenticate, lambda: witness.authorize(RESOURCE), witness.short_authorize):
        answer = refusal(step)
        assert (answer.status, json.loads(answer.body)) == (401, {"error": "access_denied"})
        assert answer.headers["Content-Type"] == "application/json;charset=UTF-8"
        assert (answer.headers["Cache-Control"], answer.headers["Pragma"]) == ("no-store", "no-cache")


def test_browser_with_an_unknown_access_token_is_sent_back_with_an_error(simulator):
    parameters = {"requestor_id": REQUESTOR, "mso_id": "Adobe", "redirect_url": "adobepass://ios.app"}
    query = urllib.parse.urlencode(parameters | {"access_token": "unknown"})
    answer = Connection().send("login", "GET", f"{simulator.http}/adobe-services/authenticate/saml?{query}")
    assert (answer.status, answer.headers["Location"]) == (302, "adobepass://ios.app?error=access_denied")


# Resources, passes, secure browsers


def test_mrss_is_in_a_cdata_section_that_its_own_sections_do_not_end(simulator):
    resource = "<rss version=\"2.0\"><channel><title><![CDATA[A & B]]></title></channel></rss>"
    section = "<![CDATA[<rss version=\"2.0\"><channel><title><![CDATA[A & B]]]]>><![CDATA[</title></channel></rss>]]>"
    witness = signed_in(simulator, device=device_of("MRSS"))
    authorization, media = witness.authorize(resource), witness.short_authorize()
    assert f"<simpleTokenResourceID>{section}</simpleTokenResourceID>" in authorization.raw
    assert f"<resourceID>{section}</resourceID>" in media.raw
    assert authorization["simpleTokenResourceID"] == media["resourceID"] == resource


def test_channel_line_up_is_a_list_of_elements_with_their_resource_first(simulator):
    token = signed_in(simulator, "ListTV").authentication
    line_up = re.search(r"<simpleAuthorizedResources>(.*)</simpleAuthorizedResources>", token.raw)[1]
    assert re.fullmatch(r'(<simpleAuthorizedResource simpleResourceID="[^"]+"/>)+', line_up)
    assert token["simpleAuthorizedResource"] == ["TEST_RESOURCE", "SimNews", "SimSports"]


def test_temporary_pass_asks_nobody_and_its_name_is_its_session_index(simulator):
    witness = Witness(f"{simulator.http}/adobe-services", REQUESTOR, "TempPass", device_of("TempPass"))
    witness.sign_in(made_up_statement(), user=None, password=None)
    assert witness.authentication["simpleSamlNameID"] == witness.authentication["simpleSamlSessionIndex"]


def test_secure_browser_ends_at_the_apps_own_scheme(simulator):
    witness = signed_in(simulator, "SafariTV", redirect="adbe.k3Demo-App77://adobe.com")
    assert witness.authentication["simpleTokenMsoID"] == "SafariTV"
    witness.logout()


# The configuration


def test_configuration_is_as_strict_readers_want_it(simulator):
    url = f"{simulator.http}/adobe-services/config/{REQUESTOR}"
    before = time.time()
    text = Connection().send("config", "GET", url).body
    assert not re.search(r">\s+<", text)
    assert abs(int(re.search(r"<time>(\d+)</time>", text)[1]) / 1000 - before) < 59
    mvpds = re.search(r"<mvpds>(.*)</mvpds>", text)[1]
    required = "".join(f"<{name}>[^<]+</{name}>" for name in ("id", "displayName", "logoUrl"))
    assert re.fullmatch(rf'(<mvpd visible="true">{required}.*?</mvpd>)+', mvpds)
    assert f'<id visible="true">{REQUESTOR}</id><name visible="true">' in text


def test_configuration_names_the_mvpds_and_their_flags(simulator):
    witness = Witness(f"{simulator.http}/adobe-services", REQUESTOR, "Adobe", device_of("configuration"))
    configuration = witness.configure()
    assert configuration["requestor"] == {"id": REQUESTOR, "name": "Test Requestor"}
    mvpds = {mvpd["id"]: mvpd for mvpd in configuration["mvpds"]}
    assert set(MVPDS) <= set(mvpds)
    assert mvpds["AmpCable"]["displayName"] == "A&B <Cable>"

    def with_flag(name):
        return {mvpd["id"] for mvpd in configuration["mvpds"] if mvpd[name]}

    assert with_flag("useSVC") == {"SafariTV"}
    assert with_flag("hasAuthNPerRequestor") == {"PassiveTV", "TempPass", "PromoPass"}
    assert with_flag("tempPass") == {"TempPass", "PromoPass"}
    assert with_flag("enablePlatformServices") == {"PlatformTV"}
    assert with_flag("passiveAuthnEnabled") == set(mvpds)
