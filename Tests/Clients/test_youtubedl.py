"""youtube-dl's Adobe Pass client, as installed: its last release is older than registration codes and lives on cookies."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from youtube_dl.extractor.adobepass import AdobePassIE

from device import REQUESTOR, RESOURCE, value
from simulator import clean_environment

FLOW = Path(__file__).with_name("youtubedl_flow.py")
STYLES = ("Adobe", "AcmeCable", "MetaCable", "RefreshTV", "TwoPageTV")
DENIAL = "youtube_dl.utils.ExtractorError: Your package does not include this channel.\n"
LOGIN_STEP, AUTHORIZATION_STEP = "Logging in", "Retrieving Authorization Token"


def run(simulator, *arguments, cache=None):
    """Exit code, the media tokens, and what youtube-dl reported of its steps."""
    environment = clean_environment(PASS_SIMULATOR_URL=simulator.http, PASS_SIMULATOR_CA=simulator.ca)
    if cache:
        environment["YOUTUBEDL_CACHE"] = os.fspath(cache)
    done = subprocess.run(
        [sys.executable, str(FLOW), *arguments], capture_output=True, text=True, timeout=120, env=environment
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def expect_token(outcome, mvpd="Adobe", resource=RESOURCE):
    code, tokens, report = outcome
    assert code == 0, report
    (token,) = tokens
    assert (value(token, "mvpdId"), value(token, "resourceID")) == (mvpd, resource)
    return report


@pytest.mark.parametrize("mvpd", STYLES)
def test_media_token_at_each_style_of_login(simulator, mvpd):
    assert LOGIN_STEP in expect_token(run(simulator, mvpd, "user", "password", RESOURCE), mvpd)


def test_wrong_password_ends_without_a_token(simulator):
    code, tokens, report = run(simulator, "Adobe", "user", "wrong", RESOURCE)
    assert code != 0 and tokens == [] and LOGIN_STEP in report


def test_denied_resource_raises_with_the_text_of_the_denial(simulator):
    code, tokens, report = run(simulator, "Adobe", "user", "password", RESOURCE, "deny:sport")
    assert code != 0 and len(tokens) == 1
    assert report.endswith(DENIAL)


def test_mrss_resource(simulator):
    resource = AdobePassIE._get_mvpd_resource(REQUESTOR, "A & B <live>", RESOURCE, "TV-14")
    expect_token(run(simulator, "Adobe", "user", "password", resource), resource=resource)


def test_second_run_uses_the_cached_token(simulator, tmp_path):
    expect_token(run(simulator, "Adobe", "user", "password", RESOURCE, cache=tmp_path))
    report = expect_token(run(simulator, "Adobe", "user", "password", RESOURCE, cache=tmp_path))
    assert LOGIN_STEP not in report and AUTHORIZATION_STEP not in report


def test_refused_token_makes_it_log_in_again(simulator, tmp_path):
    """It finds `<pendingLogout`, clears its cache and starts over, once."""
    expect_token(run(simulator, "Adobe", "user", "password", RESOURCE, cache=tmp_path))
    (file,) = tmp_path.rglob("*.json")
    cached = json.loads(file.read_text())
    forged = cached["authn_token"].replace(f">{REQUESTOR}<", ">DEMO_NET<")
    file.write_text(json.dumps({"authn_token": forged}))
    report = expect_token(run(simulator, "Adobe", "user", "password", RESOURCE, cache=tmp_path))
    assert report.index(AUTHORIZATION_STEP) < report.index(LOGIN_STEP) < report.rindex(AUTHORIZATION_STEP)
