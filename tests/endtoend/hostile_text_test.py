"""Text of other people's, in every file, name and variable that TopoMorph prints something of: no terminal and no log gets what it would obey."""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

import jobs
import report_test
import site_test
from jobs import OPTIONS
from site_file_test import SiteTest, WITH_SITE

# Sets the title of a window, rings, colours, deletes, turns the text, takes no width, and begins a line that looks like another.
EVIL = "\x1b]0;owned\x07\u009b31m\x7f\u202e\u200b\ufeff\u2028\ttop\r\nforged"
RAW = EVIL.encode() + b"\x9b5n\xff"  # U+009B as one byte, and what is no UTF-8
ONE_LINE = EVIL.replace("\r\n", "")
NAME = ONE_LINE.replace("\t", "")  # of a host, between blanks
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


IB = """switchguid=0x1(1)
Switch	36 "S-0000000000000001"		# "leaf0" base port 0 lid 1 lmc 0
[1]	"H-0000000000000004"[1](5) 		# "{0}" lid 4 4xQDR
[2]	"H-0000000000000006"[1](7) 		# "node2" lid 6 4xQDR

caguid=0x4
Ca	1 "H-0000000000000004"		# "{0}"
[1](5) 	"S-0000000000000001"[1]		# lid 4 lmc 0 "leaf0" lid 1 4xQDR

caguid=0x6
Ca	1 "H-0000000000000006"		# "node2"
[1](7) 	"S-0000000000000001"[2]		# lid 6 lmc 0 "leaf0" lid 1 4xQDR
"""


class HostileTextTest(jobs.JobTest):
    """What two streams say, as bytes."""

    def run_raw(self, *words, **settings):
        environment = {**os.environb, **{name.encode(): os.fsencode(value) for name, value in settings.items()}}
        return subprocess.run([os.fsencode(word) for word in words], cwd=self.folder, env=environment, capture_output=True, timeout=jobs.SECONDS,
                              check=False)

    def assert_harmless(self, run, status=None, shown="owned"):
        """`shown`: proves that something of the foreign text was printed."""
        self.assertIn(run.returncode, (0, 1, 2, 127) if status is None else (status,), run.stderr)
        for stream in run.stdout, run.stderr:
            text = stream.decode()  # fails if it is no UTF-8
            self.assertEqual(OBEYED.findall(text), [], text)
            self.assertEqual([line for line in text.split("\n") if line.startswith("forged")], [], text)
        self.assertIn(shown, (run.stdout + run.stderr).decode())

    def assert_all_harmless(self, *commands, status=0, shown="owned", **settings):
        for words in commands:
            with self.subTest(words=words):
                self.assert_harmless(self.run_raw(OPTIONS.topomorph, *words, **settings), status, shown)

    def write(self, name, content):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path


