"""curl walks the whole legacy chain over every way of reaching the simulator, in every generation and namespace."""

import uuid

import pytest

from curl import ADDRESSES, WAYS, by_path, plain
from device import LOGGED_OUT, RESOURCE, CodeDevice, NativeDevice, WebDevice, split, text, value

DENIAL = "Your package does not include this channel."
ACS = "/sp/saml/SAMLAssertionConsumer"
OAUTH = "/adobe-services/oauth2"
GENERATIONS = {"cookies": NativeDevice, "code": WebDevice, "native-code": CodeDevice}
STYLES = ("Adobe", "AcmeCable", "MetaCable", "OAuthTV")


def device(generation, way, folder, **options):
    """A device of that generation: one that correlates by cookies has a jar, the others have none."""
    jar = folder / "jar" if generation == "cookies" else None
    made = GENERATIONS[generation](way.curl(folder, jar), way.base, **options)
    made.register()
    return made


def name():
    return f"curl-{uuid.uuid4().hex[:12]}"


def walk(walker):
    """Login, the three tokens, logout; and after it none of them works."""
    assert walker.session().status == 401

    login = walker.log_in()
    assert login.end == walker.landing
    last = ("GET", OAUTH) if walker.mvpd == "OAuthTV" else ("POST", ACS)
    assert login.hops[-1][0] == last[0] and login.paths[-1].endswith(last[1]), login.hops

    authn, authz, media = walker.tokens()
    assert value(authn, "simpleTokenRequestorID") == walker.requestor
    assert value(authn, "simpleTokenMsoID") == walker.mvpd
    assert split(authn)[1].startswith("<simpleAuthenticationToken>")
    assert value(authz, "simpleTokenResourceID") == RESOURCE
    assert split(authz)[1].startswith("<simpleAuthorizationToken>")
    assert value(media, "resourceID") == RESOURCE and value(media, "ttl") == "300000"
    assert split(media)[1].startswith("<shortAuthorizationToken>")
    # The legacy clients cut tokens by line.
    assert not {"\n", "\r"} & set(authn + authz + media)

    assert walker.log_out(authn).end == walker.landing
    assert walker.authorize(authn).body == LOGGED_OUT
    assert walker.short_authorize(authz).body == LOGGED_OUT
    ended = walker.session()
    assert ended.status == 401 or ended.body.startswith("<pendingLogout "), ended


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize("way", WAYS)
def test_chain_in_the_default_namespace(simulator, tmp_path, way, generation):
    walk(device(generation, WAYS[way](simulator), tmp_path))


@pytest.mark.parametrize("generation", ("cookies", "code"))
@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("way", WAYS)
def test_chain_in_a_namespace(simulator, tmp_path, way, address, generation):
    walk(device(generation, ADDRESSES[address](WAYS[way](simulator), simulator, name()), tmp_path))


@pytest.mark.parametrize("generation", ("cookies", "code"))
@pytest.mark.parametrize("mvpd", STYLES)
@pytest.mark.parametrize("way", WAYS)
def test_chain_at_each_style_of_login(simulator, tmp_path, way, mvpd, generation):
    walk(device(generation, WAYS[way](simulator), tmp_path, mvpd=mvpd))


@pytest.mark.parametrize("generation", ("cookies", "code"))
@pytest.mark.parametrize("mvpd", STYLES)
def test_login_post_upgraded_to_https_on_the_same_port(simulator, tmp_path, mvpd, generation):
    way = plain(simulator)
    way.options += ("--cacert", simulator.ca)
    walker = device(generation, way, tmp_path, mvpd=mvpd)
    login = walker.log_in(upgrade=True)
    assert login.end == walker.landing
    assert any(method == "POST" and url.startswith(simulator.https_of_address) for method, url, _ in login.hops)
    walker.tokens()


@pytest.mark.parametrize("mvpd", STYLES)
def test_wrong_password_shows_the_login_again(simulator, tmp_path, mvpd):
    walker = device("cookies", plain(simulator), tmp_path, mvpd=mvpd)
    login = walker.log_in(password="wrong")
    assert login.end == "" and login.page.visible == ["username", "password"]
    ended = walker.session()
    assert "<authnToken>" not in ended.body


