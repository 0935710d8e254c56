"""topomorph doctor: what it says of a sound installation, of broken ones, of programs; and who sees colour and progress."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

import jobs

PROGRAM = "#include <mpi.h>\nint main(int n, char** w) { MPI_Init(&n, &w); return MPI_Finalize(); }\n"
FOUR_GPUS = str(pathlib.Path(__file__).resolve().parents[1] / "core/topology/sources/hwloc/four_gpus.xml")
QUICK = ("doctor", "--no-job", "--json")
ESCAPE = "\x1b["


def topomorph(*words, cwd=None, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TOPOMORPH_")}
    environment.update({name: value for name, value in jobs.COMMON.items() if "ROOT" in name}, **variables)  # the doctor knows the rest
    return subprocess.run([jobs.OPTIONS.topomorph, *words], capture_output=True, text=True, timeout=120, cwd=cwd,
                          env=environment)


class DoctorTest(unittest.TestCase):
    def findings(self, done):
        return {row["check"]: row for row in json.loads(done.stdout)["checks"]}

    def check(self, name, *words, cwd=None, **variables):
        """The finding of one check, and the exit status."""
        done = topomorph(*QUICK, *words, cwd=cwd, **variables)
        return self.findings(done)[name], done.returncode

    def test_gpus_of_this_host(self):
        self.assertEqual(self.check("gpus", HWLOC_XMLFILE=FOUR_GPUS), ({"check": "gpus", "verdict": "ok", "found":
                         "4 on this host: nvml0, nvml1, nvml2, nvml3", "advice": ""}, 0))

    def test_a_rank_far_from_its_gpu(self):
        if 0 not in os.sched_getaffinity(0):
            self.skipTest("needs CPU 0")
        before = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, before)
        os.sched_setaffinity(0, {0})
        near, _ = self.check("gpus", HWLOC_XMLFILE=FOUR_GPUS, OMPI_COMM_WORLD_LOCAL_RANK="1")
        self.assertEqual(near["verdict"], "ok")
        far, status = self.check("gpus", HWLOC_XMLFILE=FOUR_GPUS, OMPI_COMM_WORLD_LOCAL_RANK="2")
        self.assertEqual((far["verdict"], status), ("warning", 0))
        self.assertIn("; this rank runs on CPUs 0, far from its GPU nvml2 by its local rank (near CPUs 1); GPU nvml0 is near", far["found"])
        given, _ = self.check("gpus", HWLOC_XMLFILE=FOUR_GPUS, OMPI_COMM_WORLD_LOCAL_RANK="2", CUDA_VISIBLE_DEVICES="1")
        self.assertEqual(given["verdict"], "ok")

    def test_sound_installation(self):
        done = topomorph("doctor", "--json")
        found = self.findings(done)
        self.assertEqual([row for row in found.values() if row["verdict"] == "failure"], [])
        self.assertEqual((done.returncode, done.stderr, json.loads(done.stdout)["ok"]), (0, "", True))
        self.assertEqual(found["job"]["found"], "2 ranks ran under mpirun and were measured")
        self.assertIn("MPI", found["mpi"]["found"])
        self.assertRegex(found["backs"]["found"], r"^serves .*(openmpi|mpich)")
        self.assertRegex(found["contract"]["found"], "every function of .*MPI.* is known, and so are its internal ones")
        self.assertNotIn("program", found)

    def test_text_has_a_line_for_each_check(self):
        text, found = topomorph("doctor", "--no-job").stdout, self.findings(topomorph(*QUICK))
        self.assertEqual(len(text.splitlines()), len(found))
        for line in text.splitlines():
            self.assertRegex(line, r"^(ok|warning|failure) +[a-z]+ ")
        self.assertIn("not tried: --no-job", text)

    def test_broken_setting(self):
        row, status = self.check("settings", TOPOMORPH_MIN_GAIN="much")
        self.assertEqual((row["verdict"], status), ("failure", 1))
        self.assertIn("much", row["found"])
        self.assertNotEqual(row["advice"], "")

    def test_unknown_setting_is_a_warning(self):
        row, status = self.check("settings", TOPOMORPH_MINGAIN="3")
        self.assertEqual((row["verdict"], status), ("warning", 0))

    def test_broken_engine(self):
        row, status = self.check("engine", TOPOMORPH_ENGINE="/bin/false")
        self.assertEqual((row["verdict"], status), ("failure", 1))

    def bare(self, folder):
        """A PATH with the programs alone that the checks start."""
        for name in ("cat", "sh"):
            os.symlink(shutil.which(name), pathlib.Path(folder) / name)
        return folder

    def test_no_mpirun_is_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            row, status = self.check("launcher", PATH=self.bare(folder))
        self.assertEqual((row["verdict"], status), ("warning", 0))

    def test_other_mpirun(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "mpirun"
            other.write_text("#!/bin/sh\necho 'Intel(R) MPI Library for Linux* OS, Version 2021.9'\n")
            other.chmod(0o755)
            done = topomorph("doctor", "--json", PATH=self.bare(folder))
            found = self.findings(done)
            self.assertEqual((found["launcher"]["verdict"], done.returncode), ("failure", 1))
            self.assertIn("another MPI", found["job"]["found"])
            if shutil.which("mpirun.openmpi"):
                found = self.findings(topomorph("doctor", "--json", PATH=f"{folder}:{os.environ['PATH']}"))
                self.assertRegex(found["launcher"]["advice"], r"^start jobs with mpirun\.(openmpi|mpich)$")
                self.assertEqual((found["launcher"]["verdict"], found["job"]["verdict"]), ("warning", "ok"))

    def test_broken_installation(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = pathlib.Path(folder) / "topomorph"
            shutil.copy(jobs.OPTIONS.topomorph, alone)
            done = subprocess.run([alone, *QUICK], capture_output=True, text=True, timeout=60)
        found = self.findings(done)
        self.assertEqual(done.returncode, 1)
        for name in ("library", "backs", "preloading", "engine", "mpi"):
            self.assertEqual(found[name]["verdict"], "failure", name)

    def test_a_build_without_the_program_that_asks_mpi(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            (build / "bin").mkdir()
            (build / "CMakeCache.txt").touch()
            shutil.copy(jobs.OPTIONS.topomorph, build / "bin/topomorph")
            done = subprocess.run([build / "bin/topomorph", *QUICK], capture_output=True, text=True, timeout=60)
        row = self.findings(done)["mpi"]
        self.assertEqual((row["verdict"], row["found"]), ("warning", "not checked: topomorph-links is not built"))
        self.assertIn("tools/build release", row["advice"])

    def test_components_without_monitoring(self):
        row, status = self.check("counting", OMPI_MCA_pml="ob1")
        self.assertEqual((row["verdict"], status), ("warning", 0))
        self.assertRegex(row["found"], "^collectives by the model, because OMPI_MCA_pml=ob1 ")
        for value in ("^ucx", "monitoring,ob1"):
            self.assertEqual(self.check("counting", OMPI_MCA_pml=value)[0]["verdict"], "ok", value)
        with tempfile.TemporaryDirectory() as home:
            (pathlib.Path(home) / ".openmpi").mkdir()
            (pathlib.Path(home) / ".openmpi/mca-params.conf").write_text("# ours\nbtl = self\n pml = ob1\n")
            self.assertIn("pml = ob1 in " + home, self.check("counting", HOME=home)[0]["found"])

    def test_open_mpi_6_is_not_told_to_monitor(self):
        with tempfile.TemporaryDirectory() as folder:
            launcher = pathlib.Path(folder) / "mpirun"
            launcher.write_text("#!/bin/sh\necho 'mpirun (Open MPI) 6.0.0rc2'\n")
            launcher.chmod(0o755)
            row, _ = self.check("counting", PATH=f"{folder}:{os.environ['PATH']}", OMPI_MCA_pml="ob1")
        self.assertEqual((row["verdict"], row["found"]),
                         ("ok", "collectives by the model, because MPI_Init of Open MPI 6 crashes with its own monitoring"))

    def test_one_report_of_a_job(self):
        done = subprocess.run([*jobs.LAUNCH, "-n", "4", jobs.OPTIONS.topomorph, "doctor", "--json"], capture_output=True, text=True,
                              timeout=120)
        self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout + done.stderr)
        self.assertEqual(self.findings(done)["hosts"]["found"], "all 4 ranks are on this one", done.stderr)

    def test_ranks_of_a_launcher_that_mpi_does_not_know(self):
        variables = {"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_LOCAL_RANK": "0"}
        row, status = self.check("hosts", **variables)
        self.assertEqual((row["verdict"], status), ("failure", 1))
        self.assertIn("started 4 ranks, of which the MPI library finds 1", row["found"])

    def test_given_topology(self):
        self.assertEqual(self.check("network", TOPOMORPH_TOPOLOGY="tree:4:2")[0]["verdict"], "ok")
        self.assertEqual(self.check("network", TOPOMORPH_TOPOLOGY="ring:4"), (self.check("network", TOPOMORPH_TOPOLOGY="ring:4")[0], 1))

    def test_mpi_program(self):
        done = topomorph(*QUICK, jobs.OPTIONS.program)
        found = self.findings(done)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(found["its MPI"]["found"], r"^libmpi")
        self.assertEqual(found["program"]["verdict"], "ok")

    def test_program_of_each_library_that_is_served(self):
        for cc in ("mpicc.openmpi", "mpicc.mpich"):
            if shutil.which(cc) is None:
                continue
            with tempfile.TemporaryDirectory() as folder:
                source = pathlib.Path(folder) / "program.c"
                source.write_text(PROGRAM)
                subprocess.run([cc, source, "-o", f"{folder}/program"], check=True)
                found = self.findings(topomorph(*QUICK, f"{folder}/program"))
            self.assertEqual(found["its MPI"]["verdict"], "ok", found)
            self.assertIn("MPICH" if "mpich" in cc else "Open MPI", found["mpi"]["found"])

    def test_no_back_for_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder)
            for name in ("bin/topomorph", "lib/libtopomorph.so"):
                (prefix / name).parent.mkdir()
                shutil.copy(pathlib.Path(jobs.OPTIONS.topomorph).parent.parent / name, prefix / name)
            done = subprocess.run([prefix / "bin/topomorph", *QUICK, jobs.OPTIONS.program], capture_output=True, text=True, timeout=60)
        found = self.findings(done)
        self.assertEqual((found["backs"]["verdict"], found["its MPI"]["verdict"]), ("failure", "failure"))
        self.assertRegex(found["its MPI"]["found"], r"for which no back is installed \(there are: none\)")

    def test_damaged_libraries(self):
        with tempfile.TemporaryDirectory() as folder:
            built, prefix = pathlib.Path(jobs.OPTIONS.topomorph).parent.parent, pathlib.Path(folder)
            for name in ("bin/topomorph", "lib/libtopomorph.so", "lib/topomorph"):
                (prefix / name).parent.mkdir(exist_ok=True)
                shutil.copytree(built / name, prefix / name) if (built / name).is_dir() else shutil.copy(built / name, prefix / name)
            for file in [*(prefix / "lib/topomorph").glob("libtopomorph-*.so"), prefix / "lib/libtopomorph.so"]:
                whole = file.read_bytes()
                file.write_bytes(whole[:-1])
                done = subprocess.run([prefix / "bin/topomorph", *QUICK], capture_output=True, text=True, timeout=60)
                file.write_bytes(whole)
                row = self.findings(done)["library" if file.name == "libtopomorph.so" else "backs"]
                self.assertEqual((row["verdict"], f"{file} is cut off" in row["found"]), ("failure", True), row)

    @unittest.skipUnless(shutil.which("mpicc.openmpi") and shutil.which("mpicc.mpich"), "needs both libraries")
    def test_a_launcher_of_another_library(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "program.c"
            source.write_text(PROGRAM)
            for cc, own, other in (("mpicc.openmpi", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"), ("mpicc.mpich", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE")):
                subprocess.run([cc, source, "-o", f"{folder}/program"], check=True)
                for variable, verdict in (own, "ok"), (other, "failure"):
                    row = self.findings(topomorph(*QUICK, f"{folder}/program", **{variable: "2"}))["its MPI"]
                    self.assertEqual(row["verdict"], verdict, row)

    def test_scripts_and_other_programs(self):
        self.assertEqual(self.check("its MPI", "cat")[0]["verdict"], "warning")
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script"
            script.write_text("#!/bin/sh\n")
            self.assertEqual(self.check("program", str(script))[0]["verdict"], "failure", "not executable")
            script.chmod(0o755)
            row, _ = self.check("program", str(script))
            self.assertEqual((row["verdict"], "script of /bin/sh" in row["found"]), ("ok", True))
        self.assertEqual(self.check("program", "no-such-program")[1], 1)

    def test_static_program(self):
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/program"
            source = pathlib.Path(folder) / "program.c"
            source.write_text("int main(void) { return 0; }\n")
            subprocess.run([jobs.OPTIONS.cc, "-static", source, "-o", program], check=True)
            row, status = self.check("program", program)
            self.assertEqual(self.check("its MPI", program)[0]["verdict"], "warning")
        self.assertEqual((row["verdict"], status), ("failure", 1))
        self.assertIn("is statically linked", row["found"])

    def test_missing_library(self):
        with tempfile.TemporaryDirectory() as folder:
            home = pathlib.Path(folder)
            (home / "foo.c").write_text("int foo(void) { return 0; }\n")
            (home / "program.c").write_text("int foo(void); int main(void) { return foo(); }\n")
            for words in (("-shared", "-fPIC", "foo.c", "-o", "libfoo.so"), ("program.c", "-o", "hf", "-L.", "-lfoo")):
                subprocess.run([jobs.OPTIONS.cc, *words], check=True, cwd=folder)
            for program in ("./hf", f"{folder}/hf"):
                row, status = self.check("its MPI", program, cwd=folder)
                self.assertEqual((row["found"], row["verdict"], status), ("libfoo.so is not found", "failure", 1))
            row, status = self.check("its MPI", "./hf", cwd=folder, LD_LIBRARY_PATH=".")
            self.assertEqual((row["verdict"], status), ("warning", 0), "it has all it needs, of which MPI is none")
            (home / "libfoo.so").write_text("cut")
            self.assertEqual(self.check("its MPI", "./hf", cwd=folder, LD_LIBRARY_PATH=".")[1], 1)

    def test_arguments_of_the_program_are_passed_over(self):
        program = jobs.OPTIONS.program
        for words in ((program, "50"), (program, "-n", "50", "--verbose", "--json"), ("--", program, "50", "--json"),
                      ("cat", "--", "--colour")):
            done = topomorph(*QUICK, *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
            self.assertIn(f"{words[0] if words[0] != '--' else program} is dynamically" if words[0] != "cat" else "/cat is",
                          self.findings(done)["program"]["found"])
        self.assertIn('"ok"', topomorph("doctor", program, "50", "--no-job", "--json").stdout, "options of the doctor behind it")
        self.assertEqual(topomorph("doctor", "--jsn", program).returncode, 2, "a slip of the pen")


def on_terminal(words, watch=lambda text: None, **variables):
    """What a terminal shows of a command, both streams together. Calls `watch` with what it shows so far."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.pop("NO_COLOR", None)
        os.environ.update({"TERM": "xterm"}, **variables)
        os.execv(jobs.OPTIONS.topomorph, [jobs.OPTIONS.topomorph, *words])
    text, end = b"", time.monotonic() + 60
    while time.monotonic() < end and select.select([terminal], [], [], 60)[0]:
        try:
            text += os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        watch(text.decode(errors="replace"))
    os.close(terminal)
    os.waitpid(child, 0)
    return text.decode(errors="replace")


