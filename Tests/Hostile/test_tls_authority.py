"""Who steals the authority's key gets no further than the hosts that are imitated; nobody is shown it."""

import datetime
import ipaddress
import shutil
import socket
import ssl
import stat
import subprocess
import threading
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from hello import show
from raw import Peer, trusting
from simulator import ADOBE_HOST, MVPD_HOST, Simulator, clean_environment, command

IMITATED = (ADOBE_HOST, MVPD_HOST, "localhost")
OTHERS = ("www.bank.com", "account.adobe.com", "203.0.113.7")


def forge(folder, data_dir, host):
    """A certificate chain file for a host, signed with the stolen key."""
    pem = (data_dir / "ca-key.pem").read_bytes()
    stolen = serialization.load_pem_private_key(pem, None)
    root = x509.load_pem_x509_certificate((data_dir / "ca.pem").read_bytes())
    key = ec.generate_private_key(ec.SECP256R1())
    try:
        name = x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        name = x509.DNSName(host)
    now = datetime.datetime.now(datetime.UTC)
    leaf = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(root.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([name]), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(stolen, hashes.SHA256())
    )
    file = folder / "forged.pem"
    plain = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(plain + leaf.public_bytes(serialization.Encoding.PEM))
    return file


class Impostor:
    """Answers every connection to a free port with the forged certificate, until the block is left."""

    def __init__(self, file):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(file)

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                client.settimeout(20)
                with self.context.wrap_socket(client, server_side=True) as peer:
                    peer.recv(65_536)
                    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
            except OSError:
                client.close()


def python(host, port, ca, folder):
    try:
        with Peer(port, trusting(ca), server_name=host) as peer:
            return peer.get().status == 200
    except ssl.SSLCertVerificationError as error:
        assert "permitted subtree violation" in str(error), error
        return False


def curl(host, port, ca, folder):
    done = subprocess.run(
        ["curl", "-q", "-s", "--cacert", ca, "--connect-to", f"::127.0.0.1:{port}", f"https://{host}:{port}/"],
        capture_output=True,
        text=True,
        timeout=60,
        env=clean_environment(),
    )
    assert done.returncode in (0, 60), done
    return done.returncode == 0


CLIENTS = (python, curl)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("host", IMITATED + OTHERS)
def test_stolen_key_convinces_clients_for_imitated_hosts_alone(simulator, tmp_path, client, host):
    with Impostor(forge(tmp_path, simulator.data_dir, host)) as impostor:
        assert client(host, impostor.port, simulator.ca, tmp_path) == (host in IMITATED)


def test_configured_host_widens_the_authority_and_old_trust_goes_on(tmp_path):
    data, host = tmp_path / "data", "tv.my-network.com"
    with Simulator(tmp_path / "one", data_dir=data) as first:
        old = tmp_path / "old.pem"
        shutil.copy(first.ca, old)
        assert show(first.port, host.encode()).hosts[0] == "localhost"
    key = (data / "ca-key.pem").read_text().split("-----BEGIN CERTIFICATE")[0]
    with Simulator(tmp_path / "two", "--proxy-landing-hosts", host, data_dir=data) as second:
        assert show(second.port, host.encode()).hosts == [host]
        assert python(host, second.port, second.ca, tmp_path)
        assert python(ADOBE_HOST, second.port, old, tmp_path)
        assert not python(host, second.port, old, tmp_path)
    assert (data / "ca-key.pem").read_text().startswith(key)
    # Without the setting the certificate stays as it is, so that two configurations don't take turns.
    widened = (data / "ca.pem").read_bytes()
    with Simulator(tmp_path / "three", data_dir=data) as third:
        assert Path(third.ca).read_bytes() == widened


def secrets(data_dir):
    """Every line of a private key, and the sealing key in the forms in which it could be printed."""
    lines = set()
    for file in data_dir.glob("*.pem"):
        if file.name == "ca.pem":
            continue
        private = file.read_text().split("-----BEGIN CERTIFICATE")[0]
        lines |= {line for line in private.splitlines() if len(line) == 64}
    assert len(lines) > 40
    return lines | {(data_dir / "sealing.key").read_bytes().hex()}


def test_keys_are_their_owners_and_are_printed_and_served_nowhere(tmp_path):
    with Simulator(tmp_path) as simulator:
        data = simulator.data_dir
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        for file in data.iterdir():
            expected = 0o644 if file.name == "ca.pem" else 0o600
            assert stat.S_IMODE(file.stat().st_mode) == expected, file
        said = []
        for target in (
            *("/_sim/ca.pem", "/_sim/ca-key.pem", "/_sim/keys", "/_sim/keys/", "/_sim/keys/ca.pem", "/_sim/environment"),
            *("/_sim/keys/authority.pem", "/_sim/keys/ca-key.pem", "/_sim/keys/token.pem", "/_sim/environment.json"),
            *("/_sim/../ca-key.pem", "/_sim/keys/..%2Fca-key.pem", "/ca-key.pem", f"/_sim/keys/{data}/ca-key.pem"),
        ):
            with Peer(simulator.port) as peer:
                said.append(peer.get(target).content.decode("latin-1"))
        for words in (("config", "print"), ("config", "check"), ("ca",), ("ca", "--file"), ("hosts",)):
            done = command(*words, PASS_SIMULATOR_DATA_DIR=data)
            said += [done.stdout, done.stderr]
        # The log, of a handshake that fails too.
        ask = 'curl -s "$PASS_SIMULATOR_URL/_sim/keys"; curl -s "https${PASS_SIMULATOR_URL#http}/"; cat "$PASS_SIMULATOR_CA"'
        done = command("exec", "--log", "json", "--", "sh", "-c", ask, PASS_SIMULATOR_DATA_DIR=data)
        assert "alert" in done.stderr and "BEGIN CERTIFICATE" in done.stdout, done
        said += [done.stdout, done.stderr]
        # A damaged file is complained about, not quoted.
        broken = tmp_path / "broken"
        shutil.copytree(data, broken)
        text = (broken / "ca-key.pem").read_text()
        (broken / "ca-key.pem").write_text(text.replace("-----END PRIVATE KEY-----", "-----END PRIVATE KEX-----"))
        done = command("ca", PASS_SIMULATOR_DATA_DIR=broken)
        assert done.returncode != 0 and "ca-key.pem" in done.stderr, done
        said += [done.stdout, done.stderr, simulator.stdout, simulator.stderr]
        for secret in secrets(data):
            assert not any(secret in text for text in said)
