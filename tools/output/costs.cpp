// Costs, link loads, predictions and measured networks as text and JSON, with the same fields in every program.
#include "tools/output/costs.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/tree.h"
#include "core/wire/frame_io.h"

namespace topomorph::output {

nlohmann::ordered_json number(Cost cost) {
  if (cost <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(cost);
  return static_cast<double>(cost);
}

nlohmann::ordered_json to_json(const evaluation::Evaluation& evaluation) {
  nlohmann::ordered_json json = {{"hop_bytes", number(evaluation.hop_bytes)},
                                 {"hop_messages", number(evaluation.hop_messages)},
                                 {"roles", evaluation.roles},
                                 {"slots", evaluation.slots},
                                 {"valid", evaluation.valid}};
  if (!evaluation.valid) json["problem"] = evaluation.problem;
  json["levels"] = nlohmann::ordered_json::array();
  for (const evaluation::LevelTraffic& level : evaluation.levels) {
    json["levels"].push_back(
        {{"name", level.name}, {"distance", level.distance}, {"bytes", level.bytes}, {"messages", level.messages}});
  }
  return json;
}

void withhold_messages(nlohmann::ordered_json& evaluation) {
  evaluation["hop_messages"] = nullptr;
  for (auto& level : evaluation["levels"]) level["messages"] = nullptr;
}

void add_pairs(const evaluation::PairCosts& pairs, nlohmann::ordered_json& json) {
  json["sum_com"] = number(pairs.sum);
  json["max_com"] = number(pairs.most);
  json["max_dilation"] = pairs.most_dilation;
  json["average_dilation"] = pairs.mean_dilation;
  json["mapping_quality"] = pairs.quality;
}

std::string pairs_text(const evaluation::PairCosts& pairs) {
  const std::string most = pairs.most == 0 ? "" : fmt::format(" (roles {} and {})", pairs.source, pairs.destination);
  return fmt::format(
      "\nSumCom        {}\nMaxCom        {}{}\ndilation      {:.6g} on average, {} at most\nquality       {:.6g}\n",
      evaluation::to_string(pairs.sum), evaluation::to_string(pairs.most), most, pairs.mean_dilation,
      pairs.most_dilation, pairs.quality);
}

nlohmann::ordered_json to_json(const evaluation::LinkLoads& loads, const Routing& routing,
                               const evaluation::LinkCost& unit) {
  nlohmann::ordered_json json = {{"count", loads.links},           {"used", loads.used},
                                 {"bytes", number(loads.bytes)},   {"average_bytes", loads.average()},
                                 {"most_bytes", loads.most_bytes}, {"busiest", nlohmann::ordered_json::array()}};
  for (const evaluation::LinkLoad& link : loads.busiest) {
    json["busiest"].push_back({{"name", routing.name(link.link)},
                               {"bytes", link.bytes},
                               {"bandwidth", link.bandwidth},
                               {"seconds", unit.seconds(0, link.load())}});
  }
  return json;
}

std::string loads_text(const evaluation::LinkLoads& loads, const Routing& routing, const evaluation::LinkCost& unit) {
  std::string text =
      fmt::format("\nlinks         {}, of which {} carry {} on average, {} at most\n", loads.links, loads.used,
                  volume_text(static_cast<std::uint64_t>(loads.average())), volume_text(loads.most_bytes));
  if (loads.busiest.empty()) return text;
  text += fmt::format("{:<40} {:>20} {:>12} {:>12}\n", "busiest links", "bytes", "bandwidth", "seconds");
  for (const evaluation::LinkLoad& link : loads.busiest) {
    text += fmt::format("{:<40} {:>20} {:>12.4g} {:>12.6g}\n", routing.name(link.link), link.bytes, link.bandwidth,
                        unit.seconds(0, link.load()));
  }
  return text;
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
  return {{"network", evaluation::source_of_costs(cost)}, {"seconds", prediction.seconds}, {"busiest_link", link}};
}

std::string prediction_text(const evaluation::Prediction& prediction, const Topology& topology,
                            const evaluation::CostOptions& cost, bool knows_messages) {
  const evaluation::BusiestLink& busiest = prediction.busiest;
  const TreeTopology* tree = as_tree(topology);
  const std::string link = !busiest.name.empty() ? busiest.name
                           : tree != nullptr     ? fmt::format("{} {}", level_name(*tree, busiest.level), busiest.node)
                                                 : "";
  std::string text =
      fmt::format("\npredicted, {} network{}\n  {:<34}{:.6g} s\n", evaluation::source_of_costs(cost),
                  knows_messages ? "" : ", without latencies: numbers of messages are not known",
                  knows_messages ? "all messages in sequence" : "all bytes in sequence", prediction.seconds);
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

namespace {

constexpr double kMicro = 1e6;

const char* place_of(wire::Reach reach) {
  static constexpr const char* kPlaces[] = {"inside a package", "inside a host", "behind a switch", "between hosts"};
  return kPlaces[static_cast<std::size_t>(reach)];
}

std::string rate_text(double bandwidth) { return volume_text(static_cast<std::uint64_t>(bandwidth)) + "/s"; }

std::string line_of(wire::Reach reach, const evaluation::ReachCosts& costs) {
  const std::string burst =
      costs.burst_bytes > 0 ? ", bursts of " + volume_text(static_cast<std::uint64_t>(costs.burst_bytes)) : "";
  return fmt::format("  {:<17} {:>9.3g} us {:>12}   send {:.3g} us, receive {:.3g} us{} ({})\n", place_of(reach),
                     costs.cost.latency * kMicro, rate_text(costs.cost.bandwidth), costs.send * kMicro,
                     costs.receive * kMicro, burst, counted(costs.pairs, "pair"));
}

/// Calls visit(reach, costs) for each reach that was measured.
template <typename Visit>
void each_reach(const evaluation::NetworkCosts& network, Visit visit) {
  for (std::uint32_t reach = 0; reach < wire::kReaches; ++reach) {
    if (const auto* costs = network.at(wire::Reach{reach})) visit(wire::Reach{reach}, *costs);
  }
}

}  // namespace

std::string network_text(const evaluation::NetworkCosts& network) {
  std::string text;
  each_reach(network, [&](wire::Reach reach, const auto& costs) { text += line_of(reach, costs); });
  return text;
}

std::string network_words(const evaluation::NetworkCosts& network) {
  std::string words;
  each_reach(network, [&](wire::Reach reach, const auto& costs) {
    words =
        fmt::format("{} {:.3g} us, {}", place_of(reach), costs.cost.latency * kMicro, rate_text(costs.cost.bandwidth));
  });
  return words;
}

nlohmann::ordered_json to_json(const evaluation::NetworkCosts& network) {
  if (network.empty()) return nullptr;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  each_reach(network, [&](wire::Reach reach, const auto& costs) {
    list.push_back({{"reach", wire::name(reach)},
                    {"pairs", costs.pairs},
                    {"latency", costs.cost.latency},
                    {"bandwidth", costs.cost.bandwidth},
                    {"send", costs.send},
                    {"receive", costs.receive},
                    {"burst_bytes", costs.burst_bytes},
                    {"burst_bandwidth", costs.burst_bandwidth},
                    {"waiting", costs.waiting}});
  });
  return list;
}

}  // namespace topomorph::output
