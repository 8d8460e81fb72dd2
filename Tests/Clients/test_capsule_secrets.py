"""Capsules keep no secret, whatever clients and operators write, and replay with other keys, also after a restored snapshot."""

import base64
import gzip
import html
import json
import re
import urllib.parse
import uuid

import pytest
import requests

from rest_v2_client import API, App, Browser, Client, verify_media_token
from simulator import command

NET = "DEMO_NET"
SECONDS = 30
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Space:
    """A namespace of its own."""

    def __init__(self, simulator):
        self.name = f"secrets-{uuid.uuid4().hex[:12]}"
        self.http = simulator.http
        self.landing = simulator.landing
        self.base = f"{simulator.http}/_ns/{self.name}"

    def control(self, method, path, content=None, **more):
        answer = requests.request(method, f"{self.base}/_sim/{path}", json=content, timeout=SECONDS, **more)
        assert answer.ok, (path, answer.text)
        return answer.json() if answer.text else None

    def post(self, operation, body):
        return requests.post(f"{self.base}/adobe-services/{operation}", data=body, headers=FORM, timeout=SECONDS)

    def app(self):
        api = API(self.base)
        return App(api, Client.registered(api), NET)

    def log_in(self):
        return self.control("POST", "login", {
            "device": "native-device-77", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"})

    def capsule(self, **query):
        return requests.get(f"{self.base}/_sim/capsule", params=query, timeout=SECONDS).text


@pytest.fixture
def space(simulator):
    return Space(simulator)


def texts_in(value, names):
    """The texts of members with these names, at any depth."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name in names and isinstance(member, str):
                yield member
            yield from texts_in(member, names)
    elif isinstance(value, list):
        for element in value:
            yield from texts_in(element, names)


def without(capsule, secrets):
    secrets = {secret for secret in secrets if len(secret) >= 6}
    assert secrets
    for secret in secrets:
        assert secret not in capsule, (secret, capsule[max(0, capsule.index(secret) - 150):][:300])


def test_snapshots_that_were_restored_keep_none(space, simulator):
    app = space.app()
    app.log_in("AcmeCable", space.landing)
    login = space.log_in()
    snapshot = space.control("GET", "snapshot")
    other = Space(simulator)
    other.control("PUT", "snapshot", snapshot)
    other.control("PUT", "snapshot", snapshot | {"records": {}})
    secrets = set(texts_in(snapshot["records"], {"secret", "session", "guid", "providerSession", "refreshToken", "deviceID"}))
    without(other.capsule(), secrets | {login["session"], "native-device-77"})


def test_control_operations_keep_none_once_the_records_are_gone(space):
    login = space.log_in()
    space.control("POST", "tokens/mint", {
        "kind": "authn", "device": "minted-device-xyz", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"})
    space.control("POST", "rules", {"match": {"device": "rule-only-device-5"}, "action": {"failure": "denied"}})
    space.control("PATCH", "clock", {"advanceSeconds": 93 * 86_400})
    space.log_in()
    without(space.capsule(), {login["session"], "minted-device-xyz", "rule-only-device-5", "native-device-77"})


@pytest.mark.parametrize("written", [
    "a%7Etilde%7Epw1", "correct%20(horse)%209", "%63orrect+%28horse%29+9", "a+b*c-pass%7E1", "broken%zzescape1",
])
def test_parameters_are_found_however_they_are_escaped(space, written):
    space.post("sessionDevice", f"requestor_id=TEST_REQUESTOR&device_id={written}&reg_code=ABCDEFG")
    space.post("sessionDevice", f"requestor_id=TEST_REQUESTOR&x={'%41' * 25_000}&device_id=other-{written}")
    capsule = space.capsule()
    value = urllib.parse.unquote_plus(written)
    without(capsule, {written, value, json.dumps(value)[1:-1]})


def test_members_are_found_however_json_writes_them(space):
    for body in ('{"password" : "k1mpw"}', '{"password": "p\\u00e4ssword-9"}', '{"password":"p\\u00C4ssword-8"}'):
        name = f"zoe{len(body)}"
        answer = requests.patch(
            f"{space.base}/_sim/state/subscribers/user", data=body, headers={"Content-Type": "application/json"}, timeout=SECONDS)
        assert answer.ok, (name, answer.text)
    without(space.capsule(), {'" : "k1mpw', "p\\u00e4ssword-9", "p\\u00C4ssword-8", "pässword-9", "pÄssword-8"})


def test_the_session_of_a_saml_logout_is_masked(space):
    app, browser = space.app(), Browser(space.base)
    app.log_in("Adobe", space.landing, browser)
    sessions = set(texts_in(space.control("GET", "snapshot")["records"], {"providerSession"}))
    logout = app.log_out("Adobe", space.landing).json["logouts"]["Adobe"]
    browser.session.get(requests.compat.urljoin(space.base, logout["url"]), timeout=SECONDS)
    capsule = space.capsule()
    assert '"operation":"SingleLogout"' in capsule
    without(capsule, sessions)
    assert "SessionIndex" not in capsule.replace("simpleSamlSessionIndex", "")


def replayed(capsule, tmp_path):
    file = tmp_path / "capsule.json"
    file.write_text(capsule)
    return command("capsule", "replay", file, "--data-dir", tmp_path / "other", "--json")


@pytest.mark.parametrize("secrets", ["masked", "shown"])
def test_a_run_replays_after_a_restored_snapshot(space, tmp_path, secrets):
    app = space.app()
    app.configuration()
    snapshot = space.control("GET", "snapshot")
    app.configuration()
    space.control("PUT", "snapshot", snapshot)
    app.configuration()
    done = replayed(space.capsule(**({"secrets": "shown"} if secrets == "shown" else {})), tmp_path)
    report = json.loads(done.stdout)
    assert done.returncode == 0, [e for e in report["exchanges"] if e["outcome"] == "different"]


def test_a_stream_in_a_capsule_does_not_keep_a_replay(space, tmp_path):
    space.app().configuration()
    document = json.loads(space.capsule())
    document["exchanges"][0]["request"]["url"] = f"{space.base}/_sim/events"
    document["exchanges"][0]["request"]["method"] = "GET"
    done = replayed(json.dumps(document), tmp_path)
    assert done.returncode == 1 and json.loads(done.stdout)["exchanges"][0]["outcome"] == "different", done


def test_a_long_answer_is_not_called_the_same(space, tmp_path):
    names = {f"Big{number:03d}": {"name": "A name that takes room " * 9} for number in range(300)}
    space.control("PUT", "namespaces/" + space.name, {"configuration": {
        "mvpds": names, "requestors": {"BIG": {"mvpds": dict.fromkeys(names, {})}}}})
    requests.get(f"{space.base}/adobe-services/config/BIG", timeout=SECONDS)
    done = replayed(space.capsule(), tmp_path)
    (exchange,) = json.loads(done.stdout)["exchanges"]
    assert done.returncode == 0 and exchange["outcome"] == "notCompared", exchange


def encoded(text, times):
    for _ in range(times):
        text = urllib.parse.quote(text, safe="")
    return text


def base64_of(text):
    return base64.b64encode(text.encode()).decode()


def multipart(value):
    return f'--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n{value}\r\n--b--\r\n'


LONG = '{"padding":"' + "x" * 70_000 + '"}'
DEVICE = "/adobe-services/sessionDevice?requestor_id=TEST_REQUESTOR"
# Each row plants one secret: a name, and a function from the secret to the method, path, header fields and content of a request.
PLANTS = {
    "JSON that is cut": lambda s: ("POST", DEVICE, {}, json.dumps({"password": s, "more": [LONG]})),
    "JSON that is cut within the secret": lambda s: ("POST", DEVICE, {}, json.dumps({"a": "x" * 65_400, "token": s * 40})),
    "JSON within JSON that is cut": lambda s: ("POST", DEVICE, {}, json.dumps({"a": json.dumps({"deviceId": s}), "b": LONG})),
    "an escaped name of JSON": lambda s: ("POST", DEVICE, {}, f'{{"pass\\u0077ord":{json.dumps(s)},'),
    "JSON with escaped signs, as Gson writes it": lambda s: ("POST", DEVICE, {}, '{"token":"%s"}' % s.replace("=", "\\u003d").replace("+", "\\u002b")),
    "JSON in a form": lambda s: ("POST", DEVICE, FORM, "data=" + encoded(json.dumps({"password": s}), 1)),
    "base64 of JSON in a form": lambda s: ("POST", DEVICE, FORM, "data=" + encoded(base64_of(json.dumps({"token": s})), 1)),
    "base64 of JSON in JSON that is cut": lambda s: ("POST", DEVICE, {}, json.dumps({"data": base64_of(json.dumps({"token": s})), "b": LONG})),
    "base64 of base64": lambda s: ("POST", DEVICE, FORM, "data=" + base64_of("x=" + base64_of(json.dumps({"token": s})))),
    "a data URL": lambda s: ("POST", DEVICE, FORM, "u=" + encoded("data:application/json;base64," + base64_of(json.dumps({"token": s})), 1)),
    "a form that is cut": lambda s: ("POST", DEVICE, FORM, f"password={encoded(s, 1)}&a={'x' * 70_000}"),
    "a form that is cut within the secret": lambda s: ("POST", DEVICE, FORM, f"a={'x' * 65_500}&password={encoded(s * 9, 1)}"),
    "a form with a broken escape": lambda s: ("POST", DEVICE, FORM, f"user[password]={encoded(s, 1)}&a=%zz"),
    "a form of parts": lambda s: ("POST", DEVICE, {"Content-Type": "multipart/form-data; boundary=b"}, multipart(s)),
    "a form of parts that is cut": lambda s: ("POST", DEVICE, {"Content-Type": "multipart/form-data; boundary=b"}, multipart(s) + multipart("x" * 70_000)),
    "markup that is cut": lambda s: ("POST", DEVICE, {"Content-Type": "text/xml"}, f"<a><x:password>{html.escape(s)}"),
    "a property list": lambda s: ("POST", DEVICE, {"Content-Type": "text/xml"}, f"<key>pass</key><string>{html.escape(s)}</string>"),
    "an attribute": lambda s: ("POST", DEVICE, {"Content-Type": "text/xml"}, f"<a password='{html.escape(s)}'/>"),
    "content that is no text": lambda s: ("POST", DEVICE, FORM, b"\xff\x00&password=" + s.encode()),
    "a cookie without a name": lambda s: ("GET", DEVICE, {"Cookie": encoded(s, 1)}, None),
    "a cookie without a name among others": lambda s: ("GET", DEVICE, {"cookie": f"a=b; {encoded(s, 1)}; c=d"}, None),
    "a URL in a cookie": lambda s: ("GET", DEVICE, {"Cookie": "r=" + encoded("https://app.example/?token=" + encoded(s, 1), 1)}, None),
    "a bearer token": lambda s: ("GET", "/api/v2/TEST_REQUESTOR/configuration", {"AUTHORIZATION": f"bearer {s}"}, None),
    "a bearer token of two words": lambda s: ("GET", "/api/v2/TEST_REQUESTOR/configuration", {"Authorization": f"Bearer {s} x"}, None),
    "HTTP Basic": lambda s: ("GET", "/o/client/token", {"Authorization": "Basic " + base64_of("user:" + s)}, None),
    "HTTP Digest": lambda s: ("GET", "/o/client/token", {"Authorization": f'Digest username="u", response="{s}", uri="/"'}, None),
    "a device ID in device information": lambda s: ("GET", "/api/v2/TEST_REQUESTOR/configuration", {"X-Device-Info": base64_of(json.dumps({"deviceId": s}))}, None),
    "a device ID": lambda s: ("GET", "/api/v2/TEST_REQUESTOR/configuration", {"ap-device-identifier": "fingerprint " + base64_of(s)}, None),
    "a service token": lambda s: ("GET", "/api/v2/TEST_REQUESTOR/profiles", {"Ad-Service-Token": s}, None),
    "a partner's status": lambda s: ("GET", "/api/v2/TEST_REQUESTOR/profiles", {"AP-Partner-Framework-Status": base64_of(json.dumps({"token": s}))}, None),
    "another field": lambda s: ("GET", DEVICE, {"X-Access-Token": s}, None),
    "a token in another field": lambda s: ("GET", DEVICE, {"X-Odd": "eyJhbGciOiJub25lIn0." + base64_of(s).rstrip("=") + "."}, None),
    "JSON in another field": lambda s: ("GET", DEVICE, {"X-Log": json.dumps({"access_token": s})}, None),
    "the password of a URL": lambda s: ("GET", DEVICE + "&url=" + encoded("https://user:" + encoded(s, 1) + "@x.example/", 1), {}, None),
    **{
        f"a parameter {name}": lambda s, name=name: ("POST", DEVICE, FORM, f"{name}={encoded(s, 1)}&x=1")
        for name in (
            "pf.pass", "password[]", "authn", "name_id", "session_index", "pi", "device_code", "user_code", "oauth_token",
            "registration_access_token", "auth_code", "client-secret", "deviceIdentifier", "udid", "newPassword", "txtPassword",
            "confirmPassword", "pw", "pin", "otp", "SAMLart", "wresult", "csrf_token", "_csrf", "sso_token", "logout_token", "secret",
            "pass1", "j_pass", "auth", "bearer", "wifiMac", "uuid", "advertising_id", "tifa", "tvSerial", "visitorId")
    },
    **{
        f"a field {name}": lambda s, name=name: ("GET", DEVICE, {name: s}, None)
        for name in (
            "X-Session-Id", "X-CSRF-Token", "X-Amz-Security-Token", "X-Forwarded-Access-Token", "X-Original-Authorization",
            "X-Registration-Code", "X-Device-Identifier")
    },
    **{
        f"JSON of the shape {shape}": lambda s, shape=shape: ("POST", DEVICE, {}, shape.replace("S", json.dumps(s)[1:-1]))
        for shape in (
            '{"token":{"value":"S"}}', '{"deviceId":{"value":"S"}}', '{"password":[["S"]]}', '{"value":"S","name":"password"}',
            '{"id":"password","value":"S"}', '{"device":{"id":"S"}}', '{"serial":"S"}', '{"uniqueId":"S"}', '[{"sessionToken":"S"}]')
    },
    "the path of a referring page": lambda s: ("GET", DEVICE, {"Referer": "https://x.example/reggie/v1/TEST_REQUESTOR/RegCode/" + encoded(s, 1)}, None),
    "a session in a SAML logout": lambda s: ("POST", DEVICE, {"Content-Type": "text/xml"}, f"<samlp:SessionIndex>{html.escape(s)}</samlp:SessionIndex>"),
    "a name in a SAML message": lambda s: ("POST", DEVICE, {"Content-Type": "text/xml"}, f"<NameID Format='x'>{html.escape(s)}</NameID>"),
    "a token of five parts": lambda s: ("GET", DEVICE, {"X-Odd": "eyJhbGciOiJub25lIn0.YQ.YQ." + base64_of(s).rstrip("=") + ".YQ"}, None),
    "content that is compressed": lambda s: ("POST", DEVICE, {"Content-Encoding": "gzip"} | FORM, gzip.compress(f"password={s}".encode(), 0)),
    "content in UTF-16": lambda s: ("POST", DEVICE, {}, json.dumps({"password": s}).encode("utf-16")),
    "a password with an apostrophe": lambda s: ("POST", DEVICE, FORM, f"username=u&password=O'Reilly's%20{encoded(s, 1)}'"),
    "a form as it is typed": lambda s: ("POST", DEVICE, FORM, f"username=u&password=Correct <horse> {s.replace('+', '%2B')}"),
    "JSON in a form with plus signs": lambda s: ("POST", DEVICE, FORM, urllib.parse.urlencode({"payload": json.dumps({"user": "j", "password": s})})),
    "pairs in a query with plus signs": lambda s: ("GET", DEVICE + "&" + urllib.parse.urlencode({"x": json.dumps([{"name": "password", "value": s}])}), {}, None),
    "a percent sign in markup": lambda s: ("POST", DEVICE, {"Content-Type": "text/xml"}, f"<l><password>8%deals{s}</password></l>"),
    "a script": lambda s: ("POST", DEVICE, {"Content-Type": "text/plain"}, f'var accessToken = "{s}";'),
    **{
        f"a parameter {name}": lambda s, name=name: ("POST", DEVICE, FORM, f"{name}={encoded(s, 1)}&x=1")
        for name in ("password1", "user_pass", "activation_code", "androidId", "callback_1", "secretAnswer", "mfa_code", "SECRET_HASH")
    },
    "a path": lambda s: ("GET", "/reggie/v1/TEST_REQUESTOR/RegCode/" + encoded(s, 1), {}, None),
    "JSON in the query": lambda s: ("GET", DEVICE + "&x=" + encoded(json.dumps({"token": s}), 1), {}, None),
    **{
        f"a URL at depth {depth}": lambda s, depth=depth: ("GET", DEVICE + "&u=" + nested(s, depth), {}, None)
        for depth in (1, 4, 5, 7, 12)
    },
}


def nested(secret, depth):
    url = "https://app.example/?token=" + encoded(secret, 1)
    for _ in range(depth):
        url = "https://app.example/?u=" + encoded(url, 1)
    return encoded(url, 1)


def writings(secret):
    """The ways to write a secret, in base64 at each of the three places that it can have among letters."""
    for text in {secret, json.dumps(secret)[1:-1]}:
        yield from (text, *(encoded(text, times) for times in range(1, 4)), html.escape(text))
        for place in range(3):
            letters = base64.b64encode(b"\0" * place + text.encode()).decode().rstrip("=")
            yield letters[4 if place else 0:-2]


def letters():
    """A text like a password of words, which doesn't look random."""
    return "".join(chr(97 + int(digit, 16)) for digit in uuid.uuid4().hex)


@pytest.mark.parametrize("core", [letters, lambda: uuid.uuid4().hex], ids=["words", "random"])
@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_no_file_has_a_secret_that_was_planted(space, plant, core):
    secret = f"Pl4nted/{core()}+=="
    method, path, fields, content = plant(secret)
    with requests.get(f"{space.base}/_sim/events", params={"secrets": "masked"}, stream=True, timeout=SECONDS) as events:
        lines = events.iter_lines(decode_unicode=True)
        assert next(line for line in lines if line.startswith("id:"))
        requests.request(method, space.base + path, data=content, headers=fields, timeout=SECONDS, allow_redirects=False)
        seen = [next(line for line in lines if line.startswith("data:")) for _ in range(2)]
    files = {"events": "".join(seen), "capsule": space.capsule()}
    for file in ("exchanges.har", "exchanges.jsonl", "exchanges"):
        files[file] = requests.get(f"{space.base}/_sim/{file}", params={"secrets": "masked"}, timeout=SECONDS).text
    assert "secret-" in files["capsule"]
    core = secret.removesuffix("+==")
    for name, file in files.items():
        for text in {*writings(secret), *writings(core), core.removeprefix("Pl4nted/")}:
            assert text not in file, (name, text, file[max(0, file.index(text) - 150):][:400])
        for document in decoded_texts(file):
            assert core not in document, (name, document)


def decoded_texts(file):
    """The texts in base64 that a file has, which any reader would decode."""
    for letters in re.findall(r"[A-Za-z0-9+/_-]{16,}", file):
        data = letters.replace("-", "+").replace("_", "/")
        text = base64.b64decode(data[: len(data) // 4 * 4]).decode(errors="replace")
        yield text


def parts(value):
    """All names, texts and numbers of a document."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from parts(member)
    elif isinstance(value, list):
        for element in value:
            yield from parts(element)
    else:
        yield str(value)


def test_a_capsule_opens_whatever_words_and_numbers_of_it_are_passwords(space, simulator):
    app = space.app()
    app.log_in("AcmeCable", space.landing)
    space.log_in()
    space.control("POST", "rules", {"match": {"resource": "news*"}, "action": {"failure": "denied"}})
    app.authorize("AcmeCable", "news-1")
    shown = json.loads(space.capsule(secrets="shown"))
    words = {*parts(shown["state"]), *parts(shown["start"]), simulator.http}
    words = sorted(words | {word[:13] for word in words if re.match(r"\d{4}-\d\d-\d\dT", word)})
    assert "authenticationSeconds" in words and "2592000" in words and "subscriber" in words
    for start in range(0, len(words), 200):
        space.post("sessionDevice", urllib.parse.urlencode([("password", word) for word in words[start:start + 200]]))
    masked = json.loads(space.capsule())
    for member in ("clock", "keys", "rules"):
        assert masked["start"].get(member) == shown["start"].get(member)
    for document in (masked, shown):
        Space(simulator).control("PUT", "capsule", document)


@pytest.mark.parametrize("method,path,content", [
    ("GET", "/adobe-services/config/TEST_REQUESTOR?name=password", None), ("GET", "/x?event=focus&name=login", None),
    ("POST", "/o/client/token", "event=focus&name=login"), ("POST", "/o/client/token", '{"selector":"input[name=password]"}'),
    ("POST", "/o/client/token", 'text name="password"'), ("POST", "/o/client/token", 'name="password'),
])
def test_a_text_that_ends_with_the_name_of_a_secret_is_harmless(space, method, path, content):
    requests.request(method, space.base + path, data=content, headers={"X-Sort": "name=pin"}, timeout=SECONDS)
    assert '"exchanges":[' in space.capsule()


def test_registration_codes_of_letters_alone_are_masked(space):
    app = space.app()
    codes = [app.create_session().json["code"] for _ in range(60)]
    for code in codes:
        requests.get(f"{space.base}/api/v2/authenticate/{NET}/{code}", timeout=SECONDS, allow_redirects=False)
    assert any(code.isalpha() for code in codes)
    without(space.capsule(), codes)


def test_devices_of_operations_and_rules_are_masked_in_requests(space, tmp_path):
    space.control("POST", "login", {"device": "my-device", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"})
    space.control("POST", "rules", {"match": {"device": "living-room-tv"}, "action": {"failure": "denied"}})
    for device in ("my-device", "living-room-tv"):
        space.post("sessionDevice", f"requestor_id=TEST_REQUESTOR&device_id={device}")
    capsule = space.capsule()
    without(capsule, {"my-device", "living-room-tv"})
    report = json.loads(replayed(capsule, tmp_path).stdout)
    assert report["exchanges"][1]["outcome"] == "same", report


def test_short_values_of_cookies_are_masked_at_their_names(space):
    cookies = {"SMSESSION": "wordcookie", "SID": "abcd", "User_PIN": "8317", "Auth-Token": "wxyz", "MRHSession": "abcdefgh"}
    written = "; ".join(f"{name}={value}" for name, value in cookies.items())
    requests.get(f"{space.base}{DEVICE}", headers={"Cookie": written}, timeout=SECONDS)
    capsule = space.capsule()
    for name, value in cookies.items():
        assert f"{name}=secret-" in capsule and f"{name}={value}" not in capsule and f'"{value}"' not in capsule


@pytest.mark.parametrize("secrets", ["masked", "shown"])
@pytest.mark.parametrize("mvpd", ["Adobe", "AcmeCable", "OAuthTV", "MetaCable", "TwoPageTV", "StayTV", "ScriptTV"])
def test_a_login_at_each_kind_of_mvpd_replays(space, tmp_path, mvpd, secrets):
    app = space.app()
    code = app.create_session(mvpd=mvpd, domainName="demo-net.example", redirectUrl=space.landing).json["code"]
    app.log_in(mvpd, space.landing)
    requests.get(f"{space.base}/api/v2/authenticate/{NET}/{code}", timeout=SECONDS)
    serialized = app.authorize(mvpd, "TEST_RESOURCE").json["decisions"][0]["token"]["serializedToken"]
    verify_media_token(app.api, serialized, "TEST_RESOURCE")
    capsule = space.capsule(**({"secrets": "shown"} if secrets == "shown" else {}))
    if secrets == "masked":
        without(capsule, {code, serialized, app.device, app.client.client_secret})
    done = replayed(capsule, tmp_path)
    assert done.returncode == 0, done.stdout


def test_operations_keep_none_however_json_writes_them(space):
    device = "native&device<seventy=seven"
    for written in (device.replace("&", "\\u0026"), device.replace("=", "\\u003D").replace("<", "\\u003c")):
        body = f'{{"device":"{written}","requestor":"TEST_REQUESTOR","mvpd":"Adobe","user":"user"}}'
        answer = requests.post(
            f"{space.base}/_sim/login", data=body, headers={"Content-Type": "application/json"}, timeout=SECONDS)
        assert answer.ok, answer.text
        without(space.capsule(), {device, written, json.dumps(device)[1:-1]})


def test_files_of_browsers_keep_none(space):
    secrets = [letters(), letters()]
    field = {"name": "set-cookie", "value": f"a={secrets[0]}; Path=/\nsid={secrets[1]}; HttpOnly"}
    space.control("POST", "exchanges/import", {"log": {"version": "1.2", "entries": [{
        "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1,
        "request": {"method": "GET", "url": "http://sp.example/x", "headers": []},
        "response": {"status": 200, "headers": [field], "content": {"text": f"sid is {secrets[1]}"}}}]}})
    without(space.capsule(), {secrets[1]})
    assert "; HttpOnly" in space.capsule() and f"a={secrets[0]}" not in space.capsule()


def test_ordinary_words_in_cookies_stay_elsewhere(space):
    cookies = "mvpd=OAuthTV; requestor=TEST_REQUESTOR; h=127.0.0.1; c=application/json; v=keep-alive; p=adobe-services"
    requests.get(f"{space.base}{DEVICE}", headers={"Cookie": cookies, "Accept": "application/json"}, timeout=SECONDS)
    (exchange,) = json.loads(space.capsule())["exchanges"]
    assert "/adobe-services/sessionDevice?requestor_id=TEST_REQUESTOR" in exchange["request"]["url"]
    fields = {field["name"].lower(): field["value"] for field in exchange["request"]["headers"]}
    assert fields["accept"] == "application/json" and fields["connection"] == "keep-alive"
    assert "OAuthTV" not in fields["cookie"]


def test_rules_keep_none(space):
    secret = f"planted-{uuid.uuid4().hex}"
    space.control("POST", "rules", {
        "match": {"device": "planted-*"}, "action": {"status": 200, "body": json.dumps({"access_token": secret})}})
    without(space.capsule(), {secret})


def test_snapshots_that_are_cut_keep_none(space):
    name = f"planted-{uuid.uuid4().hex}"
    snapshot = space.control("GET", "snapshot")
    for number in range(600):
        space.control("POST", "login", {
            "device": f"{name}-{number}", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"})
        if number % 100 == 99 and len(json.dumps(space.control("GET", "snapshot"))) > 100_000:
            break
    whole = space.control("GET", "snapshot")
    other = Space(space)
    other.control("PUT", "snapshot", whole)
    other.control("PUT", "snapshot", snapshot | {"records": {}})
    without(other.capsule(), set(texts_in(whole["records"], {"secret", "session", "guid", "deviceID"})) | {name})


def test_a_masked_run_of_odd_content_replays(space, tmp_path):
    app = space.app()
    app.configuration()
    for plant in PLANTS.values():
        method, path, fields, content = plant(f"Pl4nted/{uuid.uuid4().hex}+==")
        if method == "POST" and len(content) < 5_000 and isinstance(content, str):
            requests.post(space.base + path, data=content, headers=fields, timeout=SECONDS)
    done = replayed(space.capsule(), tmp_path)
    assert done.returncode == 0, done.stdout
