"""curl as a client: one cookie jar, one way of reaching the simulator."""

import json as codec
import subprocess
import urllib.parse
from dataclasses import dataclass, field
from pathlib import Path

from simulator import ADOBE_HOST, MVPD_HOST, clean_environment

REDIRECTS = (301, 302, 303, 307, 308)


@dataclass
class Answer:
    """What came back for one request. Header names are in lower case; the last of equal names wins."""

    url: str
    status: int
    headers: dict = field(repr=False)
    body: str

    def json(self):
        return codec.loads(self.body)

    @property
    def location(self):
        assert self.status in REDIRECTS, self
        return self.headers["location"]


class Curl:
    """Never follows a redirect, so that each hop can be looked at.

    With `jar` it keeps cookies in that file as a browser would; without, it forgets them.
    """

    def __init__(self, folder, *options, jar=None, headers=None):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.options = [*options]
        for name, value in (headers or {}).items():
            self.options += ["--header", f"{name}: {value}"]
        if jar:
            self.options += ["--cookie", str(jar), "--cookie-jar", str(jar)]

    def __call__(self, url, query=None, form=None, json=None, headers=None, method=None):
        head, body = self.folder / "head", self.folder / "body"
        body.write_bytes(b"")
        arguments = ["curl", "--silent", "--show-error", "--max-time", "30", *self.options]
        # A proxy's own answer to CONNECT is no part of the conversation.
        arguments += ["--suppress-connect-headers", "--dump-header", str(head), "--output", str(body)]
        url = f"{url}?{urllib.parse.urlencode(query)}" if query else url
        arguments += ["--url", url]
        for name, value in (headers or {}).items():
            arguments += ["--header", f"{name}: {value}"]
        for name, value in (form or {}).items():
            arguments += ["--data-urlencode", f"{name}={value}"]
        if form == {}:
            arguments += ["--data", ""]
        if json is not None:
            arguments += ["--header", "Content-Type: application/json; charset=UTF-8", "--data-raw", codec.dumps(json)]
        if method:
            arguments += ["--request", method]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=40, env=clean_environment())
        assert done.returncode == 0, f"curl {url}: {done.stderr}"
        status, fields = parse_head(head.read_text())
        return Answer(url, status, fields, body.read_text())


def parse_head(text):
    """The status and header fields of the last head in `text`: interim (1xx) answers come before it."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n\n")[-1].split("\n")
    pairs = (line.split(":", 1) for line in lines[1:])
    return int(lines[0].split()[1]), {name.strip().lower(): value.strip() for name, value in pairs}


@dataclass
class Way:
    """How a client that thinks it talks to the real service is led here: a base URL and curl's options for it."""

    base: str
    options: tuple = ()
    headers: dict = field(default_factory=dict)

    def curl(self, folder, jar=None):
        return Curl(folder, *self.options, jar=jar, headers=self.headers)


def plain(simulator):
    """By endpoint, without TLS."""
    return Way(simulator.http)


def spoofed(simulator):
    """By spoofed host names: TLS with the real names in SNI."""
    here = f"127.0.0.1:{simulator.port}"
    to = (f"{host}:443:{here}" for host in (ADOBE_HOST, MVPD_HOST))
    options = [option for name in to for option in ("--connect-to", name)]
    return Way(f"https://{ADOBE_HOST}", (*options, "--cacert", simulator.ca))


def proxied(simulator):
    """Through the proxy, by CONNECT."""
    return Way(f"https://{ADOBE_HOST}", ("--proxy", simulator.http, "--cacert", simulator.ca))


WAYS = {"plain": plain, "spoofed": spoofed, "proxied": proxied}


def by_header(way, simulator, name):
    return Way(way.base, way.options, {"X-Pass-Namespace": name})


def by_path(way, simulator, name):
    return Way(f"{way.base}/_ns/{name}", way.options)


def by_host(way, simulator, name):
    """The host label replaces whatever name the client was led by; how it connects and whether it speaks TLS stay."""
    host = f"{name}.ns.localhost"
    scheme = way.base.split(":")[0]
    options = (*way.options, "--resolve", f"{host}:{simulator.port}:127.0.0.1")
    return Way(f"{scheme}://{host}:{simulator.port}", options)


ADDRESSES = {"header": by_header, "path": by_path, "host": by_host}
