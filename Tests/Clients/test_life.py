"""The executable's life as a developer, a script and an orchestrator see it."""

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import time
from pathlib import Path

import pytest
import requests

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


def test_ready_file_replaces_no_device(tmp_path):
    """As root it could, and the device would be gone."""
    before = Path("/dev/full").stat()
    refused = command(
        "serve", "--listen", "127.0.0.1:0", "--data-dir", tmp_path / "data", "--ready-file", "/dev/full"
    )
    assert refused.returncode == 3 and "/dev/full" in refused.stderr and "regular file" in refused.stderr, refused
    assert refused.stdout == ""
    after = Path("/dev/full").stat()
    assert stat.S_ISCHR(after.st_mode) and (after.st_ino, after.st_rdev) == (before.st_ino, before.st_rdev)


def test_ready_file_of_another_stays_when_the_start_fails(tmp_path):
    with Simulator(tmp_path) as simulator:
        text = simulator.ready_file.read_text()
        refused = command(
            "serve", "--listen", f"127.0.0.1:{simulator.port}", "--data-dir", simulator.data_dir,
            "--ready-file", simulator.ready_file,
        )
        assert refused.returncode == 3
        assert simulator.ready_file.read_text() == text
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith("ready")] == ["ready.json"]


class WithoutStreams(Simulator):
    """A simulator that was started with its standard input, output and error closed."""

    program = ("sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', BINARY)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of a process's descriptors")
def test_closed_streams_are_not_taken_by_sockets(tmp_path):
    """A socket in the place of a stream would get the lines of the log."""
    with WithoutStreams(tmp_path, "--log", "text") as simulator:
        assert [os.readlink(f"/proc/{simulator.pid}/fd/{number}") for number in range(3)] == ["/dev/null"] * 3
        for _ in range(3):
            assert requests.get(f"{simulator.http}/_sim/ready", timeout=20).status_code == 200
    told = subprocess.run(["sh", "-c", 'exec "$0" version >&-', BINARY], capture_output=True, text=True, timeout=60)
    assert told.returncode != 0 and "Standard output can't be written" in told.stderr, told


FULL_DISK = 'mount -t tmpfs -o size=16k none "$0" && cd "$0" && { cat /dev/zero > filler; } 2>/dev/null; '


