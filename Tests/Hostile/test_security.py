"""What strangers may not do: pages and rebound names at the simulator's own paths, keys by HTTP, malicious tokens."""

import base64
import json
import shutil
import socket
import stat
import subprocess
import time
import urllib.parse

import pytest

from device import LOGGED_OUT
from peers import wait_until
from raw import Peer
from simulator import ADOBE_HOST, BINARY, MVPD_HOST, Simulator, clean_environment, command

EVIL = "evil.example"
FORM = "application/x-www-form-urlencoded"

# Ways to write a path of the simulator's own that might pass for another.
SPELLINGS = (
    "/_sim/ready",
    "//_sim/ready",
    "/_sim//ready/",
    "/%5Fsim/ready",
    "/_sim/%72eady",
    "/_ns/a/_sim/ready",
    "/_ns/a//_sim/ready",
    "/_ns/a/%5fsim/ready?/adobe-services/",
    "/",
)


def ask(peer, target, host, method="GET", body=b"", **fields):
    head = [f"{method} {target} HTTP/1.1", f"Host: {host}"]
    head += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    if body or method == "POST":
        head.append(f"Content-Length: {len(body)}")
    peer.send("\r\n".join([*head, "", ""]).encode() + body)
    return peer.answer(method)


def problem(answer):
    assert answer["Content-Type"] == "application/problem+json", answer
    assert not [name for name, _ in answer.fields if name.lower().startswith("access-control")], answer
    return json.loads(answer.content)["detail"]


@pytest.mark.parametrize("target", SPELLINGS)
def test_a_rebound_name_is_misdirected(simulator, tls, target):
    for context in (None, tls):
        with Peer(simulator.port, context) as peer:
            for host in (EVIL, f"{EVIL}:{simulator.port}", f"localhost.{EVIL}", f"127.0.0.1.{EVIL}", ADOBE_HOST):
                answer = ask(peer, target, host)
                assert answer.status == 421 and "admin.hosts" in problem(answer), host
            # The connection lives on, and the same paths are there for those who may ask.
            for host in ("127.0.0.1", f"localhost:{simulator.port}", "a.localhost", "[::1]", "backend"):
                assert ask(peer, target, host).status == 200, host


