"""Three apps that fail, and what their developers see who know nothing but the address of the dashboard."""

from dataclasses import replace

import pytest
import requests
from playwright.sync_api import expect

from dashboard import PHONE, SIZES, Television


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
    expect(notice).to_contain_text("RetrieveAuthorizationDecisions was refused (403, no profile)")
    board.check("refused-apart")
    notice.get_by_role("link", name="See why").click()
    expect(board.page.locator(".part .sentence")).to_have_text(
        f"The app has no profile for AcmeCable on the device another-device. The user logged in on another device, {first}.")
    board.check("refused-apart-why")


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
        "The request names the device bedroom, and the token belongs to living-room, on which the user logged in.")
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
    board.flow("user at Adobe", "Failed").click()
    expect(board.page.locator(".why")).to_contain_text("The app's profile for Adobe expired at")
    expect(board.page.locator(".why")).to_contain_text("the simulator's clock shows")
    board.check("expired-profile")


@pytest.mark.parametrize("size", SIZES)
def test_an_mvpd_that_is_down(dashboard, tab, size):
    board = dashboard(size)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    board.call("POST", "rules", {"match": {"mvpd": "AcmeCable"}, "action": {"mvpd": "down"}})
    assert television.authorize("AcmeCable", "TEST_RESOURCE")["authorized"] is False
    board.flow("user at AcmeCable", "Denied").click()
    expect(board.page.locator(".why")).to_contain_text(
        "The rule rule-1 keeps the MVPD from deciding about the resource TEST_RESOURCE, as if the MVPD were down.")
    board.check("mvpd-down")
    # Another user's browser gets no login page.
    other = replace(television.app, device="another-device")
    landing = television.landing
    code = other.create_session(mvpd="AcmeCable", domainName="demo-net.example", redirectUrl=landing).json["code"]
    tab(**PHONE).goto(f"{board.base}{other.authenticate_path(code)}")
    board.page.goto(f"{board.base}/_sim/")
    board.flow("Login at AcmeCable", "Failed").click()
    expect(board.page.locator(".why")).to_contain_text(
        "The rule rule-1 makes the MVPD act as if it were down, so its page answered with an error.")
