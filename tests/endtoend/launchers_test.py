"""Regular placements and mappings as files for launchers: what is in them, and that the launchers start ranks where they say."""
import json
import os
import pathlib
import re
import shutil
import subprocess

import jobs
import launching
from clusters import CLUSTER, bring_up_hosts
from slurm_test import SlurmJobTest

DATA = pathlib.Path(os.environ.get("TOPOMORPH_DATA", pathlib.Path(__file__).resolve().parents[2] / ".." / "shared" / "data"))
PAPER = ("layout", "scbnh", "--hosts", 'n[0-1]=synthetic:"pack:2 core:3 pu:2"', "-n", 24)
# Process r of the paper's figure 2 (J. Hursey et al., LAMA): node, then hardware thread (socket x 6 + core x 2 + thread).
PLACES = [(node, socket * 6 + core * 2 + thread)
          for thread in range(2) for node in range(2) for core in range(3) for socket in range(2)]


class CommandTest(jobs.JobTest):
    def cli(self, *words, status=0):
        outcome = self.run_command(jobs.OPTIONS.topomorph, *words)
        self.assertEqual(outcome.status, status, outcome.stderr)
        return outcome

    def written(self, kind, *words):
        self.cli(*words, "--write", f"{kind}:{kind}.txt")
        return (self.folder / f"{kind}.txt").read_text()

    def assert_refused(self, message, *words):
        outcome = self.cli(*words, status=2)
        self.assertEqual(outcome.stdout, "")
        self.assertEqual(len(outcome.stderr.splitlines()), 1, outcome.stderr)
        self.assertIn(message, outcome.stderr)


def allocate_pairs(test, topology, free):
    """Hosts for six ranks, two on each, where rank r talks to rank r + 3: the list that is printed, and the host of each rank."""
    (test.folder / "pairs.graph").write_text("6 3\n4\n5\n6\n1\n2\n3\n")
    outcome = test.run_command(jobs.OPTIONS.topomorph, "allocate", "--topology", f"slurm:{topology}", "--free", free, "--affinity", "pairs.graph",
                               "--slots-per-node", 2, "--nodelist", "--hostfile", "ranks")
    test.assertEqual(outcome.status, 0, outcome.stderr)
    hosts = (test.folder / "ranks").read_text().split()
    test.assertEqual((hosts[:3], len(set(hosts))), (hosts[3:], 3), "pairs share a host")
    return outcome.stdout.strip(), hosts


