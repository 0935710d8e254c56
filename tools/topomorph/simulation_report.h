// What a simulated workload came to, as a table and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/workload/comparison.h"

namespace topomorph::cli {

/// What both reports are made from. References outlive it.
struct SimulationReport {
  const Topology& network;
  std::uint64_t slots_per_node;
  const workload::JobSelection& selection;
  const workload::Applications& applications;
  const std::vector<workload::Simulated>& results;
  const workload::Simulated& baseline;  ///< one of them
};

/// What was simulated, in one line; and a line for each pair, relative to the baseline.
std::string as_text(const SimulationReport& report);

/// The same in one line of JSON, and the mean hop-bytes of each application (paper 001, figure 13).
std::string as_json(const SimulationReport& report);

}  // namespace topomorph::cli
