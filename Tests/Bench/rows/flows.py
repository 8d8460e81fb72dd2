"""Whole logins: beside the cryptography that they need, and the SDK's beside WireMock.

For the rows beside cryptography `pass-bench play` plays each client's requests, each login on a connection of its own, and leaves
almost all of the machine to the server. The SDK itself works as much as the server for each login, on the same cores and in the same
caches, and its plainest transport, which is the one here, opens a connection for each request.

Beside WireMock the SDK logs in, from its configuration to the media token. One login is recorded from the simulator; WireMock answers
the same requests, found by method and path, with the recorded bytes. It signs nothing, checks nothing and remembers nothing. Both get
all cores, and share them with the SDK.
"""

import json
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import plays
from machine import cores
from processes import Process
from rows.embedded import Measurement
from servers import Simulator
from signatures import speed
from statistic import alternate
from table import Row

HOST = "127.0.0.2"
# WireMock is slow until Java has compiled what is often used.
WARM_UP_SECONDS = 12
USERS = 4
SECONDS = 4
# Signatures that a login of a new device makes, by request; keys have 2048 bits.
SIGNED = {
    "/o/client/token": 1,  # the access token
    "authenticate/saml": 1,  # the SAML request
    "the MVPD's login page": 1,  # the SAML assertion
    "sessionDevice": 2,  # the device's ID, the authN token
    "authorizeDevice": 1,  # the authZ token
    "deviceShortAuthorize": 1,  # the media token
}
# The texts that come back were signed by the same process, which knows its signatures again without a verification.
VERIFIED = 0


@dataclass(frozen=True)
class Need:
    """How often a login uses RSA."""

    signatures: int
    verifications: int

    def measured(self):
        """One run of openssl."""
        return NeededTime(self)

    def __str__(self):
        return f"{self.signatures} signatures, {self.verifications} verifications by openssl speed"


SDK = Need(sum(SIGNED.values()), VERIFIED)
# yt-dlp's token comes from `session`, where nothing signs the device's ID.
YT_DLP = Need(SDK.signatures - 1, VERIFIED)
# The SAML request and the assertion.
BROWSER = Need(2, VERIFIED)
# Name, what it is, the play and what it needs.
PLAYS = (
    ("sdk", "The SDK's login to media token", plays.sdk, SDK),
    ("yt-dlp", "yt-dlp's login to media token", plays.yt_dlp, YT_DLP),
    ("browser", "A browser's login through redirects", plays.browser, BROWSER),
)


def flow(bench):
    folder = bench.folder("flow")
    rows = []
    with Simulator(folder) as ours:
        recording = Measurement("record", ours.http, HOST)
        for name, what, steps, need in PLAYS:
            play = plays.Play(folder, ours, name, steps)
            if name == "sdk":
                check(play, recording)
            what += f", {len(play.asked)} requests"
            rows.append(beside(f"flow-{name}", what, lambda play=play: Flow(ours, SECONDS, play), need))
        with WireMock(folder, ours.port, recording["mappings"]) as theirs:
            Flow(theirs, WARM_UP_SECONDS)
            Flow(ours, 1)
            rounds = alternate(lambda: Flow(ours), lambda: Flow(theirs))
    return [
        *rows,
        Row.of(rounds, "flow", "Login to media token by the SDK itself", "rate", "/s", "WireMock, canned"),
        Row.of(rounds, "flow-cpu", "The same, CPU time of the server", "millis", "ms", "WireMock, canned"),
    ]


def check(play, recording):
    """Fails if the play's methods and paths aren't those that the SDK has just asked for."""
    recorded = [(each["request"]["method"], each["request"]["urlPath"]) for each in recording["mappings"]]
    assert play.asked == recorded, f"the SDK asks {recorded}, its play {play.asked}"


def beside(key, what, run, need):
    """The row of what a login takes of the server's time, beside the cryptography that it needs."""
    run()
    rounds = alternate(run, need.measured)
    note = f"{rounds.ours(lambda run: run.rate):,.0f} a second; pass-bench play takes {rounds.ours(lambda run: run.share):.0%} of the machine"
    return Row.of(rounds, key, f"{what}, CPU time of the server", "millis", "ms", str(need), note=note)


class Flow:
    """Logins at one server for a while: by the SDK or, with a play, by `pass-bench play`."""

    def __init__(self, server, seconds=SECONDS, play=None):
        if play:
            measurement = Measurement("play", *play.arguments(USERS, seconds), servers=(server,))
            elapsed = measurement["flows"] / measurement["rate"]
            self.share = measurement["cpu"] / 1e6 / elapsed / cores()
        else:
            measurement = Measurement("flow", server.http, seconds, servers=(server,))
        self.flows, self.rate, self.disturbance = measurement["flows"], measurement["rate"], measurement.disturbance
        self.millis = measurement.server_cpu / self.flows * 1000


class NeededTime:
    """Time of the cryptography that a login can't do without, by openssl in this run."""

    def __init__(self, need):
        run = speed()
        self.millis, self.disturbance = run.millis_of(need.signatures, need.verifications), run.disturbance


class WireMock(Process):
    """WireMock with stubs that were recorded, on another loopback address: so it has the simulator's port."""

    def __init__(self, folder, port, mappings):
        root = Path(folder) / "wiremock"
        (root / "mappings").mkdir(parents=True)
        (root / "mappings/flow.json").write_text(json.dumps({"mappings": mappings}))
        command = ["java", "-jar", jar(), "--bind-address", HOST, "--port", port]
        command += ["--root-dir", root, "--no-request-journal", "--disable-banner"]
        super().__init__(command, folder, "wiremock", host=HOST)
        self.port = port
        self.http = f"http://{HOST}:{port}"


def jar():
    """The server inside the Python package, found beside this interpreter's packages."""
    packages = Path(sysconfig.get_path("purelib"))
    jars = sorted(packages.glob("wiremock/server/wiremock-standalone-*.jar"))
    assert jars, "the Python package wiremock is missing: `make bench` installs it"
    return jars[0]
