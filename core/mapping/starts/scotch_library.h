// libscotch, isolated: numbers in, numbers out; no message, no state and no crash reaches the caller.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/deadline.h"

namespace topomorph::mapping {

/// A graph in Scotch's compressed form.
struct ScotchGraph {
  std::vector<std::int32_t> begin = {0}, neighbours, weights;
  std::vector<std::int32_t> sizes;  ///< by vertex, 0 or more; empty: all 1
};

/// How Scotch makes a decomposition-defined architecture ("deco") of a graph.
enum class Decomposition {
  Bisected,  ///< type 0, SCOTCH_archBuild: bisects the graph of the terminals alone; a table of all their distances
  Coarsened  ///< type 2, SCOTCH_archBuild2: coarsens the whole graph; distances are searched and estimated in it
};

/// A machine as a graph, of which Scotch itself makes an architecture.
struct ScotchMachine {
  ScotchGraph links;                    ///< weights are lengths, 1 or more
  std::vector<std::int32_t> terminals;  ///< the vertices that take roles, at least one, ascending
  Decomposition decomposition = Decomposition::Bisected;
};

/// The text of a target file, or a machine.
using ScotchTarget = std::variant<std::string, ScotchMachine>;

/// Maps the graph onto the target in a child process. Returns the part of each vertex: the number of a terminal (of a
/// machine: its index among the terminals). Returns an empty list if Scotch refuses, crashes (it does, on some parts of
/// architectures) or misses the deadline; `error` says which. `strategy` is one of kScotchStrategies, all of which
/// balance, or a strategy in Scotch's own language.
std::vector<std::int32_t> scotch_map(const ScotchGraph& graph, const ScotchTarget& target, const std::string& strategy,
                                     std::uint64_t seed, const Deadline& deadline, std::string& error);

inline constexpr const char* kScotchStrategies = "balance|quality|safety|scalability|speed";

}  // namespace topomorph::mapping
