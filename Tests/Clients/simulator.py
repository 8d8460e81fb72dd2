"""Starts and stops the real executable, and knows where it listens."""

import json
import os
import signal
import subprocess
import time
import urllib.parse
from pathlib import Path

from process import clean_environment

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("PASS_SIMULATOR_BINARY", ROOT / ".build/debug/pass-simulator"))

# A debug build on a busy machine makes three RSA keys before its first ready line.
START_SECONDS = 60
STOP_SECONDS = 20

ADOBE_HOST = "sp.auth.adobe.com"
ENTITLEMENT_HOST = "entitlement.auth.adobe.com"
MVPD_HOST = "login.mvpd.example"


def command(*arguments, stdin=None, timeout=START_SECONDS, **environment):
    """Runs the executable to its end; the answer has `returncode`, `stdout` and `stderr`."""
    return subprocess.run(
        [BINARY, *map(str, arguments)],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        timeout=timeout,
        env=clean_environment(**environment),
    )


class Simulator:
    """One running `pass-simulator serve` on a free port. Leaving the block asserts that it stopped with exit code 0."""

    program = (BINARY,)

    def __init__(self, folder, *options, data_dir=None):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.data_dir = Path(data_dir or self.folder / "data")
        self.ready_file = self.folder / "ready.json"
        self.options = options

    def __enter__(self):
        self.ready_file.unlink(missing_ok=True)
        with (self.folder / "stdout").open("w") as stdout, (self.folder / "stderr").open("w") as stderr:
            self.process = subprocess.Popen(
                [
                    *self.program,
                    "serve",
                    *("--listen", "127.0.0.1:0"),
                    *("--data-dir", self.data_dir),
                    *("--ready-file", self.ready_file),
                    *(() if "--log" in self.options else ("--log", "off")),
                    *self.options,
                ],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                env=clean_environment(),
            )
        try:
            ready = self._wait_until_ready()
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise
        self.pid = ready["pid"]
        self.http = ready["http"]
        self.https = ready["https"]
        self.ca = ready["ca"]
        self.port = urllib.parse.urlsplit(self.http).port
        self.https_of_address = f"https://127.0.0.1:{self.port}/"
        self.landing = f"{self.http}/_sim/done"
        return self

    def _wait_until_ready(self):
        deadline = time.monotonic() + START_SECONDS
        while not self.ready_file.exists():
            assert self.process.poll() is None, f"exit code {self.process.returncode}: {self.stderr}"
            assert time.monotonic() < deadline, f"not ready after {START_SECONDS} s: {self.stderr}"
            time.sleep(0.01)
        # The file is renamed into place, so what is there is whole.
        return json.loads(self.ready_file.read_text())

    def stop(self):
        """Ends the process as an orchestrator does, and gives its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def __exit__(self, kind, error, trace):
        code = self.stop()
        if error is None:
            assert code == 0, f"exit code {code} after SIGTERM: {self.stderr}"

    @property
    def stdout(self):
        return (self.folder / "stdout").read_text()

    @property
    def stderr(self):
        return (self.folder / "stderr").read_text()
