"""Holds the sources to the table of layers, no large circles, one definition a name, and headers that compile alone; and Python to pyflakes."""
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
import names
import picture

TABLE = includes.layers()
FOLDERS = sorted({layer.folder.split("/")[0] for layer in TABLE})
SOURCES = [path for folder in FOLDERS for path in includes.sources(folder)]
HEADERS = [path for path in SOURCES if path.endswith((".h", ".hpp"))]
OPTIONS = None


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

    @unittest.skipUnless(shutil.which("ctest"), "no ctest")
    def test_every_layer_has_tests_of_its_own(self):
        build = os.path.dirname(OPTIONS.commands)
        told = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
        count = collections.Counter()
        for test in json.loads(told)["tests"]:
            for entry in test.get("properties", []):
                if entry["name"] == "LABELS":
                    count.update(entry["value"])
        self.assertEqual([layer.name for layer in TABLE if not count[layer.name]], [], "ctest -L LAYER finds nothing")

    def test_every_test_is_compiled(self):
        """By itself, or in a file that includes it (a unity build)."""
        with open(OPTIONS.commands, encoding="utf-8") as commands:
            compiled = {os.path.realpath(os.path.join(entry["directory"], entry["file"])) for entry in json.load(commands)}
        for path in [path for path in compiled if "/Unity/" in path]:
            with open(path, encoding="utf-8") as unity:
                compiled.update(map(os.path.realpath, re.findall(r'#include "(.*)"', unity.read())))
        tests = [os.path.join(folder, name) for folder, _, names_ in os.walk(os.path.join(includes.ROOT, "tests")) for name in names_ if name.endswith("_test.cpp")]
        self.assertGreater(len(tests), 100)
        self.assertEqual([path for path in sorted(tests) if os.path.realpath(path) not in compiled], [], "these are in no program")

    def test_the_page_shows_the_includes(self):
        self.assertEqual(picture.parts_of_page()[1], picture.picture(), "run tests/structure/picture.py --write")

    def test_core_includes_no_mpi(self):
        users = [path for path in SOURCES if path.startswith("core/") and re.search(r"#\s*include [<\"]mpi\.h", includes.read(path))]
        self.assertEqual(users, [])


class CirclesTest(unittest.TestCase):
    """What includes each other is one thing to who reads it or tests it: folders never do, and at most three units do."""

    MOST = 3

    @staticmethod
    def told(circle, below):
        return "circle of " + ", ".join(f"{node} (-> {', '.join(sorted(below[node] & set(circle)))})" for node in circle)

    def test_circles_are_found(self):
        below = {"a": {"b", "e"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"f"}, "f": {"e"}, "g": set()}
        self.assertEqual(includes.circles(below), [("a", "b", "c"), ("e", "f")])

    def test_no_circle_of_folders(self):
        below = includes.graph(SOURCES, os.path.dirname)
        self.assertGreater(len(below), 50)
        self.assertEqual([self.told(circle, below) for circle in includes.circles(below)], [])

    def test_no_large_circle_of_units(self):
        below = includes.graph(SOURCES, includes.unit_of)
        self.assertGreater(len(below), 500)
        large = [circle for circle in includes.circles(below) if len(circle) > self.MOST]
        self.assertEqual([self.told(circle, below) for circle in large], [])


