// A program with a three-dimensional halo exchange and a sum over all in each iteration, as a trace; and its machine.
#pragma once

#include <cstdint>

#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::benchmarks {

/// Returns the trace of `side`^3 processes on a periodic grid. In each iteration a process computes (1 ms, up to
/// `unequal` of it more or less), exchanges `bytes` with six neighbours, and takes part in an allreduce of 8 bytes.
trace::Trace halo(std::uint32_t side, std::uint64_t bytes, std::uint64_t iterations, double unequal);

/// Returns a fat tree of two levels at 100 Gbit/s, 2:1 above the leaves: hosts of 32 cores, 16 hosts at a leaf.
TreeTopology fat_tree(std::uint64_t processes);
replay::Platform fat_tree_platform(const TreeTopology& tree);

}  // namespace topomorph::benchmarks
