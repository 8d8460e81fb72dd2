"""A server that is wrong about where requests end, to show that a test would see it."""

import re
import socket
import threading


class VulnerableServer:
    """Overlooks the content of every request, so that the content is the next request. `seen` has each method and path."""

    def __enter__(self):
        self.seen = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.threads = [threading.Thread(target=self._accept)]
        self.threads[0].start()
        return self

    def __exit__(self, *_):
        # A blocked accept isn't woken by close alone.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for thread in self.threads:
            thread.join()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.threads.append(threading.Thread(target=self._serve, args=[connection]))
            self.threads[-1].start()

    def _serve(self, connection):
        received = b""
        with connection:
            connection.settimeout(20)
            while True:
                while b"\r\n\r\n" in received:
                    head, received = received.split(b"\r\n\r\n", 1)
                    line = re.search(rb"([!-~]+) ([!-~]+) HTTP/1", head)
                    if not line:
                        return
                    self.seen.append((line[1].decode(), line[2].decode()))
                    origin = re.search(rb"(?i)\norigin: *([^\r]*)", head)
                    echo = b"Access-Control-Allow-Origin: " + origin[1] + b"\r\n" if origin else b""
                    content = b"" if line[1] == b"HEAD" else b"ok"
                    connection.sendall(b"HTTP/1.1 200 OK\r\n" + echo + b"Content-Length: 2\r\n\r\n" + content)
                try:
                    data = connection.recv(65_536)
                except OSError:
                    return
                if not data:
                    return
                received += data
