// The run that a profile is of, as a replay or a plan needs it: its places, network and processors.
#include "core/planning/profiled_run.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/evaluation/network_doubt.h"
#include "core/trace/trace.h"

namespace topomorph::planning {

namespace {

/// Returns the places of all ranks; nothing if one is missing.
std::vector<ProcessLocation> locations_of(const std::vector<formats::ProfiledRank>& ranks, std::uint64_t expected) {
  std::vector<ProcessLocation> locations;
  for (const formats::ProfiledRank& rank : ranks) {
    if (rank.rank != locations.size() || rank.location.host.empty()) return {};
    locations.push_back(rank.location);
  }
  return locations.size() == expected ? locations : std::vector<ProcessLocation>();
}

MeasuredTimes times_of(const std::vector<formats::ProfiledRank>& ranks) {
  MeasuredTimes times;
  for (const formats::ProfiledRank& rank : ranks) {
    if (!(rank.seconds > 0)) return {};
    times.seconds += rank.seconds / static_cast<double>(ranks.size());
    times.in_mpi += rank.mpi_seconds / static_cast<double>(ranks.size());
  }
  return times;
}

}  // namespace

std::optional<ProfiledRun> profiled_run(const formats::ProfileFile& profile) {
  const std::vector<formats::ProfiledRank> ranks = formats::read_profile_ranks(profile);
  auto meta = formats::read_profile_meta(profile);
  const std::vector<ProcessLocation> locations = locations_of(ranks, wire::unsigned_value(meta, "ranks"));
  if (locations.empty()) return std::nullopt;
  ProfiledRun run{.job = choose_topology({locations, "", {}}), .aim = {}, .platform = {}, .order = {}, .times = {}};
  run.aim.cost = cost_options(evaluation::CostModel::HopBytes, "", run.job);
  if (!use_measured_network(formats::read_profile_network(profile), locations, run.job, run.aim)) return std::nullopt;
  run.platform = replay::platform_of(*run.job.topology, run.aim.cost);
  use_processors(locations, run.job, run.platform);
  run.order = run.job.slot_of_process;
  run.times = times_of(ranks);
  return run;
}

std::optional<Calibration> calibration_of(const formats::ProfileFile& profile, const Deadline& deadline) {
  constexpr double kLeastRecorded = 0.01;  // less says little of the job
  auto meta = formats::read_profile_meta(profile);
  if (wire::unsigned_value(meta, "trace_steps") == 0) return std::nullopt;
  const auto run = profiled_run(profile);
  if (!run || !(run->times.seconds > 0)) return std::nullopt;
  const trace::Trace trace = formats::read_profile_trace(profile);
  if (trace::recorded_part(trace) < kLeastRecorded) return std::nullopt;
  return calibration_of(trace, run->platform, run->order, run->times, deadline);
}

void use_processors(std::span<const ProcessLocation> processes, const JobSlots& job, replay::Platform& platform) {
  const ProcessorPools pools = pools_of(processes);
  if (!pools.are_short() || job.slot_of_process.size() != processes.size()) return;
  platform.pool_of_host.assign(*std::ranges::max_element(platform.host_of) + std::size_t{1}, 0);
  for (std::size_t p = 0; p < processes.size(); ++p)
    platform.pool_of_host[platform.host_of[job.slot_of_process[p]]] = pools.of_process[p];
  platform.cores = pools.processors;
}

namespace {

/// Whether all hosts of a job are among these, which are sorted.
bool are_known(std::span<const ProcessLocation> locations, const std::vector<std::string>& hosts) {
  return std::ranges::all_of(
      locations, [&](const ProcessLocation& place) { return std::ranges::binary_search(hosts, place.host); });
}

}  // namespace

bool use_measured_network(const formats::ProfiledNetwork& measured, std::span<const ProcessLocation> locations,
                          const JobSlots& job, Aim& aim) {
  const TreeTopology* tree = job.tree();
  if (tree == nullptr || job.hosts() < 2) return false;
  const evaluation::NetworkCosts network(measured.pairs);
  auto costs = evaluation::costs_of(*tree, aim.cost.host_level, network);
  if (network.between_hosts() == nullptr || !costs) return false;
  aim.doubtful = !evaluation::doubt_about(measured.pairs, measured.doubt).empty();
  if (aim.doubtful) return false;
  aim.cost.costs = std::move(*costs);
  aim.cost.network = network;
  aim.other_hosts = !are_known(locations, measured.hosts);
  return true;
}

}  // namespace topomorph::planning
