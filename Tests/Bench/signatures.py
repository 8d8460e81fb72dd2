"""Costs of RSA on this machine: `openssl speed` on all cores, in the same run as the rows that are compared with it."""

import re
import subprocess
from dataclasses import dataclass

from generators import Load, Meter
from machine import cores
from processes import clean_environment

# Short, since machines change their speed: what is compared with it runs as long, in many rounds.
SECONDS = 1


@dataclass
class Speed(Load):
    """Signatures and verifications with keys of 2048 bits; a request is `signatures` of them."""

    # Of CPU time.
    sign_micros: float = 0
    verify_micros: float = 0

    def millis_of(self, signatures, verifications):
        """CPU time of so many of each."""
        return (signatures * self.sign_micros + verifications * self.verify_micros) / 1000


def speed(signatures=1, processes=None):
    """One run, with a process on each core or with so many."""
    command = ["openssl", "speed", "-multi", str(processes or cores()), "-seconds", str(SECONDS), "-elapsed", "rsa2048"]
    with Meter() as meter:
        run = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=True)
    sign_rate, verify_rate = rates(run.stdout)
    # It verifies for as long as it signs, and no process of it is idle meanwhile.
    cpu = meter.generator / 2
    return Speed(
        requests=sign_rate * SECONDS / signatures,
        seconds=SECONDS,
        failed=0,
        server_cpu=cpu,
        generator_cpu=0,
        other_cpu=meter.other * SECONDS / meter.seconds,
        sign_micros=cpu / (sign_rate * SECONDS) * 1e6,
        verify_micros=cpu / (verify_rate * SECONDS) * 1e6,
    )


def rates(output):
    """Signatures and verifications a second, out of what `openssl speed` prints."""
    found = re.search(r"^rsa 2048 bits \S+ \S+ +([\d.]+) +([\d.]+)$", output, re.MULTILINE)
    assert found, f"openssl speed printed no rates: {output}"
    return float(found[1]), float(found[2])
