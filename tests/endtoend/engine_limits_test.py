"""What the engine may take of the machine, for each of its verbs: read in the engine itself, as it ends."""
import os
import pathlib
import re
import resource
import subprocess
import time

from jobs import FolderTest, OPTIONS, main

# Copies what the kernel says of the process, when the work is done.
WATCH = r'''
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

static void copy(const char* path, FILE* to) {
  char line[1024];
  FILE* from = fopen(path, "r");
  while (from != NULL && fgets(line, sizeof line, from) != NULL) fputs(line, to);
  if (from != NULL) fclose(from);
}

__attribute__((destructor)) static void tell(void) {
  FILE* to = fopen(getenv("WATCHED"), "w");
  copy("/proc/self/limits", to);
  fprintf(to, "oom_score_adj ");
  copy("/proc/self/oom_score_adj", to);
  fprintf(to, "dumpable %d\n", prctl(PR_GET_DUMPABLE));
  fclose(to);
}
'''
GIBIBYTE = 1 << 30


class EngineLimitsTest(FolderTest):
    def setUp(self):
        super().setUp()
        source, self.watch, self.watched = self.folder / "watch.c", self.folder / "watch.so", self.folder / "watched"
        source.write_text(WATCH)
        built = self.run_command(OPTIONS.cc, "-shared", "-fPIC", "-o", self.watch, source)
        self.assertEqual(built.status, 0, built.stderr)
        self.verbs = {"write": [self.folder / "x.tmprof"], "locate": [], "plan": [], "recall": [], "learn": [self.folder / "case"],
                      "recover": [self.folder / "none", self.folder / "y.tmprof"]}

    def limits(self, *words, before=None, **settings):
        """Returns the soft and the hard limits of an engine by name, its score and whether it can be dumped."""
        self.watched.unlink(missing_ok=True)
        environment = {**os.environ, "LD_PRELOAD": str(self.watch), "WATCHED": str(self.watched), **settings}
        subprocess.run([OPTIONS.engine, *map(str, words)], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                       check=False, timeout=60, preexec_fn=before)
        text = self.watched.read_text()
        number = {"unlimited": float("inf")}
        found = {name.strip(): tuple(number.get(word) or int(word) for word in (soft, hard))
                 for name, soft, hard in re.findall(r"^(Max .*?)  +(\w+) +(\w+) ", text, re.MULTILINE)}
        return {**found, **{name: int(value) for name, value in re.findall(r"^(oom_score_adj|dumpable) (-?\d+)$", text, re.MULTILINE)}}

    def test_has_every_verb_of_the_engine(self):
        helped = subprocess.run([OPTIONS.engine, "--help"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(sorted(re.findall(r"^  ([a-z]+)  ", helped.partition("ubcommands:")[2], re.MULTILINE)), sorted(self.verbs))

    def test_each_verb_has_them(self):
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
        for verb, words in self.verbs.items():
            with self.subTest(verb):
                limits = self.limits(verb, *words)
                self.assertEqual((limits["oom_score_adj"], limits["dumpable"], limits["Max core file size"]), (1000, 0, (0, 0)))
                space = limits["Max address space"]
                self.assertEqual(space[0], space[1])
                self.assertLessEqual(space[0], max(min(memory / 2, 16 * GIBIBYTE), 2 * GIBIBYTE) + GIBIBYTE)
                self.assertGreaterEqual(space[0], 2 * GIBIBYTE)
                soft, hard = limits["Max cpu time"]
                self.assertTrue(60 + 4 * 30 <= soft <= 60 + 8 * 4 * 30, soft)  # one to eight threads, 30 s for an answer
                self.assertEqual(hard, soft + 5)

    def test_processor_time_follows_the_time_limit(self):
        longer = self.limits("locate", TOPOMORPH_ENGINE_TIMEOUT="1000")["Max cpu time"][0]
        self.assertGreaterEqual(longer, 60 + 4 * 1000)
        usual = self.limits("locate")["Max cpu time"][0]
        self.assertEqual(self.limits("locate", TOPOMORPH_ENGINE_TIMEOUT="soon")["Max cpu time"][0], usual)  # reported where it is used

    def test_lower_limits_stay(self):
        def lower():
            resource.setrlimit(resource.RLIMIT_AS, (GIBIBYTE, GIBIBYTE))
            resource.setrlimit(resource.RLIMIT_CPU, (20, 21))
        limits = self.limits("locate", before=lower)
        self.assertEqual((limits["Max address space"], limits["Max cpu time"]), ((GIBIBYTE, GIBIBYTE), (20, 21)))

    def test_an_engine_that_waits_has_them_too(self):
        """From its first line on, not from the work."""
        with subprocess.Popen([OPTIONS.engine, "locate"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as engine:
            status = pathlib.Path(f"/proc/{engine.pid}")
            deadline = time.monotonic() + 60
            while (status / "oom_score_adj").read_text() != "1000\n" and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual((status / "oom_score_adj").read_text(), "1000\n")
            engine.stdin.close()
            engine.wait(60)

    def test_one_that_has_used_up_its_processor_time_is_said_so(self):
        """The job keeps its order and its exit status."""
        engine = self.script("engine", "kill -XCPU $$")
        outcome = self.run_command("env", f"LD_PRELOAD={OPTIONS.library}", OPTIONS.program, TOPOMORPH_MODE="profile", TOPOMORPH_ENGINE=engine,
                                   TOPOMORPH_PROFILE=self.folder / "z.tmprof")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertEqual(outcome.lines, [f"engine {engine}: has used up its processor time: no profile; the records are in "
                                         f"{self.folder / 'z.tmprof.parts'}"])


if __name__ == "__main__":
    main()
