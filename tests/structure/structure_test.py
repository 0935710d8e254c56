"""Holds the sources to the table of layers, one definition a name, and headers that compile alone; and Python to pyflakes."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest

import includes
import picture

TABLE = includes.layers()
FOLDERS = sorted({layer.folder.split("/")[0] for layer in TABLE})
SOURCES = [path for folder in FOLDERS for path in includes.sources(folder)]
OPTIONS = None


def without_comments(text):
    """Returns C++ text with comments and string literals blanked; lines stay where they are."""
    pattern = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
    return pattern.sub(lambda match: '""' + "\n" * match.group(0).count("\n"), text)


class LayersTest(unittest.TestCase):
    """No include leads upwards."""

    def test_every_source_is_in_a_layer(self):
        homeless = [path for path in SOURCES if includes.layer_of(path, TABLE) is None]
        self.assertEqual(homeless, [], f"add the folder to {includes.TABLE}")

    def test_includes_follow_the_table(self):
        reach = includes.reachable(TABLE)
        wrong = []
        for path in SOURCES:
            layer = includes.layer_of(path, TABLE)
            for line, included in includes.includes(path):
                other = includes.layer_of(included, TABLE)
                if layer and other and other.name not in reach[layer.name]:
                    wrong.append(f"{path}:{line}: {layer.name} may not include {other.name} ({included})")
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_the_build_links_what_the_table_allows(self):
        with open(OPTIONS.links, encoding="utf-8") as lines:
            built = dict(line.rstrip("\n").split(":") for line in lines)
        wanted = {layer.name: " ".join(sorted(layer.may_include)) for layer in TABLE if layer.name in built}
        self.assertEqual({name: " ".join(sorted(links.split())) for name, links in built.items()}, wanted)

    def test_the_page_shows_the_includes(self):
        self.assertEqual(picture.parts_of_page()[1], picture.picture(), "run tests/structure/picture.py --write")

    def test_core_includes_no_mpi(self):
        users = [path for path in SOURCES if path.startswith("core/") and re.search(r"#\s*include [<\"]mpi\.h", includes.read(path))]
        self.assertEqual(users, [])


class NamesTest(unittest.TestCase):
    """One namespace a layer, and one definition a name there."""

    def definitions(self):
        """Returns the places of each class, struct and enumeration by full name; anonymous namespaces are left out."""
        found = collections.defaultdict(set)
        token = re.compile(r"\bnamespace\s+([\w:\s]*)\{|\b(?:class|struct|enum(?:\s+class)?|union)\s+(?:\[\[\w+\]\]\s*)?(\w+)"
                           r"(?:\s+final)?\s*(?:|:[^:;{][^;{]*)\{|[{}]")
        for path in SOURCES:
            text = without_comments(includes.read(path))
            stack = []
            for match in token.finditer(text):
                if match.group(0) == "}":
                    stack and stack.pop()
                elif match.group(1) is not None:
                    stack.append(match.group(1).replace("inline ", "").strip() or "{anonymous}")
                elif match.group(2):
                    if all(part is not None for part in stack) and "{anonymous}" not in stack and stack:
                        found["::".join(stack + [match.group(2)])].add(path)
                    stack.append(None)
                else:
                    stack.append(None)
        return found

    def test_one_definition(self):
        twice = {name: sorted(paths) for name, paths in self.definitions().items() if len(paths) > 1}
        self.assertEqual(twice, {})

    def test_one_namespace_a_layer(self):
        wrong = []
        for path in SOURCES:
            layer = includes.layer_of(path, TABLE)
            if layer is None or not layer.folder.startswith(("core/", "tools/")):
                continue
            name = os.path.basename(layer.folder)
            spaces = re.findall(r"^namespace (topomorph[\w: ]*)\{", includes.read(path), re.MULTILINE)
            if spaces and not any(name in space.replace("::", " ").split() for space in spaces):  # others: declarations
                wrong.append(f"{path}: found namespace {spaces[0]}, expected topomorph::{name}")
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


class FilesTest(unittest.TestCase):
    """Files that can be found and read."""

    def test_first_line_says_what_it_is(self):
        self.assertEqual([path for path in SOURCES if not includes.read(path).startswith(("// ", "/* "))], [])

    def test_no_file_is_too_long(self):
        self.assertEqual([path for path in SOURCES if includes.read(path).count("\n") > 450], [])


@unittest.skipUnless(shutil.which("pyflakes3"), "no pyflakes3")
class ScriptsTest(unittest.TestCase):
    """Python says what pyflakes can see: names that are not defined, imports that are not used or are hidden."""

    SPACK = "tools/spack/"  # Spack defines the names of its packages' files

    def test_pyflakes_has_nothing_to_say(self):
        folders = [entry.name for entry in os.scandir(includes.ROOT) if entry.is_dir() and not entry.name.startswith(".") and entry.name != "build"]
        found = [path for folder in sorted(folders) for path in includes.sources(folder, (".py",))]
        scripts = [path for path in found if not path.startswith(self.SPACK)]
        self.assertGreater(len(scripts), 100)
        done = subprocess.run(["pyflakes3", *scripts], text=True, capture_output=True, cwd=includes.ROOT, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))


class HeadersTest(unittest.TestCase):
    """Each header compiles alone: first in the source of its name, or here."""

    def commands(self):
        """Returns the compiler's words for one source of each folder."""
        with open(OPTIONS.commands, encoding="utf-8") as file:
            database = json.load(file)
        words_of = {}
        for entry in database:
            path = os.path.relpath(entry["file"], includes.ROOT)
            words = [word for word in shlex.split(entry["command"]) if not word.endswith("ccache")]
            if path.endswith(".cpp"):
                kept, drop = [], False
                for word in words:
                    if word in ("-o", "-MT", "-MF", "-c", "-include"):
                        drop = True
                    elif drop:
                        drop = False
                    elif word not in ("-MD", "-Winvalid-pch"):
                        kept.append(word)
                words_of.setdefault(os.path.dirname(path), kept)
        return words_of

    def alone(self):
        """Returns the headers that no source of their name has as its first include.

        Precompiled headers would hide what is missing. What this build compiles with them and tools/harden does not
        compile without them counts as alone.
        """
        hidden = ("tools/", "tests/", "benchmarks/") if OPTIONS.precompiled else ()
        found = []
        for path in SOURCES:
            if not path.endswith((".h", ".hpp")):
                continue
            source = os.path.splitext(path)[0] + ".cpp"
            text = includes.read(source) if os.path.exists(os.path.join(includes.ROOT, source)) else ""
            first = re.search(r'^#include ["<]([^">]+)', text, re.MULTILINE)
            if not (first and first.group(1) == path) or path.startswith(hidden):
                found.append(path)
        return found

    def test_headers_compile_alone(self):
        words_of = self.commands()

        def check(path):
            folder = os.path.dirname(path)
            while folder not in words_of and folder:
                folder = os.path.dirname(folder)
            words = words_of.get(folder)
            if words is None:
                return None
            done = subprocess.run(words + ["-fsyntax-only", "-x", "c++", "-"], input=f'#include "{path}"\n', text=True,
                                  capture_output=True, cwd=os.path.dirname(OPTIONS.commands), check=False)
            return f"{path}:\n{done.stderr[:2000]}" if done.returncode else None

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [text for text in pool.map(check, self.alone()) if text]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", help="compile_commands.json of the build")
    parser.add_argument("--links", help="what CMake's layers link, one layer a line")
    parser.add_argument("--precompiled", action="store_true", help="sources are compiled with precompiled headers")
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest, verbosity=2)
