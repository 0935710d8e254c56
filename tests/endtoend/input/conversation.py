# Ranks that talk in every way mpi4py offers; prints what must not depend on where they run.
import zlib
from array import array

import mpi4py

mpi4py.rc.thread_level = "serialized"  # Open MPI's one-sided calls over TCP do not work with more
from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.rank, world.size

right, left = (rank + 1) % size, (rank - 1) % size
greeting = world.sendrecv({"from": rank, "text": "x" * rank}, dest=right, source=left)
assert greeting == {"from": left, "text": "x" * left}

values = array("d", [i * (rank + 1) for i in range(1000)])
received = array("d", [0]) * 1000
request = world.Irecv(received, source=left, tag=7)
world.Send(values, dest=right, tag=7)
request.Wait()
assert list(received) == [i * (left + 1) for i in range(1000)]

grid = world.Create_cart(MPI.Compute_dims(size, 2), periods=[True, False])
row = grid.Sub([False, True])
row_sum = row.allreduce(rank)
window = MPI.Win.Create(values, comm=world)
fetched = array("d", [0]) * 10
window.Fence()
window.Get(fetched, right)
window.Fence()
window.Free()

everyone = world.gather((rank, row_sum, greeting["from"], sum(received), sum(fetched)), root=0)
world.Barrier()
if rank == 0:
    for line in everyone:
        print("rank", *line)
    print("checksum", zlib.crc32(repr(everyone).encode()))
    print("sum", world.allreduce(rank), "of", size)
else:
    world.allreduce(rank)
