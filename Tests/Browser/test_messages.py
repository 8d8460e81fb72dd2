"""Pages whose whole job is a message to the page that framed or opened them: it must arrive, under their own policy."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from device import REQUESTOR
from simulator import ADOBE_HOST, ENTITLEMENT_HOST

SERVICE = f"https://{ADOBE_HOST}/adobe-services"
SITE = "https://site.example"
FILES = f"https://{ENTITLEMENT_HOST}/entitlement"

PAGES = [
    (f"{SERVICE}/completePassiveAuthentication", "PASSIVE_AUTHN_COMPLETE"),
    (f"{SERVICE}/1.0/completePassiveAuthentication?_=1735689600000", "PASSIVE_AUTHN_COMPLETE"),
    (f"{SERVICE}/completeBackgroundLogin", "LOGIN_COMPLETE"),
    (f"{FILES}/v4/completeBackgroundLogin.html", "LOGIN_COMPLETE"),
    (f"{FILES}/js/completeBackgroundLogin.html", "LOGIN_COMPLETE"),
    (f"{FILES}/v4/completeBackgroundLogout.html", "LOGOUT_COMPLETE"),
    (f"{FILES}/v4/AccessEnablerProxy.html", "PROXY_LOADED"),
]

LISTEN = """() => {
    window.messages = []
    addEventListener("message", event => messages.push([event.data, event.origin]))
}"""
FRAME = """url => {
    const frame = document.createElement("iframe")
    frame.style.display = "none"
    frame.src = url
    document.body.append(frame)
}"""


def site(tab):
    """A programmer's page, which has no policy of its own, and what it has been told."""
    page = tab()
    # Chromium asks people before a page of a public site may frame one of their own machine.
    page.context.grant_permissions(["local-network-access"], origin=SITE)
    page.route(f"{SITE}/", lambda route: route.fulfill(body="<!doctype html><title>Site</title>"))
    page.goto(f"{SITE}/")
    page.evaluate(LISTEN)
    return page


def expect_message(page, text, host):
    page.wait_for_function("messages.length > 0")
    assert page.evaluate("messages") == [[text, f"https://{host}"]]


@pytest.mark.parametrize(("url", "text"), PAGES)
def test_a_frame_tells_its_parent(tab, url, text):
    page = site(tab)
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.evaluate(FRAME, url)
    expect_message(page, text, urllib.parse.urlsplit(url).hostname)
    assert said == []


@pytest.mark.parametrize(("url", "text"), [pair for pair in PAGES if "PASSIVE" not in pair[1]])
def test_a_window_tells_its_opener(tab, url, text):
    page = site(tab)
    page.evaluate("url => { window.open(url, 'mvpdwindow') }", url)
    expect_message(page, text, urllib.parse.urlsplit(url).hostname)


def login_url(mvpd, redirect_url, **more):
    query = {"requestor_id": REQUESTOR, "mso_id": mvpd, "domain_name": "adobe.com", "noflash": "true"}
    return f"{SERVICE}/authenticate/saml?" + urllib.parse.urlencode(query | more | {"redirect_url": redirect_url})


def test_a_passive_attempt_in_a_hidden_frame_is_reported(tab):
    page = site(tab)
    page.evaluate(
        FRAME,
        login_url("PassiveTV", f"{SERVICE}/completePassiveAuthentication", no_iframe="false", passive="true"),
    )
    expect_message(page, "PASSIVE_AUTHN_COMPLETE", ADOBE_HOST)


@pytest.mark.parametrize("mvpd", ("Adobe", "AcmeCable"))
def test_a_login_in_a_window_is_reported_to_the_page(tab, mvpd):
    page = site(tab)
    with page.expect_popup() as opened:
        page.evaluate(
            "url => { window.open(url, 'mvpdwindow') }",
            login_url(mvpd, f"{FILES}/v4/completeBackgroundLogin.html", no_iframe="true"),
        )
    window = opened.value
    expect(window.locator("input[type=password]")).to_be_visible()
    window.locator("input[name=username]").fill("user")
    window.locator("input[name=password]").fill("password")
    window.locator("form button").first.click(no_wait_after=True)
    expect_message(page, "LOGIN_COMPLETE", ENTITLEMENT_HOST)


def test_a_login_in_a_frame_is_reported_to_the_page(tab):
    page = site(tab)
    page.evaluate(
        FRAME.replace('"none"', '"block"'),
        login_url("Adobe", f"{FILES}/v4/completeBackgroundLogin.html", no_iframe="false"),
    )
    frame = page.frame_locator("iframe")
    expect(frame.locator("input[type=password]")).to_be_visible()
    frame.locator("input[name=username]").fill("user")
    frame.locator("input[name=password]").fill("password")
    frame.locator("form button").first.click(no_wait_after=True)
    expect_message(page, "LOGIN_COMPLETE", ENTITLEMENT_HOST)
