"""How long answers take at half of what the slower server can do: a fixed rate for both, servers on core 0."""

from generators import paced, wrk
from rows.small_responses import CONNECTIONS, GENERATOR_CORE, PATH, SERVER_CORE, Twins
from statistic import alternate
from table import Row

SECONDS = 3


def half_load(bench):
    with Twins(bench.folder("half"), SERVER_CORE) as twins:
        servers = (twins.ours, twins.theirs)
        most = min(wrk(each, each.http + PATH, 1, CONNECTIONS, core=GENERATOR_CORE).rate for each in servers)
        rate = most / 2

        def run(server):
            return paced(server, server.http + PATH, rate, SECONDS, CONNECTIONS, GENERATOR_CORE)

        rounds = alternate(lambda: run(twins.ours), lambda: run(twins.theirs))
    reached = rounds.ours(lambda run: run.rate)
    return [
        Row(
            "half-load-p99",
            "99th percentile at half load",
            rounds.ours(lambda run: run.p99) / 1000,
            "ms",
            rounds.theirs(lambda run: run.p99) / 1000,
            "nginx",
            rounds.ratio(lambda run: run.p99),
            disturbance=rounds.disturbance,
            note=f"{rate:,.0f}/s wanted, {reached:,.0f}/s sent",
        )
    ]
