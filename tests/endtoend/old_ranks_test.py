"""Programs that pass reorder=1 to MPI's topology functions and go on with their old ranks: wrong only where it was asked for.

usage: old_ranks_test.py --mpiexec M --topomorph T --library L --program P --cc CC --mpicc MPICC [unittest arguments]
"""
import json
import os
import pathlib
import re
import subprocess
import unittest

from isolation_test import CompilingTest
from jobs import OPTIONS, PRELOAD, main
from site_file_test import SiteTest

RIGHT, WRONG = "wrong 0 of 12\n", "wrong 12 of 12\n"
ASKED, RUN = "--reorder-topologies", ("run", "--permutation", "identity")
HALVES = {"TOPOMORPH_TOPOLOGY": "tree:2:2"}
INSTALLATION = pathlib.Path(OPTIONS.topomorph or ".").resolve().parents[1]


class OldRanksTest(CompilingTest):
    environment = HALVES

    def setUp(self):
        super().setUp()
        self.program = self.compile_mpi("old_ranks", "old_ranks.c")

    def under(self, *words, **settings):
        """The program's output under `topomorph WORDS…`; all that is said is in self.lines."""
        outcome = self.job(OPTIONS.topomorph, *words, self.program, **settings)
        self.lines = outcome.lines
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome.stdout

    def auto(self, *words):
        """The same in mode auto, which keeps the order of the world whatever it predicts."""
        return self.under("auto", "--store", "store", "--min-gain", 100, *words)

    def assert_reordered(self, graphs=3):
        self.assertEqual(len([line for line in self.lines if "raph_create" in line]), graphs, self.lines)


class OnlyWhereAskedTest(OldRanksTest):
    def test_run_keeps_the_order(self):
        self.assertEqual(self.under(*RUN), RIGHT)
        self.assert_reordered(graphs=0)

    def test_run_changes_it_where_asked(self):
        for words in ((ASKED,), (ASKED, "1"), (ASKED + "=1",)):
            with self.subTest(words=words):
                self.assertEqual(self.under(*RUN, *words), WRONG)
                self.assert_reordered()
        self.assertEqual(self.under(*RUN, TOPOMORPH_REORDER_TOPOLOGIES=1), WRONG)

    def test_run_keeps_it_where_refused(self):
        for words in (("--no-reorder-topologies",), (ASKED, "0"), (ASKED + "=0",)):
            with self.subTest(words=words):
                self.assertEqual(self.under(*RUN, *words, TOPOMORPH_REORDER_TOPOLOGIES=1), RIGHT)

    def test_without_a_mode(self):
        for asked, said in (("", RIGHT), ("0", RIGHT), ("1", WRONG)):
            outcome = self.job("env", f"LD_PRELOAD={PRELOAD}", f"TOPOMORPH_REORDER_TOPOLOGIES={asked}", self.program)
            self.assertEqual(outcome.stdout, said, outcome.stderr)


class MeasuringTest(OldRanksTest):
    """A measuring run changes no order, even where it was asked for: its times and its traffic are the launcher's."""

    def test_profile(self):
        self.assertEqual(self.under("profile", TOPOMORPH_REORDER_TOPOLOGIES=1), RIGHT)

    def test_first_run_of_auto(self):
        self.assertEqual(self.auto(ASKED), RIGHT)
        self.assert_reordered(graphs=0)
        self.assertEqual(self.auto(ASKED, "--again"), RIGHT)

    def test_later_runs_of_auto(self):
        self.auto()
        self.assertEqual(self.auto(), RIGHT)
        self.assertEqual(self.auto(ASKED), RIGHT, "that there is anything to ask for is known from the run before")
        self.assertEqual(self.auto(ASKED), WRONG)
        self.assert_reordered()
        self.assertEqual(self.auto(ASKED, "0"), RIGHT)
        self.assertEqual([line for line in self.lines if "virtual topologies" in line], [], "it is not among the orders of this run")

    def test_what_auto_learns_is_the_launchers_traffic(self):
        """The neighbours of a reordered graph are others in ranks of MPI_COMM_WORLD: that is no new pattern of the program."""
        for said in (RIGHT, RIGHT, WRONG):
            self.assertEqual(self.auto(ASKED), said)
            self.assertEqual([line for line in self.lines if "the pattern has changed" in line], [])

    def test_run_moves_them_only_where_it_has_predicted_nothing(self):
        self.under("profile", "-o", "a.tmprof")
        self.assertEqual(self.under("run", "-p", "a.tmprof", "--min-gain", 100, ASKED), WRONG)
        self.assert_reordered()


