"""Tests of `pass-bench` as a client, against a server that notes each request; any build of it will do."""

import contextlib
import json
import subprocess
import threading
from socketserver import StreamRequestHandler, ThreadingTCPServer

import pytest
import shapes
from processes import clean_environment
from servers import PASS_BENCH, ROOT

BINARY = next((file for file in (ROOT / ".build/debug/pass-bench", PASS_BENCH) if file.exists()), None)
pytestmark = pytest.mark.skipif(BINARY is None, reason="pass-bench isn't built")


class Server(ThreadingTCPServer):
    """Answers with what `answer` makes of a request's head and content."""

    daemon_threads = True

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer, self.seen = answer, []


class Handler(StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        with contextlib.suppress(ConnectionError):
            while head := self.head():
                length = next((line for line in head.split(b"\r\n") if line.startswith(b"Content-Length: ")), b": 0")
                request = head + self.rfile.read(int(length.partition(b": ")[2]))
                self.server.seen.append(request)
                self.wfile.write(self.server.answer(request))

    def head(self):
        lines = []
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            lines.append(line)
        return b"".join([*lines, b"\r\n"]) if lines else b""


@contextlib.contextmanager
def serving(answer):
    with Server(answer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def response(status, body, *fields):
    lines = [f"HTTP/1.1 {status} Any", *fields, f"Content-Length: {len(body)}", "", body]
    return "\r\n".join(lines).encode()


def run(*words):
    command = [str(word) for word in (BINARY, *words)]
    return subprocess.run(command, env=clean_environment(), capture_output=True, text=True, timeout=30, check=False)


def load(tmp_path, server, requests, statuses="200"):
    file = tmp_path / "requests"
    file.write_bytes(b"".join(b"%d\n%b" % (len(each), each) for each in requests))
    return run("load", server.server_address[1], file, statuses, 2, 100)


def test_requests_take_turns_and_all_differ(tmp_path):
    requests = [shapes.page("host", "/a"), shapes.request("host", "/b", {}, {"code": shapes.PLACE})]
    with serving(lambda _: response(200, "{}")) as server:
        done = load(tmp_path, server, requests)
    assert done.returncode == 0, done.stderr
    assert 0 < json.loads(done.stdout)["requests"] <= len(server.seen)
    assert len(set(server.seen)) == len(server.seen) > 2
    assert {request.split(b"?")[0].split(b" HTTP")[0] for request in server.seen} == {b"GET /a", b"POST /b"}
    assert not any(shapes.PLACE.encode() in request for request in server.seen)


def test_answers_may_differ_in_status_length_and_fields(tmp_path):
    def answer(request):
        last = request.split(b" ")[1][-1:]
        if last < b"4":
            # As HAProxy spells it.
            return response(401, "no").replace(b"Content-Length", b"content-length")
        return response(200, "x" * int(last) * 3000, "Other: " + "y" * int(last))

    with serving(answer) as server:
        done = load(tmp_path, server, [b"GET /?######## HTTP/1.1\r\n\r\n"], "200,401")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (response(500, ""), "an answer begins with HTTP/1.1 500"),
        (b"HTTP/1.1 200 Any\r\nConnection: close\r\n\r\n", "no Content-Length"),
        (response(200, "x") + b"more", "more bytes than its Content-Length"),
    ],
)
def test_an_answer_that_was_not_expected_fails_the_run(tmp_path, answer, reason):
    with serving(lambda _: answer) as server:
        done = load(tmp_path, server, [b"GET / HTTP/1.1\r\n\r\n"])
    assert done.returncode == 1 and reason in done.stderr


def test_a_play_hands_back_what_it_was_given(tmp_path):
    steps = [
        {"head": "GET /start?########", "take": [{"name": "token", "after": "<t>", "before": "</t>", "isEscaped": True}]},
        {"head": "POST /{{token}}", "content": "token={{%token}}&n=########"},
    ]
    for step in steps:
        step |= {"head": f"{step['head']} HTTP/1.1\r\nHost: h\r\n", "status": 200}
    file = tmp_path / "play.json"
    file.write_text(json.dumps(steps))
    with serving(lambda _: response(200, "<t>a&lt;b+c</t>")) as server:
        done = run("play", server.server_address[1], file, 1, 50)
    assert done.returncode == 0, done.stderr
    assert len(server.seen) == 2 * json.loads(done.stdout)["flows"] > 0
    number = server.seen[0][11:19].decode()
    content = f"token=a%3Cb%2Bc&n={number}"
    assert server.seen[1].decode() == f"POST /a<b+c HTTP/1.1\r\nHost: h\r\nContent-Length: {len(content)}\r\n\r\n{content}"
    assert len(set(server.seen)) == len(server.seen)
