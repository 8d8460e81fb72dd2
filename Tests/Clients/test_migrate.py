"""The migration report: what replaces the calls of a legacy device, and whether its user gets the same decisions."""

import json
import uuid

import pytest
import requests

from simulator import command

SECONDS = 30


@pytest.fixture
def recorded(simulator):
    """A namespace in which a legacy device was permitted one resource and denied another."""
    name = f"migrate-{uuid.uuid4().hex[:12]}"
    base = f"{simulator.http}/_ns/{name}"

    def call(operation, **form):
        form = {"requestor_id": "TEST_REQUESTOR", "device_id": "old-device-1", **form}
        return requests.post(f"{base}/adobe-services/{operation}", data=form, timeout=SECONDS).text

    requests.get(f"{base}/adobe-services/config/TEST_REQUESTOR", timeout=SECONDS)
    code = requests.post(f"{base}/reggie/v1/TEST_REQUESTOR/regcode", timeout=SECONDS,
                         data={"deviceId": "old-device-1", "format": "json"}).json()["code"]
    session = requests.Session()
    page = session.get(f"{base}/adobe-services/authenticate/saml?mso_id=OAuthTV&reg_code={code}", timeout=SECONDS)
    action = page.text.split(' action="')[1].split('"')[0].replace("&amp;", "&")
    session.post(requests.compat.urljoin(page.url, action), data={"username": "user", "password": "password"}, timeout=SECONDS)
    token = call("sessionDevice", reg_code=code).split("<authnToken>")[1].split("<")[0]
    token = token.replace("&lt;", "<").replace("&gt;", ">")
    for resource in ("TEST_RESOURCE", "deny:news"):
        call("authorizeDevice", mso_id="OAuthTV", resource_id=resource, authentication_token=token)
    return name


def migrate(simulator, name, *options):
    return command("migrate", "--url", simulator.http, "--namespace", name, *options)


def test_each_call_has_its_replacement_and_each_decision_is_the_same(simulator, recorded):
    done = migrate(simulator, recorded, "--json")
    assert done.returncode == 0, done
    report = json.loads(done.stdout)
    replaced = {call["operation"]: call.get("replacement") for call in report["calls"]}
    assert replaced["AuthorizeDevice"] == "POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}"
    assert replaced["RequestRegistrationCode"] == "POST /api/v2/{serviceProvider}/sessions"
    assert set(replaced) >= {"RetrieveConfiguration", "SessionDevice", "Authenticate"}, replaced
    found = {decision["resource"]: (decision["before"], decision["after"]) for decision in report["decisions"]}
    assert found == {"TEST_RESOURCE": ("permitted", "permitted"), "deny:news": ("denied", "denied")}
    text = migrate(simulator, recorded).stdout
    assert "user at OAuthTV, deny:news of TEST_REQUESTOR: denied by both" in text, text


def test_a_decision_that_differs_is_told(simulator, recorded):
    rule = {"match": {"operation": "RetrieveAuthorizationDecisions"}, "action": {"failure": "denied"}}
    requests.post(f"{simulator.http}/_ns/{recorded}/_sim/rules", json=rule, timeout=SECONDS)
    done = migrate(simulator, recorded)
    assert done.returncode == 1 and "permitted now, denied by REST API v2" in done.stdout, done


@pytest.mark.parametrize("form", ["capsule", "jsonl"])
def test_the_journal_may_be_a_file(simulator, recorded, tmp_path, form):
    file = tmp_path / f"run.{form}"
    words = ("capsule", "save") if form == "capsule" else ("journal", "export")
    saved = command(*words, file, "--url", simulator.http, "--namespace", recorded)
    assert saved.returncode == 0, saved
    done = command("migrate", file, "--data-dir", tmp_path / "data", "--json")
    assert done.returncode == 0, done
    assert [decision["same"] for decision in json.loads(done.stdout)["decisions"]] == [True, True]


def test_the_user_of_a_login_without_a_browser_and_preauthorizations_are_compared(simulator):
    name = f"migrate-{uuid.uuid4().hex[:12]}"
    base = f"{simulator.http}/_ns/{name}"
    token = requests.post(f"{base}/_sim/login", timeout=SECONDS, json={
        "device": "old-device-1", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}).json()["authnToken"]
    form = {"requestor_id": "TEST_REQUESTOR", "authentication_token": token}
    requests.post(f"{base}/adobe-services/authorizeDevice", timeout=SECONDS, data=form | {
        "device_id": "old-device-1", "mso_id": "Adobe", "resource_id": "deny:news"})
    requests.post(f"{base}/adobe-services/preauthorize", timeout=SECONDS, data=form | {
        "resource_id": ["TEST_RESOURCE", "deny:sports"]})
    done = migrate(simulator, name, "--json")
    assert done.returncode == 0, done
    report = json.loads(done.stdout)
    assert report["skipped"] == []
    found = {(decision["operation"], decision["resource"]): (decision["user"], decision["before"], decision["after"])
             for decision in report["decisions"]}
    assert found == {
        ("AuthorizeDevice", "deny:news"): ("user", "denied", "denied"),
        ("Preauthorize", "TEST_RESOURCE"): ("user", "permitted", "permitted"),
        ("Preauthorize", "deny:sports"): ("user", "denied", "denied"),
    }
    assert "deny:sports of TEST_REQUESTOR, preauthorized: denied by both" in migrate(simulator, name).stdout


def test_a_journal_of_which_no_decision_can_be_made_again_is_no_success(simulator):
    name = f"migrate-{uuid.uuid4().hex[:12]}"
    base = f"{simulator.http}/_ns/{name}"
    requests.post(f"{base}/adobe-services/authorizeDevice", timeout=SECONDS, data={
        "requestor_id": "TEST_REQUESTOR", "device_id": "a-device", "mso_id": "Adobe", "resource_id": "TEST_RESOURCE"})
    done = migrate(simulator, name)
    assert done.returncode == 1 and "Not played" in done.stdout, done


def test_refused_clients_are_in_the_report(simulator, recorded):
    rule = {"match": {"operation": "RetrieveClientCredentials"}, "action": {"status": 503}}
    requests.post(f"{simulator.http}/_ns/{recorded}/_sim/rules", json=rule, timeout=SECONDS)
    done = migrate(simulator, recorded)
    assert done.returncode == 1 and "refused" in done.stdout and "AuthorizeDevice" in done.stdout, done


def test_an_empty_journal_is_no_success(simulator):
    name = f"migrate-{uuid.uuid4().hex[:12]}"
    requests.put(f"{simulator.http}/_sim/namespaces/{name}", timeout=SECONDS)
    done = migrate(simulator, name)
    assert done.returncode == 1 and "The journal is empty" in done.stdout, done
