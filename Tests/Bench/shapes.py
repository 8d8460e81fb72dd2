"""Requests as known clients send them, with places for what differs from one request to the next.

Each shape is a whole request. Where it holds `########` stands a number of eight digits, another one in each request; the rest of
what differs, such as codes and tokens, is filled in before anything is measured.
"""

import urllib.parse

PLACE = "#" * 8
FORM = "application/x-www-form-urlencoded"

# Chrome, as it opens a page.
BROWSER = {
    "Connection": "keep-alive",
    "Upgrade-Insecure-Requests": "1",
    "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br",
    "Accept-Language": "en-US,en;q=0.9",
}
QUERY = f"requestor_id=TEST_REQUESTOR&_={PLACE}"
COOKIES = f"JSESSIONID={'0' * 24}{PLACE}; client_type=html5; client_version=4.1.1; pass_sfp={'A' * 40}{PLACE}"
# AccessEnabler 3.x on a TV with Android, as EPlusTV sends it.
DEVICE_INFO = (
    "eyJtYW51ZmFjdHVyZXIiOiJHb29nbGUiLCJtb2RlbCI6InNka19nb29nbGVfYXR2X3g4NiIsIm9zTmFtZSI6IkFuZHJvaWQiLCJvc1ZlcnNpb24iOiIxMCIs"
    "InZlbmRvciI6Imdvb2dsZSIsInZlcnNpb24iOiJnZW5lcmljX3g4NiJ9"
)
TELEVISION = {
    "User-Agent": "Dalvik/2.1.0 (Linux; U; Android 10; sdk_google_atv_x86) AdobePassNativeClient/3.6.1",
    "Accept": "application/json, text/plain, */*",
    "Accept-Encoding": "gzip, deflate, br",
    "Connection": "keep-alive",
}
# AccessEnabler 3.x for iOS.
TELEPHONE = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AdobePassNativeClient/3.6.1",
    "Accept": "*/*",
    "Accept-Language": "en-us",
    "Accept-Encoding": "gzip, deflate, br",
    "Connection": "keep-alive",
    "X-Device-Info": DEVICE_INFO,
}


def request(host, target, fields, form=None):
    """The bytes of a request; with a form, names and values, it is a POST."""
    if form is None:
        return request_with(host, target, fields)
    return request_with(host, target, fields, urllib.parse.urlencode(form, safe="#"), f"{FORM}; charset=UTF-8")


def request_with(host, target, fields, content=None, kind=None):
    """The bytes of a request; with content it is a POST."""
    lines = [f"{'GET' if content is None else 'POST'} {target} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in fields.items()]
    if content is not None:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", content or ""]).encode()


def page(host, path):
    """A browser that comes back: another query and other cookies each time."""
    return request(host, f"{path}?{QUERY}", BROWSER | {"Cookie": COOKIES})


def poll(host, code, device, access_token):
    """A TV that asks whether somebody has signed in for the code that it shows."""
    fields = TELEVISION | {"Authorization": f"Bearer {access_token}"}
    form = {"_method": "GET", "reg_code": code, "requestor_id": "TEST_REQUESTOR", "device_id": device}
    form |= {"device_info": DEVICE_INFO, "networkType": "WIFI"}
    return request(host, "/adobe-services/sessionDevice", fields, form)


def record(host, code, access_token):
    """A page at which somebody has typed in a code asks what it is for."""
    fields = BROWSER | {"Accept": "application/json", "Authorization": f"Bearer {access_token}"}
    return request(host, f"/reggie/v1/TEST_REQUESTOR/regcode/{code}.json", fields)


def authorize(host, form, access_token):
    """An SDK that wants to play another resource: `form` is what it has sent for one before."""
    form = form | {"resource_id": f"channel-{PLACE}"}
    fields = TELEPHONE | {"Authorization": f"Bearer {access_token}"}
    return request(host, "/adobe-services/authorizeDevice", fields, form)


def short_authorize(host, form, access_token):
    """An SDK that wants a media token, with a session GUID that it makes up, as EPlusTV does."""
    form = form | {"session_guid": f"{'0' * 24}{PLACE}"}
    fields = TELEPHONE | {"Authorization": f"Bearer {access_token}"}
    return request(host, "/adobe-services/deviceShortAuthorize", fields, form)


def app_poll(host, target, app, is_about_device):
    """An app of REST API v2 on a TV, which asks for something by its own access token and device."""
    fields = TELEVISION | {"Accept": "application/json", "Authorization": f"Bearer {app.access_token}"}
    if is_about_device:
        fields |= {"AP-Device-Identifier": app.device_identifier, "X-Device-Info": DEVICE_INFO}
    return request(host, f"/api/v2/TEST_REQUESTOR/{target}", fields)


def app_authorize(host, app):
    """An app of REST API v2 that wants to play another resource."""
    fields = TELEVISION | {"Accept": "application/json", "Authorization": f"Bearer {app.access_token}"}
    fields |= {"AP-Device-Identifier": app.device_identifier, "X-Device-Info": DEVICE_INFO}
    content = f'{{"resources":["channel-{PLACE}"]}}'
    return request_with(host, "/api/v2/TEST_REQUESTOR/decisions/authorize/Adobe", fields, content, "application/json")


def numbered(requests, count):
    """Makes `count` requests of the given ones in turn, each with another number in its places."""
    return [
        requests[number % len(requests)].replace(PLACE.encode(), f"{number + 1:08d}".encode()) for number in range(count)
    ]


def whole_answer(answer):
    """The body of an answer with a Content-Length; `None` as long as some of it is missing."""
    head, end, body = bytes(answer).partition(b"\r\n\r\n")
    if not end:
        return None
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return body if len(body) >= int(length.partition(b":")[2]) else None
