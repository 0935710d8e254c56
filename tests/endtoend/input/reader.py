# Rank 0 reads stdin; pairs of neighbours talk.
import sys

from mpi4py import MPI

world = MPI.COMM_WORLD
words = len(sys.stdin.read().split()) if world.rank == 0 else None
words = world.bcast(words)
partner = world.rank ^ 1
assert world.sendrecv(bytes(100000), dest=partner, source=partner) == bytes(100000)
if world.rank == 0:
    print(words, "words, pairs of", world.size)
