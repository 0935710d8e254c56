"""Communicators, groups, attributes, names, hints and intercommunicators made from MPI_COMM_WORLD."""
import os

from common import MPI, Case, freed, rank, size, world


def expected_rank():
    launched, count = int(os.environ["OMPI_COMM_WORLD_RANK"]), int(os.environ["OMPI_COMM_WORLD_SIZE"])
    order = os.environ.get("TOPOMORPH_PERMUTATION", "")
    return count - 1 - launched if order == "reverse" else None if order else launched


class World(Case):
    def test_rank_is_the_new_one(self):
        if expected_rank() is not None:
            self.assertEqual(rank, expected_rank())
        self.assertEqual(sorted(world.allgather(rank)), list(range(size)))
        self.assertEqual(world.allgather(rank), list(range(size)))

    def test_appearance(self):
        self.assertEqual(world.Get_name(), "MPI_COMM_WORLD")
        self.assertGreaterEqual(world.Get_attr(MPI.TAG_UB), 32767)
        self.assertFalse(world.Is_inter())
        self.assertEqual(world.Get_topology(), MPI.UNDEFINED)
        self.assertEqual(MPI.Comm.f2py(world.py2f()), world)
        self.assertEqual(MPI.Comm.Get_parent(), MPI.COMM_NULL)

    def test_comparison(self):
        with freed(world.Dup()) as copy:
            self.assertEqual(MPI.Comm.Compare(world, copy), MPI.CONGRUENT)
        self.assertEqual(MPI.Comm.Compare(world, world), MPI.IDENT)
        with freed(world.Split(0, -rank)) as reversed_:
            expected = MPI.CONGRUENT if size == 1 else MPI.SIMILAR
            self.assertEqual(MPI.Comm.Compare(world, reversed_), expected)

    def test_freeing_the_world_is_an_error(self):
        with self.assertRaises(MPI.Exception) as caught:
            world.Free()
        self.assertEqual(caught.exception.Get_error_class(), MPI.ERR_COMM)

    def test_hints(self):
        info = MPI.Info.Create()
        info["mpi_assert_no_any_tag"] = "false"
        with freed(world.Dup(info)) as copy:
            self.assertEqual(copy.size, size)
            copy.Set_info(info)
            copy.Get_info().Free()
        info.Free()

    def test_name(self):
        with freed(world.Dup()) as copy:
            copy.Set_name("mine")
            self.assertEqual(copy.name, "mine")
        world.name = "everybody"
        self.assertEqual(world.Get_name(), "everybody")
        world.name = "MPI_COMM_WORLD"


class Made(Case):
    def test_split(self):
        with freed(world.Split(rank % 2, rank)) as half:
            self.assertEqual(half.allgather(rank), list(range(rank % 2, size, 2)))
        with freed(world.Split_type(MPI.COMM_TYPE_SHARED, rank)) as host:
            self.assertEqual(host.allgather(rank), list(range(size)))
        self.assertEqual(world.Split(MPI.UNDEFINED), MPI.COMM_NULL)

    def test_from_groups(self):
        group = world.Get_group()
        reversed_ = group.Incl(list(range(size))[::-1])
        with freed(world.Create(reversed_)) as made:
            self.assertEqual(made.allgather(rank), list(range(size))[::-1])
        with freed(world.Create_group(reversed_, 5)) as made:
            self.assertEqual(made.allgather(rank), list(range(size))[::-1])
        reversed_.Free(), group.Free()

    def test_idup(self):
        copy, request = world.Idup()
        request.Wait()
        self.assertEqual(copy.allgather(rank), list(range(size)))
        copy.Free()

    def test_groups(self):
        group = world.Get_group()
        others = group.Excl([0])
        first = group.Range_incl([(0, 0, 1)])
        self.assertEqual((group.rank, group.size), (rank, size))
        self.assertEqual(MPI.Group.Compare(MPI.Group.Union(first, others), group), MPI.IDENT)
        self.assertEqual(MPI.Group.Intersection(first, others).size, 0)
        self.assertEqual(MPI.Group.Difference(group, others).size, 1)
        self.assertEqual(MPI.Group.Translate_ranks(first, [0], group), [0])

    def test_attributes_are_copied_by_the_callbacks(self):
        seen = []

        def copy(comm, _, attribute):
            seen.append(comm == MPI.COMM_WORLD)
            return attribute + 1

        keyval = MPI.Comm.Create_keyval(copy_fn=copy)
        world.Set_attr(keyval, 41)
        with freed(world.Dup()) as made:
            self.assertEqual(made.Get_attr(keyval), 42)
        self.assertEqual((world.Get_attr(keyval), seen), (41, [True]))
        world.Delete_attr(keyval)
        self.assertIsNone(world.Get_attr(keyval))
        MPI.Comm.Free_keyval(keyval)


class Between(Case):
    def setUp(self):
        if size < 2:
            self.skipTest("needs two processes")
        self.low = rank < size // 2
        self.half = world.Split(int(self.low), rank)

    def tearDown(self):
        if size > 1:
            self.half.Free()
        super().tearDown()

    def check(self, inter):
        others = list(range(size // 2, size)) if self.low else list(range(size // 2))
        self.assertTrue(inter.Is_inter())
        self.assertEqual(inter.Get_remote_size(), len(others))
        self.assertEqual(inter.allgather(rank), others)
        group = inter.Get_remote_group()
        self.assertEqual(MPI.Group.Translate_ranks(group, list(range(group.size)), world.Get_group()), others)

    def test_intercommunicator(self):
        inter = self.half.Create_intercomm(0, world, size // 2 if self.low else 0, 7)
        self.check(inter)
        merged = inter.Merge(not self.low)
        self.assertEqual(merged.allgather(rank), list(range(size)))
        merged.Free(), inter.Free()

    def test_port(self):
        port = MPI.Open_port() if rank == 0 else None
        port = world.bcast(port)
        inter = self.half.Accept(port) if self.low else self.half.Connect(port)
        self.check(inter)
        inter.Disconnect()
        if rank == 0:
            MPI.Close_port(port)


class Errors(Case):
    def test_codes_and_handlers(self):
        with self.assertRaises(MPI.Exception) as caught:
            world.send(None, size + 7)
        self.assertEqual(caught.exception.Get_error_class(), MPI.ERR_RANK)
        self.assertEqual(world.Get_errhandler(), MPI.ERRORS_RETURN)
        with self.assertRaises(MPI.Exception):
            MPI.DATATYPE_NULL.Get_size()
        world.Call_errhandler(MPI.ERR_OTHER)

    def test_classes(self):
        number = MPI.Add_error_class()
        code = MPI.Add_error_code(number)
        MPI.Add_error_string(code, "wrong")
        self.assertEqual((MPI.Get_error_class(code), MPI.Get_error_string(code)), (number, "wrong"))
        self.assertGreaterEqual(world.Get_attr(MPI.LASTUSEDCODE), code)
