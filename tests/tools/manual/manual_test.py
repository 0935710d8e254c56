"""The manual pages are sound and say what the program says; bash, zsh and fish complete from them."""
import argparse
import ast
import functools
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PARSER = argparse.ArgumentParser()
for word in ("share", "topomorph", "document"):
    PARSER.add_argument("--" + word, required=True, type=pathlib.Path)
OPTIONS, REST = PARSER.parse_known_args()
PAGES = sorted((OPTIONS.share / "man").glob("man*/*"))


def output_of(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=200, **more)


def verbs():
    text = output_of(OPTIONS.topomorph, "--help").stdout
    return re.findall(r"^  (\w+) ", text[text.index("Subcommands:"):], re.M)


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"there is no {program}")


class PagesTest(unittest.TestCase):
    def test_every_verb_and_function_has_one(self):
        names = {page.name for page in PAGES}
        self.assertLessEqual({"topomorph.1", "topomorph.3", "tm_reorder.3", "tm_redistribute.3", "tm_phase.3"}, names)
        self.assertLessEqual({f"topomorph-{verb}.1" for verb in verbs()}, names)
        self.assertGreater(len(verbs()), 10)

    def check(self, *command):
        for page in PAGES:
            done = output_of(*command, page, env=dict(os.environ, MANROFFSEQ="", LC_ALL="C.UTF-8", MANWIDTH="100"))
            self.assertEqual((done.stderr, done.returncode), ("", 0), page.name)
            self.assertGreater(len(done.stdout), 500, page.name)

    @needs("groff")
    def test_groff_has_no_warning(self):
        self.check("groff", "-ww", "-man", "-Tutf8")

    @needs("man")
    def test_man_has_no_warning(self):
        self.check("man", "--warnings", "-l")

    @needs("mandoc")
    def test_mandoc_has_no_warning(self):
        for page in PAGES:
            done = output_of("mandoc", "-T", "lint", "-W", "warning", page)
            self.assertEqual((done.stdout, done.returncode), ("", 0), page.name)

    @needs("mandoc")
    def test_pages_have_every_option_of_the_help(self):
        for verb in verbs():
            text = output_of("mandoc", "-T", "ascii", OPTIONS.share / f"man/man1/topomorph-{verb}.1").stdout
            text = re.sub(".\b", "", text)
            for option in re.findall(r"--[a-z][a-z-]+", output_of(OPTIONS.topomorph, verb, "--help").stdout.split("Options:")[1]):
                self.assertIn(option, text, verb)

    @needs("mandoc")
    def test_statuses_are_those_of_the_documentation(self):
        text = re.sub(".\b", "", output_of("mandoc", "-T", "ascii", OPTIONS.share / "man/man1/topomorph.1").stdout)
        section = text[text.index("EXIT STATUS"):text.index("ENVIRONMENT")]
        listed = re.findall(r"^\s+(\d+)\s", section, re.M)
        self.assertEqual(listed, ["0", "1", "2", "126", "127"])
        self.assertEqual(re.findall(r"^\| (\d+) \|", OPTIONS.document.read_text(), re.M), listed)


class BashTest(unittest.TestCase):
    SCRIPT = OPTIONS.share / "bash-completion/completions/topomorph"

    def complete(self, *words, folder=None):
        """What is offered for the last word, as bash splits words: also at ':' and '='."""
        line = (f"source '{self.SCRIPT}'; compopt() {{ :; }}; COMP_WORDS=({' '.join(repr(word) for word in ('topomorph', *words))}); "
                "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _topomorph; printf '%s\\n' \"${COMPREPLY[@]}\"")
        done = output_of("bash", "--norc", "-c", line, cwd=folder)
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        return [each for each in done.stdout.split("\n") if each]

    def test_verbs(self):
        self.assertEqual(self.complete("sim"), ["simulate"])
        self.assertLessEqual(set(verbs()) | {"--help", "--version"}, set(self.complete("")))

    def test_options_and_values(self):
        self.assertEqual(self.complete("map", "--sea"), ["--search-layouts"])
        self.assertEqual(self.complete("map", "--preset", ""), ["fast", "default", "best"])
        self.assertEqual(self.complete("map", "--preset", "=", "d"), ["default"])
        self.assertEqual(self.complete("report", "--cost", "al"), ["alpha-beta"])
        self.assertIn("multisection", self.complete("map", "--algorithm", "m"))
        self.assertIn("torus:", self.complete("map", "--topology", "to"))
        self.assertEqual(self.complete("run", "--weight", "m"), ["messages"])
        self.assertEqual(self.complete("map", "--json", "--no"), [])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "node.xml").touch()
            self.assertEqual(self.complete("map", "--affinity", "no", folder=folder), ["node.xml"])
            self.assertEqual(self.complete("map", "--topology", "hwloc", ":", "no", folder=folder), ["node.xml"])
            self.assertEqual(self.complete("convert", "no", folder=folder), ["node.xml"])
            self.assertEqual(self.complete("run", "-p", "no", folder=folder), ["node.xml"])

    def test_program(self):
        self.assertIn("cat", self.complete("run", "--min-gain", "3", "ca"))
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "--input").touch()
            self.assertEqual(self.complete("run", "cat", "--in", folder=folder), ["--input"], "options are the program's")


