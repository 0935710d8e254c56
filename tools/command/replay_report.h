// The results of replays, as a table and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/command/predicted_orders.h"

namespace topomorph::command {

/// The input of both forms. The referenced objects must outlive it.
struct ReplayReport {
  const Topology& topology;
  const replay::Platform& platform;
  const planning::Aim& aim;                ///< of the network
  const std::vector<std::string>& phases;  ///< of the trace
  double flops_per_second = 0;
  double recorded_part = 1;  ///< of the job's steps, that the trace has
  std::vector<PredictedOrder> orders;
};

/// Returns a line about the job, a line for each order, the conclusion, and the limits of the model.
std::string as_text(const ReplayReport& report);

/// Returns the same as one line of JSON, with the times of each process and the use of each link.
std::string as_json(const ReplayReport& report);

}  // namespace topomorph::command
