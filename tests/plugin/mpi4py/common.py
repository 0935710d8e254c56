"""Shared by the modules: the world, and tests in which errors raise."""
import array
import contextlib
import unittest

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()
after, before = (rank + 1) % size, (rank - 1) % size


def ints(*values):
    return array.array("i", values)


def blank(count):
    return ints(*[-1] * count)


def value(source, target):
    """Returns what rank `source` sends to rank `target`."""
    return 1000 * source + target


@contextlib.contextmanager
def freed(comm):
    """Yields the communicator and frees it afterwards."""
    yield comm
    comm.Free()


class Case(unittest.TestCase):
    def tearDown(self):
        world.Barrier()  # after a failed test on one rank, the next test must not start on others

    def assertInts(self, found, expected):
        self.assertEqual(list(found), list(expected))
