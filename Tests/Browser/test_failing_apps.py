"""Three apps that fail, and what their developers see who know nothing but the address of the dashboard."""

import re
from dataclasses import replace

import pytest
import requests
from playwright.sync_api import expect

from dashboard import PHONE, SIZES, WINDOWS, Television

# A time as programs write it.
ISO_TIME = re.compile(r"\d{4}-\d\d-\d\dT")


@pytest.mark.parametrize("size", WINDOWS)
def test_a_chosen_exchange_opens_in_sight(dashboard, tab, size):
    """On the tab "Why" if it failed, with the keyboard's focus on its heading."""
    board = dashboard(size)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    assert television.authorize("AcmeCable", "TEST_RESOURCE")["authorized"] is True
    assert television.authorize("AcmeCable", "deny:news")["authorized"] is False
    board.flow("user at AcmeCable", "Denied").click()
    steps = board.page.get_by_role("list", name="Exchanges of this flow").get_by_role("link")
    heading = board.page.get_by_role("heading", name="RetrieveAuthorizationDecisions", exact=True)
    chosen = board.page.get_by_role("tab", selected=True)
    board.page.get_by_role("link", name="Show this request, RetrieveAuthorizationDecisions").click()
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    expect(board.page.locator(".part .sentence")).to_be_in_viewport()
    board.check("exchange-in-sight")
    board.page.get_by_role("button", name="Back to the diagram").click()
    expect(steps.last).to_be_focused()
    expect(steps.last).to_be_in_viewport()
    steps.last.press("Enter")
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    expect(chosen).to_have_text("Why")
    if size != "phone":
        # What went well has nothing to explain, and the list beside it still shows its row.
        steps.filter(has_text="Permitted").click()
        expect(chosen).to_have_text("Decoded")
        expect(heading).to_be_in_viewport()
        expect(steps.filter(has_text="Permitted")).to_be_in_viewport()
    # The tab in the address wins.
    board.page.goto(board.page.url.partition("&tab=")[0] + "&tab=response")
    expect(chosen).to_have_text("Response")



@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_device_id(dashboard, tab, size):
    """The flow is fine, and the refused request has no part in it."""
    board = dashboard(size)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    expect(board.flow("user at AcmeCable")).to_contain_text("Logged in")
    expect(board.page.locator(".apart")).to_be_hidden()
    first = television.app.device
    television.app = replace(television.app, device="another-device")
    assert television.app.authorize("AcmeCable", "TEST_RESOURCE").status == 403
    notice = board.page.locator(".apart")
    expect(notice).to_contain_text(
        "RetrieveAuthorizationDecisions for TEST_RESOURCE from the device another-device was refused (403, no profile)"
    )
    expect(notice).to_contain_text("belongs to no login flow")
    board.check("refused-apart")
    notice.get_by_role("link", name="See why").click()
    # The failed check is in sight below those that passed.
    passed = board.page.get_by_text(re.compile(r"^\d+ checks passed$"))
    decided = board.page.locator(".checks > li").filter(has_text="Decided")
    expect(decided).to_be_in_viewport()
    passed.click()
    expect(board.page.locator(".checks .checks > li").first).to_contain_text("operation")
    passed.click()
    sentence = (
        "The app has no profile for AcmeCable on the device another-device, which the request names in the header field"
        " AP-Device-Identifier."
        f" The user logged in on another device, {first}. The app has to send the device ID of the login."
    )
    expect(board.page.locator(".part .sentence")).to_have_text(sentence)
    board.check("refused-apart-why")
    # The other tabs have the sentence above them, not the log's advice.
    board.page.get_by_role("tab", name="Decoded").click()
    expect(board.page.locator(".sentence:visible")).to_have_text([sentence])
    expect(board.page.get_by_role("tabpanel")).to_contain_text("fingerprint another-device")
    expect(board.page.locator(".pane")).not_to_contain_text("create a session and open its url")
    board.check("refused-apart-decoded")


