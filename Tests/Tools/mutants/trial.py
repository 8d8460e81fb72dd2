"""Runs the tests with one mutant active, and says whether one of them noticed it."""

import os
import re
import signal
import subprocess
import threading
import time
from dataclasses import dataclass

# What Swift Testing prints for a test that fails. One that fails on purpose has "a known issue".
FAILED = "recorded an issue"
# What the text of a failure has if a test, or what it drives, waited too long. A busy machine does the same.
LATE = re.compile(r"Time limit was exceeded|within [\d.]+ (?:milli)?seconds|time limit of|timed ?out", re.I)
# How much longer the tests may take when they run again because of such a failure.
PATIENCE = 2
# Server targets, then the client SDK; a target's own tests come before these.
SERVER = (
    "PassAdobeServicesTests", "PassAdminTests", "PassMVPDTests", "PassTokensTests", "PassRESTv1Tests",
    "PassRESTv2Tests",
    "PassClientRegistrationTests", "PassFuzzTests",
    "pass_simulatorTests", "PassHarnessTests", "PassTestingTests", "AccessEnablerURLSessionTests", "PassSimulatorTests")
CLIENT = ("PassFuzzTests", "pass_simulatorTests", "PassHarnessTests", "PassTestingTests", "AccessEnablerURLSessionTests")
# Each part of the code with the test target of its own.
PARTS = {
    "Sources/PassDomain": "PassDomainTests",
    "Sources/PassTokens": "PassTokensTests",
    "Sources/PassSAML": "PassSAMLTests",
    "Sources/PassStore": "PassStoreTests",
    "Sources/PassEndpointKit": "PassEndpointKitTests",
    "Sources/PassMVPD": "PassMVPDTests",
    "Sources/PassAdobeServices": "PassAdobeServicesTests",
    "Sources/PassSimulator/Pipeline": "PassSimulatorTests",
    "Sources/AccessEnabler": "AccessEnablerTests",
}


@dataclass
class Outcome:
    """How the tests went: passed, or by what the mutant was noticed."""

    passed: bool
    seconds: float
    notice: str = ""


class Trial:
    def __init__(self, tree):
        self.tree = tree
        self.seconds = {}

    def groups(self, part):
        """The test targets to run, in order: the part's own, then all others that reach it."""
        own = PARTS[part]
        wider = CLIENT if part == "Sources/AccessEnabler" else SERVER
        return (own,), tuple(name for name in wider if name != own)

    def measure(self, parts):
        """Runs all tests without a mutant: they must pass, and their time sets the limit for each mutant."""
        for target in sorted({target for part in parts for group in self.groups(part) for target in group}):
            outcome = self._run((target,), 0, 900)
            if not outcome.passed:
                raise SystemExit(f"Without a mutant, {target} fails: {outcome.notice}")
            self.seconds[target] = outcome.seconds

    def of(self, mutant, part):
        """Runs the tests of the part with the mutant until one fails; once more if it was only too late."""
        for group in self.groups(part):
            limit = 20 + 4 * sum(self.seconds[target] for target in group)
            outcome = self._run(group, mutant.number, limit)
            if not outcome.passed and LATE.search(outcome.notice):
                # The machine may have been busy. A mutant that makes the code wait for ever is late again.
                outcome = self._run(group, mutant.number, PATIENCE * limit)
            if not outcome.passed:
                break
        return outcome

    def _run(self, group, number, limit):
        command = [
            str(self.tree.test_binary), "--testing-library", "swift-testing", "--filter", rf"^({'|'.join(group)})\."]
        # The backtracer of a crash takes longer than the tests.
        # No mutant is in the other stores, whose flows would take most of the time.
        environment = {
            **os.environ, "PASS_MUTANT": str(number), "PASS_TEST_STORES": "memory", "SWIFT_BACKTRACE": "enable=no",
            "NO_COLOR": "1"}
        started = time.monotonic()
        process = subprocess.Popen(
            command, cwd=self.tree.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        timer = threading.Timer(limit, _end, [process])
        timer.start()
        notice = total = ""
        for line in process.stdout:
            if FAILED in line:
                notice = line.strip(" ✘\n")
                _end(process)
                break
            if "Test run with" in line:
                total = line
        code = process.wait()
        _end(process)
        process.stdout.close()
        seconds = time.monotonic() - started
        if not notice and not timer.is_alive() and code == -signal.SIGKILL:
            notice = f"time limit of {limit:.0f} s"
        elif not notice and (code or not total):
            notice = f"exit code {code}"
        timer.cancel()
        return Outcome(not notice, seconds, notice)


def _end(process):
    """Ends the tests and the processes that they have started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
