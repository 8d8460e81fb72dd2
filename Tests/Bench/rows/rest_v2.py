"""REST API v2: polls of TVs beside nginx, and decisions with media tokens beside the signatures that openssl makes.

Each TV polls with its own code, device and access token. nginx answers the same requests with a static answer of that size.
"""

import devices
from rows.signing import DEVICES, measured
from rows.small_responses import LEAN, ROUNDS, against_nginx, by_lean, compare, with_pairs
from servers import Simulator

WAITING = 500


def rest_v2(bench):
    """Each answer has the same length for all TVs."""
    return [
        *polls(bench, "v2-profiles-code", "profiles/code", "Poll of `profiles/code/{code}`, no user logged in"),
        *polls(bench, "v2-session", "sessions", "Poll of `sessions/{code}`"),
        *polls(bench, "v2-profiles", "profiles", "Poll of `profiles`, a user logged in", logged_in=True),
        *decisions(bench),
    ]


def polls(bench, key, what, title, logged_in=False):
    def measure(twins):
        requests = devices.app_polls(twins.ours, WAITING, what, logged_in)
        return (against_nginx(twins, by_lean(requests), ROUNDS),)

    def question(server):
        return devices.app_polls(server, 1, what, logged_in)[0]

    lengths, (rounds,) = with_pairs(bench.folder(key), measure, question=question)
    return compare(key, f"{title}, {WAITING:,} access tokens", rounds, lengths, LEAN)


def decisions(bench):
    folder = bench.folder("v2-authorize")
    with Simulator(folder) as server:
        requests = devices.app_authorizations(server, DEVICES)
        return measured(folder, server, "v2-authorize", "`decisions/authorize`", requests, 1)
