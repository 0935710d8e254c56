// Options that say what a mapping shall save.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/evaluation/cost_model.h"
#include "core/evaluation/prediction.h"

namespace topomorph::cli {

/// What --cost means, wherever it stands.
inline constexpr const char* kCostHelp =
    "what to save: hop-bytes (bytes x distance, or messages x distance by --weight messages), bytes or messages "
    "(between "
    "hosts alone), alpha-beta (time of all messages), bottleneck (time of the busiest link)";

/// --level-costs; without it they are assumed from the distances.
void add_level_costs(CLI::App& app, std::string& level_costs);

/// Throws InputError for a model that is none, and for messages of a file that tells none.
void check_cost(const std::string& model, const std::string& affinity);

/// What a mapping onto the topology shall save, and what its links cost: of a tree the levels, elsewhere one pair of
/// numbers is the latency and bandwidth of a distance of 1. `routes` are those of its source, if that knows them. Where
/// an affinity's messages are unknown (tells_messages() of its file) all latencies are 0: each byte would count as a
/// message. Throws InputError.
evaluation::CostOptions cost_options(const std::string& model, const std::string& level_costs, const Topology& topology,
                                     std::shared_ptr<const Routing> routes, bool knows_messages);

/// "predicted" of evaluate and map: times, the busiest link (null where no routes are known), and whether the network
/// was given or assumed.
nlohmann::ordered_json to_json(const evaluation::Prediction& prediction, const Topology& topology,
                               const evaluation::CostOptions& cost);
std::string prediction_text(const evaluation::Prediction& prediction, const Topology& topology,
                            const evaluation::CostOptions& cost, bool knows_messages);

/// "balance": load of the slots under loads and speeds, as the time of the slowest over the time of all.
nlohmann::ordered_json balance_json(const Mapping& mapping, const Sharing& sharing, std::uint64_t slots);

}  // namespace topomorph::cli