class FormatTest(CommandTest):
    def test_the_papers_example_in_every_format(self):
        ranks = "".join(f"rank {rank}=n{node} slot={pu}\n" for rank, (node, pu) in enumerate(PLACES))
        hosts = "".join(f"n{node}\n" for node, _ in PLACES)
        for kind, text in (("rankfile", ranks), ("prrte", ranks), ("seq", hosts), ("slurm", hosts),
                           ("hydra", "n0:6\nn1:6\nn0:6\nn1:6\n"),
                           ("cray", "0,12,2,14,4,16,1,13,3,15,5,17\n6,18,8,20,10,22,7,19,9,21,11,23\n"),
                           ("erf", "cpu_index_using: physical\n" + "".join(
                               f"rank: {rank}: {{ host: {node + 1}; cpu: {{{pu}}} }}\n" for rank, (node, pu) in enumerate(PLACES))),
                           ("flux", "[[0,2,6,2]]\n"),
                           ("permutation", "".join(f"{PLACES.index(place)}\n" for place in sorted(PLACES)))):
            self.assertEqual(self.written(kind, *PAPER), text, kind)
        self.assertEqual(self.left(), sorted(f"{kind}.txt" for kind in
                                             ("rankfile", "prrte", "seq", "slurm", "hydra", "cray", "erf", "flux", "permutation")))

    # Flux RFC 34, "Test Vectors": the ranks of each host, and the map.
    TASK_MAPS = {"0": "[[0,1,1,1]]", "0;1": "[[0,2,1,1]]", "0-1": "[[0,1,2,1]]", "0-1;2-3": "[[0,2,2,1]]", "0,2;1,3": "[[0,2,1,2]]",
                 "1;0": "[[1,1,1,1],[0,1,1,1]]", "0-3;4-7;8-11;12-15": "[[0,4,4,1]]",
                 "0,4,8,12;1,5,9,13;2,6,10,14;3,7,11,15": "[[0,4,1,4]]", "0-1,8-9;2-3,10-11;4-5,12-13;6-7,14-15": "[[0,4,2,2]]",
                 "0-1;2-3;4-5;6-7;8-11;12-15": "[[0,4,2,1],[4,2,4,1]]", "0,6;1,7;2,8;3,9;4,10,12,14;5,11,13,15": "[[0,6,1,2],[4,2,1,2]]",
                 "14-15;12-13;10-11;8-9;4-7;0-3": "[[5,1,4,1],[4,1,4,1],[3,1,2,1],[2,1,2,1],[1,1,2,1],[0,1,2,1]]",
                 "0-1;2-3;4-5;6-7;8-9;12-13;10-11;14-15": "[[0,5,2,1],[6,1,2,1],[5,1,2,1],[7,1,2,1]]",
                 "12-15;8-11;4-7;0-3": "[[3,1,4,1],[2,1,4,1],[1,1,4,1],[0,1,4,1]]"}

    def test_flux_has_the_task_maps_of_its_rfc(self):
        for raw, expected in self.TASK_MAPS.items():
            hosts = []
            for ranks in raw.split(";"):
                bounds = [word.split("-") for word in ranks.split(",")]
                hosts.append([rank for first, *last in bounds for rank in range(int(first), int(last[0] if last else first) + 1)])
            width = max(map(len, hosts))
            pins = [f"{rank}={host * width + place}" for host, ranks in enumerate(hosts) for place, rank in enumerate(ranks)]
            words = ("map", "--affinity", f"cart:{len(pins)}", "--topology", f"tree:{len(hosts) + 1}+tree:{width}", "--pin", *pins, "-o", "mapping")
            self.assertEqual(self.written("flux", *words), expected + "\n", raw)

    def test_cray_joins_ranks_that_follow_each_other(self):
        hosts = ("--hosts", 'n[0-1]=synthetic:"core:4 pu:1"')
        self.assertEqual(self.written("cray", "layout", "cn", *hosts), "0-3\n4-7\n")
        self.assertEqual(self.written("cray", "layout", "cn", *hosts, "-n", 6), "0-3\n4-5\n")
        self.assert_refused("found 3 ranks on n0 and 4 on n1", "layout", "nc", "--hosts", "n0=synthetic:core:3 pu:1",
                            "n1=synthetic:core:4 pu:1", "--write", "cray:cray.txt")

    def test_lsf_gets_all_threads_of_a_core_and_no_ranks_together(self):
        hosts = ("--hosts", 'n[0-1]=synthetic:"core:2 pu:2"')
        self.assertEqual(self.written("erf", "layout", "nc", *hosts, "-n", 3),
                         "cpu_index_using: physical\nrank: 0: { host: 1; cpu: {0-1} }\nrank: 1: { host: 2; cpu: {0-1} }\n"
                         "rank: 2: { host: 1; cpu: {2-3} }\n")
        words = ("map", "--affinity", "cart:2x2", "--topology", "tree:2:2", "--algorithm", "identity", "-o", "mapping")
        self.assertEqual(self.written("erf", *words), "cpu_index_using: logical\nrank: 0: { host: 1; cpu: {0} }\n"
                                                      "rank: 1: { host: 1; cpu: {1} }\nrank: 2: { host: 2; cpu: {0} }\nrank: 3: { host: 2; cpu: {1} }\n")
        self.assert_refused("--write erf: found CPU 0 of rank 4 in another rank", "layout", "nc", *hosts, "-n", 5, "--oversubscribe",
                            "--write", "erf:erf.txt")

    def test_whole_cores_have_the_numbers_of_cores(self):
        self.assertEqual(self.written("rankfile", "layout", "scn", *PAPER[2:4], "-n", 3),
                         "rank 0=n0 slot=0\nrank 1=n0 slot=3\nrank 2=n0 slot=1\n")
        self.assertEqual(self.written("rankfile", "layout", "scn", *PAPER[2:4], "-n", 2, "--bind", "s"),
                         "rank 0=n0 slot=0-2\nrank 1=n0 slot=3-5\n")

    def test_hosts_without_a_name_are_relative_ones_or_refused(self):
        hosts = ("layout", "nc", "--hosts", '2*synthetic:"core:2 pu:1"')
        self.assertEqual(self.written("rankfile", *hosts, "-n", 2), "rank 0=+n0 slot=0\nrank 1=+n1 slot=0\n")
        for kind in ("seq", "slurm", "hydra", "prrte"):
            self.assert_refused(f"--write {kind}: found hosts without names", *hosts, "--write", f"{kind}:{kind}.txt")

    def test_open_mpi_s_relative_names_are_said_and_can_be_replaced(self):
        words = ("map", "--affinity", "cart:4x2", "--topology", "tree:4:2", "--algorithm", "identity", "-o", "mapping", "--rankfile", "ranks")
        self.assertIn("ranks calls the hosts +n0, +n1, …, which Open MPI takes inside an allocation", self.cli(*words).stderr)
        (self.folder / "hosts").write_text("a1 slots=4\na2 slots=4\n")
        for hosts in "./hosts", "a[1-2]", "a1:4,a2:4":
            outcome = self.cli(*words, "--hosts", hosts)
            self.assertEqual(outcome.stderr, "")
            self.assertEqual((self.folder / "ranks").read_text(),
                             "".join(f"rank {rank}=a{1 + rank // 4} slot={rank % 4}\n" for rank in range(8)))
        self.assertEqual(self.written("hydra", *words[:-2], "--hosts", "a[1-2]"), "a1:4\na2:4\n")
        self.assert_refused("--hosts: found 3 names, expected 2", *words, "--hosts", "a[1-3]")
        (self.folder / "topology.conf").write_text("SwitchName=s0 Nodes=a[1-2]\n")
        self.assert_refused("--hosts: found names for hosts that the topology calls a1", "map", "--affinity", "cart:4", "--topology",
                            "slurm:topology.conf+tree:2", "--hosts", "b[1-2]")

    def test_mappings_have_the_names_of_their_network(self):
        (self.folder / "topology.conf").write_text("SwitchName=s0 Nodes=a[1-2]\n")
        words = ("map", "--affinity", "cart:4", "--topology", "slurm:topology.conf+tree:2", "--algorithm", "lama:nc")
        self.assertEqual(self.written("slurm", *words, "-o", "mapping"), "a1\na2\na1\na2\n")
        self.assertEqual((self.folder / "mapping").read_text(), "0\n2\n1\n3\n")
        self.assertEqual(self.written("permutation", *words, "-o", "mapping"), "0\n2\n1\n3\n")

    def test_what_slurm_refuses_is_said(self):
        (self.folder / "ring.conf").write_text("RingName=r Nodes=a[1-4]\n")
        (self.folder / "tree.conf").write_text("SwitchName=s Nodes=a[1-4]\n")
        for topology, expected in (("ring", ["with topology/ring, Slurm 26.05 and later refuses an allocation with --distribution=arbitrary"]),
                                   ("tree", [])):
            outcome = self.cli("map", "--affinity", "cart:8", "--topology", f"slurm:{topology}.conf+tree:2", "--write", "slurm:hosts", "-o", "mapping")
            self.assertEqual(re.findall(r"with topology/\w+, Slurm .*?=arbitrary", outcome.stderr), expected)
        self.assertNotIn("26.05", self.cli("map", "--affinity", "cart:8", "--topology", "slurm:ring.conf+tree:2", "--write", "seq:hosts",
                                           "-o", "mapping").stderr)

    def test_what_a_file_forbids_is_skipped_unless_it_is_asked_for(self):
        def pu(number):
            return f'<object type="PU" os_index="{number}" cpuset="0x{1 << number:x}" complete_cpuset="0x{1 << number:x}" nodeset="0x1" complete_nodeset="0x1"/>'
        (self.folder / "host.xml").write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topology SYSTEM "hwloc2.dtd">\n<topology version="2.0">\n'
            '<object type="Machine" os_index="0" cpuset="0x7" complete_cpuset="0x7" allowed_cpuset="0x5" nodeset="0x1" complete_nodeset="0x1" allowed_nodeset="0x1">'
            '<object type="NUMANode" os_index="0" cpuset="0x7" complete_cpuset="0x7" nodeset="0x1" complete_nodeset="0x1" local_memory="1024"/>'
            + pu(0) + pu(1) + pu(2) + '</object></topology>\n')
        self.assertEqual(self.cli("layout", "c", "--hosts", "a=hwloc:host.xml").stdout, "0 a 0\n1 a 2\n")
        self.assertEqual(self.cli("layout", "c", "--hosts", "a=hwloc:host.xml", "--disallowed").stdout, "0 a 0\n1 a 1\n2 a 2\n")
        self.assert_refused("found 3 ranks for 2 places", "layout", "c", "--hosts", "a=hwloc:host.xml", "-n", 3)
        self.assertEqual(self.cli("layout", "c", "--hosts", "a=hwloc:host.xml", "-n", 3, "--oversubscribe").stdout, "0 a 0\n1 a 2\n2 a 0\n")

    def test_what_is_wrong_is_one_line(self):
        for words in (("--write", "nothing:file"), ("--write", "slurm"), ("--write", "slurm:"), ("-n", "0"), ("-n", "-1"), ("-n", "x"),
                      ("--bind", "q"), ("--bind", "sc"), ("--rankfile-numbers", "both"), ("-n", 25)):
            self.assert_refused("expected", *PAPER[:4], *words)
        self.assert_refused("expected one of them", "layout", "scn")
        self.assert_refused("expected one of them", "layout", "scn", "--topology", "tree:4", "--hosts", "host:")
        self.assert_refused("layouts need a tree", "layout", "scn", "--topology", "torus:4")
        self.assert_refused('layout "sxn"', "layout", "sxn", "--topology", "tree:4")
        self.assert_refused("--search-layouts", "map", "--affinity", "cart:4", "--topology", "tree:4:2", "--slots", "0-3", "--search-layouts")


