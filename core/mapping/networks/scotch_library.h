// libscotch behind a narrow door: numbers in, numbers out, no message and no state left behind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace topomorph {

/// A graph in Scotch's compressed form.
struct ScotchGraph {
  std::vector<std::int32_t> begin = {0}, neighbours, weights;
};

/// The part of the architecture (text of a target file) that each vertex is mapped to; numbers of its terminals. Empty
/// where Scotch refuses; `error` is what it said. Quick is its default strategy, else that for quality. Not to be
/// called from two threads at a time: Scotch's errors have no other way than a global function.
std::vector<std::int32_t> scotch_map(const ScotchGraph& graph, const std::string& architecture, bool quick,
                                     std::int32_t seed, std::string& error);

}  // namespace topomorph
