// Computes gains and words them.
#include "core/planning/gain.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/ranges.h>

#include "core/base/successive.h"
#include "core/base/text.h"
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
    cost.costs.forget_bandwidth_below(cost.costs.levels.size());
    cost.per_distance.bandwidth = std::numeric_limits<double>::infinity();
  }
  if (cost.model == evaluation::CostModel::Bottleneck)
    return evaluation::predict_by(affinity, *job.topology, mapping, cost);
  if (const TreeTopology* tree = job.tree()) return evaluation::predict(affinity, *tree, mapping, cost.costs);
  return evaluation::predict(affinity, *job.topology, mapping, cost.per_distance,
                             nullptr);  // no routing: the busiest link is not needed
}

/// Whether predicted times are seconds: the network was measured, and the user has not chosen another measure.
bool in_seconds(const Aim& aim) {
  return !aim.cost.network.empty() && aim.cost.model == evaluation::CostModel::HopBytes && aim.weight == Weight::Bytes;
}

/// Returns the time of all messages, or of the busiest link if the model is bottleneck. With a measured network, the
/// time of the busiest link and the busiest process.
double predicted_time(const Affinity& affinity, const JobSlots& job, const Mapping& mapping, const Aim& aim) {
  if (in_seconds(aim)) return evaluation::static_time(affinity, *job.tree(), mapping, aim.cost).sum();
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
evaluation::LevelTraffic between_parts(const Affinity& affinity, const Mapping& mapping,
                                       const std::vector<Slot>& begin) {
  std::vector<std::uint64_t> part_of_role;
  for (const Slot slot : mapping) part_of_role.push_back(interval_of(begin, slot));
  return evaluation::crossing(affinity, part_of_role);
}

std::string name_of_level(const JobSlots& job, const TreeTopology& tree, std::size_t level) {
  if (level == 0) return "";
  return level == job.host_level ? "node" : level_name(tree, level);
}

/// Returns the roles of the part that has most of them: as many in any order of the same slots.
template <typename PartOf>
std::uint64_t most_in_a_part(const Mapping& mapping, PartOf part_of) {
  std::unordered_map<std::uint64_t, std::uint64_t> roles;
  std::uint64_t most = 0;
  for (const Slot slot : mapping) most = std::max(most, ++roles[part_of(slot)]);
  return most;
}

/// Adds every level but the last, whose only node nothing leaves.
void add_borders(const JobSlots& job, const TreeTopology& tree, const Mapping& mapping,
                 const evaluation::Evaluation& before, const evaluation::Evaluation& after, Gain& gain) {
  for (std::size_t level = 0; level < tree.levels(); ++level) {
    gain.borders.push_back({name_of_level(job, tree, level), tree.nodes(level), crossing(before.levels, level),
                            crossing(after.levels, level),
                            most_in_a_part(mapping, [&](Slot slot) { return tree.node_of(level, slot); })});
  }
  gain.hosts = std::min(job.host_level, gain.borders.size());
}

void add_borders(const Affinity& affinity, const JobSlots& job, const Mapping& before, const Mapping& after,
                 Gain& gain) {
  gain.hosts = gain.borders.size();
  if (job.hosts() < 2) return;
  gain.borders.push_back({"node", job.hosts(), between_parts(affinity, before, job.host_begin),
                          between_parts(affinity, after, job.host_begin),
                          most_in_a_part(before, [&](Slot slot) { return interval_of(job.host_begin, slot); })});
}

}  // namespace

evaluation::CostOptions cost_options(evaluation::CostModel model, const std::string& file, const JobSlots& job) {
  evaluation::CostOptions cost{model, {}, 0};
  cost.routing = job.routing;
  const TreeTopology* tree = job.tree();
  if (tree == nullptr && !file.empty()) {
    throw InputError(
        fmt::format("level costs {}: the topology is no tree ({}), it has no levels", file, job.topology->describe()));
  }
  if (tree != nullptr) {
    cost.host_level = std::min(job.host_level, tree->levels());
    cost.costs =
        file.empty() ? evaluation::assumed_costs(*tree) : evaluation::given_costs(file, *tree, cost.host_level).levels;
  }
  return cost;
}

