// Pair costs and link loads, as text and JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/evaluation/level_costs.h"
#include "core/evaluation/link_loads.h"
#include "core/evaluation/pair_costs.h"

namespace topomorph::cli {

/// Adds sum_com, max_com (costs, real numbers from 2^64 on), max_dilation, average_dilation, mapping_quality.
void add_pairs(const evaluation::PairCosts& pairs, nlohmann::ordered_json& json);
std::string pairs_text(const evaluation::PairCosts& pairs);

/// Returns count, used, bytes (sum over the links), average_bytes (of used links), most_bytes, busiest[{name, bytes,
/// bandwidth, seconds}]. `unit` is the cost of a link of bandwidth 1.
nlohmann::ordered_json to_json(const evaluation::LinkLoads& loads, const Routing& routing,
                               const evaluation::LinkCost& unit);
std::string loads_text(const evaluation::LinkLoads& loads, const Routing& routing, const evaluation::LinkCost& unit);

}  // namespace topomorph::cli
