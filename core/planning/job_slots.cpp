// Chooses the topology on which a job is planned, and the slots of its processes.
#include "core/planning/job_slots.h"

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/model/slurm_units.h"
#include "core/planning/job_placing.h"
#include "core/topology/sources/slurm/addresses.h"
#include "core/topology/sources/slurm/site.h"
#include "core/topology/sources/slurm/slurm_file.h"
#include "core/topology/spec.h"

namespace topomorph::planning {
namespace {

namespace fs = std::filesystem;

/// Returns where Slurm's topology may be, the most likely file first.
std::vector<fs::path> slurm_files() {
  std::vector<fs::path> files;
  for (const std::string& folder : topology::slurm_folders()) {
    for (const char* name : {"topology.yaml", "topology.conf"}) files.push_back(fs::path(folder) / name);
  }
  return files;
}

/// Returns the job in the topology of its partition, if that is another than the cluster's default, of which alone
/// Slurm's addresses speak.
std::optional<JobSlots> by_slurm_partition(const TopologyRequest& request) {
  const char* const partition = std::getenv("SLURM_JOB_PARTITION");
  const auto conf = topology::slurm_conf_here();
  if (partition == nullptr || !conf) return std::nullopt;
  try {
    const std::string name = topology::topology_of_partition(topology::read_slurm_site(*conf), *conf, partition);
    if (name.empty()) return std::nullopt;
    std::string missing;
    return on_named_hosts(request, topology::read_slurm_topology(fmt::format("{}#{}", *conf, partition)),
                          fmt::format("Slurm's topology {}", name), missing);
  } catch (const InputError&) {  // not the user's error, and not required
    return std::nullopt;
  }
}

std::optional<JobSlots> by_slurm_file(const TopologyRequest& request) {
  for (const fs::path& file : slurm_files()) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) continue;
    try {
      std::string missing;
      return on_named_hosts(request, topology::read_slurm_topology(file.string()),
                            fmt::format("Slurm's {}", file.filename().string()), missing);
    } catch (const InputError&) {  // not the user's error, and not required: try the next
    }
  }
  return std::nullopt;
}

JobSlots by_processes(const TopologyRequest& request) {
  return slots_of(topology::build_job_topology(request.locations, request.between_hosts));
}

/// Addresses of blocks, rings and tori lack what is in the file: groups of blocks, and the sizes of rings and tori.
JobSlots found_topology(const TopologyRequest& request) {
  if (topology::hosts_of(request.locations).names.size() == 1) return by_processes(request);
  if (auto job = by_slurm_partition(request)) return std::move(*job);
  const auto addresses = topology::network_of_addresses(request.locations);
  const auto by_addresses = [&] {
    std::string missing;
    return addresses ? on_named_hosts(request, *addresses, "Slurm", missing) : std::nullopt;
  };
  if (addresses && addresses->slurm->plugin == "tree") {
    if (auto job = by_addresses()) return std::move(*job);
  }
  if (auto job = by_slurm_file(request)) return std::move(*job);
  if (auto job = by_addresses()) return std::move(*job);
  return by_processes(request);
}

}  // namespace

std::size_t JobSlots::host_of(Slot slot) const {
  if (const TreeTopology* const whole = tree())
    return host_level < whole->levels() ? whole->node_of(host_level, slot) : 0;
  return host_begin.empty() ? 0 : interval_of(host_begin, slot);
}

std::size_t JobSlots::hosts() const {
  if (const TreeTopology* all = tree()) return host_level < all->levels() ? all->nodes(host_level) : 1;
  return host_begin.empty() ? 1 : host_begin.size() - 1;
}

JobSlots slots_of(topology::JobTopology job) {
  return {std::make_shared<TreeTopology>(std::move(job.tree)),
          std::move(job.slot_of_process),
          std::move(job.process_of_slot),
          job.host_level,
          {}};
}

JobSlots choose_topology(const TopologyRequest& request) {
  if (request.given.empty()) return found_topology(request);
  if (request.given == "hosts") return by_processes(request);
  const GivenTopology given = topology::read_topology(request.given);
  if (given.hosts.names.empty()) return on_machine(request.given, given, request.slots, request.locations.size());
  std::string missing;
  if (auto job = on_named_hosts(request, given, request.given, missing)) {
    job->network.skipped_places = given.skipped_places;
    return std::move(*job);
  }
  JobSlots job = found_topology(request);
  job.network.missing = missing;
  job.network.lacking = request.given;
  return job;
}

}  // namespace topomorph::planning
