// Predicts what reordering the virtual topologies of a profile would save, and prints it.
#include "tools/report/topology_gain.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/planning/job_placing.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"

namespace topomorph::report {

namespace {

using Json = nlohmann::ordered_json;

/// The words of the report, whose reader decides; the program's author knows the answer.
constexpr const char* kAdvice =
    "  --reorder-topologies (TOPOMORPH_REORDER_TOPOLOGIES=1) reorders them: in topomorph auto if that saves time, in\n"
    "  topomorph run where it keeps the order of the whole job. Safe only for a program that uses the ranks of the\n"
    "  new communicators, and no earlier ones, from there on.\n";

/// Edges count, not bytes: what travels along them is not known when a topology is made.
planning::Aim aim_for(const planning::JobSlots& job) {
  return {Weight::Bytes, planning::cost_options(evaluation::CostModel::HopBytes, "", job), false, false, {}};
}

bool saves(const planning::Gain& gain) { return gain.cost_after < gain.cost_before; }

std::string message_of(const planning::Gain& gain, const planning::JobSlots& job, const std::string& call) {
  return saves(gain) ? planning::pattern_message(gain, job, call) : "";
}

/// Whether the order of the whole job, which is always safe, does what the calls would do.
bool is_as_good_in_run(const TopologyGain& topology) { return topology.message == topology.in_run; }

std::string line_of(const TopologyGain& topology) {
  const std::string call = output::for_terminal(topology.call);
  const std::string words = !topology.gain             ? fmt::format("{}: not predicted", call)
                            : topology.message.empty() ? fmt::format("{}: no better order was found", call)
                                                       : output::for_terminal(topology.message);
  std::string text = fmt::format("  {}; {} of {} ranks\n", words, counted(topology.calls, "call"), topology.ranks);
  if (topology.in_run.empty()) return text;
  return text + (is_as_good_in_run(topology) ? "    topomorph run saves the same by its order of the whole job\n"
                                             : fmt::format("    by topomorph run's order of the whole job: {}\n",
                                                           output::for_terminal(topology.in_run)));
}

Json border_json(const planning::Gain& gain) {
  if (gain.hosts >= gain.borders.size()) return nullptr;
  const planning::Border& border = gain.borders[gain.hosts];
  return {{"before", border.before.bytes}, {"after", border.after.bytes}};
}

Json json_of(const TopologyGain& topology) {
  const auto& gain = topology.gain;
  const auto text = [](const std::string& words) { return words.empty() ? Json(nullptr) : Json(words); };
  return {{"call", topology.call},
          {"ranks", topology.ranks},
          {"calls", topology.calls},
          {"better", gain ? Json(saves(*gain)) : Json(nullptr)},
          {"text", text(topology.message)},
          {"in_run", text(topology.in_run)},
          {"cost_before", gain ? output::number(gain->cost_before) : Json(nullptr)},
          {"cost_after", gain ? output::number(gain->cost_after) : Json(nullptr)},
          {"between_hosts", gain ? border_json(*gain) : Json(nullptr)}};
}

}  // namespace

TopologyGain gain_of_topology(const formats::ProfiledTopology& topology, const std::optional<TopologyPlaces>& places,
                              double seconds) {
  TopologyGain result{topology.call, topology.members.size(), topology.calls, {}, {}, {}};
  if (!places || !topology.complete) return result;
  const planning::JobSlots job = planning::part_of(places->job, topology.members);
  const Affinity edges = Affinity::from_traffic(topology.members.size(), topology.edges);
  const planning::Aim aim = aim_for(job);
  mapping::MapOptions map;
  map.launcher_order = job.slot_of_process;
  map.pinned = {{0, job.slot_of_process[0]}};
  map.threads = usable_threads();
  map.time_limit = seconds;
  const mapping::MapResult best = mapping::map_by_cost(edges, *job.topology, map, aim.cost);
  result.gain = planning::gain_of(edges, job, job.slot_of_process, best.mapping, aim);
  result.message = message_of(*result.gain, job, topology.call);
  const bool is_whole = job.slot_of_process.size() == places->job.slot_of_process.size();
  if (places->in_run != nullptr && is_whole) {
    const planning::Gain in_run = planning::gain_of(edges, job, job.slot_of_process, *places->in_run, aim);
    result.in_run = planning::pattern_message(in_run, job, topology.call);
  }
  return result;
}

std::string topologies_text(const std::vector<TopologyGain>& list, std::uint64_t kinds) {
  if (list.empty()) return "";
  std::string text = "\nVirtual topologies with reorder=1, whose order was kept\n";
  bool any = false;
  for (const TopologyGain& topology : list) {
    text += line_of(topology);
    any = any || (!topology.message.empty() && !is_as_good_in_run(topology));
  }
  const std::uint64_t more = kinds - list.size();
  if (more > 0) text += fmt::format("  and {} more\n", more);
  return text + (any ? kAdvice : "");
}

Json topologies_json(const std::vector<TopologyGain>& list, std::uint64_t kinds) {
  Json rows = Json::array();
  for (const TopologyGain& topology : list) rows.push_back(json_of(topology));
  return {{"kinds", kinds}, {"option", "--reorder-topologies"}, {"list", std::move(rows)}};
}

}  // namespace topomorph::report
