"""What a newcomer reads: figures that agree, times in one form, words that explain themselves."""

import re

import pytest
from playwright.sync_api import expect

from dashboard import SIZES, Television

OFFSET = re.compile(r"^\+\d+\.\d{3} s")
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
