"""What a test looks for, and skips itself without, is in a package that tools/setup installs, or that one of these requires.

usage: packages_test.py SOURCE [unittest arguments]

Read from the tests' sources: programs that Python asks shutil.which for or starts by a constant name, that shells ask `command -v` or `type` for and
CMake find_program; files below /usr. The rest from dpkg's own records, without a network. A package that is only recommended is not installed by
tools/setup: what only it has makes a test skip or fail on a new machine.
"""
import ast
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
DEBIAN_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
MACHINES_OWN = ["g++"]  # docs/installation.md: a new machine has it

# Lookups whose name is no constant: file and expression, and what it can be. One that is not here fails the test.
NAMED_ELSEWHERE = {
    ("tests/endtoend/isolation_test.py", "self.mpicc"): ["mpicc.mpich"],
    ("tests/endtoend/isolation_test.py", "launcher"): ["mpiexec.mpich"],
    ("tests/endtoend/isolation_test.py", "compiler"): ["mpicc.mpich"],
    ("tests/installation/installation_test.py", "f'mpifort.{library}'"): ["mpicc.openmpi", "mpicc.mpich"],  # in the same packages
    ("tests/endtoend/doctor_test.py", "name"): ["cat", "sh"],
    ("tests/tools/manual/manual_test.py", "program"): [],  # its callers, needs("…"), are read
    ("tests/documentation/commands_test.py", "word"): ["sqlite3"],
    ("tests/matrix/in_root", "$launcher"): ["mpirun.openmpi", "mpiexec.mpich"],
    ("tests/endtoend/doctor_test.py", "cc"): ["mpicc.openmpi", "mpicc.mpich"],
    ("tests/cluster/slurm_up", "$program"): ["munged", "slurmctld", "slurmd", "sinfo", "salloc"],
}


def constants(node):
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]


class PythonLookups(ast.NodeVisitor):
    """`all`: names and files of which each is wanted; `any`: lists of which one will do; `other`: expressions."""

    def __init__(self, text):
        self.all, self.any, self.other, self.known = [], [], [], {}
        tree = ast.parse(text)
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.known[node.targets[0].id] = constants(node.value)
                files = [text for text in constants(node.value) if re.fullmatch(r"/usr/\w+/[^:]+", text)]
                self.any += [files] if files else []
        self.visit(tree)

    def visit_For(self, node):
        if isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Tuple) and len(constants(node.iter)) == len(node.iter.elts):
            self.known[node.target.id] = constants(node.iter)
        self.generic_visit(node)

    def visit_Call(self, node):
        name, first = ast.unparse(node.func), node.args[0] if node.args else None
        if name == "map" and ast.unparse(first) == "shutil.which":
            self.any.append(self.known[ast.unparse(node.args[1])])
        elif name in ("shutil.which", "needs") and isinstance(first, ast.Constant):
            self.all.append(first.value)
        elif name == "shutil.which" and isinstance(first, ast.Name) and first.id in self.known:
            self.all += self.known[first.id]
        elif name == "shutil.which":
            self.other.append(ast.unparse(first))
        elif re.fullmatch(r"subprocess\.\w+", name) and isinstance(first, ast.List) and first.elts and isinstance(first.elts[0], ast.Constant):
            self.all.append(first.elts[0].value)
        self.generic_visit(node)


def lookups():
    """[(file, alternatives)]: one of the alternatives must be there."""
    found = []
    for path in sorted(path for path in (SOURCE / "tests").rglob("*") if path.is_file()) + sorted((SOURCE / "cmake").glob("*.cmake")):
        name, text = str(path.relative_to(SOURCE)), path.read_text(errors="replace")
        other = []
        found += [(name, ["xz"])] if "-xJ" in text else []  # tar starts it
        if path == pathlib.Path(__file__).resolve():
            continue
        if path.suffix == ".py":
            python = PythonLookups(text)
            other = python.other
            found += [(name, [each]) for each in python.all] + [(name, each) for each in python.any]
        elif path.suffix == ".cmake" or path.name == "CMakeLists.txt":
            found += [(name, words.split()) for words in re.findall(r"find_program\(\w+ (?:NAMES )?([\w. +-]+?)(?: [A-Z]+\b.*)?\)", text)]
        elif path.suffix == ".cpp" and "endtoend" in path.parts:
            found += [(name, [each.rstrip("/")]) for each in re.findall(r'"(/usr/(?:bin|lib|share)/[^" ]+)', text)]
        elif text.startswith("#!/bin/"):
            asked = re.findall(r'(?:command -v|\btype) "?([\w.+$-]+)"?(?= *[>)])', text)
            other = [word for word in asked if word.startswith("$")]
            found += [(name, [word]) for word in asked if not word.startswith("$")]
        for expression in other:
            if (name, expression) not in NAMED_ELSEWHERE:
                raise AssertionError(f"{name} looks for {expression}: a line in NAMED_ELSEWHERE of {pathlib.Path(__file__).name} says what that can be")
            found += [(name, [word]) for word in NAMED_ELSEWHERE[name, expression]]
    return found


