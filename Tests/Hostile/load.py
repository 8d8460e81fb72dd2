"""One kind of load on a running simulator, as a process of its own: `load.py KIND URL CA SECONDS SEED`.

It works as fast as it can until its time is over, then prints one JSON object: how much of what it did (`flows`, `requests`,
`garbage`, `rude`), and `failures`, a few sentences about what a simulator must not do.
"""

import argparse
import collections
import contextlib
import errno
import http.client
import json
import os
import random
import re
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# As pytest.ini does it for the tests.
sys.path.insert(0, str(ROOT / "Tests/Clients"))

from raw import client_hello, reset  # noqa: E402
from simulator import ADOBE_HOST, BINARY, clean_environment  # noqa: E402
from witness import Answer, Connection, Page, StepFailed, Witness, made_up_statement  # noqa: E402

# As patient as a busy machine asks for, and a sanitizer's build.
HANG_SECONDS = 30
MAX_FAILURES = 5
# The load removes no namespace, so it names a fixed number of them.
NAMESPACES = 32
MVPDS = ("Adobe", "AcmeCable", "MetaCable", "OAuthTV", "TownCable", "TwoPageTV")
# Those chapters whose scenarios don't meet each other when they are played again in the same namespace.
CHAPTERS = ("checkAuthentication and getAuthentication", "Secure browser*", "tvOS second screen", "Preauthorization", "Logout", "Cache*")

VALID = (
    b"GET /_sim/ready HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /adobe-services/config/TEST_REQUESTOR HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n",
    b"POST /reggie/v1/TEST_REQUESTOR/regcode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 25\r\n\r\ndeviceId=soak&format=json",
    b"POST /adobe-services/sessionDevice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n10;note=\"a b\"\r\nrequestor_id=ABC\r\n0\r\nX-Trailer: a\r\n\r\n",
    b"POST /o/client/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 35\r\n\r\n"
    b'{"software_statement":"e30.e30.c2"}',
    b"POST /sp/saml/SAMLAssertionConsumer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 39\r\n\r\nSAMLResponse=PHNhbWxwOlJlc3BvbnNlLz4%3D",
    b"CONNECT sp.auth.adobe.com:443 HTTP/1.1\r\nHost: sp.auth.adobe.com:443\r\n\r\n",
    b"GET http://sp.auth.adobe.com/adobe-services/config/X HTTP/1.1\r\nHost: sp.auth.adobe.com\r\n\r\n",
)
PIECES = (
    b"\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b"%", b"%00", b"..//", b"\xff", b"Content-Length: 5\r\n", b"\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: xchunked\r\n", b"Host: a\r\n", b"FFFFFFFFFFFFFFFFF\r\n",
    b"99999999999999999999", b"A" * 20_000, b"Expect: 100-continue\r\n", b"Connection: close\r\n", b" HTTP/1.0", b"<", b"&lt;",
)  # fmt: skip


class Tally:
    def __init__(self, seconds):
        self.ends = time.monotonic() + seconds
        self.counts = collections.Counter()
        self.failures = []

    @property
    def goes_on(self):
        return time.monotonic() < self.ends and len(self.failures) < MAX_FAILURES

    @contextlib.contextmanager
    def failing(self, what):
        """Takes down what goes wrong inside as a failure."""
        try:
            yield
        except (StepFailed, AssertionError, OSError, http.client.HTTPException) as error:
            self.failures.append(f"{what}: {error!r}"[:1000])


class KeptConnection:
    """What `witness.Connection` is, over connections that stay open: one to each host, and with a browser's cookies."""

    def __init__(self, tally, port, context, *, as_proxy=False):
        self._tally, self._port, self._context, self._as_proxy = tally, port, context, as_proxy
        self._open, self._cookies = {}, {}

    def close(self):
        for connection in self._open.values():
            connection.close()
        self._open = {}

    def send(self, step, method, url, body=None, **headers):
        parts = urllib.parse.urlsplit(url)
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        cookies = [pair for (host, path, _), pair in self._cookies.items() if host == parts.netloc and target.startswith(path)]
        if cookies:
            headers["Cookie"] = "; ".join(cookies)
        try:
            connection = self._connection(parts)
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            content = response.read().decode()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise StepFailed(step, f"{parts.path} can't be reached or read: {error!r}") from error
        self._tally.counts["requests"] += 1
        for cookie in response.headers.get_all("Set-Cookie", []):
            pair, _, attributes = cookie.partition(";")
            path = re.search(r";\s*path=([^;]*)", ";" + attributes, re.IGNORECASE)
            self._cookies[parts.netloc, path[1] if path else "/", pair.partition("=")[0]] = pair
        return Answer(response.status, response.headers, content)

    def _connection(self, parts):
        key = parts.scheme, parts.netloc
        if key not in self._open:
            if parts.scheme == "http":
                new = http.client.HTTPConnection("127.0.0.1", self._port, timeout=HANG_SECONDS)
            elif self._as_proxy:
                new = http.client.HTTPSConnection("127.0.0.1", self._port, timeout=HANG_SECONDS, context=self._context)
                new.set_tunnel(parts.hostname, 443)
            else:
                new = http.client.HTTPSConnection("localhost", self._port, timeout=HANG_SECONDS, context=self._context)
            self._open[key] = new
        return self._open[key]