class VerbsTest(HostileTextTest):
    """Files."""

    def write_profile(self, name="foreign.tmprof"):
        """Every text of a profile is foreign."""
        report_test.write_profile(self.folder / name, ranks=8)
        report_test.add_trace(self.folder / name, ranks=8)
        base = sqlite3.connect(self.folder / name)
        base.executemany("UPDATE meta SET value = CAST(? AS TEXT) WHERE key = ?",
                         [(b"/bin/" + RAW, "program"), (RAW, "arguments"), (RAW, "mpi"), (RAW, "date"), (RAW, "collectives")])
        base.executemany("INSERT INTO meta VALUES(?, CAST(? AS TEXT))", [("far_from_gpu", RAW), ("trace_windows", b"1"), ("trace_window", RAW)])
        base.execute("UPDATE ranks SET host = CAST(? || host AS TEXT)", (RAW,))
        base.execute("UPDATE phases SET name = CAST(? AS TEXT) WHERE id = 1", (RAW,))
        for table in "traffic", "calls", "sizes":
            base.execute(f"UPDATE {table} SET phase = CAST(? AS TEXT) WHERE phase != 'main'", (RAW,))
        base.execute("UPDATE calls SET function = CAST(? AS TEXT) WHERE phase != 'main'", (RAW,))
        base.execute("UPDATE trace SET window = CAST(? AS TEXT) WHERE rank = 0", (RAW,))
        base.commit()
        base.close()

    def test_a_profile(self):
        self.write_profile()
        (self.folder / "order").write_text("".join(f"{role}\n" for role in range(8)))
        self.assert_all_harmless(("report", "foreign.tmprof"), ("report", "foreign.tmprof", "--color", "always", "--json"),
                                 ("report", "--compare", "foreign.tmprof", "foreign.tmprof"),
                                 ("report", "--compare", "foreign.tmprof", "foreign.tmprof", "--json"))
        self.assert_all_harmless(("evaluate", "--affinity", "foreign.tmprof", "--topology", "tree:2:4", "--mapping", "order", "--cost", "alpha-beta"),
                                 ("map", "--affinity", "foreign.tmprof", "--topology", "tree:2:4"),
                                 ("predict", "foreign.tmprof", "--topology", "tree:2:4", "--level-costs", "0.5/8000:60/11.5"),
                                 ("extrapolate", "foreign.tmprof", "-n", "16", "-o", "more.tmprof"),
                                 ("convert", "foreign.tmprof", "foreign.mtx"), status=None, shown="")

    def test_a_page(self):
        self.write_profile()
        self.assert_all_harmless(("report", "foreign.tmprof", "--html", "page.html"), shown="")
        page = (self.folder / "page.html").read_text()
        self.assertEqual(OBEYED.findall(page), [])
        data = page.partition('id="data"')[2].partition(">")[2].partition("</script>")[0]
        self.assertIn("owned", data)
        self.assertNotIn("<", data)

    def test_colours_are_those_of_the_tool(self):
        self.write_profile()
        painted = self.run_raw(OPTIONS.topomorph, "report", "foreign.tmprof", "--color", "always").stdout.decode()
        plain = self.run_raw(OPTIONS.topomorph, "report", "foreign.tmprof", "--color", "never").stdout.decode()
        self.assertIn("\x1b[1mBusiest pairs\x1b[0m\n", painted)
        self.assertEqual(painted.replace("\x1b[1m", "").replace("\x1b[0m", ""), plain)
        self.assertEqual(OBEYED.findall(plain), [])

    def test_json_gives_the_text_back(self):
        self.write_profile()
        run = self.run_raw(OPTIONS.topomorph, "report", "foreign.tmprof", "--json")
        self.assertTrue(run.stdout.isascii())
        self.assertIn(json.dumps("/bin/" + EVIL + "\ufffd5n\ufffd"), json.dumps(json.loads(run.stdout)))

    def test_names_of_files_and_words(self):
        for name in (RAW.replace(b"\n", b""), RAW):
            self.write(name + b".mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 7\n")
            self.write(name, RAW)
            self.assert_all_harmless((b"report", name + b".mtx"), status=0)
            self.assert_all_harmless((b"report", b"no" + name), (b"report", name + b"/x.tmprof"), (b"site", b"no" + name),
                                     (b"map", b"--affinity", name + b".mtx", b"--topology", b"tree:" + name), (name,), (b"report", b"--" + name),
                                     (b"map", b"--affinity", name + b".mtx", b"--topology", b"slurm:" + name), (b"convert", name, b"x.mtx"),
                                     (b"convert", name + b".mtx", b"x." + name), (b"predict", name, b"--topology", b"tree:2:2"),
                                     (b"layout", b"scbnh", b"--hosts", name, b"-n", b"2"), (b"run", b"--permutation", name, b"true"),
                                     (b"profile", b"--recover", b"-o", name + b".tmprof"), (b"simulate", b"--topology", b"tree:2:2", b"--slots-per-node",
                                                                                            b"1", b"--workload", name), status=2)
            self.assert_all_harmless((b"run", b"-p", name, b"no" + name), (b"auto", b"no" + name), status=127)

    def test_lines_of_files(self):
        """That are quoted because they are wrong."""
        self.write("bad.mtx", b"%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 " + RAW + b"\n")
        self.write("bad.conf", b"SwitchName=s0 Nodes=n[0-1]\n" + NAME.encode() + b"\n")
        self.write("bad.trace", b"0 init\n0 " + NAME.encode() + b" 1\n")
        self.write("bad.swf", NAME.encode() + b"\n")
        self.write("bad.map", NAME.encode() + b"\n")
        self.write("hosts", NAME.encode() + b"[\n")
        self.assert_all_harmless(("convert", "bad.mtx", "x.mat"), ("topology", "--topology", "slurm:bad.conf"),
                                 ("predict", "bad.trace", "--topology", "tree:2:2", "--level-costs", "0.5/8000:60/11.5"),
                                 ("simulate", "--topology", "tree:2:2", "--slots-per-node", "1", "--workload", "bad.swf"),
                                 ("topology", "--topology", "tree:2:2", "--check", "hosts"), status=2)

    def test_hosts_and_levels_of_topologies(self):
        """They are refused, because files for launchers and Slurm, and exports, have them as they are."""
        name = "n\x1bc\x07owned\u009b0n\x7f\u202e"
        self.write("hosts.conf", f"SwitchName=sa Nodes={name}a,nb\nSwitchName=sb Nodes=nc,nd\nSwitchName=top Switches=s[a-b]\n")
        self.write("hosts.tree", f"topomorph-measured 1\nlevel g 20 0 1 1\nhost {name}\nhost b\n")
        self.write("hosts", name + "\n")
        self.write("levels.tree", f"topomorph-measured 1\nlevel {name} 20 0 1 1\nhost a\nhost b\n")
        for topology in "slurm:hosts.conf", "measured:hosts.tree", "measured:levels.tree":
            for words in (("--json",), *(("--export", format) for format in ("slurm", "dot", "json", "hierarchy")), ("--distances", "0-1")):
                self.assert_all_harmless(("topology", "--topology", topology, *words), status=2)
            self.assert_all_harmless(("layout", "scbnh", "--topology", topology, "-n", "2", "--write", "slurm:out"),
                                     ("topology", "--topology", topology, "--export", "dot", "-o", "out"), status=2)
        self.assert_all_harmless(("layout", "scbnh", "--hosts", name + "=synthetic:pack:1 core:2 pu:1", "-n", "2", "--write", "rankfile:out"),
                                 ("allocate", "--topology", "tree:2:2", "--free", name, "--slots-per-node", "1", "--affinity", "none.mtx"),
                                 ("topology", "--topology", "tree:2:2", "--check", "hosts"), status=2)
        self.assertFalse((self.folder / "out").exists())

    def test_hosts_of_a_fabric_that_cannot_be_names_are_called_by_their_number(self):
        self.write("hosts.ib", IB.format("n\x1bc\x07owned\u009b0n\x7f\u202e"))
        self.assert_all_harmless(("topology", "--topology", "ib:hosts.ib", "--json"), shown="0x0000000000000005")
        self.assert_all_harmless(("layout", "scbnh", "--topology", "ib:hosts.ib", "-n", "2", "--write", "slurm:out"), shown="")
        self.assertEqual((self.folder / "out").read_text(), "0x0000000000000005\nnode2\n")


