"""A capsule of a failed run, saved in the dashboard and by `exec`, and opened on a desktop and on a phone, light and dark."""

import itertools
import re

import pytest
import requests
from playwright.sync_api import expect

from dashboard import Television
from simulator import command
from test_capsule import Shown
from test_dashboard import LOOKS

numbers = itertools.count()


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_capsule_is_saved_and_opened(dashboard, tab, size, scheme):
    board = dashboard(size, scheme)
    board.open()
    television = Television(board, tab)
    television.ask("AcmeCable")
    television.log_in_on_the_phone()
    assert television.authorize("AcmeCable", "deny:news")["authorized"] is False
    board.view("Namespaces")
    board.check("capsule-buttons")
    with board.page.expect_download() as download:
        board.page.get_by_role("button", name=f"Save capsule of {board.base.rpartition('/')[2]}").click()
    board.page.get_by_role("button", name="Open capsule").click()
    dialog = board.page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(download.value.path())
    name = f"opened-{next(numbers)}"
    dialog.locator("input[name=name]").fill(name)
    board.check("capsule-dialog")
    dialog.get_by_role("button", name="Open").click()
    expect(board.page).to_have_url(f"{board.base.rpartition('/')[0]}/{name}/_sim/")
    banner = board.page.locator("#capsule")
    expect(banner).to_contain_text(re.compile(
        f"^Capsule of {board.base.rpartition('/')[2]}, saved at .*\\sUTC, secrets masked; the clock is frozen\\.$"))
    board.check("capsule-banner")
    board.flow("user at AcmeCable", "Denied").click()
    expect(board.page.locator(".why")).to_contain_text("AcmeCable denies the resource deny:news to user")
    board.page.get_by_role("link", name="Show this request, RetrieveAuthorizationDecisions").click()
    expect(board.page.locator(".checks > li").last).to_contain_text("MVPD decision")
    board.check("capsule-why")
    board.page.get_by_role("tab", name="Decoded").click()
    expect(board.page.get_by_role("tabpanel")).to_contain_text("access token")
    board.check("capsule-decoded")


def test_a_file_that_is_no_capsule_is_refused_in_the_dialog(dashboard, tmp_path):
    board = dashboard()
    board.open("?view=namespaces")
    board.page.get_by_role("button", name="Open capsule").click()
    file = tmp_path / "other.json"
    file.write_text("{}")
    dialog = board.page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(file)
    dialog.get_by_role("button", name="Open").click()
    expect(dialog.get_by_role("alert")).to_contain_text('format isn\'t "pass-simulator capsule"')


def test_the_capsule_of_a_failed_command_is_opened_by_one_command(tab, tmp_path):
    file = tmp_path / "failed.json"
    asks = "curl -s $PASS_SIMULATOR_URL/adobe-services/authorizeDevice -d requestor_id=TEST_REQUESTOR -d resource_id=news; exit 1"
    done = command("exec", "--data-dir", tmp_path / "data", "--capsule", file, "--", "sh", "-c", asks)
    assert done.returncode == 1, done
    with Shown(tmp_path, "capsule", "open", file) as shown:
        page = tab()
        page.goto(f"{shown.base}/_sim/?list=requests")
        # No browser has opened it, so the line says what the namespace itself tells.
        expect(page.locator("#capsule")).to_have_text(
            re.compile(r"^Capsule of default, saved at .*\sUTC; the clock is frozen\.$"))
        page.get_by_role("link", name="Requests", exact=True).click()
        request = page.get_by_role("listbox", name="Requests").get_by_role("option").filter(has_text="AuthorizeDevice")
        expect(request).to_be_visible()


def test_notes_of_another_form_are_reported_in_their_tabs(dashboard):
    board = dashboard()
    assert requests.get(f"{board.base}/adobe-services/config/REF30", timeout=60).status_code == 200
    capsule = requests.get(f"{board.base}/_sim/capsule", timeout=60).json()
    for exchange in capsule["exchanges"]:
        exchange |= {"explanation": {"sentence": "", "checks": [1]}, "decoded": {"tokens": [{}], "saml": 1}}
    assert requests.put(f"{board.base}/_sim/capsule", json=capsule, timeout=60).ok
    shown = requests.get(f"{board.base}/_sim/exchanges", timeout=60).json()["exchanges"]
    for tab, text in (("why", "The explanation in the file isn't in the form"), ("summary", "The decoded contents in the file")):
        board.open(f"?list=requests&exchange={shown[0]['id']}&tab={tab}")
        expect(board.page.get_by_role("tabpanel")).to_contain_text(text)
