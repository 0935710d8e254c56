// Evaluates mappings, whole and pair by pair. Shares no code with the mapping algorithms, so that it can check them.
#pragma once

#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"
#include "core/model/tree.h"

namespace topomorph::evaluation {

/// Traffic at one distance.
struct LevelTraffic {
  std::string name;
  std::uint64_t distance = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

struct Evaluation {
  bool valid = false;   ///< each role is on one slot, and no slot has more roles than allowed
  std::string problem;  ///< why it is invalid
  std::uint64_t roles = 0;
  std::uint64_t slots = 0;
  Cost hop_bytes = 0;                ///< sum over stored traffic of bytes x distance
  Cost hop_messages = 0;             ///< sum over stored traffic of messages x distance
  std::vector<LevelTraffic> levels;  ///< for trees: level 1 … root; else one per distance that occurs, ascending

  Cost cost(Weight weight) const { return weight == Weight::Bytes ? hop_bytes : hop_messages; }
};

/// Evaluates a mapping, which is valid with at most `roles_per_slot` roles on each slot. Traffic between roles on the
/// same slot is in no level.
Evaluation evaluate(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                    std::uint64_t roles_per_slot = 1);

/// Returns the traffic between roles of different parts, at any distance, with the number of each role's part.
LevelTraffic crossing(const Affinity& affinity, const std::vector<std::uint64_t>& part_of_role);

/// Returns a cost in decimal digits.
std::string to_string(Cost cost);

/// A pair is two different roles with bytes between them, counted per direction (an undirected affinity has one pair
/// for each edge). The cost of a byte between two slots is their distance.
struct PairCosts {
  Cost sum = 0;                      ///< SumCom: sum of bytes x distance [Jeannot 2022, section 3.5]
  Cost most = 0;                     ///< MaxCom: the largest of these products
  Role source = 0, destination = 0;  ///< of the first pair with that product
  std::uint64_t most_dilation = 0;   ///< largest distance of a pair
  double mean_dilation = 0;          ///< mean distance of all pairs, regardless of their bytes
  /// Sum of bytes / distance; larger is better [Cruz 2019, equation 7]. Roles on one slot count as at distance 1.
  double quality = 0;
};

/// The mapping must be valid.
PairCosts pair_costs(const Affinity& affinity, const Topology& topology, const Mapping& mapping);

}  // namespace topomorph::evaluation
