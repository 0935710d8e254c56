#!/usr/bin/env python3
"""Tests the library's exports, what it and its backs need, and its silence in processes without MPI.

usage: symbols_test.py LIBRARY NM READELF OBJDUMP BACK... (no backs: a sanitized build)
"""
import os
import platform
import re
import subprocess
import sys
import unittest

LIBRARY, NM, READELF, OBJDUMP = sys.argv[1:5]
BACKS = sys.argv[5:]
OLDEST_GLIBC = (2, 17)  # docs/installation.md

# Names with the prefix tm_ that others have: PBS/Torque's task interface and TreeMatch in Open MPI's
# mca_topo_treematch.so.
TAKEN = """tm_init tm_finalize tm_spawn tm_poll tm_kill tm_register tm_notify tm_nodeinfo tm_obit tm_publish tm_subscribe tm_taskinfo tm_atnode
 tm_rescinfo tm_create_event tm_destroy_event tm_open tm_close tm_adopt tm_attach tm_load_topology tm_load_aff_mat tm_compute_mapping
 tm_build_affinity_mat tm_build_tree_from_topology tm_build_synthetic_topology tm_display_topology tm_display_arity tm_display_solution
 tm_display_other_heuristics tm_free_topology tm_free_tree tm_free_affinity_mat tm_free_solution tm_topology_add_binding_constraints
 tm_topology_set_binding_constraints tm_optimize_topology tm_set_verbose_level tm_get_verbose_level tm_set_exhaustive_search_flag
 tm_set_greedy_flag tm_set_max_nb_threads tm_set_numbering tm_enable_oversubscribing tm_get_local_topology_with_hwloc
 tm_hwloc_to_tm tm_nb_processing_units tm_int_cmp_inc tm_new_affinity_mat tm_bucket_grouping tm_kpartition_build_tree_from_topology
 tm_solution_is_valid tm_print_1D_tab tm_finish tm_mem_display tm_partial_aff_mat_build_new_mat""".split()
# Internal functions of the MPI libraries that ours defines (runtime/mpi): Open MPI's and MPICH's.
INTERNALS = {"PMIx_Commit", "mca_common_monitoring_record_pml", "mca_common_monitoring_init", "mca_common_monitoring_coll_cache_name",
             "ompi_attr_copy_all", "ompi_attr_delete", "ompi_attr_delete_all", "ompi_errhandler_invoke",
             "MPII_Keyval_set_proxy", "MPII_Errhandler_set_cxx"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def exports():
    return {line.split()[-1].partition("@")[0] for line in output(NM, "-D", "--defined-only", LIBRARY).splitlines()}


def preloaded(*command):
    environment = dict(os.environ, LD_PRELOAD=LIBRARY)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


class Symbols(unittest.TestCase):
    def test_exports_mpi_and_its_own_calls_only(self):
        foreign = {name for name in exports() if not re.match(r"(P?MPIX?_|tm_)", name)} - INTERNALS
        self.assertEqual(foreign, set())

    def test_exports_both_forms_of_every_function(self):
        mpi = {name for name in exports() if re.match(r"MPIX?_", name)}
        self.assertGreater(len(mpi), 400)
        self.assertEqual({"P" + name for name in mpi}, {name for name in exports() if name.startswith("PMPI")})

    def test_has_none_of_the_names_others_gave_their_functions(self):
        self.assertEqual(exports() & set(TAKEN), set())

    def test_needs_nothing_but_libc(self):
        for library in [LIBRARY, *BACKS]:
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output(READELF, "-d", library))
            self.assertEqual([name for name in needed if not re.match(r"(libc|libm|libdl|libpthread|ld-linux.*)\.so", name)], [], library)

    @unittest.skipUnless(BACKS, "a sanitizer needs this machine's libc")
    def test_runs_with_an_old_libc(self):
        for library in [LIBRARY, *BACKS]:
            versions = re.findall(r"@GLIBC_([0-9.]+)", output(NM, "-D", "--undefined-only", library))
            self.assertTrue(versions, library)
            self.assertLessEqual(max(tuple(map(int, version.split("."))) for version in versions), OLDEST_GLIBC, library)

    def test_a_back_exports_one_function(self):
        for back in BACKS:
            self.assertEqual(re.findall(r" [A-Z] (\w+)", output(NM, "-D", "--defined-only", back)), ["topomorph_back"])

    @unittest.skipUnless(BACKS and platform.machine() == "x86_64", "reads the instructions of optimised x86-64")
    def test_a_back_finds_its_thread_by_one_instruction(self):
        """Where gcc takes a call of __tls_get_addr for granted, a function saves its registers for it, though the linker then replaces the
        call by a load of the thread's address, which is recognised by its form."""
        for back in BACKS:
            code = output(OBJDUMP, "-d", "--no-show-raw-insn", back)
            self.assertIn("%fs:", code, back)
            self.assertEqual(re.findall(r".*%fs:0x0,%rax.*", code)[:3], [], back)

    def test_never_asks_for_the_umask(self):
        """Reading the umask changes it for all threads."""
        for library in [LIBRARY, *BACKS]:
            self.assertNotIn(" umask", output(NM, "-D", "--undefined-only", library))

    def test_has_its_soname(self):
        self.assertIn("[libtopomorph.so.0]", output(READELF, "-d", LIBRARY))


class Silence(unittest.TestCase):
    def test_programs_without_mpi_behave_the_same(self):
        for command in (["true"], ["false"], ["bash", "-c", "echo $((6*7)); exit 9"], [sys.executable, "-c", "print(1)"]):
            plain = subprocess.run(command, capture_output=True, text=True, timeout=60)
            loaded = preloaded(*command)
            self.assertEqual((loaded.returncode, loaded.stdout, loaded.stderr), (plain.returncode, plain.stdout, plain.stderr))

    def test_no_mpi_library_is_pulled_in(self):
        maps = preloaded("cat", "/proc/self/maps").stdout
        self.assertIn("libtopomorph", maps)
        for library in ("libmpi", "libtopomorph-", "libstdc++", "libgcc_s", "libhwloc", "libsqlite3", "libpmix"):
            self.assertNotIn(library, maps)

    @unittest.skipUnless(BACKS, "a sanitizer touches pages of its own")
    def test_costs_next_to_nothing(self):
        """Pages that a start touches, which other work on the machine does not change, as it changes seconds."""
        def pages(environment):
            starts = [subprocess.Popen(["/bin/true"], env=environment) for _ in range(5)]
            return min(os.wait4(start.pid, 0)[2].ru_minflt for start in starts)
        extra = pages(dict(os.environ, LD_PRELOAD=LIBRARY)) - pages(dict(os.environ))
        self.assertGreater(extra, 0)
        self.assertLess(extra, 60)

    def test_a_call_that_no_library_has_fails_with_one_clear_line(self):
        program = "import ctypes; mpi = ctypes.CDLL(%r); print([mpi.MPI_Type_size(0, 0) != 0 for _ in range(2)])" % LIBRARY
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (0, "[True, True]\n"))
        self.assertRegex(run.stderr, r"^topomorph: the application calls MPI_Type_size, but no MPI library .*\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
