"""How fast the machine's cores are now, beside the fastest that this run has seen.

A virtual machine that shares its cores with others can become half as fast for many minutes, and nothing in `/proc` shows it.
"""

import os
import time

# The machine counts as slowed when a core was slower than the fastest of the run by this share.
SLOWED = 0.1
# The longest wait for the usual speed, a look a second.
PATIENCE_SECONDS = 120
POWERS = 4
BASE, EXPONENT, MODULUS = 3**1000, 2**2048 - 1, 2**2048 - 1942289


def work():
    for _ in range(POWERS):
        pow(BASE, EXPONENT, MODULUS)


def cores():
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [None]


def seconds_on(core):
    """How long the same work takes on one core."""
    if core is None:
        return timed()
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        return timed()
    finally:
        os.sched_setaffinity(0, allowed)


def timed():
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


class Pace:
    def __init__(self, seconds=lambda: max(map(seconds_on, cores())), sleep=time.sleep):
        self.seconds, self.sleep = seconds, sleep
        self.fastest = float("inf")

    def look(self):
        """How many seconds the work takes on the slowest core now."""
        now = self.seconds()
        self.fastest = min(self.fastest, now)
        return now

    def was_slowed(self, seconds):
        """Whether the machine was slowed in a look that took so many seconds, as far as the run knows by now."""
        return self.fastest / seconds < 1 - SLOWED

    def wait(self):
        """Waits until the machine has its usual speed, but not for ever."""
        for _ in range(PATIENCE_SECONDS):
            if not self.was_slowed(self.look()):
                return
            self.sleep(1)