class FourLevelsTest(CommandTest):
    """Section V of the paper: four levels of the command line, each a shortcut for the next one."""

    def layout(self, *words):
        return self.cli("layout", *words, *PAPER[2:4]).stdout

    def test_level_1_no_option_is_by_slot(self):
        self.assertEqual(self.layout(), self.layout("by-slot"))
        self.assertTrue(self.layout().startswith("0 n0 0\n1 n0 2\n2 n0 4\n3 n0 6\n"))
        words = ("map", "--affinity", "cart:4x2", "--topology", "tree:2:2:2")
        self.assertEqual(self.cli(*words, "--algorithm", "lama").stdout, self.cli(*words, "--algorithm", "lama:by-slot").stdout)

    def test_level_2_patterns_are_layouts(self):
        for pattern, layout in (("by-node", "nbsch"), ("by-socket", "sbnch"), ("by-thread", "hcsbn")):
            self.assertEqual(self.layout(pattern), self.layout(layout))
        self.assertEqual(self.layout("by-node", "--bind", "socket", "-n", 2), "0 n0 0-5\n1 n1 0-5\n")
        self.assert_refused("expected one of by-slot", "layout", "by-rack", *PAPER[2:4])

    def test_level_3_layouts_have_orders_limits_and_widths(self):
        self.assertEqual(self.layout("c[2,0]sn", "-n", 3), "0 n0 4-5\n1 n0 0-1\n2 n0 10-11\n")
        self.assertEqual(self.layout("csn,1:s"), "0 n0 0-1\n1 n0 6-7\n2 n1 0-1\n3 n1 6-7\n")
        self.assertEqual(self.layout("csn", "--bind", "2c"), "0 n0 0-3\n1 n0 6-9\n2 n1 0-3\n3 n1 6-9\n")

    def test_level_4_is_a_rankfile_of_any_mapping(self):
        machine = 'tree:2+synthetic:"pack:2 core:2 pu:2"'
        words = ("map", "--affinity", "cart:4x2", "--algorithm", "random", "-o", "mapping", "--topology")
        cores, threads = self.written("rankfile", *words, machine), self.written("rankfile", *words, machine + "@threads")
        slots = [int(line) for line in (self.folder / "mapping").read_text().split()]
        self.assertEqual(threads, "".join(f"rank {rank}=+n{slot // 8} slot={slot % 8}\n" for rank, slot in enumerate(slots)))
        self.assertEqual(len(set(cores.split("rank ")[1:])), 8)
        note = self.cli(*words, machine + "@threads", "--rankfile", "ranks").stderr
        self.assertIn("--use-hwthread-cpus", note)
        layout = ("layout", "hcsn", "--topology", machine + "@threads", "--rankfile", "ranks")
        self.assertIn("--use-hwthread-cpus", self.cli(*layout, "-n", 3).stderr)
        self.assertEqual((self.folder / "ranks").read_text(), "rank 0=+n0 slot=0\nrank 1=+n0 slot=1\nrank 2=+n0 slot=2\n")


