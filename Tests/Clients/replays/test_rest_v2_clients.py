"""Public programs on REST API v2 against the executable: FastChannels, TabloSync, UnderPAR.

`rest_v2_clients.py` and `rest_v2_other_clients.py` send what they send and read as strictly as they read. The
programmers and MVPDs are those of the programs. Where a program would wait, something else happens at once.
"""

import base64
import json
import re
import time
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import pytest
import requests

from browser import Page
from device import statement
from rest_v2_clients import FORM, JSON, SP, AdobePassV2, AmcNetworks, AuthError, FoxNews, NotAuthorized, Session
from rest_v2_clients import Waits, claims, person, poll, verify
from rest_v2_other_clients import FoxBackend, TabloSync, UnderPar
from simulator import Simulator

NBC, NBC_BACK = "https://www.nbc.com", "https://www.nbc.com/mvpd-complete"
GUIDE = [f"channel-{number}" for number in range(11)] + ["deny:bravo"]
MRSS = '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>{0}</title><item>'
MRSS += '<title>{0}</title><guid>{1}</guid><media:rating scheme="urn:v-chip">TV-G</media:rating></item></channel></rss>'
FOX_NEWS, FOX_BUSINESS = MRSS.format("Fox News Channel", 2056), MRSS.format("Fox Business Network", 2176)

CABLE = {"Cox": {}, "DTV": {}, "Spectrum": {}, "Comcast_SSO": {}}
SETTINGS = {
    "requestors": {
        **{requestor: {"mvpds": CABLE} for requestor in ("AMC", "BBCA", "IFC", "WETV", "nbcentertainment", "TCM")},
        **{requestor: {"mvpds": {"FNFB_tempPass_1": {}}} for requestor in ("foxnews", "foxbusiness")},
        "fbc-fox": {"mvpds": CABLE | {"TempPass_fbcfox_5min": {}}},
        "turner": {"mvpds": {"Sling": {"platformSignOn": True}}},
    },
    "mvpds": {
        "Cox": {"like": "AcmeCable", "host": "login.cox.com", "preauthorizationLimit": 20},
        "DTV": {"style": "samlPost"},
        "Spectrum": {"like": "TwoPageTV", "preauthorizationLimit": 20},
        "Comcast_SSO": {"like": "OAuthTV", "preauthorizationLimit": 20},
        "Sling": {"like": "Adobe", "platform": {"mappingID": "sling"}},
        "FNFB_tempPass_1": {"style": "tempPass", "pass": {"seconds": 600, "resources": 1}},
        "TempPass_fbcfox_5min": {"style": "tempPass", "pass": {"seconds": 300}},
    },
    "unknownRequestors": "refuse",
    "unknownMVPDs": "refuse",
    "limits": {"lingerSeconds": 0.1},  # Sessions keep their connections open until the simulator stops.
}


@pytest.fixture(scope="module")
def configured(simulator, tmp_path_factory):
    """Makes simulators with these programmers and MVPDs; they share their keys, which take long to make."""

    def made(*options, **settings):
        folder = tmp_path_factory.mktemp("programmers")
        (folder / "config.json5").write_text(json.dumps(SETTINGS | settings))
        return Simulator(folder, "--config", folder / "config.json5", *options, data_dir=simulator.data_dir)

    return made


@pytest.fixture(scope="module")
def world(configured):
    with configured() as running:
        yield running


@pytest.fixture(scope="module")
def expired(configured):
    """Gives a client an access token that ran out long ago: its own, from a simulator that lives in the past."""
    with configured("--time", "2025-01-01T00:00:00Z") as past:

        def made(client_id, client_secret):
            grant = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
            answer = Session(past).post(f"{SP}/o/client/token", data=grant)
            assert answer.status_code == 201, answer.text
            return answer.json()["access_token"]

        yield made


def nbc(world, **options):
    return AdobePassV2(world, "nbcentertainment", NBC, NBC_BACK, **options)


