"""yt-dlp's Adobe Pass client, as installed, through the proxy and with the CA trusted."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from yt_dlp.extractor.adobepass import MSO_INFO, AdobePassIE

from curl import Curl
from device import REQUESTOR, RESOURCE, value
from simulator import Simulator, clean_environment

FLOW = Path(__file__).with_name("ytdlp_flow.py")
# Adobe by POST, by redirect, by a meta refresh before the login, by a page of the MVPD before its login, and with user
# name and password on two pages.
STYLES = ("Adobe", "AcmeCable", "MetaCable", "RefreshTV", "TwoPageTV", "OAuthTV")
DENIAL = "yt_dlp.utils.ExtractorError: Your package does not include this channel.\n"
FIRST_STEP, LOGIN_STEP, LAST_STEP = "Registering device with Adobe", "Logging in", "Retrieving Media Token"


def start(simulator, *arguments, **environment):
    return subprocess.Popen(
        [sys.executable, str(FLOW), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(PASS_SIMULATOR_URL=simulator.http, PASS_SIMULATOR_CA=simulator.ca, **environment),
    )


def finish(process):
    """Exit code, the media tokens, and what yt-dlp reported of its steps."""
    try:
        stdout, stderr = process.communicate(timeout=120)
    finally:
        process.kill()
    return process.returncode, stdout.splitlines(), stderr


def run(simulator, *arguments, **environment):
    return finish(start(simulator, *arguments, **environment))


def expect_token(outcome, mvpd="Adobe", resource=RESOURCE):
    code, tokens, report = outcome
    assert code == 0, report
    (token,) = tokens
    assert value(token, "mvpdId") == mvpd
    assert value(token, "requestorID") == REQUESTOR
    assert value(token, "resourceID") == resource
    return report


@pytest.mark.parametrize("handler", ("", "prefer-legacy-http-handler"), ids=("requests", "urllib"))
@pytest.mark.parametrize("mvpd", STYLES)
def test_media_token_at_each_style_of_login(simulator, mvpd, handler):
    report = expect_token(run(simulator, mvpd, "user", "password", RESOURCE, YTDLP_COMPAT=handler), mvpd)
    assert FIRST_STEP in report and LOGIN_STEP in report and LAST_STEP in report


def test_each_style_is_one_of_the_demo_world(simulator, tmp_path):
    """An unknown MVPD would be taken for Adobe, and its row would prove nothing."""
    answer = Curl(tmp_path)(f"{simulator.http}/adobe-services/config/{REQUESTOR}")
    assert set(STYLES) <= {mvpd.findtext("id") for mvpd in ElementTree.fromstring(answer.body).iter("mvpd")}


def test_provider_behind_a_proxy(simulator):
    """yt-dlp asks for the MVPD, and from the authN token on for its proxy."""
    outcome = run(simulator, "TownCable", "user", "password", RESOURCE)
    expect_token(outcome, "TownCable")
    assert value(outcome[1][0], "proxyMvpdId") == "HubTV"


def test_provider_that_ytdlp_knows_itself(simulator):
    """Not even a name is added here: the ID is one of yt-dlp's own list, and unknown to the demo world."""
    assert "thr030" in MSO_INFO
    expect_token(run(simulator, "thr030", "user", "password", RESOURCE), "thr030")


@pytest.mark.parametrize("mvpd", ("ATT", "ATTOTT", "TWC", "Brighthouse", "Cablevision", "AlticeOne"))
def test_providers_whose_fields_have_other_names(simulator, mvpd):
    """yt-dlp posts the credentials under the names that the real provider's page has."""
    assert MSO_INFO[mvpd]["username_field"] != "username"
    expect_token(run(simulator, mvpd, "user", "password", RESOURCE), mvpd)


def test_provider_whose_answer_to_the_password_is_a_redirect(tmp_path):
    """Rogers: yt-dlp confirms nothing, the answer itself must lead to the service, as an OAuth 2.0 provider's does."""
    config = tmp_path / "config.json5"
    config.write_text('{mvpds: {Rogers: {like: "OAuthTV"}}}')
    with Simulator(tmp_path, "--config", config) as simulator:
        expect_token(run(simulator, "Rogers", "user", "password", RESOURCE), "Rogers")


