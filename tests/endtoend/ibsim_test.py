"""An InfiniBand fabric that ibsim simulates: what the fabric's own tools print of it is read, with and without routes."""
import json
import os
import re
import shutil
import subprocess
import time

import jobs

PODS, LEAVES, HOSTS, SPINES, CORES = 4, 4, 8, 2, 2  # leaves of a pod, hosts of a leaf, spines of a pod, cores above each spine
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
LIBRARIES = ["/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so", "/usr/lib/aarch64-linux-gnu/umad2sim/libumad2sim.so",
             "/usr/lib64/umad2sim/libumad2sim.so", "/usr/lib/umad2sim/libumad2sim.so"]


def fat_tree():
    """Names, and cables between them; node000 to node127 in order of their leaves. One cable to a spine is missing."""
    cables = []
    for pod in range(PODS):
        for spine in range(SPINES):
            cables += [(f"spine{pod}-{spine}", f"core{spine * CORES + core}") for core in range(CORES)]
        for leaf in range(LEAVES):
            name = f"leaf{pod}-{leaf}"
            cables += [(name, f"spine{pod}-{spine}") for spine in range(SPINES) if (pod, leaf, spine) != (1, 2, 0)]
            first = (pod * LEAVES + leaf) * HOSTS
            cables += [(name, f"node{host:03} mlx5_0") for host in range(first, first + HOSTS)]
    return cables


def net_file(cables):
    ports = {}
    for a, b in cables:
        port_a, port_b = len(ports.setdefault(a, [])) + 1, len(ports.setdefault(b, [])) + 1
        ports[a].append((b, port_b))
        ports[b].append((a, port_a))
    text = ""
    for name, plugged in sorted(ports.items()):
        text += f'{"Hca 1" if name.startswith("node") else "Switch 36"} "{name}"\n'
        text += "".join(f'[{number}] "{peer}"[{port}]\n' for number, (peer, port) in enumerate(plugged, 1)) + "\n"
    return text


