"""The servers that are compared, each on a free port of the loopback, each with files of its own."""

import contextlib
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

from processes import START_SECONDS, Process, ReservedPort

ROOT = Path(__file__).resolve().parents[2]
SIMULATOR = Path(os.environ.get("PASS_SIMULATOR_BINARY", ROOT / ".build/release/pass-simulator"))
NGINX = "/usr/sbin/nginx"
HAPROXY = shutil.which("haproxy") or "/usr/sbin/haproxy"
FRONT = ROOT / "Config/compose/haproxy.cfg"
PASS_BENCH = Path(os.environ.get("PASS_BENCH_BINARY", ROOT / ".build/release/pass-bench"))

# Idle connections wait longer for their turn than a server's usual patience.
PATIENCE_SECONDS = 600

NGINX_CONFIGURATION = """
daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors.log crit;
events {{ worker_connections 16000; multi_accept on; }}
http {{
    access_log off;
    server_tokens off;
    keepalive_requests 1000000000;
    keepalive_timeout {patience};
    client_header_timeout {patience};
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    ssl_certificate {folder}/nginx.crt;
    ssl_certificate_key {folder}/nginx.key;
    ssl_protocols TLSv1.3;
    # The suite that the simulator puts first.
    ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256;
    server {{
        listen 127.0.0.1:{http};
        listen 127.0.0.1:{https} ssl;
        default_type application/json;
        location / {{ {padding} return {status} '{body}'; }}
    }}
}}
"""


class Simulator(Process):
    """`pass-simulator serve`; plain HTTP and TLS share its port. Two that share `data` have the same keys.

    It has no journal unless it is asked for, as the servers beside it write no log. The rows of the family `journal` tell what one costs.
    `store` is a `Redis` in which it keeps its records.
    """

    def __init__(self, folder, core=None, options=(), data=None, name="simulator", journal=False, store=None):
        self.beside = (store,) if store else ()
        self.ready_file = Path(folder) / f"{name}-ready.json"
        command = [SIMULATOR, "serve", "--listen", "127.0.0.1:0", "--log", "off"]
        if not journal:
            command += ["--journal-exchanges", "0"]
        data = Path(data or Path(folder) / "data")
        self.authority = data / "ca.pem"
        command += ["--data-dir", data, "--ready-file", self.ready_file, *options]
        if store:
            command += ["--store", store.url, "--node-name", name]
        super().__init__(command, folder, name, core)

    def __enter__(self):
        self.ready_file.unlink(missing_ok=True)
        return super().__enter__()

    def wait_until_ready(self):
        deadline = time.monotonic() + START_SECONDS
        while not self.ready_file.exists():
            assert self.popen.poll() is None, f"it ended: {(self.folder / f'{self.name}.log').read_text()}"
            assert time.monotonic() < deadline, f"it is not ready after {START_SECONDS} s"
            time.sleep(self.check_seconds)
        self.http = json.loads(self.ready_file.read_text())["http"]
        self.port = int(self.http.rpartition(":")[2])
        self.https = f"https://127.0.0.1:{self.port}"


class Nginx(Process):
    """nginx with one worker, which answers everything with `status` and `body`; nothing of the system's installation is used.

    It takes a request's content, and does nothing with it. `padding` is how many bytes a header field adds, so that answers are as
    long as those that they are compared with.
    """

    def __init__(self, folder, body, padding=0, core=None, name="nginx", status=200):
        prefix = Path(folder) / name
        prefix.mkdir(exist_ok=True)
        make_certificate(prefix)
        http, https = ReservedPort(), ReservedPort()
        field = "X-Padding: \r\n"
        value = "x" * (padding - len(field))
        text = NGINX_CONFIGURATION.format(
            folder=prefix,
            http=http.number,
            https=https.number,
            body=body,
            status=status,
            patience=PATIENCE_SECONDS,
            padding=f"add_header X-Padding {value} always;" if value else "",
        )
        (prefix / "nginx.conf").write_text(text)
        super().__init__([NGINX, "-p", prefix, "-c", prefix / "nginx.conf"], folder, name, core, reserved=(http, https))
        self.http, self.https = f"http://127.0.0.1:{http.number}", f"https://127.0.0.1:{https.number}"
        self.authority = prefix / "nginx.crt"


class Redis(Process):
    """Valkey or Redis, which has each change on the disk before it answers if it is `durable`."""

    def __init__(self, folder, name="redis", durable=False):
        program = next((path for each in ("valkey-server", "redis-server") if (path := shutil.which(each))), None)
        assert program, "redis-server is missing: `make bench` installs it"
        port = ReservedPort()
        state = Path(folder) / f"{name}-state"
        state.mkdir()
        command = [program, "--bind", "127.0.0.1", "--port", port.number, "--dir", state, "--save", ""]
        command += ["--appendonly", "yes", "--appendfsync", "always"] if durable else ["--appendonly", "no"]
        super().__init__(command, folder, name, reserved=(port,))
        self.url = f"redis://127.0.0.1:{port.number}/0"


class HAProxy(Process):
    """The front of `Config/compose`, which gives requests to two nodes in turn."""

    def __init__(self, folder, nodes, name):
        port = ReservedPort()
        places = {f"NODE{number}": f"127.0.0.1:{node.port}" for number, node in enumerate(nodes, 1)}
        command = [HAPROXY, "-db", "-f", FRONT]
        super().__init__(command, folder, name, reserved=(port,), FRONT=f"127.0.0.1:{port.number}", **places)
        self.http = f"http://127.0.0.1:{port.number}"


class Nodes:
    """So many simulators, one or two, with a store of their own behind a front, which are used and metered as one server."""

    def __init__(self, folder, count, data):
        self.folder, self.count, self.data = Path(folder), count, data
        self.exits = contextlib.ExitStack()

    def __enter__(self):
        with self.exits:
            store = self.exits.enter_context(Redis(self.folder, f"redis-of-{self.count}"))
            names = [f"node-{number}-of-{self.count}" for number in range(1, self.count + 1)]
            nodes = [
                self.exits.enter_context(Simulator(self.folder, data=self.data, name=name, store=store)) for name in names
            ]
            front = HAProxy(self.folder, (nodes * 2)[:2], f"front-of-{self.count}")
            self.exits.enter_context(front)
            self.exits = self.exits.pop_all()
        self.http = front.http
        self.pids = [node.pid for node in nodes]
        self.beside = (store, front)
        return self

    def __exit__(self, *raised):
        return self.exits.__exit__(*raised)


class BareAnswers(Process):
    """A loop that sends so many bytes for whatever it receives, and does nothing else: what no server can do without.

    Where answers carry signatures it has workers, which make as many.
    """

    def __init__(self, folder, length, core=None, signatures=0):
        port = ReservedPort()
        super().__init__([PASS_BENCH, "bare", port.number, length, signatures], folder, "bare", core, reserved=(port,))
        self.http = f"http://127.0.0.1:{port.number}"


def make_certificate(folder):
    """An EC P-256 certificate for nginx, of the kind that the simulator issues for itself."""
    if (folder / "nginx.crt").exists():
        return
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    command += ["-keyout", folder / "nginx.key", "-out", folder / "nginx.crt"]
    subprocess.run(command, check=True, capture_output=True)