class SourceTest(OldRanksTest):
    """A program that gets its communicator from tm_reorder has asked in its source."""

    def setUp(self):
        super().setUp()
        flags = ("-DWITH_TOPOMORPH", "-I", INSTALLATION / "include", "-L", INSTALLATION / "lib",
                 f"-Wl,--no-as-needed,-rpath,{INSTALLATION / 'lib'}", "-ltopomorph")
        self.program = self.compile_mpi("linked", "old_ranks.c", *flags)

    def test_only_the_communicator_of_tm_reorder(self):
        for words, said in ((), RIGHT), (("again",), WRONG):
            outcome = self.job(self.program, *words, TOPOMORPH_QUIET=1)
            self.assertEqual((outcome.stdout, outcome.status), (said, 0), outcome.stderr)

    def test_users_refuse_it(self):
        self.assertEqual(self.job(self.program, "again", TOPOMORPH_REORDER_TOPOLOGIES=0).stdout, RIGHT)

    def test_not_in_a_measuring_run(self):
        outcome = self.job(OPTIONS.topomorph, "profile", self.program, "again")
        self.assertEqual(outcome.stdout, RIGHT, outcome.stderr)


class SiteAsksTest(SiteTest, OldRanksTest):
    def test_for_all_jobs_and_users_refuse_it(self):
        self.site("reorder-topologies = 1")
        self.assertEqual(self.under(*RUN), WRONG)
        self.assertEqual(self.under(*RUN, ASKED, "0"), RIGHT)

    def test_records_say_what_moved(self):
        """Ranks that move in a topology are no launcher's order: not in the record of a job, and not in what auto compares."""
        path = self.folder / "records"
        self.site("reorder-topologies = 1", f"records = file:{path}")
        for said in (RIGHT, RIGHT, WRONG):
            self.assertEqual(self.auto(), said)
        self.assertEqual(self.under(*RUN), WRONG)
        records = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertEqual([record["order"] for record in records], ["launcher", "launcher", "reordered", "reordered"])
        calls = "Dist_graph_create of 4 processes, Dist_graph_create_adjacent of 4 processes, Graph_create of 4 processes"
        self.assertEqual([record.get("topologies") for record in records], [None, None, calls, calls])
        self.assertIn("measured_gain", records[2])
        self.assertNotIn("predicted_gain", records[2])

    def test_a_final_refusal(self):
        self.site("final reorder-topologies = 0")
        self.assertEqual(self.under(*RUN, ASKED), RIGHT)


