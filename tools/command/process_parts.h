// What processes of a replay spend their time on: the one that ends last, the mean, and as JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/replay/process_times.h"

namespace topomorph::command {

/// Returns the first of the processes that end last. There must be one.
std::size_t slowest_of(const std::vector<replay::ProcessTimes>& processes);

/// Returns the sum of `times` divided by the number of processes.
replay::ProcessTimes mean_of(const std::vector<replay::ProcessTimes>& times, std::size_t processes);

nlohmann::ordered_json parts_json(const replay::ProcessTimes& times);

/// Returns "  12.4 %       0.0 %      87.6 %       0.0 %": computation, messages, waiting, cores as parts of the end,
/// in the columns of parts_heading().
std::string parts_text(const replay::ProcessTimes& times);
std::string parts_heading();

}  // namespace topomorph::command
