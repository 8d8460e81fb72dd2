import pytest

from simulator import Simulator


@pytest.fixture(scope="session")
def simulator(tmp_path_factory):
    """One simulator with the demo world, shared by tests that use sessions of their own."""
    with Simulator(tmp_path_factory.mktemp("simulator")) as running:
        yield running