@pytest.fixture(scope="module")
def namespaces():
    """What runs a command where it may mount; skips where nothing may."""
    words = ["unshare", "--user", "--map-root-user", "--mount"]
    try:
        allowed = subprocess.run([*words, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, timeout=20)
    except FileNotFoundError:
        pytest.skip("unshare isn't installed")
    if allowed.returncode != 0:
        pytest.skip("this user may not mount in a namespace of its own")
    return words


@pytest.mark.parametrize("words", ['--data-dir "$0/data"', '--data-dir "$2" --ready-file "$0/ready.json"'])
def test_full_disk_is_not_blamed_on_rights(tmp_path, namespaces, words):
    disk = tmp_path / "disk"
    disk.mkdir()
    ended = subprocess.run(
        [*namespaces, "sh", "-c", f'{FULL_DISK} exec "$1" serve --listen 127.0.0.1:0 {words}', disk, BINARY, tmp_path / "data"],
        capture_output=True, text=True, timeout=60, env=clean_environment(),
    )
    assert ended.returncode == 3, ended
    assert "No space left on device" in ended.stderr and "the right to" not in ended.stderr, ended.stderr


def test_equal_keys_are_refused(tmp_path):
    with Simulator(tmp_path) as simulator:
        pass
    data = simulator.data_dir
    words = ("--data-dir", data, "--keys-device", data / "token.pem")
    for refused in (command("serve", "--listen", "127.0.0.1:0", *words), command("config", "check", *words)):
        assert refused.returncode in (2, 3) and refused.stdout == "", refused
        assert "keys.token" in refused.stderr and "keys.device" in refused.stderr, refused
    (data / "saml.pem").write_bytes((data / "device.pem").read_bytes())
    for refused in (
        command("serve", "--listen", "127.0.0.1:0", "--data-dir", data),
        command("config", "check", "--data-dir", data),
    ):
        assert refused.returncode in (2, 3) and "keys.device" in refused.stderr and "keys.saml" in refused.stderr, refused


# Moves the environment as libfaketime does: when the loader starts it, or when the runtime's own start calls it before that.
MOVES_ENVIRONMENT = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
__attribute__((constructor)) static void move(void) { setenv("MOVED", "1", 1); }
int stat(const char *path, struct stat *status) {
    move();
    return fstatat(AT_FDCWD, path, status, 0);
}
"""


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("clang")), reason="no C compiler")
def test_options_count_when_a_preloaded_library_has_moved_the_environment(tmp_path):
    source, library = tmp_path / "move.c", tmp_path / "move.so"
    source.write_text(MOVES_ENVIRONMENT)
    compiler = shutil.which("cc") or shutil.which("clang")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True, timeout=60)
    told = command("config", "print", "--log", "json", "--seed", "42", LD_PRELOAD=library, XDG_STATE_HOME=tmp_path)
    assert told.returncode == 0 and 'log: "json"' in told.stdout and "seed: 42" in told.stdout, told
    refused = command("serve", "--lisen", "127.0.0.1:0", LD_PRELOAD=library, XDG_STATE_HOME=tmp_path)
    assert refused.returncode == 2 and "--listen" in refused.stderr, refused


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


@pytest.mark.parametrize("number", (signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
def test_signal_stops_with_code_0(tmp_path, number):
    with Simulator(tmp_path) as simulator:
        simulator.process.send_signal(number)
        assert simulator.process.wait(20) == 0


def test_hangup_answers_the_request_under_way(tmp_path):
    with Simulator(tmp_path) as simulator, socket.create_connection(("127.0.0.1", simulator.port), 10) as late:
        late.sendall(b"POST /adobe-services/errors HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
        assert late.recv(65536).startswith(b"HTTP/1.1 100 ")
        simulator.process.send_signal(signal.SIGHUP)
        # The listener is closed before connections are told to end.
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", simulator.port), 10).close()
            except ConnectionError:
                break
        late.sendall(b"x")
        assert late.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert simulator.process.wait(20) == 0


def test_hangup_that_was_ignored_at_the_start_stays_so(tmp_path):
    """As nohup starts it."""
    with Simulator(tmp_path) as simulator:
        pass
    started = Simulator(tmp_path / "nohup", data_dir=simulator.data_dir)
    started.program = ("sh", "-c", 'trap "" HUP; exec "$0" "$@"', BINARY)
    with started:
        ignored = re.search(r"^SigIgn:\s*([0-9a-f]+)$", Path(f"/proc/{started.pid}/status").read_text(), re.MULTILINE)
        assert int(ignored[1], 16) >> (signal.SIGHUP - 1) & 1
        started.process.send_signal(signal.SIGHUP)
        assert command("ready", "--url", started.http).returncode == 0


def test_hangup_ends_the_command_of_exec(tmp_path):
    script = 'echo started; exec sleep 60'
    running = subprocess.Popen(
        [BINARY, "exec", "--data-dir", tmp_path / "data", "--", "sh", "-c", script],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=clean_environment(),
    )
    try:
        assert running.stdout.readline() == "started\n"
        running.send_signal(signal.SIGHUP)
        assert running.wait(20) == 128 + signal.SIGHUP
        assert running.stdout.read() == ""
    finally:
        running.kill()
        running.wait()
        running.stdout.close()


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


def test_every_mistake_of_a_configuration_is_told_by_its_place(tmp_path):
    path = tmp_path / "config.json5"
    path.write_text('{\n  limitz: {},\n  log: "loud",\n  mvpds: { A: { like: "AcmeCabel" } },\n}\n')
    starts = [f"pass-simulator: {path}:{place}" for place in ("2:3: limitz", "3:8: log", "4:23: mvpds.A.like")]
    for words in (("config", "check", path), ("serve", "--listen", "127.0.0.1:0", "--config", path, "--data-dir", tmp_path / "data")):
        refused = command(*words)
        assert refused.returncode == 2 and refused.stdout == "", refused
        lines = refused.stderr.splitlines()
        assert len(lines) == len(starts), lines
        for line, start in zip(lines, starts):
            assert line.startswith(start), lines


def test_the_environment_names_the_configuration_file(tmp_path):
    path = tmp_path / "config.json5"
    path.write_text("{ seed: 4711 }")
    printed = command("config", "print", PASS_SIMULATOR_CONFIG=path, XDG_STATE_HOME=tmp_path)
    assert printed.returncode == 0 and "seed: 4711" in printed.stdout, printed
    for words in (("--help",), ("serve", "--help")):
        assert "PASS_SIMULATOR_CONFIG" in command(*words).stdout
    # The option wins over the variable, and a file that is named must be there.
    other = tmp_path / "other.json5"
    other.write_text("{ seed: 4712 }")
    printed = command("config", "print", "--config", other, PASS_SIMULATOR_CONFIG=path, XDG_STATE_HOME=tmp_path)
    assert "seed: 4712" in printed.stdout, printed
    refused = command("config", "check", PASS_SIMULATOR_CONFIG=tmp_path / "gone.json5", XDG_STATE_HOME=tmp_path)
    assert refused.returncode == 2 and "gone.json5" in refused.stderr, refused


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
