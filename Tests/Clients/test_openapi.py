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
from openapi_spec_validator import validate

from process import clean_environment
from rest_v2_answers import NET
from rest_v2_client import API, App, Client

DOCUMENTS = ("rest-v2", "dcr", "sso-service")
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
EXAMPLES = 25
SECONDS = 240


@pytest.mark.parametrize("name", DOCUMENTS)
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


def run(name, simulator, client, folder, parameters, settings="", excluded=()):
    """Runs every check but the excluded ones, and asserts that requests were made and none failed."""
    settings = [GENERATION, settings, f'[headers]\nAuthorization = "Bearer {client.access_token}"', "[parameters]"]
    settings += [f"{json.dumps(place)} = {json.dumps(value)}" for place, value in parameters.items()]
    (folder / "schemathesis.toml").write_text("\n".join(settings) + "\n")
    result = subprocess.run(
        [
            *(TOOL, "--config-file", folder / "schemathesis.toml"),
            *("run", f"{simulator.http}/_sim/openapi/{name}.json"),
            *(text for check in excluded for text in ("--exclude-checks", check)),
            *("--max-examples", str(EXAMPLES), "--seed", "1", "--no-color"),
        ],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=SECONDS,
        env=clean_environment(),
    )
    assert result.returncode == 0, result.stdout[-20_000:] + result.stderr[-2_000:]
    count = re.search(r"^  (\d+) generated", result.stdout, re.MULTILINE)
    assert count and int(count[1]) > 100, result.stdout[-2_000:]
