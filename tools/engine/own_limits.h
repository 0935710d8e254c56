// What the engine may take of a machine that belongs to the job: limits that it sets itself, whoever has started it.
//
// The engine runs beside the ranks, reads what others have written, and is not worth a rank. So the first line of its
// main() bounds what it takes, for every verb, and its children (Scotch's, core/mapping/starts) inherit the bounds.
//
//   memory          its address space, and it is the first that the kernel ends where memory is short
//   processor time  beyond any search that --engine-timeout allows: what the job has given up does not go on
//   core files      none, and no debugger of the same user: its memory has the job's data
//
// A limit that is already lower stays. What the system refuses is not reported: the engine works without it as well.
#pragma once

#include <cstdint>

namespace topomorph::engine {

/// Returns the bytes of address space that the engine may have on a machine with `memory` bytes: half of it, at most
/// 16 GiB, at least 2 GiB: the largest plan of benchmarks/OVERHEAD.md takes 212 MB. Threads reserve address space that
/// they do not use, which comes on top.
std::uint64_t most_address_space(std::uint64_t memory, unsigned threads);

/// Returns the seconds of processor time that the engine may have, with `timeout` seconds for an answer
/// (--engine-timeout) and `threads`: four times what all threads can use in that time, and a minute for reading and
/// writing what keeps coming.
std::uint64_t most_processor_seconds(double timeout, unsigned threads);

/// Sets all of them in this process. For the first line of main(), before the first thread.
void limit_itself();

}  // namespace topomorph::engine
