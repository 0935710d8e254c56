"""Holds the pages of numbers to the mapper: each has a hash of the sources that made it, and these are today's sources."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import options

OPTIONS, REST = options.paths("source", "topomorph")
sys.path += [str(OPTIONS.source / "benchmarks"), str(OPTIONS.source / "benchmarks/common")]

import refresh
import same
import sources
import starts


class PagesTest(unittest.TestCase):
    def test_numbers_are_not_older_than_the_mapper(self):
        """If this fails: benchmarks/refresh.py --make."""
        found = refresh.pages()
        self.assertGreater(len(found), 12)
        for page in found:
            with self.subTest(page.relative_to(OPTIONS.source)):
                footer = sources.footer_of(page.read_text())
                self.assertIsNotNone(footer, "its script must use write_page(), which adds the hash of the sources")
                self.assertEqual(footer.fingerprint, sources.fingerprint(footer.folders, OPTIONS.source), "make the page again: " + footer.command)

    def test_the_command_of_each_page_can_be_run(self):
        for page in refresh.pages():
            with self.subTest(page.relative_to(OPTIONS.source)):
                footer = sources.footer_of(page.read_text())
                self.assertTrue(os.access(OPTIONS.source / footer.command.split()[0], os.X_OK), footer.command)


class SameTest(unittest.TestCase):
    """Another build that maps as the build of the pages did keeps the pages current."""

    def test_another_answer_is_a_difference(self):
        with tempfile.TemporaryDirectory() as folder:
            builds = []
            for answer in ("0", "1"):
                program = Path(folder) / answer / "bin" / "topomorph"
                program.parent.mkdir(parents=True)
                program.write_text(f"#!/bin/sh\necho $#\n[ $# = 2 ] && echo {answer}\nexit 0\n")
                program.chmod(0o755)
                builds.append(Path(folder) / answer)
            tried = [["map"], ["map", "--json"]]
            self.assertEqual(same.differences(*builds, tried), [["map", "--json"]])
            self.assertEqual(same.differences(builds[0], builds[0], tried), [])

    def test_all_its_commands_are_understood(self):
        build = Path(OPTIONS.topomorph).resolve().parents[1]
        with tempfile.TemporaryDirectory() as folder:
            same.write_inputs(Path(folder))
            for words in same.others("cart:8x8"):
                with self.subTest(" ".join(words)):
                    self.assertEqual(same.answer(build, words, Path(folder))[::2], (0, ""))


class FingerprintTest(unittest.TestCase):
    CODE = '#include <vector>\n// A sum.\nint sum(int a) { return a + 1; }\nconst char* kName = "a // b";\n'

    def of(self, text, name="core/a.cpp"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return sources.fingerprint(("core",), Path(folder))

    def test_code_changes_it(self):
        self.assertNotEqual(self.of(self.CODE), self.of(self.CODE.replace("a + 1", "a + 2")))
        self.assertNotEqual(self.of(self.CODE), self.of(self.CODE.replace("// b", "// c")))

    def test_a_folder_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(ValueError, "core/mappings"):
            sources.fingerprint(("core/mapping", "core/mappings"), OPTIONS.source)

    def test_comments_layout_includes_and_names_of_files_do_not(self):
        for text in (self.CODE.replace("A sum", "Another"), self.CODE.replace("{ return", "{\n  return"), self.CODE.replace("<vector>", "<map>")):
            self.assertEqual(self.of(self.CODE), self.of(text))
        self.assertEqual(self.of(self.CODE), self.of(self.CODE, "core/b/c.h"))

    def test_a_footer_is_read_as_written(self):
        footer = sources.Footer("0123", ("core/mapping", "core/model"), "benchmarks/papers/lama.py --build build/release")
        self.assertEqual(sources.footer_of("# Page\n" + footer.text()), footer)

    def test_commands_name_no_folder_of_a_machine(self):
        program = OPTIONS.source / "benchmarks/mapping/compare.py"
        words = [str(program), "--build", "/elsewhere", "--data=/data", "--repeats", "3", "--output", str(OPTIONS.source / "benchmarks/mapping/NETWORKS.md")]
        self.assertEqual(sources.command_of(words, OPTIONS.source),
                         "benchmarks/mapping/compare.py --build build/release --repeats 3 --output benchmarks/mapping/NETWORKS.md")


class StartsTest(unittest.TestCase):
    """The pages say from which algorithms `auto` starts."""

    def test_they_are_those_of_the_mapper(self):
        refused = subprocess.run([OPTIONS.topomorph, "map", "--affinity", "cart:2", "--topology", "cmplt:2", "--algorithm", "?"],
                                 capture_output=True, text=True).stderr
        names = set(refused.split("expected one of ")[1].strip().split(", "))
        plans = (OPTIONS.source / "core/mapping/problem/presets.cpp").read_text()
        components = {starts.SAME.get(name, name) for name in re.findall(r'\{"([a-z-]+)"[,}]', plans)}
        planned = {name for name in components if name.split(":")[0] in names}
        self.assertGreater(len(planned), 8)
        self.assertEqual(planned - set(starts.STARTS), set(), "add them to benchmarks/common/starts.py")
        others = {"hyperplane", "kdtree", "strips", "tiling", "networks", "tabu"}  # run beside the plans of starts
        self.assertEqual(set(starts.STARTS) - planned - others, set(), "auto does not start from these")
        self.assertLess({name.split(":")[0] for name in starts.STARTS}, names)

    def test_the_paragraph_names_both_kinds(self):
        text = " ".join(starts.starts_of_auto(["auto", "scotch", "mpipp"]).split())
        self.assertRegex(text, r"`scotch` \(.*\)\. .* It does not use `mpipp`\.")
        self.assertIn("none", starts.starts_of_auto(["auto", "mpipp"]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