def test_denial_is_an_error_body_under_200(simulator, tmp_path):
    walker = device("cookies", plain(simulator), tmp_path)
    walker.log_in()
    authn = text(walker.session(), "authnToken")
    denied = walker.authorize(authn, "deny:sport")
    assert denied.status == 200
    assert denied.body == f"<error><notAuthorized/><details>{DENIAL}</details></error>"
    assert denied.headers["authzf-error-details"] == DENIAL
    assert denied.headers["authzf-error-code"] == "noAuthZ"


def test_token_of_one_device_is_refused_from_another(simulator, tmp_path):
    walker = device("cookies", plain(simulator), tmp_path)
    walker.log_in()
    authn, authz, _ = walker.tokens()
    walker.device_id = uuid.uuid4().hex
    assert walker.authorize(authn).body == '<pendingLogout reason="34764">true</pendingLogout>'
    assert walker.short_authorize(authz).body == '<pendingLogout reason="58772">true</pendingLogout>'


def test_tampered_token_is_refused(simulator, tmp_path):
    walker = device("cookies", plain(simulator), tmp_path)
    walker.log_in()
    authn, _, _ = walker.tokens()
    # Another requestor written into a signed token.
    forged = authn.replace(f">{walker.requestor}<", ">DEMO_NET<")
    assert forged != authn
    walker.requestor = "DEMO_NET"
    assert walker.authorize(forged).body == LOGGED_OUT


def test_same_fingerprint_is_the_same_device(simulator, tmp_path):
    fetch = plain(simulator).curl(tmp_path)
    url, wish = f"{simulator.http}/indiv/devices", {"fingerprint": "0f" * 16}
    ids = [fetch(url, json=wish).json()["deviceId"] for _ in range(2)]
    assert ids[0] == ids[1] and len(ids[0]) == 32


@pytest.mark.parametrize("address", ADDRESSES)
def test_namespaces_see_none_of_each_others_sessions(simulator, tmp_path, address):
    here = ADDRESSES[address](plain(simulator), simulator, name())
    walker = device("code", here, tmp_path / "here")
    walker.log_in()
    assert "<authnToken>" in walker.session().body
    others = [plain(simulator), *(way(plain(simulator), simulator, name()) for way in ADDRESSES.values())]
    for other in others:
        walker.fetch, walker.base = other.curl(tmp_path / "other"), other.base
        assert walker.session().status == 401


def test_cookie_of_one_namespace_is_nothing_in_another(simulator, tmp_path):
    """Both are addressed by header, so curl sends the first one's cookies to the second."""
    here = ADDRESSES["header"](plain(simulator), simulator, name())
    walker = device("cookies", here, tmp_path)
    walker.log_in()
    assert "<authnToken>" in walker.session().body
    walker.fetch = ADDRESSES["header"](plain(simulator), simulator, name()).curl(tmp_path, tmp_path / "jar")
    assert "<authnToken>" not in walker.session().body


def test_logout_in_one_namespace_leaves_another_logged_in(simulator, tmp_path):
    walkers = [device("code", by_path(plain(simulator), simulator, name()), tmp_path / side) for side in ("a", "b")]
    tokens = []
    for walker in walkers:
        walker.log_in()
        tokens.append(walker.tokens())
    walkers[0].log_out(tokens[0][0])
    assert walkers[0].authorize(tokens[0][0]).body == LOGGED_OUT
    assert text(walkers[1].authorize(tokens[1][0]), "authzToken")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("mvpd", STYLES)
def test_links_stay_inside_the_namespace(simulator, tmp_path, mvpd, address):
    """What a browser follows must need no header: a namespace addressed by header hands out paths."""
    chosen = name()
    way = ADDRESSES[address](plain(simulator), simulator, chosen)
    walker = device("code", way, tmp_path, mvpd=mvpd)
    for _, url, _ in walker.log_in().hops[1:]:
        assert f"//{chosen}.ns.localhost:" in url if address == "host" else f"/_ns/{chosen}/" in url, url