bool has_modelled_traffic(const formats::ProfileFile& profile) {
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
    add_borders(job, *tree, before, first, second, gain);
  } else {
    add_borders(affinity, job, before, after, gain);
  }
  return gain;
}

double Gain::ratio_in_mpi() const {
  if (job_before && job_before->in_mpi > 0) return job_after->in_mpi / job_before->in_mpi;
  return 1 - percent / 100;
}

double Gain::percent_in_mpi() const {
  constexpr double kLeastOfJob = 0.5;
  if (!job_before) return percent;
  if (percent < kLeastOfJob || job_before->in_mpi <= 0) return 0;
  return 100 * (job_before->seconds - job_after->seconds) / job_before->in_mpi;
}

void add_job_times(Gain& gain, const JobTime& before, const JobTime& after) {
  gain.job_before = before;
  gain.job_after = after;
  gain.percent = percent_saved(before.seconds, after.seconds);
}

wire::KeyValues summary_of(const Gain& gain, const JobSlots& job, const Aim& aim) {
  wire::KeyValues summary = {{"cost_before", evaluation::to_string(gain.cost_before)},
                             {"cost_after", evaluation::to_string(gain.cost_after)},
                             {"time_before", fmt::format("{:.17g}", gain.time_before)},
                             {"time_after", fmt::format("{:.17g}", gain.time_after)},
                             {"gain_percent", fmt::format("{:.3f}", gain.percent)},
                             {"mpi_ratio", fmt::format("{:.4f}", gain.ratio_in_mpi())},
                             {"hosts", std::to_string(job.hosts())}};
  const auto add = [&](const std::string& name, const Border& border) {
    summary[name + "_bytes_before"] = std::to_string(border.before.bytes);
    summary[name + "_bytes_after"] = std::to_string(border.after.bytes);
    summary[name + "_messages_before"] = std::to_string(border.before.messages);
    summary[name + "_messages_after"] = std::to_string(border.after.messages);
  };
  add("host", gain.hosts < gain.borders.size() ? gain.borders[gain.hosts] : Border{});
  for (std::size_t b = gain.hosts + 1; b < gain.borders.size(); ++b) add(gain.borders[b].name, gain.borders[b]);
  if (gain.job_before) {
    summary["time_before"] = fmt::format("{:.17g}", gain.job_before->seconds);
    summary["time_after"] = fmt::format("{:.17g}", gain.job_after->seconds);
    summary["predicted"] = "job";
    summary["replayed"] = fmt::format("{:.4f}", gain.job_before->replayed);
    if (aim.claims_seconds()) summary["job_seconds"] = fmt::format("{:.6g}", gain.job_after->seconds);
    if (aim.calibration && aim.claims_seconds())
      summary["saves"] = fmt::format("{:.6g}", gain.job_before->seconds - gain.job_after->seconds);
  }
  if (const std::string network = network_words(job); !network.empty()) summary["network"] = network;
  return summary;
}

