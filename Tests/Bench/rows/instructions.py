"""Instructions of the server per request, counted by callgrind: they don't depend on how fast or how busy the machine is.

Requests differ from each other. As many others go before those that are counted, so neither the start of the process nor what only
the first requests need is in a figure.
"""

import shutil

import devices
import plays
import shapes
from callgrind import Clients, CountedNginx, CountedSimulator
from rows.flows import PLAYS, Flow, Need
from rows.small_responses import PATH, exchange, host_of
from servers import ROOT, Simulator
from table import Row

# Where the profiles stay: `callgrind_annotate --inclusive=no FILE | swift demangle` tells which functions it is.
PROFILES = ROOT / ".build/instructions"
CONNECTIONS = 64
SMALL_ANSWERS, POLLS, SIGNED = 4000, 2000, 64
DEVICES, WAITING = 8, 200
# A journal that the requests before the counted ones fill, so that each exchange replaces one.
FULL_JOURNAL = ("--limits-journal-bytes", 2**20)
JOURNALED = (
    ("poll", "Poll of `sessionDevice`, no user signed in", lambda server: devices.polls(server, WAITING), 401),
    ("v2-session", "Poll of `sessions/{code}`", lambda server: devices.app_polls(server, WAITING, "sessions", False), 200),
)
FLOW_SECONDS = 2


def instructions(bench):
    folder = bench.folder("instructions")
    shutil.rmtree(PROFILES, ignore_errors=True)
    PROFILES.mkdir(parents=True)
    with Simulator(folder):
        pass  # It has its keys now.
    journaled = [journal(folder, *poll) for poll in JOURNALED]
    with CountedSimulator(folder) as server:
        phones = devices.signed_in(server, DEVICES)
        pages, polls = [shapes.page(host_of(server), PATH)], devices.polls(server, WAITING)
        profiles = devices.app_polls(server, DEVICES, "profiles", logged_in=True)
        return [
            beside_nginx(server, "small", "Small answer", pages, SMALL_ANSWERS),
            beside_nginx(server, "poll", "Poll of `sessionDevice`, no user signed in", polls, POLLS, 401),
            beside_nginx(server, "v2-profiles", "Poll of `profiles`, a user logged in", profiles, POLLS),
            signed(server, "poll-signed", "Poll of `sessionDevice`, a user signed in", devices.logged_in_polls(phones)),
            signed(server, "authorize", "`authorizeDevice`", devices.authorizations(phones)),
            signed(server, "short-authorize", "`deviceShortAuthorize`", devices.short_authorizations(phones)),
            signed(server, "v2-authorize", "`decisions/authorize`", devices.app_authorizations(server, DEVICES)),
            *(flow(server, name, what, need, plays.Play(folder, server, name, steps)) for name, what, steps, need in PLAYS),
            *journaled,
        ]


def journal(folder, name, what, requests, status):
    """The row of what a journal adds to a poll."""
    with CountedSimulator(folder) as server:
        without = counted(server, f"{name}-without-journal", requests(server), POLLS, status)
    with CountedSimulator(folder, "counted-recording", journal=True, options=FULL_JOURNAL) as server:
        recording = counted(server, f"{name}-with-journal", requests(server), POLLS, status)
    added = (recording.total - without.total) / POLLS
    return Row(f"instructions-journal-{name}", f"Instructions that a journal adds: {what}", added, "", without.total / POLLS, "without one")


def beside_nginx(server, name, what, requests, count, status=200):
    """The row of an answer that nginx gives, too, to the same requests."""
    ours = counted(server, name, requests, count, status)
    body, _ = exchange(server, shapes.numbered(requests, 1)[0], status)
    with CountedNginx(server.folder, body, status) as nginx:
        theirs = counted(nginx, f"{name}-nginx", requests, count, status)
    return row(name, what, ours, count, "request", theirs.total / count)


def signed(server, name, what, requests):
    return row(name, what, counted(server, name, requests, SIGNED), SIGNED, "request")


def counted(server, name, requests, count, status=200):
    """The instructions of so many requests; as many others go before them, over the same connections."""
    numbered = shapes.numbered(requests, 2 * count)
    with Clients(server, CONNECTIONS, status) as clients:
        clients.play(numbered[:count])
        return server.count(lambda: clients.play(numbered[count:]), name)


def flow(server, name, what, need, play):
    """The row of logins, as those of the family `flow`."""
    flows = []

    def log_in():
        flows.append(int(Flow(server, FLOW_SECONDS, play).flows))

    log_in()
    count = server.count(log_in, name)
    made = Need(count.signatures / flows[-1], count.verifications / flows[-1])
    told = row(name, f"{what}, {len(play.asked)} requests", count, flows[-1], "login")
    if made != need:
        # The family `flow` compares with what a login needs, so it must be told of a change.
        told.note += f", where rows/flows.py names {need.signatures} and {need.verifications}"
    return told


def row(name, what, count, times, unit, theirs=None):
    shutil.copy(count.file, PROFILES / f"callgrind.out.{name}")
    ours, note = count.total, ""
    if count.signatures:
        what += ", outside cryptography"
        ours = count.outside
        note = f"with it {count.total / times:,.0f}: {count.signatures / times:.3g} signatures, "
        note += f"{count.verifications / times:.3g} verifications"
    return Row(f"instructions-{name}", f"Instructions a {unit}: {what}", ours / times, "", theirs, "nginx", note=note)