@pytest.mark.parametrize("target", SPELLINGS)
def test_a_page_of_another_origin_is_refused(simulator, target):
    host = f"localhost:{simulator.port}"
    with Peer(simulator.port) as peer:
        assert ask(peer, target, host, Origin=f"http://{host}").status == 200
        for origin in ("null", "http://localhost", f"https://{host}", f"http://127.0.0.1:{simulator.port}", f"http://{EVIL}"):
            for method in ("GET", "OPTIONS", "POST", "DELETE"):
                answer = ask(peer, target, host, method, Origin=origin)
                assert answer.status == 403 and "an origin other than" in problem(answer), (origin, method)
        assert ask(peer, target, host, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors").status == 403
        link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
        assert ask(peer, target, host, **link).status == 200


def test_no_detour_leads_there(simulator, tls):
    port = simulator.port
    with Peer(port) as peer:
        # As to a proxy: a foreign host is never led to, and a spoofed one is not the operator's.
        assert ask(peer, f"http://{EVIL}/_sim/ready", "localhost").status == 403
        assert ask(peer, f"http://{ADOBE_HOST}/_sim/ready", "localhost").status == 421
        assert ask(peer, f"http://localhost:{port}/_sim/ready", "localhost", Origin=f"http://{EVIL}").status == 403
        # Dot segments aren't resolved, so they lead nowhere.
        for target in ("/adobe-services/../_sim/ready", "/_sim/./ready", "/x/..%2f_sim/ready", "/_sim%2fready", "/_sim;a/ready"):
            assert ask(peer, target, EVIL).status in (404, 421), target
            assert ask(peer, target, "localhost").status == 404, target
        # Nobody believes a stranger's proxy fields.
        assert ask(peer, "/_sim/ready", EVIL, X_Forwarded_Host="localhost", Forwarded="host=localhost").status == 421
        # The MVPDs' host has nothing of it.
        assert ask(peer, "/_sim/ready", MVPD_HOST).status == 404
    for name in (ADOBE_HOST, "localhost"):
        with Peer(port) as peer:
            peer.send(f"CONNECT {name}:443 HTTP/1.1\r\nHost: {name}:443\r\n\r\n".encode())
            assert peer.answer("CONNECT").status == 200
            peer.socket = tls.wrap_socket(peer.socket, server_hostname=name)
            assert ask(peer, "/_sim/ready", EVIL).status == 421
            assert ask(peer, "/_sim/ready", ADOBE_HOST).status == 421
            assert ask(peer, "/_sim/ready", name, Origin=f"https://{EVIL}").status in (403, 421)
    with Peer(port) as peer:
        peer.send(f"CONNECT {EVIL}:443 HTTP/1.1\r\nHost: {EVIL}:443\r\n\r\n".encode())
        assert peer.answer("CONNECT").status == 403


def test_a_login_may_come_from_any_page(simulator):
    with Peer(simulator.port) as peer:
        for origin in ("null", f"https://{EVIL}"):
            body = b"SAMLResponse=x&RelayState=y"
            for target in ("/_sim/done", "/_sim/mvpd/Adobe/login"):
                answer = ask(peer, target, EVIL, "POST", body, Origin=origin, Content_Type=FORM)
                assert answer.status in (200, 400) and not answer.values("Access-Control-Allow-Origin")


def test_a_form_cannot_pass_for_json(simulator):
    body = b'{"token":"x"}'
    with Peer(simulator.port) as peer:
        for kind, status in (("text/plain", 415), ("multipart/form-data; boundary=x", 415), ("application/json", 200)):
            answer = ask(peer, "/_sim/tokens/verify", "localhost", "POST", body, Content_Type=kind)
            assert answer.status == status, answer


def test_further_names_are_settings(tmp_path):
    with Simulator(tmp_path, "--admin-hosts", "sim.corp.example", "--admin-hosts", "b.example") as running:
        with Peer(running.port) as peer:
            for host in ("sim.corp.example", "SIM.CORP.EXAMPLE:80", "b.example"):
                assert ask(peer, "/_sim/ready", host).status == 200
                assert ask(peer, "/_sim/ready", host, Origin=f"http://{EVIL}").status == 403
            for host in ("a.sim.corp.example", "corp.example", EVIL):
                assert ask(peer, "/_sim/ready", host).status == 421


def test_ready_says_which_setting_is_missing(simulator):
    # Every name below nip.io's form needs a resolver; a name of /etc/hosts is enough.
    name = next((name for name in names_of_this_machine() if "." in name and not name.endswith(".localhost")), None)
    if name is None:
        pytest.skip("this machine has no dotted name for its loopback address")
    done = command("ready", "--url", f"http://{name}:{simulator.port}")
    assert done.returncode == 1 and "admin.hosts" in done.stderr, done


def names_of_this_machine():
    with open("/etc/hosts") as file:
        lines = [line.split("#")[0].split() for line in file]
    return [name for line in lines if line and line[0] == "127.0.0.1" for name in line[1:]]


def secrets(data_dir):
    """What no answer, output or log may hold: full lines of private keys, and the sealing key in the forms that it may take."""
    pieces = set()
    for file in data_dir.iterdir():
        content = file.read_bytes()
        if file.name == "sealing.key":
            pieces |= {content, base64.b64encode(content), content.hex().encode()}
        elif b"PRIVATE KEY" in content:
            private = content.split(b"-----BEGIN CERTIFICATE")[0]
            pieces |= {line for line in private.splitlines() if len(line) == 64}
    assert len(pieces) > 40
    return pieces


def climbs(name):
    """Paths that lead to a file of the data directory where one is joined to a folder without care."""
    for start in ("/", "/_sim/", "/_sim/keys/", "/_sim/mvpd/", "/_ns/", "/adobe-services/config/", "/entitlement/v4/"):
        for step in ("", "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..%c0%af", "....//", "..;/"):
            yield start + step * (8 if step else 1) + name
    yield f"/_sim/keys/{name}%00.pem"
    yield f"/_sim/keys/..%00/{name}"


def test_no_path_leads_to_a_secret(simulator):
    pieces = {b"PRIVATE KEY", *secrets(simulator.data_dir)}
    files = [file.name for file in simulator.data_dir.iterdir()]
    assert {"ca-key.pem", "ca.pem", "sealing.key"} <= set(files)
    asked = 0
    with Peer(simulator.port) as peer:
        for name in (*files, str(simulator.data_dir / "ca-key.pem").lstrip("/"), "etc/passwd"):
            for target in climbs(name):
                answer = ask(peer, target, "localhost")
                asked += 1
                if answer is None or answer["Connection"] == "close":
                    peer.close()
                    peer = Peer(simulator.port)
                if answer is not None:
                    assert not [piece for piece in pieces if piece in answer.content], target
                    assert b"root:" not in answer.content, target
                    assert answer.status < 500, target
        # What is served of the keys is their public half.
        names = ("token", "device", "saml", "authority", "ca", "ca-key", "sealing")
        forms = ("pem", "der", "crt", "cer", "p12", "key")
        served = [f"/_sim/keys/{name}.{form}" for name in names for form in forms]
        for target in (*served, "/_sim/keys", "/_sim/ca.pem", "/_sim/environment", "/_sim/environment.json"):
            answer = ask(peer, target, "localhost")
            assert not [piece for piece in pieces if piece in answer.content], target
            asked += 1
        peer.close()
    assert asked > 500


def test_secrets_are_for_their_owner_alone(simulator, tmp_path):
    assert stat.S_IMODE(simulator.data_dir.stat().st_mode) == 0o700
    for file in simulator.data_dir.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == (0o644 if file.name == "ca.pem" else 0o600), file
    with Simulator(tmp_path) as running:
        key = running.data_dir / "ca-key.pem"
    key.chmod(0o644)
    done = command("serve", "--listen", "127.0.0.1:0", "--data-dir", running.data_dir)
    assert done.returncode == 3 and f"chmod 600 {key}" in done.stderr, done


# The start of every secret that a client sends in `send_given_secrets`.
GIVEN = "s3cr3t"


def send_given_secrets(simulator):
    """Sends requests that are refused, each with a secret in another place."""
    named = {"requestor_id": "TEST_REQUESTOR", "mso_id": "Adobe", "device_id": f"{GIVEN}-device", "resource_id": "news"}
    login = {"username": f"{GIVEN}-user", "password": f"{GIVEN}-password", "login": f"{GIVEN}-login"}
    sent = (
        ("/_sim/mvpd/Adobe/login", login, {}),
        ("/adobe-services/session", named, {"Cookie": f"JSESSIONID={GIVEN}-cookie"}),
        ("/adobe-services/sessionDevice", named | {"reg_code": f"{GIVEN}-code"}, {}),
        ("/adobe-services/sessionDevice", named, {"Authorization": f"Bearer {GIVEN}-bearer"}),
        (f"/adobe-services/session?{GIVEN}%zz", named, {}),
        ("/o/client/token", {"client_id": f"{GIVEN}-id", "client_secret": f"{GIVEN}-secret"}, {}),
        ("/adobe-services/deviceShortAuthorize", named | {"authz_token": f"{GIVEN}-authz", "session_guid": "x"}, {}),
        ("/adobe-services/authorizeDevice", named | {"authentication_token": f"{GIVEN}-authn"}, {}),
    )
    for target, form, fields in sent:
        with Peer(simulator.port) as peer:
            ask(peer, target, "127.0.0.1", "POST", urllib.parse.urlencode(form).encode(), Content_Type=FORM, **fields)


def test_secrets_are_printed_nowhere(tmp_path):
    with Simulator(tmp_path) as simulator:
        data = simulator.data_dir
    said = [simulator.stdout, simulator.stderr]
    for words in (("config", "print"), ("config", "check"), ("ca",), ("ca", "--file"), ("hosts",)):
        done = command(*words, PASS_SIMULATOR_DATA_DIR=data)
        said += [done.stdout, done.stderr]
    # The log, of a handshake that fails too, which the server knows of once the client's alert has arrived.
    with Simulator(tmp_path, "--log", "json") as simulator:
        for address in (f"{simulator.http}/_sim/keys", simulator.https_of_address):
            subprocess.run(["curl", "-s", address], stdout=subprocess.DEVNULL, check=False, timeout=20)
        assert wait_until(lambda: "alert" in simulator.stderr), simulator.stderr
    said += [simulator.stdout, simulator.stderr]
    # The log of refused requests, which says why they were refused.
    for form in ("text", "json"):
        with Simulator(tmp_path, "--log", form) as simulator:
            send_given_secrets(simulator)
            assert wait_until(lambda: "refused token malformed" in simulator.stderr or '"token malformed"' in simulator.stderr)
        assert GIVEN not in simulator.stdout + simulator.stderr, simulator.stderr
    done = command("exec", "--", "sh", "-c", 'cat "$PASS_SIMULATOR_CA"', PASS_SIMULATOR_DATA_DIR=data)
    assert "BEGIN CERTIFICATE" in done.stdout, done
    said += [done.stdout, done.stderr]
    # A damaged file is complained about, not quoted.
    broken = tmp_path / "broken"
    shutil.copytree(data, broken)
    text = (broken / "ca-key.pem").read_text()
    (broken / "ca-key.pem").write_text(text.replace("-----END PRIVATE KEY-----", "-----END PRIVATE KEX-----"))
    done = command("ca", PASS_SIMULATOR_DATA_DIR=broken)
    assert done.returncode != 0 and "ca-key.pem" in done.stderr, done
    said += [done.stdout, done.stderr]
    for piece in secrets(data):
        assert not any(piece in text.encode() for text in said)


def start_and_stop(folder, listen, log):
    """What a server says on standard error while nobody asks it anything."""
    ready = folder / f"{listen.replace(':', '-')}-{log}"
    process = subprocess.Popen(
        [BINARY, "serve", "--listen", listen, "--log", log, "--data-dir", folder / "data", "--ready-file", ready],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(),
    )
    try:
        deadline = time.monotonic() + 60
        while not ready.exists():
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=20)
    return errors


