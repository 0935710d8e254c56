"""One-sided communication, in every kind of epoch."""
from common import MPI, Case, after, before, blank, ints, rank, size, world


class Windows(Case):
    def setUp(self):
        self.win = MPI.Win.Allocate(16, 4, comm=world)
        self.memory = memoryview(self.win).cast("B").cast("i")
        self.memory[0] = rank

    def tearDown(self):
        self.win.Free()
        super().tearDown()

    def test_fence(self):
        got = blank(1)
        self.win.Fence()
        self.win.Get(got, after)
        self.win.Fence()
        self.assertInts(got, [after])
        self.win.Put(ints(rank), after)
        self.win.Fence()
        self.assertEqual(self.memory[0], before)

    def test_lock(self):
        got = blank(1)
        world.Barrier()
        self.win.Lock(after, MPI.LOCK_SHARED)
        self.win.Get(got, after)
        self.win.Flush(after)
        self.assertInts(got, [after])
        self.win.Flush_local(after)
        self.win.Unlock(after)
        self.win.Lock_all()
        request = self.win.Rget(got, before)
        request.Wait()
        self.assertInts(got, [before])
        self.win.Flush_all()
        self.win.Flush_local_all()
        self.win.Sync()
        self.win.Unlock_all()

    def test_post_and_start(self):
        group = world.Get_group()
        to, source = group.Incl([after]), group.Incl([before])
        self.win.Post(source)
        self.win.Start(to)
        self.win.Put(ints(rank), after)
        self.win.Complete()
        self.win.Wait()
        self.assertEqual(self.memory[0], before)

    def test_accumulate(self):
        got = blank(1)
        self.memory[1] = 0
        world.Barrier()
        self.win.Lock_all()
        self.win.Accumulate(ints(10), after, 1)
        self.win.Flush(after)
        self.win.Get_accumulate(ints(10), got, after, 1)
        self.win.Flush(after)
        self.assertInts(got, [10])
        self.win.Fetch_and_op(ints(10), got, after, 1)
        self.win.Flush(after)
        self.assertInts(got, [20])
        self.win.Raccumulate(ints(10), after, 1).Wait()
        self.win.Unlock_all()
        world.Barrier()
        self.win.Lock(rank)
        self.assertEqual(self.memory[1], 40)
        self.win.Unlock(rank)

    def test_looks(self):
        self.win.Set_name("mine")
        self.assertEqual(self.win.name, "mine")
        group = self.win.Get_group()
        self.assertEqual((group.rank, group.size), (rank, size))
        self.assertEqual(self.win.Get_attr(MPI.WIN_SIZE), 16)
        self.assertEqual(MPI.Win.f2py(self.win.py2f()), self.win)


class Shared(Case):
    def test_memory_of_others(self):
        win = MPI.Win.Allocate_shared(4, 4, comm=world)
        win.Fence()
        memoryview(win).cast("B").cast("i")[0] = rank
        win.Fence()
        memory, unit = win.Shared_query(after)
        self.assertEqual((memoryview(memory).cast("B").cast("i")[0], unit), (after, 4))
        win.Fence()
        win.Free()
