"""The mutation tester: each kind of fault on small texts, what it draws, what it lists, and a run on a project of two files."""
import contextlib
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from dataclasses import replace

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "structure")]
from mutation import command, draw, faults, results, source, trial  # noqa: E402


def changes(line, kind=None, around="void f() {{\n{}\n}}\n"):
    """Returns the set of what the faults of a kind (default: all) make of a line in a text."""
    text = around.format(line)
    number = text[:text.index(line)].count("\n") + 1
    found = faults.faults_of(source.Source(text))[number]
    return {draw.lines_of_edit(text, fault)[1] for fault in found if kind in (None, fault.kind)}


class SourceTest(unittest.TestCase):
    """What is text, what is a bracket, what begins a statement."""

    def test_comments_texts_and_directives_are_hidden(self):
        text = 'int a = 1\'000; // B < C\n#define N \\\n  2\n/* D\n E */ auto f = "G \\" < H" + R"x(I\n")x" + \'J\';\n'
        hidden = source.hide(text)
        self.assertEqual(len(hidden), len(text))
        self.assertEqual(hidden.count("\n"), text.count("\n"))
        self.assertIn("int a = 1'000;", hidden)
        for word in "BCND2EGHIJ<x":
            self.assertNotIn(word, hidden)
        self.assertIn("auto f =", hidden)

    def test_templates_are_no_comparisons(self):
        kinds = [token.kind for token in source.tokens_of("std::map<int, std::vector<int>> a = b < c;") if token.text in "<>"]
        self.assertEqual(kinds, ["angle", "angle", "angle", "angle", "sign"])

    def test_braces(self):
        text = """
            namespace a { enum class E { One };
            struct B final : C<int> { int d{1}; B() : d{2} { } int f() const { if (x) { } return g({1}); } };
            auto h() -> std::vector<int> { return i([&](int k) mutable { k = 1; }); } }"""
        parsed = source.Source(text)
        self.assertEqual(" ".join(parsed.kinds[i] for i in sorted(parsed.kinds)),
                         "namespace enum class init init function function block init function lambda")

    def test_statements_begin(self):
        text = """void f() { a(); if (b) c(); else d(); for (;;) { e(); }
                  switch (g) { case H: i(); x = y ? z : w; default: j(); } k([] { l(); }, x ? y : z); }"""
        parsed = source.Source(text)
        starts = [parsed.word(i) for i in range(len(parsed.tokens)) if parsed.is_start(i)]
        self.assertEqual(starts, "a if c d for e switch case i x default j k l".split())