def test_the_device_filter_has_every_device(dashboard, tab):
    """Also one that no flow has; long IDs are cut in the same way everywhere."""
    board = dashboard()
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    first = television.app.device
    cut = f"{first[:8]}…{first[-4:]}"
    television.app = replace(television.app, device="another-device")
    assert television.app.authorize("AcmeCable", "TEST_RESOURCE").status == 403
    devices = board.page.get_by_label("Device", exact=True)
    expect(devices.locator(f"option[value='{first}']")).to_have_text(cut)
    expect(board.flow("user at AcmeCable").locator(f"[title='{first}']")).to_have_text(f"device {cut}")
    # A poll that names no device belongs to the device of its flow.
    board.page.get_by_role("link", name="Requests", exact=True).click()
    devices.select_option(first)
    expect(board.page.get_by_role("option").filter(has_text="RetrieveProfileForCode")).to_have_count(2)
    board.page.get_by_role("link", name="Flows", exact=True).click()
    devices.select_option("another-device")
    board.page.get_by_role("link", name="Requests", exact=True).click()
    expect(board.page.get_by_role("option").filter(has_text="403")).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_a_login_without_a_browser(dashboard, tab, size):
    """The flow has its user as soon as the app gets its profile, and a refusal on another device names the device of the login."""
    board = dashboard(size)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    expect(board.flow("Login at AcmeCable")).to_contain_text("Waiting for login")
    board.call("POST", "login", {"code": television.code, "user": "user"})
    assert television.app.profile_by_code(television.code).json["profiles"] != {}
    board.flow("user at AcmeCable", "Logged in").click()
    polls = board.page.get_by_role("list", name="Exchanges of this flow").get_by_role("link").filter(
        has_text="RetrieveProfileForCode")
    expect(polls).to_have_count(2)
    expect(polls.first.locator(".badge")).to_have_text("No login yet")
    expect(polls.last.locator(".badge")).to_have_text("Login foundmade by POST /_sim/login")
    board.check("login-without-a-browser")
    # A poll that came before the login isn't a failure, and knows nothing of a login.
    polls.first.click()
    board.page.get_by_role("tab", name="Why").click()
    expect(board.page.locator(".part .sentence")).to_have_text(
        "The app has no profile for AcmeCable: no user is logged in with the code in the request.")
    expect(board.page.locator(".checks .badge.bad")).to_have_count(0)
    expect(board.page.locator(".part > .checks")).to_contain_text("Not met")
    board.check("poll-before-the-login")
    first = television.app.device
    television.app = replace(television.app, device="another-device")
    assert television.app.authorize("AcmeCable", "TEST_RESOURCE").status == 403
    board.page.get_by_role("button", name="Back to the diagram").click()
    board.page.get_by_role("link", name="Close the flow").click()
    board.page.locator(".apart").get_by_role("link", name="See why").click()
    expect(board.page.locator(".part .sentence")).to_contain_text(f"The user logged in on another device, {first}.")


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_device_id_of_an_sdk(dashboard, size):
    board = dashboard(size)
    login = {"device": "living-room", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}
    token = board.call("POST", "login", login)["authnToken"]
    form = {"requestor_id": "TEST_REQUESTOR", "mso_id": "Adobe", "resource_id": "TEST_RESOURCE", "authentication_token": token}
    for device in ("living-room", "bedroom"):
        requests.post(f"{board.base}/adobe-services/authorizeDevice", {**form, "device_id": device}, timeout=30)
    board.open()
    board.flow("Failed").click()
    expect(board.page.locator(".why")).to_contain_text(
        "The request names the device bedroom in the parameter device_id, and the token belongs to living-room, on which"
        " the user logged in.")
    board.check("wrong-device-of-an-sdk")


