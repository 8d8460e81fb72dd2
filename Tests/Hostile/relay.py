"""A relay for TCP between a simulator and its server, whose faults a test begins and ends."""

import socket
import struct
import threading
import time

CHUNK = 65_536
# Lingering for no time makes the end of a connection a reset.
RESET = struct.pack("ii", 1, 0)


class Relay:
    """Passes bytes between clients and a port of this machine, as `fault` says:

    - `None`: at once.
    - "slow": a moment late, each piece.
    - "stall": not before the fault ends.
    - "drop": never again on the connections of now, which stay open; later connections work. The other end is gone
      without a word, as a machine without power is.
    - "reset": connections are reset, new ones as soon as they come.
    - "cut": connections are reset in the middle of an answer, whose first bytes have arrived.
    """

    DELAY = 0.03

    def __init__(self, port):
        self.port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}/0"
        self.lock = threading.Lock()
        self.pairs, self.silent = set(), set()
        self.fault = None
        self.flows = threading.Event()
        self.flows.set()
        self.thread = threading.Thread(target=self.accept, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, error, trace):
        self.mend()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()
        for pair in list(self.pairs):
            self.end(pair)

    def begin(self, fault):
        self.fault = fault
        if fault == "stall":
            self.flows.clear()
        elif fault == "drop":
            with self.lock:
                self.silent |= self.pairs
        elif fault == "reset":
            for pair in list(self.pairs):
                self.end(pair)

    def mend(self):
        """Ends the fault; what was dropped stays so."""
        self.fault = None
        self.flows.set()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                client.close()
                continue
            pair = (client, server)
            with self.lock:
                self.pairs.add(pair)
            if self.fault == "reset":
                self.end(pair)
                continue
            for source, target in ((client, server), (server, client)):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.carry, args=(pair, source, target), daemon=True).start()

    def carry(self, pair, source, target):
        try:
            while content := source.recv(CHUNK):
                self.flows.wait()
                if self.fault == "slow":
                    time.sleep(self.DELAY)
                if pair in self.silent:
                    continue
                if self.fault == "cut" and target is pair[0]:
                    target.sendall(content[: len(content) // 2])
                    break
                target.sendall(content)
        except OSError:
            pass
        # A dropped connection tells nobody of its end.
        if pair not in self.silent:
            self.end(pair)

    def end(self, pair):
        """Resets both ends."""
        with self.lock:
            self.pairs.discard(pair)
        for end in pair:
            try:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                # Another thread may wait for its bytes, which the closing alone wouldn't end.
                end.shutdown(socket.SHUT_RD)
            except OSError:
                pass
            end.close()