class RecordsTest(HostileTextTest):
    """What many users write and root reads."""

    def test_records(self):
        lines = b"".join(b'{"topomorph":1,"program":"' + json.dumps(EVIL, ensure_ascii=ascii)[1:-1].encode() + b'","user":"' + name
                         + b'","hosts":9,"seconds":9e6,"mpi_seconds":9e6,"order":"dropped","reason":"' + name + b'","library":"' + name + b'"}\n'
                         for ascii in (True, False) for name in (NAME.encode()[8:], json.dumps(EVIL)[1:-1].encode()))
        self.write("records.jsonl", lines + b'{"topomorph":1,"program":' + RAW.replace(b"\n", b"") + b"\n" + RAW)
        for by in ("program", "user", "library"):
            self.assert_all_harmless(("site", "records.jsonl", "--by", by), ("site", "records.jsonl", "--by", by, "--json"))
            self.assert_all_harmless(("site", "records.jsonl", "--by", by, "-o", "page.html"), shown="damaged in all")

    def test_a_store(self):
        values = {key: self.stored(value) for key, value in (("text", RAW), ("name", b"/bin/" + RAW))}
        folder = self.folder / "store" / "app-0123456789abcdef"
        folder.mkdir(parents=True)
        self.write("store/format", "topomorph store 1\n")
        case = {"format_version": b"1", "program": values["name"], "identity": values["text"], "arguments": values["text"], "ranks": b"8"}
        run = {**{key: value.encode() for key, value in site_test.SiteStoreTest.RUN.items()}, "order": b"reordered", "decision": b"gain", "gain": b"40",
               "model": b"hop-bytes", **{key: values["text"] for key in ("generation", "situation", "place", "why")}}
        self.write(folder / "case", b"".join(key.encode() + b"=" + value + b"\n" for key, value in case.items()))
        self.write(folder / "20261120T150102.123456Z-1a2b3c4d.run", b"".join(key.encode() + b"=" + value + b"\n" for key, value in run.items()))
        self.write(os.fsencode(folder) + b"/" + RAW + b".run", b"".join(key.encode() + b"=" + value + b"\n" for key, value in run.items()))
        self.write(folder / "profile.tmprof", RAW)
        self.assert_all_harmless(("history", "--store", "store"), ("history", "--store", "store", "--json"), ("site", "--store", "store"),
                                 ("site", "--store", "store", "--json"))
        self.write(folder / "case", ONE_LINE)
        self.assert_all_harmless(("history", "--store", "store"))
        self.write("store/format", b"topomorph store " + RAW)
        self.assert_all_harmless(("history", "--store", "store"), ("site", "--store", "store"), status=2, shown="no store of topomorph auto")

    def write_runs(self, folder):
        """Runs of a case with a readable profile, in both orders; the new one is of a model with a foreign name."""
        os.makedirs(folder)
        self.write(folder + b"/case", "format_version=1\nprogram=/bin/app\nidentity=i\narguments=\nranks=8\n")
        for number, order in enumerate(["launcher", "reordered"] * 2):
            values = {**site_test.SiteStoreTest.RUN, "order": order, "decision": "compare", "gain": "40", "model": ""}
            model = self.stored(RAW) if order == "reordered" else b""
            lines = "".join(f"{key}={value}\n" for key, value in values.items() if key != "model").encode() + b"model=" + model + b"\n"
            self.write(folder + b"/20261120T15010%d.123456Z-1a2b3c4d.run" % number, lines)
        report_test.write_profile(folder + b"/profile.tmprof", ranks=8)
        with contextlib.closing(sqlite3.connect(folder + b"/profile.tmprof")) as base, base:
            base.execute("INSERT INTO meta VALUES('run', 'g')")

    def test_orders_and_folders_of_a_store(self):
        store = os.fsencode(self.folder) + b"/store" + RAW
        self.write_runs(store + b"/app-0123456789abcdef")
        self.write_runs(store + b"/app" + RAW + b"-0123456789abcdef")
        self.write(store + b"/format", "topomorph store 1\n")
        self.assert_all_harmless(("history", "--store", store), ("history", "--store", store, "--json"))
        listed = self.run_raw(OPTIONS.topomorph, "history", "--store", store, "--json")
        self.assertEqual(len(json.loads(listed.stdout)["programs"]), 1)  # no folder of TopoMorph's has such a name

    @staticmethod
    def stored(value):
        return value.replace(b"\\", b"\\\\").replace(b"\n", b"\\n")