class NamesTest(unittest.TestCase):
    """One namespace a layer, one definition a name there, and sources that can be compiled together."""

    def test_declarations_are_found(self):
        text = """namespace a::b { namespace { struct S { int inner() { return 1; } }; using T = std::map<int, int>;
            // struct Comment {};
            constexpr std::array<int, 2> kOne = {1, 2}, kTwo{};  template <class X> X f(X x) { return {x}; }
            std::vector<S> g(const T& t = {}); } class C : public B { }; S make() { return {}; } }"""
        found = [(declared.name, names.ANONYMOUS in declared.space, declared.is_type) for declared in names.declared_in(text)]
        self.assertEqual(found, [("S", True, True), ("T", True, False), ("kOne", True, False), ("f", True, False), ("g", True, False),
                                 ("C", False, True), ("make", False, False)])

    def test_one_definition(self):
        found = collections.defaultdict(set)
        for path in SOURCES:
            for declared in names.declarations(path):
                if declared.is_type and declared.space and names.ANONYMOUS not in declared.space:
                    found["::".join((*declared.space, declared.name))].add(path)
        self.assertGreater(len(found), 500)
        self.assertEqual({name: sorted(paths) for name, paths in found.items() if len(paths) > 1}, {})

    def test_a_layer_declares_a_hidden_name_once(self):
        """A unity build compiles any sources of a layer as one: what two of them hide under one name would clash."""
        found = collections.defaultdict(lambda: collections.defaultdict(set))
        for path in SOURCES:
            if path.endswith(".cpp") and not path.endswith("/main.cpp"):
                for declared in names.declarations(path):
                    if names.ANONYMOUS in declared.space:
                        found[(includes.layer_of(path, TABLE).name, *declared.space, declared.name)][path].add(declared.text)
        self.assertGreater(len(found), 1000)
        twice = {}
        for name, by_path in found.items():
            texts = set().union(*by_path.values())
            repeatable = len(texts) == 1 and re.match(r"using \w+ =|namespace ", min(texts))  # C++ allows the same alias again
            if len(by_path) > 1 and not repeatable:
                twice["::".join(name)] = sorted(by_path)
        self.assertEqual(twice, {}, "give them different names, or share one: see docs/contributing.md")

    def test_one_namespace_a_layer(self):
        wrong = []
        for path in SOURCES:
            layer = includes.layer_of(path, TABLE)
            if layer is None or not layer.folder.startswith(("core/", "tools/")):
                continue
            name = layer.folder.split("/")[1]  # the layers of core/mapping share one
            spaces = re.findall(r"^namespace (topomorph[\w: ]*)\{", includes.read(path), re.MULTILINE)
            if spaces and not any(name in space.replace("::", " ").split() for space in spaces):  # others: declarations
                wrong.append(f"{path}: found namespace {spaces[0]}, expected topomorph::{name}")
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


class FilesTest(unittest.TestCase):
    """Files that can be found and read."""

    def test_first_line_says_what_it_is(self):
        self.assertEqual([path for path in SOURCES if not includes.read(path).startswith(("// ", "/* "))], [])

    # What writes to the standard streams: each filters what it writes (core/base/terminal_text.h), so that no caller has to.
    EXITS = ["core/base/process.cpp", "plugin/front/line.cpp", "plugin/slurm/spank.cpp", "runtime/process/message.cpp", "tools/engine/main.cpp",
             "tools/manual/describe.cpp", "tools/measure/greeting.cpp", "tools/measure/main.cpp", "tools/output/message.cpp", "tools/output/terminal.cpp"]
    WRITES = re.compile(r"(?m)^(?! *(?://|\*)).*(?:\b(?:(?:fmt|std)::print(?:ln)?|printf|v?fprintf|v?dprintf|f?puts|f?putchar|perror|fwrite|slurm_(?:error|info|verbose|debug[23]?|spank_log))\s*\("
                        r"|\bstd::c(?:out|err|log)\b|\bwrite\w*\(STD(?:OUT|ERR)_FILENO)")

    def test_text_leaves_by_few_exits(self):
        found = [path for path in SOURCES if self.WRITES.search(includes.read(path))]
        self.assertEqual(found, self.EXITS, "use tools/output/message.h, runtime/process/message.h or plugin/front/line.h")
        filters = "core/base/terminal_text.h", "core/base/json_text.h", "tools/output/message.h"
        plain = [path for path in found if not any(included in filters for _, included in includes.includes(path))]
        self.assertEqual(plain, ["core/base/process.cpp", "tools/manual/describe.cpp"], "a line without foreign text; what runs in the build")

    # What depends on the locale of somebody else's program: a decimal comma there ended the agreement.
    BY_LOCALE = re.compile(r"\b(?:strto[dfl]|ato[fl]|sto[dfl]d?)\s*\(|printf\s*\([^;]*%[-+ 0#]*[0-9.*]*l?[aefgAEFG]\b|\bto_string\(\s*[\w.()]*(?:seconds|elapsed|percent)\w*\s*\)|setlocale")

    def test_numbers_do_not_depend_on_the_locale(self):
        found = [f"{path}: {match.group()}" for path in SOURCES for match in self.BY_LOCALE.finditer(includes.read(path))]
        self.assertEqual(found, [], "core/base/number.h and fmt read and write numbers in every locale")

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
    """What a header takes from the C++ library it includes, itself or by another header of ours."""

    HOME = {"vector": "vector", "string": "string", "to_string": "string", "string_view": "string_view", "optional": "optional",
            "nullopt": "optional", "map": "map", "unordered_map": "unordered_map", "set": "set", "unordered_set": "unordered_set",
            "span": "span", "array": "array", "deque": "deque", "variant": "variant", "tuple": "tuple", "function": "functional",
            "unique_ptr": "memory", "shared_ptr": "memory", "make_unique": "memory", "make_shared": "memory", "mutex": "mutex",
            "lock_guard": "mutex", "atomic": "atomic", "thread": "thread", "mt19937_64": "random", "sort": "algorithm", "min": "algorithm",
            "max": "algorithm", "accumulate": "numeric", "iota": "numeric", "uint32_t": "cstdint", "uint64_t": "cstdint",
            "int64_t": "cstdint", "uint8_t": "cstdint", "runtime_error": "stdexcept"}
    OF_SYSTEM = re.compile(r"^#\s*include <([^>]+)>", re.MULTILINE)

    def test_there_are_headers(self):
        self.assertGreater(len(HEADERS), 400)

    def reached(self, path, seen):
        """Adds to `seen` the header and all of ours that it includes."""
        if path not in seen:
            seen.add(path)
            for _, included in includes.includes(path):
                self.reached(included, seen)
        return seen

    def test_names_of_the_library_are_included(self):
        of_system = {path: set(self.OF_SYSTEM.findall(includes.read(path))) for path in SOURCES}
        wrong = []
        for path in HEADERS:
            there = set().union(*(of_system.get(header, set()) for header in self.reached(path, set())))
            for name in sorted(set(re.findall(r"\bstd::(\w+)", names.without_comments(includes.read(path))))):
                if name in self.HOME and self.HOME[name] not in there:
                    wrong.append(f"{path}: std::{name} without <{self.HOME[name]}>")
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


