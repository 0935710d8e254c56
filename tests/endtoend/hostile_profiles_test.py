"""Profiles, traces, lists of hosts and machines that somebody sent: one line with the file and what was expected, exit status 2, and no more
memory than a small profile takes."""
import os
import pathlib
import re
import sqlite3
import struct
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import jobs  # noqa: E402
import profile_tables  # noqa: E402

MEGABYTES = 128  # of a command that refuses an attack; a good profile of the same ranks takes 20
SECONDS = 120    # a limit against what hangs
RANKS = 16
EXPECTED = "expected the tables that 'topomorph profile' writes and nothing else"


def number(value):
    """Seven bits a byte, the lowest first (core/trace/encoding.h)."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def step(kind, *fields):
    return bytes([kind]) + b"".join(map(number, fields))


def send(peer, size):
    return step(1, peer, size, 0, 0)


def receive(peer):
    return step(2, peer, 0, 0, 0)


def start_send(peer, size, slot):
    return step(3, peer, size, 0, slot)


def wait(slot, slots=1):
    return step(5, slot, slots)


def all_to_all(size, group=0):
    return step(6, 10, 0, size, group)


def loop(count, steps):
    return step(7, count, steps)


class HostileTest(jobs.FolderTest):
    def profile(self, name, sql="", ranks=RANKS, without=(), version=1):
        """A good profile of 16 records, but for the tables `without` and what the script `sql` does to it."""
        path = self.folder / name
        path.unlink(missing_ok=True)
        base = sqlite3.connect(path)
        base.executescript("PRAGMA page_size = 512;" + profile_tables.script_without(*without))
        if "meta" not in without:
            meta = {"format_version": version, "ranks": ranks, "records": RANKS, "program": "./app", "collectives": "exact"}
            base.executemany("INSERT INTO meta VALUES(?, ?)", [(key, str(value)) for key, value in meta.items()])
        base.executemany("INSERT INTO ranks VALUES(?, ?, '', '', 0)", [(rank, f"n{rank // 4}") for rank in range(RANKS)])
        if "phases" not in without:
            base.execute("INSERT INTO phases(name) VALUES('main')")
        if "traffic" not in without:
            base.executemany("INSERT INTO traffic VALUES('main', 'p2p', ?, ?, 1000, 1)", [(rank, (rank + 1) % RANKS) for rank in range(RANKS)])
        base.executescript(sql)
        base.commit()
        base.close()
        return name

    def trace(self, name, steps_of, ranks=RANKS, groups=(), sql=""):
        """A profile whose rank r has the steps steps_of(r)."""
        self.profile(name, ranks=ranks)
        base = sqlite3.connect(self.folder / name)
        base.execute("INSERT INTO meta VALUES('trace_seen', '1')")
        base.executemany("INSERT INTO trace VALUES(?, 1, '')", [(rank,) for rank in range(ranks)])
        base.executemany("INSERT INTO trace_steps VALUES(?, 0, ?)", [(rank, steps_of(rank)) for rank in range(ranks)])
        base.executemany("INSERT INTO trace_groups VALUES(?, ?)", enumerate(groups))
        base.executescript(sql)
        base.commit()
        base.close()
        return name

    def run_measured(self, *words):
        """What a command said, its exit status, and the most memory that it had, in megabytes. A child of the command counts by itself."""
        process = subprocess.Popen([jobs.OPTIONS.topomorph, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        errors = process.stderr.read()
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        process.stderr.close()
        return output, errors, process.returncode, usage.ru_maxrss / 1024

    def refused(self, message, *words, megabytes=MEGABYTES):
        output, errors, status, memory = self.run_measured(*words)
        self.assertEqual(status, 2, f"{words}: {errors}")
        self.assertEqual(output, "")
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertTrue(errors.startswith("topomorph: "), errors)
        self.assertIn(message, errors)
        self.assertLess(memory, megabytes, f"{words}: {errors}")

    def taken(self, *words):
        output, errors, status, _ = self.run_measured(*words)
        self.assertEqual(status, 0, errors)
        return output

    def refused_everywhere(self, name, message):
        """By the verbs that read profiles: each reads other tables."""
        for words in (("report", name), ("map", "--affinity", name, "--topology", "tree:4:4", "-o", "out.map"), ("convert", name, "out.mtx"),
                      ("predict", name, "--topology", "tree:4:4"), ("extrapolate", name, "-n", "32", "-o", "out.tmprof")):
            self.refused(f"{name}: {message}", *words)


class SchemaTest(HostileTest):
    def refused_table(self, name, found, sql, without=()):
        self.refused_everywhere(self.profile(name, sql, without=without), f"is no profile (.tmprof): found {found}, {EXPECTED}")

    def test_a_good_profile_is_read(self):
        self.taken("report", self.profile("good.tmprof"))

    def test_a_column_that_computes_megabytes(self):
        rows = "".join(f"INSERT INTO phases(id) VALUES({row});" for row in range(1, 400))
        self.refused_table("generated.tmprof", "another table 'phases'", "CREATE TABLE phases(id INTEGER PRIMARY KEY, name TEXT "
                           "GENERATED ALWAYS AS (CAST(zeroblob(16000000) AS TEXT)) VIRTUAL);" + rows, without=("phases",))

    def test_a_view_whose_name_has_a_capital(self):
        self.refused_table("view.tmprof", "another table", "CREATE TABLE other(key, value); INSERT INTO other VALUES('format_version', '1');"
                           "CREATE VIEW Meta AS SELECT key, value FROM other", without=("meta",))
        self.refused_table("only_view.tmprof", "another view 'meta'", "CREATE VIEW Meta AS SELECT 'ranks' AS key, '16' AS value", without=("meta",))

    def test_a_view_without_end(self):
        endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
        self.refused_table("recursive.tmprof", "another view 'traffic'", f"CREATE VIEW traffic AS {endless} SELECT 'main' AS phase, 'p2p' AS layer, "
                           "0 AS source, 1 AS destination, x AS bytes, 1 AS messages FROM c", without=("traffic",))

    def test_a_table_of_a_module(self):
        columns = "phase, function, count, bytes, time"
        sql = (f"CREATE VIRTUAL TABLE calls USING fts5({columns}); PRAGMA writable_schema = ON; UPDATE sqlite_master SET "
               "sql = replace(sql, 'CREATE VIRTUAL', 'CREATE/**/VIRTUAL') WHERE name = 'calls'; PRAGMA writable_schema = OFF")
        self.refused_table("virtual.tmprof", "another table 'calls'", sql, without=("calls",))

    def test_anything_beside_the_tables(self):
        for name, found, sql in (("table", "another table", "CREATE TABLE mine(x)"), ("index", "another index", "CREATE INDEX mine ON traffic(bytes)"),
                                 ("view", "another view", "CREATE VIEW mine AS SELECT 1"), ("statistics", "another table", "ANALYZE"),
                                 ("trigger", "another trigger", "CREATE TRIGGER mine AFTER INSERT ON meta BEGIN SELECT 1; END")):
            with self.subTest(name):
                self.refused(f"{name}.tmprof: is no profile (.tmprof): found {found}, {EXPECTED}", "report", self.profile(f"{name}.tmprof", sql))

    def test_a_text_that_differs_in_a_blank(self):
        self.refused_table("blank.tmprof", "another table 'sizes'", profile_tables.TABLES["sizes"].replace("(", " (", 1), without=("sizes",))

    def test_a_table_that_is_missing(self):
        self.refused_table("missing.tmprof", "no table 'calls'", "", without=("calls",))

    def test_no_text_of_the_file_is_repeated(self):
        name = self.profile("escape.tmprof", "CREATE TABLE \"\x1b]0;mine\x07\"(x)")
        self.refused(f"found another table, {EXPECTED}", "report", name)

    def test_older_profiles_are_read(self):
        groups, traces = ("groups", "group_traffic"), ("trace", "trace_steps", "trace_groups")
        old_network = profile_tables.NETWORK_WITHOUT_WAITING
        for number_of_version, (without, sql) in enumerate([((*groups, *traces, "network"), ""), ((*traces, "network"), ""), (("network",), ""),
                                                            ((*traces, "network"), old_network), (("network",), old_network)]):
            with self.subTest(number_of_version):
                self.taken("report", self.profile(f"version{number_of_version}.tmprof", sql, without=without))


class ContentTest(HostileTest):
    def test_groups_of_more_members_than_any_job(self):
        count = "WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < 9999)"
        name = self.profile("groups.tmprof", f"{count} INSERT INTO groups SELECT x, '0-999999' FROM c;"
                            "INSERT INTO group_traffic SELECT 'main', 'p2p', id, 'out', 0, 999999, 1, 1 FROM groups", ranks=1000000, version=2)
        for words in (("report", name), ("map", "--affinity", name, "--topology", "tree:1000000", "-o", "out.map")):
            self.refused(f"{name}: found groups of more than 2049600 members together", *words)

    def test_more_ranks_than_any_machine_has(self):
        name = self.profile("ranks.tmprof", "INSERT INTO groups VALUES(0, '0-9000000000000000000');"
                            "INSERT INTO group_traffic VALUES('main', 'p2p', 0, 'out', 0, 1, 1, 1)", ranks=2**63 - 1, version=2)
        self.refused_everywhere(name, "found 9223372036854775807 roles, expected at most 67108864")

    def test_many_phases_of_groups_take_time_by_their_rows(self):
        count = "WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < 49999)"
        name = self.profile("phases.tmprof", f"INSERT INTO groups VALUES(0, '0-15'); {count} INSERT INTO group_traffic "
                            "SELECT 'p' || x, 'p2p', 0, 'out', 0, 15, 1, 1 FROM c", version=2)
        self.taken("report", name, "--json")

    def test_a_value_of_20_megabytes(self):
        name = self.profile("long.tmprof", "UPDATE meta SET value = CAST(zeroblob(20000000) AS TEXT) WHERE key = 'program'")
        self.refused(f"{name}: is a damaged profile: found a value of more than 16777216 bytes, expected shorter ones", "report", name)

    def endless_pages(self, name, table, depth=12):
        """Pages of the table's tree whose children are all the same next one: rows without end in 30 kB."""
        path = self.folder / name
        base = sqlite3.connect(path)
        root, = base.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        base.close()
        content, size, cells = bytearray(path.read_bytes()), 512, 50
        first = len(content) // size + 1
        leaf = bytes(content[(root - 1) * size:root * size])
        assert leaf[0] == 13, "the table has one page"

        def inner(child):
            cell = struct.pack(">IB", child, 1)
            body = b"".join(struct.pack(">H", size - 5 * (row + 1)) for row in range(cells))
            page = struct.pack(">BHHHBI", 5, 0, cells, size - 5 * cells, 0, child) + body
            return page + bytes(size - len(page) - 5 * cells) + cell * cells
        content[(root - 1) * size:root * size] = inner(first)
        content += b"".join(inner(first + level + 1) for level in range(depth)) + leaf
        content[28:32] = struct.pack(">I", len(content) // size)
        path.write_bytes(content)
        return name

    def test_pages_that_are_in_many_places(self):
        for table in ("ranks", "traffic", "phases", "meta"):
            with self.subTest(table):
                name = self.endless_pages(self.profile(f"{table}.tmprof"), table)
                self.refused(f"{name}: is a damaged profile", "report", name)
                self.refused(f"{name}: is a damaged profile", "map", "--affinity", name, "--topology", "tree:4:4", "-o", "out.map")

    def test_a_pipe_is_not_waited_for(self):
        os.mkfifo(self.folder / "pipe.tmprof")
        self.refused("pipe.tmprof: is no regular file, expected a profile", "report", "pipe.tmprof")


class TraceTest(HostileTest):
    def refused_trace(self, name, message, ranks=RANKS, megabytes=MEGABYTES):
        self.refused(f"{name}: trace: {message}", "predict", name, "--topology", f"tree:{ranks // 2}:2", megabytes=megabytes)

    def test_a_loop_of_years(self):
        steps = (send(1, 8) + receive(1), receive(0) + send(0, 8))
        name = self.trace("loop.tmprof", lambda rank: loop(10**15, 2) + steps[rank], ranks=2)
        self.refused_trace(name, "found 4e+15 steps and rounds of collectives in all iterations (hours of replay), expected at most", ranks=2)

    def test_loops_in_loops(self):
        nest = b"".join(loop(10**5, 4 - depth) for depth in range(3))
        name = self.trace("nested.tmprof", lambda rank: nest + send(1 - rank, 8) + receive(1 - rank), ranks=2)
        self.refused_trace(name, "found 4e+15 steps", ranks=2)

    def test_rounds_of_collectives(self):
        name = self.trace("rounds.tmprof", lambda rank: loop(10**9, 1) + all_to_all(8), groups=["0-15"])
        self.refused_trace(name, "found 2.56e+11 steps and rounds")

    def test_an_all_to_all_of_many(self):
        name = self.trace("pairs.tmprof", lambda rank: all_to_all(8), ranks=10000, groups=["0-9999"])
        self.refused_trace(name, "found 1e+08 pairs of processes in collectives, expected at most 67108864", ranks=10000)

    def test_requests_far_away(self):
        last = 2**20 - 1
        name = self.trace("requests.tmprof", lambda rank: start_send((rank + 1) % 1000, 8, last) + wait(last) + receive((rank - 1) % 1000), ranks=1000)
        self.refused_trace(name, "process 0, step 1: request 1048575 of at most 67", ranks=1000)

    def test_groups_of_many(self):
        rows = "WITH RECURSIVE c(x) AS (SELECT 16 UNION ALL SELECT x + 1 FROM c WHERE x < 99999) INSERT INTO trace SELECT x, 1, '' FROM c;"
        name = self.trace("members.tmprof", lambda rank: all_to_all(8), groups=["0-99999"] * 10000,
                          sql=rows + "UPDATE meta SET value = '100000' WHERE key = 'ranks'")
        self.refused_trace(name, "found more groups or members than a job of 100000 ranks has", ranks=100000)

    def test_parts_out_of_order(self):
        name = self.trace("parts.tmprof", lambda rank: send(rank, 8) + receive(rank), sql="UPDATE trace_steps SET part = 1 WHERE rank = 3")
        self.refused_trace(name, "process 3: found part 1 of its steps, expected part 0")


class ListTest(HostileTest):
    def network(self, words, **files):
        for name, text in files.items():
            (self.folder / name.replace("_", ".")).write_text(text)
        return ("map", "--affinity", self.profile("app.tmprof"), "--topology", words, "-o", "out.map")

    def test_the_greatest_number_of_a_host(self):
        words = self.network("slurm:topology.conf+tree:16", topology_conf="SwitchName=s0 Nodes=n[18446744073709551615]\n")
        self.taken(*words)
        words = self.network("slurm:topology.conf+tree:16", topology_conf="SwitchName=s0 Nodes=n[0-18446744073709551615]\n")
        self.refused("topology.conf:1: host list", *words)

    def test_files_that_include_many_others(self):
        files = {f"f{depth}": f"Include f{depth + 1}\n" * 40 for depth in range(1, 8)}
        words = self.network("slurm:slurm.conf+tree:16", slurm_conf="Include f1\n", topology_conf="SwitchName=s0 Nodes=n0\n", f8="# end\n", **files)
        self.refused("f7:10: found more than 1000 included files, expected at most that", *words)

    def test_hostfiles_have_a_sum(self):
        (self.folder / "hosts").write_text("n[0-1048575]\n" * 100)
        self.network("", topology_conf="SwitchName=s0 Nodes=n[0-3]\n")
        self.refused("hosts:2: host list", "topology", "--topology", "slurm:topology.conf", "--check", "./hosts", megabytes=400)


class MachineTest(HostileTest):
    def test_an_object_without_its_set(self):
        (self.folder / "machine.xml").write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topology SYSTEM "hwloc2.dtd">\n<topology version="2.0">\n'
            '<object type="Machine" os_index="0" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1" '
            'allowed_nodeset="0x1">\n<object type="NUMANode" os_index="0" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1"/>\n'
            '<object type="PU" os_index="0" cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/>\n'
            '<object type="PU" os_index="1" cpuset="0x2" nodeset="0x1" complete_nodeset="0x1"/>\n</object>\n</topology>\n')
        output, errors, status, _ = self.run_measured("topology", "--topology", "hwloc:machine.xml")
        self.assertGreaterEqual(status, 0, "hwloc has ended the command by a signal")
        self.assertTrue(status == 0 or errors.startswith("topomorph: machine.xml: "), errors + output)

    def write_machine(self, name, cpus="0x1", nodes="0x1", pu="0", node="0"):
        sets = f'cpuset="{cpus}" complete_cpuset="{cpus}" nodeset="{nodes}" complete_nodeset="{nodes}"'
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topology SYSTEM "hwloc2.dtd">\n<topology version="2.0">\n'
            f'<object type="Machine" os_index="0" {sets} allowed_cpuset="{cpus}" allowed_nodeset="{nodes}" gp_index="1">\n'
            f'<object type="NUMANode" os_index="{node}" {sets} gp_index="2"/>\n'
            f'<object type="PU" os_index="{pu}" {sets} gp_index="3"/>\n</object>\n</topology>\n')

    def folder_of_machines(self):
        (self.folder / "topology.conf").write_text("SwitchName=s0 Nodes=n0\n")
        return ("topology", "--topology", "slurm:topology.conf+hwloc:hosts")

    def test_sets_without_end(self):
        self.write_machine("hosts/n0.xml", cpus="0xf...f")
        self.refused("hosts/n0.xml: found a set of processing units without end", *self.folder_of_machines())

    def test_numbers_that_no_machine_has(self):
        for name, far in (("pu", "4294967290"), ("node", "4294967290"), ("nodes", "0x1" + "," * 120000), ("cpus", "0x1" + "," * 120000)):
            with self.subTest(name=name):
                self.write_machine("hosts/n0.xml", **{name: far})
                self.refused("expected", "topology", "--topology", "hwloc:hosts/n0.xml")
                self.refused("expected", *self.folder_of_machines())
                (self.folder / "hosts/n0.xml").rename(self.folder / "hosts/base.xml")
                (self.folder / "hosts/n0.diff.xml").write_text(
                    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topologydiff SYSTEM "hwloc2-diff.dtd">\n<topologydiff refname="base.xml">\n'
                    '</topologydiff>\n')
                self.refused("base.xml", *self.folder_of_machines())
                (self.folder / "hosts/n0.diff.xml").unlink()

    def test_hwloc_says_nothing_of_the_file(self):
        """It would name the file's author: of units in the wrong order."""
        author = '<info name="hwlocVersion" value="&#155;31mowned"/><info name="ProcessName" value="&#10;topomorph: owned"/>'
        units = "".join(f'<object type="PU" os_index="{index}" cpuset="{bit}" complete_cpuset="{bit}" nodeset="0x1" complete_nodeset="0x1"/>\n'
                        for index, bit in ((1, "0x2"), (0, "0x1")))
        self.write_machine("machine.xml")
        text = (self.folder / "machine.xml").read_text().replace('cpuset="0x1"', 'cpuset="0x3"').replace('gp_index="1">', f'gp_index="1">{author}')
        (self.folder / "machine.xml").write_text(re.sub(r'<object type="PU".*?/>\n', units, text))
        _, errors, status, _ = self.run_measured("topology", "--topology", "hwloc:machine.xml")
        self.assertEqual((status, errors), (0, ""))


if __name__ == "__main__":
    jobs.main()
