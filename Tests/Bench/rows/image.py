"""What the container image adds to its base, without building one: its executable and the packages that the Dockerfile installs."""

import re
import subprocess

from servers import ROOT, SIMULATOR
from table import Row

MEGABYTE = 1e6


def image(bench):
    stripped = bench.folder("image") / "pass-simulator"
    subprocess.run(["strip", "-o", stripped, SIMULATOR], check=True)
    executable = stripped.stat().st_size / MEGABYTE
    libraries = sum(map(installed_bytes, packages())) / MEGABYTE
    return [
        Row(
            "image",
            "What the image adds to its base",
            executable + libraries,
            "MB",
            note=f"executable {executable:.1f} MB, libraries {libraries:.1f} MB",
        ),
    ]


def packages():
    """Those of the image's last stage."""
    stage = (ROOT / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    return re.search(r"apt-get install --yes --no-install-recommends ([^\\]+)", stage)[1].split()


def installed_bytes(package):
    command = ["dpkg-query", "--show", "--showformat", "${Installed-Size}\n", package]
    # In units of 1024 bytes; a line for each architecture that it is installed for.
    return 1024 * int(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0])