@pytest.fixture
def paired(world):
    """NBC's client after a login by link at Comcast."""
    client = nbc(world)
    url = client.link("Comcast_SSO", "nbc.com")
    assert client.poll_link("Comcast_SSO", Waits(0, lambda: person(world, url, NBC_BACK)))
    return client


# FastChannels: NBC


def test_nbc_scripted_login_and_the_whole_guide(world):
    client = nbc(world)
    profile = client.authorize("Comcast_SSO", lambda url: person(world, url, NBC_BACK))
    assert profile["type"] == "regular" and profile["issuer"] == "Comcast_SSO"
    decisions = client.preauthorize("Comcast_SSO", GUIDE)
    assert decisions == dict.fromkeys(GUIDE, True) | {"deny:bravo": False}


def test_nbc_login_that_the_mvpd_refuses_leaves_no_profile(world):
    with pytest.raises(NotAuthorized, match="no profile"):
        nbc(world).authorize("Comcast_SSO", lambda url: person(world, url, NBC_BACK, "suspended"))


def test_nbc_second_start_with_kept_credentials_needs_no_login(world, paired):
    later = nbc(world, fingerprint=paired.fingerprint, kept=paired.credentials)
    assert later.authorize("Comcast_SSO", pytest.fail) == {}
    assert later.link("Comcast_SSO", "nbc.com") is None
    assert later.preauthorize("Comcast_SSO", ["bravo"]) == {"bravo": True}
    other = nbc(world, kept=paired.credentials)  # Another fingerprint is another device.
    assert other.link("Comcast_SSO", "nbc.com").startswith(f"{SP}/api/v2/authenticate/nbcentertainment/")
    assert other.kept_profile("Comcast_SSO") is None and paired.kept_profile("Comcast_SSO")


def test_nbc_expired_access_token_is_renewed_without_a_new_login(paired, expired):
    old = paired.access_token = expired(paired.client_id, paired.client_secret)
    assert paired.kept_profile("Comcast_SSO")["type"] == "regular"
    assert paired.access_token != old and claims(paired.access_token)["sub"] == paired.client_id
    assert paired.preauthorize("Comcast_SSO", ["bravo"]) == {"bravo": True}


def test_nbc_guide_beyond_the_limit_is_refused_as_a_whole(configured):
    with configured(mvpds=SETTINGS["mvpds"] | {"Comcast_SSO": {"like": "OAuthTV"}}) as strict:
        client = nbc(strict)
        client.authorize("Comcast_SSO", lambda url: person(strict, url, NBC_BACK))
        assert len(client.preauthorize("Comcast_SSO", GUIDE[:5])) == 5
        with pytest.raises(AuthError, match="403"):
            client.preauthorize("Comcast_SSO", GUIDE)


def test_nbc_session_without_the_device_header(world):
    client = nbc(world)
    client.register()
    del client.session.headers["ap-device-identifier"]
    answer = client.session.post(f"{client.api}/sessions", data={"mvpd": "Cox"}, headers=client.bearer | FORM)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_header_device_identifier")


def test_nbc_provider_that_is_not_integrated(world):
    with pytest.raises(AuthError, match="400"):
        nbc(world).authorize("Sling", pytest.fail)


def test_nbc_login_in_a_browser_beside_the_polls(world):
    client = nbc(world)
    url, waits = client.link("Spectrum", "nbc.com"), Waits()
    assert client.poll_browser("Spectrum", waits) is None and 1800 <= sum(waits) < 1820  # Nobody comes in half an hour.
    waits = Waits(7, lambda: person(world, url, NBC_BACK))
    assert client.poll_browser("Spectrum", waits)["issuer"] == "Spectrum"
    assert waits == [2, 3, 4.5, 6.75, 10.125, 15.1875, 20, 20]


# FastChannels: logins by link