class HeadersAloneTest(unittest.TestCase):
    """Each header compiles alone."""

    def commands(self):
        """Returns the compiler and what it must know of the places of headers, for one source of each folder."""
        with open(OPTIONS.commands, encoding="utf-8") as file:
            database = json.load(file)
        words_of = {}
        for entry in database:
            sources = [entry["file"]]
            if "/Unity/" in entry["file"]:
                sources = re.findall(r'^#include "([^"]+)"', includes.read(entry["file"]), re.MULTILINE)
            for path in sources:
                if path.endswith(".cpp"):
                    words_of.setdefault(os.path.relpath(os.path.dirname(path), includes.ROOT), self.words(entry["command"]))
        self.assertGreater(len(words_of), 50)
        return words_of

    @staticmethod
    def words(command):
        """Returns a compiler with its definitions and folders, and nothing of precompiled headers."""
        given = [word for word in shlex.split(command) if not word.endswith("ccache")]
        kept = given[:1] + ["-std=c++20", "-fsyntax-only"]
        for word, following in zip(given, given[1:]):
            if word == "-isystem":
                kept += [word, following]
            elif word.startswith(("-I", "-D")):
                kept.append(word)
        return kept

    def alone(self):
        """Returns the headers that no source of their name has as its first include, which compiles alone where sources do (debug)."""
        found = []
        for path in HEADERS:
            source = os.path.splitext(path)[0] + ".cpp"
            text = includes.read(source) if os.path.exists(os.path.join(includes.ROOT, source)) else ""
            first = re.search(r'^#include ["<]([^">]+)', text, re.MULTILINE)
            if not (first and first.group(1) == path):
                found.append(path)
        return found

    def test_headers_compile_alone(self):
        words_of = self.commands()
        # The folders of MPI libraries that this build is not for.
        left_out = {os.path.dirname(path) for path in SOURCES if path.startswith("runtime/mpi/") and path.endswith(".cpp")} - set(words_of)
        checked = [path for path in self.alone() if os.path.dirname(path) not in left_out]

        def check(path):
            folder = os.path.dirname(path)
            while folder not in words_of and folder:
                folder = os.path.dirname(folder)
            done = subprocess.run(words_of[folder] + ["-x", "c++", "-"], input=f'#include "{path}"\n', text=True, capture_output=True,
                                  cwd=os.path.dirname(OPTIONS.commands), check=False)
            return f"{path}:\n{done.stderr[:2000]}" if done.returncode else None

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [text for text in pool.map(check, checked) if text]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", help="compile_commands.json of the build")
    parser.add_argument("--links", help="what CMake's layers link, one layer a line")
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest, verbosity=2)