def test_open_listeners_are_told_once(tmp_path):
    said = start_and_stop(tmp_path, "0.0.0.0:0", "text").splitlines()
    assert len(said) == 1 and "everyone who can connect there can use this simulator" in said[0], said
    assert "every address of this machine" in said[0]
    line = json.loads(start_and_stop(tmp_path, "0.0.0.0:0", "json"))
    assert line["event"].startswith("listening at 0.0.0.0:") and line["peer"] is None
    assert start_and_stop(tmp_path, "0.0.0.0:0", "off") == ""
    for listen in ("127.0.0.1:0", "localhost:0"):
        assert start_and_stop(tmp_path, listen, "text") == ""


def test_it_listens_on_loopback_unless_told():
    done = command("config", "print")
    assert '"127.0.0.1:8080"' in done.stdout and '"0.0.0.0' not in done.stdout


def signed_text(element):
    return f"<signatureInfo>{base64.b64encode(bytes(256)).decode()}<signatureInfo>{element}"


# Entities that would be gigabytes, a file of this machine, and an address. As forms they fit into what an operation takes.
BILLION = "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
    f"<!ENTITY {name} '{f'&{inner};' * 10}'>" for inner, name in zip("abcdefgh", "bcdefghi")
)
MALICIOUS_TOKENS = {
    "a billion laughs": signed_text(f"{BILLION}]><simpleAuthenticationToken>&i;</simpleAuthenticationToken>"),
    "a file as entity": signed_text(
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><simpleAuthenticationToken>&x;</simpleAuthenticationToken>"
    ),
    "deep nesting": signed_text("<a>" * 30_000),
    "many attributes": signed_text("<a " + " ".join(f"a{n}='1'" for n in range(12_000)) + "/>"),
    "a giant signature": f"<signatureInfo>{'QUJD' * 60_000}<signatureInfo><simpleAuthenticationToken/>",
    "many signatures": "<signatureInfo>" * 12_000,
    "nothing but bytes": "\x00\xff\x7f" * 1000,
    "an empty signature": "<signatureInfo><signatureInfo><simpleAuthenticationToken/>",
}


