"""The executable's life as a developer, a script and an orchestrator see it."""

import json
import re
import signal
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from curl import Curl
from simulator import BINARY, Simulator, clean_environment, command


def test_ready_line_is_all_of_standard_output(tmp_path):
    with Simulator(tmp_path) as simulator:
        pass
    assert simulator.stdout == f"pass-simulator ready: {simulator.http} (also https, CA at {simulator.ca})\n"


def test_ready_file_names_process_addresses_and_authority(tmp_path):
    with Simulator(tmp_path) as simulator:
        assert simulator.pid == simulator.process.pid
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", simulator.http)
        assert simulator.https == f"https://localhost:{simulator.port}"
        assert Path(simulator.ca).is_absolute() and Path(simulator.ca).read_text().startswith("-----BEGIN CERTIFICATE")
        assert json.loads(simulator.ready_file.read_text()).keys() == {"pid", "http", "https", "ca"}


def test_data_directory_is_private(tmp_path):
    with Simulator(tmp_path) as simulator:
        assert stat.S_IMODE(simulator.data_dir.stat().st_mode) == 0o700
        files = [path for path in simulator.data_dir.rglob("*") if path.is_file()]
        secrets = [path for path in files if "PRIVATE KEY" in path.read_text("latin-1")]
        assert secrets
        for path in secrets:
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def identity(simulator, folder):
    fetch = Curl(folder)
    paths = ("ca.pem", "keys/token.pem", "keys/device.pem", "keys/saml.pem")
    answers = [fetch(f"{simulator.http}/_sim/{path}") for path in paths]
    assert all(answer.status == 200 for answer in answers), answers
    return [answer.body for answer in answers]


def test_restart_keeps_authority_and_keys(tmp_path):
    with Simulator(tmp_path / "first") as first:
        before = identity(first, tmp_path)
    with Simulator(tmp_path / "second", data_dir=first.data_dir) as second:
        assert identity(second, tmp_path) == before
    with Simulator(tmp_path / "third") as third:
        assert not set(identity(third, tmp_path)) & set(before)


def test_simultaneous_first_starts_agree(tmp_path):
    with (
        Simulator(tmp_path / "first", data_dir=tmp_path / "data") as first,
        Simulator(tmp_path / "second", data_dir=tmp_path / "data") as second,
    ):
        assert identity(first, tmp_path) == identity(second, tmp_path)


@pytest.mark.parametrize("number", (signal.SIGTERM, signal.SIGINT))
def test_signal_stops_with_code_0(tmp_path, number):
    with Simulator(tmp_path) as simulator:
        simulator.process.send_signal(number)
        assert simulator.process.wait(20) == 0


def test_stop_does_not_wait_for_idle_connections(tmp_path):
    with Simulator(tmp_path) as simulator, socket.create_connection(("127.0.0.1", simulator.port), 10) as idle:
        idle.sendall(b"GET /_sim/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert simulator.stop() == 0


def test_used_port_refuses_to_start(tmp_path):
    with Simulator(tmp_path) as simulator:
        refused = command("serve", "--listen", f"127.0.0.1:{simulator.port}", "--data-dir", tmp_path / "other")
        assert refused.returncode == 3 and str(simulator.port) in refused.stderr, refused
        assert refused.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "word"),
    (
        (("serve", "--lisen", "127.0.0.1:0"), "--listen"),
        (("serve", "--listen", "127.0.0.1:port"), "--listen"),
        (("serve", "--listen", "127.0.0.1:65536"), "--listen"),
        (("serve", "--log", "loud"), "text"),
        (("serve", "--config", "/nonexistent/file.json5"), "/nonexistent/file.json5"),
        (("sreve",), "serve"),
        (("token", "verify", "--resorce", "x"), "--resource"),
    ),
)
def test_bad_usage_exits_2_and_names_the_right_word(tmp_path, arguments, word):
    refused = command(*arguments, XDG_STATE_HOME=tmp_path)
    assert refused.returncode == 2 and word in refused.stderr, refused
    assert refused.stdout == ""


@pytest.mark.parametrize(
    ("text", "word"),
    (("{requestor: {}}", "requestors"), ("{proxy: {landingHost: []}}", "landingHosts"), ("{", "config.json5")),
)
def test_bad_configuration_exits_2_and_names_the_right_word(tmp_path, text, word):
    path = tmp_path / "config.json5"
    path.write_text(text)
    refused = command("serve", "--listen", "127.0.0.1:0", "--config", path, "--data-dir", tmp_path / "data")
    assert refused.returncode == 2 and word in refused.stderr, refused


def test_bad_environment_twin_exits_2(tmp_path):
    refused = command("serve", "--data-dir", tmp_path, PASS_SIMULATOR_LISTEN="nowhere")
    assert refused.returncode == 2 and "PASS_SIMULATOR_LISTEN" in refused.stderr, refused


def test_ready_tells_by_its_exit_code(tmp_path):
    with Simulator(tmp_path) as simulator:
        assert command("ready", "--url", simulator.http).returncode == 0
        assert command("ready", PASS_SIMULATOR_LISTEN=f"127.0.0.1:{simulator.port}").returncode == 0
    assert command("ready", "--url", simulator.http).returncode == 1
    assert command("ready", "--url", "nonsense").returncode == 2


def test_ready_waits_until_the_simulator_is_there(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    waiting = subprocess.Popen(
        [BINARY, "ready", "--url", f"http://127.0.0.1:{port}", "--wait", "60"], env=clean_environment()
    )
    try:
        # The later --listen is a second address, so this one listens where the other process looks.
        with Simulator(tmp_path, "--listen", f"127.0.0.1:{port}"):
            assert waiting.wait(60) == 0
    finally:
        waiting.kill()
        waiting.wait()


def test_exec_gives_the_command_a_simulator_and_its_exit_code(tmp_path):
    environment = {"PASS_SIMULATOR_LISTEN": "127.0.0.1:0", "PASS_SIMULATOR_DATA_DIR": tmp_path / "data"}
    script = 'curl --silent --fail --cacert "$PASS_SIMULATOR_CA" "$PASS_SIMULATOR_URL/_sim/ready" >/dev/null && exit 7'
    assert command("exec", "--", "sh", "-c", script, **environment).returncode == 7


def test_version_is_one_line():
    assert re.fullmatch(r"pass-simulator \d+\.\d+\.\d+\S*\n", command("version").stdout)


def test_configuration_that_names_a_missing_file(tmp_path):
    """The check reads the files that a start would read, so that a good answer is a promise."""
    config = tmp_path / "config.json5"
    config.write_text('{requestors: {MY_NET: {certificates: ["my-app.pem"]}}}')
    checked = command("config", "check", config)
    assert checked.returncode == 2 and "my-app.pem" in checked.stderr and "certificates" in checked.stderr


@pytest.mark.parametrize("words", [["version"], ["harness", "--filter", "30"]])
def test_output_that_cannot_be_written_is_a_failure(words):
    with open("/dev/full", "w") as full:
        ended = subprocess.run([BINARY, *words], env=clean_environment(), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert ended.returncode == 3
    assert "Standard output can't be written" in ended.stderr
