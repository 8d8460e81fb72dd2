"""The example package as somebody who depends on this one has it: its app against a simulator, and what its tests leave.

`make test` builds it and runs its Swift tests first.
"""

import json
import re
import shutil
import subprocess

import pytest

from simulator import ROOT, clean_environment

EXAMPLE = ROOT / "Tests/ExamplePackage"
BUILT = ROOT / ".build/example"
APP = BUILT / "debug/WatchTV"


def watch(simulator, folder, *arguments, stdin=None):
    """What WatchTV prints, line by line, and its exit code."""
    done = subprocess.run(
        [APP, *arguments, "--url", simulator.http, "--folder", folder],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        timeout=60,
        env=clean_environment(),
    )
    return done.stdout.splitlines(), done.returncode


USER = ("--user", "user", "--password", "password")


def test_app_logs_in_and_gets_a_media_token(simulator, tmp_path):
    lines, code = watch(simulator, tmp_path, "TEST_RESOURCE", *USER)
    assert code == 0, lines
    providers, login, authorized, token = lines
    assert providers.startswith("Providers: Adobe, AcmeCable, MetaCable, ")
    assert login == "Logged in at Adobe"
    assert re.fullmatch(r"TEST_RESOURCE: authorized until \d{4}/\d\d/\d\d \d\d:\d\d:\d\d GMT \+0000", authorized)
    assert re.fullmatch(r"Media token: <signatureInfo>[^<]+<signatureInfo><shortAuthorizationToken>.*", token)


def test_app_remembers_the_login(simulator, tmp_path):
    watch(simulator, tmp_path, "TEST_RESOURCE", "--mvpd", "MetaCable", *USER)
    lines, code = watch(simulator, tmp_path, "other")
    assert (lines[0], code) == ("Logged in at Meta Cable", 0), lines


def test_app_says_why_there_is_no_picture(simulator, tmp_path):
    lines, code = watch(simulator, tmp_path, "deny:news", *USER)
    assert code == 1
    assert "Your package does not include this channel." in lines[-1]


def test_app_shows_where_to_log_in(simulator, tmp_path):
    """Nobody logs in there, so that there is no login after Return."""
    lines, code = watch(simulator, tmp_path, "TEST_RESOURCE", stdin="\n")
    assert lines[1] == "Log in at this address, then press Return:"
    assert lines[2].startswith(f"{simulator.http}/adobe-services/authenticate/saml?")
    assert code == 1 and lines[-1].startswith("No picture: The user isn't logged in")


def test_failing_test_attaches_what_was_asked():
    """That of the example's test with a known issue, as `make test` has it written."""
    attached = [file.read_text() for file in (BUILT / "attachments").glob("exchanges-*.txt")]
    assert len(attached) == 1
    assert re.search(r"^=== 10\. \S+ in default: AuthorizeDevice$", attached[0], re.MULTILINE), attached[0]
    assert "Your package does not include this channel." in attached[0]
    capsules = [json.loads(file.read_text()) for file in (BUILT / "attachments").glob("exchanges-*.capsule.json")]
    assert [len(capsule["exchanges"]) for capsule in capsules] == [attached[0].count("\n=== ") + 1]
    assert capsules[0]["complete"] and capsules[0]["secrets"] == "masked"


def test_tests_run_over_the_network(simulator):
    """The example's test that `pass-simulator exec -- swift test` is for."""
    tests = ("swift", "test", "--skip-build", "--disable-xctest", "--filter", "OverTheNetwork")
    done = subprocess.run(
        [*tests, "--package-path", EXAMPLE, "--scratch-path", BUILT],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        env=clean_environment(PASS_SIMULATOR_URL=simulator.http),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Test aSubscriberWatchesOverTheNetwork() passed" in done.stdout, done.stdout


def test_readme_shows_the_first_test():
    tests = (EXAMPLE / "Tests/WatchTVTests/WatchTests.swift").read_text()
    first = re.search(r"^```swift\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    assert tests.startswith(first) and first.count("\n") > 5


@pytest.mark.skipif(not shutil.which("ldd"), reason="no ldd")
def test_tests_of_an_app_need_no_library_of_stores():
    """The package is named without its traits SQLite and Redis, so nothing of them is compiled or linked."""
    (tests,) = BUILT.glob("*/debug/WatchTVPackageTests.xctest")
    linked = subprocess.run(["ldd", tests], capture_output=True, text=True, check=True).stdout
    assert "libexpat" in linked and "sqlite" not in linked and "hiredis" not in linked, linked
    assert not [*BUILT.glob("*/debug/PassSQLite.build/*.o"), *BUILT.glob("*/debug/PassRedis.build/*.o")]
