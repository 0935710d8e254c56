"""From the raw dumps of a real fabric and the hwloc files of its hosts to architectures for Scotch and to rankfiles."""
import os
import pathlib
import re
import subprocess
import unittest

import jobs

DATA = pathlib.Path(os.environ.get("TOPOMORPH_DATA", pathlib.Path(__file__).resolve().parents[2] / ".." / "shared" / "data"))


class Plafrim2Test(jobs.JobTest):
    def setUp(self):
        super().setUp()
        for name in ("plafrim2", "scotch"):
            archive = DATA / "fabrics" / f"{name}.txz"
            if not archive.exists():
                self.skipTest("the third-party data (TOPOMORPH_DATA) are not here")
            if subprocess.run(["tar", "-xJf", archive.resolve()], cwd=self.folder, stderr=subprocess.DEVNULL).returncode != 0:
                self.skipTest("tar and xz are missing")
        self.topology = "ib:plafrim2?hosts=miriel*+hwloc:plafrim2/hwloc"
        words = (self.folder / "scotch" / "resources.txt").read_text().split()
        names, counts, pairs = words[1:4], [int(word) for word in words[4:7]], [int(word) for word in words[7:]]
        self.allocated = {(name, pairs[2 * i]) for i, name in
                          enumerate(name for name, count in zip(names, counts) for _ in range(count))}

    def cli(self, *words):
        outcome = self.run_command(jobs.OPTIONS.topomorph, *words)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome

    def expected(self, name):
        return (self.folder / "scotch" / name).read_text().split()

    def test_architecture_and_sub_architecture_are_netlocs(self):
        whole = self.cli("topology", "--topology", self.topology, "--export", "scotch").stdout.split()
        self.assertEqual(whole[whole.index("tleaf"):], self.expected("arch.scotch"))
        part = self.cli("topology", "--topology", self.topology, "--slots", "resources:scotch/resources.txt", "--export", "scotch")
        self.assertEqual(part.stdout.split(), self.expected("subarch.scotch"))

    def ranks(self, *options):
        self.cli("map", "--affinity", "scotch/app.mat", "--topology", self.topology, "--slots", "resources:scotch/resources.txt",
                 "-o", "mapping", "--rankfile", "ranks", *options)
        found = re.findall(r"(?m)^rank (\d+)=(\w+) slot=(\d+)$", (self.folder / "ranks").read_text())
        self.assertEqual([int(rank) for rank, _, _ in found], list(range(64)))
        return {(host, int(core)) for _, host, core in found}

    def test_rankfile_of_the_allocated_cores(self):
        self.assertEqual(self.ranks("--rankfile-numbers", "physical"), self.allocated)
        logical = self.ranks()
        # Processing units with even numbers are in the first package of these machines, those with odd ones in the second.
        self.assertEqual(logical, {(host, pu // 2 + 12 * (pu % 2)) for host, pu in self.allocated})

    def test_nodes_of_netloc_are_the_same_fabric(self):
        nodes = "netloc:plafrim2/netloc/IB-fe80:0000:0000:0000-nodes.txt#miriel+hwloc:plafrim2/hwloc"
        answers = [self.cli("topology", "--topology", spec, "--export", "scotch").stdout for spec in (self.topology, nodes)]
        self.assertEqual(*answers)

    def test_slots_are_for_scotch_alone(self):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "topology", "--topology", "tree:2:2", "--slots", "0-1", "--json")
        self.assertEqual((outcome.status, outcome.lines), (2, ["--slots: found without --export scotch, expected with it"]))


if __name__ == "__main__":
    jobs.main()
