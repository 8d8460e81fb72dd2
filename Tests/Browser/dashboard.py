"""The dashboard in a tab, the app and the phone that it watches, and what every view of it must meet."""

import json
import shlex
import subprocess
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rest_v2_client import API, App, Client
from test_login import fill_in, screenshot, submit

NET = "DEMO_NET"
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
# A small window is where an open flow and an open exchange have the least room beside each other.
WINDOWS = SIZES | {"laptop": {"viewport": {"width": 1280, "height": 800}}}

# The levels A and AA of WCAG 2.2, and what axe recommends beyond them.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Neither the page nor its main parts are wider than the window. Tables and pictures scroll in regions of their own.
FITS = """() => [document.documentElement, ...document.querySelectorAll("main, .pane, .list")]
    .every(part => part.scrollWidth <= part.clientWidth)"""


class Dashboard:
    """One tab with the dashboard of one namespace."""

    def __init__(self, tab, simulator, namespace, size="desktop", scheme="light"):
        self.base = f"{simulator.http}/_ns/{namespace}"
        self.name = f"dashboard-{size}-{scheme}"
        self.page = tab(color_scheme=scheme, accept_downloads=True, **WINDOWS[size])
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.listen)
        self.requests = []
        self.page.on("request", lambda request: self.requests.append(request.url))

    def listen(self, line):
        """Notes what the page's policy refuses."""
        if "Content Security Policy" in line.text:
            self.faults.append(line.text)

    def open(self, query=""):
        self.page.goto(f"{self.base}/_sim/{query}")
        expect(self.page.locator("#live")).to_have_attribute("data-state", "live")

    def view(self, name):
        self.page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text({"Set up": "Set up your app"}.get(name, name))

    def check(self, name):
        """Takes a screenshot, and finds no fault with what is there to see."""
        screenshot(self.page, f"{self.name}-{name}")
        result = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": TAGS}})
        found = [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in result.response["violations"]]
        assert found == [], (name, found)
        assert self.page.evaluate(FITS), f"{name} scrolls sideways"
        assert self.faults == []

    def call(self, method, path, content=None):
        """A call of the control API, beside the dashboard."""
        body = None if content is None else json.dumps(content).encode()
        fields = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.base}/_sim/{path}", body, fields, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or b"null")

    def flow(self, *words):
        """The row of the flow with these words."""
        rows = self.page.get_by_role("listbox", name="Flows").get_by_role("option")
        for word in words:
            rows = rows.filter(has_text=word)
        return rows.first


class Television:
    """An app of REST API v2 on a TV, whose user logs in on a phone."""

    def __init__(self, dashboard, tab):
        api = API(dashboard.base)
        self.app = App(api, Client.registered(api), NET)
        self.landing = f"{dashboard.base}/_sim/done"
        self.tab = tab

    def ask(self, mvpd):
        created = self.app.create_session(mvpd=mvpd, domainName="demo-net.example", redirectUrl=self.landing)
        assert created.status == 200, created
        self.code = created.json["code"]
        assert self.app.profile_by_code(self.code).json["profiles"] == {}

    def log_in_on_the_phone(self):
        phone = self.tab(**PHONE)
        phone.goto(f"{self.app.api.base}{self.app.authenticate_path(self.code)}")
        fill_in(phone)
        submit(phone)
        phone.wait_for_url(f"{self.landing}**")
        assert self.app.profile_by_code(self.code).json["profiles"] != {}

    def authorize(self, mvpd, resource):
        return self.app.authorize(mvpd, resource).json["decisions"][0]


def run_in_a_shell(command):
    subprocess.run(shlex.split(command), check=True, timeout=30)
