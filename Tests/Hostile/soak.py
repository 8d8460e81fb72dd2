"""Runs the executable at full speed under valid flows, refusals and garbage, and looks at what is left of it afterwards.

As a command: `soak.py [--seconds N] [--seed N] [--sanitized] [--store STORE]`, which prints a few lines and exits with 1 when
something is wrong. The executable is PASS_SIMULATOR_BINARY, else the debug build. `--store sqlite:FILE` keeps the state in a file,
`--store redis://HOST:PORT/DB` in a database; `store check` must find it sound afterwards.

Sessions, codes and tokens are meant to stay until they expire, so the soak gives them lives of some seconds: memory then
grows until as many expire as come, and must be flat from there on.
"""

import argparse
import collections
import http.client
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

# As pytest.ini does it for the tests.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Clients"))

from process import descriptors, resident_bytes, threads  # noqa: E402
from simulator import Simulator, command  # noqa: E402

# Opens URLs without the proxy of the caller's environment.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
LOAD = Path(__file__).with_name("load.py")
KINDS = ("flows", "flows", "harness", "garbage", "rude")
LIFE_SECONDS = 20
CONFIGURATION = f"""{{
    ttl: {{
        authenticationSeconds: {LIFE_SECONDS}, homeBasedAuthenticationSeconds: {LIFE_SECONDS}, authorizationSeconds: {LIFE_SECONDS},
        mediaSeconds: {LIFE_SECONDS}, sessionSeconds: {LIFE_SECONDS}, registrationCodeSeconds: {LIFE_SECONDS},
        accessTokenSeconds: {LIFE_SECONDS},
    }},
    limits: {{ headerSeconds: 2, bodySeconds: 2, handshakeSeconds: 2, journalBytes: {1 << 20} }},
    mvpds: {{ {" ".join(f"{name}: {{ sessionSeconds: {LIFE_SECONDS} }}," for name in ("Adobe", "AcmeCable", "MetaCable", "OAuthTV", "HubTV", "TwoPageTV"))} }},
}}"""
# What two looks at the same flat process may differ by: the allocator's slack, and how many records live at the moment.
# A kilobyte that a request leaves behind comes to more within a few seconds of this load.
GROWTH_BYTES = 8 << 20
# About what the record of a registered client takes.
CLIENT_BYTES = 1200
# The line of `/_sim/metrics` that counts registered clients.
REGISTERED = 'pass_simulator_requests_total{operation="RetrieveClientCredentials",status="2xx"} '
# For what the load left to be closed by deadlines, and for idle threads of the pool to end.
CALM_SECONDS = 60
# A store keeps up to 64 connections for reading open, each with a descriptor of the file and one of its log.
STORE_DESCRIPTORS = 2 * 64


class Figures:
    """What the system says about a running process."""

    def __init__(self, pid):
        self.resident, self.threads, self.descriptors = resident_bytes(pid), threads(pid), descriptors(pid)


