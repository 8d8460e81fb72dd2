"""Who steals the authority's key gets no further than the hosts that are imitated."""

import datetime
import ipaddress
import shutil
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from hello import show
from raw import Peer, trusting
from simulator import ADOBE_HOST, MVPD_HOST, Simulator, clean_environment

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
