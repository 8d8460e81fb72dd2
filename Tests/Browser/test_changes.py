"""What a tester changes with the dashboard: the state, the journal and the namespaces."""

import itertools

import requests
from playwright.sync_api import expect

from rest_v2_client import API, Client

counter = itertools.count()


def test_state_is_revoked_and_edited(dashboard):
    board = dashboard()
    board.call("POST", "login", {"device": "my-device", "requestor": "REF30", "mvpd": "AcmeCable", "user": "user"})
    board.open("?view=state&kind=sessions")
    row = board.page.get_by_role("row").filter(has_text="my-device")
    row.get_by_role("button", name="Details").click()
    expect(board.page.get_by_role("dialog").get_by_role("button")).to_have_text(["Close"])
    board.page.get_by_role("dialog").get_by_role("button").click()
    row.get_by_role("button", name="End").click()
    board.page.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(row).to_have_count(0)
    assert board.call("GET", "state/sessions")["total"] == 0
    board.page.get_by_role("link", name="Subscribers").click()
    board.page.get_by_role("button", name="Edit user", exact=True).click()
    board.page.get_by_label("Settings").fill('{"entitlement": "nothing"}')
    board.page.get_by_role("button", name="Save").click()
    expect(board.page.get_by_role("dialog")).to_have_count(0)
    assert board.call("GET", "state/subscribers/user")["entitlement"] == "nothing"


def test_a_phone_shows_first_when_entries_expire(dashboard):
    board = dashboard("phone")
    board.call("POST", "login", {"device": "my-device", "requestor": "REF30", "mvpd": "AcmeCable", "user": "user"})
    board.open("?view=state&kind=sessions")
    expect(board.page.get_by_role("columnheader").first).to_have_text("Expires")
    board.check("state-expiries")


def test_all_requests_are_removed(dashboard):
    board = dashboard()
    Client.registered(API(board.base))
    board.open("?show=requests")
    expect(board.page.get_by_role("listbox", name="Requests").get_by_role("option")).to_have_count(2)
    board.page.get_by_role("button", name="Remove all requests").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Remove all requests").click()
    expect(board.page.get_by_role("heading", name="Waiting for the first request")).to_be_visible()
    assert board.call("GET", "exchanges")["exchanges"] == []


def test_namespaces_are_made_switched_and_deleted(dashboard):
    board = dashboard()
    name = f"made-{next(counter)}"
    board.open("?view=namespaces")
    board.page.get_by_role("button", name="New namespace").click()
    board.page.get_by_role("textbox", name="Name").fill(name)
    board.page.get_by_role("button", name="Create").click()
    board.page.get_by_role("link", name=name).click()
    expect(board.page.locator("#namespace")).to_have_text(name)
    board.view("Namespaces")
    board.page.get_by_role("button", name=f"Delete {name}").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    board.page.wait_for_url("**/_sim/?view=namespaces")
    expect(board.page.get_by_role("link", name=name)).to_have_count(0)


def test_older_requests_are_looked_for(dashboard):
    """The page loads the newest requests first; what is older is found when the tester asks for it."""
    board = dashboard()
    board.call("POST", "login", {"device": "old-device", "requestor": "REF30", "mvpd": "AcmeCable", "user": "user"})
    client = requests.Session()
    client.get(f"{board.base}/adobe-services/sessionDevice", params={"requestor_id": "REF30", "device_id": "old-device"})
    for number in range(1_300):
        client.get(f"{board.base}/adobe-services/config/REF30", params={"number": number})
    board.open("?show=requests&q=old-device")
    expect(board.page.get_by_role("heading", name="No requests match")).to_be_visible()
    board.check("older-requests")
    board.page.get_by_role("button", name="Look in older requests").click()
    found = board.page.get_by_role("listbox", name="Requests").get_by_role("option")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("SessionDevice")
