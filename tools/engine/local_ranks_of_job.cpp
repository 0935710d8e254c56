// Finds the hosts of a job that keep their local ranks.
#include "tools/engine/local_ranks_of_job.h"

#include <map>
#include <string_view>

namespace topomorph::engine {

namespace {

struct HostProcesses {
  std::vector<std::uint64_t> processes;
  bool uses_gpu = false;
};

/// Returns the processes of each host that keeps its local ranks, ascending.
std::vector<std::vector<std::uint64_t>> keeping_hosts(const PlanRequest& request, const PlanOptions& options) {
  const bool is_of_world = options.wish.call.empty() && request.members.empty();
  const bool all = options.local_ranks == "keep", by_gpu = options.local_ranks == "auto" && is_of_world;
  if (!all && !by_gpu) return {};
  std::map<std::string_view, HostProcesses> hosts;
  for (std::uint64_t p = 0; p < request.locations.size(); ++p) {
    HostProcesses& host = hosts[request.locations[p].host];
    host.processes.push_back(p);
    host.uses_gpu |= request.uses_gpu[p];
  }
  std::vector<std::vector<std::uint64_t>> keeping;
  for (auto& [name, host] : hosts) {
    if (host.processes.size() > 1 && (all || host.uses_gpu)) keeping.push_back(std::move(host.processes));
  }
  return keeping;
}

}  // namespace

std::optional<mapping::LocalRanks> kept_local_ranks(const PlanRequest& request, const PlanOptions& options,
                                                    const planning::JobSlots& job) {
  std::vector<std::vector<Slot>> slots = keeping_hosts(request, options);
  if (slots.empty()) return std::nullopt;
  for (std::vector<Slot>& host : slots) {
    for (std::uint64_t& process : host) process = job.slot_of_process[process];
  }
  return mapping::LocalRanks(std::move(slots), job.topology->slots());
}

std::size_t processes_with_kept_local_ranks(const PlanRequest& request, const PlanOptions& options) {
  std::size_t processes = 0;
  for (const auto& host : keeping_hosts(request, options)) processes += host.size();
  return processes;
}

}  // namespace topomorph::engine