class SearchTest(CommandTest):
    def test_the_best_layout_beside_auto(self):
        words = ("map", "--affinity", "cart:8x8", "--topology", "tree:4:2:8", "--json")
        found = json.loads(self.cli(*words, "--search-layouts").stdout)
        layouts, plain = found["layouts"], json.loads(self.cli(*words).stdout)
        self.assertEqual((layouts["layouts"], layouts["other_cost"]), (6, plain["hop_bytes"]))
        costs = {}
        for layout in ("csn", "cns", "scn", "snc", "ncs", "nsc"):
            costs[layout] = json.loads(self.cli(*words, "--algorithm", "lama:" + layout).stdout)["hop_bytes"]
        self.assertEqual((layouts["best"], layouts["cost"]), min(costs.items(), key=lambda entry: entry[1]))
        self.assertEqual(found["hop_bytes"], layouts["cost"])
        self.assertLessEqual(plain["hop_bytes"], layouts["cost"])


def whole_machine(xml):
    """The file of a machine with all of it allowed: plafrim2's were written in jobs of one core."""
    def allow(match):
        whole = re.search(r'complete_cpuset="([^"]*)"', match.group())
        return re.sub(r'\b(allowed_cpuset|online_cpuset|(?<!_)cpuset)="[^"]*"', rf'\1="{whole.group(1)}"', match.group()) if whole else match.group()
    return re.sub(r"<object [^>]*>", allow, xml)


