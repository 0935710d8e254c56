// Reads the input of a report.
#include "tools/command/report_source.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/formats/affinity_file.h"
#include "core/formats/profile/reader.h"
#include "core/formats/profile/trace_rows.h"
#include "core/model/cartesian_pattern.h"
#include "core/planning/job_placing.h"
#include "core/planning/profiled_run.h"
#include "core/topology/spec.h"
#include "tools/command/given_mapping.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/report/host_traffic.h"

namespace topomorph::command {

namespace {

using report::Source;

constexpr std::size_t kMostTopologies = 8;  // each is searched for an order of its own

bool may_be_profile(const std::string& file) {
  if (formats::names_pattern(file) || is_recording(file) || is_ipm(file)) return false;
  const auto formats = formats::affinity_formats();
  return std::none_of(formats.begin(), formats.end(), [&](const formats::AffinityFormat& format) {
    return format.ending != ".tmprof" && file.ends_with(format.ending);
  });
}

/// Formats without directions store each edge from the lower role to the higher.
bool has_directions(const Affinity& affinity) {
  for (Role source = 0; source < affinity.roles(); ++source) {
    const auto row = affinity.row(source);
    if (!row.empty() && row.front().destination < source) return true;
  }
  return false;
}

/// Splits each edge's volume in two directions. The odd byte goes to either direction equally often.
Affinity in_both_directions(const Affinity& affinity) {
  std::vector<Traffic> traffic;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const auto& [destination, bytes, messages] : affinity.row(source)) {
      if (destination == source) {
        traffic.push_back({source, source, bytes, messages});
        continue;
      }
      const std::uint64_t odd = (source + destination) % 2;
      const std::uint64_t there = bytes / 2 + bytes % 2 * odd, messages_there = messages / 2 + messages % 2 * odd;
      traffic.push_back({source, destination, there, messages_there});
      traffic.push_back({destination, source, bytes - there, messages - messages_there});
    }
  }
  return Affinity::from_traffic(affinity.roles(), std::move(traffic));
}

/// Returns the location of every rank; empty if some are not known.
std::vector<ProcessLocation> locations_of(const Source& source) {
  std::vector<ProcessLocation> locations;
  if (!source.profile) return locations;
  for (const formats::ProfiledRank& rank : source.profile->ranks) {
    if (rank.rank != locations.size()) return {};
    locations.push_back(rank.location);
  }
  if (locations.size() != source.affinity.roles()) locations.clear();
  return locations;
}

/// Returns the host of each process on a machine whose hosts have names.
std::vector<std::string> hosts_on(const GivenTopology& given, const Mapping& mapping) {
  std::vector<std::string> hosts;
  for (std::size_t p = 0; !given.hosts.names.empty() && p < mapping.size(); ++p) {
    hosts.push_back(given.hosts.names[report::host_at(given.hosts, mapping[p])]);
  }
  return hosts;
}

/// Places rank i on slot i of the whole machine, or as the mapping has it.
report::Place on_machine(const GivenTopology& given, std::uint64_t roles, const ReportOptions& options) {
  const Mapping mapping = given_mapping(options.mapping.empty() ? "identity" : options.mapping, roles, given);
  check_mapping(mapping, roles, given.topology->slots());
  report::Place place;
  place.job = planning::on_machine(options.topology, given, {mapping.begin(), mapping.end()}, roles);
  if (const TreeTopology* tree = place.job.tree(); tree != nullptr && place.job.hosts() == 1) {
    place.job.host_level = evaluation::host_level_of(*tree);
  }
  place.hosts = report::hosts_of_job(place.job, hosts_on(given, mapping));
  return place;
}

report::Place by_locations(const std::vector<ProcessLocation>& locations, const std::string& given) {
  report::Place place;
  place.job = planning::choose_topology({locations, given.empty() ? "hosts" : given, {}});
  std::vector<std::string> hosts;
  for (const ProcessLocation& location : locations) hosts.push_back(location.host);
  place.hosts = report::hosts_of_job(place.job, hosts);
  place.locations = locations;
  return place;
}

