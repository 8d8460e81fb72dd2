"""The raw requests of Fixtures/HTTP and what their tables say of them."""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "Fixtures/HTTP"


@dataclass(frozen=True)
class Case:
    """A row of a table, with the bytes of its file; the tables' heads say what the columns mean."""

    name: str
    data: bytes
    # (method, target) of each whole request.
    requests: list[tuple[str, str]]
    # The final statuses, without the one for a request that waits.
    answers: list[int]
    waits: bool
    lives: bool

    def __str__(self):
        return self.name

    @property
    def methods(self):
        """The method that each answer answers; a refused request counts as a GET, whose answer has content."""
        known = [method for method, _ in self.requests]
        return known + ["GET"] * (len(self.answers) - len(known))

    @property
    def makes_tunnel(self):
        return "CONNECT" in self.methods

    @property
    def begins_handshake(self):
        """Its first byte is that of a handshake record, which a port that speaks TLS, too, takes for one."""
        return self.data.startswith(b"\x16")


def cases(kind):
    """All rows of the table `valid` or `malformed`."""
    rows = [line[2:-2].split(" | ") for line in (FOLDER / f"{kind}.md").read_text().splitlines() if line.startswith("| ")]
    return [case(kind, *cells) for cells in rows[1:]]


def case(kind, name, requests, answers, connection, _clause, _why):
    statuses = answers.split(", ")
    assert connection in ("lives", "closes"), name
    return Case(
        name=name,
        data=(FOLDER / kind / f"{name}.http").read_bytes(),
        requests=[tuple(request.split()[:2]) for request in re.findall("`([^`]*)`", requests)],
        answers=[int(status) for status in statuses if status != "waits"],
        waits="waits" in statuses,
        lives=connection == "lives",
    )


VALID = cases("valid")
MALFORMED = cases("malformed")
ALL = VALID + MALFORMED
