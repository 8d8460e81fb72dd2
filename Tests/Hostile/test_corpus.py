"""Each raw request of Fixtures/HTTP against the executable: the table's answers, one for each request, and the table's end."""

import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

import corpus
from raw import Malformed, Peer, trusting
from simulator import Simulator

# Steps in which a request comes byte by byte; a longer one comes in as many equal pieces. A record of TLS costs more than a
# segment, and what is read is the same.
STEPS = {"plain": 1_000, "tls": 50}


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A simulator whose deadlines are no part of the test: on a busy machine hundreds of connections take their time."""
    deadlines = [f"--limits-{what}-seconds=300" for what in ("header", "body", "idle", "handshake")]
    with Simulator(tmp_path_factory.mktemp("patient"), *deadlines) as running:
        yield running


@pytest.fixture(params=["plain", "tls"])
def transport(request, patient):
    """The TLS context to connect with, `None` for a plain connection."""
    return trusting(patient.ca) if request.param == "tls" else None


def applicable(context):
    """The cases whose table row speaks of this kind of connection: a tunnel isn't made over TLS."""
    return [case for case in corpus.ALL if context is None or not case.makes_tunnel]


@pytest.mark.parametrize("kind", ["valid", "malformed"])
def test_each_file_has_a_row_and_each_row_a_file(kind):
    rows = [case.name for case in corpus.cases(kind)]
    assert rows == sorted(set(rows))
    assert rows == sorted(path.name.removesuffix(".http") for path in (corpus.FOLDER / kind).iterdir())


def outcome(peer, case):
    """What is wrong with the answers to a case whose bytes have been sent; `None` if nothing is."""
    if case.begins_handshake and not isinstance(peer.socket, ssl.SSLSocket):
        data = peer.rest()
        return f"{data!r} instead of the connection's end" if b"HTTP" in data else None
    answers = []
    for method in case.methods:
        answer = peer.answer(method)
        answers.append(answer.status if answer else "end")
        if answer and answer.status >= 400 and len(answers) == len(case.answers) and not case.lives and not case.waits:
            if answer["Connection"] != "close":
                return "the refusal doesn't say that the connection ends"
    if answers != case.answers:
        return f"answers {answers}, expected {case.answers}"
    if case.waits:
        return None
    if case.lives:
        answer = peer.get()
        if not answer or answer.status != 200:
            return f"the connection should stay open, but the next answer is {answer and answer.status}"
        return None
    rest = peer.rest()
    return f"{rest[:200]!r} after the last answer" if rest else None


def wrong(peers):
    """The outcomes of all cases, those that are wrong."""

    def look(pair):
        case, peer = pair
        try:
            return case.name, outcome(peer, case)
        except (Malformed, OSError) as error:
            return case.name, repr(error)

    # Each waits for a peer's end, so many at once take no longer than one.
    with ThreadPoolExecutor(32) as pool:
        return {name: problem for name, problem in pool.map(look, peers) if problem}


def test_in_one_write(patient, transport):
    rows = applicable(transport)
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(patient.port, transport)) for _ in rows]
        for case, peer in zip(rows, peers):
            peer.send(case.data)
        assert wrong(zip(rows, peers)) == {}


def test_byte_by_byte(patient, transport):
    """All at once, one byte each in turn, so that the server reads each byte alone without anybody waiting."""
    rows = applicable(transport)
    steps = STEPS["tls" if transport else "plain"]
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(patient.port, transport)) for _ in rows]
        for step in range(steps):
            for case, peer in zip(rows, peers):
                size = -(-len(case.data) // steps)
                piece = case.data[step * size : (step + 1) * size]
                # A connection that the server has ended takes no more; what it answered is looked at below.
                if piece:
                    peer.send(piece)
        assert wrong(zip(rows, peers)) == {}


@pytest.mark.parametrize("case", [case for case in corpus.MALFORMED if case.waits], ids=str)
def test_an_early_end_is_answered_with_400(patient, case):
    with Peer(patient.port) as peer:
        peer.send(case.data)
        peer.end_sending()
        answers = [peer.answer(method).status for method in [*case.methods, "GET"]]
        assert answers == [*case.answers, 400]
        assert peer.rest() == b""