@pytest.mark.parametrize("kind", MALICIOUS_TOKENS)
def test_a_malicious_token_is_a_refused_token(simulator, kind):
    """Each is answered as any token that isn't accepted, in no time, and the next request is served."""
    token = MALICIOUS_TOKENS[kind]
    began = time.monotonic()
    with Peer(simulator.port) as peer:

        def post(operation, **form):
            body = urllib.parse.urlencode(form | {"requestor_id": "TEST_REQUESTOR", "device_id": "d"}).encode()
            return ask(peer, operation, "localhost", "POST", body, Content_Type=FORM)

        authorize = {"mso_id": "Adobe", "resource_id": "TEST_RESOURCE", "authentication_token": token}
        for name, form in (("authorizeDevice", authorize), ("deviceShortAuthorize", {"authz_token": token, "session_guid": "x"})):
            answer = post(f"/adobe-services/{name}", **form)
            assert answer.status == 200 and answer.text == LOGGED_OUT, (name, answer.text[:200])
        body = urllib.parse.urlencode({"token": token, "requestor": "TEST_REQUESTOR"}).encode()
        answer = ask(peer, "/_sim/tokens/verify", "localhost", "POST", body, Content_Type=FORM)
        assert answer.status == 200 and json.loads(answer.content)["valid"] is False
        assert b"root:" not in answer.content
        assert peer.get().status == 200
    assert time.monotonic() - began < 10


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