def test_tcm_link_login_goes_on_after_an_expired_token(world, expired):
    client = AdobePassV2(world, "TCM", "https://www.tcm.com", "https://www.tcm.com/live")
    url = client.link("Spectrum", "www.tcm.com")

    def event():
        client.access_token = expired(client.client_id, client.client_secret)
        assert person(world, url, client.redirect)

    waits = Waits(2, event)
    assert client.poll_link("Spectrum", waits)["attributes"]["userID"]["value"]
    assert waits == pytest.approx([3, 3.9, 5.07, 6.591])  # The poll with the expired token counts as pending.
    client.expect_entitled("Spectrum", "TCM")
    with pytest.raises(NotAuthorized):
        client.expect_entitled("Spectrum", "deny:TCM")


@pytest.mark.parametrize("username", ["user", "denied"])
def test_amc_link_that_the_program_opened_first(world, username):
    client = AmcNetworks(world, "AMC", "amc.com", "Spectrum")
    url, _ = client.start()
    assert url == f"{SP}/api/v2/authenticate/AMC/{client.code}"
    waits = Waits(1, lambda: person(world, url, client.redirect, username))
    if username == "denied":
        with pytest.raises(NotAuthorized):
            client.poll_link(waits)
    else:
        assert client.poll_link(waits)
    assert len(waits) == 2


# FastChannels: AMC Networks


@pytest.fixture
def amc(world):
    client = AmcNetworks(world, "AMC", "amc.com", "Comcast_SSO")
    _, location = client.start()
    assert person(world, location, client.redirect)
    return client


@pytest.mark.parametrize("requestor, domain", [("BBCA", "bbcamerica.com"), ("IFC", "ifc.com"), ("WETV", "wetv.com")])
def test_amcn_media_token(world, requestor, domain):
    client = AmcNetworks(world, requestor, domain, "Spectrum")
    url, location = client.start()
    assert not location  # This MVPD's way begins at a page.
    with pytest.raises(AuthError, match="no userID"):
        client.finish()
    assert person(world, url, client.redirect)
    token = base64.b64decode(client.finish()).decode()
    assert verify(world, token, requestor)["requestorID"] == requestor


def test_amcn_media_token_of_five_minutes_is_never_cached(amc, configured):
    assert amc.finish() and amc.cached() is None
    with configured(ttl={"mediaSeconds": 900}) as longer:
        client = AmcNetworks(longer, "AMC", "amc.com", "Comcast_SSO")
        assert person(longer, client.start()[1], client.redirect)
        assert client.finish() == client.cached()


def test_amcn_plays_again_without_a_login(amc, expired):
    assert amc.finish() and amc.play_again()  # In a new session, with the kept code and bearer.
    amc.code = "ZZZZZZZ"  # Real codes end some hours after the login; the profile behind them goes on.
    assert amc.play_again()
    amc.bearer = expired(**amc.client)
    assert amc.play_again() and claims(amc.bearer)["exp"] > time.time()
    amc.bearer += "x"  # It seems valid and isn't: 401, and the same way out.
    assert amc.play_again() and not amc.bearer.endswith("x")


@pytest.mark.parametrize("mvpd, error", [("Sling", NotAuthorized), ("Nobody", AuthError)])
def test_amcn_provider_that_is_not_integrated_is_disabled_for_good(world, mvpd, error):
    with pytest.raises(AuthError) as raised:
        AmcNetworks(world, "AMC", "amc.com", mvpd).start()
    assert raised.type is error


def test_login_at_cox_begins_at_a_redirect_to_cox(world):
    """Until August 2026 FastChannels stopped unless the first Location named Cox's host."""
    client = AmcNetworks(world, "AMC", "amc.com", "Cox")
    _, location = client.start()
    assert person(world, location, client.redirect) and client.finish()
    assert nbc(world).authorize("Cox", lambda url: person(world, url, NBC_BACK), host="login.cox.com")


def test_login_at_directv_begins_at_a_page_that_posts_the_saml_request(world):
    assert nbc(world).authorize("DTV", lambda url: person(world, url, NBC_BACK))


