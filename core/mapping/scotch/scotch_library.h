// libscotch behind a narrow door: numbers in, numbers out, no message, no state and no crash comes through.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/deadline.h"

namespace topomorph::mapping {

/// A graph in Scotch's compressed form.
struct ScotchGraph {
  std::vector<std::int32_t> begin = {0}, neighbours, weights;
  std::vector<std::int32_t> sizes;  ///< of the vertices, 0 or more; empty: all 1
};

/// The part of the architecture (text of a target file) that each vertex is mapped to; numbers of its terminals. Empty
/// where Scotch refuses, crashes (it does, on some parts of architectures) or is not done in time; `error` says which.
/// `strategy` is one of kScotchStrategies, all of which balance, or one in Scotch's own language. Runs in a child
/// process.
std::vector<std::int32_t> scotch_map(const ScotchGraph& graph, const std::string& architecture,
                                     const std::string& strategy, std::int32_t seed, const Deadline& deadline,
                                     std::string& error);

inline constexpr const char* kScotchStrategies = "balance|quality|safety|scalability|speed";

}  // namespace topomorph::mapping
