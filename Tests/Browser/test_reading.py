"""What a newcomer reads: figures that agree, times in one form, words that explain themselves."""

import re

import pytest
from playwright.sync_api import expect

from dashboard import SIZES, Television

OFFSET = re.compile(r"^\+\d+\.\d{3} s")
EXCHANGES = "**/_sim/exchanges?after=*"
DAY_AND_TIME = re.compile(r"\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d")


@pytest.fixture
def waiting(dashboard, tab):
    """A dashboard and a television that has polled for a login that is complete now."""

    def make(size="desktop", scheme="light"):
        board = dashboard(size, scheme)
        board.open()
        television = Television(board, tab)
        television.ask("AcmeCable")
        for _ in range(3):
            television.app.profile_by_code(television.code)
        television.log_in_on_the_phone()
        return board, television

    return make


@pytest.mark.parametrize("size", SIZES)
def test_the_figures_of_a_flow_agree(waiting, size):
    board, _ = waiting(size)
    row = board.flow("user at AcmeCable", "Logged in")
    expect(row.locator(".row-count")).to_have_text("11 requests")
    row.click()
    expect(board.page.get_by_role("heading", name="11 requests", exact=True)).to_be_visible()
    expect(board.page.get_by_role("list", name="Exchanges of this flow").get_by_role("link")).to_have_count(11)
    expect(board.page.locator(".picture-bar")).to_contain_text("11 requests. A request that repeats the previous one, as polls do, shares its arrow; 3 do.")
    # The picture is as wide as its letters need, also where its place is narrower.
    width, natural = board.page.locator(".picture img").evaluate("image => [image.width, image.naturalWidth]")
    assert width >= 0.89 * natural
    wider = board.page.get_by_text("The diagram goes on to the right.")
    expect(wider).to_be_visible()
    board.page.get_by_role("button", name="Fit the width").click()
    expect(wider).to_be_hidden()
    expect(board.page.get_by_role("button", name="Readable size")).to_be_visible()
    board.check("flow-in-figures")


def test_the_exchanges_of_a_flow_have_milliseconds(waiting):
    board, television = waiting()
    board.call("PATCH", "clock", {"advanceSeconds": 3600})
    television.authorize("AcmeCable", "TEST_RESOURCE")
    board.flow("user at AcmeCable", "Permitted").click()
    times = board.page.locator(".step-time time")
    expect(times.first).to_have_text("+0.000 s")
    expect(board.page.get_by_text("Clock moved forwards by 1 hour")).to_be_visible()
    # An hour by which the clock was moved isn't an hour that the app took, so that later requests have the time of the day.
    *earlier, last = times.all_inner_texts()
    assert len(earlier) > 2 and all(OFFSET.match(text) for text in earlier)
    # With the day, if the hour crosses midnight.
    assert re.fullmatch(r"(\d+ \w+ \d{4},\s)?\d\d:\d\d:\d\d", last), last


def test_a_flow_has_the_moves_of_the_clock_before_the_list_of_exchanges_is_read(waiting):
    board, television = waiting()
    board.call("PATCH", "clock", {"advanceSeconds": 3600})
    television.authorize("AcmeCable", "TEST_RESOURCE")
    held = []
    board.page.route(EXCHANGES, lambda route: held.append(route))
    flow = board.call("GET", "flows")["flows"][-1]["id"]
    # The page may show the flow before it asks for the exchanges.
    with board.page.expect_request(EXCHANGES):
        board.open(f"?flow={flow}")
    expect(board.page.get_by_text("Clock moved forwards by 1 hour")).to_be_visible()
    assert held != []
    for route in held:
        route.continue_()
    expect(board.page.get_by_text("Clock moved forwards by 1 hour")).to_have_count(1)


def test_every_date_has_one_form(waiting):
    board, television = waiting()
    board.call("PATCH", "clock", {"advanceSeconds": 3 * 86400})
    expect(board.page.locator(".clock-name")).to_have_text("Simulated clock, 3 days ahead", timeout=20_000)
    television.app.configuration()
    for query in ("", "?show=requests", "?view=clock", "?view=state&kind=profiles"):
        board.open(query)
        text = board.page.locator("body")
        expect(text).to_contain_text(DAY_AND_TIME)
        expect(board.page.locator("main")).to_contain_text(DAY_AND_TIME)
        assert not re.search(r"\d{4}-\d\d-\d\d", board.page.locator("body").inner_text())
    board.open("?view=clock")
    board.page.get_by_label("Set to, in UTC").fill("1 Jan 2031, 08:30:00")
    board.page.locator("form").filter(has=board.page.get_by_label("Set to, in UTC")).get_by_role("button").click()
    expect(board.page.locator(".big-time")).to_contain_text("1 Jan 2031, 08:30:0")
    board.page.get_by_label("Set to, in UTC").fill("2032-01-01T08:30:00Z")
    board.page.get_by_label("Set to, in UTC").press("Enter")
    expect(board.page.locator(".big-time")).to_contain_text("1 Jan 2032, 08:30:0")


@pytest.mark.parametrize("size", SIZES)
def test_the_word_mvpd_is_explained(waiting, size):
    board, _ = waiting(size)
    expect(board.page.get_by_label("MVPD", exact=True).locator("option").first).to_have_text("Any TV provider")
    board.flow("user at AcmeCable").click()
    expect(board.page.locator(".facts")).to_contain_text("MVPD (pay-TV provider)AcmeCable")


@pytest.mark.parametrize("size", SIZES)
def test_a_missing_profile_is_told_with_the_device_and_the_login(waiting, size):
    board, television = waiting(size)
    assert television.app.log_out("AcmeCable", f"{board.base}/_sim/done").status == 200
    assert television.app.profiles().json["profiles"] == {}
    board.open("?show=requests")
    board.page.get_by_role("option").filter(has_text="RetrieveProfiles").first.click()
    board.page.get_by_role("tab", name="Why").click()
    sentence = board.page.locator(".part .sentence")
    expect(sentence).to_contain_text(
        f"The app has no valid profile on the device {television.app.device}, which the request names in the header field"
        " AP-Device-Identifier. The app logged out on this device at")
    expect(board.page.locator(".checks > li").last).to_contain_text("profiles")
    board.check("missing-profile")


@pytest.mark.parametrize("size", SIZES)
def test_the_reason_of_a_row_is_seen_as_a_whole(waiting, size):
    board, television = waiting(size)
    resource = "deny:" + "a-channel-with-a-long-name"
    assert television.authorize("AcmeCable", resource)["authorized"] is False
    board.flow("user at AcmeCable", "Denied")
    whole = "element => element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1"
    reason = board.flow("user at AcmeCable", "Denied").locator(".row-title .soft")
    expect(reason).to_contain_text("not authorized")
    if size == "desktop":
        assert reason.evaluate(whole)
    board.page.get_by_role("link", name="Requests", exact=True).click()
    row = board.page.get_by_role("option").filter(has_text="RetrieveAuthorizationDecisions")
    shown = row.locator(".row-facts" if size == "phone" else ".badge")
    expect(shown).to_contain_text("not authorized")
    assert shown.evaluate(whole)
    board.check("reasons-in-rows")