# FastChannels: FOX News and FOX Business


def test_fox_media_token_of_a_trial_that_all_installations_share(world):
    for requestor, resource in (("foxnews", FOX_NEWS), ("foxbusiness", FOX_BUSINESS)):
        token, decision = FoxNews(world, requestor, resource).play()
        assert (decision["resource"], decision["source"]) == (resource, "temppass")
        assert verify(world, token, resource)["mvpdID"] == FoxNews.MVPD
    with pytest.raises(requests.HTTPError) as raised:
        FoxNews(world, "foxnews", FOX_BUSINESS).play()
    answer = raised.value.response
    assert answer.status_code == 403 and answer.url == f"{SP}/api/v2/foxnews/profiles/{FoxNews.MVPD}"
    assert answer.json()["code"] == "temporary_access_resources_limit_exceeded"


# TabloSync, and FOX in FastChannels' logins by link: the programmer's backend talks to the service.


def test_tablosync_login_reaches_only_its_own_device(world):
    backend = FoxBackend(world)
    client, neighbour = TabloSync(backend), TabloSync(backend)
    url, _ = client.start(), neighbour.start()
    assert poll(client.attempt, Waits(1, lambda: person(world, url, backend.BACK)), 5, 1, 5, 600)
    assert client.mvpd == "Comcast_SSO" and not neighbour.attempt()


def test_temporary_pass_is_no_login(world):
    """FastChannels also looks for the provider that it asked for: the programmer's token names another one."""
    client = TabloSync(FoxBackend(world))
    with pytest.raises(AuthError, match="unexpected site"):
        client.start("TempPass_fbcfox_5min")
    assert client.attempt("profiles/TempPass_fbcfox_5min") is False
    assert client.mvpd == "TempPass_fbcfox_5min" and client.until > time.time() * 1000


# UnderPAR


@pytest.fixture
def underpar(world):
    client = UnderPar(world, "TCM", "Spectrum", Waits())
    client.register()
    return client


def test_underpar_from_the_configuration_to_the_logout(world, underpar):
    assert underpar.mvpds().keys() == CABLE.keys()
    url = underpar.log_in_url()
    assert underpar.attempts == [200] and underpar.profiles() == (None, {})
    assert person(world, url, underpar.REDIRECT)
    path, profiles = underpar.profiles()
    assert path == "profiles/Spectrum" and profiles["Spectrum"]["attributes"]["userID"]["state"] == "plain"
    rows = underpar.decide("preauthorize", "TCM", "deny:TCM")
    assert rows == {"TCM": (True, "", ""), "deny:TCM": (False, "preauthorization_denied_by_mvpd", "")}
    ((permitted, code, token),) = underpar.decide("authorize", "TCM").values()
    assert (permitted, code) == (True, "") and token
    action = underpar.log_out()
    assert (action["actionName"], action["actionType"]) == ("logout", "interactive")
    assert parse_qs(urlsplit(action["url"]).query)["mso_id"] == ["Spectrum"]
    assert person(world, urljoin(SP, action["url"]), underpar.REDIRECT)
    assert underpar.profiles() == (None, {})
    ((permitted, code, token),) = underpar.decide("authorize", "TCM").values()
    assert (permitted, token) == (None, "") and code.startswith("authenticated_profile_")
    assert underpar.log_out()["actionName"] == "invalid"


@pytest.mark.parametrize("left_out", [("redirectUrl",), ("redirectUrl", "domainName")])
def test_underpar_shorter_forms_end_at_the_authenticate_address(underpar, left_out):
    form = {"mvpd": "Spectrum", "domainName": "adobe.com", "redirectUrl": underpar.REDIRECT}
    form = {name: value for name, value in form.items() if name not in left_out}
    answer = underpar.call("POST", "sessions", urlencode(form), FORM).json()
    assert answer["actionName"] == "resume" and set(answer["missingParameters"]) == set(left_out)
    assert underpar.resolve(answer) == f"{underpar.BASE}/authenticate/TCM/{underpar.code}"


