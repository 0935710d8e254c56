// libscotch, isolated: numbers in, numbers out; no message, no state and no crash reaches the caller.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/deadline.h"

namespace topomorph::mapping {

/// A graph in Scotch's compressed form.
struct ScotchGraph {
  std::vector<std::int32_t> begin = {0}, neighbours, weights;
  std::vector<std::int32_t> sizes;  ///< by vertex, 0 or more; empty: all 1
};

/// Maps the graph onto the architecture (text of a target file) in a child process. Returns the part of each vertex:
/// the number of a terminal. Returns an empty list if Scotch refuses, crashes (it does, on some parts of architectures)
/// or misses the deadline; `error` says which. `strategy` is one of kScotchStrategies, all of which balance, or a
/// strategy in Scotch's own language.
std::vector<std::int32_t> scotch_map(const ScotchGraph& graph, const std::string& architecture,
                                     const std::string& strategy, std::uint64_t seed, const Deadline& deadline,
                                     std::string& error);

inline constexpr const char* kScotchStrategies = "balance|quality|safety|scalability|speed";

}  // namespace topomorph::mapping
