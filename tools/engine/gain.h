// What a new order is worth, in numbers and in the words the user reads.
#pragma once

#include "core/mapping/mapping.h"
#include "core/metrics/evaluate.h"
#include "core/topology/placement.h"
#include "core/wire/frame_io.h"

namespace topomorph::engine {

struct Gain {
  Cost cost_before = 0, cost_after = 0;
  double percent = 0;                       ///< of the cost that the new order saves
  std::vector<LevelTraffic> before, after;  ///< of each level of the tree
};

Gain gain_of(const Affinity& affinity, const TreeTopology& tree, const Mapping& before, const Mapping& after,
             Weight weight);

/// "64 ranks on 4 nodes: inter-node bytes 513 MB -> 140 MB (-73 %)". Speaks of the highest level at which the new order
/// changes what crosses: where there is one host, or where the saving is inside the hosts, e.g. of packages.
std::string reordered_message(const Gain& gain, const JobTopology& job, Weight weight);

/// "Cart_create 12x12 on 6 nodes: edges between nodes 132 -> 72 (-45 %)", of the same level as above. Where edges have
/// weights, their sum is told.
std::string pattern_message(const Gain& gain, const JobTopology& job, const std::string& call);

/// "predicted gain 0.8 % is under 5 %: order kept"
std::string kept_message(double percent, double min_gain);

/// The numbers of the Summary frame.
wire::KeyValues summary_of(const Gain& gain, const JobTopology& job);

}  // namespace topomorph::engine
