// What a new order is worth, in numbers and in the words the user reads.
#pragma once

#include "core/evaluation/cost_model.h"
#include "core/evaluation/evaluate.h"
#include "core/planning/job_slots.h"
#include "core/wire/frame_io.h"

namespace topomorph::planning {

/// The traffic across one kind of border: between nodes, between packages, between switches.
struct Border {
  std::string name;         ///< what lies on its sides: "node", "package", "level2"; empty: single processes
  std::uint64_t parts = 0;  ///< how many of these there are
  evaluation::LevelTraffic before = {}, after = {};
};

struct Gain {
  Cost cost_before = 0, cost_after = 0;  ///< volume x distance
  double time_before = 0,
         time_after = 0;        ///< predicted communication time, in a unit of its own (see docs/cost-models.md)
  double percent = 0;           ///< of that time that the new order saves
  std::vector<Border> borders;  ///< from the innermost out; those of single processes come first
  std::size_t hosts = 0;        ///< index of the border between hosts; borders.size() where there is one host
};

/// What is to be saved, and how it is known.
struct Aim {
  Weight weight = Weight::Bytes;
  evaluation::CostOptions cost;
  bool modelled = false;  ///< some of the traffic is of collectives whose messages were not seen but follow a model
};

/// The costs of `file` for the job's topology; assumed from its distances where there is none. Throws InputError, also
/// for a file where the topology has no levels.
evaluation::CostOptions cost_options(const std::string& model, const std::string& file, const JobSlots& job);

/// Whether a profile holds collectives whose messages could not be seen; empty path: no. Throws InputError.
bool has_modelled_traffic(const std::string& profile);

Gain gain_of(const Affinity& affinity, const JobSlots& job, const Mapping& before, const Mapping& after,
             const Aim& aim);

/// "64 ranks on 8 nodes under 4 switches (Slurm): inter-node bytes 513 MB -> 140 MB (-73 %), inter-switch 90 MB -> 20
/// MB, predicted communication time -70 % (assumed network 16:1)". Speaks of the border between hosts; where the new
/// order changes nothing there, of the nearest border outside of it, else inside, where it does. Where nobody knows of
/// borders, of bytes x distance.
std::string reordered_message(const Gain& gain, const JobSlots& job, const Aim& aim);

/// "8 nodes under 4 switches (Slurm)"; of what is no tree and has no hosts, its own words.
std::string place_words(const JobSlots& job);

/// How sure a prediction is: "measured network", "assumed network 16:1", and whether collectives were seen or modelled.
std::string confidence(const JobSlots& job, const Aim& aim);

/// "Cart_create 12x12 on 6 nodes: edges between nodes 132 -> 72 (-45 %)", of the same border as above. Where edges have
/// weights, their sum is told.
std::string pattern_message(const Gain& gain, const JobSlots& job, const std::string& call);

/// "predicted gain 0.8 % is under 5 %: order kept"; where a network is known, "… under 5 % on 8 nodes under 4 switches
/// (Slurm): order kept".
std::string kept_message(double percent, double min_gain, const JobSlots& job);

/// The numbers of the Summary frame.
wire::KeyValues summary_of(const Gain& gain, const JobSlots& job);

}  // namespace topomorph::planning
