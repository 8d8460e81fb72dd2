"""The dashboard, as a tester uses it: on a desktop and on a phone, light and dark, without another host."""

import itertools
import json

import pytest
from playwright.sync_api import expect

from dashboard import SIZES, Television, run_in_a_shell
from rest_v2_client import API, App, Client

LOOKS = [*itertools.product(SIZES, ("light", "dark"))]
VIEWS = ("Clock", "Rules", "State", "Namespaces", "Set up")


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_newcomer_makes_a_first_flow(dashboard, size, scheme):
    board = dashboard(size, scheme)
    board.open()
    expect(board.page.get_by_role("heading", name="Waiting for the first request")).to_be_visible()
    board.check("empty")
    run_in_a_shell(board.page.locator(".welcome code").first.inner_text())
    expect(board.flow("Login at AcmeCable")).to_contain_text("Waiting for login")
    board.check("first-flow")


def test_a_namespace_without_requests_names_those_that_have_some(dashboard):
    other, board = dashboard(), dashboard()
    other.call("POST", "reset")
    run_in_a_shell(f"curl -s -o /dev/null '{other.base}/adobe-services/config/TEST_REQUESTOR?[1-200]'")
    board.open()
    name = other.base.rpartition("/")[2]
    board.page.get_by_role("link", name=name, exact=True).click()
    expect(board.page).to_have_url(f"{other.base}/_sim/")


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_login_on_two_devices_and_its_denial(dashboard, tab, size, scheme):
    board = dashboard(size, scheme)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    expect(board.flow("Login at AcmeCable")).to_contain_text("Waiting for login")
    television.log_in_on_the_phone()
    expect(board.flow("user at AcmeCable")).to_contain_text("Logged in")
    assert television.authorize("AcmeCable", "TEST_RESOURCE")["authorized"] is True
    expect(board.flow("user at AcmeCable")).to_contain_text("Permitted")
    assert television.authorize("AcmeCable", "deny:news")["authorized"] is False
    row = board.flow("user at AcmeCable", "Denied")
    expect(row).to_be_visible()
    row.click()
    expect(board.page.locator(".why")).to_contain_text("AcmeCable denies the resource deny:news to user")
    expect(board.page.get_by_role("region", name="Sequence diagram")).to_be_visible()
    steps = board.page.get_by_role("list", name="Exchanges of this flow")
    expect(steps.get_by_role("link").filter(has_text="CreateAuthenticationSession")).to_be_visible()
    expect(steps.get_by_role("link").filter(has_text="browser → MVPD").first).to_be_visible()
    board.check("flow")
    board.page.get_by_role("link", name="Show this request, RetrieveAuthorizationDecisions").click()
    expect(board.page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")
    expect(board.page.locator(".checks > li").last).to_contain_text("MVPD decision")
    board.check("why")
    board.page.get_by_role("tab", name="Decoded").click()
    expect(board.page.get_by_role("tabpanel")).to_contain_text("access token")
    board.check("decoded")
    # The address is the whole state: a second tab, or a colleague, sees the same.
    board.page.reload()
    expect(board.page.get_by_role("heading", name="RetrieveAuthorizationDecisions", exact=True)).to_be_visible()
    board.page.go_back()
    assert all(url.startswith((board.base.rsplit("/_ns", 1)[0], "blob:")) for url in board.requests)


def test_an_exchange_becomes_a_rule_that_fires(dashboard, tab):
    board = dashboard()
    board.open()
    television = Television(board, tab)
    television.ask("Adobe")
    television.log_in_on_the_phone()
    assert television.authorize("Adobe", "TEST_RESOURCE")["authorized"] is True
    board.flow("user at Adobe").click()
    board.page.get_by_role("link").filter(has_text="RetrieveAuthorizationDecisions").click()
    board.page.get_by_role("button", name="Deny it").click()
    board.check("rule-dialog")
    board.page.get_by_role("button", name="Add the rule").click()
    expect(board.page.locator("#toasts")).to_contain_text("Added rule-1")
    denied = television.authorize("Adobe", "TEST_RESOURCE")
    assert denied["authorized"] is False and "rule of the dashboard" in json.dumps(denied)
    expect(board.page.locator(".why")).to_contain_text("Rule rule-1, which is set in this simulator, denies the resource TEST_RESOURCE")
    board.view("Rules")
    card = board.page.get_by_role("listitem").filter(has=board.page.get_by_role("switch", name="Rule rule-1"))
    expect(card.locator(".hits")).to_contain_text("1hit")
    board.check("rules-with-one")
    # Off, it has no effect; on again, it has.
    card.get_by_role("switch").click()
    expect(card.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    assert board.call("GET", "rules")["rules"] == []
    assert television.authorize("Adobe", "TEST_RESOURCE")["authorized"] is True
    card.get_by_role("switch").click()
    expect(card.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    assert television.authorize("Adobe", "TEST_RESOURCE")["authorized"] is False
    expect(card.locator(".hits")).to_contain_text("1hit")
    card.get_by_role("button", name="Delete").click()
    expect(card).to_have_count(0)
    assert board.call("GET", "rules")["rules"] == []


def test_the_clock_is_frozen_and_moved_until_a_token_expires(dashboard, tab):
    board = dashboard()
    board.open()
    television = Television(board, tab)
    television.ask("Adobe")
    television.log_in_on_the_phone()
    board.view("Clock")
    board.page.get_by_role("main").get_by_role("button", name="Freeze").click()
    expect(board.page.locator(".clock-card")).to_contain_text("Frozen")
    assert board.call("GET", "clock")["frozen"] is True
    profile = board.page.get_by_role("row").filter(has_text="Profile").filter(has_text="user · Adobe")
    expect(profile).to_contain_text("29 d")
    board.check("clock")
    assert television.app.configuration().status == 200
    # Six hours are over: the access token has expired, the profile hasn't.
    board.page.get_by_role("button", name="+1 day").click()
    expect(board.page.locator("#toasts")).to_contain_text("The clock moved by 1 d")
    assert television.app.configuration().status == 401
    expect(board.page.locator(".clock-name")).to_have_text("Simulated clock, frozen, 1 day ahead")
    board.view("Traffic")
    board.page.get_by_role("link", name="Requests", exact=True).click()
    refused = board.page.get_by_role("listbox", name="Requests").get_by_role("option").first
    expect(refused).to_contain_text("RetrieveServiceProviderConfiguration")
    expect(refused.locator(".status")).to_have_text("401")
    refused.click()
    board.page.get_by_role("tab", name="Why").click()
    expect(board.page.locator(".part .sentence")).to_contain_text("The access token expired")
    board.check("expired-token")
    board.view("Clock")
    profile.get_by_role("button").click()
    expect(profile).to_have_count(0)
    board.page.get_by_role("main").get_by_role("button", name="Resume").click()
    assert board.call("GET", "clock")["frozen"] is False


def test_the_journal_is_downloaded_as_har(dashboard):
    board = dashboard()
    board.open()
    Client.registered(API(board.base))
    expect(board.page.get_by_role("heading", name="No login yet")).to_be_visible()
    with board.page.expect_download() as download:
        board.page.get_by_role("button", name="Download HAR").click()
    assert download.value.suggested_filename == "pass-simulator.har"
    with open(download.value.path()) as file:
        entries = json.load(file)["log"]["entries"]
    urls = [entry["request"]["url"] for entry in entries]
    assert urls == [f"{board.base}/o/client/register", f"{board.base}/o/client/token"]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_every_view_is_accessible(dashboard, size, scheme):
    board = dashboard(size, scheme)
    for user in ("user", "child"):
        board.call("POST", "login", {"device": f"device-of-{user}", "requestor": "REF30", "mvpd": "AcmeCable", "user": user})
    board.call("POST", "rules", {"match": {"resource": "news*"}, "action": {"failure": "denied"}})
    board.open()
    for name in VIEWS:
        board.view(name)
        if name == "State":
            expect(board.page.get_by_role("row").filter(has_text="device-of-child")).to_be_visible()
        board.check(name.lower().replace(" ", "-"))


def test_filters_and_search_are_in_the_address(dashboard, tab):
    board = dashboard()
    board.open()
    television = Television(board, tab)
    for mvpd in ("Adobe", "AcmeCable"):
        television.ask(mvpd)
        television.log_in_on_the_phone()
    television.authorize("AcmeCable", "deny:news")
    options = board.page.get_by_role("listbox", name="Flows").get_by_role("option")
    expect(options).to_have_count(2)
    board.page.get_by_label("Outcome", exact=True).select_option("denied")
    expect(options).to_have_count(1)
    assert "outcome=denied" in board.page.url
    board.page.reload()
    expect(options).to_have_count(1)
    board.page.get_by_role("link", name="Clear filters").click()
    expect(options).to_have_count(2)
    # A text that only a body has, which the server looks for.
    board.page.get_by_label("Search").fill("deny:news")
    expect(options).to_have_count(1)
    board.page.get_by_label("Search").fill("no exchange has this")
    expect(board.page.get_by_role("heading", name="No flows match")).to_be_visible()


def test_a_row_that_changes_while_it_is_pressed_opens(dashboard, tab):
    board = dashboard()
    board.open()
    television = Television(board, tab)
    television.ask("Adobe")
    television.log_in_on_the_phone()
    row = board.flow("user at Adobe", "Logged in")
    row.hover()
    board.page.mouse.down()
    assert television.authorize("Adobe", "TEST_RESOURCE")["authorized"]
    television.ask("AcmeCable")
    expect(board.page.get_by_text("2 flows", exact=True)).to_be_visible()
    board.page.mouse.up()
    expect(board.page.get_by_role("heading", name="user at Adobe")).to_be_visible()
    expect(board.flow("user at Adobe", "Permitted")).to_be_visible()


def test_the_keyboard_is_enough(dashboard, tab):
    board = dashboard()
    board.open()
    television = Television(board, tab)
    television.ask("Adobe")
    television.log_in_on_the_phone()
    expect(board.flow("user at Adobe")).to_be_visible()
    board.page.keyboard.press("/")
    expect(board.page.get_by_label("Search")).to_be_focused()
    board.page.get_by_role("listbox", name="Flows").focus()
    board.page.keyboard.press("ArrowDown")
    board.page.keyboard.press("Enter")
    expect(board.page.get_by_role("heading", name="user at Adobe")).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(board.page.get_by_role("heading", name="user at Adobe")).to_have_count(0)


def test_the_set_up_check_turns_green(dashboard):
    board = dashboard()
    board.open("?view=setup&client=rest")
    check = board.page.locator(".check-live")
    expect(check).to_contain_text("Waiting for the first request from: REST API v2")
    expect(board.page.locator(".settings")).to_contain_text(board.base)
    api = API(board.base)
    App(api, Client.registered(api), "DEMO_NET").configuration()
    expect(check).to_contain_text("Your app's first request has arrived")
    board.check("setup-arrived")
    board.page.get_by_label("Address that your app uses").fill("192.0.2.7:8080")
    expect(board.page.locator(".settings")).to_contain_text("http://192.0.2.7:8080/_ns/")
    expect(board.page.get_by_role("img", name="QR code of http://192.0.2.7:8080")).to_be_visible()


def test_text_from_clients_stays_text(dashboard):
    """What a client sends is shown as it is, and never becomes a part of the page."""
    board = dashboard()
    board.page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    mark = "<img src=x onerror=alert(1)>"
    api = API(board.base)
    app = App(api, Client.registered(api), mark, device=mark)
    app.create_session(mvpd=mark, domainName="a.example", redirectUrl=f"{board.base}/_sim/done")
    board.open("?show=requests")
    row = board.page.get_by_role("option").filter(has_text="CreateAuthenticationSession")
    row.click()
    for name in ("Decoded", "Why", "Request", "Response"):
        board.page.get_by_role("tab", name=name).click()
    expect(board.page.get_by_role("tabpanel")).to_be_visible()
    assert board.page.locator("img[src=x]").count() == 0
    assert board.faults == []


def test_a_browser_at_the_root_is_led_to_the_dashboard(tab, simulator):
    page = tab()
    page.goto(simulator.http)
    expect(page).to_have_url(f"{simulator.http}/_sim/")
    expect(page.get_by_role("link", name="Set up", exact=True)).to_be_visible()


def test_the_admin_token_is_asked_for(dashboard):
    """As where other machines can connect: the dashboard's files need no token, every other call needs it."""
    board = dashboard()

    def guard(route):
        if "/_sim/dashboard/" in route.request.url or route.request.headers.get("authorization") == "Bearer s3cret":
            route.continue_()
        else:
            problem = {"type": "about:blank", "title": "Unauthorized", "status": 401, "detail": "Send the admin.token."}
            route.fulfill(status=401, content_type="application/problem+json", body=json.dumps(problem))

    board.page.route("**/_sim/*", guard)
    board.page.route("**/_sim/", lambda route: route.continue_())
    board.page.goto(f"{board.base}/_sim/")
    dialog = board.page.get_by_role("dialog")
    expect(dialog).to_contain_text("admin.token")
    board.check("token-dialog")
    dialog.get_by_label("Admin token").fill("wrong")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog).to_contain_text("refused this token")
    dialog.get_by_label("Admin token").fill("s3cret")
    dialog.get_by_role("button", name="Continue").click()
    expect(board.page.get_by_role("heading", name="Waiting for the first request")).to_be_visible()
    expect(board.page.locator("#live")).to_have_attribute("data-state", "live")
    # A reload needs it no more; another tab does.
    board.page.reload()
    expect(board.page.get_by_role("heading", name="Waiting for the first request")).to_be_visible()
    assert board.page.evaluate("Object.keys(localStorage).length") == 0
