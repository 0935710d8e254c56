// Every threshold and budget of the mapping algorithms, from parameters.def: kTree.small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace topomorph::mapping {

/// Bounds of the work of a multilevel bisection, or of a partition made of bisections.
struct Effort {
  int cycles = 3;  ///< multilevel cycles; the best counts
  int starts = 6;  ///< starting bisections of the coarsest graph in each cycle
  int passes = 8;  ///< passes of refinement on each level, at most
  int recuts = 0;  ///< in a partition, per part: how often a cluster of neighbouring parts is cut anew, at most
};

/// The schedule of an annealing. Temperatures are shares of the mean cost of one role's edges.
struct Cooling {
  double start = 0.1, end = 0.002;
  std::uint64_t work = 0;  ///< number of edges looked at
};

/// A choice of slots where there are more than roles.
struct Room {
  enum class Kind {
    Even,  ///< as many as roles, the same number of each host: for tilings alone
    Whole,
    Thinned,  ///< a share of each host's
  };
  Kind kind = Kind::Whole;
  double slots_per_role = 1;  ///< slots of all its hosts
};

/// One annealing of several. `start` counts from the cheapest start.
struct AnnealingRun {
  std::size_t start = 0;
  Cooling cooling;
};

/// Annealing after descent on networks. The hot runs find other local optima than that of the start, the cool ones
/// improve the start. With many free slots around few roles most of the gain lies in a narrow range of temperatures.
inline constexpr std::array<AnnealingRun, 4> kNetworkRuns = {
    {{0, {0.1, 0.01}}, {0, {0.3, 0.02}}, {0, {0.04, 0.005}}, {1, {0.1, 0.01}}}};

inline constexpr std::array<AnnealingRun, 4> kNetworkRunsWithChoice = {
    {{0, {0.15, 0.05}}, {0, {0.12, 0.06}}, {1, {0.12, 0.05}}, {0, {0.25, 0.02}}}};

using Rooms = std::array<Room, 4>;
using CoolingPerRound = std::array<Cooling, 4>;
using PerRound = std::array<std::uint64_t, 4>;

// read_trial() changes the values before a trial of the mapper; all other code sees them as constants.
#define GROUP(Name) struct Name##Parameters {
#define PARAMETER(type, name, value, reason) type name = value;
#define COMPOUND(type, name, reason, ...) type name = __VA_ARGS__;
#define END_OF(Name)                           \
  }                                            \
  ;                                            \
  namespace changeable {                       \
  inline constinit Name##Parameters k##Name{}; \
  }                                            \
  inline constexpr const Name##Parameters& k##Name = changeable::k##Name;
#include "core/mapping/problem/parameters.def"
#undef GROUP
#undef PARAMETER
#undef COMPOUND
#undef END_OF

}  // namespace topomorph::mapping
