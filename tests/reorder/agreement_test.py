"""Tests jobs whose processes were started differently: library on some ranks only, different modes, other settings.

usage: agreement_test.py --mpiexec M --library L --program P --engine E --topomorph T --helpers FOLDER [unittest arguments]
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endtoend"))
import jobs
from clusters import CLUSTER, bring_up_hosts, hydra_among_hosts
from jobs import LAUNCH
from slurm_test import SlurmJobTest

AS_WITHOUT = ": the job runs as without TopoMorph"
STATUS = 6  # the program's own

# Words of MIX are RANK=MODE, of which the last that fits counts; `none` is a process without the library.
WRAPPER = """
rank=${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-$PMI_RANK}}
for word in $MIX; do
  case $word in all=*|$rank=*) mode=${word#*=} ;; esac
done
[ "$mode" = none ] && exec "$@"
[ "$BOARDLESS" ] && unset MPI_LOCALRANKID # by which Hydra is known
if [ "$rank" = "$OTHER_RANK" ]; then export "$OTHER_SETTING"; fi
export LD_PRELOAD="$FRONT$LIBRARY$BEHIND" TOPOMORPH_MODE=$mode
exec "$@"
"""
FOR_MPICH = pathlib.Path(jobs.OPTIONS.mpiexec).name == "hydra"


class MixtureTest(jobs.FolderTest):
    """All jobs end as without the library, with one line, whatever they were to do."""
    RANKS = 4
    HOST = os.uname().nodename

    def setUp(self):
        super().setUp()
        variables = {"LIBRARY": jobs.OPTIONS.library, "TOPOMORPH_PERMUTATION": "reverse", "TOPOMORPH_PROFILE": self.folder / "a.tmprof",
                            "TOPOMORPH_STORE": self.folder / "store", "OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1}
        self.environment = {name: str(value) for name, value in variables.items()}
        self.wrapper = self.script("wrapper", WRAPPER)

    def command(self):
        return [*LAUNCH, "--bind-to", "none", "-n", self.RANKS]

    def mix(self, *words, **settings):
        return self.run_command(*self.command(), self.wrapper, jobs.OPTIONS.program, STATUS, MIX=" ".join(words), **settings)

    def processes(self, order):
        return "processes " + " ".join(str(rank) for rank in order) + "\n"

    def assert_as_without(self, outcome, *lines):
        self.assertEqual((outcome.stdout, outcome.status), (self.processes(range(self.RANKS)), STATUS), outcome.stderr)
        self.assertEqual(outcome.lines, [line + AS_WITHOUT for line in lines])
        self.assertFalse((self.folder / "a.tmprof").exists())

    def without(self, rank, host=None):
        return f"rank {rank} on host {host or self.HOST} is without this library, or has it switched off"

    def differs(self, rank, mode, own="run", host=None):
        return f"rank {rank} on host {host or self.HOST} has mode {mode}, rank 0 has mode {own}"


class OneHostTest(MixtureTest):
    def test_all_alike(self):
        outcome = self.mix("all=run")
        self.assertEqual((outcome.stdout, outcome.status), (self.processes([3, 2, 1, 0]), STATUS), outcome.stderr)
        self.assertNotIn("unrecognized", outcome.stderr)  # what PRRTE says of questions that it does not know

    def test_library_on_some_ranks_only(self):
        for mode in "run", "profile", "auto", "monitor":
            for rank in 0, 2:
                with self.subTest(mode=mode, rank=rank):
                    self.assert_as_without(self.mix(f"all={mode}", f"{rank}=none"), self.without(rank))

    def test_library_on_one_rank_only(self):
        self.assert_as_without(self.mix("all=none", "0=run"), self.without(1))
        self.assert_as_without(self.mix("all=none", "3=run"), self.without(0))

    def test_different_modes(self):
        for mode in "run", "profile", "auto":
            for other in "monitor", "nonsense", {"run": "profile"}.get(mode, "run"):
                with self.subTest(mode=mode, other=other):
                    self.assert_as_without(self.mix(f"all={mode}", f"2={other}"), self.differs(2, other, mode))
                    self.assert_as_without(self.mix(f"all={other}", f"0={mode}"), self.differs(1, other, mode))

    def test_switched_off_on_some_ranks(self):
        for mode in "run", "profile", "auto":
            with self.subTest(mode=mode):
                self.assert_as_without(self.mix(f"all={mode}", "1=off"), self.without(1))
                self.assert_as_without(self.mix(f"all={mode}", "0=off"), self.without(0))

    def test_switched_off_everywhere_is_silent(self):
        self.assert_as_without(self.mix("all=off"))

    def test_other_settings(self):
        outcome = self.mix("all=run", OTHER_RANK=2, OTHER_SETTING="TOPOMORPH_REORDER_TOPOLOGIES=1")
        name = "TOPOMORPH_REORDER_TOPOLOGIES"
        self.assert_as_without(outcome, f"rank 2 on host {self.HOST} has {name} 1, rank 0 has {name} 0")


class ClusterTest(MixtureTest):
    """Two processes on each of four hosts, started by Open MPI's or MPICH's launcher."""
    RANKS, HOSTS = 8, 4

    @classmethod
    def setUpClass(cls):
        cls.name = f"agreement{os.getpid()}"
        bring_up_hosts(cls.name, cls.HOSTS, 2, cls.addClassCleanup)

    def command(self):
        return self.under_hydra() if FOR_MPICH else self.under_mpirun()

    def under_hydra(self):
        return [*hydra_among_hosts(self, self.name, self.HOSTS, self.RANKS // self.HOSTS), *super().command()]

    def under_mpirun(self):
        forwarded = [word for name in ("LIBRARY", "MIX", "FRONT", "TOPOMORPH_PERMUTATION", "TOPOMORPH_PROFILE", "TOPOMORPH_STORE")
                     for word in ("-x", name)]
        return [CLUSTER / "run", "--name", self.name, "-n", self.RANKS, *forwarded, "--"]

    def mix(self, *words, **settings):
        # The cluster's own shim stays in front: without it, spinning processes measure the scheduler.
        return super().mix(*words, **{"FRONT": "", **settings})

    def test_all_alike(self):
        outcome = self.mix("all=run")
        self.assertEqual((outcome.stdout, outcome.status), (self.processes([7, 6, 5, 4, 3, 2, 1, 0]), STATUS), outcome.stderr)

    def without_on(self, rank, host):
        """No process of a host has the library; Hydra does not tell the name of the host."""
        return self.without(rank, f"{host + 1} of the launcher's list" if FOR_MPICH else f"node{host}")

    def test_a_host_without_the_library(self):
        self.assert_as_without(self.mix("all=run", "4=none", "5=none"), self.without_on(4, host=2))
        self.assert_as_without(self.mix("all=profile", "0=none", "1=none"), self.without_on(0, host=0))

    def test_one_rank_of_a_host_without_the_library(self):
        self.assert_as_without(self.mix("all=run", "6=none"), self.without(6, "node3"))
        self.assert_as_without(self.mix("all=auto", "3=none"), self.without(3, "node1"))

    def test_a_host_in_another_mode(self):
        self.assert_as_without(self.mix("all=run", "2=monitor", "3=monitor"), self.differs(2, "monitor", host="node1"))
        self.assert_as_without(self.mix("all=monitor", "0=run", "1=run"), self.differs(2, "monitor", "run", host="node1"))

    def test_the_first_rank_of_each_host_without_the_library(self):
        self.assert_as_without(self.mix("all=run", "0=none", "2=none", "4=none", "6=none"), self.without(0, "node0"))

    def test_one_rank_in_another_mode(self):
        self.assert_as_without(self.mix("all=profile", "7=monitor"), self.differs(7, "monitor", "profile", "node3"))
        self.assert_as_without(self.mix("all=run", "1=monitor"), self.differs(1, "monitor", host="node0"))

    def test_a_host_switched_off(self):
        self.assert_as_without(self.mix("all=run", "4=off", "5=off"), self.without_on(4, host=2))


class SrunTest(MixtureTest, SlurmJobTest):
    """One process on each of four nodes, started by srun: Slurm holds the cards, for PMIx or for PMI-1 (MPICH)."""
    BOARD = "pmi2" if FOR_MPICH else "pmix"
    NODES = 4 * [os.uname().nodename] if FOR_MPICH else ["n0", "n1", "n2", "n3"]
    HOST = NODES[0]

    def setUp(self):
        super().setUp()
        plugins = self.run_command("srun", "--mpi=list")
        if self.BOARD not in plugins.stdout + plugins.stderr:
            self.skipTest(f"this Slurm has no {self.BOARD}")

    def command(self):
        return ["srun", "--quiet", f"--mpi={self.BOARD}", "-w", f"n[0-{self.RANKS - 1}]", "-N", self.RANKS, "-n", self.RANKS]

    def mix(self, *words, **settings):
        outcome = super().mix(*words, **settings)
        self.assertIn(f"Exited with exit code {STATUS}", outcome.stderr)  # what srun says of the program's own status
        return outcome

    def without_on(self, rank):
        """No process of the node has the library, and only PMIx tells its name."""
        return self.without(rank, f"{rank + 1} of the launcher's list" if FOR_MPICH else self.NODES[rank])

    def test_all_alike(self):
        outcome = self.mix("all=run")
        self.assertEqual((outcome.stdout, outcome.status), (self.processes([3, 2, 1, 0]), STATUS), outcome.stderr)

    def test_library_on_some_ranks_only(self):
        self.assert_as_without(self.mix("all=run", "2=none"), self.without_on(2))
        self.assert_as_without(self.mix("all=profile", "0=none"), self.without_on(0))
        self.assert_as_without(self.mix("all=none", "3=auto"), self.without_on(0))

    def test_different_modes(self):
        self.assert_as_without(self.mix("all=run", "2=monitor"), self.differs(2, "monitor", host=self.NODES[2]))
        self.assert_as_without(self.mix("all=profile", "3=nonsense"), self.differs(3, "nonsense", "profile", host=self.NODES[3]))
        self.assert_as_without(self.mix("all=off", "0=run"), self.without_on(1))


class NoBoardTest(MixtureTest):
    """Without a board, all processes that have the library agree by messages, in any mode."""

    def mix(self, *words, **settings):
        return super().mix(*words, FRONT=f"{jobs.OPTIONS.helpers}/libboardless.so:", BOARDLESS=1, **settings)

    def test_all_alike(self):
        self.assertEqual(self.mix("all=run").stdout, self.processes([3, 2, 1, 0]))

    def test_different_modes(self):
        for other in "monitor", "off", "nonsense":
            with self.subTest(other=other):
                self.assert_as_without(self.mix("all=run", f"2={other}"), self.differs(2, other))
                self.assert_as_without(self.mix("all=profile", f"2={other}"), self.differs(2, other, "profile"))

    def test_switched_off_everywhere_is_silent(self):
        self.assert_as_without(self.mix("all=off"))


class LateTest(MixtureTest):
    """A process is too late: the others go on without a new order, and so does the late one."""

    def test_a_step_has_a_limit(self):
        # MPICH's UCX warns on stdout of a request that is still under way at the end.
        outcome = self.mix("all=run", BEHIND=f":{jobs.OPTIONS.helpers}/liblate.so", LATE_SECONDS=8, TOPOMORPH_PATIENCE=1,
                           TOPOMORPH_ENGINE_TIMEOUT=2, UCX_LOG_LEVEL="error")
        self.assertEqual((outcome.stdout, outcome.status), (self.processes(range(4)), STATUS), outcome.stderr)
        self.assertEqual(outcome.lines, ["no answer from the other processes within 3 s: order kept"])

    def test_a_little_late_is_in_time(self):
        outcome = self.mix("all=run", BEHIND=f":{jobs.OPTIONS.helpers}/liblate.so", LATE_SECONDS=1)
        self.assertEqual((outcome.stdout, outcome.status), (self.processes([3, 2, 1, 0]), STATUS), outcome.stderr)


if __name__ == "__main__":
    jobs.main()
