"""A stranger's page in a real browser gets nothing from the simulator's own paths, by its origin or by a rebound name."""

import pytest

from chromium import REBOUND_HOST

SITE = "https://site.example"
EMPTY = "<!doctype html><title>Stranger</title>"
OWN = ["/_sim/ready", "//_sim/environment.json", "/%5Fsim/keys", "/_ns/a/_sim/ca.pem", "/"]

# What each way of asking sees of the answer, if anything.
READ = "url => fetch(url).then(answer => answer.text(), () => 'nothing')"
LOAD = """([tag, url]) => new Promise(resolve => {
    const element = document.createElement(tag)
    element.onload = () => resolve('loaded')
    element.onerror = () => resolve('nothing')
    element.src = url
    document.body.append(element)
})"""
CONNECT = """url => new Promise(resolve => {
    const socket = new WebSocket(url)
    socket.onopen = () => resolve('open')
    socket.onerror = () => resolve('nothing')
})"""
POST = """([url, type]) => {
    const form = document.createElement("form")
    form.method = "post"
    form.enctype = type
    form.action = url
    form.innerHTML = "<input name='token' value='x'>"
    document.body.append(form)
    form.submit()
}"""


@pytest.fixture
def stranger(tab):
    page = tab()
    page.context.grant_permissions(["local-network-access"], origin=SITE)
    page.route(f"{SITE}/", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    page.goto(f"{SITE}/")
    return page


@pytest.mark.parametrize("path", OWN)
def test_a_foreign_page_reads_and_loads_nothing(stranger, simulator, path):
    url = simulator.http + path
    statuses = []
    stranger.on("response", lambda answer: statuses.append(answer.status))
    assert stranger.evaluate(READ, url) == "nothing"
    assert stranger.evaluate(LOAD, ["img", url]) == "nothing"
    assert stranger.evaluate(LOAD, ["script", url]) == "nothing"
    assert stranger.evaluate(CONNECT, url.replace("http:", "ws:")) == "nothing"
    assert 200 not in statuses
    # The service's own paths are there for it, as those of the real service are.
    assert "TEST_REQUESTOR" in stranger.evaluate(READ, f"{simulator.http}/adobe-services/config/TEST_REQUESTOR")


@pytest.mark.parametrize("kind", ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"))
def test_a_foreign_form_is_refused(stranger, simulator, kind):
    with stranger.expect_navigation() as navigation:
        stranger.evaluate(POST, [f"{simulator.http}/_sim/tokens/verify", kind])
    assert navigation.value.status == 403
    assert "an origin other than" in stranger.content()


def test_a_link_to_the_simulator_can_be_followed(stranger, simulator):
    with stranger.expect_navigation() as navigation:
        stranger.evaluate("url => { location = url }", f"{simulator.http}/_sim/environment.json")
    assert navigation.value.status == 200
    # On its own page, the browser is at home.
    assert stranger.evaluate("() => fetch('/_sim/ready').then(answer => answer.status)") == 200


def test_a_rebound_name_gets_nothing(tab):
    """A page under a stranger's name, which points here by now: same origin, as the browser sees it."""
    page = tab()
    page.goto(f"http://{REBOUND_HOST}/adobe-services/config/TEST_REQUESTOR")
    for path in OWN:
        answer = page.evaluate(
            "path => fetch(path).then(async answer => [answer.status, await answer.text()])", path.replace("//", "/./")
        )
        assert answer[0] == 421 and "admin.hosts" in answer[1]
    verify = "() => fetch('/_sim/tokens/verify', {method: 'POST', body: 'token=x'}).then(answer => answer.status)"
    assert page.evaluate(verify) == 421
