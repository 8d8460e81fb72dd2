"""What the kernel knows of processes: their CPU time, their memory, their sockets; and the life of one under test."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

# As pytest.ini does it for the tests.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Clients"))

import process  # noqa: E402
from process import clean_environment  # noqa: E402

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
STOP_SECONDS = 10
START_SECONDS = 60


def pinned(core, command):
    """The command, bound to one core; `None` leaves it all of them."""
    command = [str(word) for word in command]
    return command if core is None else ["taskset", "--cpu-list", str(core), *command]


def stat(pid):
    """The fields of /proc/PID/stat behind the command's name, which may hold spaces and parentheses; `None` when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def tree(pid):
    """The process and all below it that live."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (fields := stat(entry)):
            parents.setdefault(int(fields[1]), []).append(int(entry))
    found, left = [], [pid]
    while left:
        found.append(left.pop())
        left += parents.get(found[-1], [])
    return found


def cpu_seconds(pid):
    """User and system time of a process and all below it, those that have ended and were waited for too."""
    fields = [fields for each in tree(pid) if (fields := stat(each))]
    return sum(sum(map(int, each[11:15])) for each in fields) / TICKS_PER_SECOND


def resident_bytes(pid):
    """Resident memory of a process and all below it; pages that they share count for each."""
    total = 0
    for each in tree(pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += process.resident_bytes(each)
    return total


def busy_seconds():
    """What all cores together have worked since the machine started, its host's theft included."""
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    user, nice, system, _idle, _waiting, interrupts, soft_interrupts, stolen = fields
    return (user + nice + system + interrupts + soft_interrupts + stolen) / TICKS_PER_SECOND


def listener_inode(port, host):
    """The socket that listens there; `None` when there is none. Java's are IPv6 sockets also where the address is IPv4."""
    wanted = f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[1].endswith(wanted) and fields[3] == "0A":
                return fields[9]
    return None


def owns_port(pid, port, host="127.0.0.1"):
    """Whether the process, or one below it, holds the socket that listens there; if not, another server is measured."""
    target = f"socket:[{listener_inode(port, host)}]"
    for each in tree(pid):
        with contextlib.suppress(OSError):
            for descriptor in os.listdir(f"/proc/{each}/fd"):
                with contextlib.suppress(OSError):
                    if os.readlink(f"/proc/{each}/fd/{descriptor}") == target:
                        return True
    return False


class ReservedPort:
    """A free port that the kernel gives to nobody who asks for any free one, until it is released.

    A server that is told the number can listen on it meanwhile: it sets SO_REUSEADDR, as servers do, and nothing listens here.
    """

    def __init__(self, host="127.0.0.1"):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind((host, 0))
        self.number = self.socket.getsockname()[1]

    def release(self):
        self.socket.close()


def is_listening(port, host="127.0.0.1"):
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


class Process:
    """A process in a group of its own, all of which is ended when the block is left.

    `reserved` are the ports that the command names, kept for it until it has ended; the first is the one that is watched.
    `beside` are the processes that work for it: what they take is neither its own time nor a disturbance.
    """

    beside = ()

    def __init__(self, command, folder, name, core=None, host="127.0.0.1", reserved=(), **environment):
        self.command, self.folder, self.name, self.host = command, Path(folder), name, host
        self.core, self.reserved, self.environment = core, reserved, environment
        self.port = reserved[0].number if reserved else None
        # How often it is looked whether it listens.
        self.check_seconds = 0.005

    def __enter__(self):
        log = self.folder / f"{self.name}.log"
        with log.open("a") as output:
            self.popen = subprocess.Popen(
                pinned(self.core, self.command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=clean_environment(**self.environment),
                start_new_session=True,
            )
        self.pid = self.popen.pid
        try:
            self.wait_until_ready()
            self.ready_at = time.perf_counter()
            assert owns_port(self.pid, self.port, self.host), f"port {self.port} belongs to another process than {self.name}"
        except BaseException:
            self.stop()
            raise
        return self

    def wait_until_ready(self):
        deadline = time.monotonic() + START_SECONDS
        while not is_listening(self.port, self.host):
            assert self.popen.poll() is None, f"{self.name} ended: {(self.folder / f'{self.name}.log').read_text()}"
            assert time.monotonic() < deadline, f"{self.name} does not listen after {START_SECONDS} s"
            time.sleep(self.check_seconds)

    def stop(self):
        """Ends the whole group: a master that is killed alone leaves workers behind which hold the port."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(STOP_SECONDS)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.popen.wait()
        for port in self.reserved:
            port.release()

    def __exit__(self, *_):
        self.stop()
