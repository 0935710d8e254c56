"""Jobs in a Slurm that runs on this machine: eight nodes under a tree of switches (tests/cluster/slurm_up)."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import unittest

import jobs
import launching
from clusters import CLUSTER, bring_up_slurm

HERE = pathlib.Path(__file__).resolve().parent
# Nodes of one machine, and of one name, are hosts of their own to the job: shared memory is left out.
# Slurm 22.05's trees of servers let processes out of MPI_Init before others are ready on a busy machine (Open MPI crashes there); its ring does not.
# PRRTE would deal ranks out to the hosts in turn, where Open MPI 4 fills one after the other.
MPI = {**launching.UNBOUND, "OMPI_MCA_btl": "tcp,self", "OMPI_MCA_pml": "ob1", "OMPI_MCA_mpi_yield_when_idle": 1, "SLURM_PMIX_FENCE": "ring",
       "PRTE_MCA_rmaps_default_mapping_policy": "slot:oversubscribe"}
KEPT = r"^predicted gain 0 % is under 5 %, no order saves any inter-node bytes: order kept, decided in [0-9]+ ms$"
BYTES = 1000000  # job_program's, of a rank to each of its partners


def processes_with(variable):
    """Numbers of the processes that have it in their environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            variables = (process / "environ").read_bytes().split(b"\0")
        except OSError:  # it has ended, or is another user's
            continue
        if variable.encode() in variables:
            found.append(int(process.name))
    return found