def play_flows(tally, place, dice):
    """The whole native chain, plain and over TLS, in namespaces and not, direct and through a tunnel."""
    number = 0
    while tally.goes_on:
        number += 1
        root, as_proxy = dice.choice(
            [
                (place.http, False),
                (f"{place.http}/_ns/soak-{dice.randrange(NAMESPACES)}", False),
                (f"https://localhost:{place.port}", False),
                (f"https://{ADOBE_HOST}", True),
            ]
        )
        with contextlib.closing(KeptConnection(tally, place.port, place.context, as_proxy=as_proxy)) as connection:
            mvpd = dice.choice(MVPDS)
            device = f"soak {os.getpid()} {number}"
            witness = Witness(f"{root}/adobe-services", "TEST_REQUESTOR", mvpd, device, connection=connection)
            with tally.failing(f"flow {number} at {mvpd} through {root}"):
                if dice.random() < 0.2:
                    refuse_flow(tally, witness, root, connection)
                else:
                    play_flow(witness, root, connection)
                    tally.counts["flows"] += 1


def play_flow(witness, root, connection):
    resource = "TEST_RESOURCE"
    witness.sign_in(made_up_statement(), "user", "password")
    witness.authorize(resource)
    verification = urllib.parse.urlencode({"resource": resource, "token": witness.short_authorize().raw}).encode()
    # The address of the simulator's own paths is in no spoofed host.
    root = root if "localhost" in root or "127.0.0.1" in root else f"http://127.0.0.1:{connection._port}"
    for status in ("VALID_TOKEN", "TOKEN_ALREADY_USED"):
        answer = connection.send(
            "verify", "POST", f"{root}/_sim/tokens/verify", verification, Content_Type="application/x-www-form-urlencoded"
        )
        seen = json.loads(answer.body)["status"]
        assert seen == status, f"{seen} instead of {status}"
    witness.logout()


def refuse_flow(tally, witness, root, connection):
    """The documented failures that a request can ask for."""
    witness.sign_in(made_up_statement(), "user", "password")
    for resource in ("deny:a", "network:a", "fraud:a", "invalid:a", "norefreshtoken:a", "authznone:a", "mismatch:a"):
        try:
            witness.authorize(resource)
        except StepFailed as refusal:
            assert refusal.answer and refusal.answer.status in (200, 400), refusal
            continue
        raise AssertionError(f"{resource} was authorized")
    tally.counts["refused"] += 7


def play_harness(tally, place, dice):
    """The Swift client SDK's scenarios, again and again in one namespace."""
    filters = [word for chapter in CHAPTERS for word in ("--filter", chapter)]
    while tally.goes_on:
        result = subprocess.run(
            [BINARY, "harness", "--target", f"{place.http}/_ns/soak-harness", "--parallel", "2"]
            + ["--seed", str(dice.randrange(1 << 31)), *filters],
            capture_output=True, text=True, env=clean_environment(), timeout=300,
        )  # fmt: skip
        passed = re.search(r"^\d+ scenarios: (\d+) passed", result.stdout, re.MULTILINE)
        if result.returncode != 0 or not passed:
            failed = re.findall(r"^  FAILED .*\n(?:   .*\n)*", result.stdout, re.MULTILINE)
            tally.failures.append(f"harness: {result.returncode} {''.join(failed)[:1000] or result.stderr[-1000:]}")
        else:
            tally.counts["flows"] += int(passed[1])


def send_garbage(tally, place, dice):
    """Malformed requests of the corpus, and mutated valid ones; in pieces or whole, plain or over TLS."""
    corpus = [path.read_bytes() for path in sorted((ROOT / "Fixtures/HTTP/malformed").glob("*.http"))]
    while tally.goes_on:
        data = dice.choice(corpus) if corpus and dice.random() < 0.3 else mutated(dice)
        cut = dice.randrange(len(data) + 1) if dice.random() < 0.3 else len(data)
        with tally.failing(f"garbage {data[:300]!r} cut at {cut}"):
            answer = exchange(place, [data[:cut], data[cut:]], over_tls=dice.random() < 0.1)
            tally.counts["garbage"] += 1
            for status in re.findall(rb"^HTTP/1\.1 (\d{3}) ", answer, re.MULTILINE):
                assert status != b"500", f"500: {answer[:200]!r}"


