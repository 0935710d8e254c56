// The results of a simulation, as a table and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/workload/comparison.h"

namespace topomorph::command {

/// The input of both forms. The referenced objects must outlive it.
struct SimulationReport {
  const Topology& network;
  std::uint64_t slots_per_node;
  const workload::JobSelection& selection;
  const workload::Applications& applications;
  const std::vector<workload::Simulated>& results;
  const workload::Simulated& baseline;  ///< one of the results
};

/// Returns a line about the simulation, and a line for each pair of algorithms, relative to the baseline.
std::string as_text(const SimulationReport& report);

/// Returns the same as one line of JSON, with the mean hop-bytes of each application [Tuncer 2015, figure 13].
std::string as_json(const SimulationReport& report);

}  // namespace topomorph::command