class FaultsTest(unittest.TestCase):
    """Each kind of fault, and what has none."""

    def test_comparison(self):
        self.assertEqual(changes("x = a < b;", "comparison"), {"x = a <= b;"})
        self.assertEqual(changes("x = a >= b;", "comparison"), {"x = a > b;"})
        self.assertEqual(changes("if (a == b) return;", "comparison"), {"if (a != b) return;"})

    def test_condition(self):
        self.assertEqual(changes("if (ready()) go();", "comparison"), {"if (!ready()) go();"})
        self.assertEqual(changes("if (!ready()) go();", "comparison"), {"if (ready()) go();"})
        self.assertIn("if (!(a && b)) go();", changes("if (a && b) go();", "comparison"))
        self.assertEqual(changes("if (auto x = a()) go();", "comparison"), set())

    def test_off_by_one(self):
        self.assertEqual(changes("x = a + 1;", "off by one"), {"x = a;", "x = a + 2;"})
        self.assertEqual(changes("x = a - 1;", "off by one"), {"x = a;", "x = a - 2;"})
        self.assertEqual(changes("x = a[i];", "off by one"), {"x = a[i + 1];"})
        self.assertEqual(changes("for (int i = 0; i < n; ++i) a();", "off by one"), {"for (int i = 0; i + 1 < n; ++i) a();"})
        self.assertEqual(changes("x = a + 1 * b;", "off by one"), set())
        self.assertEqual(changes("char buffer[kSize];"), set())

    def test_missing_term(self):
        self.assertEqual(changes("x = a + b * c - d;", "missing term"),
                         {"x = b * c - d;", "x = a - d;", "x = a + b - d;", "x = a + c - d;", "x = a + b * c;"})
        self.assertEqual(changes("return a && b(1, 2) || c;", "missing term"),
                         {"return a || c;", "return b(1, 2) || c;", "return c;", "return a && b(1, 2);"})
        self.assertEqual(changes("x = !a;", "missing term"), {"x = a;"})
        self.assertEqual(changes('x = a + "text";', "missing term"), set())
        self.assertEqual(changes("T* p = -q;", "missing term"), set())

    def test_swapped_argument(self):
        self.assertEqual(changes("x = f(a, b[1], g(c));", "swapped argument"), {"x = f(b[1], a, g(c));", "x = f(a, g(c), b[1]);"})
        self.assertEqual(changes("return {a, b};", "swapped argument"), {"return {b, a};"})
        self.assertEqual(changes("return a ? b : c + 1;", "swapped argument"), {"return a ? c + 1 : b;"})
        self.assertEqual(changes("x = a ? b : c ? d : e;", "swapped argument"), {"x = a ? b : c ? e : d;"})
        for line in ("x = std::min(a, b);", 'f("text", a);', "f(a, [] { g(); });", "f(a, a);", "f(a.begin(), a.end());",
                     "f(a, &b);", "f(a.end(), b);"):
            self.assertEqual(changes(line, "swapped argument"), set(), line)
        self.assertEqual(changes("int f(int a, const B& b);", around="{}"), set())
        self.assertEqual(changes("int f(int, B&);", around="{}"), set())

    def test_removed_statement(self):
        self.assertEqual(changes("x.a += f();", "removed statement"), {""})
        self.assertEqual(changes("if (a) b();", "removed statement"), {"if (a) {}"})
        self.assertEqual(changes("*p = a; ++b;", "removed statement"), {"++b;", "*p = a;"})
        self.assertEqual(changes("call(\n    a);", "removed statement"), {""})
        for line in ("int a = b;", "std::vector<int> a(b);", "A::B& c = d;", "A* b;", "auto a = b;", "return a;", "a.reserve(b);",
                     "(void)a;", "std::lock_guard l(m);"):
            self.assertEqual(changes(line, "removed statement"), set(), line)

    def test_constant(self):
        self.assertEqual(changes("x = 2;", "constant"), {"x = 3;", "x = 0;"})
        self.assertEqual(changes("x = 0;", "constant"), {"x = 1;"})
        self.assertEqual(changes("x = a / 2u;", "constant"), {"x = a / 3u;"})
        self.assertEqual(changes("x = 0.5f;", "constant"), {"x = 1.5f;", "x = 0.0f;"})
        self.assertEqual(changes("x = 0xFF;", "constant"), {"x = 0x100;", "x = 0;"})
        self.assertEqual(changes("x = 0677;", "constant"), {"x = 0700;", "x = 0;"})
        self.assertEqual(changes("x = 20'000;", "constant"), {"x = 2000;", "x = 0;"})
        self.assertEqual(changes("return true;", "constant"), {"return false;"})
        self.assertEqual(changes("int a = 2;", around="struct B {{\n{}\n}};\n"), {"int a = 3;", "int a = 0;"})
        for line in ("int a = 0;", "bool a = false;", "virtual int f() const = 0;"):
            self.assertEqual(changes(line, around="struct B {{\n{}\n}};\n"), set(), line)

    def test_early_return(self):
        self.assertEqual(changes("void f(int a) {", "early return", "{}\n g(); }}\n"), {"void f(int a) { return;"})
        for line in ("int f(int a) {", "void* f(int a) {", "Void f() {"):
            self.assertEqual(changes(line, "early return", "{}\n g(); }}\n"), set(), line)
        self.assertEqual(changes("if (a) return b;", "early return"), {""})
        self.assertEqual(changes("if (a) { continue; }", "early return"), {""})
        self.assertEqual(changes("if (a) return b; else c();", "early return"), set())
        self.assertEqual(changes("if (a) b();", "early return"), set())

    def test_lines_without_behaviour(self):
        for line in ("using A = B<1>;", "static_assert(a < 1);", "namespace a {", "// a < b + 1", "#define A 1",
                     "enum class A { B = 1, C };", "template <class T, int n = 1>", "int f(int a);", 'const char* a = "b + 1";'):
            self.assertEqual(changes(line, around="{}\n"), set(), line)