CLAIMS = part({"sub": "x", "exp": 4102444800, "iat": 1735689600})
MALICIOUS_JWTS = {
    "no algorithm": f"{part({'alg': 'none'})}.{CLAIMS}.",
    "an odd spelling of none": f"{part({'alg': 'nOnE'})}.{CLAIMS}.",
    "the public key as a secret": f"{part({'alg': 'HS256'})}.{CLAIMS}.{'A' * 43}",
    "a key by path": f"{part({'alg': 'RS256', 'kid': '../../../dev/null'})}.{CLAIMS}.{'A' * 342}",
    "a key by address": f"{part({'alg': 'RS256', 'jku': 'http://127.0.0.1:1/', 'x5u': 'file:///etc/passwd'})}.{CLAIMS}.{'A' * 342}",
    "a key that it brings": f"{part({'alg': 'RS256', 'jwk': {'kty': 'RSA', 'n': 'AQAB', 'e': 'AQAB'}})}.{CLAIMS}.{'A' * 342}",
    "what must be understood": f"{part({'alg': 'RS256', 'crit': ['x'], 'x': 1})}.{CLAIMS}.{'A' * 342}",
    "deep JSON": f"{base64.urlsafe_b64encode(b'[' * 3000).decode()}.{CLAIMS}.{'A' * 342}",
}


@pytest.mark.parametrize("kind", MALICIOUS_JWTS)
def test_a_malicious_access_token_is_denied(simulator, kind):
    with Peer(simulator.port) as peer:
        for target in ("/adobe-services/config/REF30", "/adobe-services/session?requestor_id=REF30"):
            answer = ask(peer, target, "localhost", Authorization=f"Bearer {MALICIOUS_JWTS[kind]}")
            assert (answer.status, answer.text) == (401, '{"error":"access_denied"}')


def test_nothing_reflected_makes_a_field_or_markup(simulator):
    """Line breaks can't begin a field, markup stays text, and no link or redirect leads to a script."""
    breaks = "a\r\nSet-Cookie: evil=1\r\n\r\n<script>alert(1)</script>"
    login = "/adobe-services/authenticate/saml?" + urllib.parse.urlencode({"requestor_id": "TEST_REQUESTOR", "mso_id": "Adobe"})
    markup = urllib.parse.quote("\"'><script>alert(1)</script>")
    with Peer(simulator.port) as peer:
        for url in (breaks, "https://a.example/\r\nX: y", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", " javascript:x"):
            for target in (f"{login}&redirect_url=", "/adobe-services/logout?redirect_url="):
                answer = ask(peer, target + urllib.parse.quote(url), "localhost")
                assert answer.status == 400 and answer["Location"] is None, (url, target)
                assert b"<script>alert" not in answer.content
        reflecting = (
            f"/_sim/done?{markup}={markup}",
            f"/_sim/mvpd/{markup}/login",
            f"/_sim/mvpd/Adobe/login?login={markup}",
            f"{login}&redirect_url=adobepass%3A%2F%2Fios.app&reg_code={markup}",
            login.replace("TEST_REQUESTOR", markup) + "&redirect_url=adobepass%3A%2F%2Fios.app",
            f"/_ns/{markup}/_sim/done",
            f"/adobe-services/nothing/{markup}",
        )
        for target in reflecting:
            answer = ask(peer, target, "localhost", Origin="http://a.example", X_Forwarded_Host=EVIL)
            assert b"<script>alert" not in answer.content, target
            if "html" in (answer["Content-Type"] or "") and answer.status == 200:
                policy = answer["Content-Security-Policy"]
                assert policy.startswith("default-src 'none';") and "unsafe" not in policy
                assert answer["X-Content-Type-Options"] == "nosniff" and answer["Referrer-Policy"] == "no-referrer"
        # The one value that is echoed in a field, an origin, can't hold a line break: the parser refuses it.
        peer.send(b"GET /adobe-services/config HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a\rX: y\r\n\r\n")
        assert peer.answer().status == 400


def test_a_flood_of_names_disturbs_nobody(simulator):
    """Each name is looked up once; the table of those seen of late stays small, and others are still served."""
    with Peer(simulator.port) as peer:
        for batch in range(20):
            for number in range(100):
                peer.send(f"GET /_sim/ready HTTP/1.1\r\nHost: n{batch}-{number}.example\r\n\r\n".encode())
            for _ in range(100):
                assert peer.answer().status == 421
        assert peer.get().status == 200


def test_an_outsider_reaches_no_loopback_listener(simulator):
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1", "127.0.1.1"}:
        with pytest.raises(OSError):
            socket.create_connection((address, simulator.port), timeout=2).close()
