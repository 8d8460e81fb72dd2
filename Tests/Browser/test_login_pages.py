"""A person logs in with Chromium over each kind of pages, and is known the next time."""

import pytest
from playwright.sync_api import expect

from test_login import (  # noqa: F401
    LOGIN_PAGE,
    address,
    device,
    expect_logged_in,
    expect_page_in_order,
    fill_in,
    landing,
    open_login,
    screenshot,
    submit,
)

STYLES = ("Adobe", "AcmeCable", "MetaCable")


def listen(page):
    """What the page complains of: a script or style that its policy refuses, an error in a script."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


@pytest.mark.parametrize("mvpd", ("RefreshTV", "ScriptTV", "BookendTV", "JSONTV"))
def test_pages_go_on_by_themselves(tab, device, mvpd):
    page, waiting = tab(), device(mvpd)
    said = listen(page)
    open_login(page, waiting)
    expect_page_in_order(page)
    fill_in(page)
    with landing(page):
        submit(page)
    expect_logged_in(waiting)
    assert said == []


def test_script_that_goes_on_has_a_link_beside_it(tab, device):
    page, waiting = tab(java_script_enabled=False), device("ScriptTV")
    page.goto(address(waiting))
    submit(page)
    page.wait_for_url(LOGIN_PAGE)
    screenshot(page, "script-no-script")
    page.get_by_role("link").click()
    expect(page.locator("input[type=password]")).to_be_visible()


def test_user_name_and_password_on_two_pages(tab, device):
    page, waiting = tab(), device("TwoPageTV")
    page.goto(address(waiting), wait_until="commit")
    expect(page.locator("input[name=username]")).to_be_visible()
    expect(page.locator("input[type=password]")).to_have_count(0)
    expect_page_in_order(page)
    screenshot(page, "two-pages-first")
    page.locator("input[name=username]").fill("denied")
    submit(page)
    expect(page.get_by_role("heading")).to_have_text("Enter your password")
    expect_page_in_order(page)
    page.go_back()
    expect(page.locator("input[name=username]")).to_be_visible()
    page.locator("input[name=username]").fill("denied")
    submit(page)
    page.get_by_role("button", name="Use another account").click()
    expect(page.locator("input[name=username]")).to_have_value("denied")
    page.locator("input[name=username]").fill("user")
    submit(page)
    page.locator("input[type=password]").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading")).to_have_text("Enter your password")
    screenshot(page, "two-pages-wrong-password")
    page.locator("input[type=password]").fill("password")
    with landing(page):
        # Enter presses the first button, and that isn't the one that leads back.
        page.keyboard.press("Enter")
    expect_logged_in(waiting)


def test_page_that_posts_json(tab, device):
    page, waiting = tab(), device("JSONTV")
    said = listen(page)
    open_login(page, waiting)
    before = page.url
    for username, password, sentence in (
        ("user", "wrong", "The user name or password is wrong."),
        ("suspended", "x", "This account is suspended. Call your provider."),
        ("", "", "Enter your user name and password."),
    ):
        fill_in(page, username, password)
        submit(page)
        expect(page.get_by_role("alert")).to_have_text(sentence)
        expect(page.locator("input[type=password]")).to_have_value("")
        expect(page.locator("form button")).to_be_enabled()
    assert page.url == before
    expect_page_in_order(page)
    screenshot(page, "json-wrong-password")
    fill_in(page)
    with page.expect_request("**/JSONTV/authn?login=*") as request, landing(page):
        submit(page)
    assert request.value.post_data_json["username"] == "user"
    expect_logged_in(waiting)
    # Chromium notes the status 401 of the refusals; nothing else is said.
    assert [line for line in said if "401" not in line] == []


def test_page_that_posts_json_works_without_script(tab, device):
    page, waiting = tab(java_script_enabled=False), device("JSONTV")
    page.goto(address(waiting))
    submit(page)
    page.wait_for_url(LOGIN_PAGE)
    fill_in(page)
    submit(page)
    expect(page.locator("input[name=SAMLResponse]")).to_be_attached()
    with landing(page):
        submit(page)
    expect_logged_in(waiting)


@pytest.mark.parametrize("decision", ("Allow", "Don't allow"))
def test_consent(tab, device, decision):
    page, waiting = tab(), device("ConsentTV")
    open_login(page, waiting)
    fill_in(page)
    submit(page)
    expect(page.get_by_role("heading")).to_have_text("Allow access?")
    expect_page_in_order(page)
    screenshot(page, "consent")
    with landing(page):
        page.get_by_role("button", name=decision, exact=True).click(no_wait_after=True)
    if decision == "Allow":
        expect_logged_in(waiting)
    else:
        assert "<authnToken>" not in waiting.session().body


@pytest.mark.parametrize("mvpd", STYLES)
def test_provider_knows_the_browser_across_sites(tab, device, mvpd):
    """The service's form comes to the provider from another site, and its cookie comes along."""
    page, first, second = tab(), device(mvpd), device(mvpd)
    open_login(page, first)
    fill_in(page)
    with landing(page):
        submit(page)
    with landing(page):
        page.goto(address(second), wait_until="commit")
    expect_logged_in(second)
    third = device("AmpCable")
    open_login(page, third)


def test_passive_login_shows_nothing(tab, device):
    """It ends at the app's URL with the user, or without one."""
    page, known, unknown = tab(), device("Adobe"), device("Adobe")
    passive = lambda waiting: address(waiting) + "&passive=true"  # noqa: E731
    with landing(page):
        page.goto(passive(unknown), wait_until="commit")
    assert "<authnToken>" not in unknown.session().body
    open_login(page, device("Adobe"))
    fill_in(page)
    with landing(page):
        submit(page)
    with landing(page):
        page.goto(passive(known), wait_until="commit")
    expect_logged_in(known)


@pytest.mark.parametrize("mvpd", STYLES)
def test_passive_login_in_a_frame_never_shows_a_form(tab, device, simulator, mvpd):
    """As web pages do it. Whether the provider's cookie comes along there is the browser's to say, and many say no."""
    page, waiting = tab(), device(mvpd, simulator.landing)
    # A page of the same machine: Chromium lets no other frame it.
    page.goto(f"{simulator.http}/nothing")
    page.evaluate(
        "url => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame) }",
        address(waiting) + "&passive=true",
    )
    expect(page.frame_locator("iframe").get_by_role("heading")).to_have_text("You are back at the app")
    assert "<authnToken>" not in waiting.session().body
