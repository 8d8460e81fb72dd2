"""schemathesis and openapi-spec-validator read the descriptions of the APIs and hold the simulator to them.

schemathesis makes requests from a description, valid ones and broken ones, and looks at each answer: its status, type,
fields and content, whether a broken request was refused and a valid one accepted, whether another method, a missing
field or a missing access token counts.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests
from openapi_spec_validator import validate

from process import clean_environment
from rest_v2_answers import NET
from rest_v2_client import API, App, Client
from simulator import Simulator

DOCUMENTS = ("rest-v2", "dcr", "sso-service")
CONTROL = "simulator"
TOOL = Path(sys.executable).with_name("st")
# A server ignores header fields that it doesn't know.
GENERATION = "generation.allow-extra-parameters = false"
# No generator makes a SAML response that an MVPD has signed, and the pattern of redirect URLs names only some of the
# schemes that are accepted.
EXCEPTIONS = """
[[operations]]
include-operation-id = "CreatePartnerProfile"
enabled = false
[[operations]]
include-operation-id-regex = "AuthenticationSession|PartnerAuthenticationRequest|InitiateLogout"
checks.negative_data_rejection.enabled = false
"""
NAMESPACE = "described"
# The members that a change of state may have depend on the kind of state, and no generator makes a snapshot.
CONTROL_SETTINGS = """
hooks = "{hooks}"
[parameters]
"header.X-Pass-Namespace" = "described"
"query.timeoutSeconds" = 0
[[operations]]
include-operation-id = "FollowEvents"
enabled = false
[[operations]]
include-operation-id = "RemoveAllNamespaces"
enabled = false
[[operations]]
include-operation-id-regex = "ResetNamespace|RemoveExchanges|ChangeClock"
parameters = {{ "header.X-Pass-Namespace" = "other" }}
[[operations]]
include-operation-id = "AwaitExchange"
checks.positive_data_acceptance.expected-statuses = ["2xx", 408]
[[operations]]
include-operation-id-regex = "ChangeState|RestoreSnapshot|OpenCapsule"
checks.positive_data_acceptance.enabled = false
"""
EXAMPLES = 25
# The control API has four times as many operations as the others.
CONTROL_EXAMPLES = 10
# A limit for a run that hangs: on a slow machine the control API takes more than three minutes.
SECONDS = 600


@pytest.mark.parametrize("name", [*DOCUMENTS, CONTROL])
def test_description_is_valid(api, name):
    answer = api.get(f"/_sim/openapi/{name}.json")
    assert answer.status == 200 and answer.header("Content-Type") == "application/json", answer
    document = json.loads(answer.body)
    assert document["openapi"].startswith("3.1.")
    validate(document)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_invented_requests_are_answered_as_described(world, client, tmp_path, name):
    """Each name is invented and unknown here, so almost every request is refused, whatever else it has."""
    run(name, world, client, tmp_path, {}, excluded=("positive_data_acceptance",))


@pytest.fixture
def resident(simulator):
    return Client.registered(API(simulator.http))


@pytest.fixture
def records(simulator, resident):
    """Names of what exists, by the places where a request has them."""
    television = App(API(simulator.http), resident, NET)
    created = television.create_session(mvpd="Adobe", domainName="demo-net.example", redirectUrl=simulator.landing)
    return {
        "path.serviceProvider": NET,
        "path.mvpd": "Adobe",
        "path.code": created.json["code"],
        "path.partner": "Apple",
    }


def test_requests_about_records_are_answered_as_described(simulator, resident, records, tmp_path):
    """The demo world knows every MVPD that a request names."""
    run("rest-v2", simulator, resident, tmp_path, records, EXCEPTIONS)


@pytest.fixture
def controlled(world_file, simulator, tmp_path):
    """A simulator of this test's own, since the control API changes everything."""
    with Simulator(tmp_path / "run", "--config", world_file, data_dir=simulator.data_dir) as running:
        yield running


@pytest.fixture
def known(controlled):
    """Names of what exists in the namespace of the calls, by the places where a request has them."""
    service = f"{controlled.http}/_ns/{NAMESPACE}"
    television = requests.post(f"{service}/reggie/v1/{NET}/regcode", data={"deviceId": "television"}, timeout=SECONDS)
    login = {"device": "telephone", "requestor": NET, "mvpd": "Adobe", "user": "user"}
    answer = requests.post(f"{service}/_sim/login", json=login, timeout=SECONDS)
    assert (television.status_code, answer.status_code) == (201, 200), (television.text, answer.text)
    exchange = television.headers["X-Pass-Simulator-Exchange"]
    return login | {"resource": "news", "exchange": exchange, "flow": exchange, "id": answer.json()["session"]}


def test_the_control_api_is_as_described(controlled, known, tmp_path):
    """What ends the namespace of the calls gets another one, and the events, which never end, aren't asked for."""
    folder = tmp_path / "schemathesis"
    folder.mkdir()
    settings = CONTROL_SETTINGS.format(hooks=Path(__file__).with_name("openapi_hooks.py"))
    run(CONTROL, controlled, None, folder, {}, settings, examples=CONTROL_EXAMPLES, KNOWN_RECORDS=json.dumps(known))


def run(name, simulator, client, folder, parameters, settings="", excluded=(), examples=EXAMPLES, **environment):
    """Runs every check but the excluded ones, and asserts that requests were made and none failed."""
    settings = [GENERATION, settings]
    if client:
        settings.append(f'[headers]\nAuthorization = "Bearer {client.access_token}"')
    if parameters:
        settings.append("[parameters]")
    settings += [f"{json.dumps(place)} = {json.dumps(value)}" for place, value in parameters.items()]
    (folder / "schemathesis.toml").write_text("\n".join(settings) + "\n")
    result = subprocess.run(
        [
            *(TOOL, "--config-file", folder / "schemathesis.toml"),
            *("run", f"{simulator.http}/_sim/openapi/{name}.json"),
            *(text for check in excluded for text in ("--exclude-checks", check)),
            *("--max-examples", str(examples), "--seed", "1", "--no-color"),
            # It measures how fast requests are made up on this machine, and says nothing of the simulator.
            *("--suppress-health-check", "too_slow"),
        ],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=SECONDS,
        env=clean_environment(**environment),
    )
    assert result.returncode == 0, result.stdout[-20_000:] + result.stderr[-2_000:]
    count = re.search(r"^  (\d+) generated", result.stdout, re.MULTILINE)
    assert count and int(count[1]) > 100, result.stdout[-2_000:]