class ReportTest(OldRanksTest):
    def test_says_what_the_calls_would_gain(self):
        """Of profiles of mode profile and of the first run of auto, with the figures of the line that a job prints where it is asked."""
        self.under("profile", "-o", "a.tmprof")
        self.auto()
        for _ in range(2):
            self.auto(ASKED)
        said = {re.sub(r" on 1 node: edges between branches of level 1|, reordered in .*", "", line) for line in self.lines}
        for profile in ("a.tmprof", next((self.folder / "store").glob("*/profile.tmprof"))):
            outcome = self.run_command(OPTIONS.topomorph, "report", profile, "--topology", "tree:2:2")
            for function in ("Graph_create", "Dist_graph_create", "Dist_graph_create_adjacent"):
                self.assertIn(f"{function} of 4 processes 4 -> 0 (-100 %)", said)
                self.assertIn(f"  {function} of 4 processes on 2 nodes: edges between nodes 4 -> 0 (-100 %); 1 call of 4 ranks\n", outcome.stdout)

    def test_grids_and_parts_of_the_job(self):
        program = self.compile_mpi("grids", GRIDS)
        self.job(OPTIONS.topomorph, "profile", "-o", "a.tmprof", program, ranks=6)
        json_of = self.run_command(OPTIONS.topomorph, "report", "a.tmprof", "--topology", "tree:3:2", "--json")
        made = {row["call"]: row for row in json.loads(json_of.stdout)["topologies"]["list"]}
        self.assertEqual({call: (row["ranks"], row["calls"]) for call, row in made.items()},
                         {"Cart_create 3x2": (6, 5), "Cart_create 3": (3, 1)}, json_of.stderr)
        self.assertEqual(made["Cart_create 3"]["between_hosts"], {"before": 2, "after": 2}, "ranks 0, 2 and 4: the last is on another host")
        self.assertLess(made["Cart_create 3x2"]["between_hosts"]["after"], made["Cart_create 3x2"]["between_hosts"]["before"])


GRIDS = r"""
#include <mpi.h>
int main(int argc, char** argv) {
  const int dims[2] = {3, 2}, periods[2] = {1, 0};
  int rank;
  MPI_Comm half, made;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 5; ++i) {
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &made);
    MPI_Comm_free(&made);
  }
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &made);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  if (rank % 2 == 0) MPI_Cart_create(half, 1, dims, periods + 1, 1, &made);
  MPI_Finalize();
  return 0;
}"""


@unittest.skipUnless(os.environ.get("TOPOMORPH_DATA"), "TOPOMORPH_DATA does not name the third-party data")
class FieldTest(CompilingTest):
    def test_a_program_that_asks_for_its_new_rank_and_keeps_the_old_one(self):
        """Asking MPI_Comm_rank on the new communicator proves nothing: all by new ranks is right, and all by old ones wrong."""
        source = pathlib.Path(os.environ["TOPOMORPH_DATA"]) / "field" / "programs" / "old_ranks.c"
        program = self.compile_mpi("field", str(source), "-w")
        right, wrong = (f"wrong by old ranks {number}, wrong by new ranks 0\n" for number in (0, 4))
        for words, said in ((RUN, right), (("auto", "--store", "store"), right), (("profile",), right), ((*RUN, ASKED), wrong)):
            self.assertEqual(self.job(OPTIONS.topomorph, *words, program, **HALVES).stdout, said, words)


class SwitchTest(CompilingTest):
    """A switch takes 1 or 0 behind it or behind '='; any other word there is the program."""

    def of(self, *words):
        command = [str(word) for word in (OPTIONS.topomorph, *RUN, *words, "sh", "-c", "echo $TOPOMORPH_QUIET$TOPOMORPH_STEPS")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "TOPOMORPH_QUIET": ""})
        return done.stdout if done.returncode == 0 else done.stderr

    def test_values(self):
        for words, said in ((("--quiet",), "1"), (("--quiet", "1"), "1"), (("--quiet", "0"), "0"), (("--quiet=0",), "0"),
                            (("--quiet=1",), "1"), (("--no-quiet",), "0"), (("--no-quiet", "0"), "1"), (("--quiet", "--"), "1"),
                            (("--quiet", "0", "--"), "0"), (("--quiet", "0", "--steps", "1"), "01"), (("--steps=1", "--quiet"), "11")):
            with self.subTest(words=words):
                self.assertEqual(self.of(*words), said + "\n")

    def test_other_values_are_refused(self):
        for value in ("perhaps", "2", "yes", ""):
            with self.subTest(value=value):
                self.assertIn(f"topomorph: --quiet: found '{value}', expected 1 or 0\n", self.of(f"--quiet={value}"))

    def test_a_program_is_no_value(self):
        for program in ("true", "./1"):
            self.script("1", "exit 0")
            done = self.run_command(OPTIONS.topomorph, *RUN, "--quiet", program)
            self.assertEqual(done.status, 0, done.stderr)


if __name__ == "__main__":
    main()