def folder_with(files):
    """Returns a folder, in which git knows the files, as a context."""
    folder = tempfile.TemporaryDirectory()
    for name, text in files.items():
        path = pathlib.Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    for words in ("init --quiet", "add .", "-c user.name=t -c user.email=t@t.invalid commit --quiet -m t"):
        subprocess.run(["git", *words.split()], cwd=folder.name, check=True)
    return folder


def layer_of(path):
    """Returns the first folder of a path, which is a layer here."""
    return path.split("/")[0] if "/" in path else None


MANY = "int f(int a) {\n" + "".join(f"  a += {number};\n" for number in range(1, 40)) + "  return a;\n}\n"


@unittest.skipUnless(shutil.which("git"), "no git")
class DrawTest(unittest.TestCase):
    """Which lines are drawn."""

    def setUp(self):
        other = MANY.replace("f(", "g(")
        folder = folder_with({"low/many.cpp": MANY, "high/other.cpp": other, "tests/a.txt": "x = 1;\n", "README.md": ""})
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def project(self):
        return draw.Project(self.root, layer_of)

    def first(self, seed, lines=None):
        project = self.project()
        return next(draw.drawn(project, project.lines() if lines is None else lines, seed))

    def test_a_seed_draws_the_same(self):
        self.assertEqual([self.first(seed) for seed in range(20)], [self.first(seed) for seed in range(20)])

    def test_seeds_draw_others(self):
        drawn = [self.first(seed) for seed in range(60)]
        self.assertGreater(len({mutant.key() for mutant in drawn}), 30)
        self.assertEqual({mutant.layer for mutant in drawn}, {"low", "high"})

    def test_other_lines_change_no_draw(self):
        before = {seed: self.first(seed) for seed in range(40)}
        file = self.root / "low/many.cpp"
        file.write_text("// One more line.\n" + file.read_text().replace("a += 7;", "a -= 7;"))
        changed = [seed for seed, mutant in before.items() if self.first(seed).key() != mutant.key()]
        self.assertLess(len(changed), 5)

    def test_a_seed_goes_on_with_each_mutant_once(self):
        project = self.project()
        lines = project.lines_of("low/many.cpp")
        every = {mutant for found in project.mutants_of("low/many.cpp").values() for mutant in found}
        drawn = list(draw.drawn(project, lines, 1))
        self.assertEqual((len(drawn), set(drawn)), (len(every), every))

    def test_a_line_ends_before_the_next(self):
        project = self.project()
        lines = [mutant.line for mutant in draw.drawn(project, project.lines_of("low/many.cpp"), 3)]
        self.assertEqual(len([i for i in range(1, len(lines)) if lines[i] != lines[i - 1]]) + 1, len(set(lines)))

    def test_changed_lines(self):
        file = self.root / "low/many.cpp"
        file.write_text(file.read_text().replace("a += 7;", "a -= 7;"))
        (self.root / "high/new.h").write_text("inline int h() { return 3; }\n")
        found = self.project().changed_lines("HEAD")
        self.assertEqual({(line.path, line.number) for line in found}, {("low/many.cpp", 8), ("high/new.h", 1)})
        self.assertEqual(self.project().changed_lines("HEAD~0")[0].layer, "high")

    def test_an_unknown_commit_is_named(self):
        with self.assertRaisesRegex(draw.InputError, "nowhere"):
            self.project().changed_lines("nowhere")

    def test_an_edit_is_one(self):
        project = self.project()
        for found in project.mutants_of("low/many.cpp").values():
            for mutant in found:
                before, after = project.read(mutant.path).splitlines(), mutant.applied_to(project.read(mutant.path)).splitlines()
                self.assertEqual([i + 1 for i in range(len(before)) if before[i] != after[i]], [mutant.line])
                self.assertEqual((before[mutant.line - 1].strip(), after[mutant.line - 1].strip()), (mutant.before, mutant.after))


