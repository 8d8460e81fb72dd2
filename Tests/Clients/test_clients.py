"""Other HTTP clients read the configuration: by endpoint, and by the real name through the proxy."""

import http.client
import ssl
import subprocess
import urllib.request
import xml.etree.ElementTree as ElementTree

import pytest
import requests

from simulator import ADOBE_HOST, clean_environment

PATH = "/adobe-services/config/TEST_REQUESTOR"


def expect_configuration(body):
    root = ElementTree.fromstring(body)
    assert root.findtext(".//requestor/id") == "TEST_REQUESTOR"
    mvpds = root.find(".//requestor/mvpds")
    assert {"Adobe", "AcmeCable", "MetaCable"} <= {mvpd.findtext("id") for mvpd in mvpds}
    # Android's parser takes white space between the providers for a provider.
    assert not mvpds.text and not any(mvpd.tail for mvpd in mvpds)


def by_wget(simulator, url):
    environment = clean_environment(https_proxy=simulator.http, http_proxy=simulator.http)
    arguments = ["wget", "--quiet", "--tries=1", f"--ca-certificate={simulator.ca}", "--output-document=-", url]
    return subprocess.run(arguments, capture_output=True, check=True, timeout=30, env=environment).stdout


def by_requests(simulator, url):
    proxies = {"http": simulator.http, "https": simulator.http}
    answer = requests.get(url, proxies=proxies, verify=simulator.ca, timeout=30)
    answer.raise_for_status()
    return answer.content


def by_urllib(simulator, url):
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({"http": simulator.http, "https": simulator.http}),
        urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=simulator.ca)),
    )
    with opener.open(url, timeout=30) as answer:
        return answer.read()


def by_curl(simulator, url):
    arguments = ["curl", "--silent", "--fail", "--max-time", "30", "--proxy", simulator.http, "--cacert", simulator.ca, url]
    return subprocess.run(arguments, capture_output=True, check=True, env=clean_environment()).stdout


CLIENTS = (by_wget, by_requests, by_urllib)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("scheme", ("http", "https"))
def test_configuration_through_the_proxy(simulator, client, scheme):
    expect_configuration(client(simulator, f"{scheme}://{ADOBE_HOST}{PATH}"))


@pytest.mark.parametrize("path", (PATH, f"/{PATH}", PATH.replace("services/", "services/1.0/"), f"{PATH}.json"))
def test_configuration_by_endpoint_in_every_spelling(simulator, path):
    connection = http.client.HTTPConnection("127.0.0.1", simulator.port, timeout=30)
    # Two on one connection: the first must leave it usable.
    for _ in range(2):
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200
        expect_configuration(answer.read())
    connection.close()


def test_configuration_over_tls_by_address(simulator):
    trust = ssl.create_default_context(cafile=simulator.ca)
    connection = http.client.HTTPSConnection("127.0.0.1", simulator.port, context=trust, timeout=30)
    connection.request("GET", PATH)
    expect_configuration(connection.getresponse().read())
    connection.close()


@pytest.mark.parametrize("host", ("pass-simulator", "pass-simulator.localhost", "127.0.0.1:{port}", "localhost:{port}"))
@pytest.mark.parametrize("client", (by_requests, by_urllib, by_curl))
def test_authority_comes_through_the_proxy(simulator, client, host):
    with open(simulator.ca, "rb") as file:
        assert client(simulator, f"http://{host.format(port=simulator.port)}/_sim/ca.pem") == file.read()


def test_tunnel_to_a_stranger_is_refused(simulator):
    """Nothing is ever forwarded; the answer says which key of the configuration would take the host in."""
    connection = http.client.HTTPConnection("127.0.0.1", simulator.port, timeout=30)
    connection.request("CONNECT", "example.com:443", headers={"Host": "example.com:443"})
    answer = connection.getresponse()
    assert answer.status == 403
    assert "proxy.landingHosts" in answer.read().decode()
    connection.close()