class IbsimTest(jobs.JobTest):
    def setUp(self):
        super().setUp()
        self.library = next((library for library in LIBRARIES if os.path.exists(library)), None)
        for program in ("ibsim", "ibnetdiscover"):
            if shutil.which(program, path=PATH) is None:
                self.skipTest(f"{program} is not installed (packages ibsim-utils, infiniband-diags)")
        if self.library is None:
            self.skipTest("libumad2sim.so is not installed (package libumad2sim0)")
        self.start_simulator()

    def start_simulator(self):
        (self.folder / "net").write_text(net_file(fat_tree()))
        self.environment = dict(os.environ, PATH=PATH, IBSIM_SOCKNAME=f"topomorph-{os.getpid()}-{id(self)}")
        self.log = open(self.folder / "ibsim.log", "w+")
        self.addCleanup(self.log.close)
        self.simulator = subprocess.Popen(["ibsim", "-s", "net"], cwd=self.folder, env=self.environment, stdout=self.log,
                                          stderr=subprocess.STDOUT, stdin=subprocess.PIPE)
        self.addCleanup(self.stop, self.simulator)
        for _ in range(200):
            if "Network simulator ready" in (self.folder / "ibsim.log").read_text() or self.simulator.poll() is not None:
                break
            time.sleep(0.05)
        if self.simulator.poll() is not None:
            self.fail("ibsim ended: " + (self.folder / "ibsim.log").read_text())

    @staticmethod
    def stop(process):
        if process.stdin:
            process.stdin.close()
        process.kill()
        process.wait(timeout=jobs.SECONDS)

    def tool(self, *words):
        """What a program prints that takes the simulated fabric for a real one."""
        run = subprocess.run([str(word) for word in words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=dict(self.environment, LD_PRELOAD=self.library), timeout=jobs.SECONDS)
        self.assertEqual(run.returncode, 0, f"{words}: {run.stderr}")
        return run.stdout

    def discover(self, *options):
        path = self.folder / "fabric.txt"
        path.write_text(self.tool("ibnetdiscover", *options))
        return path

    def cli(self, *words):
        outcome = self.run_command(jobs.OPTIONS.topomorph, *words)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome

    def assert_is_the_fat_tree(self, path):
        told = json.loads(self.cli("topology", "--topology", f"ib:{path}", "--json").stdout)
        self.assertEqual(told["slots"], PODS * LEAVES * HOSTS)
        self.assertEqual([level["nodes"] for level in told["levels"]], [1, PODS, PODS * LEAVES])
        self.assertEqual([level["distance"] for level in told["levels"]], [6, 4, 2])
        names = [host["name"] for host in told["hosts"]]
        self.assertEqual(sorted(names), [f"node{number:03}" for number in range(PODS * LEAVES * HOSTS)])
        for first in range(0, len(names), HOSTS):  # hosts of a leaf are next to each other, and so are those of a pod
            self.assertEqual(len({int(name[4:]) // HOSTS for name in names[first:first + HOSTS]}), 1)
        for first in range(0, len(names), HOSTS * LEAVES):
            self.assertEqual(len({int(name[4:]) // (HOSTS * LEAVES) for name in names[first:first + HOSTS * LEAVES]}), 1)

    def test_discovered_fabric_is_the_tree_it_was_made_as(self):
        self.assert_is_the_fat_tree(self.discover())

    def test_grouped_and_full_output_is_the_same(self):
        path = self.discover("-g")
        self.assertRegex(path.read_text(), r"(?m)^Non-Chassis Nodes$")
        self.assert_is_the_fat_tree(path)
        path = self.discover("-f", "-m")
        self.assertRegex(path.read_text(), r" s=\d+ w=\d+ v=\d+")
        self.assert_is_the_fat_tree(path)

    def test_a_list_of_nodes_is_refused(self):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "topology", "--topology", f"ib:{self.discover('-l')}")
        self.assertEqual(outcome.status, 2)
        self.assertRegex(outcome.stderr, "^topomorph: .*: found a list of nodes, expected links too")

    def test_ports_report_is_the_same(self):
        path = self.discover("-p")
        self.assertRegex(path.read_text(), r"(?m)^CA .* - SW ")
        self.assert_is_the_fat_tree(path)

    def test_a_mapping_names_the_hosts(self):
        path = self.discover()
        spec = f"ib:{path}?hosts=node00[0-7],node12*+tree:2"
        self.cli("map", "--affinity", "cart:8x4", "--topology", spec, "--rankfile", "ranks", "-o", "mapping")
        places = re.findall(r"^rank \d+=(node\d+) slot=([01])$", (self.folder / "ranks").read_text(), re.MULTILINE)
        self.assertEqual(len(places), 32)
        self.assertEqual(len(set(places)), 32)
        self.assertEqual(len({host for host, _ in places}), 16)

    def test_routes_of_a_subnet_manager_lead_everywhere(self):
        if shutil.which("opensm", path=PATH) is None or shutil.which("ibroute", path=PATH) is None:
            self.skipTest("opensm or ibroute is not installed: no forwarding tables")
        manager = subprocess.run(["opensm", "--once", "-f", "opensm.log"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=2 * jobs.SECONDS,
                                 env=dict(self.environment, LD_PRELOAD=self.library, OSM_CACHE_DIR=str(self.folder),
                                          OSM_TMP_DIR=str(self.folder)))
        self.assertEqual(manager.returncode, 0, manager.stdout)
        subnet = self.folder / "dump"
        routes = subnet / "ibroutes-fe80:0000:0000:0000"
        routes.mkdir(parents=True)
        report = self.tool("ibnetdiscover", "-p")
        (subnet / "ib-subnet-fe80:0000:0000:0000.txt").write_text(report)
        lids = sorted(set(re.findall(r"(?m)^SW +(\d+) ", report)))
        self.assertEqual(len(lids), SPINES * CORES + PODS * (SPINES + LEAVES))
        for lid in lids:
            (routes / f"{lid}.txt").write_text(self.tool("ibroute", lid))
        self.assert_is_the_fat_tree(subnet)
        outcome = self.cli("map", "--affinity", "cart:16x8", "--topology", f"ib:{subnet}", "-o", "mapping")
        self.assertNotIn("not in the forwarding tables", outcome.stderr)
        (routes / f"{lids[0]}.txt").unlink()
        outcome = self.cli("map", "--affinity", "cart:16x8", "--topology", f"ib:{subnet}", "-o", "mapping")
        self.assertIn("not in the forwarding tables", outcome.stderr)


if __name__ == "__main__":
    jobs.main()
