"""Chromium as the machine has it, led to the simulator by host names and a trusted authority of its own."""

import os
import shutil
import subprocess

from simulator import ADOBE_HOST, ENTITLEMENT_HOST, MVPD_HOST

# A stranger's name that points to this machine.
REBOUND_HOST = "rebound.example"

CANDIDATES = ("chromium", "chromium-browser", "google-chrome")


def executable():
    """The browser of `PASS_BROWSER`, else the first that is installed."""
    names = [os.environ["PASS_BROWSER"]] if os.environ.get("PASS_BROWSER") else CANDIDATES
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"none of {', '.join(names)} is installed; PASS_BROWSER names another"
    return found


def trust(home, authority):
    """A certificate store under `home` that holds this one authority: a real check of chain and names."""
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    for arguments in (("-N", "--empty-password"), ("-A", "-t", "C,,", "-n", "simulator", "-i", authority)):
        subprocess.run(["certutil", *arguments, "-d", f"sql:{store}"], check=True, capture_output=True, timeout=30)


def launch(playwright, simulator, home):
    trust(home, simulator.ca)
    here = f"127.0.0.1:{simulator.port}"
    rules = [f"MAP {host}:443 {here}" for host in (ADOBE_HOST, ENTITLEMENT_HOST, MVPD_HOST)]
    rules.append(f"MAP {REBOUND_HOST}:80 {here}")
    rules += ["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost"]
    return playwright.chromium.launch(
        executable_path=executable(),
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            f"--host-resolver-rules={', '.join(rules)}",
        ],
        env=os.environ | {"HOME": str(home)},
    )
