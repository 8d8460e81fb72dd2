"""The copy of the repository in which all mutants are planted and built at once."""

import re
import subprocess
from collections import defaultdict

from defects import operator_source

# Each round drops the mutants that didn't compile; targets above one that fails show their errors in a later round.
MOST_ROUNDS = 15
ERROR = re.compile(r"^(/.*?\.swift):(\d+):\d+: error: (.*)$", re.M)


class BuildFailure(Exception):
    """The tree doesn't build, and no mutant is to blame."""


class Tree:
    def __init__(self, root, folder):
        self.root = root
        self.folder = folder
        self.log = folder.parent / "build.log"

    @property
    def test_binary(self):
        return self.folder / ".build/debug/pass-simulatorPackageTests.xctest"

    def copy(self):
        """Makes the tree equal to the repository's files, and touches only those that differ, so that a build starts from the last."""
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listing, cwd=self.root, check=True, capture_output=True, text=True).stdout.split("\0")
        self.files = {name: (self.root / name).read_bytes() for name in names if name and (self.root / name).is_file()}
        # Mutants bring warnings, such as a branch that can't be reached.
        manifest = self.files["Package.swift"].decode()
        self.files["Package.swift"] = manifest.replace(".treatAllWarnings(as: .error),", "").encode()

    def plant(self, mutants):
        """Writes the tree with these mutants, each behind its switch."""
        files, by_file, by_target = dict(self.files), defaultdict(list), defaultdict(list)
        for mutant in mutants:
            by_file[mutant.file].append(mutant)
            by_target["/".join(mutant.file.split("/")[:2])].append(mutant)
        for file, ones in by_file.items():
            files[file] = planted(self.files[file].decode(), ones).encode()
        for target, ones in by_target.items():
            files[f"{target}/PassMutant.swift"] = operator_source(ones).encode()
        for path in sorted(self.folder.rglob("*")) if self.folder.exists() else []:
            name = str(path.relative_to(self.folder))
            if not name.startswith(".build") and not path.is_dir() and name not in files:
                path.unlink()
        for name, content in files.items():
            path = self.folder / name
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod((self.root / name).stat().st_mode if (self.root / name).exists() else 0o644)

    def build(self, mutants):
        """Builds the tree; returns the mutants that compile."""
        for _ in range(MOST_ROUNDS):
            self.plant(mutants)
            # Optimized tests take a third of the time, which is worth the longer build.
            command = ["swift", "build", "--build-tests", "-Xswiftc", "-O", "--package-path", str(self.folder)]
            result = subprocess.run(command, capture_output=True, text=True)
            self.log.write_text(result.stdout + result.stderr)
            if result.returncode == 0:
                return mutants
            blamed = self._blamed(mutants, result.stdout + result.stderr)
            if not blamed:
                break
            print(f"    dropped, because they don't compile: {len(blamed)}", flush=True)
            mutants = [mutant for mutant in mutants if mutant.number not in blamed]
        raise BuildFailure(f"The tree with the mutants doesn't build; the compiler's output is in {self.log}.")

    def _blamed(self, mutants, output):
        """The numbers of the mutants that compile errors point at: those on the line, else the nearest ones of that file."""
        blamed = set()
        for path, line, _ in ERROR.findall(output):
            near = [
                (abs(mutant.line - int(line)), mutant.number)
                for mutant in mutants if path == str(self.folder / mutant.file)]
            blamed |= {number for distance, number in near if distance == min(near)[0]}
            if path.endswith("/PassMutant.swift"):
                declarations = (self.folder / path).read_text().split("\n")[:int(line)]
                blamed |= {int(number) for number in re.findall(r"passMutant\((\d+)\)", declarations[-1])}
        return blamed


def planted(source, mutants):
    """The source with the edits of all these mutants."""
    # Of two edits at one place, an insertion stands before what is replaced.
    for mutant in sorted(mutants, key=lambda one: one.edit[:2], reverse=True):
        start, end, text = mutant.edit
        filled = text.replace("{n}", str(mutant.number)).replace("{operator}", mutant.operator())
        source = source[:start] + filled + source[end:]
    return source
