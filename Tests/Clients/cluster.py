"""Nodes that share a store, and HAProxy in front of them in round robin, as `Config/compose` has them."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess

from redis_server import RedisServer
from simulator import ROOT, START_SECONDS, Simulator, clean_environment

HAPROXY = shutil.which("haproxy") or "/usr/sbin/haproxy"
CONFIGURATION = ROOT / "Config/compose/haproxy.cfg"


def end(process):
    process.terminate()
    try:
        process.wait(START_SECONDS)
    finally:
        process.kill()
        process.wait()


class Node(Simulator):
    """One node. It may be killed, and started again."""

    def __init__(self, cluster, name, *options):
        store = ("--store", cluster.store.url, "--node-name", name)
        super().__init__(cluster.folder / name, *store, *options, data_dir=cluster.folder / "keys")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __exit__(self, kind, error, trace):
        if self.process.returncode == -signal.SIGKILL:
            return
        super().__exit__(kind, error, trace)


class Cluster:
    """A store, two nodes and a front; it is used as a `Simulator` whose address is the front's."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.options = options
        self.exits = contextlib.ExitStack()

    def __enter__(self):
        with self.exits:
            self.store = self.exits.enter_context(RedisServer(self.folder / "store"))
            self.nodes = [self.exits.enter_context(Node(self, name, *self.options)) for name in ("one", "two")]
            self.start_front()
            self.exits = self.exits.pop_all()
        self.ca = self.nodes[0].ca
        self.http = f"http://127.0.0.1:{self.port}"
        self.https = f"https://localhost:{self.port}"
        self.landing = f"{self.http}/_sim/done"
        return self

    def start_front(self):
        folder = self.folder / "front"
        folder.mkdir()
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        places = {f"NODE{number}": f"127.0.0.1:{node.port}" for number, node in enumerate(self.nodes, 1)}
        with (folder / "stdout").open("wb") as stdout:
            front = subprocess.Popen(
                [HAPROXY, "-db", "-f", CONFIGURATION],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stdout,
                pass_fds=[listener.fileno()],
                env=clean_environment(FRONT=f"fd@{listener.fileno()}", **places) | {"PATH": os.environ["PATH"]},
            )
        # What connects before the front is up waits in the listener's queue, which outlives this end of it.
        listener.close()
        self.exits.callback(end, front)

    def restart(self, node):
        """Starts a killed node again at the address at which the front looks for it."""
        options = [*node.options, "--listen", f"127.0.0.1:{node.port}"]
        again = Node.__new__(Node)
        Simulator.__init__(again, node.folder, *options, data_dir=node.data_dir)
        return self.exits.enter_context(again)

    def __exit__(self, *raised):
        return self.exits.__exit__(*raised)
