"""mpi4py loads libmpi outside the global scope: the plugin must find it there, and the ranks must be the new ones."""
import os
import sys

from mpi4py import MPI

size = int(os.environ["OMPI_COMM_WORLD_SIZE"])
process = int(os.environ["OMPI_COMM_WORLD_RANK"])
expected = size - 1 - process if os.environ.get("TOPOMORPH_PERMUTATION") == "reverse" else process

world = MPI.COMM_WORLD
assert world.Get_rank() == expected, (world.Get_rank(), expected)
assert world.allgather(world.Get_rank()) == list(range(size))
assert world.allgather(process)[world.Get_rank()] == process
assert world.Get_name() == "MPI_COMM_WORLD"
assert MPI.Comm.Compare(world, world.Dup()) == MPI.CONGRUENT
assert world.Get_attr(MPI.TAG_UB) >= 32767
try:
    world.Free()
    sys.exit("MPI_COMM_WORLD was freed")
except MPI.Exception as error:
    assert error.Get_error_class() == MPI.ERR_COMM
assert world.sendrecv(expected, (expected + 1) % size, source=(expected - 1) % size) == (expected - 1) % size
