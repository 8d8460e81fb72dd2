"""TLS as a server must speak it: judged by SSLyze, the openssl command and Python's own TLS."""

import re
import ssl
import subprocess
import sys

import pytest

from raw import Peer, trusting
from simulator import ADOBE_HOST, Simulator, clean_environment

QUIT = "GET /_sim/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


def context(ca, version=None, protocols=()):
    made = trusting(ca)
    if version:
        made.minimum_version = made.maximum_version = VERSIONS[version]
    if protocols:
        made.set_alpn_protocols(list(protocols))
    return made


class Settings:
    """A context that wraps with more settings than its own."""

    def __init__(self, made, **settings):
        self.made, self.settings = made, settings

    def wrap_socket(self, plain, server_hostname):
        return self.made.wrap_socket(plain, server_hostname=server_hostname, **self.settings)


def strict(made):
    """A context whose connections tell an end with TLS's farewell from one without."""
    return Settings(made, suppress_ragged_eofs=False)


def openssl(port, *options, stdin=""):
    """What `openssl s_client` says, and whether it ended well."""
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-servername", ADOBE_HOST, *options],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=clean_environment(),
    )
    return done.returncode == 0, done.stdout + done.stderr


def test_sslyze_finds_mozillas_intermediate_configuration(simulator):
    done = subprocess.run(
        [
            *(sys.executable, "-W", "ignore", "-m", "sslyze", "--mozilla_config=intermediate"),
            *(f"--certinfo_ca_file={simulator.ca}", f"--sni={ADOBE_HOST}", f"127.0.0.1:{simulator.port}"),
        ],
        capture_output=True,
        text=True,
        timeout=150,
        env=clean_environment(),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for finding in (
        r"127\.0\.0\.1:\d+: OK - Compliant",
        r"Supplied CA file CA Store \(N/A\): +OK - Certificate is trusted",
        r"Deflate Compression:\s+OK",
        r"TLS_FALLBACK_SCSV: +OK - Supported",
        r"Client Renegotiation DoS Attack: +OK - Not vulnerable",
        r"Secure Renegotiation: +OK - Supported",
        r"TLS Extended Master Secret Extension:\s+OK - Supported",
        r"Supported curves: +X25519, secp256r1, secp384r1\n",
    ):
        assert re.search(finding, done.stdout), f"{finding} isn't in {done.stdout}"


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_is_spoken_with_http_1_1_and_without_compression(simulator, version):
    offer = context(simulator.ca, version, ("h2", "http/1.1"))
    with Peer(simulator.port, offer, server_name=ADOBE_HOST) as peer:
        assert peer.socket.version() == f"TLSv{version}"
        assert peer.socket.selected_alpn_protocol() == "http/1.1"
        assert peer.socket.compression() is None
        assert peer.get().status == 200


def test_client_that_speaks_no_protocol_of_ours_is_told_so(simulator):
    with pytest.raises(ssl.SSLError, match="(?i)no.application.protocol"):
        Peer(simulator.port, context(simulator.ca, protocols=("h2", "spdy/3")), server_name=ADOBE_HOST)


def resume(simulator, made, session=None):
    """Asks once, and gives the session and whether it was one that went on."""
    with Peer(simulator.port, Settings(made, session=session), server_name=ADOBE_HOST) as peer:
        assert peer.get().status == 200
        return peer.socket.session, peer.socket.session_reused


@pytest.mark.parametrize("version", VERSIONS)
def test_session_goes_on_within_a_process_and_in_no_other(tmp_path, version):
    with Simulator(tmp_path / "one") as first:
        made = context(first.ca, version)
        session, reused = resume(first, made)
        assert not reused and session.has_ticket
        assert 0 < session.ticket_lifetime_hint <= 86_400
        again, reused = resume(first, made, session)
        assert reused
    # The same keys and authority: a new process has keys of its own for tickets, and begins anew.
    with Simulator(tmp_path / "two", data_dir=tmp_path / "one" / "data") as second:
        assert resume(second, made, again)[1] is False
        (tmp_path / "one" / "data" / "ca-key.pem").unlink()
    # Another authority: who trusts only the old one isn't let past it by an old session.
    with Simulator(tmp_path / "three", data_dir=tmp_path / "one" / "data") as third:
        with pytest.raises(ssl.SSLCertVerificationError):
            resume(third, made, again)
        assert resume(third, context(third.ca, version))[1] is False


def test_renegotiation_is_refused_and_others_are_served(simulator):
    said = openssl(simulator.port, "-tls1_2", "-CAfile", simulator.ca, stdin="R\n")[1]
    assert "RENEGOTIATING" in said and "no renegotiation" in said, said
    with Peer(simulator.port) as peer:
        assert peer.get().status == 200


def test_no_early_data_is_taken(simulator):
    # Early data could be replayed; a ticket says how much of it is taken.
    said = openssl(simulator.port, "-tls1_3", "-CAfile", simulator.ca, "-ign_eof", stdin=QUIT)[1]
    assert set(re.findall(r"Max Early Data: (\d+)", said)) == {"0"}, said


@pytest.mark.parametrize("version", VERSIONS)
def test_connection_ends_with_tls_own_farewell(simulator, version):
    made = context(simulator.ca, version)
    with Peer(simulator.port, strict(made), server_name=ADOBE_HOST) as peer:
        peer.send(QUIT.encode())
        assert peer.answer().status == 200
        # An end without close_notify would raise.
        assert peer.socket.recv(1) == b""


@pytest.mark.parametrize("version", VERSIONS)
def test_stop_says_farewell_to_idle_connections(tmp_path, version):
    with Simulator(tmp_path) as simulator:
        with Peer(simulator.port, strict(context(simulator.ca, version)), server_name=ADOBE_HOST) as peer:
            assert peer.get().status == 200
            assert simulator.stop() == 0
            assert peer.socket.recv(1) == b""