@pytest.mark.parametrize("size", SIZES)
def test_an_expired_token(dashboard, tab, size):
    board = dashboard(size)
    board.open()
    television = Television(board, tab)
    television.ask("Adobe")
    television.log_in_on_the_phone()
    board.call("PATCH", "clock", {"advanceSeconds": 40 * 86400})
    television.app = replace(television.app, client=television.app.client.refreshed(television.app.api))
    assert television.app.authorize("Adobe", "TEST_RESOURCE").status == 403
    board.flow("user at Adobe", "Failed", "profile expired").click()
    why = board.page.locator(".why")
    expect(why).to_contain_text("The app's profile for Adobe expired at")
    expect(why).to_contain_text("the simulator's clock showed")
    expect(why).to_contain_text("The clock was moved forwards by 40 days before this request, from")
    expect(why).not_to_contain_text(ISO_TIME)
    expect(board.page.locator(".flow-reason")).to_have_text("profile expired · resource TEST_RESOURCE")
    steps = board.page.get_by_role("list", name="Exchanges of this flow").get_by_role("listitem")
    expect(steps.filter(has_text="Clock moved forwards by 40 days")).to_have_count(1)
    # The time since the first request tells nothing across a moved clock; the row of the flow has both days.
    expect(steps.last.locator("time")).to_have_text(re.compile(r"^\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d$"))
    board.page.get_by_role("link", name="Close the flow").click()
    days = board.flow("user at Adobe").locator(".row-day")
    expect(days).to_have_count(2)
    expect(days.first).to_have_text(re.compile(r"^\d+ [A-Z][a-z]{2} \d{4} –$"))
    board.check("flow-of-several-days")
    board.flow("user at Adobe").click()
    board.check("expired-profile")
    board.page.get_by_role("link", name="Show this request").click()
    expect(board.page.locator(".exchange-head .badge")).to_have_text("Refusedprofile expired")
    expect(board.page.get_by_role("tabpanel")).to_contain_text("The clock was moved forwards by 40 days")
    board.page.get_by_role("tabpanel").get_by_role("link", name="Show the clock").click()
    expect(board.page.get_by_role("heading", level=1)).to_have_text("Clock")
    expect(board.page.get_by_role("heading", name="Expired")).to_be_visible()
    expect(board.page.get_by_role("main")).to_contain_text(re.compile(r"Profile: user · Adobe · DEMO_NET, expired"))
    board.check("clock-with-expired")


def test_several_resources_of_one_request_are_counted(dashboard, tab):
    board = dashboard()
    board.open()
    board.call("PATCH", "state/mvpds/AcmeCable", {"authorizationLimit": 2})
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    assert television.app.authorize("AcmeCable", "TEST_RESOURCE", "deny:news").status == 200
    row = board.flow("user at AcmeCable", "Permitted")
    expect(row.locator(".badge")).to_have_text("Permitted1 of 2")
    row.click()
    step = board.page.get_by_role("list", name="Exchanges of this flow").get_by_role("link").last
    expect(step).to_contain_text("TEST_RESOURCE, deny:news")
    expect(step).to_contain_text("1 of 2 permitted")


