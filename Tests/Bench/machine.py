"""The machine that the figures are of."""

import os
import platform
import shutil
import subprocess
from pathlib import Path


def describe():
    """Lines of `name: value`, for the head of the table."""
    memory = int(read("/proc/meminfo").split()[1]) / 2**20
    return {
        "Processor": f"{processor()}, {os.cpu_count()} cores",
        "Memory": f"{memory:.0f} GiB",
        "System": f"{distribution()}, Linux {platform.release()}",
        "OpenSSL": first_line("openssl", "version"),
        "nginx": first_line("/usr/sbin/nginx", "-v").rpartition("/")[2],
        "Swift": next(iter(first_line("swift", "--version").split(" (")), ""),
    }


def cores():
    return os.cpu_count()


def read(path):
    return Path(path).read_text()


def processor():
    names = [line.partition(":")[2].strip() for line in read("/proc/cpuinfo").splitlines() if "model name" in line]
    return names[0] if names else platform.machine()


def distribution():
    fields = dict(line.split("=", 1) for line in read("/etc/os-release").splitlines() if "=" in line)
    return fields.get("PRETTY_NAME", "Linux").strip('"')


def first_line(*command):
    """What a program says of itself; programs differ in whether that is output or an error. Not every family needs each of them."""
    if not shutil.which(command[0]):
        return "not installed"
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return next(iter(run.stdout.splitlines()), "")
