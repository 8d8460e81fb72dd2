"""A server of Valkey or Redis on a free port, which a test starts, kills, stops for a while and starts again."""

import contextlib
import ctypes
import shutil
import signal
import socket
import subprocess

PROGRAM = next((path for name in ("valkey-server", "redis-server") if (path := shutil.which(name))), None)
START_SECONDS = 30
TRIES = 20
END_WITH_PARENT = 1


def end_with_parent():
    """Has the kernel kill the server when the tests end, however they end (prctl(2), PR_SET_PDEATHSIG)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class RedisServer:
    """A running server. With `durable=True` its changes are on the disk before it answers, so that a kill loses none."""

    def __init__(self, folder, *options, durable=False, password=None, tls=None):
        assert PROGRAM, "The tests need redis-server: run Tests/Tools/install.sh test."
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.password = password
        self.tls = tls
        self.options = ["--bind", "127.0.0.1", "--save", "", "--enable-debug-command", "yes", "--dir", str(folder), *options]
        self.options += ["--appendonly", "yes", "--appendfsync", "always"] if durable else ["--appendonly", "no"]
        if password:
            self.options += ["--requirepass", password]

    def __enter__(self):
        for _ in range(TRIES):
            self.port = free_port()
            if self.start():
                return self
        raise AssertionError(f"{PROGRAM} doesn't start: {self.log}")

    def words(self):
        """The command that starts the server on its port."""
        ports = ["--port", str(self.port)]
        if self.tls:
            certificate, key = self.tls
            ports = ["--port", "0", "--tls-port", str(self.port), "--tls-cert-file", str(certificate)]
            ports += ["--tls-key-file", str(key), "--tls-auth-clients", "no"]
        return [PROGRAM, *ports, *self.options]

    # What the server says when it can be used.
    ready = "Ready to accept connections"

    def start(self):
        """Starts the server, again on the port that it had; says whether it could."""
        with (self.folder / "redis.log").open("a") as log:
            self.process = subprocess.Popen(
                self.words(),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=end_with_parent,
            )
        # The server says little, so its later lines stay in the pipe.
        for line in self.process.stdout:
            if self.ready in line:
                return True
        self.process.wait()
        return False

    @property
    def log(self):
        return (self.folder / "redis.log").read_text()

    @property
    def url(self):
        """The address for `--store`."""
        scheme = "rediss" if self.tls else "redis"
        return f"{scheme}://{f':{self.password}@' if self.password else ''}127.0.0.1:{self.port}/0"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def pause(self):
        """Stops the process as a hanging machine would: it accepts connections and answers nothing."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def __exit__(self, kind, error, trace):
        self.resume()
        self.kill()

    def ask(self, *words):
        """Sends one command and gives its answer: text, number, list or `None`; an error is raised."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection, connection.makefile("rb") as answers:
            if self.password:
                connection.sendall(command("AUTH", self.password))
                answer(answers)
            connection.sendall(command(*words))
            return answer(answers)


class Sentinel(RedisServer):
    """A sentinel that watches a server under the name `main`, with TLS if the server has it, and fails over to its replica when
    `quorum` of them miss it."""

    ready = "Sentinel ID is"

    def __init__(self, folder, master, quorum, milliseconds=500):
        super().__init__(folder, tls=master.tls)
        self.lines = [
            f"sentinel monitor main 127.0.0.1 {master.port} {quorum}",
            f"sentinel down-after-milliseconds main {milliseconds}",
            "sentinel failover-timeout main 3000",
        ]
        if self.tls:
            certificate, key = self.tls
            self.lines += [f"tls-cert-file {certificate}", f"tls-key-file {key}", f"tls-ca-cert-file {certificate}"]
            self.lines += ["tls-auth-clients no", "tls-replication yes"]

    def words(self):
        file = self.folder / "sentinel.conf"
        # It keeps there what it finds out, so a second start goes on with that.
        if not file.exists():
            port = f"port 0\ntls-port {self.port}" if self.tls else f"port {self.port}"
            file.write_text("\n".join([port, "bind 127.0.0.1", f"dir {self.folder}", *self.lines, ""]))
        return [PROGRAM, str(file), "--sentinel"]


def command(*words):
    texts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(texts) + b"".join(b"$%d\r\n%s\r\n" % (len(text), text) for text in texts)


def answer(lines):
    line = lines.readline()
    if not line:
        raise ConnectionResetError("the server has closed the connection")
    kind, rest = line[:1], line[1:].strip()
    if kind == b"-":
        raise RuntimeError(rest.decode())
    if kind == b"+":
        return rest.decode()
    if kind == b":":
        return int(rest)
    if kind == b"$":
        if int(rest) < 0:
            return None
        return lines.read(int(rest) + 2)[:-2].decode(errors="replace")
    assert kind == b"*", line
    return [answer(lines) for _ in range(int(rest))] if int(rest) >= 0 else None
