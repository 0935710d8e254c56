"""From the raw dumps of a real fabric and the hwloc files of its hosts to architectures for Scotch and to rankfiles."""
import json
import os
import pathlib
import re
import subprocess

import jobs

DATA = pathlib.Path(os.environ.get("TOPOMORPH_DATA", pathlib.Path(__file__).resolve().parents[2] / ".." / "shared" / "data"))


FABRIC = """SW 1 1 0x1 4x QDR - CA 3 1 0x3 ( 'leaf0' - 'n0' )
SW 2 1 0x2 4x QDR - CA 4 1 0x4 ( 'leaf1' - 'n1' )
SW 1 2 0x1 4x QDR - SW 2 2 0x2 ( 'leaf0' - 'leaf1' )
"""
TABLE = """Unicast lids [0x0-0x4] of switch Lid 1 guid 0x0000000000000001 (leaf0):
  Lid  Out   Destination
       Port     Info
0x0003 001 : (Channel Adapter portguid 0x0000000000000003: 'n0')
/usr/sbin/ibroute: iberror: failed: dump tables: linear forwarding table get failed
"""


class DamagedFilesTest(jobs.JobTest):
    """What is there is used; what is not is a line each on stderr, and data on stdout stay data."""

    def setUp(self):
        super().setUp()
        (self.folder / "fabric.txt").write_text(FABRIC)
        (self.folder / "routes.txt").write_text(TABLE)

    def test_a_table_of_routes_that_ends_in_an_error(self):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "topology", "--json", "--topology", "ib:fabric.txt?routes=routes.txt")
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertEqual(json.loads(outcome.stdout)["slots"], 2)
        self.assertRegex(outcome.stderr, r"(?m)^topomorph: routes\.txt:5: found \".*iberror: failed: .*\": "
                                         r"some routes of switch leaf0 \(0x0000000000000001\) behind LID 0x3 are missing$")
        self.assertRegex(outcome.stderr, r"(?m)^topomorph: . of 4 ways from a switch to a host are not in the forwarding tables")
        self.assertEqual(len(outcome.stderr.splitlines()), 2, outcome.stderr)

    def test_a_fabric_that_cannot_be_understood_is_refused(self):
        (self.folder / "routes.txt").write_text(TABLE + "hello\n")
        outcome = self.run_command(jobs.OPTIONS.topomorph, "topology", "--topology", "ib:fabric.txt?routes=routes.txt")
        self.assertEqual(outcome.status, 2)
        self.assertEqual(outcome.stderr, "topomorph: routes.txt:6: found \"hello\", expected a line of ibroute's output\n")


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