class Soak:
    """One soak of a running simulator; after `run`, `failures` are sentences, none when all is well."""

    def __init__(self, simulator, seconds, seed, *, looks_at_memory=True, kept_descriptors=0):
        self.simulator, self.seconds, self.seed, self.looks_at_memory = simulator, seconds, seed, looks_at_memory
        self.kept_descriptors = kept_descriptors
        self.counts, self.failures, self.resident = collections.Counter(), [], []
        self.clients = 0

    def run(self):
        pid = self.simulator.pid
        self.start = Figures(pid)
        loads = [self._begin(number, kind) for number, kind in enumerate(KINDS)]
        try:
            began = time.monotonic()
            while any(load.poll() is None for load in loads) and self.simulator.process.poll() is None:
                held = Figures(pid).resident - CLIENT_BYTES * self._registered_clients()
                self.resident.append((time.monotonic() - began, held))
                time.sleep(0.25)
            for load in loads:
                self._end(load)
        finally:
            for load in loads:
                load.kill()
                load.wait()
        if self.simulator.process.poll() is not None:
            self.failures.append(f"the simulator ended with {self.simulator.process.returncode}: {self.simulator.stderr}")
            return
        self._judge_memory()
        self._wait_for_calm(pid)

    def _begin(self, number, kind):
        command = [sys.executable, LOAD, kind, self.simulator.http, self.simulator.ca]
        command += [str(self.seconds), str(self.seed + number)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def _end(self, load):
        output, errors = load.communicate()
        if load.returncode != 0:
            self.failures.append(f"a load ended with {load.returncode}: {errors[-2000:]}")
            return
        told = json.loads(output)
        self.counts.update(told["counts"])
        self.failures += told["failures"]
        if not told["counts"]:
            self.failures.append(f"the load {told['kind']} did nothing")

    def _registered_clients(self):
        """The number of clients registered so far; that of the last look if the simulator doesn't answer."""
        try:
            with DIRECT.open(f"{self.simulator.http}/_sim/metrics", timeout=10) as answer:
                lines = answer.read().decode().splitlines()
        except (OSError, http.client.HTTPException):
            return self.clients
        self.clients = sum(int(line.removeprefix(REGISTERED)) for line in lines if line.startswith(REGISTERED))
        return self.clients

    def _judge_memory(self):
        """Compares the most that was resident, without clients, in the third quarter of the time with the most in the fourth."""
        end = self.resident[-1][0] if self.resident else 0
        quarters = [[held for at, held in self.resident if low <= at / end <= low + 0.25] for low in (0.5, 0.75)]
        if not all(quarters):
            self.failures.append("the memory was looked at too seldom to be judged")
            self.warm = self.last = 0
            return
        self.warm, self.last = map(max, quarters)
        if self.looks_at_memory and self.last > self.warm + GROWTH_BYTES:
            self.failures.append(f"memory grew from {megabytes(self.warm)} to {megabytes(self.last)}")

    def _wait_for_calm(self, pid):
        deadline = time.monotonic() + CALM_SECONDS
        while True:
            self.calm = Figures(pid)
            grown = [
                f"{name}: {getattr(self.start, name)} at the start, {getattr(self.calm, name)} {CALM_SECONDS} s after the load"
                for name, kept in (("descriptors", self.kept_descriptors), ("threads", 0))
                if getattr(self.calm, name) > getattr(self.start, name) + kept
            ]
            if not grown or time.monotonic() > deadline:
                self.failures += grown
                return
            time.sleep(0.1)

    def report(self, print=print):
        counts = self.counts
        print(f"{counts['flows']} flows succeeded, {counts['refused']} refusals were right, in {counts['requests']} requests")
        print(f"{counts['garbage']} malformed exchanges, {counts['rude']} rude peers")
        if hasattr(self, "calm"):
            print(
                f"resident without {self.clients} registered clients: {megabytes(self.start.resident)} at the start,"
                f" {megabytes(self.warm)} warm, {megabytes(self.last)} at the end of the load;"
                f" with them {megabytes(self.calm.resident)} after it"
            )
            print(f"descriptors: {self.start.descriptors} at the start, {self.calm.descriptors} after it")
            print(f"threads: {self.start.threads} at the start, {self.calm.threads} after it")
        for failure in self.failures:
            print(f"WRONG: {failure}")


def megabytes(count):
    return f"{count / (1 << 20):.1f} MB"


def soaked(folder, seconds, seed, store=None, **options):
    """A finished soak of a simulator of its own, which answered afterwards and stopped with exit code 0."""
    configuration = Path(folder) / "soak.json5"
    configuration.write_text(CONFIGURATION)
    stored = ("--store", store) if store else ()
    simulator = Simulator(Path(folder) / "simulator", "--config", configuration, *stored)
    soak = Soak(simulator, seconds, seed, kept_descriptors=STORE_DESCRIPTORS if store else 0, **options)
    try:
        with simulator:
            soak.run()
    except AssertionError as error:
        soak.failures.append(str(error))
    if store:
        checked = command("store", "check", store.removeprefix("sqlite:"), timeout=600)
        if checked.returncode != 0:
            soak.failures.append(f"the store is damaged: {checked.stdout}{checked.stderr}")
    return soak


def main():
    parser = argparse.ArgumentParser(description="Loads the executable, then checks memory, descriptors and threads.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31), help="repeats the choices, not the timing")
    parser.add_argument("--sanitized", action="store_true", help="don't check memory: the build of a sanitizer keeps freed memory")
    parser.add_argument("--store", help="the store, as in the option --store of `serve`")
    given = parser.parse_args()
    print(f"{given.seconds:g} s with --seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        soak = soaked(folder, given.seconds, given.seed, given.store, looks_at_memory=not given.sanitized)
    soak.report()
    sys.exit(1 if soak.failures else 0)


if __name__ == "__main__":
    main()
