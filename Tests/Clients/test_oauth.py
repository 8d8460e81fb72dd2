"""An OAuth 2.0 provider, as Authlib and joserfc see it: OpenID Connect from discovery to revocation."""

import json
import time
import urllib.parse
from dataclasses import dataclass

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata
from joserfc import jwt
from joserfc.jwk import KeySet

from browser import Page
from curl import Curl
from device import CodeDevice, text, value
from simulator import command

CLIENT, SECRET = "adobepass-TEST_REQUESTOR", "simulated-secret"


@dataclass
class Provider:
    """An outside client of one provider, and the browser of a person who signs in there."""

    issuer: str
    redirect_uri: str
    method: str = "client_secret_basic"

    def __post_init__(self):
        self.browser = requests.Session()
        self.metadata = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=30).json()
        self.client = OAuth2Session(
            CLIENT,
            SECRET,
            scope="openid profile",
            redirect_uri=self.redirect_uri,
            token_endpoint_auth_method=self.method,
            revocation_endpoint_auth_method=self.method,
        )

    def walk(self, username="user", password="password", **extra):
        """From the authorization request to the redirect back, which isn't fetched."""
        url, state = self.client.create_authorization_url(self.metadata["authorization_endpoint"], **extra)
        answer = self.browser.get(url, allow_redirects=False, timeout=30)
        if answer.status_code == 200:
            page = Page(answer.text)
            assert page.visible == ["username", "password"]
            target = urllib.parse.urljoin(url, page.action)
            form = page.hidden | {"username": username, "password": password}
            answer = self.browser.post(target, data=form, allow_redirects=False, timeout=30)
        assert answer.status_code == 303, answer.text
        back = answer.headers["location"]
        assert back.startswith(f"{self.redirect_uri}?")
        assert dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))["state"] == state
        return back, state

    def tokens(self, **extra):
        back, state = self.walk(**extra)
        return self.client.fetch_token(self.metadata["token_endpoint"], authorization_response=back, state=state)

    def user_info(self):
        return self.client.get(self.metadata["userinfo_endpoint"], timeout=30)

    def id_token(self, tokens, nonce=None):
        """The claims, after signature and claims were checked."""
        keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=30).json())
        token = jwt.decode(tokens["id_token"], keys, algorithms=["RS256"])
        claims = CodeIDToken(
            token.claims,
            token.header,
            {"iss": {"essential": True, "value": self.issuer}, "aud": {"essential": True, "value": CLIENT}},
            {"nonce": nonce, "client_id": CLIENT, "access_token": tokens["access_token"]},
        )
        claims.validate(now=int(time.time()))
        return claims


@pytest.fixture(params=("client_secret_basic", "client_secret_post"))
def provider(simulator, request):
    return Provider(
        f"{simulator.http}/_sim/mvpd/OAuthTV", f"{simulator.http}/adobe-services/oauth2", request.param
    )


def test_discovery_is_valid_metadata(provider):
    metadata = OpenIDProviderMetadata(provider.metadata)
    # Authlib insists on https, which a provider on this machine's address may do without.
    secured = {
        name: item.replace("http://", "https://") if isinstance(item, str) else item for name, item in metadata.items()
    }
    OpenIDProviderMetadata(secured).validate()
    assert metadata["issuer"] == provider.issuer


def test_code_flow_gives_tokens_and_claims(provider):
    tokens = provider.tokens(nonce="n-0S6_WzA2Mj")
    assert tokens["token_type"] == "Bearer" and tokens["expires_in"] == 3600
    claims = provider.id_token(tokens, nonce="n-0S6_WzA2Mj")
    assert claims["sub"] == "user"
    info = provider.user_info()
    assert info.status_code == 200
    assert info.json() | {"sub": "user", "userID": "sim-user-1"} == info.json()


def test_id_token_is_inspected_with_the_published_key_and_the_data_directory(simulator, provider):
    token = provider.tokens()["id_token"]
    for where in (("--url", simulator.http), ("--data-dir", simulator.data_dir)):
        done = command("token", "inspect", token, "--json", *where)
        assert done.returncode == 0, done
        report = json.loads(done.stdout)
        assert (report["kind"], report["signature"]) == ("idToken", "valid"), report


