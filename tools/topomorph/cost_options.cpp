// Options that say what a mapping shall save, and what is told of its times.
#include "tools/topomorph/cost_options.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/formats/affinity_file.h"
#include "core/model/affinity.h"
#include "core/model/tree.h"
#include "core/topology/shapes/routing_of.h"
#include "tools/topomorph/level_name.h"

namespace topomorph::cli {

void add_level_costs(CLI::App& app, std::string& level_costs) {
  app.add_option(
         "--level-costs", level_costs,
         "latency and bandwidth of each level: a file (topomorph topology --measure writes one), or numbers from "
         "the slots up as 0.5/8000:60/11.5 (us/MB/s; default: they follow the distances)")
      ->type_name("FILE|NUMBERS");
}

void check_cost(const std::string& model, const std::string& affinity) {
  if (evaluation::cost_model_named(model) == evaluation::CostModel::Messages && !formats::tells_messages(affinity)) {
    throw InputError(fmt::format("--cost messages: {} has one volume for each pair, messages are not known", affinity));
  }
}

namespace {

evaluation::LinkCost cost_of_distance(const std::string& numbers, const Topology& topology) {
  const evaluation::LevelCosts costs =
      evaluation::are_level_costs(numbers) ? evaluation::read_level_costs(numbers) : evaluation::LevelCosts{};
  if (costs.levels.size() == 1) return costs.levels.front().cost;
  throw InputError(
      fmt::format("--level-costs: found \"{}\" for a {}, which has no levels, expected one "
                  "LATENCY/BANDWIDTH (us and MB/s), that of a distance of 1",
                  numbers, topology.describe()));
}

}  // namespace

evaluation::CostOptions cost_options(const std::string& model, const std::string& level_costs, const Topology& topology,
                                     std::shared_ptr<const Routing> routes, bool knows_messages) {
  evaluation::CostOptions cost{evaluation::cost_model_named(model), {}, 0};
  if (const TreeTopology* tree = as_tree(topology)) {
    cost.costs = level_costs.empty() ? evaluation::assumed_costs(*tree)
                                     : evaluation::costs_of(*tree, evaluation::read_level_costs(level_costs));
    cost.host_level = evaluation::host_level_of(*tree);
  } else if (!level_costs.empty()) {
    cost.per_distance = cost_of_distance(level_costs, topology);
    cost.costs.assumed = false;
  }
  if (routes) cost.routing = topology::routing_of(topology, std::move(routes));
  if (knows_messages) return cost;
  cost.per_distance.latency = 0;
  for (evaluation::LinkCost& level : cost.costs.levels) level.latency = 0;
  return cost;
}

nlohmann::ordered_json to_json(const evaluation::Prediction& prediction, const Topology& topology,
                               const evaluation::CostOptions& cost) {
  const evaluation::BusiestLink& busiest = prediction.busiest;
  nlohmann::ordered_json link;
  if (!busiest.name.empty()) {
    link = {{"name", busiest.name}, {"bytes", busiest.bytes}, {"seconds", busiest.seconds}};
  } else if (const TreeTopology* tree = as_tree(topology)) {
    link = {{"level", level_name(*tree, busiest.level)},
            {"node", busiest.node},
            {"bytes", busiest.bytes},
            {"seconds", busiest.seconds}};
  }
  return {
      {"network", cost.costs.assumed ? "assumed" : "given"}, {"seconds", prediction.seconds}, {"busiest_link", link}};
}

std::string prediction_text(const evaluation::Prediction& prediction, const Topology& topology,
                            const evaluation::CostOptions& cost, bool knows_messages) {
  const evaluation::BusiestLink& busiest = prediction.busiest;
  const TreeTopology* tree = as_tree(topology);
  const std::string link = !busiest.name.empty() ? busiest.name
                           : tree != nullptr     ? fmt::format("{} {}", level_name(*tree, busiest.level), busiest.node)
                                                 : "";
  std::string text = fmt::format(
      "\npredicted, {} network{}\n  {:<34}{:.6g} s\n", cost.costs.assumed ? "assumed" : "given",
      knows_messages ? "" : ", without latencies: messages are not known",
      knows_messages ? "all messages one after the other" : "all bytes one after the other", prediction.seconds);
  if (link.empty()) return text;
  return text + fmt::format("  busiest link                      {:.6g} s ({} through {})\n", busiest.seconds,
                            volume_text(busiest.bytes), link);
}

nlohmann::ordered_json balance_json(const Mapping& mapping, const Sharing& sharing, std::uint64_t slots) {
  if (!sharing.loads.empty() && sharing.loads.size() != mapping.size()) {
    throw InputError(
        fmt::format("found {} loads for {} roles, expected one for each", sharing.loads.size(), mapping.size()));
  }
  if (!sharing.speeds.empty() && sharing.speeds.size() != slots) {
    throw InputError(fmt::format("found {} speeds for {} slots, expected one for each", sharing.speeds.size(), slots));
  }
  std::vector<double> load(slots, 0);
  std::vector<std::uint64_t> roles(slots, 0);
  for (Role role = 0; role < mapping.size(); ++role) {
    load[mapping[role]] += sharing.loads.empty() ? 1 : static_cast<double>(sharing.loads[role]);
    ++roles[mapping[role]];
  }
  double slowest = 0, speed = 0;
  for (Slot slot = 0; slot < slots; ++slot) {
    const double own = sharing.speeds.empty() ? 1 : static_cast<double>(sharing.speeds[slot]);
    slowest = std::max(slowest, load[slot] / std::max(own, 1e-300));
    speed += own;
  }
  const double mean = std::accumulate(load.begin(), load.end(), 0.0) / speed;
  return {{"most_roles_on_a_slot", *std::max_element(roles.begin(), roles.end())},
          {"slowest", slowest},
          {"mean", mean},
          {"imbalance_percent", mean > 0 ? 100 * (slowest / mean - 1) : 0.0}};
}

}  // namespace topomorph::cli
