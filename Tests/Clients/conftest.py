import contextlib
import itertools
import signal

import pytest
import requests

from cluster import Cluster
from redis_server import RedisServer
from rest_v2_answers import NET, SHORT
from rest_v2_client import API, App, Client
from simulator import Simulator

# Processes inherit which signals are ignored, and nohup has the hang-up ignored.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The world of REST API v2 refuses what isn't registered, so that an unknown name is an error. RULE_NET is degraded at
# five MVPDs, SHORT_NET has profiles that soon end, and PICKER_NET isn't integrated with most MVPDs.
WORLD = f"""{{
    unknownRequestors: "refuse",
    unknownMVPDs: "refuse",
    unknownClients: "refuse",
    mvpds: {{
        ShortPass: {{like: "TempPass", name: "Short Pass", pass: {{seconds: {SHORT}}}}},
        ShortPromo: {{
            like: "PromoPass",
            name: "Short Promo",
            pass: {{seconds: {SHORT}, resources: 3, identity: "email"}},
        }},
        TripleTV: {{like: "Adobe", name: "Triple TV", authorizationLimit: 3, preauthorizationLimit: 2}},
    }},
    requestors: {{
        RULE_NET: {{
            name: "Rule Network",
            domains: ["rule-net.example"],
            mvpds: {{
                Adobe: {{degradation: "authNAll"}},
                AcmeCable: {{degradation: "authZAll"}},
                MetaCable: {{degradation: "authZNone"}},
                OAuthTV: {{}},
                PlatformTV: {{degradation: "authNAll"}},
                TempPass: {{degradation: "authNAll"}},
            }},
        }},
        SHORT_NET: {{name: "Short Network", mvpds: {{Adobe: {{authenticationSeconds: {SHORT}}}}}}},
        PICKER_NET: {{
            name: "Picker & Network",
            domains: ["picker-net.example", "picker.example"],
            mvpds: {{Adobe: {{}}, PassiveTV: {{}}, AmpCable: {{}}, TownCable: {{}}, TempPass: {{}}}},
        }},
    }},
}}"""


@pytest.fixture(scope="session")
def simulator(tmp_path_factory):
    """One simulator with the demo world, shared by tests that use sessions of their own."""
    with Simulator(tmp_path_factory.mktemp("simulator")) as running:
        yield running


@pytest.fixture(scope="session", params=["memory", "sqlite", "redis"])
def new_store(request, tmp_path_factory):
    """Gives the options of `serve` for a store that nobody else uses; tests that use it run once for each kind."""
    numbers = itertools.count()
    with contextlib.ExitStack() as exits:
        server = exits.enter_context(RedisServer(tmp_path_factory.mktemp("store"))) if request.param == "redis" else None

        def store():
            if request.param == "sqlite":
                return "--store", f"sqlite:{tmp_path_factory.mktemp('store')}/state.sqlite"
            return ("--store", f"{server.url.rsplit('/', 1)[0]}/{next(numbers)}") if server else ()

        yield store


@pytest.fixture(scope="session")
def world_file(tmp_path_factory):
    """The configuration of `world`."""
    file = tmp_path_factory.mktemp("world") / "world.json5"
    file.write_text(WORLD)
    return file


@pytest.fixture(scope="session")
def world(simulator, world_file, new_store, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rest-v2")
    with Simulator(folder, "--config", world_file, *new_store(), data_dir=simulator.data_dir) as running:
        yield running


@pytest.fixture(scope="session")
def api(world):
    return API(world.http)


@pytest.fixture(scope="session")
def client(api):
    """One registration for all tests: a registration makes a client whose profiles nobody else sees."""
    return Client.registered(api)


@pytest.fixture
def landing(world):
    return world.landing


@pytest.fixture
def app(api, client):
    """An application on a device of its own."""
    return App(api, client, NET)


@pytest.fixture
def subscriber(app, landing):
    """The application after a login at `Adobe`."""
    app.log_in("Adobe", landing)
    return app


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """Two nodes behind one address; tests use namespaces, devices or sessions of their own."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture
def sessions(cluster):
    """A connection to each node, beside the front."""
    with requests.Session() as one, requests.Session() as two:
        yield [(one, cluster.nodes[0].http), (two, cluster.nodes[1].http)]
