"""`token inspect` and `token verify` as their page shows them, on valid, expired, tampered and foreign tokens."""

import base64
import datetime
import json
import os
import pathlib
import re
import subprocess
import urllib.parse

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key, pkcs12
from cryptography.x509 import load_der_x509_certificate, load_pem_x509_certificate
from joserfc import jwt
from joserfc.jwk import KeySet

from curl import Curl, plain
from device import RESOURCE, CodeDevice, NativeDevice, WebDevice, text
from simulator import BINARY, ROOT, Simulator, clean_environment, command

KINDS = ("valid", "expired", "tampered", "foreign")
CODES = {"valid": 0, "expired": 1, "tampered": 1, "foreign": 1}
PASSWORD = b"pass-simulator"


def authn_token(simulator, folder):
    walker = NativeDevice(plain(simulator).curl(folder, folder / "jar"), simulator.http)
    walker.log_in()
    return text(walker.session(), "authnToken")


@pytest.fixture(scope="module")
def tokens(simulator, tmp_path_factory):
    """An authN token of each kind, by the keys of the shared simulator."""
    past = datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=240)
    options = ("--time", past.strftime("%Y-%m-%dT%H:%M:%SZ"), "--ttl-authentication-seconds", "60")
    found = {"valid": authn_token(simulator, tmp_path_factory.mktemp("valid"))}
    folder = tmp_path_factory.mktemp("expired")
    with Simulator(folder, *options, data_dir=simulator.data_dir) as earlier:
        found["expired"] = authn_token(earlier, folder)
        # By the clock of the simulator that made it, it is still good.
        assert command("token", "inspect", found["expired"], "--url", earlier.http).returncode == 0
    found["tampered"] = found["valid"].replace("TEST_REQUESTOR", "TEST_REQUESTOS")
    folder = tmp_path_factory.mktemp("foreign")
    with Simulator(folder) as other:
        found["foreign"] = authn_token(other, folder)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", ("inspect", "verify"))
@pytest.mark.parametrize("source", ("operand", "input", "url"))
def test_exit_code_of_each_kind(simulator, tokens, kind, word, source):
    where = ("--url", simulator.http) if source == "url" else ("--data-dir", simulator.data_dir)
    if source == "operand":
        done = command("token", word, tokens[kind], *where)
    else:
        done = command("token", word, "-", *where, stdin=tokens[kind] + "\n")
    assert done.returncode == CODES[kind], done
    assert done.stdout and not done.stderr, done


@pytest.mark.parametrize("kind", KINDS)
def test_json_names_the_problem(simulator, tokens, kind):
    done = command("token", "inspect", tokens[kind], "--json", "--data-dir", simulator.data_dir)
    report = json.loads(done.stdout)
    problems = {"valid": [], "expired": ["expired"], "tampered": ["badSignature"], "foreign": ["badSignature"]}
    assert report["problems"] == problems[kind] and report["valid"] == (kind == "valid")
    assert report["kind"] == "authentication" and report["mvpd"] == "Adobe"
    assert (report["expires"] <= report["now"]) == (kind == "expired")
    fields = {field["name"]: field for field in report["fields"]}
    assert fields["simpleTokenExpires"]["millis"] == report["expires"]


