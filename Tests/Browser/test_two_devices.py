"""REST API v2 on two devices: an application on a TV polls with its code, and a person logs in on a phone.

The TV speaks the protocol from Python. The phone is Chromium in a small window: it opens the service's address at the
real host, or first a programmer's page of another origin, which adds what the TV left out.
"""

import pytest
from playwright.sync_api import expect

from curl import Curl
from device import WebDevice
from rest_v2_client import API, App, Client, verify_media_token
from simulator import ADOBE_HOST
from test_login import LOGIN_PAGE, STYLES, expect_page_in_order, fill_in, screenshot, submit

NET, DOMAIN = "DEMO_NET", "demo-net.example"
PROGRAMMER = "https://tv.demo-net.example"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "is_mobile": True, "has_touch": True}
RESUME = """async ([address, bearer, fields]) => {
    const answer = await fetch(address, {
        method: "POST", headers: {Authorization: bearer}, body: new URLSearchParams(fields),
    })
    return [answer.status, await answer.json()]
}"""


@pytest.fixture(scope="module")
def client(simulator):
    return Client.registered(API(simulator.http))


@pytest.fixture
def television(simulator, client):
    return App(API(simulator.http), client, NET)


@pytest.fixture
def phone(tab):
    return tab(**PHONE)


def begin(television, landing, **fields):
    """A session of the TV; the code that it shows to the person."""
    created = television.create_session(domainName=DOMAIN, redirectUrl=landing, **fields)
    assert created.status == 200, created
    return created.json["code"]


def poll(television, code):
    """The profile that the TV's poll finds; none is an empty answer."""
    answer = television.profile_by_code(code)
    assert answer.status == 200, answer
    return answer.json["profiles"]


def open_login(page, television, code):
    page.goto(f"https://{ADOBE_HOST}{television.authenticate_path(code)}", wait_until="commit")
    expect(page.locator("input[type=password]")).to_be_visible()
    expect(page).to_have_url(LOGIN_PAGE)


def expect_fits(page):
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"


def expect_playback(television, mvpd):
    """The TV is allowed the resource and its media token is good."""
    decision = television.authorize(mvpd, "TEST_RESOURCE").json["decisions"][0]
    assert decision["authorized"] is True, decision
    verdict = verify_media_token(television.api, decision["token"]["serializedToken"], "TEST_RESOURCE")
    assert verdict["valid"] is True, verdict


@pytest.mark.parametrize("mvpd", STYLES)
def test_mvpd_is_chosen_on_the_tv(phone, television, simulator, mvpd):
    code = begin(television, simulator.landing, mvpd=mvpd)
    assert poll(television, code) == {}
    open_login(phone, television, code)
    expect_fits(phone)
    expect_page_in_order(phone)
    screenshot(phone, f"two-devices-login-{mvpd}")
    fill_in(phone)
    assert poll(television, code) == {}
    submit(phone)
    phone.wait_for_url(f"{simulator.landing}**")
    expect_fits(phone)
    screenshot(phone, f"two-devices-done-{mvpd}")
    assert [*poll(television, code)] == [mvpd]
    expect_playback(television, mvpd)


def test_mvpd_is_chosen_on_the_phone(phone, television, simulator, client):
    """A programmer's page adds the MVPD with `fetch`, for which Chromium wants the CORS header fields, and goes on."""
    code = begin(television, simulator.landing)
    phone.route(f"{PROGRAMMER}/**", lambda route: route.fulfill(content_type="text/html", body="<title>Pair</title>"))
    # Chromium asks before a page of the public internet may reach this machine.
    phone.context.grant_permissions(["local-network-access"], origin=PROGRAMMER)
    phone.goto(f"{PROGRAMMER}/pair")
    address = f"https://{ADOBE_HOST}{television.path('sessions', code)}"
    bearer = f"Bearer {client.access_token}"
    status, session = phone.evaluate(RESUME, [address, bearer, {"mvpd": "Adobe"}])
    assert status == 200 and session["actionName"] == "authenticate" and session["code"] == code, session
    open_login(phone, television, code)
    fill_in(phone)
    submit(phone)
    phone.wait_for_url(f"{simulator.landing}**")
    assert [*poll(television, code)] == ["Adobe"]
    expect_playback(television, "Adobe")


def test_wrong_password_leaves_the_tv_waiting(phone, television, simulator):
    code = begin(television, simulator.landing, mvpd="Adobe")
    open_login(phone, television, code)
    fill_in(phone, password="wrong")
    submit(phone)
    expect(phone.get_by_role("alert")).to_be_visible()
    expect_fits(phone)
    screenshot(phone, "two-devices-wrong-password")
    assert poll(television, code) == {}
    fill_in(phone)
    submit(phone)
    phone.wait_for_url(f"{simulator.landing}**")
    assert [*poll(television, code)] == ["Adobe"]


def test_unknown_code_is_a_page_that_says_so(phone, television):
    phone.goto(f"https://{ADOBE_HOST}{television.authenticate_path('NEVER99')}")
    expect_fits(phone)
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    expect(phone.locator("body")).to_contain_text("unknown or has expired")
    screenshot(phone, "two-devices-unknown-code")


def test_logout_has_its_leg_on_the_phone(phone, television, simulator):
    """The TV asks for the logout and the person's browser, which the MVPD knows, performs it."""
    code = begin(television, simulator.landing, mvpd="Adobe")
    open_login(phone, television, code)
    fill_in(phone)
    submit(phone)
    phone.wait_for_url(f"{simulator.landing}**")
    logout = television.log_out("Adobe", simulator.landing).json["logouts"]["Adobe"]
    assert logout["actionName"] == "logout" and logout["actionType"] == "interactive", logout
    assert poll(television, code) == {}
    phone.goto(f"https://{ADOBE_HOST}{logout['url']}")
    phone.wait_for_url(f"{simulator.landing}**")
    # The MVPD asks for the password again: its own session is over, too.
    again = begin(television, simulator.landing, mvpd="Adobe")
    open_login(phone, television, again)


def test_tv_of_the_legacy_api_and_phone_of_rest_v2(phone, television, simulator, tmp_path):
    """One browser, one MVPD: a login for REST API v2 saves the person the password for a device of the legacy API."""
    code = begin(television, simulator.landing, mvpd="Adobe")
    open_login(phone, television, code)
    fill_in(phone)
    submit(phone)
    phone.wait_for_url(f"{simulator.landing}**")
    old = WebDevice(Curl(tmp_path), simulator.http, mvpd="Adobe", landing=simulator.landing)
    old.register()
    phone.goto(old.login_url().replace(old.base, f"https://{ADOBE_HOST}"), wait_until="commit")
    phone.wait_for_url(f"{simulator.landing}**")
    assert "<authnToken>" in old.session().body
