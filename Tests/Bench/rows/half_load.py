"""How long answers take at half of what the slower server can do: a fixed rate for both, servers on core 0."""

import shapes
from generators import paced
from rows.small_responses import CONNECTIONS, GENERATOR_CORE, PATH, Twins, by_lean
from statistic import alternate
from table import Row

SECONDS = 3
# So many queries take turns; the cookie is the same, as h2load has one head for all.
QUERIES = 20_000


def half_load(bench):
    with Twins(bench.folder("half")) as twins:
        most = by_lean([shapes.page(twins.host, PATH)])
        rate = min(most(server).rate for server in (twins.ours, twins.theirs)) / 2

        def run(server):
            urls = [server.http + query.decode() for query in shapes.numbered([f"{PATH}?{shapes.QUERY}".encode()], QUERIES)]
            fields = shapes.BROWSER | {"Cookie": shapes.COOKIES.replace(shapes.PLACE, "00000001")}
            return paced(server, urls, rate, SECONDS, CONNECTIONS, GENERATOR_CORE, fields)

        rounds = alternate(lambda: run(twins.ours), lambda: run(twins.theirs))
    reached = rounds.ours(lambda run: run.rate)
    return [
        Row(
            "half-load-p99",
            "99th percentile at half load, another query each time",
            rounds.ours(lambda run: run.p99) / 1000,
            "ms",
            rounds.theirs(lambda run: run.p99) / 1000,
            "nginx",
            rounds.ratio(lambda run: run.p99),
            disturbance=rounds.disturbance,
            note=f"{rate:,.0f}/s wanted, {reached:,.0f}/s sent",
        )
    ]
