"""The recipes in Fixtures/Recipes run as they are, each by the test runner of its language."""

import re
import shutil
import subprocess
import sys

import pytest

from simulator import ROOT, clean_environment

RECIPES = ROOT / "Fixtures/Recipes"
NAMES = ("reset", "expire", "deny", "mvpd down", "see what my app sent", "log in without a browser")


def run(simulator, *arguments, folder):
    done = subprocess.run(
        arguments,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env=clean_environment(PASS_SIMULATOR_URL=simulator.http),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pytest(simulator, tmp_path):
    options = ("-v", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", RECIPES)
    out = run(simulator, sys.executable, "-B", "-m", "pytest", *options, RECIPES / "pytest", folder=tmp_path)
    passed = {name.replace("_", " ") for name in re.findall(r"::test_(\w+) PASSED", out)}
    assert passed == set(NAMES), out


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_node(simulator, tmp_path):
    out = run(
        simulator, "node", "--test", "--test-reporter=tap", RECIPES / "node/recipes.test.mjs", folder=tmp_path
    )
    passed = {name.lower() for name in re.findall(r"^ *ok \d+ - (.+)$", out, re.MULTILINE)}
    assert set(NAMES) <= passed and "not ok" not in out, out


def test_each_language_has_the_same_six():
    for file, pattern in (
        ("pytest/test_recipes.py", r"def test_(\w+)"),
        ("node/recipes.test.mjs", r'^test\("([^"]+)"'),
        ("junit/RecipesTest.java", r"@Test\n    void (\w+)"),
    ):
        found = re.findall(pattern, (RECIPES / file).read_text(), re.MULTILINE)
        words = {re.sub(r"[ _]", "", name).lower() for name in found}
        assert words == {name.replace(" ", "") for name in NAMES}, file
