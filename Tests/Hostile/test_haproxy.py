"""The corpus behind HAProxy: the simulator sees the requests that the front sent on, each once, and no other."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

import corpus
from haproxy import MARK, HAProxy
from raw import Peer
from simulator import Simulator
from vulnerable import VulnerableServer

# The second lets more through that isn't quite right.
LENIENCIES = ["", "option accept-invalid-http-request"]


def send(front, cases):
    """Sends each case and, behind it and beside it, an innocent request; gives what became of the innocent ones beside."""

    def talk(case):
        with Peer(front.port) as attacker, Peer(front.port) as innocent:
            attacker.send(case.data)
            first = innocent.get(f"/innocent/{case.name}")
            attacker.send(b"GET /behind HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            attacker.end_sending()
            second = innocent.get(f"/innocent/{case.name}")
            attacker.rest()
            return [answer.status if answer else "end" for answer in (first, second)]

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(talk, cases))


def disagreements(passages, seen):
    """The requests that the server saw, as pairs of method and path, of which the front knows nothing; and answers astray."""
    wrong = []
    sent = {passage.mark: passage for passage in passages if passage.was_sent}
    assert len(sent) == sum(passage.was_sent for passage in passages)
    whole_server = sum(passage.method == "OPTIONS" for passage in sent.values())
    marks = set()
    for method, path in seen:
        # OPTIONS for the whole server has no path that could be marked.
        if (method, path) == ("OPTIONS", "*") and whole_server > 0:
            whole_server -= 1
            continue
        found = MARK.match(path)
        passage = sent.get(found[1]) if found else None
        if passage is None or passage.method != method or passage.mark in marks:
            wrong.append(f"seen: {method} {path}")
        else:
            marks.add(passage.mark)
    for passage in sent.values():
        if passage.echo not in ("-", f"http://{passage.mark}.front"):
            wrong.append(f"answered: {passage}")
    return wrong


def requests_in(log):
    """Method and path of each request in the simulator's log."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    return [(line["method"], line["path"]) for line in lines if "method" in line]


@pytest.mark.parametrize("leniency", LENIENCIES, ids=["strict", "lenient"])
def test_the_simulator_sees_what_the_front_sent(tmp_path, leniency):
    (tmp_path / "front").mkdir()
    with Simulator(tmp_path / "simulator", "--log", "json") as simulator:
        with HAProxy(tmp_path / "front", simulator.port, leniency) as front:
            innocent = send(front, corpus.ALL)
        passages = front.passages
    seen = requests_in(simulator.stderr)
    assert disagreements(passages, seen) == []
    assert innocent == [[404, 404]] * len(corpus.ALL)
    # The test means something only if requests came through, and shared the front's connections.
    sent = [passage for passage in passages if passage.was_sent]
    assert len(sent) > 2 * len(corpus.ALL) + len(corpus.VALID)
    assert len({passage.source for passage in sent}) < len(sent) / 2
    assert sum(passage.echo != "-" for passage in sent) > 2 * len(corpus.ALL)


def test_a_server_that_overlooks_content_is_caught(tmp_path):
    """The proof that the test above can fail."""
    attacks = [case for case in corpus.VALID if case.name.startswith(("cl-0-", "te-0-"))]
    with VulnerableServer() as server:
        with HAProxy(tmp_path, server.port) as front:
            send(front, attacks)
        passages = front.passages
        seen = list(server.seen)
    wrong = disagreements(passages, seen)
    assert any("/smuggled" in line for line in wrong), wrong