class TerminalTest(unittest.TestCase):
    def test_colour_is_for_terminals_that_want_it(self):
        command = ("doctor", "--no-job")
        self.assertIn(ESCAPE + "32mok", on_terminal(command))
        self.assertNotIn(ESCAPE, on_terminal(command, NO_COLOR="1"))
        self.assertNotIn(ESCAPE, on_terminal(command, TERM="dumb"))
        for rank in ("OMPI_COMM_WORLD_RANK", "PMI_RANK"):  # the terminal is mpirun's, what is behind it may be a file
            self.assertNotIn(ESCAPE, on_terminal(command, **{rank: "0"}))
        self.assertNotIn(ESCAPE, on_terminal((*command, "--color", "never")))
        self.assertNotIn(ESCAPE, topomorph(*command).stdout)
        self.assertIn(ESCAPE + "32mok", topomorph(*command, "--color", "always", NO_COLOR="1").stdout)

    def test_report_has_coloured_headings(self):
        command = ("report", "cart:4x4", "--topology", "tree:4:4")
        plain = topomorph(*command).stdout
        painted = topomorph(*command, "--color", "always").stdout
        self.assertIn(ESCAPE + "1mBusiest pairs" + ESCAPE + "0m\n", painted)
        self.assertEqual(re.sub("\x1b\\[[0-9;]*m", "", painted), plain)

    def test_unknown_colour_is_refused(self):
        done = topomorph("doctor", "--color", "pink")
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def slow_conversion(self, show, wait=lambda: time.sleep(1.6)):
        """Converts what comes through a pipe, whose writer waits."""
        with tempfile.TemporaryDirectory() as folder:
            pipe = f"{folder}/slow.mtx"
            os.mkfifo(pipe)

            def write():
                with open(pipe, "w", encoding="ascii") as stream:
                    wait()
                    stream.write("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 5\n")

            writer = threading.Thread(target=write)
            writer.start()
            shown = show(("convert", pipe, f"{folder}/out.csv"))
            writer.join()
            self.assertTrue(os.path.exists(f"{folder}/out.csv"))
            return shown

    def test_progress_is_for_terminals(self):
        line, seen = re.compile(r"topomorph: reading .*slow\.mtx, 1 s"), threading.Event()

        def watch(text):
            if line.search(text):
                seen.set()

        shown = self.slow_conversion(lambda words: on_terminal(words, watch), lambda: seen.wait(60))
        self.assertRegex(shown, line)
        self.assertTrue(shown.endswith("\r" + ESCAPE + "K"), "wiped out in the end")
        self.assertEqual(self.slow_conversion(lambda words: on_terminal(words, TERM="dumb")), "")
        self.assertEqual(self.slow_conversion(lambda words: topomorph(*words).stderr), "")


if __name__ == "__main__":
    jobs.main()
