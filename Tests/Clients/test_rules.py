"""Rules over HTTP, judged by what curl, openssl and the devices make of the answers."""

import base64
import subprocess
import uuid

import pytest

from curl import Way, by_host, by_path, plain
from device import LOGGED_OUT, NativeDevice, split, text, value
from simulator import ROOT, Simulator, clean_environment, command
from test_openssl import accepts, public_key

CONFIG = "/adobe-services/config/TEST_REQUESTOR"


@pytest.fixture
def way(simulator):
    """A way to a namespace of the test's own."""
    return by_path(plain(simulator), simulator, f"rules-{uuid.uuid4().hex[:12]}")


@pytest.fixture
def fetch(way, tmp_path):
    return way.curl(tmp_path)


@pytest.fixture
def native(way, tmp_path):
    device = NativeDevice(way.curl(tmp_path / "native", tmp_path / "jar"), way.base)
    device.log_in()
    return device


def add(fetch, way, action, **more):
    answer = fetch(f"{way.base}/_sim/rules", json={"action": action, **more})
    assert answer.status == 201, answer
    return answer.json()


def exit_code(url, *options):
    """What curl says of a connection."""
    done = subprocess.run(
        ["curl", "--silent", "--max-time", "2", "--output", "/dev/null", *options, url],
        capture_output=True, text=True, timeout=30, env=clean_environment(),
    )
    return done.returncode


def test_a_resource_is_denied_once(fetch, way, native):
    rule = add(
        fetch, way, {"failure": "denied", "message": "Not in your package."},
        match={"operation": "AuthorizeDevice", "resource": "news*"}, times=1,
    )
    authn = text(native.session(), "authnToken")
    denied = native.authorize(authn, "news/1")
    assert denied.headers["authzf-error-code"] == "noAuthZ" and "Not in your package." in denied.body
    assert text(native.authorize(authn, "news/1"), "authzToken")
    listed = fetch(f"{way.base}/_sim/rules").json()["rules"]
    assert [(item["id"], item["hits"]) for item in listed] == [(rule["id"], 1)]
    assert fetch(f"{way.base}/_sim/rules/{rule['id']}", method="DELETE").status == 204
    assert fetch(f"{way.base}/_sim/rules").json() == {"rules": []}


def test_a_misspelt_rule_is_refused_by_name(fetch, way):
    refused = fetch(f"{way.base}/_sim/rules", json={"match": {"operation": "AuthoriseDevice"}, "action": {"status": 1}})
    assert refused.status == 400 and refused.headers["content-type"] == "application/problem+json"
    refused = fetch(f"{way.base}/_sim/rules", json={"action": {"status": 503}, "time": 1})
    assert refused.json()["detail"] == "time is unknown; the nearest one is times."


# The exit codes of curl's manual: 18 a partial file, 28 a timeout, 52 an empty reply, 56 a failure in receiving, 1 an
# unsupported protocol (an answer without a status line).
@pytest.mark.parametrize(
    ("transport", "codes"),
    (
        ("resetBefore", (56,)), ("resetAfterHead", (56, 18)), ("resetWithin", (56, 18)), ("empty", (52,)),
        ("stall", (28,)), ("garbage", (1,)), ({"fault": "truncated", "bytes": 9}, (18,)),
        ({"fault": "wrongLength", "by": 10}, (18,)), ({"fault": "dribble", "bytes": 512, "everyMs": 5}, (0,)),
        ("neverAccept", (28,)),
    ),
    ids=str,
)
def test_transport(fetch, way, transport, codes):
    add(fetch, way, {"transport": transport}, match={"operation": "RetrieveConfiguration"})
    assert exit_code(way.base + CONFIG) in codes


def delivered(fetch, way):
    """What the journal says of the only request for the configuration, once it is complete."""
    found = fetch(f"{way.base}/_sim/exchanges/await?operation=RetrieveConfiguration&timeoutSeconds=30")
    assert found.status == 200, found
    exchange = fetch(f"{way.base}/_sim/exchanges/{found.json()['id']}").json()
    assert exchange["delivery"]["contentLength"] == exchange["response"]["body"]["bytes"] > 1000
    assert exchange["request"]["url"] == way.base + CONFIG
    return exchange