ENTRY = "# A comment.\nlow/many.cpp\n- a += 7;\n+ a += 8;\nNobody adds\nseven.\n\n"


@unittest.skipUnless(shutil.which("git"), "no git")
class EquivalentTest(unittest.TestCase):
    """The list of faults that change nothing."""

    def read(self, text):
        with folder_with({"low/many.cpp": MANY, str(draw.EQUIVALENT): text}) as name:
            return draw.read_equivalents(draw.Project(name, layer_of))

    def test_an_entry(self):
        self.assertEqual(self.read(ENTRY), ({("low/many.cpp", "a += 7;", "a += 8;"): "Nobody adds seven."}, []))

    def test_stale_entries(self):
        for old, new in (("a += 7;", "a += 77;"), ("a += 8;", "a += 9;"), ("many.cpp", "few.cpp")):
            complaints = self.read(ENTRY + ENTRY.replace(old, new))[1]
            self.assertEqual(len(complaints), 1, new)
            self.assertIn("few.cpp" if new == "few.cpp" else "many.cpp", complaints[0])

    def test_an_entry_without_a_reason(self):
        complaints = self.read(ENTRY.replace("Nobody adds\nseven.\n", ""))[1]
        self.assertIn("expected the lines PATH, - BEFORE, + AFTER, REASON", complaints[0])

    def test_the_list_of_this_project(self):
        project = draw.Project(ROOT, command.layer_names())
        try:
            project.files
        except draw.InputError as error:
            self.skipTest(f"no checkout: {error}")
        self.assertEqual(draw.read_equivalents(project)[1], [])


def result_of(seed, status, by="", discarded=0):
    mutant = draw.Mutant("low", "low/a.cpp", 3, "comparison", 0, 0, "", "x = a < b;", "x = a <= b;")
    return results.Result(seed, mutant, status, by, discarded, 1.0, 0.25)


class ResultsTest(unittest.TestCase):
    """The table, the counts, the file."""

    FOUND = [result_of(1, results.CAUGHT, "low.a"), result_of(2, results.SURVIVED), result_of(3, results.EQUIVALENT, "because"),
             result_of(4, results.CAUGHT, "low.b", discarded=2)]

    def test_equivalent_ones_do_not_count(self):
        self.assertEqual(results.summary_of(self.FOUND),
                         {"drawn": 4, "caught": 2, "survived": 1, "equivalent": 1, "discarded": 2, "percent": 100 * 2 / 3})

    def test_the_table(self):
        lines = results.as_table(self.FOUND).splitlines()
        self.assertRegex(lines[1], r"^1 +low +low/a.cpp:3 +comparison +x = a < b; → x = a <= b; +caught by low.a +1 +0.2$")
        self.assertIn("  SURVIVED  ", lines[2])
        self.assertIn("low/a.cpp\n- x = a < b;\n+ x = a <= b;", "\n".join(lines))
        self.assertEqual(lines[-1], "4 drawn, 2 caught, 1 survived, 1 equivalent (listed): 66.7 % caught; 2 more did not compile")

    def test_a_change_shows_what_differs(self):
        self.assertEqual(results.change("x();", ""), "x(); → (nothing)")
        long = "value = first_of_all(" + "a, " * 40
        self.assertEqual(results.change(long + "b < c) + " + "d, " * 40, long + "b <= c) + " + "d, " * 40),
                         "…a, a, a, b < c) + d, d,… → …a, a, a, b <= c) + d, d,…")

    def test_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "results.json")
            results.write(file, self.FOUND)
            self.assertEqual([one.as_json() for one in results.read(file)], [one.as_json() for one in self.FOUND])
            file.write_text("{}")
            with self.assertRaisesRegex(draw.InputError, "results.json"):
                results.read(file)

    def test_seeds(self):
        self.assertEqual(command.seeds_of("1-3,9"), [1, 2, 3, 9])
        for text in ("", "3-1", "a", "1-"):
            with self.assertRaises(command.argparse.ArgumentTypeError, msg=text):
                command.seeds_of(text)


