import pytest

from raw import trusting
from simulator import Simulator


@pytest.fixture(scope="session")
def simulator(tmp_path_factory):
    """One simulator with the demo world and the limits as they come, shared by tests that leave it as it was."""
    with Simulator(tmp_path_factory.mktemp("simulator")) as running:
        yield running


@pytest.fixture(scope="session")
def tls(simulator):
    """A context that trusts the shared simulator's authority."""
    return trusting(simulator.ca)
