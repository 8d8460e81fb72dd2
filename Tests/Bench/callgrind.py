"""Instructions of the server, counted by callgrind: the same on every machine, busy or not."""

import os
import selectors
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

import shapes
from processes import clean_environment
from servers import SIMULATOR, Nginx, Simulator

# Calls from the executable into these objects, with all that they call, are cryptography.
CRYPTOGRAPHY = ("libcrypto", "libssl")
# Swift's hash tables then depend on nothing random. OpenSSL runs the same code on every x86 machine, since valgrind shows each program
# the same processor, without AVX-512. On one core the server has one loop.
ENVIRONMENT = {"SWIFT_DETERMINISTIC_HASHING": 1}
CORE = 0


class Counted:
    """A server under callgrind, some fifty times as slow as without."""

    def count_in(self, folder):
        """Puts callgrind before the command, which is one process; `executable` is that of the command."""
        self.executable = os.path.realpath(self.command[0])
        self.profile = Path(folder) / f"{self.name}.callgrind"
        # Where vgdb finds it.
        self.pipes = f"--vgdb-prefix={folder}/vgdb"
        tool = ["--tool=callgrind", f"--callgrind-out-file={self.profile}"]
        self.command = ["valgrind", "--quiet", *tool, self.pipes, *self.command]
        self.environment = ENVIRONMENT
        self.profiles = 0

    def count(self, work, name):
        """Counts the server's instructions while `work()` runs; the profile keeps that name as its reason."""
        self._tell("zero")
        work()
        self._tell("dump", name)
        self.profiles += 1
        return read(self.profile.with_name(f"{self.profile.name}.{self.profiles}"), self.executable)

    def _tell(self, *command):
        subprocess.run(
            ["vgdb", f"--pid={self.pid}", self.pipes, *command], env=clean_environment(), capture_output=True, check=True
        )


class CountedSimulator(Counted, Simulator):
    def __init__(self, folder, name="counted", journal=False, options=()):
        super().__init__(folder, CORE, options, name=name, journal=journal)
        # valgrind can't read the compiler's newer form of debug information.
        executable = Path(folder) / "pass-simulator"
        subprocess.run(["strip", "--strip-debug", "-o", executable, SIMULATOR], check=True)
        self.command = [executable, *self.command[1:]]
        self.count_in(folder)


class CountedNginx(Counted, Nginx):
    def __init__(self, folder, body, status):
        super().__init__(folder, body, core=CORE, name="counted-nginx", status=status)
        self.command += ["-g", "master_process off;"]
        self.count_in(folder)


@dataclass
class Count:
    """Instructions in user mode."""

    total: int = 0
    # The part of `total` that is spent in calls to OpenSSL's library.
    cryptography: int = 0
    # How often RSA was used.
    signatures: int = 0
    verifications: int = 0
    file: Path | None = None

    @property
    def outside(self):
        return self.total - self.cryptography


def read(file, executable):
    """Reads a profile. Cryptography is every call from the executable into OpenSSL's library, with all that it calls.

    Below a line of `calls=` stands what the calls took altogether, which is in other lines already.
    """
    count, is_call, names = Count(file=file), False, {}
    here = there = called = None

    def name(kind, text):
        """A name stands behind its number the first time only."""
        number, _, name = text.strip().partition(" ")
        return names.setdefault((kind, number), name)

    for line in file.read_text().splitlines():
        key, _, value = line.partition("=")
        if key == "ob":
            here = name("object", value)
        elif key == "cob":
            there = name("object", value)
        elif key in ("fn", "cfn"):
            called = name("function", value)
        elif key == "calls":
            is_call = True
            times = int(value.split()[0])
            count.signatures += times * (called == "RSA_sign")
            count.verifications += times * (called == "RSA_verify")
        elif line and line[0] in "0123456789+-*":
            cost = int(line.split()[1])
            if not is_call:
                count.total += cost
            elif here == executable and there and Path(there).name.startswith(CRYPTOGRAPHY):
                count.cryptography += cost
            if is_call:
                is_call, there = False, None
    return count


class Clients:
    """Kept connections over which requests are sent, on each the next one as soon as the answer before it is there."""

    def __init__(self, server, connections, status):
        self.status = status
        self.connections = [
            socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(connections)
        ]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in self.connections:
            connection.close()

    def play(self, requests):
        waiting = iter(requests)
        answered = 0
        with selectors.DefaultSelector() as selector:
            for connection, request in zip(self.connections, waiting):
                selector.register(connection, selectors.EVENT_READ, bytearray())
                connection.sendall(request)
            while selector.get_map():
                ready = selector.select(60)
                assert ready, "no answer came for a minute"
                for key, _ in ready:
                    if self.take(key):
                        answered += 1
                        if request := next(waiting, None):
                            key.fileobj.sendall(request)
                        else:
                            selector.unregister(key.fileobj)
        assert answered == len(requests), f"{answered} of {len(requests)} requests were answered"

    def take(self, key):
        """Takes what has come; true when it is a whole answer."""
        piece = key.fileobj.recv(65536)
        assert piece, "a connection ended"
        key.data.extend(piece)
        if shapes.whole_answer(key.data) is None:
            return False
        assert key.data.startswith(b"HTTP/1.1 %d " % self.status), bytes(key.data[:200])
        key.data.clear()
        return True
