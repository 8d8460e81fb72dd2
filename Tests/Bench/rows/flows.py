"""Whole logins a second, from the SDK's configuration to the media token, beside WireMock with canned answers.

One flow is recorded from the simulator; WireMock answers the same requests, found by method and path, with the recorded bytes. It
signs nothing, checks nothing and remembers nothing. Both get all cores, and share them with the client, which is the same.
"""

import json
import sysconfig
from pathlib import Path

from processes import Process
from rows.embedded import Measurement
from servers import Simulator
from statistic import alternate
from table import Row

HOST = "127.0.0.2"
SECONDS = 4
# WireMock is slow until Java has compiled what is often used.
WARM_UP_SECONDS = 12


def flow(bench):
    folder = bench.folder("flow")
    with Simulator(folder) as ours:
        recording = Measurement("record", ours.http, HOST)
        with WireMock(folder, ours.port, recording["mappings"]) as theirs:
            Flow(theirs, WARM_UP_SECONDS)
            Flow(ours, 1)
            rounds = alternate(lambda: Flow(ours), lambda: Flow(theirs))
    what = f"Login to media token, {recording['requests']:.0f} requests"
    return [
        Row.of(rounds, "flow", what, "rate", "/s", "WireMock, canned"),
        Row.of(rounds, "flow-cpu", "The same, CPU time of the server", "millis", "ms", "WireMock, canned"),
    ]


class Flow:
    """Flows of the headless client against one server for a while."""

    def __init__(self, server, seconds=SECONDS):
        measurement = Measurement("flow", server.http, seconds, servers=(server,))
        self.rate, self.disturbance = measurement["rate"], measurement.disturbance
        self.millis = measurement.server_cpu / measurement["flows"] * 1000


class WireMock(Process):
    """WireMock with stubs that were recorded, on another loopback address: so it has the simulator's port."""

    def __init__(self, folder, port, mappings):
        root = Path(folder) / "wiremock"
        (root / "mappings").mkdir(parents=True)
        (root / "mappings/flow.json").write_text(json.dumps({"mappings": mappings}))
        command = ["java", "-jar", jar(), "--bind-address", HOST, "--port", port]
        command += ["--root-dir", root, "--no-request-journal", "--disable-banner"]
        super().__init__(command, folder, "wiremock", host=HOST, port=port)
        self.http = f"http://{HOST}:{port}"


def jar():
    """The server inside the Python package, found beside this interpreter's packages."""
    packages = Path(sysconfig.get_path("purelib"))
    jars = sorted(packages.glob("wiremock/server/wiremock-standalone-*.jar"))
    assert jars, "the Python package wiremock is missing: `make bench` installs it"
    return jars[0]