class SurroundingsTest(SiteTest, HostileTextTest):
    """Variables, and the site file."""

    def test_variables(self):
        for name in ("STORE", "MIN_GAIN", "PROFILE", "TOPOLOGY", "ENGINE", "MODE"):
            setting = {f"TOPOMORPH_{name}": RAW.replace(b"\0", b"")}
            with self.subTest(name=name):
                self.assert_harmless(self.run_raw(OPTIONS.topomorph, "doctor", "--no-job", **setting))
        self.assert_all_harmless(("history",), TOPOMORPH_STORE=b"/" + RAW)
        for name in ("OMPI_COMM_WORLD_RANK", "SLURM_JOB_ID", "SLURM_TOPOLOGY_ADDR", "PATH", "LD_LIBRARY_PATH", "TOPOMORPH_" + NAME.replace("=", "")):
            with self.subTest(name=name):
                self.assert_harmless(self.run_raw(OPTIONS.topomorph, "doctor", "--no-job", **{name: RAW}), shown="")
        self.assert_all_harmless(("doctor", "--no-job", b"no" + RAW), status=1)

    def test_the_site_file(self):
        site = self.site()
        value = NAME.encode()
        site.write_bytes(b"min-gain = " + value + b"\nfinal store = /" + value + b"\nfinal topology = " + value + b"\n" + value + b"\n")
        for words in (("doctor", "--no-job"), ("run", "--topology", "hosts", "true"), ("auto", "--store", "here", "true"), ("history",)):
            with self.subTest(words=words):
                self.assert_harmless(self.run_raw(WITH_SITE, site, OPTIONS.topomorph, *words))


