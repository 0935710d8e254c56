// What a new order is worth.
#include "tools/engine/gain.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/metrics/prediction.h"
#include "core/profile/profile.h"
#include "core/support/units.h"

namespace topomorph::engine {
namespace {

std::uint64_t volume(const LevelTraffic& traffic, Weight weight) {
  return weight == Weight::Bytes ? traffic.bytes : traffic.messages;
}

/// What crosses between the nodes of level `level`: all traffic whose common ancestor is above.
std::uint64_t crossing(const std::vector<LevelTraffic>& levels, std::size_t level, Weight weight) {
  std::uint64_t sum = 0;
  for (std::size_t above = level; above < levels.size(); ++above) {  // levels[above] is tree level above + 1
    sum += volume(levels[above], weight);
  }
  return sum;
}

double percent_saved(double before, double after) { return before > 0 ? (1 - after / before) * 100 : 0; }

/// Of all messages, or of the busiest link where that is to be relieved. Who wants to save messages has not measured
/// that bytes matter.
double predicted_time(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, const Aim& aim) {
  TreeCosts costs = aim.cost.costs;
  if (aim.weight == Weight::Messages) {
    for (LinkCost& level : costs.levels) level.bandwidth = std::numeric_limits<double>::infinity();
  }
  const Prediction prediction = predict(affinity, tree, mapping, costs);
  const bool by_link = aim.cost.model == CostModel::Bottleneck && aim.weight == Weight::Bytes;
  return by_link ? prediction.busiest.seconds : prediction.seconds;
}

/// The highest level, from the hosts downward, where the change is one that a user would see (1 %).
std::size_t told_level(const Gain& gain, const JobTopology& job, Weight weight) {
  const std::size_t highest = std::min(job.host_level, job.tree.levels() - 1);
  for (std::size_t level = highest; level > 0; --level) {
    const auto before = static_cast<double>(crossing(gain.before, level, weight));
    const auto after = static_cast<double>(crossing(gain.after, level, weight));
    if (std::abs(before - after) >= 0.01 * before && before > 0) {
      return level;
    }
  }
  return highest;
}

/// "inter-node", "inter-package", …
std::string border(const JobTopology& job, std::size_t level) {
  if (level == 0) {
    return "";  // one slot a node and one level: everything that goes to another process
  }
  if (level == job.host_level) {
    return "inter-node ";
  }
  std::string name = job.tree.level(level).name;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return fmt::format("inter-{} ", name.empty() ? fmt::format("level{}", level) : name);
}

/// What lies on both sides of a border: "nodes", "packages", …
std::string parts(const JobTopology& job, std::size_t level) {
  if (level == 0) {
    return "processes";
  }
  std::string name = level == job.host_level ? "node" : job.tree.level(level).name;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name.empty() || name.starts_with("level") ? fmt::format("branches of level {}", level) : name + "s";
}

std::string volume_words(std::uint64_t volume, Weight weight) {
  return weight == Weight::Bytes ? volume_text(volume) : std::to_string(volume);
}

std::size_t hosts_of(const JobTopology& job) {
  return job.host_level < job.tree.levels() ? job.tree.nodes(job.host_level) : 1;
}

}  // namespace

CostOptions cost_options(const std::string& model, const std::string& file, const JobTopology& job) {
  CostOptions cost{cost_model_named(model), {}, std::min(job.host_level, job.tree.levels())};
  cost.costs = file.empty() ? assumed_costs(job.tree) : costs_of(job.tree, read_level_costs(file));
  return cost;
}

bool has_modelled_traffic(const std::string& profile) {
  if (profile.empty() || read_profile_meta(profile)["collectives"] != "model") return false;
  return read_profile_affinity(profile, {{}, {wire::Layer::Collective}}).total_bytes() > 0;
}

Gain gain_of(const Affinity& affinity, const TreeTopology& tree, const Mapping& before, const Mapping& after,
             const Aim& aim) {
  const Evaluation first = evaluate(affinity, tree, before), second = evaluate(affinity, tree, after);
  const bool bytes = aim.weight == Weight::Bytes;
  Gain gain;
  gain.cost_before = bytes ? first.hop_bytes : first.hop_messages;
  gain.cost_after = bytes ? second.hop_bytes : second.hop_messages;
  gain.time_before = predicted_time(affinity, tree, before, aim);
  gain.time_after = predicted_time(affinity, tree, after, aim);
  gain.percent = percent_saved(gain.time_before, gain.time_after);
  gain.before = first.levels;
  gain.after = second.levels;
  return gain;
}

std::string confidence(const Aim& aim) {
  const std::string network =
      aim.cost.costs.assumed ? fmt::format("assumed network {:.3g}:1", aim.cost.costs.slowdown()) : "measured network";
  return network + (aim.modelled ? ", modelled collectives" : "");
}

std::string reordered_message(const Gain& gain, const JobTopology& job, const Aim& aim) {
  const std::size_t level = told_level(gain, job, aim.weight);
  const std::uint64_t before = crossing(gain.before, level, aim.weight),
                      after = crossing(gain.after, level, aim.weight);
  const std::size_t hosts = hosts_of(job);
  return fmt::format("{} ranks on {} node{}: {}{} {} -> {} ({}), predicted communication time -{:.0f} % ({})",
                     job.slot_of_process.size(), hosts, hosts == 1 ? "" : "s", border(job, level),
                     aim.weight == Weight::Bytes ? "bytes" : "messages", volume_words(before, aim.weight),
                     volume_words(after, aim.weight), change_text(before, after), std::floor(gain.percent),
                     confidence(aim));
}

std::string pattern_message(const Gain& gain, const JobTopology& job, const std::string& call) {
  const std::size_t level = told_level(gain, job, Weight::Bytes), hosts = hosts_of(job);
  const std::uint64_t before = crossing(gain.before, level, Weight::Bytes);
  const std::uint64_t after = crossing(gain.after, level, Weight::Bytes);
  const bool counted = crossing(gain.before, 0, Weight::Bytes) == crossing(gain.before, 0, Weight::Messages);
  return fmt::format("{} on {} node{}: {} between {} {} -> {} ({})", call, hosts, hosts == 1 ? "" : "s",
                     counted ? "edges" : "weight of edges", parts(job, level), before, after,
                     change_text(before, after));
}

std::string kept_message(double percent, double min_gain) {
  // 4.96 % is under 5 %, and must not be shown as "5.0 % is under 5 %"
  return fmt::format("predicted gain {:.2g} % is under {:g} %: order kept", std::floor(percent * 10) / 10, min_gain);
}

wire::KeyValues summary_of(const Gain& gain, const JobTopology& job) {
  return {{"cost_before", to_string(gain.cost_before)},
          {"cost_after", to_string(gain.cost_after)},
          {"time_before", fmt::format("{:.17g}", gain.time_before)},
          {"time_after", fmt::format("{:.17g}", gain.time_after)},
          {"gain_percent", fmt::format("{:.3f}", gain.percent)},
          {"hosts", std::to_string(hosts_of(job))},
          {"host_bytes_before", std::to_string(crossing(gain.before, job.host_level, Weight::Bytes))},
          {"host_bytes_after", std::to_string(crossing(gain.after, job.host_level, Weight::Bytes))},
          {"host_messages_before", std::to_string(crossing(gain.before, job.host_level, Weight::Messages))},
          {"host_messages_after", std::to_string(crossing(gain.after, job.host_level, Weight::Messages))}};
}

}  // namespace topomorph::engine
