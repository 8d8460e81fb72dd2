"""What the bench knows of processes and ports, and what it does when a family fails; nothing here takes time."""

import errno
import os
import socket

import bench
import machine
import pytest
from pace import PATIENCE_SECONDS, Pace
from processes import ReservedPort, cpu_seconds, is_listening, owns_port, resident_bytes
from servers import Nginx
from table import Row


@pytest.fixture
def reserve():
    ports = []

    def reserve_one():
        ports.append(ReservedPort())
        return ports[-1]

    yield reserve_one
    for port in ports:
        port.release()


def test_a_process_is_known_by_its_port_time_and_memory(reserve):
    with socket.create_server(("127.0.0.2", 0)) as listener:
        port = listener.getsockname()[1]
        assert owns_port(os.getpid(), port, "127.0.0.2")
        assert not owns_port(os.getpid(), port, "127.0.0.1")
        assert is_listening(port, "127.0.0.2")
    assert not is_listening(reserve().number)
    assert cpu_seconds(os.getpid()) > 0
    assert resident_bytes(os.getpid()) > 1_000_000


def test_reserved_ports_are_distinct(reserve):
    assert len({reserve().number for _ in range(200)}) == 200


def test_a_reserved_port_is_its_servers_alone(reserve):
    port = reserve()
    with socket.socket() as other, pytest.raises(OSError) as refusal:
        other.bind(("127.0.0.1", port.number))
    assert refusal.value.errno == errno.EADDRINUSE
    # As servers do, this sets SO_REUSEADDR.
    with socket.create_server(("127.0.0.1", port.number)):
        assert is_listening(port.number)


def test_nginx_keeps_both_of_its_ports_until_it_has_ended(tmp_path):
    server = Nginx(tmp_path, "{}")
    numbers = {port.number for port in server.reserved}
    assert numbers == {int(url.rpartition(":")[2]) for url in (server.http, server.https)}
    assert len(numbers) == 2
    for port in server.reserved:
        port.release()


WANTED = {"noise": {"share": 0.1}, "rows": {"size": {"of": "ours", "atMost": 20}}}


class Looks(Pace):
    """A pace whose looks find these times, and then always the last one of them."""

    def __init__(self, *times):
        self.times = list(times) or [1.0]
        self.waited = 0
        super().__init__(lambda: self.times.pop(0) if len(self.times) > 1 else self.times[0], self.pause)

    def pause(self, seconds):
        self.waited += seconds


def sizes(*found):
    left = list(found)
    return lambda _bench: [Row("size", "Size", left.pop(0), "MiB")]


def test_a_family_that_misses_its_target_on_a_slowed_machine_is_measured_again_on_a_fast_one(capsys):
    # Looks before and after the family, three while waiting, and two again.
    pace = Looks(1.0, 1.5, 1.5, 1.2, 1.0, 1.0, 1.0)
    rows, failures = bench.measure({"memory": sizes(30, 10)}, None, pace, WANTED)
    assert ([row.ours for row in rows], failures, pace.waited) == ([10], [], 2)
    assert "measuring again: memory" in capsys.readouterr().err


def test_a_family_is_measured_once_if_it_reaches_its_target_or_the_machine_had_its_speed():
    assert [row.ours for row in bench.measure({"memory": sizes(10)}, None, Looks(1.0, 2.0), WANTED)[0]] == [10]
    assert [row.ours for row in bench.measure({"memory": sizes(30)}, None, Looks(1.0, 1.05), WANTED)[0]] == [30]


def test_a_machine_that_was_slowed_from_the_start_is_known_to_have_been_when_it_has_its_speed():
    measures = {"memory": sizes(30, 10), "image": sizes(5)}
    rows, _ = bench.measure(measures, None, Looks(2.0, 2.0, 1.0), WANTED)
    assert [row.ours for row in rows] == [10, 5]


def test_a_missed_target_is_named_as_soon_as_its_family_has_been_measured(capsys):
    bench.measure({"memory": sizes(30), "image": lambda _bench: []}, None, Looks(), WANTED)
    lines = capsys.readouterr().err.splitlines()
    assert lines[1:] == ["    Size: 30.00, but the target is ≤ 20 MiB.", "image … 0 s"]


def test_on_a_machine_that_stays_slowed_the_measuring_ends():
    pace = Looks(1.0, 2.0)
    rows, _ = bench.measure({"memory": sizes(30, 31, 32)}, None, pace, WANTED)
    assert ([row.ours for row in rows], pace.waited) == ([32], bench.REPEATS * PATIENCE_SECONDS)


def test_a_family_that_fails_does_not_end_the_others(capsys):
    def fails(_bench):
        raise AssertionError("nginx ended: a duplicate listen")

    def works(_bench):
        return [Row("size", "Size", 1, "MiB")]

    rows, failures = bench.measure({"plain": fails, "memory": works}, None, Looks(), WANTED)
    assert [row.key for row in rows] == ["size"]
    assert failures == ["plain: AssertionError: nginx ended: a duplicate listen"]
    assert "plain … failed after 0 s" in capsys.readouterr().err


def test_a_family_that_fails_fails_the_run(monkeypatch, capsys):
    def fails(_bench):
        raise AssertionError("nginx ended")

    monkeypatch.setattr(bench.families, "ALL", {"plain": fails})
    monkeypatch.setattr("sys.argv", ["bench.py", "--record"])
    monkeypatch.setattr(bench.record, "write", lambda *_: pytest.fail("an incomplete table was recorded"))
    assert bench.main() == 1
    assert "Failed: plain: AssertionError: nginx ended" in capsys.readouterr().err


def test_a_program_that_is_missing_is_said_to_be():
    assert machine.first_line("/no/such/program", "-v") == "not installed"
    assert machine.first_line("sh", "-c", "echo said >&2") == "said"
