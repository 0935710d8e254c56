// The phases of the program in predicted orders, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/command/predicted_orders.h"

namespace topomorph::command {

/// Returns a line for each phase and order: the time that the process that ends last spends in the phase, and on what.
/// These times add up to the seconds of the order. Empty if the trace does not tell phases apart.
std::string phases_text(const std::vector<PredictedOrder>& orders, const std::vector<std::string>& names);

/// Returns the phases of an order: the times of the process that ends last, the mean of all, and the longest time of
/// one process.
nlohmann::ordered_json phases_json(const PredictedOrder& order, const std::vector<std::string>& names);

}  // namespace topomorph::command
