// Options that say what a mapping shall save, and what is told of its times.
#include "tools/topomorph/cost_options.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/support/units.h"
#include "tools/topomorph/level_name.h"

namespace topomorph::cli {

void add_level_costs(CLI::App& app, std::string& level_costs) {
  app.add_option(
         "--level-costs", level_costs,
         "latency and bandwidth of each level: a file (topomorph topology --measure writes one), or numbers from "
         "the slots up as 0.5/8000:60/11.5 (us/MB/s); without it they follow the distances")
      ->type_name("FILE|NUMBERS");
}

TreeCosts tree_costs(const std::string& level_costs, const TreeTopology& tree, bool knows_messages) {
  TreeCosts costs = level_costs.empty() ? assumed_costs(tree) : costs_of(tree, read_level_costs(level_costs));
  if (!knows_messages) {
    for (LinkCost& level : costs.levels) level.latency = 0;
  }
  return costs;
}

nlohmann::ordered_json to_json(const Prediction& prediction, const TreeTopology& tree, const TreeCosts& costs) {
  return {{"network", costs.assumed ? "assumed" : "given"},
          {"seconds", prediction.seconds},
          {"busiest_link",
           {{"level", level_name(tree, prediction.busiest.level)},
            {"node", prediction.busiest.node},
            {"bytes", prediction.busiest.bytes},
            {"seconds", prediction.busiest.seconds}}}};
}

std::string prediction_text(const Prediction& prediction, const TreeTopology& tree, const TreeCosts& costs,
                            bool knows_messages) {
  return fmt::format(
      "\npredicted, {} network{}\n  {:<34}{:.6g} s\n  busiest link                      "
      "{:.6g} s ({} through {} {})\n",
      costs.assumed ? "assumed" : "given", knows_messages ? "" : ", without latencies: messages are not known",
      knows_messages ? "all messages one after the other" : "all bytes one after the other", prediction.seconds,
      prediction.busiest.seconds, volume_text(prediction.busiest.bytes), level_name(tree, prediction.busiest.level),
      prediction.busiest.node);
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