# The result, whether the head was sent, and the bytes of the content that were; None stands for all of them.
@pytest.mark.parametrize(
    ("transport", "result", "head", "count"),
    (
        ("resetBefore", "reset", False, 0), ("resetAfterHead", "reset", True, 0), ("resetWithin", "reset", True, 1),
        ("resetAfter", "reset", True, None), ("empty", "closed", False, 0),
        ({"fault": "truncated", "bytes": 9}, "closed", True, 9), ("stall", "stalled", False, 0),
        ({"fault": "stallWithin", "bytes": 5}, "stalled", True, 5), ("neverAccept", "stalled", False, 0),
        ("garbage", "garbage", False, None), ({"fault": "wrongLength", "by": 10}, "wrongLength", True, None),
        ({"fault": "dribble", "bytes": 512, "everyMs": 5}, "whole", True, None),
    ),
    ids=str,
)
def test_the_journal_tells_what_was_sent(fetch, way, transport, result, head, count):
    add(fetch, way, {"transport": transport}, match={"operation": "RetrieveConfiguration"})
    exit_code(way.base + CONFIG)
    delivery = delivered(fetch, way)["delivery"]
    assert (delivery["result"], delivery["headSent"]) == (result, head)
    assert delivery["contentBytes"] == (delivery["contentLength"] if count is None else count)


def test_a_delayed_exchange_is_in_flight_until_it_is_delivered(fetch, way):
    add(fetch, way, {"delay": 1500}, match={"operation": "RetrieveConfiguration"})
    client = subprocess.Popen(
        ["curl", "--silent", "--output", "/dev/null", way.base + CONFIG], env=clean_environment())
    arrived = fetch(
        f"{way.base}/_sim/exchanges/await?operation=RetrieveConfiguration&state=inFlight&timeoutSeconds=30").json()
    assert arrived["state"] == "inFlight" and "status" not in arrived
    exchange = delivered(fetch, way)
    assert exchange["durationMs"] >= 1500 and exchange["delivery"]["result"] == "whole"
    assert client.wait(30) == 0


def test_a_client_that_gave_up_got_nothing(fetch, way):
    add(fetch, way, {"delay": 1500}, match={"operation": "RetrieveConfiguration"})
    assert exit_code(way.base + CONFIG, "--max-time", "0.5") == 28
    delivery = delivered(fetch, way)["delivery"]
    assert (delivery["result"], delivery["headSent"], delivery["contentBytes"]) == ("connectionEnded", False, 0)


def test_handshakes_arent_answered_by_a_server_that_never_accepts(simulator, tmp_path):
    name = f"never-{uuid.uuid4().hex[:12]}"
    way = by_host(plain(simulator), simulator, name)
    fetch = way.curl(tmp_path)
    rule = add(
        fetch, way, {"transport": {"fault": "neverAccept", "seconds": 4}},
        match={"operation": "RetrieveConfiguration"}, times=1)
    secure = by_host(Way("https://", ("--cacert", simulator.ca)), simulator, name)

    def handshake(limit):
        done = subprocess.run(
            ["curl", "--silent", "--max-time", limit, "--output", "/dev/null", "--write-out", "%{time_appconnect}",
             *secure.options, secure.base + CONFIG],
            capture_output=True, text=True, timeout=60, env=clean_environment())
        return done.returncode, float(done.stdout) > 0

    # The first connection is accepted, since the rule sees the request only then.
    assert handshake("1") == (28, True)
    assert handshake("1") == (28, False)
    # The control paths stay reachable, as does everything without TLS, and over TLS what has another name.
    assert fetch(f"{way.base}/_sim/rules/{rule['id']}").json()["hits"] == 1
    assert fetch(way.base + CONFIG).status == 200
    assert Way(simulator.https, ("--cacert", simulator.ca)).curl(tmp_path / "other")(
        f"{simulator.https}{CONFIG}").status == 200
    # A client that waits long enough is accepted.
    assert handshake("30") == (0, True)


