"""Files: individual, explicit and shared pointers, views, and data in the order of the ranks."""
import os
import tempfile

from common import MPI, Case, blank, ints, rank, size, world


class Files(Case):
    def setUp(self):
        name = world.bcast(os.path.join(tempfile.gettempdir(), "topomorph.%d.tmp" % os.getpid()) if rank == 0 else None)
        self.file = MPI.File.Open(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE)
        self.file.Set_view(0, MPI.INT)

    def tearDown(self):
        self.file.Close()
        super().tearDown()

    def content(self):
        self.file.Sync()
        world.Barrier()
        got = blank(size)
        self.file.Read_at(0, got)
        world.Barrier()
        return list(got)

    def test_explicit_offsets(self):
        self.file.Write_at(rank, ints(rank))
        self.assertEqual(self.content(), list(range(size)))
        self.file.Write_at_all(rank, ints(2 * rank))
        self.assertEqual(self.content(), list(range(0, 2 * size, 2)))
        self.file.Iwrite_at(rank, ints(3 * rank)).Wait()
        self.assertEqual(self.content(), list(range(0, 3 * size, 3)))
        got = blank(1)
        self.file.Read_at_all(rank, got)
        self.assertInts(got, [3 * rank])

    def test_views(self):
        cell = MPI.INT.Create_indexed([1], [rank])
        cells = cell.Create_resized(0, 4 * size).Commit()
        self.file.Set_view(0, MPI.INT, cells)
        self.file.Write_all(ints(rank, 10 + rank))
        self.file.Sync()
        world.Barrier()
        self.file.Seek(0)
        got = blank(2)
        self.file.Read_all(got)
        self.assertInts(got, [rank, 10 + rank])
        self.assertEqual(self.file.Get_byte_offset(1), 4 * (size + rank))
        self.file.Set_view(0, MPI.INT)
        self.assertEqual(self.content(), list(range(size)))
        cells.Free(), cell.Free()

    def test_order_of_ranks(self):
        self.file.Write_ordered(ints(rank))
        self.assertEqual(self.content(), list(range(size)))
        self.file.Seek_shared(0)
        got = blank(1)
        self.file.Read_ordered(got)
        self.assertInts(got, [rank])

    def test_shared_pointer(self):
        self.file.Write_shared(ints(rank))
        self.assertEqual(sorted(self.content()), list(range(size)))
        self.assertEqual(self.file.Get_position_shared(), size)

    def test_looks(self):
        self.file.Set_size(400)
        self.assertEqual((self.file.size, self.file.amode & MPI.MODE_RDWR), (400, MPI.MODE_RDWR))
        group = self.file.Get_group()
        self.assertEqual((group.rank, group.size), (rank, size))
        with self.assertRaises(MPI.Exception) as caught:
            MPI.File.Open(world, "/nowhere/at/all", MPI.MODE_RDONLY)
        self.assertIn(caught.exception.Get_error_class(), (MPI.ERR_NO_SUCH_FILE, MPI.ERR_FILE, MPI.ERR_OTHER))