class JobsTest(HostileTextTest):
    """The library's line, from the process of a job."""

    def job_raw(self, *words, **settings):
        return self.run_raw(*map(str, jobs.LAUNCH), "--bind-to", "none", "-n", "2", *words, **settings)

    def test_a_profile_that_somebody_sent(self):
        VerbsTest.write_profile(self)
        run = self.job_raw(OPTIONS.topomorph, "run", "-p", "foreign.tmprof", OPTIONS.program)
        self.assert_harmless(run, 0)

    def write_good_profile(self):
        report_test.write_profile(self.folder / "topomorph.tmprof", ranks=2)

    def test_values_of_variables(self):
        self.write_good_profile()
        for name in ("MIN_GAIN", "PERMUTATION", "TOPOLOGY", "LEVEL_COSTS", "COST", "PROFILE"):
            with self.subTest(name=name):
                self.assert_harmless(self.job_raw("env", b"TOPOMORPH_" + name.encode() + b"=" + RAW, OPTIONS.topomorph, "run", OPTIONS.program), 0)

    def test_a_name_of_a_variable(self):
        self.assert_harmless(self.job_raw("env", "TOPOMORPH_" + EVIL.replace("=", "") + "=1", OPTIONS.topomorph, "run", OPTIONS.program), 0)

    def test_names_of_files(self):
        self.assert_harmless(self.job_raw(OPTIONS.topomorph, "profile", "-o", RAW + b"/a.tmprof", OPTIONS.program), 0)
        self.assert_harmless(self.job_raw(OPTIONS.topomorph, "profile", "-o", RAW + b".tmprof", OPTIONS.program), 0)
        self.assert_harmless(self.job_raw("env", b"TOPOMORPH_STORE=/proc/" + RAW, OPTIONS.topomorph, "auto", OPTIONS.program), 0)
        self.assert_harmless(self.job_raw(OPTIONS.topomorph, "run", "--engine", RAW, OPTIONS.program), 0)

    def test_a_program(self):
        folder = os.path.join(os.fsencode(self.folder), RAW.replace(b":", b""))
        os.mkdir(folder)
        program = os.path.join(folder, b"app" + RAW.replace(b"/", b""))
        shutil.copy(OPTIONS.program, program)
        for shown in "app", "order kept":
            self.assert_harmless(self.job_raw(OPTIONS.topomorph, "auto", "--store", "store", "--case", RAW, program), 0, shown)
        self.assert_harmless(self.run_raw(OPTIONS.topomorph, "history", "--store", "store"), 0)
        self.assert_harmless(self.run_raw(OPTIONS.topomorph, "doctor", "--no-job", program), shown="")

    def test_the_front_in_a_folder(self):
        """It finds no back beside it, and names the place."""
        folder = os.path.join(os.fsencode(self.folder), RAW.replace(b":", b"").replace(b" ", b""))
        os.mkdir(folder)
        library = os.path.join(folder, b"libtopomorph.so")
        shutil.copy(OPTIONS.library, library)
        run = self.job_raw("env", b"LD_PRELOAD=" + library, OPTIONS.program)
        self.assert_harmless(run, 0)
        self.assertIn(b"nothing is measured or reordered", run.stderr)


if __name__ == "__main__":
    jobs.main()
