"""The simulator's metrics, as Prometheus scrapes them."""

import re
import socket
import subprocess
import urllib.parse

import pytest
import requests

from simulator import Simulator

SECONDS = 20
OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
# What Prometheus 3 sends.
SCRAPE = (
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,"
    "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2"
)
SAMPLE = re.compile(r'^([a-z_]+)(?:\{([a-z]+="[A-Za-z0-9.+]+"(?:,[a-z]+="[A-Za-z0-9.+]+")*)\})? ([0-9.e+-]+)$')


@pytest.fixture(scope="module")
def simulator(tmp_path_factory):
    with Simulator(tmp_path_factory.mktemp("metrics")) as simulator:
        yield simulator


def scrape(simulator, accept=SCRAPE):
    answer = requests.get(f"{simulator.http}/_sim/metrics", headers={"Accept": accept}, timeout=SECONDS)
    assert answer.status_code == 200
    lines = answer.text.split("\n")
    assert lines.pop() == ""
    values = {}
    for line in lines:
        if not line.startswith("# "):
            name, labels, value = SAMPLE.match(line).groups()
            series = f"{name}{{{labels}}}" if labels else name
            assert series not in values
            values[series] = float(value)
    return answer.headers["Content-Type"], lines, values


def test_a_scrape_gets_openmetrics(simulator):
    kind, lines, values = scrape(simulator)
    assert kind == OPEN_METRICS
    assert lines[-1] == "# EOF" and lines.count("# EOF") == 1
    families = [line.split()[2] for line in lines if line.startswith("# TYPE ")]
    assert len(families) == len(set(families)) > 20
    assert all(name.startswith("pass_simulator_") for name in families)
    assert values["pass_simulator_open_connections"] >= 1


def test_the_older_format_has_the_same_samples(simulator):
    _, _, new = scrape(simulator)
    kind, lines, old = scrape(simulator, "text/plain")
    assert kind == "text/plain; version=0.0.4; charset=utf-8"
    assert "# TYPE pass_simulator_logins_total counter" in lines and "# EOF" not in lines
    assert set(new) <= set(old)


def test_promtool_finds_nothing(simulator):
    requests.get(f"{simulator.http}/adobe-services/config/TEST_REQUESTOR", timeout=SECONDS)
    text = requests.get(f"{simulator.http}/_sim/metrics", headers={"Accept": "text/plain"}, timeout=SECONDS).content
    checked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, timeout=SECONDS, check=False)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, b"")


def test_what_the_sockets_refuse_is_counted(simulator):
    name = 'pass_simulator_connection_failures_total{reason="%s"}'
    before = scrape(simulator)[2]
    address = urllib.parse.urlsplit(simulator.http)
    for start in (b"nonsense\r\n\r\n", b"\x16\x03\x01\x00\x05hello"):
        with socket.create_connection((address.hostname, address.port), timeout=SECONDS) as peer:
            peer.sendall(start)
            while peer.recv(4096):
                pass
    after = scrape(simulator)[2]
    for reason in ("badRequest", "tls"):
        assert after[name % reason] == before[name % reason] + 1
    assert after["pass_simulator_connections_accepted_total"] >= before["pass_simulator_connections_accepted_total"] + 2


def test_the_metrics_are_the_operators(simulator):
    url = f"{simulator.http}/_sim/metrics"
    assert requests.get(url, headers={"Origin": "https://evil.example"}, timeout=SECONDS).status_code == 403
    assert requests.get(url, headers={"Host": "evil.example"}, timeout=SECONDS).status_code == 421
