"""Server names in hellos: each has an answer, and however many there are, others are served."""

import re
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hello import UNRECOGNIZED_NAME, show
from peers import wait_until
from process import clean_environment, resident_bytes
from raw import PATIENCE_SECONDS, Peer
from simulator import ADOBE_HOST, MVPD_HOST, Simulator

OWN = ["localhost", "127.0.0.1", "::1"]
LONGEST = ".".join(["a" * 63] * 3 + ["b" * 53]) + ".example"

NAMES = {
    # What the authority vouches for has a leaf of its own.
    ADOBE_HOST: [ADOBE_HOST],
    "api.auth-staging.adobe.com": ["api.auth-staging.adobe.com"],
    MVPD_HOST: [MVPD_HOST],
    "SP.Auth.Adobe.COM": [ADOBE_HOST],
    ADOBE_HOST + ".": [ADOBE_HOST],
    "a_b.example": ["a_b.example"],
    "-a-.example": ["-a-.example"],
    "xn--mnchen-3ya.example": ["xn--mnchen-3ya.example"],
    "suite-1.ns.localhost": ["suite-1.ns.localhost"],
    "host.docker.internal": ["host.docker.internal"],
    "10.0.2.2": ["10.0.2.2"],
    "fd00::1": ["fd00::1"],
    "[fd00::1]": ["fd00::1"],
    LONGEST: [LONGEST],
    # The server's own names and no name: its own certificate.
    None: OWN,
    "": OWN,
    "localhost": OWN,
    "LOCALHOST.": OWN,
    "127.0.0.1": OWN,
    "[::1]": OWN,
    # So for hosts that it doesn't vouch for …
    "bank.com": OWN,
    "adobe.com": OWN,
    "com": OWN,
    "8.8.8.8": OWN,
    # … and for what no host can be called.
    "münchen.example": OWN,
    "a b.example": OWN,
    "a..b.example": OWN,
    ".example": OWN,
    ".": OWN,
    "*.example": OWN,
    "127.1": OWN,
    "::1%lo": OWN,
    "localhost:443": OWN,
    "\x01\x1b[2J\r\n.example": OWN,
    "a" * 64 + ".example": OWN,
    "a." * 127 + "b": OWN,
}


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_shown_its_certificate(simulator, name):
    assert show(simulator.port, None if name is None else name.encode()).hosts == NAMES[name]


def test_an_address_that_no_hello_can_name_has_a_certificate(tmp_path):
    with Simulator(tmp_path, "--listen", "0.0.0.0:0", "--log", "text") as simulator:
        # The log is written beside everything else, so the line may come after the simulator is ready.
        line = re.compile(r"listening at 0\.0\.0\.0:(\d+)")
        assert wait_until(lambda: line.search(simulator.stderr)), simulator.stderr
        port = line.search(simulator.stderr)[1]
        for address in ("127.0.0.2", "127.0.0.1"):
            command = ["curl", "-q", "-s", "-S", "--cacert", simulator.ca, f"https://{address}:{port}/_sim/ready"]
            run = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, timeout=PATIENCE_SECONDS)
            assert run.stdout == '{"ready":true}', run.stderr


def test_bytes_that_are_no_text_are_shown_the_servers_own_certificate(simulator):
    assert show(simulator.port, b"\xff\xfe\x80.example").hosts == OWN


@pytest.mark.parametrize(
    "name",
    (
        b"a\0b.example",
        b"\0",
        b"a" * 256,
        b"a." * 5000 + b"example",
    ),
    ids=("zero byte within", "zero byte", "256 bytes", "10,007 bytes"),
)
def test_what_cannot_be_a_name_is_refused_with_an_alert(simulator, name):
    assert show(simulator.port, name).alert == UNRECOGNIZED_NAME
    assert show(simulator.port, b"localhost").hosts == OWN


def test_concurrent_hellos_for_one_new_name_are_shown_one_leaf(simulator):
    barrier = threading.Barrier(16)

    def ask(_):
        barrier.wait()
        return show(simulator.port, b"new-to-all.example").certificate.serial_number

    with ThreadPoolExecutor(16) as threads:
        assert len(set(threads.map(ask, range(16)))) == 1


FLOOD = 3000
# Less than the 3000 leaves would take, at 3 kB each, if they were kept.
GROWTH_BYTES = 6_000_000


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_flood_of_names_neither_grows_memory_nor_starves_others(tmp_path):
    with Simulator(tmp_path) as simulator:
        own = show(simulator.port, None).certificate.serial_number

        def ask(number):
            assert show(simulator.port, f"n{number}.flood.example".encode()).hosts == [f"n{number}.flood.example"]

        with ThreadPoolExecutor(4) as threads:
            # Fills the cache, and the allocator's pools.
            list(threads.map(ask, range(1000)))
            before = resident_bytes(simulator.pid)
            flood = [threads.submit(ask, number) for number in range(1000, 1000 + FLOOD)]
            waits = []
            while not all(one.done() for one in flood):
                start = time.monotonic()
                with Peer(simulator.port) as plain:
                    assert plain.get().status == 200
                assert show(simulator.port, ADOBE_HOST.encode()).hosts == [ADOBE_HOST]
                waits.append(time.monotonic() - start)
            for one in flood:
                one.result()
        growth = resident_bytes(simulator.pid) - before
        assert growth < GROWTH_BYTES, f"{growth} bytes more after {FLOOD} names"
        assert len(waits) > 10 and max(waits) < 5, (len(waits), max(waits))
        # The server's own leaf never gives way to others.
        assert show(simulator.port, None).certificate.serial_number == own
