"""Collectives of buffers and of Python objects, blocking and not, on the world and on virtual topologies."""
from common import MPI, Case, after, before, blank, freed, ints, rank, size, value, world

ONES, STARTS = [1] * size, list(range(size))
OUT = [value(rank, q) for q in range(size)]
IN = [value(q, rank) for q in range(size)]


class Buffers(Case):
    """Returns each call in its blocking and in its nonblocking form."""

    def call(self, name, later, *arguments):
        if later:
            getattr(world, "I" + name.lower())(*arguments).Wait()
        else:
            getattr(world, name)(*arguments)

    def test_rooted(self):
        for root in range(size):
            for later in (False, True):
                got, all_ = ints(rank if rank == root else -1), blank(size)
                self.call("Bcast", later, got, root)
                self.assertInts(got, [root])
                self.call("Gather", later, ints(rank), all_, root)
                self.assertInts(all_, range(size) if rank == root else [-1] * size)
                self.call("Gatherv", later, ints(2 * rank), [all_, ONES, STARTS, MPI.INT], root)
                self.assertInts(all_, range(0, 2 * size, 2) if rank == root else [-1] * size)
                self.call("Scatter", later, ints(*OUT), got, root)
                self.assertInts(got, [value(root, rank)])
                self.call("Scatterv", later, [ints(*OUT), ONES, STARTS, MPI.INT], got, root)
                self.assertInts(got, [value(root, rank)])
                self.call("Reduce", later, ints(rank), got, MPI.SUM, root)
                if rank == root:
                    self.assertInts(got, [sum(range(size))])

    def test_all(self):
        for later in (False, True):
            got = blank(size)
            self.call("Allgather", later, ints(rank), got)
            self.assertInts(got, range(size))
            got = blank(size)
            self.call("Allgatherv", later, ints(rank), [got, ONES, STARTS, MPI.INT])
            self.assertInts(got, range(size))
            self.call("Alltoall", later, ints(*OUT), got)
            self.assertInts(got, IN)
            got = blank(size)
            self.call("Alltoallv", later, [ints(*OUT), ONES, STARTS, MPI.INT], [got, ONES, STARTS, MPI.INT])
            self.assertInts(got, IN)
            got, places = blank(size), [4 * r for r in range(size)]
            self.call("Alltoallw", later, [ints(*OUT), ONES, places, [MPI.INT] * size], [got, ONES, places, [MPI.INT] * size])
            self.assertInts(got, IN)

    def test_reductions(self):
        for later in (False, True):
            got = blank(1)
            self.call("Allreduce", later, ints(rank), got, MPI.MAX)
            self.assertInts(got, [size - 1])
            self.call("Reduce_scatter", later, ints(*OUT), got, ONES, MPI.SUM)
            self.assertInts(got, [sum(IN)])
            self.call("Reduce_scatter_block", later, ints(*OUT), got, MPI.SUM)
            self.assertInts(got, [sum(IN)])
            self.call("Scan", later, ints(rank), got, MPI.SUM)
            self.assertInts(got, [sum(range(rank + 1))])
            self.call("Exscan", later, ints(rank), got, MPI.SUM)
            if rank > 0:
                self.assertInts(got, [sum(range(rank))])
            self.call("Barrier", later)

    def test_in_place(self):
        all_ = blank(size)
        all_[rank] = rank
        world.Allgather(MPI.IN_PLACE, all_)
        self.assertInts(all_, range(size))
        world.Allreduce(MPI.IN_PLACE, all_, MPI.SUM)
        self.assertInts(all_, [size * r for r in range(size)])

    def test_own_operation(self):
        seen = []

        def add(source, target, _):
            seen.append(world.rank)  # asked inside a call
            a, b = memoryview(source).cast("i"), memoryview(target).cast("i")
            b[0] += a[0]

        operation, got = MPI.Op.Create(add, commute=True), blank(1)
        world.Allreduce(ints(rank), got, operation)
        self.assertInts(got, [sum(range(size))])
        self.assertTrue(all(found == rank for found in seen))
        operation.Free()


class Objects(Case):
    def test_rooted(self):
        for root in range(size):
            self.assertEqual(world.bcast({root} if rank == root else None, root), {root})
            self.assertEqual(world.gather(str(rank), root), [str(r) for r in range(size)] if rank == root else None)
            self.assertEqual(world.scatter([str(r) for r in range(size)] if rank == root else None, root), str(rank))
            self.assertEqual(world.reduce([rank], root=root), list(range(size)) if rank == root else None)

    def test_all(self):
        self.assertEqual(world.allgather((rank,)), [(r,) for r in range(size)])
        self.assertEqual(world.alltoall(OUT), IN)
        self.assertEqual(world.allreduce([rank]), list(range(size)))
        self.assertEqual(world.scan([rank]), list(range(rank + 1)))
        self.assertEqual(world.exscan([rank]), list(range(rank)) if rank > 0 else None)


class Topologies(Case):
    def check_ring(self, ring, ins, outs):
        got = blank(len(ins))
        ring.Neighbor_allgather(ints(rank), got)
        self.assertInts(got, ins)
        self.assertEqual(ring.neighbor_allgather(rank), ins)
        got = blank(len(ins))
        ring.Ineighbor_allgather(ints(rank), got).Wait()
        self.assertInts(got, ins)
        if len(set(ins)) == len(ins):
            self.assertEqual(ring.neighbor_alltoall([value(rank, q) for q in outs]), [value(q, rank) for q in ins])
            ring.Neighbor_alltoall(ints(*[value(rank, q) for q in outs]), got)
            self.assertInts(got, [value(q, rank) for q in ins])

    def test_grid(self):
        with freed(world.Create_cart([size], periods=[True])) as grid:
            self.assertEqual((grid.rank, grid.coords, grid.Get_cart_rank([rank])), (rank, [rank], rank))
            self.assertEqual(grid.Shift(0, 1), (before, after))
            self.check_ring(grid, [before, after], [before, after])
            with freed(grid.Sub([True])) as line:
                self.assertEqual(line.allgather(rank), list(range(size)))

    def test_grid_that_may_be_reordered(self):
        dims = MPI.Compute_dims(size, 2)
        with freed(world.Create_cart(dims, reorder=True)) as grid:
            self.assertEqual(sorted(world.allgather(grid.rank)), list(range(size)))
            self.assertEqual(grid.Get_coords(grid.rank), grid.coords)
            ranks = [grid.sendrecv(grid.rank, target, source=source) if source != MPI.PROC_NULL or target != MPI.PROC_NULL else None
                     for source, target in (grid.Shift(0, 1), grid.Shift(1, 1))]
            for found, (source, _) in zip(ranks, (grid.Shift(0, 1), grid.Shift(1, 1))):
                if source != MPI.PROC_NULL:
                    self.assertEqual(found, source)

    def test_graph(self):
        with freed(world.Create_graph([r + 1 for r in range(size)], [(r + 1) % size for r in range(size)])) as graph:
            self.assertEqual((graph.nnodes, graph.nedges, graph.Get_neighbors(rank)), (size, size, [after]))

    def test_distributed_graphs(self):
        with freed(world.Create_dist_graph_adjacent([before], [after])) as graph:
            self.assertEqual(graph.Get_dist_neighbors()[:2], ([before], [after]))
            self.check_ring(graph, [before], [after])
        with freed(world.Create_dist_graph([rank], [1], [after])) as graph:
            self.assertEqual(graph.inedges, [before])
            self.check_ring(graph, [before], [after])
