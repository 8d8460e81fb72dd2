"""testssl.sh judges the server. It takes minutes, so that `make test-tls` alone runs it."""

import json
import shutil
import subprocess

import pytest

from simulator import clean_environment

# What comes of a private authority, which has neither a public root nor anybody to ask about revocation.
EXPECTED = {"cert_chain_of_trust", "cert_revocation", "cert_ocspRevoked", "cert_crlRevoked"}
# HSTS is LOW, and not wanted: a browser would keep it for localhost, and ask every other server there for TLS too.
HARMLESS = {"OK", "INFO", "LOW"}
# The tool's word about itself: the system's openssl has no GOST.
ABOUT_THE_TOOL = {"engine_problem"}
# It asks for a TLS 1.3 session with `openssl s_client -sess_out … </dev/null`, which ends on the empty input as soon as its
# handshake is done, often before it has read the ticket that a server may send only then: nginx's and `openssl s_server`'s are
# missed a third of the time, too. The second connection then has no session to go on with, and counts as a "connect problem".
# That sessions do go on, test_tls.py proves for both versions.
RESUMPTION = {"INFO": "supported", "WARN": "check failed because of connect problem"}


@pytest.mark.parametrize("host", ("localhost",))
def test_nothing_above_low_but_what_a_private_authority_brings(simulator, tmp_path, host):
    report = tmp_path / "report.json"
    program = shutil.which("testssl") or shutil.which("testssl.sh")
    done = subprocess.run(
        [
            *(program, "--quiet", "--warnings", "off", "--color", "0", "--ip", "127.0.0.1", "--nodns", "min"),
            *("--add-ca", simulator.ca, "--jsonfile", report, f"{host}:{simulator.port}"),
        ],
        capture_output=True,
        text=True,
        timeout=1200,
        env=clean_environment(),
    )
    assert report.exists(), done.stdout + done.stderr
    findings = json.loads(report.read_text())
    # A run that broke off says nothing.
    assert {"TLS1_2", "TLS1_3", "cipher_order", "heartbleed", "scanTime"} <= {finding["id"] for finding in findings}
    [resumption] = [finding for finding in findings if finding["id"] == "sessionresumption_ticket"]
    # "not supported" would be INFO, too.
    assert resumption["finding"] == RESUMPTION.get(resumption["severity"]), resumption
    bad = [
        (finding["id"], finding["severity"], finding["finding"])
        for finding in findings
        if finding["severity"] not in HARMLESS
        and finding is not resumption
        # An ID ends in a number where a server shows several certificates.
        and finding["id"].split(" ")[0] not in EXPECTED | ABOUT_THE_TOOL
    ]
    assert not bad, bad