@pytest.mark.parametrize("mvpd", STYLES)
def test_wrong_password_ends_without_a_token(simulator, mvpd):
    code, tokens, report = run(simulator, mvpd, "user", "wrong", RESOURCE)
    assert code != 0 and tokens == []
    assert LOGIN_STEP in report and LAST_STEP not in report


def test_second_run_uses_the_cached_token(simulator, tmp_path):
    expect_token(run(simulator, "Adobe", "user", "password", RESOURCE, YTDLP_CACHE=tmp_path))
    report = expect_token(run(simulator, "Adobe", "user", "password", RESOURCE, YTDLP_CACHE=tmp_path))
    assert FIRST_STEP not in report and LOGIN_STEP not in report and LAST_STEP in report


def test_cached_token_survives_a_restart(tmp_path):
    arguments = ("AcmeCable", "user", "password")
    with Simulator(tmp_path / "first") as first:
        expect_token(run(first, *arguments, RESOURCE, YTDLP_CACHE=tmp_path / "cache"), "AcmeCable")
    with Simulator(tmp_path / "second", data_dir=first.data_dir) as second:
        # The resource is a new one, so the cached authN token itself is presented.
        report = expect_token(run(second, *arguments, "news", YTDLP_CACHE=tmp_path / "cache"), "AcmeCable", "news")
        assert LOGIN_STEP not in report and "Retrieving Authorization Token" in report
        # And here the cached authZ token.
        report = expect_token(run(second, *arguments, RESOURCE, YTDLP_CACHE=tmp_path / "cache"), "AcmeCable")
        assert "Retrieving Authorization Token" not in report


def test_refused_token_makes_it_log_in_again(simulator, tmp_path):
    """It finds `<pendingLogout`, clears its cache and starts over, once."""
    arguments = ("Adobe", "user", "password", RESOURCE)
    expect_token(run(simulator, *arguments, YTDLP_CACHE=tmp_path))
    (file,) = tmp_path.rglob("*.json")
    cached = json.loads(file.read_text())
    forged = cached["data"]["authn_token"].replace(f">{REQUESTOR}<", ">DEMO_NET<")
    file.write_text(json.dumps(cached | {"data": {"authn_token": forged}}))
    report = expect_token(run(simulator, *arguments, YTDLP_CACHE=tmp_path))
    step = "Retrieving Authorization Token"
    assert report.index(step) < report.index(LOGIN_STEP) < report.rindex(step)


def test_denied_resource_raises_with_the_text_of_the_denial(simulator):
    code, tokens, report = run(simulator, "Adobe", "user", "password", RESOURCE, "deny:sport")
    assert code != 0 and len(tokens) == 1
    assert report.endswith(DENIAL)


def test_denied_subscriber_raises_with_the_text_of_the_denial(simulator):
    code, tokens, report = run(simulator, "Adobe", "denied", "any", RESOURCE)
    assert code != 0 and tokens == []
    assert report.endswith(DENIAL)


def test_mrss_resource(simulator):
    resource = AdobePassIE._get_mvpd_resource(REQUESTOR, "A & B <live>", RESOURCE, "TV-14")
    expect_token(run(simulator, "Adobe", "user", "password", resource), resource=resource)


def test_mrss_resource_is_denied_by_its_guid(simulator):
    resource = AdobePassIE._get_mvpd_resource(REQUESTOR, "Sport", "deny:sport", "TV-14")
    code, _, report = run(simulator, "Adobe", "user", "password", resource)
    assert code != 0 and report.endswith(DENIAL)


def test_eight_at_once(simulator):
    mvpds = [STYLES[index % len(STYLES)] for index in range(8)]
    running = [start(simulator, mvpd, "user", "password", RESOURCE) for mvpd in mvpds]
    outcomes = [finish(process) for process in running]
    for mvpd, outcome in zip(mvpds, outcomes, strict=True):
        expect_token(outcome, mvpd)
    assert len({tokens[0] for _, tokens, _ in outcomes}) == 8
