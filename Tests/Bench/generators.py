"""Load from outside tools, and what it cost: the server's CPU time, the generator's, and everybody else's."""

import json
import os
import resource
import subprocess
import tempfile
import time
import urllib.parse
from dataclasses import dataclass, replace
from pathlib import Path

from processes import busy_seconds, clean_environment, cpu_seconds, pinned
from servers import PASS_BENCH
from statistic import percentile

SCRIPT = Path(__file__).with_name("load.lua")
# A generator that is busier than this is what limits the rate, not the server.
SATURATED = 0.97


@dataclass
class Load:
    """One run of a generator against one server."""

    requests: int
    seconds: float
    failed: int
    server_cpu: float
    generator_cpu: float
    other_cpu: float
    p50: float = 0
    p99: float = 0

    @property
    def rate(self):
        return self.requests / self.seconds

    @property
    def rate_of_all(self):
        """The rate on all cores, had the generator taken nothing of them."""
        return self.rate / (1 - self.generator_share_of_all)

    @property
    def generator_share_of_all(self):
        """The generator's share of all cores."""
        return self.generator_share / os.cpu_count()

    @property
    def micros(self):
        """CPU time of the server per request."""
        return self.server_cpu / self.requests * 1e6

    @property
    def generator_share(self):
        """How busy the generator was, of one core."""
        return self.generator_cpu / self.seconds

    @property
    def disturbance(self):
        """Other processes' share of all cores."""
        return self.other_cpu / (self.seconds * os.cpu_count())

    def with_more(self, micros):
        """The same run, had the server taken so much more CPU time for each request."""
        return replace(self, server_cpu=self.server_cpu + micros * self.requests / 1e6)


class Meter:
    """CPU time of servers, of the generators that this process starts, and of everybody else, while the block runs.

    What works beside a server, such as its database, counts for neither.
    """

    def __init__(self, *servers):
        self.pids = [pid for server in servers for pid in getattr(server, "pids", None) or (server.pid,)]
        self.beside = {each.pid for server in servers for each in getattr(server, "beside", ())}

    def __enter__(self):
        self.before = self._now()
        return self

    def __exit__(self, *_):
        self.seconds, servers, beside, self.generator, busy = (
            after - before for before, after in zip(self.before, self._now(), strict=True)
        )
        self.server = servers
        self.other = max(0, busy - servers - beside - self.generator)

    @property
    def disturbance(self):
        """Other processes' share of all cores."""
        return min(1, self.other / (self.seconds * os.cpu_count()))

    def _now(self):
        ours = sum(map(cpu_of_caller, (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)))
        servers, beside = (sum(map(cpu_seconds, pids)) for pids in (self.pids, self.beside))
        return time.monotonic(), servers, beside, ours, busy_seconds()


def cpu_of_caller(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def wrk_command(url, seconds, connections, threads=1):
    return ["wrk", "-t", threads, "-c", connections, "-d", f"{seconds}s", "--timeout", "10s", "-s", SCRIPT, url]


def wrk_variables(delay=None, close=False, paths=()):
    named = {"BENCH_DELAY": delay, "BENCH_CLOSE": 1 if close else None}
    named["BENCH_PATHS"] = ",".join(paths) or None
    return {name: value for name, value in named.items() if value is not None}


def read_wrk(output):
    return json.loads(output.rstrip().rpartition("\n")[2])


def wrk(server, url, seconds=2, connections=64, threads=1, core=None, **what):
    """Keep-alive load as fast as one thread of wrk can; see load.lua for `what`."""
    command = pinned(core, wrk_command(url, seconds, connections, threads))
    with Meter(server) as meter:
        run = subprocess.run(
            command, env=clean_environment(**wrk_variables(**what)), capture_output=True, text=True, check=True
        )
    told = read_wrk(run.stdout)
    assert told["failed"] == 0, f"{told['failed']} of {told['requests']} requests to {url} failed"
    assert told["requests"], f"no request to {url} was answered"
    return Load(
        requests=told["requests"],
        seconds=told["micros"] / 1e6,
        failed=told["failed"],
        server_cpu=meter.server,
        generator_cpu=meter.generator,
        other_cpu=meter.other,
        p50=told["p50"],
        p99=told["p99"],
    )


class Lean:
    """Keep-alive load by `pass-bench load`, as fast as a client can that reads no more of an answer than status and length.

    `requests` are bytes with places for numbers (see shapes.py), which are sent in turn; `statuses` those that answers may have.
    With an `authority`, a file with a certificate, it speaks TLS.
    """

    def __init__(self, server, requests, seconds, connections=64, core=None, statuses=(200,), authority=None):
        self.server, self.seconds = server, seconds
        self.file = tempfile.NamedTemporaryFile(prefix="pass-bench-")
        for request in requests:
            self.file.write(b"%d\n%b" % (len(request), request))
        self.file.flush()
        port = urllib.parse.urlsplit(server.https if authority else server.http).port
        self.command = [PASS_BENCH, "load", port, self.file.name]
        self.command += [",".join(map(str, statuses)), connections, int(seconds * 1000)]
        self.command = pinned(core, self.command + ([authority] if authority else []))

    def start(self):
        return subprocess.Popen(self.command, env=clean_environment(), stdout=subprocess.PIPE, text=True)

    def __call__(self):
        """One run."""
        with Meter(self.server) as meter:
            run = subprocess.run(self.command, env=clean_environment(), stdout=subprocess.PIPE, text=True, check=True)
        told = json.loads(run.stdout)
        return Load(
            requests=told["requests"],
            seconds=told["micros"] / 1e6,
            failed=0,
            server_cpu=meter.server,
            # Without its start, which is no small part of a short run.
            generator_cpu=told["cpu"] / 1e6,
            other_cpu=meter.other,
        )


def paced(server, urls, rate, seconds=3, connections=64, core=None, fields=None):
    """Load at a fixed rate, by h2load over HTTP/1.1; its latencies leave out the first 30 % of the time."""
    with tempfile.TemporaryDirectory() as folder:
        log, list_ = Path(folder) / "log", Path(folder) / "urls"
        list_.write_text("".join(f"{url}\n" for url in urls))
        command = ["h2load", "--h1", "-t", 1, "-c", connections, "-D", seconds, f"--rps={rate / connections:.3f}"]
        command += [f"--log-file={log}", f"--input-file={list_}"]
        for name, value in (fields or {}).items():
            command += ["--header", f"{name}: {value}"]
        with Meter(server) as meter:
            subprocess.run(pinned(core, command), env=clean_environment(), capture_output=True, text=True, check=True)
        lines = [line.split() for line in log.read_text().splitlines()]
    failed = sum(status != "200" for _, status, _ in lines)
    assert lines and not failed, f"{failed} of {len(lines)} paced requests to {urls[0]} failed"
    start = int(lines[0][0])
    steady = [int(micros) for begun, _, micros in lines if int(begun) - start > 0.3 * seconds * 1e6]
    return Load(
        requests=len(lines),
        seconds=seconds,
        failed=failed,
        server_cpu=meter.server,
        generator_cpu=meter.generator,
        other_cpu=meter.other,
        p50=percentile(steady, 50),
        p99=percentile(steady, 99),
    )
