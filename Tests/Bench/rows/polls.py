"""TVs that wait: each polls with its own code and device, beside nginx with a static answer of that size to the same requests.

A poll for whose code nobody has signed in is answered with 401, and signs nothing; what one costs that is answered with a token is
among the signed answers. Both servers run on core 0 in turn, what asks them on core 1.
"""

import devices
from rows.small_responses import LEAN, ROUNDS, against_nginx, by_lean, compare, with_pairs

WAITING = 1_000


def polls(bench):
    return [*sessions(bench), *records(bench)]


def sessions(bench):
    def measure(twins):
        return (against_nginx(twins, by_lean(devices.polls(twins.ours, WAITING), (401,)), ROUNDS),)

    question = {"question": lambda server: devices.polls(server, 1)[0], "status": 401}
    lengths, (rounds,) = with_pairs(bench.folder("polls"), measure, **question)
    return compare("poll", f"Poll of `sessionDevice`, {WAITING:,} codes, no user signed in", rounds, lengths, LEAN)


def records(bench):
    def measure(twins):
        return (against_nginx(twins, by_lean(devices.records(twins.ours, WAITING)), ROUNDS),)

    lengths, (rounds,) = with_pairs(bench.folder("records"), measure, question=lambda server: devices.records(server, 1)[0])
    return compare("poll-record", f"Record of a registration code, {WAITING:,} codes", rounds, lengths, LEAN)
