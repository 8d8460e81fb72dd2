"""The README and the pages that it links: they are complete, and their commands do what they say when they are pasted."""

import json
import re
import subprocess

import pytest

from simulator import BINARY, ROOT, Simulator, clean_environment

README = (ROOT / "README.md").read_text()
PAGES = ROOT / "Sources/PassSimulator/PassSimulator.docc"
FLOW = 0
LONGEST_README = 150


def blocks(text, language="bash"):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def paste(simulator, folder, *scripts):
    """Runs the scripts in one shell, as a reader pastes them, and returns the lines that they print."""
    path = folder / "path"
    path.mkdir(exist_ok=True)
    program = path / "pass-simulator"
    program.unlink(missing_ok=True)
    program.symlink_to(BINARY.resolve())
    script = "\n".join(scripts).replace("http://127.0.0.1:8080", simulator.http)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env=clean_environment(PATH=f"{path}:{clean_environment()['PATH']}", TMPDIR=str(folder)),
    )
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def printed(lines, page, index=0):
    """Asserts that the lines are those that the page shows in a JSON block, in which `…` stands for any text."""
    shown = blocks(page, "json")[index].splitlines()
    assert len(lines) == len(shown), lines
    for line, pattern in zip(lines, shown):
        assert re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line), (pattern, line)


@pytest.fixture(scope="module")
def flow():
    return blocks(README)[FLOW]


def test_readme_is_short_and_says_whose_it_is_not():
    assert len(README.splitlines()) <= LONGEST_README
    disclaimer = "not made by, endorsed by or connected with Adobe"
    assert disclaimer in README.split("\n## ")[0]


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_lead_somewhere(file):
    text = (ROOT / file).read_text()
    headings = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)", text, re.M)}
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        path, _, fragment = link.partition("#")
        if path:
            assert (ROOT / path).exists(), link
        elif fragment:
            assert fragment in headings, link


def test_flow_gets_a_media_token(simulator, flow, tmp_path):
    printed(paste(simulator, tmp_path, flow), README)


@pytest.mark.parametrize("name", ("RESTv2Tutorial.md", "RESTv2Partner.md"))
def test_tv_app_gets_a_media_token_by_rest_v2(simulator, tmp_path, name):
    page = (PAGES / name).read_text()
    printed(paste(simulator, tmp_path, *blocks(page)), page)


def test_control_lines_do_what_they_say(tmp_path):
    """Before the last line, an app asks for a resource, so that there is a request to see."""
    (script,) = (block for block in blocks(README) if "/_sim/reset" in block)
    lines = script.splitlines()
    assert script in (PAGES / "Control.md").read_text()
    assert lines[-1].startswith("curl ") and script.count("\ncurl ") == 6, script
    asked = "curl -s -o $TMPDIR/ignored $S/adobe-services/authorizeDevice -d resource_id=news1"
    # Each answer is on a line of its own.
    commands = [f"{line.replace('curl ', 'curl -sf ', 1)}; echo" if line.startswith("curl") else line for line in lines]
    with Simulator(tmp_path / "run") as own:
        answers = paste(own, tmp_path, *commands[:-1], asked, commands[-1])
    reset, login, clock, deny, down, exchanges = answers
    assert reset == ""
    login = json.loads(login)
    assert (login["user"], login["mvpd"]) == ("user", "Adobe") and "<signatureInfo>" in login["authnToken"], login
    assert json.loads(clock)["followsRealTime"] is False
    assert [json.loads(rule)["hits"] for rule in (deny, down)] == [0, 0]
    (exchange,) = json.loads(exchanges)["exchanges"]
    assert (exchange["operation"], exchange["resources"]) == ("AuthorizeDevice", ["news1"]), exchange


def test_exec_tells_a_command_where_the_simulator_is(simulator, tmp_path):
    (script,) = (block for block in blocks(README) if "exec --" in block)
    lines = paste(simulator, tmp_path, script)
    assert any("<config>" in line or "<mvpds>" in line for line in lines), lines


def test_a_capsule_is_saved_and_replayed(tmp_path):
    page = (PAGES / "Capsules.md").read_text()
    save, replay = blocks(page)
    asked = "curl -s -o $TMPDIR/ignored $S/adobe-services/config/TEST_REQUESTOR; curl -s -o $TMPDIR/ignored $S/adobe-services/session"
    lines = save.splitlines(keepends=True)
    with Simulator(tmp_path / "run") as own:
        script = lines[0] + asked + f"\ncd {tmp_path}\n" + "".join(lines[1:])
        (said, *report) = paste(own, tmp_path, script, f"export PASS_SIMULATOR_DATA_DIR={tmp_path}/other", replay)
    assert "2 exchanges" in said, said
    assert len(report) == 1 and f"\n```\n{report[0]}\n```\n" in page, report


def test_namespaces_are_separate(simulator, tmp_path):
    script, own_settings, own_keys = blocks((PAGES / "Namespaces.md").read_text())
    lines = paste(simulator, tmp_path, script)
    assert "<requestor>TEST_REQUESTOR</requestor>" in lines[0], lines
    assert lines[1:] == ["404"], lines
    freeze = """curl -s -X PATCH -d '{"frozen": true}' $S/_ns/suite-3/_sim/clock"""
    ask = "curl -s -o /dev/null -w '%{http_code}\\n' $S/_ns/suite-3/adobe-services/config/TEST_REQUESTOR"
    lines = paste(simulator, tmp_path, "S=http://127.0.0.1:8080", own_settings, freeze, "echo", *[ask] * 12)
    assert lines[-12:] == ["200"] * 11 + ["429"], lines
    lines = paste(simulator, tmp_path, "S=http://127.0.0.1:8080", own_keys)
    assert '"keys":"own"' in "".join(lines).replace(" ", ""), lines


def test_media_token_is_verified_once(simulator, flow, tmp_path):
    asked, command = blocks((PAGES / "CheckingTokens.md").read_text())
    # The flow presents its token already.
    fresh = 'MEDIA=$(call deviceShortAuthorize -d session_guid=other --data-urlencode "authz_token=$AUTHZ")'
    lines = paste(simulator, tmp_path, flow, "echo", fresh, asked, "echo", f"{command.strip()} || true")
    assert '"valid":true' in lines[1], lines
    assert "already" in "\n".join(lines[2:]) or "ALREADY" in "\n".join(lines[2:]), lines


def test_metadata_is_decrypted(simulator, flow, tmp_path):
    sign, decrypt = blocks((PAGES / "AppCertificates.md").read_text())
    as_child = flow.replace("username=user -d password=password", "username=child -d password=any")
    assert as_child != flow
    lines = paste(simulator, tmp_path, as_child, "echo", sign, "echo", decrypt)
    assert re.fullmatch(r"[A-Za-z0-9+/]{342}==", lines[1]), lines
    assert lines[-1] == '["10001"]', lines


def test_pass_is_reset(tmp_path):
    script = blocks((PAGES / "PassesAndRules.md").read_text())[1]
    with Simulator(tmp_path / "run") as simulator:
        assert paste(simulator, tmp_path, script) == ["204"]


def test_passes_and_rules_by_rest_v2(simulator, tmp_path):
    """The commands work in a namespace of their own, which they empty first, so they can be pasted again."""
    page = (PAGES / "PassesAndRules.md").read_text()
    (script,) = (block for block in blocks(page) if "AP-TempPass-Identity" in block)
    for _ in range(2):
        printed(paste(simulator, tmp_path, script), page)
