// Describes the gain of a new order in the words that users read.
#include "core/planning/gain_message.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "core/base/units.h"
#include "core/base/words.h"

namespace topomorph::planning {
namespace {

std::uint64_t volume(const evaluation::LevelTraffic& traffic, Weight weight) {
  return weight == Weight::Bytes ? traffic.bytes : traffic.messages;
}

/// Returns whether the change is visible to users (1 %).
bool changes(const Border& border, Weight weight) {
  const auto before = static_cast<double>(volume(border.before, weight));
  const auto after = static_cast<double>(volume(border.after, weight));
  return before > 0 && std::abs(before - after) >= 0.01 * before;
}

/// Returns the border that the message names; null if there is none, or if none changes and the topology is no tree,
/// whose borders do not show all distances. For jobs of one host it is the outermost border that changes.
const Border* told_border(const Gain& gain, const JobSlots& job, Weight weight) {
  if (gain.borders.empty()) return nullptr;
  const std::size_t hosts = std::min(gain.hosts, gain.borders.size() - 1);
  for (std::size_t b = hosts; b < gain.borders.size(); ++b) {
    if (changes(gain.borders[b], weight)) return &gain.borders[b];
  }
  for (std::size_t b = hosts; b-- > 1;) {  // the first is the border of single processes
    if (changes(gain.borders[b], weight)) return &gain.borders[b];
  }
  return job.tree() != nullptr ? &gain.borders[hosts] : nullptr;
}

std::string small(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

/// Returns "inter-node ", "inter-package ", …; empty for single processes.
std::string inter(const Border& border) {
  return border.name.empty() ? "" : fmt::format("inter-{} ", small(border.name));
}

/// Returns the parts on both sides of a border: "nodes", "packages", …
std::string sides(const Border& border) {
  if (border.name.empty()) return "processes";
  if (border.name.starts_with("level")) return fmt::format("branches of level {}", border.name.substr(5));
  return plural(small(border.name));
}

std::string volume_words(std::uint64_t volume, Weight weight) {
  return weight == Weight::Bytes ? volume_text(volume) : std::to_string(volume);
}

/// Returns volumes x distance as text; they may exceed 64 bits.
std::string cost_words(const Gain& gain) {
  constexpr double kReadable = 1e7;
  const auto before = static_cast<double>(gain.cost_before), after = static_cast<double>(gain.cost_after);
  const auto text = [](double cost) {
    return cost < kReadable ? fmt::format("{:.0f}", cost) : fmt::format("{:.4g}", cost);
  };
  return fmt::format("{} -> {} ({})", text(before), text(after),
                     change_text(before > 0 ? (after / before - 1) * 100 : 0.0));
}

/// Returns the traffic between the lowest switches, unless the message names it already.
std::string switch_words(const Gain& gain, const Border* told, Weight weight) {
  if (gain.hosts + 1 >= gain.borders.size() || told != &gain.borders[gain.hosts]) return "";
  const Border& border = gain.borders[gain.hosts + 1];
  if (!changes(border, weight)) return "";
  return fmt::format(", {}{} -> {}", inter(border), volume_words(volume(border.before, weight), weight),
                     volume_words(volume(border.after, weight), weight));
}

std::string saving_words(const Gain& gain, const JobSlots& job, Weight weight) {
  const char* const unit = weight == Weight::Bytes ? "bytes" : "messages";
  const Border* const told = told_border(gain, job, weight);
  if (told == nullptr) return fmt::format("{} x distance {}", unit, cost_words(gain));
  const std::uint64_t before = volume(told->before, weight), after = volume(told->after, weight);
  return fmt::format("{}{} {} -> {} ({}){}", inter(*told), unit, volume_words(before, weight),
                     volume_words(after, weight), change_text(before, after), switch_words(gain, told, weight));
}

/// Returns the bandwidth inside hosts divided by that between the nearest hosts.
double slowdown(const JobSlots& job, const evaluation::TreeCosts& costs) {
  const bool several = job.host_level > 0 && job.host_level < costs.levels.size();
  return several ? costs.levels[job.host_level - 1].bandwidth / costs.levels[job.host_level].bandwidth
                 : costs.slowdown();
}

}  // namespace

std::string place_words(const JobSlots& job) {
  if (job.tree() == nullptr && job.host_begin.empty()) return job.network.substr(1);
  return fmt::format("{} node{}{}", job.hosts(), job.hosts() == 1 ? "" : "s", job.network);
}

std::string confidence(const JobSlots& job, const Aim& aim) {
  const evaluation::TreeCosts& costs = aim.cost.costs;
  const std::string network = job.tree() == nullptr ? "assumed network"
                              : costs.assumed       ? fmt::format("assumed network {:.3g}:1", slowdown(job, costs))
                                                    : "measured network";
  return network + (aim.modelled ? ", modelled collectives" : "");
}

std::string reordered_message(const Gain& gain, const JobSlots& job, const Aim& aim) {
  return fmt::format("{} ranks on {}: {}, predicted communication time {} ({})", job.slot_of_process.size(),
                     place_words(job), saving_words(gain, job, aim.weight), change_text(-gain.percent),
                     confidence(job, aim));
}

std::string pattern_message(const Gain& gain, const JobSlots& job, const std::string& call) {
  const Border* const told = told_border(gain, job, Weight::Bytes);
  if (told == nullptr) return fmt::format("{} on {}: edges x distance {}", call, place_words(job), cost_words(gain));
  const evaluation::LevelTraffic& all = gain.borders.front().before;
  const bool counted = all.bytes == all.messages;
  return fmt::format("{} on {}: {} between {} {} -> {} ({})", call, place_words(job),
                     counted ? "edges" : "weight of edges", sides(*told), told->before.bytes, told->after.bytes,
                     change_text(told->before.bytes, told->after.bytes));
}

std::string kept_message(double percent, double min_gain, const JobSlots& job) {
  return fmt::format("predicted gain {}{}{}: order kept", under_text(percent, min_gain),
                     job.network.empty() ? "" : " on ", job.network.empty() ? "" : place_words(job));
}

}  // namespace topomorph::planning
