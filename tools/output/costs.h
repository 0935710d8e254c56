// Costs, link loads, predictions and measured networks as text and JSON, with the same fields in every program.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/evaluation/cost_model.h"
#include "core/evaluation/evaluate.h"
#include "core/evaluation/level_costs.h"
#include "core/evaluation/network_costs.h"
#include "core/evaluation/prediction.h"
#include "core/model/mapping.h"

namespace topomorph::output {

/// Returns an integer below 2^64, else a real number: JSON readers have no wider integers.
nlohmann::ordered_json number(Cost cost);

/// Returns hop_bytes, hop_messages, roles, slots, valid, problem (if invalid), levels[{name, distance, bytes,
/// messages}].
nlohmann::ordered_json to_json(const evaluation::Evaluation& evaluation);

/// Sets the messages to null, for an affinity with one volume a pair, which counts as bytes.
void withhold_messages(nlohmann::ordered_json& evaluation);

/// Adds sum_com, max_com (costs, real numbers from 2^64 on), max_dilation, average_dilation, mapping_quality.
void add_pairs(const evaluation::PairCosts& pairs, nlohmann::ordered_json& json);
std::string pairs_text(const evaluation::PairCosts& pairs);

/// Returns count, used, bytes (sum over the links), average_bytes (of used links), most_bytes, busiest[{name, bytes,
/// bandwidth, seconds}]. `unit` is the cost of a link of bandwidth 1.
nlohmann::ordered_json to_json(const evaluation::LinkLoads& loads, const Routing& routing,
                               const evaluation::LinkCost& unit);
std::string loads_text(const evaluation::LinkLoads& loads, const Routing& routing, const evaluation::LinkCost& unit);

/// Returns "predicted" of evaluate and map: times, the busiest link (null if no routes are known), and whether the
/// costs of the network were given or assumed.
nlohmann::ordered_json to_json(const evaluation::Prediction& prediction, const Topology& topology,
                               const evaluation::CostOptions& cost);
std::string prediction_text(const evaluation::Prediction& prediction, const Topology& topology,
                            const evaluation::CostOptions& cost, bool knows_messages);

/// Returns "balance": the time of the slowest slot under loads and speeds, divided by the mean of all.
nlohmann::ordered_json balance_json(const Mapping& mapping, const Sharing& sharing, std::uint64_t slots);

/// Returns a line for each reach that was measured, the nearest first; empty if none was.
std::string network_text(const evaluation::NetworkCosts& network);

/// Returns "between hosts 102 us, 11.9 MB/s", of the farthest reach that was measured; empty if none was.
std::string network_words(const evaluation::NetworkCosts& network);

/// Returns [{reach, pairs, latency, bandwidth, send, receive, burst_bytes, burst_bandwidth}] in seconds and bytes per
/// second, the nearest first; null if none was measured.
nlohmann::ordered_json to_json(const evaluation::NetworkCosts& network);

}  // namespace topomorph::output