planning::Aim aim_of(const Source& source, const planning::JobSlots& job, const ReportOptions& options) {
  planning::Aim aim;
  aim.cost = cost_options(options.cost.value_or(evaluation::CostModel::HopBytes), options.level_costs, options.topology,
                          *job.topology, nullptr, source.knows_messages);
  aim.cost.routing = job.routing;
  if (const TreeTopology* tree = job.tree()) aim.cost.host_level = std::min(job.host_level, tree->levels());
  aim.modelled = source.profile && planning::has_modelled_traffic(source.file);
  if (options.level_costs.empty() && options.topology.empty() && source.profile &&
      planning::use_measured_network(formats::read_profile_network(source.file), locations_of(source), job, aim))
    aim.calibration = planning::calibration_in(source.profile->meta);
  return aim;
}

constexpr const char* kOtherOrder =
    "Slurm 26.05 and later would have started the ranks in the order of its topology (--mapping slurm), not in the "
    "order of this run, with which all is compared";

/// Returns whether each rank has the same host in both lists.
bool same_hosts(const std::vector<ProcessLocation>& a, const std::vector<ProcessLocation>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ProcessLocation& x, const ProcessLocation& y) { return x.host == y.host; });
}

std::optional<report::Place> unpriced_place(const Source& source, const ReportOptions& options) {
  const std::vector<ProcessLocation> locations = locations_of(source);
  if (source.affinity.roles() == 0) return std::nullopt;
  if (options.topology.empty()) {
    if (!options.mapping.empty()) throw InputError("--mapping: found no --topology, expected one");
    return locations.empty() ? std::nullopt : std::optional(by_locations(locations, ""));
  }
  if (options.topology == "hosts" && !locations.empty()) return by_locations(locations, "hosts");
  const GivenTopology given = topology::read_topology(options.topology);
  const auto ordered = in_slurm_order(locations, given);
  const bool by_name = !locations.empty() && options.mapping.empty() && !given.hosts.names.empty();
  report::Place place = by_name                                 ? by_locations(locations, options.topology)
                        : ordered && options.mapping == "slurm" ? by_locations(*ordered, options.topology)
                                                                : on_machine(given, source.affinity.roles(), options);
  place.given = options.topology;
  place.notes = given.notes;
  if (by_name && ordered && !same_hosts(locations, *ordered)) place.notes.emplace_back(kOtherOrder);
  return place;
}

/// A trace that cannot be used is no reason to refuse the rest of the profile.
void read_trace_of_source(const formats::ProfileFile& file, Source& source) {
  const std::string text = formats::trace_text(source.profile->meta);
  if (text.empty()) return;
  try {
    source.trace = formats::read_profile_trace(file);
  } catch (const InputError& error) {
    source.no_trace = fmt::format("Not replayed: {}.", error.what());
  }
}

std::string words_for(const GroupTraffic& group) {
  const std::uint64_t bytes = std::accumulate(group.bytes.begin(), group.bytes.end(), std::uint64_t{0});
  return fmt::format(
      "collectives of {} ranks with each other ({}) are in all sums, but in no map: they have too many pairs",
      group.members.size(), volume_text(bytes));
}

/// A continued profile has nothing but an affinity: no job has run in places, for some time, or with calls.
void read_profile_into(Source& source) {
  const formats::ProfileFile file(source.file);
  source.affinity = formats::read_profile_affinity(file);
  formats::Profile profile = formats::read_profile(file);
  source.continued = profile.meta["continued"];
  if (!source.continued.empty()) return;
  source.profile = std::move(profile);
  source.sums = formats::read_profile_sums(file);
  source.topologies = formats::read_profile_topologies(file, kMostTopologies);
  read_trace_of_source(file, source);
}

}  // namespace

Source read_report_source(const std::string& file) {
  Source source;
  source.file = file;
  if (may_be_profile(file)) {
    read_profile_into(source);
    return source;
  }
  source.affinity = affinity_from(file);
  source.knows_messages = tells_messages(file);
  source.directed = is_recording(file) || has_directions(source.affinity);
  if (!source.directed) source.affinity = in_both_directions(source.affinity);
  source.grid = pattern_of_affinity(file);
  return source;
}

std::optional<report::Place> place_of(const Source& source, const ReportOptions& options) {
  std::optional<report::Place> place = unpriced_place(source, options);
  if (!place) return std::nullopt;
  for (const GroupTraffic& group : source.affinity.groups()) place->notes.push_back(words_for(group));
  if (source.profile && source.profile->meta.contains("summarised")) {
    place->notes.push_back("traffic of " + source.profile->meta.at("summarised") +
                           " ranks is summarised: traffic without pairs counts as spread evenly over all ranks");
  }
  place->role_0_stays = source.profile.has_value();
  place->aim = aim_of(source, place->job, options);
  return place;
}

}  // namespace topomorph::command
