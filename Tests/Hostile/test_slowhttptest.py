"""slowhttptest's three attacks, all at once: none makes the simulator unavailable."""

import csv
import subprocess

import pytest

from peers import Watch, needs_proc, unharmed
from simulator import Simulator

pytestmark = needs_proc

SECONDS = 12
# The tool's own process may have no more than 1,024 descriptors, whatever its limit says: it waits with select().
CONNECTIONS = 700

ATTACKS = {
    "slow heads": ("-H", "-i", "2", "-t", "GET", "-x", "24"),
    "slow content": ("-B", "-i", "2", "-s", "8192", "-t", "POST", "-x", "10"),
    "slow reading": ("-X", "-w", "128", "-y", "256", "-n", "2", "-z", "32", "-k", "3"),
}

# Content is read only where an operation takes it.
PATHS = {"slow content": "/_sim/done"}


@pytest.fixture(scope="module")
def attacks(tmp_path_factory):
    """What the tool counted each second, by attack."""
    folder = tmp_path_factory.mktemp("slowhttptest")
    # Shorter than the attack, so that it also meets the deadlines.
    options = ("--limits-header-seconds", "5", "--limits-body-seconds", "5", "--limits-idle-seconds", "5")
    with Simulator(folder, *options) as simulator, unharmed(simulator, mebibytes=32), Watch(simulator):
        running = {}
        for name, options in ATTACKS.items():
            report = folder / name.replace(" ", "-")
            words = ("slowhttptest", "-c", str(CONNECTIONS), "-r", "350", "-l", str(SECONDS), "-p", "3", "-g", "-o", str(report))
            url = f"{simulator.http}{PATHS.get(name, '/_sim/ca.pem')}"
            process = subprocess.Popen((*words, *options, "-u", url), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            running[name] = process, report.with_suffix(".csv")
        results = {}
        for name, (process, report) in running.items():
            output, _ = process.communicate(timeout=SECONDS + 30)
            with report.open() as file:
                results[name] = output, list(csv.DictReader(file))
    return results


@pytest.mark.parametrize("name", ATTACKS)
def test_service_stays_available(attacks, name):
    output, seconds = attacks[name]
    assert len(seconds) > SECONDS / 2, output
    assert max(int(second["Connected"]) for second in seconds) > CONNECTIONS / 4, seconds
    # The first line is written before the tool has asked.
    unavailable = [second for second in seconds[1:] if int(second["Service Available"]) == 0]
    assert not unavailable, unavailable
