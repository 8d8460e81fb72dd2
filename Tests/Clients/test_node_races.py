"""What two nodes are asked for at the same instant, and only one may give: it is given exactly once."""

import os
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from curl import Curl
from device import RESOURCE, NativeDevice
from rest_v2_client import API, App, Client, base64_json

RACES = int(os.environ.get("PASS_NODE_RACES", "100"))


class Race:
    """Two threads that do their calls at the same instant, as often as they are asked to."""

    def __init__(self):
        self.pool = ThreadPoolExecutor(2)
        self.start = threading.Barrier(2)
        self.firsts = [0, 0]

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.pool.shutdown()

    def run(self, calls):
        """Runs the calls, and returns their results in order. The thread that comes last has a head start, so they change."""

        def run_one(call):
            self.start.wait()
            return call()

        turn = -1 if sum(self.firsts) % 2 else 1
        return list(self.pool.map(run_one, calls[::turn]))[::turn]

    def won_by(self, place):
        self.firsts[place] += 1

    def report(self, name):
        """Says which node won how often, so that a reader sees whether they were at it at the same time."""
        assert sum(self.firsts) == RACES
        print(f"{name}: {RACES} races, {self.firsts[0]} won by the first node and {self.firsts[1]} by the second")


@pytest.fixture
def race():
    with Race() as racing:
        yield racing


def test_media_token_counts_once(cluster, sessions, race, tmp_path):
    curl = Curl(tmp_path, jar=tmp_path / "jar")
    device = NativeDevice(curl, f"{cluster.http}/_ns/media")
    device.log_in()
    _, authz, _ = device.tokens()
    form = {"authz_token": authz, "requestor_id": device.requestor, "session_guid": "any", "mso_id": device.mvpd}
    form |= {"hashed_guid": "false"} | device.credentials
    with requests.Session() as session:
        for number in range(RACES):
            media = session.post(f"{device.base}/adobe-services/deviceShortAuthorize", data=form)
            assert media.status_code == 200, media.text
            content = {"token": media.text, "resource": RESOURCE}
            answers = race.run([
                lambda pair=pair: pair[0].post(f"{pair[1]}/_ns/media/_sim/tokens/verify", json=content).json()["valid"]
                for pair in sessions
            ])
            assert sorted(answers) == [False, True], (number, answers)
            race.won_by(answers.index(True))
    race.report("a media token")


def test_rule_takes_effect_once(cluster, sessions, race):
    base = "/_ns/once"
    rules = f"{cluster.http}{base}/_sim/rules"
    with requests.Session() as session:
        for number in range(RACES):
            rule = {"id": "once", "match": {"operation": "RetrieveConfiguration"}, "action": {"status": 418}, "times": 1}
            assert session.post(rules, json=rule).status_code in (200, 201)
            answers = race.run([
                lambda pair=pair: pair[0].get(f"{pair[1]}{base}/adobe-services/config/REF30") for pair in sessions
            ])
            codes = [answer.status_code for answer in answers]
            assert sorted(codes) == [200, 418], (number, [answer.text[:300] for answer in answers])
            counted = session.get(f"{rules}/once").json()
            assert (counted["hits"], counted["matches"]) == (1, 2), counted
            race.won_by(codes.index(418))
    race.report("a one-time rule")


def registration_code(session, base, number):
    answer = session.post(f"{base}/reggie/v1/REF30/regcode", data={"deviceId": f"device-{number}", "format": "json"})
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def test_registration_code_is_used_once(cluster, sessions, race):
    """Two users sign in by one code: one gets the device, the other learns that the code is used, and leaves no login."""
    base = "/_ns/codes"
    with requests.Session() as session:
        for number in range(RACES):
            code = registration_code(session, cluster.http + base, number)
            login = {"code": code, "mvpd": "Adobe", "user": "user"}
            answers = race.run([
                lambda pair=pair: pair[0].post(f"{pair[1]}{base}/_sim/login", json=login) for pair in sessions
            ])
            codes = [answer.status_code for answer in answers]
            assert sorted(codes) == [200, 409], (number, [answer.text for answer in answers])
            (first,), (second,) = ([answer for answer in answers if answer.status_code == wanted] for wanted in (200, 409))
            assert second.json()["detail"] == "A user has already signed in with this code."
            entry = session.get(f"{cluster.http}{base}/_sim/state/codes/{code}").json()
            assert entry["used"] and entry["session"] == first.json()["session"], (entry, first.text)
            race.won_by(codes.index(200))
        assert session.get(f"{cluster.http}{base}/_sim/state/sessions?limit=1").json()["total"] == RACES
    race.report("a registration code, used")


def test_registration_code_is_deleted_once(cluster, sessions, race):
    base = "/_ns/deleted"
    with requests.Session() as session:
        for number in range(RACES):
            path = f"{base}/reggie/v1/REF30/regcode/{registration_code(session, cluster.http + base, number)}"
            answers = race.run([lambda pair=pair: pair[0].delete(pair[1] + path).status_code for pair in sessions])
            assert sorted(answers) == [204, 404], (number, answers)
            race.won_by(answers.index(204))
    race.report("a registration code, deleted")


def test_last_resource_of_a_pass_is_taken_once(cluster, sessions, race):
    """A pass for three resources, two of which are used: each node is asked for another third one."""
    base = "/_ns/passes"
    api = API(cluster.http + base)
    client = Client.registered(api)
    for number in range(RACES):
        app = App(api, client, "DEMO_NET")
        headers = app.headers | {"AP-TempPass-Identity": base64_json({"email": uuid.uuid4().hex})}

        def authorize(pair, *resources, headers=headers, app=app):
            session, node = pair
            path = f"{node}{base}{app.path('decisions', 'authorize', 'PromoPass')}"
            answer = session.post(path, json={"resources": resources}, headers=headers)
            assert answer.status_code == 200, answer.text
            return answer.json()["decisions"]

        for place, pair in enumerate(sessions):
            assert authorize(pair, f"used-{place}")[0]["authorized"]
        answers = race.run([
            lambda place=place, pair=pair: authorize(pair, f"last-{place}")[0] for place, pair in enumerate(sessions)
        ])
        permitted = [answer["authorized"] for answer in answers]
        assert sorted(permitted) == [False, True], (number, answers)
        winner = permitted.index(True)
        assert answers[1 - winner]["error"]["code"] == "temporary_access_resources_limit_exceeded", answers
        # The winner's resource stays, the other's doesn't come.
        assert authorize(sessions[1 - winner], f"last-{winner}")[0]["authorized"]
        assert not authorize(sessions[winner], f"last-{1 - winner}")[0]["authorized"]
        race.won_by(winner)
    race.report("the last resource of a promotional pass")
