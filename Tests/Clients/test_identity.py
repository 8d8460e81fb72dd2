"""Apps that prove themselves with a certificate of their own, and read what is encrypted for it: judged by openssl."""

import base64
import json
import subprocess

import pytest

from curl import Curl, plain
from device import REQUESTOR, NativeDevice, WebDevice, text
from simulator import ROOT, Simulator, clean_environment

DEMO_KEY = ROOT / "Fixtures/Keys/requestor.pem"


def openssl(*arguments, stdin=b""):
    done = subprocess.run(
        ["openssl", *map(str, arguments)], input=stdin, capture_output=True, timeout=30, env=clean_environment()
    )
    assert done.returncode == 0, done
    return done.stdout


def decrypted(value, key, block):
    """What an encrypted value says: each block of the key's size is decrypted for itself."""
    encrypted = base64.b64decode(value, validate=True)
    assert encrypted and len(encrypted) % block == 0
    pieces = (encrypted[start : start + block] for start in range(0, len(encrypted), block))
    return b"".join(openssl("pkeyutl", "-decrypt", "-inkey", key, stdin=piece) for piece in pieces).decode()


def logged_in(kind, simulator, folder, user):
    device = kind(plain(simulator).curl(folder, folder / "jar"), simulator.http)
    device.register()
    device.log_in(username=user)
    return device


def usermetadata(device, authn_token, stored):
    form = {"requestor": REQUESTOR, "authn": authn_token, "metadata": stored}
    answer = device.fetch(f"{device.base}/adobe-services/usermetadata", form=form, headers=device.headers)
    assert answer.status == 200, answer
    return answer.json()


@pytest.mark.parametrize("kind", (NativeDevice, WebDevice))
def test_zip_is_for_the_owner_of_the_demo_key(simulator, tmp_path, kind):
    child = logged_in(kind, simulator, tmp_path, "child")
    session = child.session()
    authn, stored = text(session, "authnToken"), text(session, "userMeta")
    asked = [json.loads(stored), json.loads(text(child.authorize(authn), "userMeta")), usermetadata(child, authn, stored)]
    for metadata in asked:
        assert metadata["encrypted"] == ["zip"]
        assert metadata["data"]["userID"] == "sim-child"
        assert decrypted(metadata["data"]["zip"], DEMO_KEY, 256) == '["10001"]'
    assert len({metadata["updated"] for metadata in asked}) == 1


@pytest.fixture(scope="module", params=(1024, 4096))
def own(request, tmp_path_factory):
    """A strict simulator that knows an app's certificate of that size, and the app's key."""
    folder = tmp_path_factory.mktemp("own")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ("-subj", "/CN=app", "-days", "1")
    openssl("req", "-x509", "-newkey", f"rsa:{request.param}", "-nodes", "-keyout", key, "-out", certificate, *subject)
    long = {"userID": "u" * 1000, "maxRating": {"MPAA": "PG"}}
    configuration = {
        "requestorProof": "strict",
        "requestors": {REQUESTOR: {"certificates": ["certificate.pem"], "encryptedMetadata": [*long]}},
        "subscribers": {"long": {"metadata": long}},
    }
    (folder / "own.json5").write_text(json.dumps(configuration))
    with Simulator(folder / "simulator", "--config", folder / "own.json5") as running:
        yield running, key, request.param // 8


def signatures(key, folder):
    """The requestor's ID as apps sign it."""
    identity = folder / "id"
    identity.write_text(REQUESTOR)
    hashed = openssl("dgst", "-sha256", "-sign", key, identity)
    old = openssl("dgst", "-sha1", "-sign", key, identity)
    raw = openssl("pkeyutl", "-sign", "-inkey", key, "-in", identity)
    yield base64.encodebytes(hashed).decode()
    yield base64.b64encode(old).decode()
    yield base64.b64encode(raw).decode().replace("+", "%2B")


class SignedDevice(NativeDevice):
    """A native device whose app signs."""

    signature = ""

    @property
    def credentials(self):
        return {"device_id": self.device_id, "signed_requestor_id": self.signature}


def test_flow_of_an_app_that_signs(own, tmp_path):
    simulator, key, block = own
    fetch = Curl(tmp_path, jar=tmp_path / "jar")
    device = SignedDevice(fetch, simulator.http)
    good = list(signatures(key, tmp_path))
    device.signature = good[0]
    device.log_in(username="long")
    for device.signature in good:
        authn, authz, media = device.tokens()
        assert media.startswith("<signatureInfo>")
    data = usermetadata(device, authn, "")["data"]
    assert decrypted(data["userID"], key, block) == "u" * 1000
    assert json.loads(decrypted(data["maxRating"], key, block)) == {"MPAA": "PG"}
    for device.signature in (next(signatures(DEMO_KEY, tmp_path)), "c2lnbmVk", ""):
        for answer in (device.session(), device.authorize(authn), device.short_authorize(authz)):
            assert answer.status == 403, answer