def test_refresh_keeps_the_refresh_token(provider):
    first = provider.tokens()
    second = provider.client.refresh_token(provider.metadata["token_endpoint"])
    assert second["refresh_token"] == first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert "nonce" not in provider.id_token(second)
    assert provider.user_info().status_code == 200


def test_code_is_exchanged_once(provider):
    back, state = provider.walk()
    endpoint = provider.metadata["token_endpoint"]
    provider.client.fetch_token(endpoint, authorization_response=back, state=state)
    assert provider.user_info().status_code == 200
    with pytest.raises(OAuthError) as refusal:
        provider.client.fetch_token(endpoint, authorization_response=back, state=state)
    assert refusal.value.error == "invalid_grant"
    assert provider.user_info().status_code == 401


def test_code_with_a_challenge_needs_its_verifier(provider):
    provider.client.code_challenge_method = "S256"
    verifier = generate_token(48)
    back, state = provider.walk(code_verifier=verifier)
    endpoint = provider.metadata["token_endpoint"]
    for wrong in ({}, {"code_verifier": generate_token(48)}):
        with pytest.raises(OAuthError) as refusal:
            provider.client.fetch_token(endpoint, authorization_response=back, state=state, **wrong)
        assert refusal.value.error == "invalid_grant"
    provider.client.fetch_token(endpoint, authorization_response=back, state=state, code_verifier=verifier)
    assert provider.user_info().status_code == 200


def test_wrong_secret_is_refused(provider):
    back, state = provider.walk()
    provider.client.client_secret = "wrong"
    with pytest.raises(OAuthError) as refusal:
        provider.client.fetch_token(
            provider.metadata["token_endpoint"], authorization_response=back, state=state
        )
    assert refusal.value.error == "invalid_client"


@pytest.mark.parametrize("kind", ("access_token", "refresh_token"))
def test_revoked_token_counts_no_more(provider, kind):
    tokens = provider.tokens()
    answer = provider.client.revoke_token(provider.metadata["revocation_endpoint"], tokens[kind], token_type_hint=kind)
    assert answer.status_code == 200
    info = provider.user_info()
    assert info.status_code == 401 and 'error="invalid_token"' in info.headers["WWW-Authenticate"]
    with pytest.raises(OAuthError) as refusal:
        provider.client.refresh_token(provider.metadata["token_endpoint"], tokens["refresh_token"])
    assert refusal.value.error == "invalid_grant"


def test_prompt_none_needs_a_session(provider):
    back, _ = provider.walk(prompt="none")
    assert "error=login_required" in back and "code=" not in back
    provider.tokens()
    assert provider.tokens(prompt="none")["access_token"]


def test_client_that_delivers_the_answer_itself(simulator, tmp_path):
    """As yt-dlp does for Fubo: the query of the provider's URL, a code from the provider, one GET whose body is ignored."""
    device = CodeDevice(Curl(tmp_path), simulator.http, mvpd="OAuthTV")
    device.register()
    asked = device.fetch(device.login_url()).location
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(asked).query))
    assert query["client_id"] == CLIENT and query["state"].isalnum()
    page = requests.get(asked, timeout=30)
    form = Page(page.text)
    signed_in = requests.post(
        urllib.parse.urljoin(page.url, form.action),
        data=form.hidden | {"username": "user", "password": "password"},
        allow_redirects=False,
        timeout=30,
    )
    answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(signed_in.headers["location"]).query))
    requests.get(
        f"{simulator.http}/adobe-services/oauth2",
        params={"code": answer["code"], "state": answer["state"]},
        allow_redirects=False,
        timeout=30,
    )
    authn, _, media = device.tokens()
    assert value(authn, "simpleTokenMsoID") == "OAuthTV" and media.startswith("<signatureInfo>")
    assert text(device.session(), "authnToken")
