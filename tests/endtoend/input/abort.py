# Rank 1 sends a megabyte to rank 0 and then ends the whole job with status 5.
from mpi4py import MPI

world = MPI.COMM_WORLD
if world.rank == 0:
    world.Recv(bytearray(1000000), source=1)
elif world.rank == 1:
    world.Ssend(bytes(1000000), dest=0)
    world.Abort(5)
world.recv(source=MPI.ANY_SOURCE)
