"""The editor of rules: fields for the usual parts, which write the JSON and are read back from it."""

import itertools
import json

import pytest
from playwright.sync_api import expect

from dashboard import SIZES

LOOKS = [*itertools.product(SIZES, ("light", "dark"))]


class Editor:
    def __init__(self, board):
        self.board = board
        self.dialog = board.page.get_by_role("dialog")
        self.json = self.dialog.locator("textarea")

    def field(self, label):
        roles = [self.dialog.get_by_role(role, name=label, exact=True) for role in ("combobox", "spinbutton", "textbox")]
        return roles[0].or_(roles[1]).or_(roles[2])

    @property
    def rule(self):
        return json.loads(self.json.input_value())


@pytest.fixture
def editor(dashboard):
    def make(size="desktop", scheme="light"):
        board = dashboard(size, scheme)
        board.open("?view=rules")
        return Editor(board)

    return make


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_fields_write_the_rule_and_are_read_back_from_it(editor, size, scheme):
    editor = editor(size, scheme)
    page = editor.board.page
    page.get_by_role("button", name="New rule").click()
    expect(editor.field("Operation")).to_have_value("AuthorizeDevice")
    expect(editor.field("Fails with")).to_have_value("denied")
    editor.board.check("rule-editor")
    editor.field("Operation").fill("")
    editor.field("MVPD (pay-TV provider)").fill("AcmeCable")
    editor.field("Resource").fill("news*")
    editor.field("Answers with status").fill("503")
    expect(editor.field("Fails with")).to_have_value("")
    editor.field("Delay in milliseconds").fill("250")
    editor.field("How many times").fill("2")
    assert editor.rule == {
        "match": {"mvpd": "AcmeCable", "resource": "news*"}, "action": {"status": 503, "delay": 250}, "times": 2}
    editor.dialog.get_by_role("button", name="Add the rule").click()
    expect(page.locator("#toasts")).to_contain_text("Added rule-1")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("switch", name="Rule rule-1"))
    expect(card).to_contain_text("in force since")
    # The simulator writes the delay in another form, which the field knows.
    card.get_by_role("button", name="Edit").click()
    for label, value in (("Resource", "news*"), ("Answers with status", "503"), ("Delay in milliseconds", "250"), ("How many times", "2")):
        expect(editor.field(label)).to_have_value(value)
    editor.field("Fails with").select_option("accessDenied")
    editor.field("How many times").fill("")
    assert "times" not in editor.rule and editor.rule["action"]["failure"] == "accessDenied"
    editor.dialog.get_by_role("button", name="Save").click()
    expect(page.locator("#toasts")).to_contain_text("Saved rule-1")
    assert editor.board.call("GET", "rules/rule-1")["action"] == {"failure": "accessDenied", "delay": {"fixedMs": 250}}


def test_what_only_the_json_can_say_stays_there(editor):
    editor = editor()
    page = editor.board.page
    page.get_by_role("button", name="New rule").click()
    rule = {"match": {"mvpd": "Adobe", "headers": {"User-Agent": "Roku*"}}, "action": {"delay": {"uniformMs": [10, 20]}}}
    editor.json.fill(json.dumps(rule))
    expect(editor.field("MVPD (pay-TV provider)")).to_have_value("Adobe")
    delay = page.locator("[name=action-delay]")
    expect(delay).to_be_disabled()
    expect(editor.dialog.locator(".rule-field").filter(has=delay)).to_contain_text("Set in the JSON below")
    editor.field("Requestor").fill("REF30")
    assert editor.rule == {**rule, "match": {**rule["match"], "requestor": "REF30"}}
    editor.board.check("rule-editor-json")
    # While the JSON can't be read, the fields wait.
    editor.json.fill('{"match": ')
    expect(editor.field("Requestor")).to_be_disabled()
    expect(editor.dialog.get_by_role("status")).to_contain_text("The fields above are disabled until you correct the JSON: This isn't JSON")
    editor.dialog.get_by_role("button", name="Add the rule").click()
    expect(editor.dialog.get_by_role("alert")).to_contain_text("This isn't JSON")
    editor.json.fill(json.dumps(rule))
    expect(editor.field("Requestor")).to_be_enabled()


def test_the_keyboard_is_enough_to_make_a_rule(editor):
    editor = editor()
    keyboard = editor.board.page.keyboard
    editor.board.page.get_by_role("button", name="New rule").press("Enter")
    expect(editor.field("Operation")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type("Adobe")
    expect(editor.field("MVPD (pay-TV provider)")).to_have_value("Adobe")
    keyboard.press("Enter")
    expect(editor.board.page.locator("#toasts")).to_contain_text("Added rule-1")
    assert editor.board.call("GET", "rules/rule-1")["match"] == {"operation": "AuthorizeDevice", "mvpd": "Adobe"}


def test_the_fields_offer_what_the_simulator_knows(editor):
    editor = editor()
    editor.board.page.get_by_role("button", name="New rule").click()
    for name, known in (("match-operation", "RetrieveProfiles"), ("match-mvpd", "AcmeCable"), ("match-requestor", "REF30")):
        offers = editor.dialog.locator(f"#{editor.dialog.locator(f'[name={name}]').get_attribute('list')} option")
        expect(offers.and_(editor.dialog.locator(f"[value={known}]"))).to_have_count(1)
