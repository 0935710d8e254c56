// Computes the gain of a new order.
#include "core/planning/gain.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/evaluation/companions.h"
#include "core/evaluation/prediction.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"

namespace topomorph::planning {
namespace {

double percent_saved(double before, double after) { return before > 0 ? (1 - after / before) * 100 : 0; }

evaluation::Prediction prediction_of(const Affinity& affinity, const JobSlots& job, const Mapping& mapping,
                                     const Aim& aim) {
  evaluation::CostOptions cost = aim.cost;
  if (aim.weight == Weight::Messages) {  // a user who saves messages has not shown that bytes matter
    for (evaluation::LinkCost& level : cost.costs.levels) level.bandwidth = std::numeric_limits<double>::infinity();
    cost.per_distance.bandwidth = std::numeric_limits<double>::infinity();
  }
  if (cost.model == evaluation::CostModel::Bottleneck)
    return evaluation::predict_by(affinity, *job.topology, mapping, cost);
  if (const TreeTopology* tree = job.tree()) return evaluation::predict(affinity, *tree, mapping, cost.costs);
  return evaluation::predict(affinity, *job.topology, mapping, cost.per_distance,
                             nullptr);  // no routing: the busiest link is not needed
}

/// Returns the time of all messages, or of the busiest link if the model is bottleneck.
double predicted_time(const Affinity& affinity, const JobSlots& job, const Mapping& mapping, const Aim& aim) {
  const evaluation::Prediction prediction = prediction_of(affinity, job, mapping, aim);
  const bool by_link = aim.cost.model == evaluation::CostModel::Bottleneck && aim.weight == Weight::Bytes;
  return by_link ? prediction.busiest.seconds : prediction.seconds;
}

/// Returns the traffic between the nodes of a level (0: between slots): all traffic that meets above it.
evaluation::LevelTraffic crossing(const std::vector<evaluation::LevelTraffic>& levels, std::size_t level) {
  evaluation::LevelTraffic sum;
  for (std::size_t above = level; above < levels.size(); ++above) {  // levels[above] is tree level above + 1
    sum.bytes += levels[above].bytes;
    sum.messages += levels[above].messages;
  }
  return sum;
}

/// Returns the traffic between the parts of the slots that begin at `begin`, at any distance.
evaluation::LevelTraffic crossing(const Affinity& affinity, const Mapping& mapping, const std::vector<Slot>& begin) {
  std::vector<std::size_t> part_of_role;
  for (const Slot slot : mapping) {
    part_of_role.push_back(
        static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), slot) - begin.begin()));
  }
  evaluation::LevelTraffic sum;
  for (const GroupTraffic& group : affinity.groups()) {
    const std::vector<std::uint64_t> everybody(group.members.size(), group.members.size());
    const auto together = evaluation::companions(group, [&](Role role) { return part_of_role[role]; });
    sum.bytes += evaluation::volume_between(group.bytes, together, everybody);
    sum.messages += evaluation::volume_between(group.messages, together, everybody);
  }
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (part_of_role[source] == part_of_role[entry.destination]) continue;
      sum.bytes += entry.bytes;
      sum.messages += entry.messages;
    }
  }
  return sum;
}

std::string name_of_level(const JobSlots& job, const TreeTopology& tree, std::size_t level) {
  if (level == 0) return "";
  if (level == job.host_level) return "node";
  const std::string& name = tree.level(level).name;
  return name.empty() ? fmt::format("level{}", level) : name;
}

/// Adds every level but the last, whose only node nothing leaves.
void add_borders(const JobSlots& job, const TreeTopology& tree, const evaluation::Evaluation& before,
                 const evaluation::Evaluation& after, Gain& gain) {
  for (std::size_t level = 0; level < tree.levels(); ++level) {
    gain.borders.push_back({name_of_level(job, tree, level), level == 0 ? tree.slots() : tree.nodes(level),
                            crossing(before.levels, level), crossing(after.levels, level)});
  }
  gain.hosts = std::min(job.host_level, gain.borders.size());
}

void add_borders(const Affinity& affinity, const JobSlots& job, const Mapping& before, const Mapping& after,
                 Gain& gain) {
  gain.hosts = gain.borders.size();
  if (job.hosts() < 2) return;
  gain.borders.push_back(
      {"node", job.hosts(), crossing(affinity, before, job.host_begin), crossing(affinity, after, job.host_begin)});
}

}  // namespace

evaluation::CostOptions cost_options(const std::string& model, const std::string& file, const JobSlots& job) {
  evaluation::CostOptions cost{evaluation::cost_model_named(model), {}, 0};
  cost.routing = job.routing;
  const TreeTopology* tree = job.tree();
  if (tree == nullptr && !file.empty()) {
    throw InputError(
        fmt::format("level costs {}: the topology is no tree ({}), it has no levels", file, job.topology->describe()));
  }
  if (tree != nullptr) {
    cost.host_level = std::min(job.host_level, tree->levels());
    cost.costs = file.empty() ? evaluation::assumed_costs(*tree)
                              : evaluation::costs_of(*tree, evaluation::read_level_costs(file));
  }
  return cost;
}

bool has_modelled_traffic(const std::string& profile) {
  if (profile.empty() || formats::read_profile_meta(profile)["collectives"] != "model") return false;
  return formats::read_profile_affinity(profile, {{}, {wire::Layer::Collective}}).total_bytes() > 0;
}

Gain gain_of(const Affinity& affinity, const JobSlots& job, const Mapping& before, const Mapping& after,
             const Aim& aim) {
  const evaluation::Evaluation first = evaluation::evaluate(affinity, *job.topology, before),
                               second = evaluation::evaluate(affinity, *job.topology, after);
  const bool bytes = aim.weight == Weight::Bytes;
  Gain gain;
  gain.cost_before = bytes ? first.hop_bytes : first.hop_messages;
  gain.cost_after = bytes ? second.hop_bytes : second.hop_messages;
  gain.time_before = predicted_time(affinity, job, before, aim);
  gain.time_after = predicted_time(affinity, job, after, aim);
  gain.percent = percent_saved(gain.time_before, gain.time_after);
  if (const TreeTopology* tree = job.tree()) {
    add_borders(job, *tree, first, second, gain);
  } else {
    add_borders(affinity, job, before, after, gain);
  }
  return gain;
}

wire::KeyValues summary_of(const Gain& gain, const JobSlots& job) {
  wire::KeyValues summary = {{"cost_before", evaluation::to_string(gain.cost_before)},
                             {"cost_after", evaluation::to_string(gain.cost_after)},
                             {"time_before", fmt::format("{:.17g}", gain.time_before)},
                             {"time_after", fmt::format("{:.17g}", gain.time_after)},
                             {"gain_percent", fmt::format("{:.3f}", gain.percent)},
                             {"hosts", std::to_string(job.hosts())}};
  const auto add = [&](const std::string& name, const Border& border) {
    summary[name + "_bytes_before"] = std::to_string(border.before.bytes);
    summary[name + "_bytes_after"] = std::to_string(border.after.bytes);
    summary[name + "_messages_before"] = std::to_string(border.before.messages);
    summary[name + "_messages_after"] = std::to_string(border.after.messages);
  };
  add("host", gain.hosts < gain.borders.size() ? gain.borders[gain.hosts] : Border{});
  for (std::size_t b = gain.hosts + 1; b < gain.borders.size(); ++b) add(gain.borders[b].name, gain.borders[b]);
  if (!job.network.empty()) summary["network"] = job.network.substr(1);
  return summary;
}

}  // namespace topomorph::planning