class SlurmJobTest(jobs.JobTest):
    TOPOLOGY = "tree"

    @classmethod
    def setUpClass(cls):
        cls.name = f"test{os.getpid()}.{cls.TOPOLOGY}"
        cls.state = bring_up_slurm(cls.name, "--topology", cls.TOPOLOGY)

    @classmethod
    def tearDownClass(cls):
        if hasattr(cls, "state"):
            subprocess.run([CLUSTER / "slurm_down", "--name", cls.name], check=True, timeout=120)
            left = processes_with(f"SLURM_CONF={cls.state}/slurm.conf")
            if cls.state.exists() or left:
                raise RuntimeError(f"slurm_down left {cls.state}, processes {left}")

    def start(self, command, **settings):
        shim = {"LD_PRELOAD": jobs.OPTIONS.yield_shim} if jobs.OPTIONS.yield_shim else {}
        return super().start(command, **{**MPI, **shim, "SLURM_CONF": self.state / "slurm.conf", **settings})

    def salloc(self, nodes, per_node, *words, **settings):
        """`mpirun WORDS… PROGRAM` in an allocation, so many ranks on each node, in the order of the nodes."""
        return self.run_command("salloc", "--quiet", "-w", f"n[0-{nodes - 1}]", "-N", nodes, "-n", nodes * per_node, f"--ntasks-per-node={per_node}",
                                jobs.OPTIONS.mpiexec, "--map-by", "slot", *words, jobs.OPTIONS.program, **settings)

    def profiled(self, nodes, per_node, **settings):
        """All nodes are one host, whose load would decide what a measured network is like: only distances count here."""
        outcome = self.salloc(nodes, per_node, jobs.OPTIONS.topomorph, "profile", "--no-trace", "--no-measure-network", "-o", "app.tmprof", **settings)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertTrue((self.folder / "app.tmprof").exists(), outcome.stderr)

    def reordered(self, nodes, per_node, *options, **settings):
        outcome = self.salloc(nodes, per_node, jobs.OPTIONS.topomorph, "run", "-p", "app.tmprof", *options, **settings)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertEqual(len(outcome.lines), 1, outcome.stderr)
        return outcome

    @staticmethod
    def processes(outcome):
        return [int(word) for word in outcome.stdout.split()[1:]]

    @staticmethod
    def crossing(processes, partners, per_part):
        """Bytes between parts of so many processes, where role r is on process processes[r]."""
        return sum(BYTES for role in range(len(processes)) for partner in partners(role)
                   if processes[role] // per_part != processes[partner] // per_part)


def quads(role, ranks=8):
    partner = (role + ranks // 2) % ranks
    return [partner, role ^ 1, partner ^ 1]


class SlurmTest(SlurmJobTest):
    def test_switches_are_used_without_being_told(self):
        self.profiled(4, 2, JOB_QUADS=1)
        with_switches = self.reordered(4, 2, JOB_QUADS=1)
        self.assertRegex(with_switches.lines[0], r"^8 ranks on 4 nodes under 2 switches \(Slurm\): inter-switch bytes 16 MB -> ")
        order = self.processes(with_switches)
        self.assertEqual(sorted(order), list(range(8)))
        self.assertEqual(self.crossing(order, quads, per_part=4), 0)
        self.assertEqual(self.crossing(order, quads, per_part=2), self.crossing(range(8), quads, per_part=2))

    def test_who_ignores_the_switches_keeps_a_worse_order(self):
        self.profiled(4, 2, JOB_QUADS=1)
        without = self.reordered(4, 2, "--topology", "hosts", JOB_QUADS=1)
        self.assertRegex(without.lines[0], KEPT)
        self.assertEqual(self.crossing(self.processes(without), quads, per_part=4), 16 * BYTES)

    def test_all_levels_of_switches(self):
        self.profiled(8, 1)
        outcome = self.reordered(8, 1)
        self.assertRegex(outcome.lines[0], r"^8 ranks on 8 nodes under 4 switches \(Slurm\): inter-switch bytes 8 MB -> ")
        order = self.processes(outcome)
        self.assertEqual(self.crossing(order, lambda role: [(role + 4) % 8], per_part=2), 0)

    def test_nodes_of_one_switch(self):
        self.profiled(2, 2)
        outcome = self.reordered(2, 2)
        self.assertRegex(outcome.lines[0], r"^4 ranks on 2 nodes under 1 switch \(Slurm\): inter-node bytes 4 MB -> ")

    def test_a_network_that_the_user_gives_comes_first(self):
        other = self.folder / "other.conf"  # the pairs are neighbours in it
        other.write_text("".join(f"SwitchName=x{i} Nodes=n{i},n{i + 2}\n" for i in range(2)) + "SwitchName=y Switches=x[0-1]\n")
        self.profiled(4, 1)
        outcome = self.reordered(4, 1, "--topology", "slurm:other.conf")
        self.assertRegex(outcome.lines[0], r"^predicted gain 0 % is under 5 % on 4 nodes under 2 switches "
                                           r"\(slurm:/.*/other.conf\), no order saves any inter-node bytes: order kept, decided in [0-9]+ ms$")
        self.assertEqual(self.processes(outcome), [0, 1, 2, 3])

    def test_a_network_that_is_no_tree(self):
        ring = self.folder / "ring"
        ring.write_text("torus 1 4 1000 -1\n" + "".join(f"node n{i} tree 1 4 10 -1\n" for i in range(4)))
        self.profiled(4, 1)
        outcome = self.reordered(4, 1, "--topology", "hierarchy:ring")
        self.assertRegex(outcome.lines[0], r"^4 ranks on 4 nodes of torus of 4 \(hierarchy:/.*/ring\): bytes x distance .* \(-50 %\)")
        order = self.processes(outcome)
        for role in range(4):  # partners are neighbours on the ring
            self.assertEqual((order[role] - order[(role + 2) % 4]) % 2, 1, outcome.stdout)

    def test_hosts_that_the_network_lacks_are_said(self):
        other = self.folder / "other.conf"
        other.write_text("SwitchName=x Nodes=n0,n1,n2\n")
        self.profiled(4, 1)
        outcome = self.reordered(4, 1, TOPOMORPH_TOPOLOGY=f"slurm:{other}")
        self.assertRegex(outcome.lines[0],
                         r"^4 ranks on 4 nodes under 2 switches \(Slurm\) \(host n3 is not in slurm:/.*other.conf\): inter-switch")

    def test_a_network_that_cannot_be_read_costs_a_line(self):
        self.profiled(4, 1)
        outcome = self.reordered(4, 1, TOPOMORPH_TOPOLOGY="slurm:/nowhere/topology.conf")
        self.assertEqual(outcome.lines, ["/nowhere/topology.conf: cannot be read: No such file or directory: order kept"])
        self.assertEqual(self.processes(outcome), [0, 1, 2, 3])

    def need_pmix(self):
        plugins = self.run_command("srun", "--mpi=list")
        if "pmix" not in plugins.stdout + plugins.stderr:
            self.skipTest("this Slurm has no PMIx")

    def test_doctor_hears_all_ranks_of_srun(self):
        self.need_pmix()
        outcome = self.run_command("srun", "--quiet", "--mpi=pmix", "-N", 4, "-n", 4, jobs.OPTIONS.topomorph, "doctor", "--no-job", "--json")
        found = {check["check"]: check for check in json.loads(outcome.stdout)["checks"]}
        self.assertEqual(found["hosts"]["verdict"], "ok", found["hosts"])
        self.assertRegex(found["hosts"]["found"], "^4 ranks on 4 hosts, which have the same ")

    def test_srun(self):
        self.need_pmix()
        srun = ["srun", "--quiet", "--mpi=pmix", "-w", "n[0-3]", "-N", 4, "-n", 4]
        measured = self.run_command(*srun, jobs.OPTIONS.topomorph, "profile", "--no-trace", "--no-measure-network", "-o", "app.tmprof",
                                    jobs.OPTIONS.program)
        self.assertEqual(measured.status, 0, measured.stderr)
        outcome = self.run_command(*srun, jobs.OPTIONS.topomorph, "run", "-p", "app.tmprof", jobs.OPTIONS.program)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertRegex("\n".join(outcome.lines), r"4 ranks on 4 nodes under 2 switches \(Slurm\): inter-switch bytes 4 MB -> ")
        self.assertEqual(self.crossing(self.processes(outcome), lambda role: [(role + 2) % 4], per_part=2), 0)


class SlurmPmiTest(SlurmJobTest):
    """srun --mpi=pmi2, with MPICH: Slurm's board accepts one greeting only."""

    def setUp(self):
        super().setUp()
        if not shutil.which("mpicc.mpich"):
            self.skipTest("mpicc.mpich is not installed (package libmpich-dev)")
        self.programs = [self.folder / name for name in ("land", "ocean")]
        for program in self.programs:
            subprocess.run(["mpicc.mpich", "-O1", "-o", program, HERE.parent / "reorder" / "job_program.c"], check=True)

    def srun(self, *words, **settings):
        return self.run_command("srun", "--quiet", "--mpi=pmi2", "-w", "n[0-1]", "-N", 2, "-n", 4, *words, **settings)

    def assert_reversed(self, outcome):
        self.assertEqual((outcome.stdout, outcome.status), ("processes 3 2 1 0\n", 0), outcome.stderr)
        self.assertRegex("\n".join(outcome.lines), r"^4 ranks in the order reverse, reordered in \d+ ms$")

    def programs_of_ranks(self, *lines):
        """A job in which the lines tell what two ranks each execute."""
        file = self.folder / "programs"
        file.write_text("".join(f"{2 * i}-{2 * i + 1} {line}\n" for i, line in enumerate(lines)))
        return self.srun("--multi-prog", file)

    def test_profile_and_order(self):
        land = self.programs[0]
        measured = self.srun(jobs.OPTIONS.topomorph, "profile", "--no-trace", "-o", "app.tmprof", land)
        self.assert_runs_on(measured, f"profile of 4 ranks: {self.folder / 'app.tmprof'}")
        with contextlib.closing(sqlite3.connect(self.folder / "app.tmprof")) as profile:
            self.assertEqual(profile.execute("select value from meta where key = 'agreement'").fetchall(), [("PMI",)])
        reversed_order = self.srun(jobs.OPTIONS.topomorph, "run", "--permutation", "reverse", land)
        self.assert_reversed(reversed_order)

    def test_ranks_without_the_library_are_not_waited_for(self):
        run = f"{jobs.OPTIONS.topomorph} run --permutation reverse"
        land = self.programs[0]
        without = " is without this library, or has it switched off: the job runs as without TopoMorph"
        for first, second, rank in ((land, f"{run} {land}", 0), (f"{run} {land}", land, 2),
                                    (f"{run} {land}", f"env LD_PRELOAD={jobs.PRELOAD} TOPOMORPH_MODE=off {land}", 2)):
            with self.subTest(first=first, second=second):
                outcome = self.programs_of_ranks(first, second)
                self.assertEqual((outcome.stdout, outcome.status), (jobs.LAUNCHERS_ORDER, 0), outcome.stderr)
                self.assertEqual([re.sub(" on host .*?(?= is)", "", line) for line in outcome.lines], [f"rank {rank}{without}"])

    def test_ranks_do_not_move_from_one_program_to_another(self):
        run = f"{jobs.OPTIONS.topomorph} run --permutation reverse"
        land, ocean = self.programs
        outcome = self.programs_of_ranks(f"{run} {land}", f"{run} {ocean}")
        self.assert_runs_on(outcome, "rank 2 executes ocean, rank 0 land: a job of several programs (--mpmd says that ranks may move from "
                                     "one to another): order kept")
        allowed = self.programs_of_ranks(f"{run} --mpmd {land}", f"{run} --mpmd {ocean}")
        self.assert_reversed(allowed)


class SlurmScriptTest(unittest.TestCase):
    def test_bad_arguments_are_refused(self):
        for arguments in ["--slots", "0"], ["--topology", "ring"], ["--name", "a/b"], ["--nonsense"], ["--owner"]:
            with self.subTest(arguments=arguments):
                run = subprocess.run([CLUSTER / "slurm_up", *arguments], capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertTrue(run.stderr)

    def test_taking_down_what_is_not_up_is_nothing(self):
        run = subprocess.run([CLUSTER / "slurm_down", "--name", "absent"], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


class SlurmFileTest(SlurmJobTest):
    """A Slurm that does not tell its jobs the topology, with a topology.conf beside its slurm.conf."""
    TOPOLOGY = "none"

    def test_the_file_is_found(self):
        self.profiled(4, 1)
        outcome = self.reordered(4, 1)
        self.assertRegex(outcome.lines[0],
                         r"^4 ranks on 4 nodes under 2 switches \(Slurm's topology.conf\): inter-switch bytes 4 MB -> ")
        self.assertEqual(self.crossing(self.processes(outcome), lambda role: [(role + 2) % 4], per_part=2), 0)

    def test_a_file_that_lacks_hosts_is_left_out(self):
        self.profiled(4, 1)
        file = self.state / "topology.conf"
        whole = file.read_text()
        try:
            for content in "SwitchName=x Nodes=n[0-2]\n", "nonsense\n":
                file.write_text(content)
                outcome = self.reordered(4, 1)
                self.assertRegex(outcome.lines[0], KEPT)
        finally:
            file.write_text(whole)


if __name__ == "__main__":
    jobs.main()