PROJECT = {
    "CMakeLists.txt": """
        cmake_minimum_required(VERSION 3.22)
        project(small CXX)
        enable_testing()
        add_executable(low_tests low/test.cc low/sum.cpp)
        add_test(NAME low.sum COMMAND low_tests)
        add_test(NAME low.other COMMAND low_tests other)
        set_tests_properties(low.sum low.other PROPERTIES LABELS low)
        add_custom_target(low DEPENDS low_tests)
        add_custom_target(high DEPENDS low_tests)
        """,
    "CMakePresets.json": """
        {"version": 3, "configurePresets": [{"name": "mutate", "generator": "Ninja", "binaryDir": "${sourceDir}/build/mutate",
                                             "cacheVariables": {"CMAKE_BUILD_TYPE": "Debug"}}]}
        """,
    ".gitignore": "/build/\n",
    "low/sum.cpp": """
        int sum(int first, int end) {
          int total = 0;
          for (int i = first; i < end; ++i) total += i;
          return total;
        }
        bool is_large(int a) {
          return a > 1000;
        }
        long kept(long a, char* b) { return a - 3; }
        """,
    "low/unused.cpp": "int unused() { return 1; }\n",
    "low/test.cc": "int sum(int, int);\nint main(int count, char**) { return count == 1 && sum(1, 4) != 6; }\n",
    "high/broken.cpp": "int broken() { return 1; }\n",
}


