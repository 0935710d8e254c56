// The gain of a new order, in numbers and in the words that users read.
#pragma once

#include "core/evaluation/cost_model.h"
#include "core/evaluation/evaluate.h"
#include "core/planning/job_slots.h"
#include "core/wire/frame_io.h"

namespace topomorph::planning {

/// The traffic across one kind of border: between nodes, packages or switches.
struct Border {
  std::string name;         ///< kind of parts on its sides: "node", "package", "level2"; empty: single processes
  std::uint64_t parts = 0;  ///< number of these parts
  evaluation::LevelTraffic before = {}, after = {};
};

struct Gain {
  Cost cost_before = 0, cost_after = 0;  ///< volume x distance
  double time_before = 0,
         time_after = 0;        ///< predicted communication time, in a unit of its own (docs/cost-models.md)
  double percent = 0;           ///< share of that time that the new order saves
  std::vector<Border> borders;  ///< from the innermost out; the border between single processes is first
  std::size_t hosts = 0;        ///< index of the border between hosts; borders.size() if there is one host
};

/// The quantity that a new order shall save, and the costs from which it is computed.
struct Aim {
  Weight weight = Weight::Bytes;
  evaluation::CostOptions cost;
  bool modelled = false;  ///< some traffic is of collectives whose messages were modelled, not counted
};

/// Returns the costs in `file` for the job's topology, or costs assumed from its distances if `file` is empty. Throws
/// InputError, also for a file if the topology has no levels.
evaluation::CostOptions cost_options(const std::string& model, const std::string& file, const JobSlots& job);

/// Returns whether a profile holds collectives whose messages could not be counted; false for an empty path. Throws
/// InputError.
bool has_modelled_traffic(const std::string& profile);

Gain gain_of(const Affinity& affinity, const JobSlots& job, const Mapping& before, const Mapping& after,
             const Aim& aim);

/// Returns the values of the Summary frame.
wire::KeyValues summary_of(const Gain& gain, const JobSlots& job);

}  // namespace topomorph::planning
