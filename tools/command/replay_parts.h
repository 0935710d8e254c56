// What the report of a replay consists of: times of processes, phases of the program, and the comparison of orders.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/replay/timeline.h"
#include "tools/command/predicted_orders.h"

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

/// Returns a line for each phase and order: the time that the process that ends last spends in the phase, and on what.
/// These times add up to the seconds of the order. Empty if the trace does not tell phases apart.
std::string phases_text(const std::vector<PredictedOrder>& orders, const std::vector<std::string>& names);

/// Returns the phases of an order: the times of the process that ends last, the mean of all, and the longest time of
/// one process.
nlohmann::ordered_json phases_json(const PredictedOrder& order, const std::vector<std::string>& names);

/// Smaller parts of the time are no difference: the model is not exact to them.
inline constexpr double kNoDifference = 0.01;

/// Returns the orders that take less than kNoDifference more than the least time, as they were given.
std::vector<const PredictedOrder*> fastest_of(std::span<const PredictedOrder> orders);

/// Returns one sentence or two: which order is fastest and by how much, and whether fewer bytes bring nothing.
std::string conclusion_of(std::span<const PredictedOrder> orders);

}  // namespace topomorph::command
