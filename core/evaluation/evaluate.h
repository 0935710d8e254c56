// Evaluates mappings. Shares no code with the mapping algorithms, so that it can check them.
#pragma once

#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/mapping.h"
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
};

/// Evaluates a mapping, which is valid with at most `roles_per_slot` roles on each slot. Traffic between roles on the
/// same slot is in no level.
Evaluation evaluate(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                    std::uint64_t roles_per_slot = 1);

/// Returns a cost in decimal digits.
std::string to_string(Cost cost);

}  // namespace topomorph::evaluation
