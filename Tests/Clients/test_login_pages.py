"""The ways from a request to a login: each kind of pages, for a person without script and for clients without a browser."""

import json
import urllib.parse

import pytest

from browser import Page, travel
from curl import WAYS, plain
from device import CodeDevice, NativeDevice, text
from simulator import MVPD_HOST, Simulator
from test_ytdlp import expect_token, run

PAGES = ("TwoPageTV", "RefreshTV", "ScriptTV", "BookendTV", "JSONTV", "ConsentTV")
STYLES = ("Adobe", "AcmeCable", "MetaCable")


def device(simulator, folder, mvpd, generation=NativeDevice, way=plain):
    chosen = way(simulator)
    jar = folder / "jar" if generation is NativeDevice else None
    made = generation(chosen.curl(folder, jar), chosen.base, mvpd=mvpd)
    made.register()
    return made


@pytest.mark.parametrize("generation", (NativeDevice, CodeDevice))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mvpd", PAGES)
def test_login_over_each_kind_of_pages(simulator, tmp_path, mvpd, way, generation):
    walker = device(simulator, tmp_path, mvpd, generation, WAYS[way])
    assert walker.log_in().end == walker.landing
    walker.tokens()


@pytest.mark.parametrize("mvpd", PAGES)
def test_wrong_password_asks_again(simulator, tmp_path, mvpd):
    walker = device(simulator, tmp_path, mvpd)
    login = walker.log_in(password="wrong")
    assert login.end == "" and "password" in login.page.visible
    assert walker.session().status == 401


def test_second_page_keeps_a_wrong_password_and_leads_back(simulator, tmp_path):
    walker = device(simulator, tmp_path, "TwoPageTV")
    page = walker.log_in(password="wrong").page
    assert page.visible == ["password"] and page.hidden["username"] == "user"
    login = urllib.parse.urljoin(simulator.http, page.action)
    back = Page(walker.fetch(login, form=page.hidden | {"password": "", "back": "username"}).body)
    assert back.visible == ["username"]


def test_consent_that_is_not_given_ends_at_the_app_without_a_user(simulator, tmp_path):
    walker = device(simulator, tmp_path, "ConsentTV")
    assert walker.log_in(choice=1).end == walker.landing
    assert walker.session().status == 401
    assert walker.log_in().end == walker.landing
    walker.tokens()


def test_login_by_json_without_a_browser(simulator, tmp_path):
    walker = device(simulator, tmp_path, "JSONTV", CodeDevice)
    first = Page(walker.fetch(walker.login_url()).body)
    shown = walker.fetch(first.action, form=first.hidden)
    page = Page(shown.body)
    place, _, query = urllib.parse.urljoin(shown.url, page.action).partition("?")
    authn = place.removesuffix("login") + "authn"
    refused = walker.fetch(authn, json=page.hidden | {"username": "suspended", "password": "x"})
    assert refused.status == 401
    assert refused.json() == {"status": "FAILED", "message": "This account is suspended. Call your provider."}
    answer = walker.fetch(f"{authn}?{query}", json={"username": "user", "password": "password"})
    assert answer.status == 200 and answer.json()["status"] == "SUCCESS"
    end = travel(walker.fetch, answer.json()["next"], walker.landing)
    assert end.end == walker.landing and len(end.hops) == 2
    walker.tokens()


@pytest.mark.parametrize("mvpd", STYLES)
def test_browser_that_the_provider_knows_sees_no_form(simulator, tmp_path, mvpd):
    walker = device(simulator, tmp_path, mvpd)
    assert any("/login" in path for path in walker.log_in().paths)
    authn = text(walker.session(), "authnToken")
    again = walker.log_in(username="nobody", password="wrong")
    assert again.end == walker.landing and not any("/login" in path for path in again.paths)
    walker.log_out(text(walker.session(), "authnToken"))
    assert walker.log_in(password="wrong").end == "", "the logout ended it"
    assert authn != ""


@pytest.mark.parametrize("mvpd", STYLES)
def test_passive_login(simulator, tmp_path, mvpd):
    """Nobody is asked: it comes back without a user, or with the one that the provider knows."""
    walker = device(simulator, tmp_path, mvpd)
    url = walker.login_url() + "&passive=true"
    assert travel(walker.fetch, url, walker.landing).end == walker.landing
    assert walker.session().status == 401
    walker.log_in()
    assert travel(walker.fetch, url, walker.landing).end == walker.landing
    walker.tokens()


def test_home_network(simulator, tmp_path):
    walker = device(simulator, tmp_path, "HomeTV")
    login = walker.log_in(username="nobody")
    assert login.end == walker.landing
    assert json.loads(text(walker.session(), "userMeta"))["data"]["hba_status"] is True


def test_cookies_of_the_provider_stay_with_it(simulator, tmp_path):
    """What curl's jar holds, by a parser of its own: one cookie, for this provider's pages, kept from scripts."""
    walker = device(simulator, tmp_path, "Adobe", way=WAYS["spoofed"])
    walker.log_in()
    lines = [line.split("\t") for line in (tmp_path / "jar").read_text().splitlines() if "mvpd_session" in line]
    ((host, _, path, secure, _, name, _),) = lines
    assert (host, path, secure, name) == (f"#HttpOnly_{MVPD_HOST}", "/Adobe/", "TRUE", "mvpd_session")


@pytest.mark.parametrize("mvpd", ("Adobe", "AcmeCable", "MetaCable", *PAGES, "OAuthTV"))
def test_login_without_hidden_inputs(simulator, tmp_path, mvpd):
    """A client that posts the user name and the password to the form's address, and nothing else."""
    walker = device(simulator, tmp_path, mvpd)
    assert walker.log_in(hidden=False).end == walker.landing
    walker.tokens()


def test_ytdlp_posts_json_pages_as_forms(simulator):
    expect_token(run(simulator, "JSONTV", "user", "password", "TEST_RESOURCE"), "JSONTV")


@pytest.mark.parametrize("mvpd", STYLES)
def test_ytdlp_logs_in_again_where_the_provider_knows_it(simulator, mvpd):
    """Without a cache it logs in for each resource, in one cookie jar: the second time nobody asks for a password."""
    code, tokens, report = run(simulator, mvpd, "user", "password", "TEST_RESOURCE", "news")
    assert code == 0 and len(tokens) == 2, report


@pytest.fixture(scope="module")
def bookends(tmp_path_factory):
    """Two providers for which yt-dlp has branches of its own, with pages that count the browser's history."""
    folder = tmp_path_factory.mktemp("bookends")
    (folder / "mvpds.json5").write_text(
        """{mvpds: {
            Suddenlink: {pages: "bookends"},
            slingtv: {style: "samlRedirect", pages: "bookends", host: "identity.sling.com"},
        }}"""
    )
    with Simulator(folder / "simulator", "--config", folder / "mvpds.json5") as running:
        yield running


@pytest.mark.parametrize("mvpd", ("Suddenlink", "slingtv"))
def test_ytdlp_counts_its_way_over_bookends(bookends, mvpd):
    report = expect_token(run(bookends, mvpd, "user", "password", "TEST_RESOURCE"), mvpd)
    assert "ending" in report and "ookend" in report, "it went another way"


@pytest.mark.parametrize("mvpd", ("Suddenlink", "slingtv"))
def test_ytdlp_with_a_wrong_password_gets_no_token(bookends, mvpd):
    code, tokens, _ = run(bookends, mvpd, "user", "wrong", "TEST_RESOURCE")
    assert code != 0 and tokens == []