class OpenMpiTest(CommandTest):
    HOSTS, SLOTS = 3, 2

    def setUp(self):
        super().setUp()
        self.name = f"launchers{os.getpid()}"
        bring_up_hosts(self.name, self.HOSTS, self.SLOTS, self.addCleanup)

    def launch(self, *options):
        return self.run_command(CLUSTER / "run", "--name", self.name, *options, "-n", self.HOSTS * self.SLOTS, "--",
                                "sh", "-c", f"echo $OMPI_COMM_WORLD_RANK $(hostname) $(taskset -cp $$ | sed 's/.*: //'); {launching.MOMENT}")

    def started(self, *options):
        outcome = self.launch(*options)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return sorted(tuple(line.split()) for line in outcome.stdout.splitlines())

    def test_seq(self):
        text = self.written("seq", "layout", "nc", "--hosts", 'node[0-2]=synthetic:"core:2 pu:1"')
        hosts = text.split()
        self.assertEqual(hosts, ["node0", "node1", "node2"] * 2)
        self.assertEqual([line[:2] for line in self.started("--order", "seq.txt")], [(str(r), hosts[r]) for r in range(6)])

    def test_rankfile(self):
        if (os.cpu_count() or 1) < 2:
            self.skipTest("two cores are needed")
        self.cli("layout", "nc", "--hosts", 'node[0-2]=synthetic:"core:2 pu:1"', "--rankfile", "ranks")
        started = self.started("--bind-to", "core", "--rankfile", "ranks")
        self.assertEqual([line[:2] for line in started], [(str(r), f"node{r % 3}") for r in range(6)])
        first, second = {line[2] for line in started[:3]}, {line[2] for line in started[3:]}
        self.assertEqual((len(first), len(second)), (1, 1), started)  # core 0 of every host, then core 1
        self.assertNotEqual(first, second)

    def test_allocated(self):
        (self.folder / "topology.conf").write_text("SwitchName=s0 Nodes=node[0-2]\n")
        _, hosts = allocate_pairs(self, "topology.conf", "all")
        self.assertEqual([line[:2] for line in self.started("--order", "ranks")], [(str(r), hosts[r]) for r in range(6)])