class FishTest(unittest.TestCase):
    def complete(self, line):
        script = OPTIONS.share / "fish/vendor_completions.d/topomorph.fish"
        with tempfile.TemporaryDirectory() as home:
            done = output_of("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'", env=dict(os.environ, HOME=home))
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        return [each.split("\t")[0] for each in done.stdout.splitlines()]

    @needs("fish")
    def test_verbs_options_and_values(self):
        self.assertEqual(self.complete("topomorph sim"), ["simulate"])
        self.assertEqual(self.complete("topomorph map --search-l"), ["--search-layouts"])
        self.assertEqual(sorted(self.complete("topomorph map --preset ")), ["best", "default", "fast"])
        self.assertIn("torus:", self.complete("topomorph map --topology to"))
        self.assertIn("cat", self.complete("topomorph run ca"))
        self.assertIn("cat", self.complete("topomorph run --min-gain 3 --quiet ca"))


class Terminal:
    """An interactive shell behind a terminal: completion works as users see it nowhere else."""

    def __init__(self, words, setup, home):
        self.child, self._terminal = pty.fork()
        if self.child == 0:
            os.environ.update(HOME=str(home), ZDOTDIR=str(home), TERM="vt100", PS1="", LC_ALL="C.UTF-8")
            os.execvp(words[0], words)
        self.type(setup + "; printf 'rea''dy\\n'\n", "ready\r\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._terminal)
        os.waitpid(self.child, 0)

    def type(self, keys, *marks):
        """Waits until the shell has said the marks, one behind the other; fails where it does not."""
        os.write(self._terminal, keys.encode())
        for mark in marks:
            self._read_until(mark)

    def _read_until(self, mark):
        text, end = "", time.monotonic() + 30
        while time.monotonic() < end and select.select([self._terminal], [], [], 30)[0]:
            text += os.read(self._terminal, 1).decode(errors="replace")  # what comes behind the mark is for the next one
            if mark in text:
                return
        raise AssertionError(f"expected {mark!r}, the shell said {text!r}")


BASH = (["bash", "--norc", "--noprofile", "-i"], f"source '{BashTest.SCRIPT}'")
ZSH = (["zsh", "-f", "-i"], f"unsetopt zle_bracketed_paste beep; fpath=('{OPTIONS.share}/zsh/site-functions' $fpath); "
                            "autoload -U compinit; compinit -u -D; LISTMAX=1000")


class NamesOfOthersTest(unittest.TestCase):
    """Anybody may have given a file its name: whoever completes it and presses return gives that name to topomorph, and runs nothing else."""

    NAMES = ["a;touch ran;", "a$(touch ran)", "a`touch ran`", "a&touch ran&", "a|touch ran", "a'\"touch ran", "a b>ran", "a\ttouch ran", "a\\;touch ran;"]

    def given(self, shell, typed, *names):
        """The arguments that a program named topomorph is given when the typed words are completed and sent."""
        with tempfile.TemporaryDirectory() as parent:
            bin_folder, folder = pathlib.Path(parent) / "bin", pathlib.Path(parent) / "work"
            for each in bin_folder, folder:
                each.mkdir()
            (bin_folder / "topomorph").write_text(f"#!{sys.executable}\nimport sys\nopen({str(bin_folder / 'given')!r}, 'a').write(repr(sys.argv[1:]) + '\\n')\n")
            (bin_folder / "topomorph").chmod(0o755)
            for name in names:
                (folder / name).touch(mode=0o755)
            words, setup = shell
            with Terminal(words, f"PATH='{bin_folder}':$PATH; cd '{folder}'; {setup}", parent) as terminal:
                terminal.type(typed + "\t")
                time.sleep(0.5)  # the shell has no mark for the end of a completion
                terminal.type("\nprintf 'do''ne\\n'\n", "done\r\n")
            self.assertEqual(sorted(os.listdir(folder)), sorted(names), "nothing else was run")
            given = bin_folder / "given"
            return [ast.literal_eval(line) for line in given.read_text().splitlines()] if given.exists() else []

    def check(self, shell):
        for name in self.NAMES:
            with self.subTest(name=name):
                self.assertEqual(self.given(shell, "topomorph run ./a", name), [["run", f"./{name}"]])
        self.assertEqual(self.given(shell, "topomorph report a", "a;touch ran;"), [["report", "a;touch ran;"]])
        self.given(shell, "topomorph run ./a", "a\n;touch ran;", "a\ntouch ran\n")  # whatever is given, nothing is run

    @needs("bash")
    def test_bash(self):
        self.check(BASH)

    @needs("zsh")
    def test_zsh(self):
        self.check(ZSH)

    @needs("fish")
    def test_fish(self):
        """What fish would insert is one word to fish itself. Its tab separates the name from the description."""
        source = f"source '{OPTIONS.share}/fish/vendor_completions.d/topomorph.fish'"
        for name in [each for each in self.NAMES if "\t" not in each]:
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / name).touch(mode=0o755)
                fish = functools.partial(output_of, "fish", "--no-config", "-c", cwd=folder, env=dict(os.environ, HOME=folder))
                inserted = fish(f"{source}; complete -C --escape 'topomorph run ./a'").stdout.split("\t")[0].rstrip("\n")
                self.assertEqual(fish(f"printf '%s,' {inserted}").stdout, f"./{name},")


class ZshTest(unittest.TestCase):
    def check(self, typed, added):
        """What is typed and a tab make zsh add this; fails where it does not."""
        with tempfile.TemporaryDirectory() as home, Terminal(*ZSH, home) as terminal:
            terminal.type(typed + "\t", typed, added)

    @needs("zsh")
    def test_verbs_options_and_values(self):
        self.check("topomorph sim", "ulate")
        self.check("topomorph map --sear", "ch-layouts")
        self.check("topomorph map --preset f", "ast")
        self.check("topomorph map --topology tor", "us:")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
