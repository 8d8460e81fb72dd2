import json

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


@pytest.fixture
def configured(simulator, tmp_path):
    """Makes another simulator with these settings over the demo world; it shares the keys, which take long to make."""

    def made(**settings):
        path = tmp_path / "config.json5"
        path.write_text(json.dumps(settings | {"proxy": {"landingHosts": LANDING_HOSTS}}))
        return Simulator(tmp_path, "--config", path, data_dir=simulator.data_dir)

    return made
