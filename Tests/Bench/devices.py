"""Devices that are made known to a simulator before anything is measured, and what they would ask next."""

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
