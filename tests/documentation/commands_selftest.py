"""Tests the tests of the documentation: faulty pages, and the complaints about them."""
import pathlib
import tempfile
import unittest

import commands_test
import pages

HERE = pathlib.Path(__file__).resolve()
SOURCE = HERE.parents[2]


class CommandsTest(unittest.TestCase):
    def page(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "page.md").write_text(text)
        return pages.read_page(self.folder / "page.md")

    def complaints(self, text):
        """About a page with one session."""
        page = self.page(f"```console\n{text}\n```\n")
        commands = commands_test.commands_of(page.blocks[0])
        outcomes = commands_test.run(commands, self.folder, self.folder)
        self.assertEqual(len(outcomes), len(commands))
        found = [commands_test.complaint_about(command, *outcome, commands[i + 1] if i + 1 < len(commands) else None)
                 for i, (command, outcome) in enumerate(zip(commands, outcomes))]
        return [complaint for complaint in found if complaint]

    def test_what_is_shown_is_compared(self):
        self.assertEqual(self.complaints("$ echo a; echo b\na\nb\n$ true"), [])
        self.assertIn("prints something else", self.complaints("$ echo a\nb")[0])
        self.assertIn("prints something else", self.complaints("$ echo a; echo b\na")[0])
        self.assertIn("prints something else", self.complaints("$ echo ab\na")[0])
        self.assertEqual(self.complaints("$ echo 'a  b' >&2\na  b"), [])

    def test_ellipses(self):
        self.assertEqual(self.complaints("$ seq 5\n1\n…\n5"), [])
        self.assertEqual(self.complaints("$ seq 2\n1\n…\n2"), [])
        self.assertEqual(self.complaints("$ echo a 7 s\na … s"), [])
        self.assertNotEqual(self.complaints("$ seq 5\n1\n…\n6"), [])
        self.assertNotEqual(self.complaints("$ printf 'a\\n s'\na … s"), [])

    def test_lines_on_stderr_may_come_early(self):
        self.assertEqual(self.complaints("$ echo topomorph: kept; echo heat\nheat\ntopomorph: kept"), [])
        self.assertNotEqual(self.complaints("$ echo topomorph: kept; echo heat\nheat\ntopomorph: reordered"), [])
        self.assertNotEqual(self.complaints("$ echo topomorph: kept; echo heat\nheat"), [])

    def test_statuses(self):
        self.assertIn("ended with status 3", self.complaints("$ (exit 3)")[0])
        self.assertEqual(self.complaints("$ (exit 3)\n$ echo $?\n3"), [])
        self.assertNotEqual(self.complaints("$ (exit 3)\n$ echo $?\n2"), [])
        self.assertIn("ended with status", self.complaints("$ echo 'unfinished")[0])

    def test_commands_share_a_shell_and_go_on_behind_an_arrow(self):
        self.assertEqual(self.complaints("$ x=1; mkdir a\n$ cd a\n$ echo $x \\\n>   more\n1 more\n$ basename $PWD\na"), [])

    def test_blocks_that_hide_commands(self):
        for text, word in (("```\necho\n```", "does not say its language"),
                           ("```text\n$ echo\n```", "a command in a block that is not run"),
                           ("```text\nmpirun -n 2 ./app\n```", "a command in a block that is not run"),
                           ("```bash\nexit\n```", "no word on who runs it"),
                           ("<!-- not run here: lazy -->\n```sh\nexit\n```", "expected a reason"),
                           ("<!-- not run here: lazy; tests/absent.py -->\n```sh\nexit\n```", "tests/absent.py does not exist")):
            complaints = list(commands_test.complaints_about(self.page(text + "\n"), SOURCE))
            self.assertTrue(any(word in complaint for complaint in complaints), (text, complaints))
        good = "<!-- not run here: needs root; tests/CMakeLists.txt -->\n```sh\nexit\n```\n```text\ntopomorph: a line\n```\n"
        self.assertEqual(list(commands_test.complaints_about(self.page(good), SOURCE)), [])

    def test_pictures_are_made_anew(self):
        page = self.page("<!-- made by: printf 1 >picture.svg -->\n![one](one.svg)\n<!-- made by: printf 2 >picture.svg -->\n![two](two.svg)\n")
        for name in ("one", "two"):
            (self.folder / f"{name}.svg").write_text("1")
        complaint, = commands_test.pictures_that_differ(page, self.folder, self.folder)
        self.assertIn("two.svg is not what", complaint)


class PagesTest(unittest.TestCase):
    def test_anchors(self):
        page = pages.Page(HERE, ["A `b`, [c](d.md): e-f", "Same", "Same"], [], [], [])
        self.assertEqual(page.anchors(), {"a-b-c-e-f", "same", "same-1"})


if __name__ == "__main__":
    unittest.main()
