"""Devices that are made known to a simulator before anything is measured, and what they would ask next."""

import base64
import sys
import urllib.parse

import shapes
from servers import ROOT

sys.path.append(str(ROOT / "Tests/Clients"))
import witness as clients  # noqa: E402

RESOURCE = "TEST_RESOURCE"


class Device(clients.Witness):
    """A client that notes the form of each call, so that the last of each operation can be sent again."""

    def __init__(self, server, name):
        super().__init__(f"{server.http}/adobe-services", "TEST_REQUESTOR", "Adobe", name)
        self.host = urllib.parse.urlsplit(server.http).netloc
        self.forms = {}

    def entitle(self, operation, fields):
        self.forms[operation] = fields
        return super().entitle(operation, fields)


def waiting(server, count):
    """TVs, each with a code for which nobody signs in; they share an app, and so its access token."""
    tv = Device(server, "tv")
    tv.register(clients.made_up_statement())
    tv.request_access()
    for number in range(count):
        tv.device_id = f"{number:064x}"
        tv.request_code()
        yield tv


def polls(server, count):
    """Polls of `count` TVs for whose codes nobody signs in."""
    return [shapes.poll(tv.host, tv.code, tv.device_id, tv.access_token) for tv in waiting(server, count)]


def records(server, count):
    """Requests of a page for the records of `count` codes."""
    return [shapes.record(tv.host, tv.code, tv.access_token) for tv in waiting(server, count)]


def signed_in(server, count):
    """Devices that each have an authN, an authZ and a media token of their own."""
    devices = [Device(server, f"phone-{number}") for number in range(count)]
    for device in devices:
        device.sign_in(clients.made_up_statement(), "user", "password")
        device.authorize(RESOURCE)
        device.short_authorize()
    return devices


def logged_in_polls(devices):
    """Polls of the devices, which fetch their authN tokens again."""
    return [shapes.poll(each.host, each.code, each.device_id, each.access_token) for each in devices]


def authorizations(devices):
    return [shapes.authorize(each.host, each.forms["authorizeDevice"], each.access_token) for each in devices]


def short_authorizations(devices):
    return [
        shapes.short_authorize(each.host, each.forms["deviceShortAuthorize"], each.access_token) for each in devices
    ]


class App(clients.Witness):
    """An app of REST API v2 on a device of its own, with an access token of its own and a session's code."""

    def __init__(self, server, number):
        super().__init__(f"{server.http}/adobe-services", "TEST_REQUESTOR", "Adobe", f"app-{number}")
        self.device_identifier = "fingerprint " + base64.b64encode(self.device_id.encode()).decode()
        self.register(clients.made_up_statement())
        self.request_access()
        session = self.begin()
        self.code, self.login_path = session["code"], session["url"]

    def begin(self):
        """A session that has everything it needs."""
        fields = {"mvpd": self.mvpd, "domainName": "adobe.com", "redirectUrl": self.redirect}
        headers = {"Authorization": f"Bearer {self.access_token}", "AP_Device_Identifier": self.device_identifier}
        body = urllib.parse.urlencode(fields).encode()
        url = f"{self.host_root}/api/v2/{self.requestor}/sessions"
        answer = self._send("sessions", "POST", url, body, Content_Type=clients.FORM, **headers)
        return self._json("sessions", answer, "code", "url")

    def log_in(self):
        self.browser.follow("login", f"{self.host_root}{self.login_path}", "user", "password")


def apps(server, count, logged_in=False):
    """Apps of REST API v2, each on a device of its own."""
    found = [App(server, number) for number in range(count)]
    if logged_in:
        for app in found:
            app.log_in()
    return found


def app_polls(server, count, what, logged_in=False):
    """Requests of so many apps for `profiles` of their devices, or by their codes for `profiles/code` or `sessions`."""
    host = urllib.parse.urlsplit(server.http).netloc
    by_code = what != "profiles"
    found = apps(server, count, logged_in)
    return [
        shapes.app_poll(host, f"{what}/{app.code}" if by_code else what, app, is_about_device=not by_code) for app in found
    ]


def app_authorizations(server, count):
    host = urllib.parse.urlsplit(server.http).netloc
    return [shapes.app_authorize(host, app) for app in apps(server, count, logged_in=True)]
