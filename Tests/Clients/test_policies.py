"""The README's passes, rules and tokens that run out, as it shows them: with bash, curl and sed."""

import re
import subprocess

from simulator import ROOT, Simulator, clean_environment

TITLE = "### Passes, rules and tokens that run out\n"


def block(section, language):
    return re.search(rf"```{language}\n(.*?)```", section, re.S).group(1)


def test_readme_shows_what_happens(tmp_path):
    section = (ROOT / "README.md").read_text().split(TITLE)[1].split("\n## ")[0]
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