def test_underpar_tries_the_shorter_forms_when_the_complete_one_is_refused(configured):
    with configured(redirects="registered") as strict:
        client = UnderPar(strict, "TCM", "Spectrum", Waits())
        client.register()
        assert client.log_in_url() == f"{client.BASE}/authenticate/TCM/{client.code}"
        assert client.attempts == [400, 200]


def test_underpar_renews_an_expired_token_once(underpar, expired):
    underpar.bearer = expired(**underpar.client)
    assert underpar.mvpds().keys() == CABLE.keys() and underpar.tokens == 2


def test_underpar_waits_longer_each_time_when_throttled(configured):
    with configured(throttle={"requestsPerSecond": 1, "burst": 10}) as strict:
        client = UnderPar(strict, "TCM", "Spectrum", Waits())
        client.register()
        for _ in range(40):
            if client.call("GET", "configuration").status_code == 429:
                break
        assert client.wait[-4:] == pytest.approx([1.2, 2.4, 4.8, 9.6])


def test_underpar_profile_through_the_platform(world):
    client = UnderPar(world, "turner", "Sling", Waits())
    client.register()
    form = {"domainName": "adobe.com", "redirectUrl": client.REDIRECT}
    answer = client.call("POST", "sessions/sso/Apple", urlencode(form), FORM | client.framework).json()
    assert answer["actionName"] == "partner_profile"
    request = answer["authenticationRequest"]["request"]
    # The framework carries the request to the MVPD, where the subscriber logs in.
    browser = Session(world)
    url = re.search(r'Destination="([^"]+)"', base64.b64decode(request).decode())[1]
    form = Page(browser.post(url, data={"SAMLRequest": request}).text)
    page = browser.post(form.action, data=form.hidden | {"username": "user", "password": "password"}).text
    assert client.create_partner_profile(Page(page).hidden["SAMLResponse"])["Sling"]["type"] == "appleSSO"
    answer = client.call("GET", "profiles/Sling", kind=client.framework).json()
    assert answer["profiles"]["Sling"]["issuer"] == "Apple"


def test_underpar_usage_report_script_gets_its_token(world):
    """scripts/esm3Html13.sh: the token's parameters are in the query, beside an empty body of the type JSON."""
    session = Session(world, **{"User-Agent": "curl/8.7.1"})
    body = '{"software_statement":"%s"}' % statement()
    client = session.post(f"{SP}/o/client/register", data=body, headers=JSON).json()
    query = f"grant_type=client_credentials&client_id={client['client_id']}&client_secret={client['client_secret']}"
    token = session.post(f"{SP}/o/client/token?{query}", headers=JSON).json()["access_token"]
    assert claims(token)["sub"] == client["client_id"]


def test_harpo_classifies_the_addresses_that_the_service_gives(world, paired):
    """UnderPAR's traffic classifier knows 13 paths, each with an optional slash at its end."""
    spectrum = {"mvpd": "Spectrum", "domainName": "nbc.com", "redirectUrl": NBC_BACK}
    for kind, form in {
        "authenticate/([^/]+)/([^/]+)": spectrum,
        "([^/]+)/sessions/([^/]+)": {"mvpd": "Spectrum"},
        "([^/]+)/decisions/authorize/([^/]+)": spectrum | {"mvpd": "Comcast_SSO"},
    }.items():
        answer = paired.session.post(f"{paired.api}/sessions", data=form, headers=paired.bearer | FORM).json()
        assert re.fullmatch(f"/api/v2/{kind}/?", answer["url"])
    for path in ("configuration", "profiles", "profiles/Comcast_SSO"):
        answers = [paired.session.get(f"{paired.api}/{path}{end}", headers=paired.bearer) for end in ("", "/")]
        assert [answer.status_code for answer in answers] == [200, 200]
