"""What a process is started with, and what the kernel knows of it."""

import os
from pathlib import Path


def clean_environment(**extra):
    """The environment without proxies and settings of the caller, which would change what a client or a server does."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and not name.startswith(("PASS_SIMULATOR_", "SSL_CERT_"))
    }
    return kept | {name: str(value) for name, value in extra.items()}


def resident_bytes(pid):
    """Its resident memory, pages that it shares with others included."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def descriptors(pid):
    """How many it has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads(pid):
    """How many it has."""
    return len(os.listdir(f"/proc/{pid}/task"))
