// The generators of traces, a file each.
#pragma once

#include <cstdint>

#include "core/trace/trace.h"

namespace topomorph::scale {

/// NAS CG: processes in a square. In each iteration of the solver a process sums up its part of the matrix-vector
/// product along its row (partners differ in one bit of the column), exchanges it with its mirror image across the
/// diagonal, and sums up two scalars along the row. Blocks and flops as in the NAS code, class C up to 256 ranks, D
/// above; 1 Gflop/s a process, because the memory limits it.
trace::Trace cg(std::uint32_t ranks);

/// NAS MG: one V-cycle on a cube of 512 (class C) or 1024 points a side. On each level six faces are exchanged, axis
/// after axis; on levels with fewer planes than processes only every second, fourth, ... process takes part, and its
/// neighbours are further away. 58 flops a point and iteration as in the NAS code, at 1 Gflop/s.
trace::Trace mg(std::uint32_t ranks);

/// NAS LU: one iteration on a cube of 162 (class C) or 408 (D) points a side, processes in a square. Two sweeps through
/// all planes, in which a process waits for two neighbours and sends a row of its block to the two others: a wavefront
/// of small messages. Before them a halo of two layers. Flops as in the NAS code, at 2 Gflop/s.
trace::Trace lu(std::uint32_t ranks);

/// NAS BT and SP: one time step with the multipartition of the NAS codes, cubes and flops of class C or D at 2 Gflop/s.
/// Each process has a diagonal of cells; six faces of all cells go to six processes, then each dimension is solved in a
/// forward and a backward sweep, in which every process sends to its successor, then to its predecessor.
trace::Trace bt(std::uint32_t ranks);
trace::Trace sp(std::uint32_t ranks);

/// MiniGhost: 64^3 points and 20 variables a process, stencil of 27 points, whose faces of all variables go in one
/// message, axis after axis (not periodic); two sums over all. 53 flops a point at 2 Gflop/s.
trace::Trace mini_ghost(std::uint32_t ranks);

/// LAMMPS, Lennard-Jones liquid: 8000 atoms a process on a periodic grid. Each step sends positions of ghosts in six
/// messages, axis after axis, and their forces back; every tenth step rebuilds lists, with borders instead of positions
/// and a sum over all. 0.7 microseconds an atom and step.
trace::Trace lammps(std::uint32_t ranks);

/// HPCG: 104^3 points a process. An iteration has a V-cycle of four levels with eleven exchanges with up to 26
/// neighbours, faces, edges and corners, one more for the product, and three sums over all. 27 points, 2 flops each, at
/// 1 Gflop/s.
trace::Trace hpcg(std::uint32_t ranks);

}  // namespace topomorph::scale