namespace {

/// Returns whether the change is visible to users (1 %).
bool changes(const Border& border, Weight weight) {
  const auto before = static_cast<double>(volume_of(border.before, weight));
  const auto after = static_cast<double>(volume_of(border.after, weight));
  return before > 0 && std::abs(before - after) >= 0.01 * before;
}

/// Returns the border that the message names; null if there is none, or if none changes and the topology is no tree,
/// whose borders do not show all distances. For jobs of one host it is the outermost border that changes.
const Border* reported_border(const Gain& gain, const JobSlots& job, Weight weight) {
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

/// Returns "inter-node ", "inter-package ", …; empty for single processes.
std::string inter(const Border& border) {
  return border.name.empty() ? "" : fmt::format("inter-{} ", lower_case(border.name));
}

/// Returns the parts on both sides of a border: "nodes", "packages", …
std::string sides(const Border& border) {
  if (border.name.empty()) return "processes";
  if (border.name.starts_with("level")) return fmt::format("branches of level {}", border.name.substr(5));
  return plural(lower_case(border.name));
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
  return fmt::format(", {}{} -> {}", inter(border), volume_words(volume_of(border.before, weight), weight),
                     volume_words(volume_of(border.after, weight), weight));
}

/// Returns ", no order saves more than 76 % of the inter-node bytes"; empty if this part is above `limit`, or not
/// known.
std::string bound_words(const Gain& gain, const JobSlots& job, Weight weight, double limit) {
  const Border* const told = reported_border(gain, job, weight);
  const bool is_known = told != nullptr && !told->name.empty() && volume_of(told->least, weight) > 0;
  if (!is_known) return "";  // every message goes from one process to another
  const auto before = static_cast<double>(volume_of(told->before, weight));
  const double most = std::max(1 - static_cast<double>(volume_of(told->least, weight)) / before, 0.0);
  if (most > limit) return "";
  const std::string volume = inter(*told) + name_of(weight);
  constexpr double kRounding = 1e-6;
  const double percent = std::ceil(100 * (most - kRounding));
  return percent > 0 ? fmt::format(", no order saves more than {:.0f} % of the {}", percent, volume)
                     : fmt::format(", no order saves any {}", volume);
}

std::string saving_words(const Gain& gain, const JobSlots& job, Weight weight) {
  const char* const unit = name_of(weight);
  const Border* const told = reported_border(gain, job, weight);
  if (told == nullptr) return fmt::format("{} x distance {}", unit, cost_words(gain));
  const std::uint64_t before = volume_of(told->before, weight), after = volume_of(told->after, weight);
  return fmt::format("{}{} {} -> {} ({}){}", inter(*told), unit, volume_words(before, weight),
                     volume_words(after, weight), change_text(before, after), switch_words(gain, told, weight));
}

/// Returns the bandwidth inside hosts divided by that between the nearest hosts.
double slowdown(const JobSlots& job, const evaluation::TreeCosts& costs) {
  const bool several = job.host_level > 0 && job.host_level < costs.levels.size();
  return several ? costs.levels[job.host_level - 1].bandwidth / costs.levels[job.host_level].bandwidth
                 : costs.slowdown();
}

/// Returns "predicted time of the job 8.1 s -> 6.98 s (-14 %), 5.2 s -> 4.1 s of it in MPI"; "… of the job -14 %" if no
/// seconds are claimed.
std::string job_time_words(const Gain& gain, const Aim& aim) {
  const std::string change = change_text(-gain.percent);
  if (!aim.claims_seconds()) return "predicted time of the job " + change;
  return fmt::format("predicted time of the job {:.3g} s -> {:.3g} s ({}), {:.3g} s -> {:.3g} s of it in MPI",
                     gain.job_before->seconds, gain.job_after->seconds, change, gain.job_before->in_mpi,
                     gain.job_after->in_mpi);
}

/// Returns "nothing of the job's 8.1 s" or "1.2 % of the job's 8.1 s (under 5 % of its time in MPI)".
std::string saved_words(const Gain& best, double min_gain, const Aim& aim) {
  constexpr double kVisible = 0.05;
  const std::string job =
      aim.claims_seconds() ? fmt::format("of the job's {:.3g} s", best.job_before->seconds) : "of the job's time";
  if (best.percent < kVisible) return "nothing " + job;
  return fmt::format("{:.2g} % {} (under {:.2g} % of its time in MPI)", best.percent, job, min_gain);
}

/// Returns how well the replay of the profiled run agrees with what this run has measured.
std::string agreement_words(const Aim& aim) {
  if (aim.other_arguments) return ", profiled with other arguments";
  if (!aim.calibration) return "";
  const Calibration& run = *aim.calibration;
  if (run.explains()) return fmt::format(", within {:.0f} %", std::max(100 * run.error(), 1.0));
  if (run.replayed.in_mpi > run.measured.in_mpi)
    return fmt::format(", replayed {:.2g} s in MPI for {:.2g} s", run.replayed.in_mpi, run.measured.in_mpi);
  return fmt::format(", the replay explains {:.2g} of {:.2g} s in MPI", run.replayed.in_mpi, run.measured.in_mpi);
}

/// Returns ", 4 % replayed" if the times of the job are extrapolated.
std::string extent_words(const Gain& gain) {
  constexpr double kAll = 0.995;
  if (!gain.job_before || gain.job_before->replayed >= kAll) return "";
  return fmt::format(", {:.2g} % replayed", 100 * gain.job_before->replayed);
}

}  // namespace

std::string network_words(const JobSlots& job) {
  const JobNetwork& network = job.network;
  std::vector<std::string> words;
  if (network.switches > 0) words.push_back("under " + counted(network.switches, network.kind));
  if (!network.shape.empty()) words.push_back((job.host_begin.empty() ? "" : "of ") + network.shape);
  if (!network.source.empty()) words.push_back(fmt::format("({})", network.source));
  if (network.skipped_places > 0) {  // one note for all, because a job prints one line; the command line lists them
    words.push_back(
        fmt::format("({} in its files passed over: see topomorph topology)", counted(network.skipped_places, "place")));
  }
  if (!network.missing.empty())
    words.push_back(fmt::format("(host {} is not in {})", network.missing, network.lacking));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string place_words(const JobSlots& job) {
  const std::string network = network_words(job);
  if (job.tree() == nullptr && job.host_begin.empty()) return network;
  return counted(job.hosts(), "node") + (network.empty() ? "" : " ") + network;
}

std::string confidence(const JobSlots& job, const Aim& aim) {
  const evaluation::TreeCosts& costs = aim.cost.costs;
  const std::string network = job.tree() == nullptr ? "assumed network"
                              : costs.assumed       ? fmt::format("assumed network {:.3g}:1", slowdown(job, costs))
                              : aim.other_hosts     ? "network measured on other hosts"
                                                    : "measured network";
  const bool doubtful = aim.doubtful && aim.cost.network.empty();
  return network + (doubtful ? ", the measured one is doubtful" : "") + (aim.modelled ? ", modelled collectives" : "") +
         (aim.error ? fmt::format(", earlier predictions wrong by {:.0f} %", 100 * *aim.error) : "");
}

std::string reordered_message(const Gain& gain, const JobSlots& job, const Aim& aim) {
  const std::string time = gain.job_before ? job_time_words(gain, aim)
                                           : fmt::format("predicted communication time {}", change_text(-gain.percent));
  const std::string seconds = !gain.job_before && in_seconds(aim)
                                  ? fmt::format("{:.3g} s -> {:.3g} s, ", gain.time_before, gain.time_after)
                                  : "";
  constexpr double kNearlyAll = 0.99;  // above, the bound says nothing
  return fmt::format("{} ranks on {}: {}, {} ({}{}{}{}){}", job.slot_of_process.size(), place_words(job),
                     saving_words(gain, job, aim.weight), time, seconds, confidence(job, aim),
                     gain.job_before ? agreement_words(aim) : "", extent_words(gain),
                     bound_words(gain, job, aim.weight, kNearlyAll));
}

std::string pattern_message(const Gain& gain, const JobSlots& job, const std::string& call) {
  const Border* const told = reported_border(gain, job, Weight::Bytes);
  if (told == nullptr) return fmt::format("{} on {}: edges x distance {}", call, place_words(job), cost_words(gain));
  const evaluation::LevelTraffic& all = gain.borders.front().before;
  const bool counted = all.bytes == all.messages;
  return fmt::format("{} on {}: {} between {} {} -> {} ({})", call, place_words(job),
                     counted ? "edges" : "weight of edges", sides(*told), told->before.bytes, told->after.bytes,
                     change_text(told->before.bytes, told->after.bytes));
}

std::string kept_message(const Gain& best, double min_gain, const JobSlots& job, const Aim& aim) {
  constexpr double kLittle = 0.2;  // a larger bound does not tell why nothing was found
  const std::string bound = bound_words(best, job, aim.weight, kLittle);
  if (best.job_before) {
    return fmt::format("{} would save {}{}: order kept", saving_words(best, job, aim.weight),
                       saved_words(best, min_gain, aim), bound);
  }
  const std::string place = network_words(job).empty() ? "" : " on " + place_words(job);
  return fmt::format("predicted gain {}{}{}: order kept", under_text(best.percent, min_gain), place, bound);
}

}  // namespace topomorph::planning