def mutated(dice):
    """One or more valid requests with a few bytes changed, removed, doubled, or exchanged for something nasty."""
    data = bytearray(b"".join(dice.choices(VALID, k=dice.randint(1, 3))))
    for _ in range(dice.randint(1, 4)):
        at, count = dice.randrange(len(data)), dice.randint(0, 12)
        change = dice.randrange(4)
        if change == 0:
            data[at : at + count] = dice.randbytes(count)
        elif change == 1:
            del data[at : at + count]
        elif change == 2:
            data[at:at] = data[at : at + count]
        else:
            data[at:at] = dice.choice(PIECES)
        data = data or bytearray(b"\n")
    return bytes(data)


def exchange(place, pieces, *, over_tls):
    """Sends the pieces, ends its own side, and gives whatever came until the server's end."""
    received = b""
    connection = socket.create_connection(("127.0.0.1", place.port), HANG_SECONDS)
    try:
        if over_tls:
            connection = place.context.wrap_socket(connection, server_hostname="localhost")
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            for piece in pieces:
                connection.sendall(piece)
            if not over_tls:
                end_writing(connection)
            else:
                connection = connection.unwrap()
            while data := connection.recv(65_536):
                received += data
    finally:
        connection.close()
    return received


def end_writing(connection):
    """Says that nothing more comes, to a server that may have reset the connection: an error that Python has no class for."""
    try:
        connection.shutdown(socket.SHUT_WR)
    except OSError as error:
        if error.errno != errno.ENOTCONN:
            raise


def be_rude(tally, place, dice):
    """Peers that reset, stop in the middle, lie in a handshake, don't read, or come back for nothing."""
    held = collections.deque()
    hello = client_hello(place.context)
    while tally.goes_on:
        request = dice.choice(VALID)
        with tally.failing("rude"), contextlib.suppress(ConnectionError):
            peer = socket.create_connection(("127.0.0.1", place.port), HANG_SECONDS)
            deed = dice.randrange(7)
            if deed == 0:  # resets inside a request
                peer.sendall(request[: dice.randrange(len(request))])
            elif deed == 1:  # asks, and is gone when the answer comes, which may be a delayed or a signed one
                peer.sendall(request * dice.randint(1, 40))
            elif deed == 2:  # asks for a page that comes after two seconds
                peer.sendall(delayed_request(place))
            elif deed == 3:  # stops inside a handshake
                peer.sendall(hello[: dice.randint(1, len(hello))])
            elif deed == 4:  # lies in a handshake
                peer.sendall(hello[:6] + dice.randbytes(len(hello) - 6))
            elif deed == 5:  # leaves an accepted tunnel in the middle of a handshake
                peer.sendall(b"CONNECT sp.auth.adobe.com:443 HTTP/1.1\r\nHost: sp.auth.adobe.com:443\r\n\r\n")
                peer.recv(4096)
                peer.sendall(hello[: dice.randint(1, len(hello))])
            held.append(peer)
            tally.counts["rude"] += 1
        # Some are held for a while, half open in that they say nothing more, then end by a reset.
        while len(held) > 100 or held and dice.random() < 0.6:
            reset(held.popleft())
    while held:
        reset(held.popleft())


def delayed_request(place):
    """A request of a login at `SlowTV`, whose every page takes two seconds."""
    url = f"{place.http}/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=SlowTV&redirect_url=app:done"
    form = Page(Connection().send("SlowTV", "GET", url).body).forms[0]
    content = form.fill("", "").encode()
    action = urllib.parse.urlsplit(urllib.parse.urljoin(url, form.action))
    head = f"POST {action.path} HTTP/1.1\r\nHost: {action.netloc}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


class Place:
    def __init__(self, url, ca):
        self.http, self.port = url, urllib.parse.urlsplit(url).port
        self.context = ssl.create_default_context(cafile=ca)


KINDS = {"flows": play_flows, "harness": play_harness, "garbage": send_garbage, "rude": be_rude}


def main():
    parser = argparse.ArgumentParser(description="One kind of load on a running simulator.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("url")
    parser.add_argument("ca")
    parser.add_argument("seconds", type=float)
    parser.add_argument("seed", type=int)
    given = parser.parse_args()
    tally = Tally(given.seconds)
    KINDS[given.kind](tally, Place(given.url, given.ca), random.Random(given.seed))
    print(json.dumps({"kind": given.kind, "counts": tally.counts, "failures": tally.failures}))


if __name__ == "__main__":
    main()
