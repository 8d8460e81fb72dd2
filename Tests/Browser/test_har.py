"""The journal's archive in Chromium's developer tools."""

import json
import subprocess
import time
import urllib.request

import pytest

from chromium import executable
from curl import by_path, plain
from device import NativeDevice

START_SECONDS = 60

# The importer of the network panel: it throws for what it can't show.
IMPORT = """async archive => {
    const HAR = await import("/devtools/models/har/har.js");
    const SDK = await import("/devtools/core/sdk/sdk.js");
    const log = new HAR.HARFormat.HARRoot(JSON.parse(archive)).log;
    const requests = HAR.Importer.Importer.requestsFromHARLog(log);
    const shown = [];
    for (const request of requests) {
        const content = await request.requestContentData();
        shown.push([request.requestMethod, request.url(), request.statusCode, content.error ?? content.text ?? ""]);
    }
    return shown;
}"""


@pytest.fixture
def developer_tools(playwright, tmp_path):
    """A page that has the modules of the developer tools, as Chromium serves them for remote debugging."""
    profile = tmp_path / "profile"
    browser = subprocess.Popen(
        [executable(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
         f"--user-data-dir={profile}", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "about:blank"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        port_file = profile / "DevToolsActivePort"
        deadline = time.monotonic() + START_SECONDS
        while not port_file.exists() or not port_file.read_text().strip():
            assert browser.poll() is None and time.monotonic() < deadline, "Chromium doesn't start"
            time.sleep(0.05)
        address = f"http://127.0.0.1:{port_file.read_text().split()[0]}"
        connection = playwright.chromium.connect_over_cdp(address)
        page = connection.new_context().new_page()
        page.goto(f"{address}/devtools/inspector.html")
        yield page
        connection.close()
    finally:
        browser.kill()
        browser.wait()


def test_the_developer_tools_open_the_archive(simulator, developer_tools, tmp_path):
    way = by_path(plain(simulator), simulator, "har")
    device = NativeDevice(way.curl(tmp_path, tmp_path / "jar"), way.base)
    device.log_in()
    device.tokens()
    with urllib.request.urlopen(f"{way.base}/_sim/exchanges.har") as answer:
        archive = answer.read().decode()
    entries = json.loads(archive)["log"]["entries"]
    assert len(entries) > 6
    shown = developer_tools.evaluate(IMPORT, archive)
    assert [tuple(item[:3]) for item in shown] == [
        (entry["request"]["method"], entry["request"]["url"], entry["response"]["status"]) for entry in entries]
    for (*_, text), entry in zip(shown, entries):
        assert text == entry["response"]["content"].get("text", "")