class Packages:
    """Those that are installed here."""

    def __init__(self):
        fields = "${Package}\t${db:Status-Status}\t${Pre-Depends}, ${Depends}\t${Provides}\t${Essential} ${Priority}\n"
        lines = subprocess.run(["dpkg-query", "-W", "-f", fields], capture_output=True, text=True, check=True).stdout.splitlines()
        rows = [line.split("\t") for line in lines if "\tinstalled\t" in line]
        self.requires = {row[0]: row[2] for row in rows}
        self.minimal = [row[0] for row in rows if "yes" in row[4] or "required" in row[4]] + ["apt"]
        self.providers = {}
        for row in rows:
            for provided in re.findall(r"([a-z0-9][\w.+-]+)(?: \([^)]*\))?", row[3]):
                self.providers.setdefault(provided, []).append(row[0])

    def chosen(self, alternatives):
        """apt takes the first that there is."""
        for name in (re.match(r"[\w.+-]+", each.strip()).group() for each in alternatives.split("|") if each.strip()):
            if name in self.requires:
                return [name]
            if name in self.providers:
                return self.providers[name]
        return []

    def with_what_they_require(self, names):
        wanted, waiting = set(), list(names)
        while waiting:
            name = waiting.pop()
            if name in self.requires and name not in wanted:
                wanted.add(name)
                for clause in self.requires[name].split(","):
                    waiting += self.chosen(clause)
        return wanted


def names_of(path):
    """Under which a package may have a file: links are followed, /bin is /usr/bin."""
    names = []
    while path and str(path) not in names:
        names += [str(path), str(path).removeprefix("/usr"), "/usr" + str(path)]
        path = path.parent / path.readlink() if path.is_symlink() else None
    return names


def owners_of(paths):
    """{path: packages}, by one question to dpkg: each takes as long as all."""
    done = subprocess.run(["dpkg-query", "-S", *sorted({name for path in paths for name in names_of(path)})], capture_output=True, text=True)
    packages = {}
    for line in done.stdout.splitlines():
        owners, _, name = line.rpartition(": ")
        packages[name] = {re.sub(r":.*", "", owner) for owner in owners.split(", ")}
    return {path: set().union(*(packages.get(name, set()) for name in names_of(path))) for path in paths}


def path_of(word):
    """Of a program, or the file itself; None where there is no such program."""
    path = shutil.which(word, path=DEBIAN_PATH) or word
    return pathlib.Path(path) if path.startswith("/") else None


def header_of(program):
    """mpi.h of an MPI compiler: Debian's mpich has mpicc.mpich, and only recommends the package with the header."""
    if not re.match(r"mpi(cc|cxx|fort)\b", program) or shutil.which(program) is None:
        return None
    folders = re.findall(r"-I *(\S+)", subprocess.run([program, "-show"], capture_output=True, text=True).stdout)
    return next((path for path in (pathlib.Path(folder) / "mpi.h" for folder in folders) if path.exists()), pathlib.Path(folders[0], "mpi.h"))


class PackagesTest(unittest.TestCase):
    def setUp(self):
        if shutil.which("dpkg-query") is None:
            self.skipTest("this is no Debian")
        self.packages = Packages()
        self.listed = subprocess.run([SOURCE / "tools/setup", "--list", "test"], capture_output=True, text=True, check=True).stdout.split()
        missing = [name for name in self.listed if name not in self.packages.requires]
        if missing:
            self.skipTest(f"tools/setup has not been run here: {' '.join(missing)} not installed")

    def test_what_is_looked_for_is_installed_by_setup(self):
        installed = self.packages.with_what_they_require([*self.listed, *MACHINES_OWN, *self.packages.minimal])
        asked = lookups()
        self.assertGreater(len(asked), 30)
        wanted = [(file, words, [path for path in map(path_of, words) if path]) for file, words in asked]
        wanted += [(file, words, [header]) for file, words in asked for header in filter(None, map(header_of, words))]
        owners = owners_of({path for _, _, paths in wanted for path in paths})
        for file, words, paths in wanted:
            with self.subTest(file=file, one_of=words):
                having = set().union(*(owners[path] for path in paths))
                self.assertTrue(having, f"no installed package has {' or '.join(map(str, paths or words))}: add the one that does to tools/setup")
                self.assertTrue(having & installed, f"{' '.join(having)}: not in tools/setup, and not required by a package there")


if __name__ == "__main__":
    unittest.main()
