// Options of the cost that a mapping shall save, and the predicted times.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/evaluation/cost_model.h"
#include "core/evaluation/prediction.h"

namespace topomorph::cli {

/// The help of --cost in every verb.
inline constexpr const char* kCostHelp =
    "what to save: hop-bytes (bytes x distance, or messages x distance by --weight messages), bytes or messages "
    "(between "
    "hosts alone), alpha-beta (time of all messages), bottleneck (time of the busiest link)";

/// Declares --level-costs. Without it the costs of the levels follow from the distances.
void add_level_costs(CLI::App& app, std::string& level_costs);

/// Throws InputError for an unknown model, and for messages if the file has none.
void check_cost(const std::string& model, const std::string& affinity);

/// Returns the cost model and the costs of the links. In a tree each level has a cost; elsewhere one latency and
/// bandwidth belong to a distance of 1. `routes` come from the topology's source and may be null. If the affinity has
/// no messages (tells_messages() of its file), all latencies are 0: each byte would count as a message. Throws
/// InputError.
evaluation::CostOptions cost_options(const std::string& model, const std::string& level_costs, const Topology& topology,
                                     std::shared_ptr<const Routing> routes, bool knows_messages);

/// Returns "predicted" of evaluate and map: times, the busiest link (null if no routes are known), and whether the
/// costs of the network were given or assumed.
nlohmann::ordered_json to_json(const evaluation::Prediction& prediction, const Topology& topology,
                               const evaluation::CostOptions& cost);
std::string prediction_text(const evaluation::Prediction& prediction, const Topology& topology,
                            const evaluation::CostOptions& cost, bool knows_messages);

/// Returns "balance": the time of the slowest slot under loads and speeds, divided by the mean of all.
nlohmann::ordered_json balance_json(const Mapping& mapping, const Sharing& sharing, std::uint64_t slots);

}  // namespace topomorph::cli