def examples():
    """The page's commands with `token inspect`, each with the lines that it shows for it."""
    section = (ROOT / "Sources/PassSimulator/PassSimulator.docc/CheckingTokens.md").read_text()
    found = []
    for block in re.findall(r"```console\n(.*?)```", section, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.replace("\\\n", "").partition("\n")
            if "token inspect" in line:
                found.append((line, output))
    return found


def masked(output):
    """Without what differs from run to run: identifiers, signatures, times, the key's place."""
    for pattern, name in (
        (r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", "GUID"),
        (r"\S{24}….{8} \(\d+ characters\)", "LONG"),
        (r"[A-Za-z0-9+/]{40,}=*", "BASE64"),
        (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d( [+-]\d{4})?", "TIME"),
        (r"\d+ (d|h|min|s)( \d+ (h|min|s))?", "LIFE"),
        (r"/\S+/token\.pem", "FILE"),
    ):
        output = re.sub(pattern, name, output)
    return output


def test_page_shows_what_is_printed(simulator, tokens, tmp_path):
    walker = CodeDevice(plain(simulator).curl(tmp_path), simulator.http, device_id="my-device")
    wish = {"deviceId": walker.device_id, "format": "json"}
    walker.code = walker.fetch(f"{simulator.http}/reggie/v1/TEST_REQUESTOR/regcode", form=wish).json()["code"]
    walker.log_in()
    (tmp_path / "pass-simulator").symlink_to(BINARY.resolve())
    environment = clean_environment(
        PATH=f"{tmp_path}:{os.environ['PATH']}",
        PASS_SIMULATOR_DATA_DIR=simulator.data_dir,
        S=simulator.http,
        CODE=walker.code,
        AUTHN=tokens["valid"],
    )
    shown = examples()
    assert len(shown) == 3
    for line, output in shown:
        done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=30, env=environment)
        assert masked(done.stdout) == masked(output), done
        assert not done.stderr, done


def test_every_token_is_inspected_as_it_is_and_as_it_is_copied(simulator, tmp_path):
    walker = WebDevice(plain(simulator).curl(tmp_path), simulator.http)
    walker.register()
    walker.log_in()
    for token in (*walker.tokens(), walker.access_token):
        escaped = token.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        spellings = (token, base64.b64encode(token.encode()).decode(), urllib.parse.quote_plus(token), escaped)
        outputs = set()
        for spelling in spellings:
            done = command("token", "inspect", spelling, "--data-dir", simulator.data_dir)
            assert done.returncode == 0, (spelling, done)
            outputs.add(re.sub(r"  Read from .*\n|(expires in .*)", "", done.stdout))
        assert len(outputs) == 1


def test_access_token_is_verified_with_the_key_set(simulator, tmp_path):
    walker = WebDevice(plain(simulator).curl(tmp_path), simulator.http)
    walker.register()
    keys = KeySet.import_key_set(walker.fetch(f"{simulator.http}/_sim/jwks.json").json())
    token = jwt.decode(walker.access_token, keys, algorithms=["RS256"])
    assert token.header["kid"] == keys.keys[0].kid and token.claims["iss"] == "auth.adobe.com"
    assert [key.kid for key in keys.keys] == [key.thumbprint() for key in keys.keys]


def test_device_must_be_the_one(simulator, tmp_path):
    walker = NativeDevice(plain(simulator).curl(tmp_path, tmp_path / "jar"), simulator.http)
    walker.log_in()
    authn, authz, media = walker.tokens()
    for word in ("inspect", "verify"):
        for token in (authn, authz):
            for source in (("--url", simulator.http), ("--data-dir", simulator.data_dir)):
                assert command("token", word, token, "--device-id", walker.device_id, *source).returncode == 0
                assert command("token", word, token, "--device-id", "another", *source).returncode == 1
        assert command("token", word, authz, "--resource", RESOURCE, "--url", simulator.http).returncode == 0
        assert command("token", word, authz, "--resource", "other", "--url", simulator.http).returncode == 1
        # A media token names no device; asking for one must not use it up.
        assert command("token", word, media, "--device-id", walker.device_id, "--url", simulator.http).returncode == 1
    assert command("token", "verify", media, "--url", simulator.http).returncode == 0


def test_without_a_key_nothing_is_valid(tokens, tmp_path):
    for word in ("inspect", "verify"):
        done = command("token", word, tokens["valid"], "--data-dir", tmp_path / "none")
        assert done.returncode == 1 and "token.pem" in done.stdout + done.stderr, done
        assert command("token", word, tokens["valid"], "--key", tmp_path / "none.pem").returncode == 2
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("given", ("hello", "<signatureInfo>", "<a>&lt;</a>", "a.b.c"))
def test_what_is_no_token_is_told_in_a_sentence(given, tmp_path):
    done = command("token", "inspect", "-", "--json", "--data-dir", tmp_path, stdin=given)
    assert done.returncode == 1 and done.stderr.startswith("pass-simulator: This is not a token"), done
    assert json.loads(done.stdout) == {"kind": None, "valid": False, "problems": ["unreadable"]}
    assert command("token", "inspect", "-", stdin=" \n").returncode == 2
    assert command("token", "inspect", "-", stdin="a" * ((1 << 20) + 1)).returncode == 2


def test_short_key_corrected_separator_and_another_zone(tmp_path):
    """Recorded tokens have RSA-1024 signatures; every switch of the form at once still makes good tokens."""
    key = tmp_path / "short.pem"
    subprocess.run(["openssl", "genrsa", "-out", key, "1024"], check=True, capture_output=True, timeout=60)
    options = ("--keys-token", key, "--tokens-separator", "corrected", "--tokens-utc-offset", "-0700")
    with Simulator(tmp_path / "simulator", *options) as simulator:
        walker = NativeDevice(plain(simulator).curl(tmp_path, tmp_path / "jar"), simulator.http)
        walker.log_in()
        served = Curl(tmp_path)(f"{simulator.http}/_sim/keys/token.pem").body
        (tmp_path / "token.pem").write_text(served)
        for token in walker.tokens():
            signature, signed = re.fullmatch(r"<signatureInfo>(.{172})</signatureInfo>(<.*>)", token).groups()
            assert re.search(r"\d\d:\d\d:\d\d (GMT )?-0700<", signed)
            (tmp_path / "signature").write_bytes(base64.b64decode(signature, validate=True))
            check = ["openssl", "dgst", "-sha256", "-verify", tmp_path / "token.pem"]
            check += ["-signature", tmp_path / "signature"]
            judged = subprocess.run(check, input=signed.encode(), capture_output=True, timeout=30)
            assert judged.stdout == b"Verified OK\n", judged
            assert command("token", "inspect", token, "--key", key).returncode == 0
            assert command("token", "verify", token, "--url", simulator.http).returncode == 0


def fetch_bytes(simulator, path):
    done = subprocess.run(["curl", "-sf", f"{simulator.http}{path}"], capture_output=True, timeout=30)
    assert done.returncode == 0, path
    return done.stdout


@pytest.mark.parametrize("name", ("token", "device", "saml"))
def test_every_form_of_a_key_holds_the_same_key(simulator, name):
    forms = {form: fetch_bytes(simulator, f"/_sim/keys/{name}.{form}") for form in ("pem", "crt", "cer", "p12")}
    key = load_pem_public_key(forms["pem"])
    certificate = load_pem_x509_certificate(forms["crt"])
    assert certificate.public_key() == key and load_der_x509_certificate(forms["cer"]) == certificate
    certificate.verify_directly_issued_by(certificate)
    store = pkcs12.load_pkcs12(forms["p12"], PASSWORD)
    assert store.key is None and [entry.certificate for entry in store.additional_certs] == [certificate]
    assert [entry.friendly_name for entry in store.additional_certs] == [name.encode()]
    with pytest.raises(ValueError, match="password"):
        pkcs12.load_pkcs12(forms["p12"], b"wrong")


def test_every_form_of_the_authority_holds_the_same_certificate(simulator):
    forms = {form: fetch_bytes(simulator, f"/_sim/ca.{form}") for form in ("pem", "crt", "der", "cer", "p12")}
    certificate = load_pem_x509_certificate(pathlib.Path(simulator.ca).read_bytes())
    assert all(load_pem_x509_certificate(forms[form]) == certificate for form in ("pem", "crt"))
    assert all(load_der_x509_certificate(forms[form]) == certificate for form in ("der", "cer"))
    store = pkcs12.load_pkcs12(forms["p12"], PASSWORD)
    assert store.key is None and [entry.certificate for entry in store.additional_certs] == [certificate]


def test_published_forms_stay_the_same_after_a_restart(simulator, tmp_path):
    forms = ("der", "crt", "cer", "p12")
    paths = [f"/_sim/keys/{name}.{form}" for name in ("token", "device", "saml") for form in forms]
    paths += [f"/_sim/ca.{form}" for form in forms]
    before = [fetch_bytes(simulator, path) for path in paths]
    with Simulator(tmp_path, data_dir=simulator.data_dir) as again:
        assert [fetch_bytes(again, path) for path in paths] == before
        index = json.loads(fetch_bytes(again, "/_sim/keys"))
        assert index["trustStorePassword"].encode() == PASSWORD
        assert {key["name"] for key in index["keys"]} == {"token", "device", "saml"}
