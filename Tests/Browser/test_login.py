"""A person logs in with Chromium at the real host names, and comes back to the app's custom URL."""

import re

import pytest
from playwright.sync_api import expect

from curl import Curl
from device import NATIVE_LANDING, REQUESTOR, WebDevice, text, value
from simulator import ADOBE_HOST, MVPD_HOST, ROOT

STYLES = ("Adobe", "AcmeCable", "MetaCable")
SCREENSHOTS = ROOT / ".build/screenshots"
SUBMIT = "form button:not([type=button]), form input[type=submit]"
LOGIN_PAGE = re.compile(f"^https://{re.escape(MVPD_HOST)}/")


def screenshot(page, name):
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


@pytest.fixture
def device(simulator, tmp_path):
    """Makes a device that waits for its code to be used in the browser; it asks by endpoint, beside the browser."""

    def make(mvpd, landing=NATIVE_LANDING):
        made = WebDevice(Curl(tmp_path), simulator.http, mvpd=mvpd, landing=landing)
        made.register()
        assert made.session().status == 401
        return made

    return make


def address(device):
    """The device's login, at the real host."""
    return device.login_url().replace(device.base, f"https://{ADOBE_HOST}")


def open_login(page, device):
    """Opens the chain's start; scripts and refreshes lead on to the login page."""
    page.goto(address(device), wait_until="commit")
    expect(page.locator("input[type=password]")).to_be_visible()
    expect(page).to_have_url(LOGIN_PAGE)


def landing(page):
    """Watches for the app's URL, which no browser can open: the request for it fails, and is seen doing so."""
    return page.expect_event("requestfailed", lambda request: request.url.rstrip("/") == NATIVE_LANDING)


def fill_in(page, username="user", password="password"):
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=password]").fill(password)


def submit(page):
    page.locator(SUBMIT).first.click(no_wait_after=True)


def expect_logged_in(device):
    token = text(device.session(), "authnToken")
    assert value(token, "simpleTokenMsoID") == device.mvpd
    assert value(token, "simpleTokenRequestorID") == REQUESTOR


@pytest.mark.parametrize("mvpd", STYLES)
def test_login_ends_at_the_apps_url(tab, device, mvpd):
    page, waiting = tab(), device(mvpd)
    open_login(page, waiting)
    screenshot(page, f"login-{mvpd}")
    fill_in(page)
    with landing(page):
        submit(page)
    expect_logged_in(waiting)


@pytest.mark.parametrize("mvpd", STYLES)
def test_login_without_scripts(tab, device, mvpd):
    """Each page that a script would send on has a button for it."""
    page, waiting = tab(java_script_enabled=False), device(mvpd)
    page.goto(address(waiting))
    # A page that refreshes itself goes on alone; one with a form waits for its button.
    page.wait_for_selector(SUBMIT)
    if not page.locator("input[type=password]").count():
        screenshot(page, f"no-script-{mvpd}")
        submit(page)
        page.wait_for_url(LOGIN_PAGE)
    fill_in(page)
    submit(page)
    # The answer to the login is a page that a script would post to the service.
    expect(page.locator("input[name=SAMLResponse]")).to_be_attached()
    screenshot(page, f"no-script-confirm-{mvpd}")
    with landing(page):
        submit(page)
    expect_logged_in(waiting)


@pytest.mark.parametrize("mvpd", STYLES)
def test_wrong_password_shows_the_error_and_can_be_mended(tab, device, mvpd):
    page, waiting = tab(), device(mvpd)
    open_login(page, waiting)
    fill_in(page, password="wrong")
    submit(page)
    error = page.get_by_role("alert")
    expect(error).to_be_visible()
    expect(error).to_contain_text(re.compile("password", re.I))
    screenshot(page, f"wrong-password-{mvpd}")
    # A password is never sent back in a page.
    expect(page.locator("input[type=password]")).to_have_value("")
    assert "<authnToken>" not in waiting.session().body
    fill_in(page)
    with landing(page):
        submit(page)
    expect_logged_in(waiting)


def focused(page):
    """The focused field's name, or `submit`."""
    return page.evaluate(
        "(one => one.matches('button, [type=submit]') ? 'submit' : one.name || one.tagName)(document.activeElement)"
    )


def tab_to(page, name):
    """Presses Tab until the focus is there."""
    passed = []
    while focused(page) != name:
        assert len(passed) < 20, f"Tab never reaches {name}: {passed}"
        page.keyboard.press("Tab")
        passed.append(focused(page))


def test_login_by_keyboard_alone(tab, device):
    page, waiting = tab(), device("Adobe")
    open_login(page, waiting)
    tab_to(page, "username")
    page.keyboard.type("user")
    page.keyboard.press("Tab")
    assert focused(page) == "password"
    page.keyboard.type("password")
    tab_to(page, "submit")
    with landing(page):
        page.keyboard.press("Enter")
    expect_logged_in(waiting)


def test_login_on_a_phone(tab, device):
    page, waiting = tab(viewport={"width": 360, "height": 640}, device_scale_factor=2), device("Adobe")
    open_login(page, waiting)
    screenshot(page, "login-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"
    fill_in(page)
    with landing(page):
        submit(page)


def test_login_in_dark(tab, device):
    page, waiting = tab(color_scheme="dark"), device("Adobe")
    open_login(page, waiting)
    screenshot(page, "login-dark")
    fill_in(page)
    with landing(page):
        submit(page)


def test_landing_page_says_that_one_is_back(tab, device, simulator):
    page, waiting = tab(), device("Adobe", landing=simulator.landing)
    open_login(page, waiting)
    fill_in(page)
    submit(page)
    page.wait_for_url(f"{simulator.landing}**")
    expect_page_in_order(page)
    screenshot(page, "landing")
    expect_logged_in(waiting)


def expect_page_in_order(page):
    """What a screen reader needs: a language, a title, one first heading, a main landmark, a label for each input."""
    assert page.locator("html").get_attribute("lang")
    assert page.title().strip()
    expect(page.locator("h1")).to_have_count(1)
    expect(page.get_by_role("main")).to_have_count(1)
    inputs = page.locator("input:not([type=hidden]):not([type=submit]), select, textarea")
    assert inputs.evaluate_all("all => all.filter(one => !one.labels.length).map(one => one.outerHTML)") == []
    buttons = page.locator("button, input[type=submit]")
    assert buttons.evaluate_all("all => all.filter(one => !(one.innerText || one.value).trim()).length") == 0


@pytest.mark.parametrize("mvpd", STYLES)
def test_login_page_is_in_order(tab, device, mvpd):
    page, waiting = tab(), device(mvpd)
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    open_login(page, waiting)
    expect_page_in_order(page)
    # A password manager finds the fields by these.
    expect(page.locator("input[name=username]")).to_have_attribute("autocomplete", "username")
    expect(page.locator("input[name=password]")).to_have_attribute("autocomplete", "current-password")
    # The tab order is the order of the document.
    assert page.locator("[tabindex]").evaluate_all("all => all.filter(one => one.tabIndex > 0).length") == 0
    fill_in(page, password="wrong")
    submit(page)
    expect(page.get_by_role("alert")).to_be_visible()
    expect_page_in_order(page)
    assert said == []
