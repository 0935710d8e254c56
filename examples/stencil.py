#!/usr/bin/env python3
"""A heat equation on a grid of processes whose ranks are renumbered after the first steps, with mpi4py.

    PYTHONPATH=$(pkg-config --variable=pythondir topomorph) mpirun -n 8 python3 stencil.py

As it stands, the first steps are a trial whose data are thrown away: nothing has to be moved. `stencil.py move` goes on with its data
instead. The sum that is printed is the same for any order of the ranks.
"""
import sys

import numpy
import topomorph  # before mpi4py: it counts what is sent
from mpi4py import MPI

SIDE, TRIAL, STEPS = 64, 5, 50


class Part:
    """One process's part of the grid, with a frame for what the neighbours have at the border."""

    def __init__(self, comm):
        """Ranks go along the rows of the grid of processes."""
        self.comm, self.rank = comm, comm.rank
        width, height = MPI.Compute_dims(comm.size, 2)
        row, column = divmod(self.rank, width)
        self.up = self.rank - width if row > 0 else MPI.PROC_NULL
        self.down = self.rank + width if row + 1 < height else MPI.PROC_NULL
        self.left = self.rank - 1 if column > 0 else MPI.PROC_NULL
        self.right = self.rank + 1 if column + 1 < width else MPI.PROC_NULL
        self.cells = numpy.zeros((SIDE + 2, SIDE + 2))

    def heat(self):
        place = numpy.arange(1, SIDE + 1)
        self.cells[1:-1, 1:-1] = (self.rank * 7 + place[:, None] * (SIDE + 2) + place) % 11

    def exchange_halos(self):
        cells = self.cells
        for mine, to, frame, source in [(cells[1], self.up, cells[-1], self.down), (cells[-2], self.down, cells[0], self.up),
                                        (cells[:, 1], self.left, cells[:, -1], self.right),
                                        (cells[:, -2], self.right, cells[:, 0], self.left)]:
            received = frame.copy()
            self.comm.Sendrecv(mine.copy(), to, recvbuf=received, source=source)
            frame[1:-1] = received[1:-1]

    def advance(self, steps):
        for _ in range(steps):
            self.exchange_halos()
            old = self.cells.copy()
            self.cells[1:-1, 1:-1] = 0.25 * (old[1:-1, :-2] + old[1:-1, 2:] + old[:-2, 1:-1] + old[2:, 1:-1])

    def print_sum(self):
        """In the order of the ranks, so that rounding is the same for any of them."""
        sums = self.comm.gather(self.cells[1:-1, 1:-1].sum())
        if self.rank == 0:
            print(f"sum {sum(sums):.6f}")


def begin_after_a_trial():
    """Learns from a trial, then begins: who was rank i has another part of the grid from the start."""
    trial = Part(MPI.COMM_WORLD)
    trial.heat()
    trial.advance(TRIAL)
    part = Part(topomorph.reorder(MPI.COMM_WORLD))
    part.heat()
    part.advance(STEPS)
    part.print_sum()


def move_while_running():
    """Learns from its first steps and goes on: the part that belongs to the new rank comes from who had it."""
    before = Part(MPI.COMM_WORLD)
    before.heat()
    before.advance(TRIAL)
    part = Part(topomorph.reorder(MPI.COMM_WORLD))
    part.cells = topomorph.redistribute(MPI.COMM_WORLD, part.comm, before.cells)
    part.advance(STEPS - TRIAL)
    part.print_sum()


if __name__ == "__main__":
    move_while_running() if sys.argv[1:] == ["move"] else begin_after_a_trial()
