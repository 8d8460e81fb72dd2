import pytest

from simulator import Simulator
from wire import LANDING_HOSTS, Wire


@pytest.fixture(scope="session")
def simulator(tmp_path_factory):
    """One simulator with the demo world, which also stands in for the hosts of the programmers' pages."""
    landing = ("--proxy-landing-hosts", ",".join(LANDING_HOSTS))
    with Simulator(tmp_path_factory.mktemp("replays"), *landing) as running:
        yield running


@pytest.fixture
def wire(simulator):
    return Wire(simulator)
