// Compares the predicted times of orders: which are fastest, and what people are told of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/command/predicted_orders.h"

namespace topomorph::command {

/// Smaller parts of the time are no difference: the model is not exact to them.
inline constexpr double kNoDifference = 0.01;

/// Returns the orders that take less than kNoDifference more than the least time, as they were given.
std::vector<const PredictedOrder*> fastest_of(std::span<const PredictedOrder> orders);

/// Returns one sentence or two: which order is fastest and by how much, and whether fewer bytes bring nothing.
std::string conclusion_of(std::span<const PredictedOrder> orders);

}  // namespace topomorph::command