def test_delay_and_status_by_header_field(fetch, way):
    answer = fetch(way.base + CONFIG, headers={"X-Pass-Fault": "status=503; delay=150"})
    assert answer.status == 503
    assert exit_code(way.base + CONFIG, "--max-time", "1", "--header", "X-Pass-Fault: delay=5000") == 28
    assert fetch(way.base + CONFIG, headers={"X-Pass-Fault": "denid"}).status == 400
    assert fetch(way.base + CONFIG).status == 200


@pytest.mark.parametrize("surgery", ("expired", "otherDevice", "otherRequestor"))
def test_a_token_with_another_content_is_signed_and_refused(simulator, fetch, way, tmp_path, native, surgery):
    good = text(native.session(), "authnToken")
    add(fetch, way, {"token": surgery}, match={"operation": "SessionDevice"})
    token = text(native.session(), "authnToken")
    key = public_key(simulator, fetch, tmp_path, "token")
    assert accepts(key, *split(token), tmp_path)
    names = {"expired": "simpleTokenExpires", "otherDevice": "simpleTokenFingerprint", "otherRequestor": "simpleTokenRequestorID"}
    for name in names.values():
        assert (value(token, name) != value(good, name)) == (name == names[surgery])
    if surgery != "otherRequestor":
        assert native.authorize(token).body.startswith("<pendingLogout ")
    assert text(native.authorize(good), "authzToken")


def test_a_token_with_a_wrong_signature_is_refused_by_openssl_too(simulator, fetch, way, tmp_path, native):
    add(fetch, way, {"token": "wrongSignature"})
    token = text(native.session(), "authnToken")
    assert not accepts(public_key(simulator, fetch, tmp_path, "token"), *split(token), tmp_path)
    assert native.authorize(token).body == LOGGED_OUT


@pytest.mark.parametrize("surgery", ("cutInHalf", "notBase64", "wrongElementName", "extraText"))
def test_a_malformed_token_is_refused(fetch, way, native, surgery):
    add(fetch, way, {"token": f"malformed:{surgery}"}, match={"operation": "SessionDevice"})
    assert native.authorize(text(native.session(), "authnToken")).body == LOGGED_OUT


def test_a_media_token_that_has_expired(simulator, fetch, way, tmp_path, native):
    add(fetch, way, {"token": "expired"}, match={"operation": "DeviceShortAuthorize"})
    media = native.tokens()[2]
    assert accepts(public_key(simulator, fetch, tmp_path, "token"), *split(media), tmp_path)
    verdict = fetch(f"{way.base}/_sim/tokens/verify", form={"token": base64.b64encode(media.encode()).decode()})
    assert verdict.json()["status"] == "TOKEN_EXPIRED"


def test_an_mvpd_that_is_down(fetch, way, native):
    authn = text(native.session(), "authnToken")
    add(fetch, way, {"mvpd": "down"}, match={"mvpd": "Adobe"})
    assert native.authorize(authn).headers["authzf-error-code"] == "network"
    assert fetch(f"{way.base}/_sim/mvpd/Adobe/logo.svg").status == 503
    assert fetch(f"{way.base}/_sim/mvpd/AcmeCable/logo.svg").status == 200


@pytest.mark.parametrize("name", ("mvpd-evening", "mobile-network", "every-refusal"))
def test_a_ready_made_set_is_valid(name):
    done = command("config", "check", "--config", ROOT / f"Config/faults/{name}.json5")
    assert done.returncode == 0, done.stderr


def test_a_ready_made_set_takes_effect(tmp_path):
    with Simulator(tmp_path, "--config", ROOT / "Config/faults/every-refusal.json5") as running:
        answers = [plain(running).curl(tmp_path / "curl")(running.http + CONFIG).status for _ in range(14)]
    # The tenth failure is a missing device, the fourteenth an old client.
    assert answers[9] == 400 and answers[13] == 410
