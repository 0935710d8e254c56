#!/usr/bin/env python3
"""Tests the generators: every communicator argument of every function is substituted, or is named here with the reason why not.

usage: generate_test.py PLUGIN_TABLE LIBMPI NM
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

FOLDER, LIBMPI, NM = pathlib.Path(sys.argv[1]), *sys.argv[2:4]
sys.path.insert(0, str(FOLDER))

import absent_types  # noqa: E402
import exports  # noqa: E402
import mpi_table  # noqa: E402
import wrappers  # noqa: E402

# Functions that keep the real MPI_COMM_WORLD: attributes, name, hints and error handler live there; c2f must give 0;
# abort ends all.
REAL_WORLD = {
    "MPI_Abort", "MPI_Comm_c2f", "MPI_Comm_get_attr", "MPI_Comm_set_attr", "MPI_Comm_delete_attr", "MPI_Attr_get", "MPI_Attr_put",
    "MPI_Attr_delete", "MPI_Comm_get_name", "MPI_Comm_set_name", "MPI_Comm_get_info", "MPI_Comm_set_info", "MPI_Comm_get_errhandler",
    "MPI_Comm_set_errhandler", "MPI_Comm_call_errhandler", "MPI_Errhandler_get", "MPI_Errhandler_set", "MPI_Comm_toint",
}
# Names in MPI's name space of libmpi that are no functions for applications.
NO_FUNCTIONS = r"MPIX_(Query|GPU|Grequest|Delete_error)_\w+|MPI_\w*(_FN|_NULL|_F90)|MPI_F_STATUS\w*"

# Functions of MPI 4 without a wrapper: they take no communicator (runtime/mpi/contract.cpp), and nothing of them is
# counted.
PASSED_BY = (r"MPI_Session_(c2f|f2c|set_info)|MPI_Status_(c2f08|f2f08|f082c|f082f)|MPIX_(Async_\w+|Info_set_hex|Op_create_x|"
             r"(Comm|File|Session|Win)_create_errhandler_x|Request_is_complete|(Start|Stop)_progress_thread|"
             r"Stream_(create|free|progress)|Type_iov(_len)?|Wait(all)?_enqueue)")


def functions():
    return mpi_table.parse_table(FOLDER / "mpi_functions.table")


def parse(text):
    with tempfile.NamedTemporaryFile("w", suffix=".table") as table:
        table.write(text)
        table.flush()
        return mpi_table.parse_table(pathlib.Path(table.name))


def counts_itself(function):
    """Whether the table says how a call on the fast path is counted."""
    return function.directives.get("fast_path", ["uncounted"]) != ["uncounted"]


class Table(unittest.TestCase):
    def test_has_every_function_of_the_installed_library(self):
        exported = {n for n in mpi_table.exported_names(LIBMPI, NM) if re.match(r"MPIX?_[A-Z]", n)}
        missing = exported - {f.symbol for f in functions()}
        self.assertEqual({n for n in missing if not re.fullmatch(f"{NO_FUNCTIONS}|{PASSED_BY}", n)}, set())

    def test_every_communicator_argument_is_substituted(self):
        count = 0
        for function in functions():
            kept = set(function.communicators()) - set(function.substituted())
            self.assertEqual(bool(kept), function.symbol in REAL_WORLD, function.symbol)
            for name in function.substituted():
                self.assertIn(f"  {name} = runtime::substitute({name});\n", wrappers.wrapped_body(function))
                count += 1
        self.assertGreaterEqual(count, 136)

    def test_communicators_are_found_whatever_their_place(self):
        functions_by_name = {f.symbol: f for f in functions()}
        self.assertEqual(functions_by_name["MPI_Intercomm_create"].substituted(), ["local_comm", "bridge_comm"])
        self.assertEqual(functions_by_name["MPI_Comm_compare"].substituted(), ["comm1", "comm2"])
        self.assertEqual(functions_by_name["MPI_Comm_free"].substituted(), [])

    def test_a_reorder_flag_is_never_passed_on(self):
        for function in functions():
            if "reorder" in [p.name for p in function.parameters]:
                # the hand-written calls pass 0, which tests/plugin/virtual_topologies checks
                self.assertIn(f"return virtual_topologies::{function.id.lower()}(next", wrappers.wrapped_body(function),
                              function.symbol)


class Bodies(unittest.TestCase):
    def test_hooks_surround_the_call_in_order(self):
        function = parse("int MPI_Send(int a, MPI_Comm comm)\n  class: p2p\n  before: before(a)\n  after: after(comm)\n")[0]
        body = wrappers.wrapped_body(function)
        steps = ["is_application_call()", "ReentrancyGuard guard", "substitute(comm)", "enabled()", "Call call(Function::Send, CallClass::P2p)", "before(a)",
                 "result = next(a, comm)", "after(comm)"]
        places = [body.index(step) for step in steps]
        self.assertEqual(places, sorted(places))

    def test_only_calls_with_nothing_left_to_do_have_a_fast_path(self):
        for function in functions():
            if not function.has_fast_path():
                continue
            steps = set(function.directives) - {"class", "fast_path", "recorded"}  # while calls are recorded there is no fast path
            self.assertLessEqual(steps, {"after"} if counts_itself(function) else set(), function.symbol)
            for prefix in ("mpi", "pmpi"):
                body = wrappers.wrapper(function, prefix)
                for way in [body, wrappers.counted_function(function, prefix)] if function.fast_path() else [body]:
                    for name in function.substituted():
                        self.assertLess(way.index("!runtime::may_be_in_mpi()) [[likely]] {"), way.index(f"{name} = runtime::substitute({name});"))
                        self.assertLess(way.index(f"{name} = runtime::substitute({name});"), way.index("return next("))
                if function.fast_path() and not function.substituted():
                    self.assertIn("(!monitoring::enabled() || (!runtime::may_be_in_mpi() && ", body)
                self.assertNotIn("ReentrancyGuard", body)

    def test_the_fast_path_of_a_function_with_a_communicator_needs_no_frame(self):
        """It leaves by jumps to functions with its own parameters. Those that need registers or more parameters are apart."""
        send, = parse("int MPI_Send(const void *buf, MPI_Comm comm)\n  class: p2p\n")
        body = wrappers.wrapper(send, "mpi")
        self.assertEqual([line for line in body.splitlines() if "return" in line],
                         ["  if (monitoring::enabled()) [[unlikely]] return counted_mpi_Send(buf, comm);", "    return next(buf, comm);",
                          "  return slow_mpi_Send(buf, comm);"])
        self.assertIn("return wrap_Send(buf, comm, Entry::Mpi);", wrappers.slow_function(send, "mpi"))
        self.assertIn("if (monitoring::try_count_call(Function::Send)) return next(buf, comm);", wrappers.counted_function(send, "mpi"))

    def test_a_call_may_get_the_address_that_it_comes_from(self):
        function = parse("MPI_Comm MPI_Comm_f2c(int comm)\n  call: comm_f2c\n  caller\n")[0]
        self.assertIn("return comm_f2c(next, comm, caller);", wrappers.wrapped_body(function))
        self.assertIn("(comm, __builtin_return_address(0), Entry::Pmpi);", wrappers.wrapper(function, "pmpi"))

    def test_all_sends_have_a_fast_path(self):
        for function in functions():
            sends = [step for step in function.directives.get("after", []) if step.startswith("monitoring::send(")]
            if function.symbol.startswith(("MPI_Isendrecv", "MPIX_")) or function.symbol.endswith("_c"):
                sends = []  # of MPI 4, and extensions: called rarely
            self.assertEqual(bool(sends), counts_itself(function), function.symbol)
            for step in sends:
                arguments = step[len("monitoring::send("):-1]
                self.assertEqual(function.fast_path(), f"monitoring::try_count_send(Function::{function.id}, {arguments})")

    def test_types_that_the_header_lacks_are_stood_in_for(self):
        table = parse("int MPI_New(const MPI_Session *s, MPI_New_function *f, MPI_Kind k, MPI_Comm comm, int n)\n")
        absent = absent_types.absent_types(table, {"MPI_Comm", "int"})
        self.assertEqual(absent, ["MPI_Kind", "MPI_New_function", "MPI_Session"])
        header = absent_types.absent_types_header(absent)
        for line in ("using MPI_Kind = int;", "using MPI_New_function = void();", "using MPI_Session = MPI_Request;"):
            self.assertIn(line, header)

    def test_present_functions_are_those_of_the_library(self):
        table = parse("int MPI_Send(int a)\nint MPI_Nowhere(int a)\n")
        self.assertEqual([f.symbol for f in mpi_table.present(table, {"MPI_Send"})], ["MPI_Send"])


class Exports(unittest.TestCase):
    def test_front_and_back_number_the_functions_alike(self):
        table, others = parse("int MPI_Send(int a)\nint MPIX_New(int a)\n"), ["tm_reorder"]
        names = ["MPI_Send", "MPIX_New", "PMPI_Send", "PMPIX_New", "tm_reorder"]
        self.assertEqual(exports.exported(table, others), names)
        stubs = exports.stubs_source(names)
        for number, name in enumerate(names):
            self.assertIn(f"stub {name}, {number}\n", stubs)
        back = exports.back_source(table, others)
        places = [back.index(f"    {name},\n") for name in ("topomorph_mpi_Send", "topomorph_mpi_X_New", "topomorph_pmpi_Send",
                                                          "topomorph_pmpi_X_New", "tm_reorder")]
        self.assertEqual(places, sorted(places))

    def test_a_back_may_lack_other_functions_only(self):
        back = exports.back_source(parse("int MPI_Send(int a)\n"), ["tm_reorder"])
        self.assertIn('[[gnu::weak, gnu::visibility("hidden")]] void tm_reorder();', back)
        self.assertIn("\nvoid topomorph_mpi_Send();", back)

    def test_other_names_have_another_digest(self):
        def digest(others):
            return re.search("0x[0-9a-f]{16}", exports.exports_header(functions(), others))[0]
        self.assertEqual(digest(["tm_reorder"]), digest(["tm_reorder"]))
        self.assertNotEqual(digest(["tm_reorder"]), digest(["tm_phase"]))


class Errors(unittest.TestCase):
    def check(self, text, message):
        with self.assertRaisesRegex(mpi_table.TableError, message):
            parse(text)

    def test_name_the_line_and_what_was_expected(self):
        self.check("int MPI_Send(int a)\n  clas: p2p\n", r":2: unknown directive 'clas', expected one of")
        self.check("int MPI_Send(int a)\n  class: fast\n", r":2: unknown class 'fast'")
        self.check("int MPI_Send(int a)\n  keep_world: comm\n", r":2: MPI_Send has no communicator argument 'comm'")
        self.check("MPI_Send\n", r":1: expected a prototype")
        self.check("  class: p2p\n", r":1: a directive before the first prototype")

    def test_are_one_line_and_a_status(self):
        run = subprocess.run([sys.executable, FOLDER / "wrappers.py", "--table", "/nonexistent", "--out", tempfile.gettempdir()],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
