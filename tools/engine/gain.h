// What a new order is worth, in numbers and in the words the user reads.
#pragma once

#include "core/mapping/cost_model.h"
#include "core/metrics/evaluate.h"
#include "core/topology/placement.h"
#include "core/wire/frame_io.h"

namespace topomorph::engine {

struct Gain {
  Cost cost_before = 0, cost_after = 0;  ///< volume x distance
  double time_before = 0,
         time_after = 0;  ///< predicted communication time, in a unit of its own (see docs/cost-models.md)
  double percent = 0;     ///< of that time that the new order saves
  std::vector<LevelTraffic> before, after;  ///< of each level of the tree
};

/// What is to be saved, and how it is known.
struct Aim {
  Weight weight = Weight::Bytes;
  CostOptions cost;
  bool modelled = false;  ///< some of the traffic is of collectives whose messages were not seen but follow a model
};

/// The costs of `file` for the job's tree; assumed from its distances where there is none. Throws InputError.
CostOptions cost_options(const std::string& model, const std::string& file, const JobTopology& job);

/// Whether a profile holds collectives whose messages could not be seen; empty path: no. Throws InputError.
bool has_modelled_traffic(const std::string& profile);

Gain gain_of(const Affinity& affinity, const TreeTopology& tree, const Mapping& before, const Mapping& after,
             const Aim& aim);

/// "64 ranks on 4 nodes: inter-node bytes 513 MB -> 140 MB (-73 %), predicted communication time -70 % (assumed network
/// 16:1)". Speaks of the highest level at which the new order
/// changes what crosses: where there is one host, or where the saving is inside the hosts, e.g. of packages.
std::string reordered_message(const Gain& gain, const JobTopology& job, const Aim& aim);

/// How sure a prediction is: "measured network", "assumed network 16:1", and whether collectives were seen or modelled.
std::string confidence(const Aim& aim);

/// "Cart_create 12x12 on 6 nodes: edges between nodes 132 -> 72 (-45 %)", of the same level as above. Where edges have
/// weights, their sum is told.
std::string pattern_message(const Gain& gain, const JobTopology& job, const std::string& call);

/// "predicted gain 0.8 % is under 5 %: order kept"
std::string kept_message(double percent, double min_gain);

/// The numbers of the Summary frame.
wire::KeyValues summary_of(const Gain& gain, const JobTopology& job);

}  // namespace topomorph::engine
