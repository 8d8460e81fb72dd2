"""The witness as a command: what it prints, and how it tells which step failed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simulator import ROOT, Simulator, clean_environment

REQUESTOR = "TEST_REQUESTOR"
RESOURCE = "TEST_RESOURCE"


def run(service_provider, *arguments, **environment):
    options = ["--requestor", REQUESTOR, "--resource", RESOURCE, "--device", "device of the command", *arguments]
    command = [sys.executable, "-I", Path(__file__).with_name("witness.py"), service_provider, *options]
    given = clean_environment(**environment)
    return subprocess.run(command, capture_output=True, text=True, env=given, timeout=60, check=False)


@pytest.mark.parametrize("path", ["/adobe-services", "/_ns/witness/adobe-services"])
def test_command_prints_the_configuration_and_each_element_of_the_tokens(simulator, path):
    ended = run(simulator.http + path, "--mvpd", "TownCable")
    assert (ended.returncode, ended.stderr) == (0, "")
    printed = json.loads(ended.stdout)
    assert list(printed) == ["config", "authn", "authz", "media"]
    assert printed["config"]["requestor"]["id"] == REQUESTOR
    for kind in ("authn", "authz", "media"):
        token = printed[kind]
        assert list(token)[:2] == ["root", "signature"]
        assert list(token)[-1] == "raw"
        assert token["raw"].startswith(f"<signatureInfo>{token['signature']}<signatureInfo><{token['root']}>")
    assert printed["media"]["mvpdId"] == "TownCable"


def test_command_passes_a_strict_simulator_over_tls(tmp_path):
    statement = ROOT / "Fixtures/SoftwareStatements/demo.jwt"
    with Simulator(tmp_path, "--config", ROOT / "Config/strict.json5") as simulator:
        trust = {"SSL_CERT_FILE": simulator.ca}
        ended = run(f"{simulator.https}/adobe-services", "--mvpd", "AcmeCable", "--statement", statement, **trust)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert json.loads(ended.stdout)["media"]["mvpdId"] == "AcmeCable"
        ended = run(f"{simulator.https}/adobe-services", "--mvpd", "AcmeCable", **trust)
        assert ended.returncode == 1
        assert ended.stderr.startswith("register: status 400: ")
        assert '"unapproved_software_statement"' in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (["--mvpd", "Adobe", "--password", "wrong"], "login: "),
        (["--mvpd", "Adobe", "--user", "error"], "login: "),
        (["--mvpd", "Adobe", "--user", "denied"], "authorizeDevice: "),
        (["--mvpd", "Adobe", "--statement", "/nowhere"], "statement: "),
    ],
)
def test_command_names_the_step_that_failed(simulator, arguments, beginning):
    ended = run(f"{simulator.http}/adobe-services", *arguments)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.fullmatch(rf"{beginning}[^\n]+\n", ended.stderr)