class Plafrim2RankfileTest(OpenMpiTest):
    """Four hosts of plafrim2's shape: Open MPI takes the recorded machine for each of them, and cannot bind to its cores."""
    HOSTS, SLOTS = 4, 24
    test_seq = test_rankfile = test_allocated = None

    def launch(self, *options):
        return super().launch("--bind-to", "core:if-supported", "--mca", "hwloc_base_topo_file", self.folder / "machine.xml", *options)

    def test_the_rankfile_of_a_mapping(self):
        archive = DATA / "fabrics" / "plafrim2.txz"
        if jobs.is_open_mpi_5(jobs.OPTIONS.mpiexec):
            self.skipTest("Open MPI 5 does not bind by a recorded machine")
        if not archive.exists():
            self.skipTest("the third-party data (TOPOMORPH_DATA) are not here")
        machine = subprocess.run(["tar", "-xJOf", archive.resolve(), "plafrim2/hwloc/miriel046.xml"], capture_output=True, text=True)
        if machine.returncode != 0:
            self.skipTest("tar and xz are missing")
        (self.folder / "machine.xml").write_text(whole_machine(machine.stdout))
        (self.folder / "topology.conf").write_text("SwitchName=s0 Nodes=node[0-3]\n")
        self.cli("map", "--affinity", "cart:12x8", "--topology", "slurm:topology.conf+hwloc:machine.xml", "--rankfile", "ranks", "-o", "mapping")
        ranks = re.findall(r"(?m)^rank (\d+)=(\w+) slot=(\d+)$", (self.folder / "ranks").read_text())
        self.assertEqual(len({(host, slot) for _, host, slot in ranks}), 96)
        self.assertEqual([line[:2] for line in self.started("--rankfile", "ranks")], sorted((rank, host) for rank, host, _ in ranks))
        text = (self.folder / "ranks").read_text()
        (self.folder / "ranks").write_text(re.sub(r"slot=23\n", "slot=24\n", text, count=1))
        self.assertNotEqual(self.launch("--rankfile", "ranks").status, 0, "Open MPI knows that there is no core 24")


class SlurmLaunchTest(SlurmJobTest):
    def test_arbitrary_distribution(self):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "layout", "nc", "--hosts", 'n[3,0-1]=synthetic:"core:2 pu:1"',
                                   "--write", "slurm:hosts")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        hosts = (self.folder / "hosts").read_text().split()
        self.assertEqual(len(hosts), 6)
        # Slurm 24 makes no allocation of its own from such a list: it waits for ever.
        outcome = self.run_command("salloc", "--quiet", "--nodelist=n[0-1,3]", "-N", 3, "-n", 6, "srun", "--quiet", "--distribution=arbitrary", "-n", 6,
                                   "sh", "-c", "echo $SLURM_PROCID $SLURMD_NODENAME", SLURM_HOSTFILE=self.folder / "hosts")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertEqual(sorted(outcome.stdout.splitlines()), [f"{rank} {host}" for rank, host in enumerate(hosts)])


