import itertools

import pytest
from playwright.sync_api import sync_playwright

from chromium import launch
from dashboard import Dashboard
from simulator import Simulator


@pytest.fixture(scope="session")
def simulator(tmp_path_factory):
    with Simulator(tmp_path_factory.mktemp("simulator")) as running:
        yield running


@pytest.fixture(scope="session")
def playwright():
    """The one driver of browsers: it allows no second one beside it."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright, simulator, tmp_path_factory):
    """A browser that trusts the simulator's authority and finds the spoofed hosts there, and no other host anywhere."""
    browser = launch(playwright, simulator, tmp_path_factory.mktemp("home"))
    yield browser
    browser.close()


@pytest.fixture
def tab(chromium):
    """A tab in a profile of its own; call it with the context's options."""
    contexts = []

    def open_tab(**options):
        context = chromium.new_context(**options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        return context.new_page()

    yield open_tab
    for context in contexts:
        context.close()


numbers = itertools.count()


@pytest.fixture
def dashboard(tab, simulator):
    """Opens the dashboard of a namespace of its own."""

    def make(size="desktop", scheme="light"):
        return Dashboard(tab, simulator, f"dashboard-{next(numbers)}", size, scheme)

    return make
