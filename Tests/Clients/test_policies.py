"""The page on passes and rules, as a reader pastes it: with bash, curl and sed."""

import re
import subprocess

from simulator import ROOT, Simulator, clean_environment

PAGE = ROOT / "Sources/PassSimulator/PassSimulator.docc/PassesAndRules.md"


def block(section, language):
    return re.search(rf"```{language}\n(.*?)```", section, re.S).group(1)


def test_page_shows_what_happens(tmp_path):
    section = PAGE.read_text()
    policies = tmp_path / "policies.json5"
    policies.write_text(block(section, "json5"))
    script = block(section, "bash").replace("http://127.0.0.1:8080", "$SIMULATOR")
    expected = []
    for part in re.split(r"^\$ ", block(section, "console"), flags=re.M)[1:]:
        line, _, output = part.partition("\n")
        expected.append(output.rstrip("\n"))
        script += f"{line.split('#')[0]}\necho; echo ----\n"
    with Simulator(tmp_path / "run", "--config", policies) as simulator:
        run = subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            env=clean_environment(SIMULATOR=simulator.http),
        )
    printed = [part.strip() for part in run.stdout.split("----\n")[:-1]]
    assert run.returncode == 0, run.stderr
    assert len(printed) == len(expected)
    for shown, real in zip(expected, printed, strict=True):
        # The eight characters before an ellipsis differ from run to run, and it stands for anything.
        pattern = ".*".join(map(re.escape, re.split(".{8}…", shown)))
        assert re.fullmatch(pattern, real, re.S), (shown, real)