class AllocatedTest(SlurmJobTest):
    """The free nodes as sinfo tells them, the hosts of `topomorph allocate`, and ranks that Slurm and Open MPI start there."""

    def setUp(self):
        super().setUp()
        self.slurm("scontrol", "update", "NodeName=n4", "State=DRAIN", "Reason=test")
        (self.folder / "free").write_text(self.slurm("sh", "-c", "sinfo -h -N -o '%N %t' | sed -n 's/ idle$//p'"))
        self.nodes, self.hosts = allocate_pairs(self, self.state / "topology.conf", "free")
        self.ranks = [f"{rank} {host}" for rank, host in enumerate(self.hosts)]

    def tearDown(self):
        self.slurm("scontrol", "update", "NodeName=n4", "State=RESUME")
        super().tearDown()

    def slurm(self, *words, **settings):
        outcome = self.run_command(*words, **settings)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome.stdout

    def test_the_hosts_are_free_and_near_each_other(self):
        self.assertEqual(self.nodes, "n[5-7]")  # what is left below sp1; the four nodes below sp0 stay together
        self.assertNotIn("n4", (self.folder / "free").read_text().split())

    def test_sbatch_with_the_list(self):
        self.script("job", "SLURM_HOSTFILE=ranks exec srun --quiet --distribution=arbitrary -n 6 sh -c 'echo $SLURM_PROCID $SLURMD_NODENAME'")
        self.slurm("sbatch", "--wait", "--output", "out", f"--nodelist={self.nodes}", "-N", 3, "-n", 6, "job")
        self.assertEqual(sorted((self.folder / "out").read_text().splitlines()), self.ranks)

    def test_mpirun_in_the_allocation(self):
        started = self.slurm("salloc", "--quiet", f"--nodelist={self.nodes}", "-N", 3, "--ntasks-per-node=2", jobs.OPTIONS.mpiexec, "--map-by", "seq",
                             "--hostfile", "ranks", "sh", "-c", f"echo $OMPI_COMM_WORLD_RANK $SLURMD_NODENAME; {launching.MOMENT}")
        self.assertEqual(sorted(started.splitlines()), self.ranks)


class HydraTest(CommandTest):
    """Hosts are played by the script that stands in for ssh: it tells its ranks which one it was asked for."""

    def test_hostfile(self):
        mpiexec = os.environ.get("TOPOMORPH_HYDRA") or shutil.which("mpiexec.hydra")
        if mpiexec is None:
            self.skipTest("mpiexec.hydra is not installed (package mpich, or TOPOMORPH_HYDRA)")
        text = self.written("hydra", "layout", "scbnh", *PAPER[2:])
        self.assertEqual(text, "n0:6\nn1:6\nn0:6\nn1:6\n")
        agent = self.script("agent", 'while :; do case $1 in -*) shift ;; *) break ;; esac; done\nHOST_PLAYED=$1; export HOST_PLAYED\n'
                                     'shift\neval "exec $*"')
        here = ("-localhost", "127.0.0.1")  # the machine's own name need not have an address
        outcome = self.run_command(mpiexec, *here, "-launcher", "ssh", "-launcher-exec", agent, "-bind-to", "none", "-f", "hydra.txt",
                                   "-n", 24, "sh", "-c", "echo $PMI_RANK $HOST_PLAYED")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        found = sorted((int(rank), host) for rank, host in re.findall(r"^(\d+) (\S+)$", outcome.stdout, re.M))
        self.assertEqual(found, [(rank, f"n{node}") for rank, (node, _) in enumerate(PLACES)])


if __name__ == "__main__":
    jobs.main()