@unittest.skipUnless(shutil.which("git") and shutil.which("cmake") and shutil.which("ninja"), "no git, cmake or ninja")
class RunTest(unittest.TestCase):
    """Whole runs on a project of one layer with tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = folder_with(PROJECT)
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name)

    def run_tool(self, *words):
        """Returns the exit status, the output and the messages."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = command.main(words, draw.Project(self.root, layer_of))
        return status, out.getvalue(), err.getvalue()

    def mutant(self, path, after):
        """Returns the mutant of the project that makes this line."""
        project = draw.Project(self.root, layer_of)
        return project, next(mutant for found in project.mutants_of(path).values() for mutant in found if mutant.after == after)

    def outcome(self, path, after, reasons=()):
        """Returns the result of one mutant, None if it does not compile."""
        project, mutant = self.mutant(path, after)
        with trial.Trial(project) as tried, contextlib.redirect_stderr(io.StringIO()):
            return command.Runs(tried, dict(reasons)).run(1, [mutant])

    def test_a_fault_is_caught(self):
        result = self.outcome("low/sum.cpp", "for (int i = first; i <= end; ++i) total += i;")
        self.assertEqual((result.status, result.by), (results.CAUGHT, "low.sum"))

    def test_a_fault_survives(self):
        result = self.outcome("low/sum.cpp", "return a >= 1000;")
        self.assertEqual((result.status, result.by), (results.SURVIVED, ""))

    def test_a_survivor_that_is_not_built_is_told(self):
        result = self.outcome("low/unused.cpp", "int unused() { return 2; }")
        self.assertEqual((result.status, result.by), (results.SURVIVED, "low does not build it"))

    def test_a_fault_that_does_not_compile_is_no_fault(self):
        project, mutant = self.mutant("low/sum.cpp", "return a >= 1000;")
        wrong = replace(mutant, text="wrong wrong")
        with trial.Trial(project) as tried, contextlib.redirect_stderr(io.StringIO()) as said:
            result = command.Runs(tried, {}).run(7, [wrong, mutant])
        self.assertEqual((result.mutant.after, result.discarded), (mutant.after, 1))
        self.assertIn("does not compile", said.getvalue())

    def test_an_equivalent_one_is_not_run(self):
        key = ("low/sum.cpp", "return a > 1000;", "return a >= 1000;")
        result = self.outcome("low/sum.cpp", key[2], {key: "nobody asks"})
        self.assertEqual((result.status, result.by, result.test_seconds), (results.EQUIVALENT, "nobody asks", 0))

    def test_an_endless_test_is_caught(self):
        project, mutant = self.mutant("low/sum.cpp", "for (int i = first; i <= end; ++i) total += i;")
        endless = replace(mutant, text="< end || i >=")
        least = trial.LEAST_SECONDS
        trial.LEAST_SECONDS = 1
        self.addCleanup(setattr, trial, "LEAST_SECONDS", least)
        with trial.Trial(project) as tried, contextlib.redirect_stderr(io.StringIO()):
            result = command.Runs(tried, {}).run(1, [endless])
        self.assertEqual((result.status, result.by), (results.CAUGHT, "low.sum"))

    def test_the_line_comes_back(self):
        project, mutant = self.mutant("low/sum.cpp", "return a >= 1000;")
        with trial.Trial(project) as tried:
            copy = tried.source / mutant.path
            with self.assertRaises(KeyboardInterrupt), tried.fault(mutant):
                self.assertIn("a >= 1000", copy.read_text())
                raise KeyboardInterrupt
            self.assertEqual(copy.read_text(), (self.root / mutant.path).read_text())

    def test_the_copy_follows_the_checkout(self):
        extra = self.root / "low/extra.h"
        extra.write_text("// One.\n")
        with trial.Trial(draw.Project(self.root, layer_of)) as tried:
            copy, same = tried.source / "low/extra.h", tried.source / "low/sum.cpp"
            self.assertEqual(copy.read_text(), "// One.\n")
            before = same.stat().st_mtime_ns
        extra.unlink()
        with trial.Trial(draw.Project(self.root, layer_of)):
            self.assertFalse(copy.exists())
            self.assertEqual(same.stat().st_mtime_ns, before)

    def test_only_one_at_a_time(self):
        project = draw.Project(self.root, layer_of)
        with trial.Trial(project), self.assertRaisesRegex(draw.InputError, "another one"), trial.Trial(project):
            pass

    def test_a_run_and_what_follows(self):
        before = {name: (self.root / name).read_text() for name in PROJECT}
        file = str(self.root / "build" / "results.json")
        words = ("--file", "low/sum.cpp", "--seeds", "1-4", "--results", file)
        status, out, err = self.run_tool(*words)
        found = json.loads(pathlib.Path(file).read_text())
        count = found["summary"]
        self.assertEqual((count["drawn"], count["caught"] + count["survived"]), (4, 4))
        self.assertEqual(status, 1 if count["survived"] else 0)
        self.assertIn(f"4 drawn, {count['caught']} caught", out.splitlines()[-1])
        self.assertIn("layer low: built in", err)
        self.assertEqual({name: (self.root / name).read_text() for name in PROJECT}, before)

        again, out, err = self.run_tool(*words, "--json")  # everything is known: nothing is built
        self.assertEqual((again, json.loads(out)), (status, found))
        self.assertEqual(err, "")

        for one in found["mutants"]:
            one["status"] = "SURVIVED" if one is found["mutants"][0] else one["status"]
        pathlib.Path(file).write_text(json.dumps(found))
        self.run_tool("--again", file)
        self.assertEqual(json.loads(pathlib.Path(file).read_text())["summary"]["drawn"], 4)

    def test_tests_must_pass_without_a_fault(self):
        status, _, err = self.run_tool("--layer", "high")
        self.assertEqual(status, 2)
        self.assertIn("layer high: ctest fails without a fault", err)

    def test_bad_input(self):
        for words in (("--layer", "middle"), ("--file", "README.md"), ("--change", "nowhere"), ("--again", "none.json")):
            status, _, err = self.run_tool(*words)
            self.assertEqual(status, 2, words)
            self.assertIn(words[1], err)

    def test_no_changed_line(self):
        status, out, err = self.run_tool("--change", "HEAD")
        self.assertEqual((status, out), (0, ""))
        self.assertIn("nothing to do", err)

    def test_the_list(self):
        status, out, _ = self.run_tool("--list", "--file", "low/sum.cpp:8", "--seeds", "1-3")
        self.assertEqual((status, out.count("- return a > 1000;\n")), (0, 3))
        self.assertFalse("# seed 4" in out)


if __name__ == "__main__":
    unittest.main(verbosity=2)