@pytest.mark.parametrize("size", SIZES)
def test_the_requests_show_where_the_clock_was_moved(dashboard, size):
    board = dashboard(size)
    for seconds in (0, 40 * 86400, -3600):
        if seconds:
            board.call("PATCH", "clock", {"advanceSeconds": seconds})
        requests.get(f"{board.base}/adobe-services/config/TEST_REQUESTOR", timeout=30)
    board.open("?show=requests")
    rows = board.page.get_by_role("listbox", name="Requests").get_by_role("option")
    expect(rows).to_have_count(5)
    expect(rows.nth(1)).to_contain_text("Clock moved back by 1 hour, to")
    expect(rows.nth(3)).to_contain_text("Clock moved forwards by 40 days, to")
    # The dates differ, so that each row has its own.
    for row in (0, 2, 4):
        expect(rows.nth(row).locator(".row-day")).to_have_text(re.compile(r"^\d+ [A-Z][a-z]{2} \d{4}, $"))
        expect(rows.nth(row).locator(".row-day")).to_be_visible()
    board.check("requests-with-moved-clock")
    # A divider opens nothing.
    rows.nth(1).click(force=True)
    expect(board.page.locator(".pane")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_an_mvpd_that_is_down(dashboard, tab, size):
    board = dashboard(size)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    assert television.authorize("AcmeCable", "TEST_RESOURCE")["authorized"] is True
    board.call("POST", "rules", {"match": {"mvpd": "AcmeCable"}, "action": {"mvpd": "down"}})
    assert television.authorize("AcmeCable", "news")["authorized"] is False
    board.flow("user at AcmeCable", "Denied", "simulated by rule-1: MVPD down · resource news · 1 of 2 permitted").click()
    expect(board.page.locator(".flow-title .badge")).to_have_text("Denied1 of 2 permitted")
    expect(board.page.locator(".flow-reason")).to_have_text("simulated by rule-1: MVPD down · resource news")
    expect(board.page.locator(".why")).to_contain_text(
        "Rule rule-1, which is set in this simulator, acts as if the MVPD were down, so the resource news is denied.")
    note = board.page.locator(".why .rule-note")
    expect(note).to_contain_text("this fault is simulated")
    expect(note).to_contain_text(re.compile(r"in force since \d+\s[A-Z][a-z]{2}\s\d{4},\s\d\d:\d\d:\d\d\sUTC, [\d.]+ m?s before this request"))
    steps = board.page.get_by_role("list", name="Exchanges of this flow").get_by_role("link")
    expect(steps.filter(has_text="TEST_RESOURCE")).to_contain_text("Permitted")
    board.check("mvpd-down")
    board.page.get_by_role("link", name="Show this request").click()
    # The reason stands once, above the checks, which come in the order in which they ran.
    checks = board.page.locator(".checks > li")
    expect(checks.first).to_contain_text("operation")
    expect(board.page.get_by_text(re.compile(r"^\d+ checks passed$"))).to_be_visible()
    if size != "phone":
        expect(checks.filter(has_text="Decided")).to_be_in_viewport()
    expect(checks.filter(has_text="Decided")).not_to_contain_text("acts as if")
    told = board.page.get_by_text("acts as if the MVPD were down").locator("visible=true")
    expect(told).to_have_count(1)
    effect = checks.filter(has_text="took effect (MVPD down)")
    expect(effect).to_contain_text("Took effect")
    expect(effect).not_to_contain_text("Passed")
    board.check("mvpd-down-why")
    # The way from a reason to its rule, and the shortest way to be rid of it.
    off = board.page.get_by_role("button", name="Switch rule-1 off")
    off.click()
    on = board.page.get_by_role("button", name="Switch rule-1 on")
    expect(on).to_be_visible()
    assert board.call("GET", "rules")["rules"] == []
    on.click()
    expect(off).to_be_visible()
    board.page.get_by_role("tabpanel").get_by_role("link", name="rule-1", exact=True).first.click()
    card = board.page.get_by_role("listitem").filter(has=board.page.get_by_role("switch", name="Rule rule-1"))
    expect(card).to_have_attribute("aria-current", "true")
    board.check("mvpd-down-rule")
    card.get_by_role("button", name="Edit").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(board.page.locator("#toasts")).to_contain_text("Saved rule-1")
    # Another user's browser gets no login page.
    other = replace(television.app, device="another-device")
    landing = television.landing
    code = other.create_session(mvpd="AcmeCable", domainName="demo-net.example", redirectUrl=landing).json["code"]
    tab(**PHONE).goto(f"{board.base}{other.authenticate_path(code)}")
    board.page.goto(f"{board.base}/_sim/")
    board.flow("Login at AcmeCable", "Failed", "simulated by rule-1: MVPD down").click()
    expect(board.page.locator(".why")).to_contain_text(
        "Rule rule-1, which is set in this simulator, acts as if the MVPD were down, so its page answered with an error.")
