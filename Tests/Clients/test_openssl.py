"""Signatures and certificates, judged by the openssl command; media tokens, by every verifier there is."""

import base64
import re
import subprocess

import pytest

from curl import Curl, plain
from device import RESOURCE, NativeDevice, WebDevice, split, value
from simulator import ADOBE_HOST, MVPD_HOST, clean_environment, command

STREAM = "http://cdn.example/live.m3u8?a=1"


def openssl(*arguments, stdin=""):
    """What openssl says on both channels, and whether it agrees."""
    done = subprocess.run(
        ["openssl", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=30,
        env=clean_environment(),
    )
    return done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def fetch(simulator, tmp_path_factory):
    return Curl(tmp_path_factory.mktemp("openssl"))


def logged_in(kind, simulator, folder):
    walker = kind(plain(simulator).curl(folder, folder / "jar"), simulator.http)
    walker.register()
    walker.log_in()
    return walker


@pytest.fixture(scope="module")
def native(simulator, tmp_path_factory):
    return logged_in(NativeDevice, simulator, tmp_path_factory.mktemp("native"))


@pytest.fixture
def media(native):
    """A media token that nobody has presented yet."""
    return native.tokens()[2]


def public_key(simulator, fetch, folder, name):
    answer = fetch(f"{simulator.http}/_sim/keys/{name}.pem")
    assert answer.status == 200 and answer.body.startswith("-----BEGIN PUBLIC KEY-----"), answer
    path = folder / f"{name}.pem"
    path.write_text(answer.body)
    return path


def accepts(key, signature, message, folder):
    (folder / "signature").write_bytes(base64.b64decode(signature, validate=True))
    (folder / "message").write_text(message)
    agreed, said = openssl("dgst", "-sha256", "-verify", key, "-signature", folder / "signature", folder / "message")
    assert ("Verified OK" in said) == agreed, said
    return agreed


@pytest.mark.parametrize("index", range(3), ids=("authN", "authZ", "media"))
@pytest.mark.parametrize("kind", (NativeDevice, WebDevice))
def test_signature_of_each_token(simulator, fetch, tmp_path, kind, index):
    token = logged_in(kind, simulator, tmp_path).tokens()[index]
    key = public_key(simulator, fetch, tmp_path, "token")
    signature, message = split(token)
    assert accepts(key, signature, message, tmp_path)
    assert not accepts(key, signature, message.replace("TEST_REQUESTOR", "TEST_REQUESTOS"), tmp_path)


@pytest.mark.parametrize("index", (0, 1), ids=("authN", "authZ"))
def test_native_fingerprint_is_the_device_keys_signature_of_the_device_id(simulator, fetch, tmp_path, native, index):
    key = public_key(simulator, fetch, tmp_path, "device")
    fingerprint = value(native.tokens()[index], "simpleTokenFingerprint")
    assert accepts(key, fingerprint, native.device_id, tmp_path)
    assert not accepts(key, fingerprint, native.device_id + "0", tmp_path)


def test_web_fingerprint_is_the_device_id(simulator, tmp_path):
    walker = logged_in(WebDevice, simulator, tmp_path)
    assert value(walker.tokens()[0], "simpleTokenFingerprint") == walker.device_id


def test_served_keys_are_three_different_rsa_keys(simulator, fetch, tmp_path):
    moduli = set()
    for name in ("token", "device", "saml"):
        key = public_key(simulator, fetch, tmp_path, name)
        good, said = openssl("rsa", "-pubin", "-in", key, "-noout", "-modulus")
        assert good and re.fullmatch(r"Modulus=[0-9A-F]{512}\s*", said), said
        moduli.add(said)
    assert len(moduli) == 3


@pytest.mark.parametrize("host", (ADOBE_HOST, "api.auth-staging.adobe.com", MVPD_HOST, "localhost"))
def test_leaf_passes_the_strict_check_of_its_chain(simulator, tmp_path, host):
    good, said = openssl("s_client", "-connect", f"127.0.0.1:{simulator.port}", "-servername", host, "-showcerts")
    assert good, said
    leaf = tmp_path / "leaf.pem"
    leaf.write_text(re.search(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n", said, re.S)[0])
    strict = ("verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", simulator.ca)
    assert openssl(*strict, "-verify_hostname", host, leaf) == (True, f"{leaf}: OK\n")
    refused, said = openssl(*strict, "-verify_hostname", "example.com", leaf)
    assert not refused, said


def test_leaf_without_a_name_is_good_for_the_address(simulator, tmp_path):
    good, said = openssl("s_client", "-connect", f"127.0.0.1:{simulator.port}", "-noservername")
    assert good, said
    leaf = tmp_path / "leaf.pem"
    leaf.write_text(re.search(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n", said, re.S)[0])
    for check in (("-verify_ip", "127.0.0.1"), ("-verify_ip", "::1"), ("-verify_hostname", "localhost")):
        good, said = openssl("verify", "-x509_strict", "-CAfile", simulator.ca, *check, leaf)
        assert good, said


@pytest.mark.parametrize("version", ("-tls1_2", "-tls1_3"))
def test_handshake_is_verified_in_each_version(simulator, version):
    here = ("-connect", f"127.0.0.1:{simulator.port}", "-servername", ADOBE_HOST)
    strict = ("-CAfile", simulator.ca, "-verify_return_error", "-verify_hostname", ADOBE_HOST, "-x509_strict")
    good, said = openssl("s_client", *here, version, *strict)
    assert good and "Verify return code: 0 (ok)" in said, said


def test_old_tls_is_refused(simulator):
    here = ("-connect", f"127.0.0.1:{simulator.port}", "-servername", ADOBE_HOST)
    good, said = openssl("s_client", *here, "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0")
    assert not good, said


def test_served_authority_is_the_one_of_the_ready_file(simulator, fetch):
    with open(simulator.ca, encoding="ascii") as file:
        assert fetch(f"{simulator.http}/_sim/ca.pem").body.strip() == file.read().strip()


def sign(simulator, fetch, token, resource=RESOURCE):
    def encoded(text):
        return base64.b64encode(text.encode()).decode()

    form = {
        "cdn": "akamai",
        "mediaToken": encoded(token),
        "resource": encoded(resource),
        "url": STREAM,
        "format": "json",
    }
    answer = fetch(f"{simulator.http}/tvs/v1/sign", form=form)
    return answer.status == 200 and answer.body.startswith(STREAM), answer.body


def verify_by_request(simulator, fetch, token, resource=RESOURCE):
    answer = fetch(f"{simulator.http}/_sim/tokens/verify", json={"token": token, "resource": resource})
    return answer.status == 200 and answer.json()["valid"] is True, answer.body


def verify_by_command(simulator, fetch, token, resource=RESOURCE):
    done = command("token", "verify", "-", "--resource", resource, "--url", simulator.http, stdin=token)
    assert done.returncode in (0, 1), done
    return done.returncode == 0, done.stdout + done.stderr


VERIFIERS = (sign, verify_by_request, verify_by_command)


@pytest.mark.parametrize("verifier", VERIFIERS)
def test_second_presentation_is_refused_as_already_used(simulator, fetch, media, verifier):
    assert verifier(simulator, fetch, media)[0]
    good, said = verifier(simulator, fetch, media)
    assert not good and "already" in said.lower(), said


@pytest.mark.parametrize("second", VERIFIERS)
def test_presentation_counts_at_every_verifier(simulator, fetch, media, second):
    assert verify_by_request(simulator, fetch, media)[0]
    assert not second(simulator, fetch, media)[0]


@pytest.mark.parametrize("verifier", VERIFIERS)
def test_tampered_media_token_is_refused_and_uses_nothing_up(simulator, fetch, media, verifier):
    assert not verifier(simulator, fetch, media.replace("<ttl>300000<", "<ttl>900000<"))[0]
    assert verifier(simulator, fetch, media)[0]


@pytest.mark.parametrize("verifier", VERIFIERS)
def test_media_token_for_another_resource_is_refused(simulator, fetch, media, verifier):
    assert not verifier(simulator, fetch, media, resource="OTHER_RESOURCE")[0]


def test_offline_verification_says_that_single_use_was_not_checked(simulator, media):
    for _ in range(2):
        done = command("token", "verify", "-", stdin=media, PASS_SIMULATOR_DATA_DIR=simulator.data_dir)
        assert done.returncode == 0 and re.search("used before", done.stdout + done.stderr, re.I), done


def test_offline_verification_with_the_served_key(simulator, fetch, tmp_path, media):
    key = public_key(simulator, fetch, tmp_path, "token")
    assert command("token", "verify", media, "--key", key, "--resource", RESOURCE).returncode == 0
    assert command("token", "verify", media, "--key", key, "--resource", "OTHER_RESOURCE").returncode == 1
    assert command("token", "verify", media.replace("Adobe", "AcmeCable"), "--key", key).returncode == 1
